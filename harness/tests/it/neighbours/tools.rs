//! Occurrences and neighbours of the entries for assemblers and linkers, in the four forms that such findings have.

use super::riscv::{CLANG_14, CLANG_16, CLANG_19, CLANG_32};
use super::sight::{FORW, FORW_EMULATOR, LLVM, RISCV_TOOLS, RISCV_TOOLS_2_47, Sight};
use super::table::{Named, Row};

const LINKER: &str = "EPIPHANY-S18";
const ASSEMBLER: &str = "EPIPHANY-S26";

/// Clauses that have nothing to do with it.
const OTHERS: [(&str, &str); 2] =
    [("a clause on types", "EPIPHANY-TYPE-01"), ("a clause on sections", "EPIPHANY-S24")];

/// One row for each entry on assemblers and linkers.
pub(crate) fn rows() -> Vec<Row> {
    let mut rows = of_the_epiphany();
    rows.extend(of_the_nyuzi());
    rows.extend(of_forwardcom());
    rows.extend(of_riscv());
    rows
}

fn of_riscv() -> Vec<Row> {
    const SLOT: &str = "the distance to a slot of the global offset table";
    const NONE_SUCH: &str = "a relocation that does not exist";
    const LEB128: &str = "R_RISCV_SET_ULEB128, R_RISCV_SUB_ULEB128";
    const ALIGNED: &str = "an alignment behind a call that may be shortened";
    const FLAGS: &str = "an object with other flags";
    let by = of_compiler;
    vec![
        by(departure("RISCV-BINUTILS-01", "RISCV-OBJ-26", "addend", "R2"), RISCV_TOOLS),
        by(contradiction("RISCV-BINUTILS-02", "RISCV-OBJ-18", "R_RISCV_PLT32"), RISCV_TOOLS),
        by(contradiction("RISCV-BINUTILS-03", "RISCV-OBJ-18", SLOT), RISCV_TOOLS),
        by(contradiction("RISCV-BINUTILS-04", "RISCV-S30", NONE_SUCH), RISCV_TOOLS),
        by(leb128_breakdown(), RISCV_TOOLS),
        by(reserved_breakdown(), RISCV_TOOLS_2_47),
        by(contradiction("RISCV-BINUTILS-06", "RISCV-OBJ-11", FLAGS), RISCV_TOOLS),
        by(sum_beyond_32_bits(), RISCV_TOOLS),
        by(contradiction("RISCV-LLVM-01", "RISCV-OBJ-12", "header"), CLANG_19),
        by(contradiction("RISCV-LLVM-02", "RISCV-OBJ-11", FLAGS), CLANG_19),
        by(contradiction("RISCV-LLVM-03", "RISCV-OBJ-41", LEB128), CLANG_14),
        by(contradiction("RISCV-LLVM-03", "RISCV-OBJ-41", LEB128), CLANG_16),
        by(contradiction("RISCV-LLVM-05", "RISCV-OBJ-27", ALIGNED), CLANG_14),
        by(contradiction("RISCV-LLVM-06", "RISCV-S30", NONE_SUCH), CLANG_19),
        high_words(),
        wide_distances(),
    ]
}

/// A linker that does not reduce a sum to 32 bits.
fn sum_beyond_32_bits() -> Row {
    const CLAUSE: &str = "RISCV-OBJ-20";
    let branch = |subject: &str, observed: &str| seen().sees(&[CLAUSE], subject, "81", observed);
    let refused = "refused: relocation truncated to fit: R_RISCV_BRANCH against x";
    Row {
        id: "RISCV-BINUTILS-07",
        occurrences: vec![
            ("a branch", branch("R_RISCV_BRANCH", refused)),
            ("a jump", branch("R_RISCV_JAL", refused)),
        ],
        neighbours: vec![
            ("another distance", branch("R_RISCV_BRANCH", "80")),
            ("a branch that is accepted", branch("R_RISCV_BRANCH", "accepted: 81")),
            ("a refusal for another reason", branch("R_RISCV_BRANCH", "refused: undefined reference to x")),
            ("a word", branch("R_RISCV_32", refused)),
            ("the header", branch("header", refused)),
        ],
    }
}

