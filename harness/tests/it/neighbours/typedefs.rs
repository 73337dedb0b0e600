//! Occurrences and neighbours of the entries on typedefs with an alignment: GCC for the Epiphany looks for such an argument
//! elsewhere than it puts it.

use super::sight::Sight;
use super::table::Row;
use crosscall_model::Pairing::{Callee, Caller, Cross};

/// One row for each entry.
pub(crate) fn rows() -> Vec<Row> {
    vec![by_the_typedef(), in_any_register(), between_levels(), odd_pair()]
}

const RAISED: &str = "void f(int, int [[gnu::aligned(8)]])";
const LOWERED: &str = "void f(int, long long [[gnu::aligned(4)]])";
const PLAIN: &str = "void f(int, int)";

/// An argument that is read from another register.
fn elsewhere(
    pairing: crosscall_model::Pairing,
    clause: &'static str,
    declaration: &str,
    argument: &str,
) -> Sight {
    Sight::new(Some(pairing), declaration).sees(&[clause], argument, "r1 holds 1", "r2 holds 1")
}

fn by_the_typedef() -> Row {
    let of = |clause: &'static str, declaration: &str| elsewhere(Callee, clause, declaration, "a1");
    let unnamed = "void f(int, ..., int [[gnu::aligned(8)]])";
    Row {
        id: "EPIPHANY-GCC12-16",
        occurrences: vec![
            ("in a register", of("EPIPHANY-ARG-01", RAISED)),
            ("of two conventions", of("EPIPHANY-ARG-01", RAISED).changes("EPIPHANY-S28", "R2")),
            ("a double word", of("EPIPHANY-ARG-03", LOWERED)),
            (
                "in the call of itself",
                elsewhere(Callee, "EPIPHANY-ARG-01", RAISED, "a1 in the call of itself"),
            ),
            ("unnamed", elsewhere(Callee, "EPIPHANY-S14", unnamed, "v0")),
        ],
        neighbours: vec![
            ("without a typedef", of("EPIPHANY-ARG-01", PLAIN)),
            ("another clause", of("EPIPHANY-ARG-05", RAISED)),
            ("an unnamed one that was named", elsewhere(Callee, "EPIPHANY-S14", RAISED, "a1")),
            ("a departure", of("EPIPHANY-ARG-01", RAISED).departs("EPIPHANY-S28", "R2")),
            (
                "two conventions of something else",
                of("EPIPHANY-ARG-01", RAISED).changes("EPIPHANY-S05", "R2"),
            ),
        ],
    }
}

fn in_any_register() -> Row {
    let of = |declaration: &str| {
        elsewhere(Callee, "EPIPHANY-ARG-04", declaration, "a1").changes("EPIPHANY-ARG-04", "R2")
    };
    Row {
        id: "EPIPHANY-GCC12-17",
        occurrences: vec![
            ("a double word", of(LOWERED)),
            ("a float", of("void f(int, float [[gnu::aligned(8)]])")),
            ("a double", of("void f(int, double [[gnu::aligned(4)]])")),
        ],
        neighbours: vec![
            ("an int", of(RAISED)),
            ("without a typedef", of("void f(int, long long)")),
            ("another clause", of(LOWERED).changes("EPIPHANY-ARG-05", "R2")),
            (
                "a departure",
                elsewhere(Callee, "EPIPHANY-ARG-04", LOWERED, "a1").departs("EPIPHANY-ARG-04", "R2"),
            ),
        ],
    }
}

fn between_levels() -> Row {
    let of = |clause: &'static str, declaration: &str, argument: &str| {
        elsewhere(Cross, clause, declaration, argument)
    };
    Row {
        id: "EPIPHANY-GCC12-18",
        occurrences: vec![
            ("a word", of("EPIPHANY-ARG-01", RAISED, "a1")),
            ("a double word", of("EPIPHANY-ARG-03", LOWERED, "a1")),
            ("unnamed", of("EPIPHANY-S14", "void f(int, ..., int [[gnu::aligned(8)]])", "v0")),
        ],
        neighbours: vec![
            ("without a typedef", of("EPIPHANY-ARG-01", PLAIN, "a1")),
            ("another clause", of("EPIPHANY-ARG-05", RAISED, "a1")),
            ("a caller", elsewhere(Caller, "EPIPHANY-ARG-05", RAISED, "a1")),
            ("a departure", of("EPIPHANY-ARG-01", RAISED, "a1").departs("EPIPHANY-S28", "R2")),
        ],
    }
}

/// An odd pair of registers in the text that the compiler writes.
fn odd_pair() -> Row {
    let known = "epiphany-elf-gcc-O0: wrote assembly text that its own assembler refuses: ldrd/strd requires even:odd register pair";
    let other = "epiphany-elf-gcc-O0: wrote assembly text that its own assembler refuses: unrecognized instruction `strdx r1'";
    let rejected =
        "epiphany-elf-gcc-O0: rejected the source (exit status 1): ldrd/strd requires even:odd register pair";
    let stops = |declaration: &str, message: &str| Sight::stops("callee unit", declaration, message);
    Row {
        id: "EPIPHANY-GCC12-19",
        occurrences: vec![
            ("at -O0", stops(LOWERED, known)),
            ("at another level", stops(LOWERED, &known.replace("-O0", "-O2"))),
        ],
        neighbours: vec![
            ("without a typedef", stops(PLAIN, known)),
            ("another message", stops(LOWERED, other)),
            ("rejected as C", stops(LOWERED, rejected)),
            ("a hang", stops(LOWERED, "epiphany-elf-gcc-O0: did not end in its time")),
            (
                "an error of its own",
                stops(LOWERED, "epiphany-elf-gcc-O0: internal compiler error: in extract_insn"),
            ),
        ],
    }
}
