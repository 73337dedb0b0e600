//! One list of questions: what the clause catalogue asks is what the embedded code generator can be told, under the
//! same names and with the same numbers. Where one of them has more, a table says why.

use std::collections::{BTreeMap, BTreeSet};

use crosscall_embedded::choices;
use crosscall_model::Target;
use crosscall_model::target::riscv::AbiFacts;
use crosscall_oracle::clause::{Choice, catalogue};

/// Readings by question, both as people write them.
type List = BTreeMap<String, BTreeSet<String>>;

fn catalogued(target: Target) -> List {
    let catalogue = catalogue(target);
    let question = |index| {
        let (clause, choice) = catalogue.choice(index);
        let name = format!("{} {}", clause.id, choice.name).trim_end().to_owned();
        (name, choice.readings.iter().map(|reading| reading.id.clone()).collect())
    };
    catalogue.choices().map(question).collect()
}

fn embedded(target: Target) -> List {
    let numbers = |readings: &[u8]| readings.iter().map(|n| format!("R{n}")).collect();
    choices(target).iter().map(|choice| (choice.key.to_owned(), numbers(choice.readings))).collect()
}

/// True if only assemblers and linkers can answer a question, which is then about their treatment of a text.
fn is_of_tools(choice: &Choice) -> bool {
    let elsewhere = choice.elsewhere.as_deref();
    elsewhere
        .is_some_and(|reason| reason.starts_with("only a linker") || reason.starts_with("only an assembler"))
}

/// ABIs, as a test of them, and a question or a reading that only RISC-V's catalogue has for them.
type OfAbis = (fn(&AbiFacts) -> bool, &'static str);

/// No case has what they are about, or nothing follows from them.
const RISCV: &[OfAbis] = &[
    (|_| true, "RISCV-LAYOUT-08"),
    // A plan has both relocations.
    (|_| true, "RISCV-OBJ-21"),
    (|_| true, "RISCV-S01 record"),
    // The generator extends atomic integers, and looks at their structures where it takes any apart.
    (|_| true, "RISCV-S01 extension"),
    (|abi| abi.flen == 0, "RISCV-S01 member"),
    (|_| true, "RISCV-S19"),
    // Where all registers of arguments are for integers, it says nothing of a vector.
    (|abi| abi.flen == 0, "RISCV-ARG-23=R2"),
    // Of integers of two words with 64-bit registers it has the first readings alone.
    (|abi| abi.xlen == 8, "RISCV-ARG-13"),
    (|abi| abi.xlen == 8, "RISCV-ARG-15"),
    (|abi| abi.xlen == 8, "RISCV-TYPE-22"),
    // No bit-field is wider than a word.
    (|abi| abi.xlen == 8 && abi.flen > 0, "RISCV-ARG-49 bit-field"),
];

/// Questions, or single readings of one, that only the catalogue has.
fn only_catalogued(target: Target) -> BTreeSet<String> {
    let others: Vec<&str> = match target {
        // The loader and the start-up code are not written by the generator, which extends atomic integers.
        Target::Epiphany => vec!["EPIPHANY-MEM-17 spill", "EPIPHANY-S27"],
        // The first is about the linker's own table, the others about the values of expressions, for which it has a list of
        // its own.
        Target::Nyuzi => {
            vec![
                "NYUZI-OBJ-06",
                "NYUZI-LANG-17",
                "NYUZI-LANG-19 order",
                "NYUZI-LANG-25",
                "NYUZI-LANG-27",
                "NYUZI-S28",
            ]
        }
        Target::Riscv(abi) => {
            let own = RISCV.iter().filter(|(has, _)| has(abi.facts()));
            own.map(|(_, name)| *name).collect()
        }
        Target::Dpu => vec!["DPU-S33"],
        Target::Ipu => vec!["IPU-S27"],
        Target::ForwardCom | Target::X86_64 | Target::Aarch64 | Target::Invented => Vec::new(),
    };
    let catalogue = catalogue(target);
    let of_tools = catalogue.choices().map(|index| catalogue.choice(index));
    let of_tools = of_tools.filter(|(_, choice)| is_of_tools(choice));
    let of_tools =
        of_tools.map(|(clause, choice)| format!("{} {}", clause.id, choice.name).trim_end().to_owned());
    of_tools.chain(others.iter().map(|name| (*name).to_owned())).collect()
}

/// Readings that only the generator has, each with the reason.
fn only_embedded(target: Target) -> &'static [(&'static str, &'static str)] {
    match target {
        Target::Epiphany => &[
            (
                "EPIPHANY-REG-09",
                "the catalogue does not offer a callee that removes its arguments: no compiler is known to",
            ),
            ("EPIPHANY-REG-11", "the catalogue does not check for a chain of frames, and allows it"),
            (
                "EPIPHANY-CALL-04",
                "the catalogue allows a return by any register, and does not check which one it is",
            ),
            (
                "EPIPHANY-S13",
                "the catalogue takes the sentence as it is; code that follows the other sense is for a fault",
            ),
            (
                "EPIPHANY-STACK-10=R2",
                "a store that moves the pointer touches nothing below it: R1 allows it, as other code",
            ),
        ],
        Target::Nyuzi => &[(
            "NYUZI-REG-07",
            "who keeps gp for nothing else preserves it, as who uses it does: no caller or callee can tell them apart",
        )],
        Target::Dpu | Target::Ipu | Target::ForwardCom | Target::Riscv(_) | Target::Invented => &[],
        Target::X86_64 | Target::Aarch64 => &[],
    }
}

/// Every target with a second reading, and that of the tests.
fn targets() -> impl Iterator<Item = Target> {
    Target::built_in().chain([Target::Invented])
}

/// Questions of one list, or readings of one, that the other does not have.
fn missing(from: &List, other: &List) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (question, readings) in from {
        match other.get(question) {
            None => {
                found.insert(question.clone());
            }
            Some(known) => found.extend(readings.difference(known).map(|r| format!("{question}={r}"))),
        }
    }
    found
}

#[test]
fn both_rooms_ask_the_same_questions() {
    for target in targets() {
        let (catalogued, embedded) = (catalogued(target), embedded(target));
        let named = |table: &[(&str, &str)]| table.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(
            missing(&catalogued, &embedded),
            only_catalogued(target),
            "{target}: only in the catalogue"
        );
        let expected: BTreeSet<String> = named(only_embedded(target));
        assert_eq!(missing(&embedded, &catalogued), expected, "{target}: only in the embedded generator");
    }
}

/// A question is written for `--dialect` as findings print it, and as the embedded generator has it.
#[test]
fn one_spelling_is_understood_everywhere() {
    use crosscall_explain::dialect::Dialect;
    for target in targets() {
        for (question, readings) in catalogued(target) {
            for reading in readings {
                let text = format!("{question}={reading}");
                assert!(Dialect::parse(target, &text).is_ok(), "{text}");
                assert!(catalogue(target).find_answer(&text).is_some(), "{text}");
                let embedded = crosscall_embedded::Readings::parse(target, &text);
                let exempt = [&question, &text].iter().any(|name| only_catalogued(target).contains(*name));
                assert_eq!(embedded.is_err(), exempt, "{text}");
            }
        }
    }
}