/// A linker that takes words of 32 bits for signed ones.
fn high_words() -> Row {
    const CLAUSE: &str = "RISCV-OBJ-26";
    let refused =
        "refused: ld.lld-19: error: c0.o:(.c0s0+0x0): relocation R_RISCV_SET32 out of range: 3438732185";
    let word =
        |subject: &str, observed: &str| seen().by(CLANG_32).sees(&[CLAUSE], subject, "99 e3 f6 cc", observed);
    Row {
        id: "RISCV-LLVM-07",
        occurrences: vec![("a word", word("R_RISCV_SET32", refused))],
        neighbours: vec![
            ("another value", word("R_RISCV_SET32", "accepted: 99 e3 f6 4c")),
            ("a refusal for another reason", word("R_RISCV_SET32", "refused: undefined symbol: x")),
            ("fewer bits", word("R_RISCV_SET16", refused)),
            (
                "a clause on something else",
                seen().by(CLANG_32).sees(&["RISCV-OBJ-12"], "R_RISCV_SET32", "99", refused),
            ),
            ("a version that is mended", word("R_RISCV_SET32", refused).by("clang 24.0.0 riscv32")),
        ],
    }
}

/// A linker that takes distances of 32 bits for ones of 64.
fn wide_distances() -> Row {
    const CLAUSE: &str = "RISCV-OBJ-20";
    let refused =
        "refused: ld.lld-19: error: c0.o:(.c0s0+0x0): relocation R_RISCV_JAL out of range: 4294967296";
    let jump = |subject: &str, observed: &str| seen().by(CLANG_32).sees(&[CLAUSE], subject, "6f", observed);
    let other = |subject: &str| seen().by(CLANG_32).sees(&["RISCV-OBJ-18"], subject, "6f", refused);
    Row {
        id: "RISCV-LLVM-08",
        occurrences: vec![
            ("a jump", jump("R_RISCV_JAL", refused)),
            ("a branch", jump("R_RISCV_BRANCH", refused)),
            ("a compressed jump", other("R_RISCV_RVC_JUMP")),
            ("a distance", other("R_RISCV_32_PCREL")),
        ],
        neighbours: vec![
            ("a jump that is accepted", jump("R_RISCV_JAL", "accepted: 6e")),
            ("a refusal for another reason", jump("R_RISCV_JAL", "refused: undefined symbol: x")),
            ("the upper part of an address", jump("R_RISCV_PCREL_HI20", refused)),
            ("an address", other("R_RISCV_32")),
            ("a version before it", jump("R_RISCV_JAL", refused).by("clang 17.0.6 riscv32")),
        ],
    }
}

/// A linker that breaks down over a relocation that it does not know.
fn leb128_breakdown() -> Row {
    let broken = |given: &str, observed: &str| {
        Sight::of_tools(given).breaks_down().sees(&[], "input", "a file, or a refusal", observed)
    };
    let words = "riscv64-binutils-lp64d: killed by signal 11";
    let given =
        "relocation 60 at 0x100, symbol 0x1234, addend 0; relocation 61 at 0x100, symbol 0x1200, addend 0";
    let in_program = format!(
        "relocation 19 at 0x11004, symbol in a section at 0x11044, addend 0; {given}; a start that calls it"
    );
    Row {
        id: "RISCV-BINUTILS-05",
        occurrences: vec![("a number", broken(given, words)), ("a program", broken(&in_program, words))],
        neighbours: vec![
            ("another relocation", broken("relocation 59 at 0x100, symbol 0x1234, addend 0", words)),
            ("one with more digits", broken("relocation 160 at 0x100, symbol 0x1234, addend 0", words)),
            ("one that is six times ten", broken("relocation 600 at 0x100, symbol 0x1234, addend 0", words)),
            ("a statement", broken("addi a0,a0,60", words)),
            ("no end", broken(given, "riscv64-binutils-lp64d: did not end in 10 s")),
        ],
    }
}

/// A linker that breaks down over a relocation that does not exist.
fn reserved_breakdown() -> Row {
    let broken = |given: &str, observed: &str| {
        Sight::of_tools(given).breaks_down().sees(&[], "input", "a file, or a refusal", observed)
    };
    let words = "riscv64-binutils-lp64d: killed by signal 11";
    let given = "relocation 66 at 0x200, symbol 0x81, addend 0";
    Row {
        id: "RISCV-BINUTILS-08",
        occurrences: vec![("alone", broken(given, words))],
        neighbours: vec![
            ("another relocation", broken("relocation 67 at 0x200, symbol 0x81, addend 0", words)),
            ("one with more digits", broken("relocation 166 at 0x200, symbol 0x81, addend 0", words)),
            ("no end", broken(given, "riscv64-binutils-lp64d: did not end in 10 s")),
        ],
    }
}

fn of_forwardcom() -> Vec<Row> {
    vec![
        of_compiler(contradiction("FORWARDCOM-FORW-01", "FORWARDCOM-S27", "sys_call(1,{i})"), FORW),
        of_compiler(half_payload(), FORW_EMULATOR),
        of_compiler(unsaid_registers(), FORW),
        of_compiler(weak_function(), FORW),
    ]
}

/// The linker's treatment of register use that no object declares.
fn unsaid_registers() -> Row {
    const CLAUSE: &str = "FORWARDCOM-OBJ-07";
    const ROW: &str = "a reference that expects nothing in so many words";
    let made = |clause: &'static str, row: &str| seen().sees(&[clause], row, "a refusal", "accepted: 00");
    Row {
        id: "FORWARDCOM-FORW-03",
        occurrences: vec![("it links", made(CLAUSE, ROW))],
        neighbours: vec![
            ("an expectation in so many words", made(CLAUSE, "the registers that a reference expects")),
            ("a function that keeps to it is refused", {
                seen().sees(&["FORWARDCOM-REG-09"], ROW, "00", "refused: error 310")
            }),
            ("a weak name", made("FORWARDCOM-LANG-16", "a weak name beside another one")),
            ("another clause", made("FORWARDCOM-OBJ-06", ROW)),
            ("now this and now that", made(CLAUSE, ROW).changes(CLAUSE, "R2")),
        ],
    }
}

/// The linker's replacement of a weak function.
fn weak_function() -> Row {
    const CLAUSE: &str = "FORWARDCOM-S22";
    const ROW: &str = "a weak function that is defined nowhere";
    let ran = |clause: &'static str, row: &str, observed: &str| {
        seen().sees(&[clause], row, "a program that comes back with 0", observed)
    };
    let lost = "it does not come back: stopped at 0x110: there is no code here";
    Row {
        id: "FORWARDCOM-FORW-04",
        occurrences: vec![("it is called", ran(CLAUSE, ROW, lost))],
        neighbours: vec![
            ("another number", ran(CLAUSE, ROW, "it comes back with 0x5 and 0x0")),
            ("a refusal", ran(CLAUSE, ROW, "refused: undefined symbol")),
            ("another row", ran(CLAUSE, "the registers that a reference expects", lost)),
            ("another clause", ran("FORWARDCOM-LANG-16", ROW, lost)),
        ],
    }
}

/// The emulator's treatment of half precision.
fn half_payload() -> Row {
    const CLAUSE: &str = "FORWARDCOM-TYPE-13";
    const HALF: &str = "higher-payload-half";
    let seen = |operation: &str, clause: &'static str| {
        let seen = Sight::of_expression(operation, false);
        seen.sees(&[clause], &format!("value of {operation}"), "0x7f00", "0x7e01")
    };
    Row {
        id: "FORWARDCOM-FORW-02",
        occurrences: vec![("its operation", seen(HALF, CLAUSE))],
        neighbours: vec![
            ("a float", seen("higher-payload-first", CLAUSE)),
            ("a double", seen("higher-payload-double", CLAUSE)),
            ("a single NaN", seen("payload-half", "FORWARDCOM-TYPE-12")),
            ("another clause", seen(HALF, "FORWARDCOM-TYPE-12")),
            ("a fault of the emulator", seen(HALF, CLAUSE).breaks_down()),
            ("another operation of its name", seen("higher-payload-half-2", CLAUSE)),
        ],
    }
}

/// A row as it is seen of another compiler.
fn of_compiler(row: Row, compiler: &'static str) -> Row {
    let by = |(name, sight): Named| (name, sight.by(compiler));
    Row {
        id: row.id,
        occurrences: row.occurrences.into_iter().map(by).collect(),
        neighbours: row.neighbours.into_iter().map(by).collect(),
    }
}

fn of_the_nyuzi() -> Vec<Row> {
    const CLAUSE: &str = "NYUZI-S27";
    let rows = vec![
        conventions("NYUZI-LLVM9-01", CLAUSE, "immediate"),
        contradiction("NYUZI-LLVM9-02", CLAUSE, ".byte {x}"),
        contradiction("NYUZI-LLVM9-03", CLAUSE, ".short {x}"),
        contradiction("NYUZI-LLVM9-04", CLAUSE, ".long {x}-."),
        contradiction("NYUZI-LLVM9-05", CLAUSE, "move {d},{y}"),
        contradiction("NYUZI-LLVM9-06", CLAUSE, "or {d},{n},{y}"),
        contradiction("NYUZI-LLVM9-07", CLAUSE, "add_i {d},{n},{y}"),
        contradiction("NYUZI-LLVM9-08", CLAUSE, "movehi {d},{y}"),
        contradiction("NYUZI-LLVM9-09", CLAUSE, "li {d},{x}"),
        contradiction("NYUZI-LLVM9-10", CLAUSE, "move {d},hi({y})"),
        contradiction("NYUZI-LLVM9-11", CLAUSE, "movehi {d},lo({y})"),
        departure("NYUZI-LLVM9-12", CLAUSE, "immediate", "R2"),
        stop("NYUZI-LLVM9-13", ".byte"),
        stop("NYUZI-LLVM9-14", ".short"),
    ];
    rows.into_iter().map(|row| of_compiler(row, LLVM)).collect()
}

/// An assembler that stops at a statement with a symbol, and not at another one.
fn stop(id: &'static str, statement: &str) -> Row {
    let stops = |statement: &str, operand: &str, message: &str| {
        Sight::of_tools(&format!("{statement} {operand}")).breaks_down().sees(
            &[],
            "input",
            "a file, or a refusal",
            &format!("nyuzi-llvm: {message}"),
        )
    };
    let known = "killed by signal 6: Invalid fixup kind!";
    Row {
        id,
        occurrences: vec![
            ("by its assertion", stops(statement, "x", known)),
            ("with an addend", stops(statement, "x-2147483648", "killed by signal 11")),
            ("in words", stops(statement, "x+1", "internal compiler error: Invalid fixup kind!")),
        ],
        neighbours: vec![
            ("a hang", stops(statement, "x", "did not end in its time")),
            ("a number", stops(statement, "17", known)),
            ("another statement", stops(".skip", "x", known)),
            ("a word", stops(".long", "x", known)),
            ("an instruction", stops("move s0,", "x", known)),
        ],
    }
}

fn of_the_epiphany() -> Vec<Row> {
    let cut = "refused: relocation truncated to fit: R_EPIPHANY_8 against x";
    let mut rows = vec![
        contradiction("EPIPHANY-BINUTILS-01", LINKER, "R_EPIPHANY_16"),
        contradiction("EPIPHANY-BINUTILS-02", LINKER, "R_EPIPHANY_16_PCREL"),
        contradiction("EPIPHANY-BINUTILS-03", LINKER, "R_EPIPHANY_32_PCREL"),
        contradiction("EPIPHANY-BINUTILS-04", LINKER, "R_EPIPHANY_SIMM8"),
        contradiction("EPIPHANY-BINUTILS-05", LINKER, "R_EPIPHANY_SIMM11"),
        contradiction("EPIPHANY-BINUTILS-06", LINKER, "R_EPIPHANY_IMM11"),
        contradiction("EPIPHANY-BINUTILS-07", LINKER, "R_EPIPHANY_IMM8"),
        contradiction("EPIPHANY-BINUTILS-08", LINKER, "R_EPIPHANY_SIMM11: an error of the tool's own"),
        departure("EPIPHANY-BINUTILS-09", LINKER, "contents", "R15"),
        contradiction("EPIPHANY-BINUTILS-10", LINKER, "R_EPIPHANY_SIMM24"),
        contradiction("EPIPHANY-BINUTILS-12", LINKER, "a relocation that does not exist"),
        contradiction("EPIPHANY-BINUTILS-14", ASSEMBLER, "mov {d},%high({x})"),
        contradiction("EPIPHANY-BINUTILS-15", ASSEMBLER, "movt {d},%low({x})"),
        departure("EPIPHANY-BINUTILS-16", ASSEMBLER, "reach", "R26"),
        departure("EPIPHANY-BINUTILS-17", ASSEMBLER, "half", "R28"),
        conventions("EPIPHANY-BINUTILS-18", ASSEMBLER, "signed"),
        conventions("EPIPHANY-BINUTILS-19", ASSEMBLER, "pair"),
        conventions("EPIPHANY-BINUTILS-20", ASSEMBLER, "field"),
        conventions("EPIPHANY-BINUTILS-21", ASSEMBLER, "constant"),
        departure("EPIPHANY-BINUTILS-22", ASSEMBLER, "signed", "R18"),
        conventions("EPIPHANY-BINUTILS-23", LINKER, "contents"),
        contradiction("EPIPHANY-BINUTILS-24", LINKER, "R_EPIPHANY_IMM11: an error of the tool's own"),
        contradiction(
            "EPIPHANY-BINUTILS-25",
            LINKER,
            "a relocation that does not exist: an error of the tool's own",
        ),
        breakdown(),
    ];
    let byte = |subject: &str, observed: &str| seen().sees(&[LINKER], subject, "81", observed);
    rows.push(Row {
        id: "EPIPHANY-BINUTILS-11",
        occurrences: vec![
            ("a byte", byte("R_EPIPHANY_8", cut)),
            ("a distance", byte("R_EPIPHANY_8_PCREL", cut)),
        ],
        neighbours: vec![
            ("another byte", byte("R_EPIPHANY_8", "80")),
            ("a byte that is accepted", byte("R_EPIPHANY_8", "accepted: 81")),
            ("a refusal for another reason", byte("R_EPIPHANY_8", "refused: undefined reference to x")),
            ("a word", byte("R_EPIPHANY_32", cut)),
            ("the header", byte("header", cut)),
        ],
    });
    rows
}

fn seen() -> Sight {
    Sight::of_tools("relocation 1 at 0x100, symbol 0x1234, addend 0")
}

/// Something wrong that has no name but that of its row.
fn contradiction(id: &'static str, clause: &'static str, row: &str) -> Row {
    let wrong = |clause: &'static str, row: &str| seen().sees(&[clause], row, "00 01", "00 00");
    let mut neighbours: Vec<Named> = vec![
        ("a longer name", wrong(clause, &format!("{row}1"))),
        ("another row", wrong(clause, "R_EPIPHANY_32")),
        ("two rows", wrong(clause, &format!("{row}, {row}"))),
        ("a departure", wrong(clause, row).departs(clause, "R99")),
        ("now this and now that", wrong(clause, row).changes(clause, "R99")),
    ];
    neighbours.extend(OTHERS.map(|(name, other)| (name, wrong(other, row))));
    Row { id, occurrences: vec![("its row", wrong(clause, row))], neighbours }
}

/// A departure that has a name.
fn departure(id: &'static str, clause: &'static str, question: &str, reading: &str) -> Row {
    let wrong = || seen().sees(&[clause], "a row", "a refusal", "accepted: 00 00");
    let answer = format!("{question}={reading}");
    let mut neighbours: Vec<Named> = vec![
        ("without a name", wrong()),
        ("another answer", wrong().departs(clause, &format!("{question}=R1"))),
        ("another question", wrong().departs(clause, &format!("another={reading}"))),
        ("no question", wrong().departs(clause, reading)),
        ("something else as well", wrong().departs(clause, &answer).departs(clause, "another=R1")),
    ];
    neighbours.extend(OTHERS.map(|(name, other)| (name, wrong().departs(other, &answer))));
    Row { id, occurrences: vec![("by name", wrong().departs(clause, &answer))], neighbours }
}

/// A question that is answered in two ways.
fn conventions(id: &'static str, clause: &'static str, question: &str) -> Row {
    let wrong = || seen().sees(&[clause], "a row", "a refusal", "accepted: 00 00");
    let answer = format!("{question}=R1");
    let mut neighbours: Vec<Named> = vec![
        ("without a question", wrong()),
        ("another question", wrong().changes(clause, "another=R1")),
        ("no question", wrong().changes(clause, "R1")),
        ("always the other answer", wrong().departs(clause, &answer)),
        ("another question as well", wrong().changes(clause, &answer).changes(clause, "another=R1")),
    ];
    neighbours.extend(OTHERS.map(|(name, other)| (name, wrong().changes(other, &answer))));
    Row { id, occurrences: vec![("now this and now that", wrong().changes(clause, &answer))], neighbours }
}

/// A linker that breaks down.
fn breakdown() -> Row {
    let broken = |given: &str, observed: &str| {
        Sight::of_tools(given).breaks_down().sees(&[], "input", "a file, or a refusal", observed)
    };
    let words = "epiphany-elf-binutils: BFD (GNU Binutils) 2.40 internal error, aborting";
    let given = "relocation 15 at 0x100, symbol 0x1234, addend 0";
    Row {
        id: "EPIPHANY-BINUTILS-13",
        occurrences: vec![
            ("an internal error", broken(given, words)),
            ("a signal", broken(given, "epiphany-elf-binutils: was killed by signal 11")),
        ],
        neighbours: vec![
            ("a relocation that exists", broken("relocation 13 at 0x100, symbol 0x1234, addend 0", words)),
            ("one far beyond", broken("relocation 150 at 0x100, symbol 0x1234, addend 0", words)),
            ("a statement", broken("mov r0,r1", words)),
            (
                "a file that is none",
                broken(given, "epiphany-elf-binutils: wrote an object file that cannot be used"),
            ),
            ("no end", broken(given, "epiphany-elf-binutils: did not end in 10 s")),
        ],
    }
}
