//! The form of object files: what is right, and each way of being wrong.

use crosscall_model::Target;
use crosscall_model::object::{Object, ObjectPlace, ObjectSection, ObjectSymbol};
use crosscall_oracle::abi;
use crosscall_oracle::judge::judge_object;

fn good() -> Object {
    let section = |name: &str, executable| ObjectSection {
        name: name.to_owned(),
        executable,
        relocations: vec![(4, 3), (8, 13)],
    };
    let function = ObjectSymbol {
        name: "_f0".to_owned(),
        binding: "Global",
        visible: true,
        place: ObjectPlace::Section(1),
        size: 12,
    };
    let used = ObjectSymbol { place: ObjectPlace::Undefined, name: "_called".to_owned(), ..function.clone() };
    Object { sections: vec![section(".data", false), section(".text", true)], symbols: vec![used, function] }
}

/// What is told of an object file that was changed.
fn told(change: impl FnOnce(&mut Object)) -> String {
    let mut object = good();
    change(&mut object);
    let judgement = judge_object(Target::Epiphany, &abi::object_plan(Target::Epiphany), "_f0", &object);
    let line = |m: &crosscall_model::finding::Mismatch| {
        let words = m.words();
        format!("{}: {}: {}, not {}", m.clauses.join(" "), words.subject, words.observed, words.expected)
    };
    judgement.mismatches.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_wrong_is_told_under_its_clause() {
    assert_eq!(told(|_| {}), "");
    let elsewhere =
        "EPIPHANY-S18: symbol: Global binding, section .data, not a global symbol in a section of code";
    assert_eq!(told(|o| o.symbols[1].place = ObjectPlace::Section(0)), elsewhere);
    assert_eq!(
        told(|o| (o.symbols[1].visible, o.symbols[1].binding) = (false, "Local")),
        "EPIPHANY-S18: symbol: Local binding, section .text, not a global symbol in a section of code"
    );
    assert_eq!(told(|o| drop(o.symbols.remove(1))), "EPIPHANY-S18: symbol: none, not a function `_f0`");
    // Another function is defined, or this one only used.
    let none = "EPIPHANY-S18: symbol: none, not a function `_f0`";
    assert_eq!(told(|o| o.symbols[1].name = "_other".to_owned()), none);
    assert_eq!(told(|o| o.symbols[1].place = ObjectPlace::Undefined), none);
    let unknown = "EPIPHANY-S18: relocation: number 14 at .text+0x8, not a relocation that binutils knows";
    assert_eq!(told(|o| o.sections[1].relocations[1].1 = 14), unknown);
    let absolute = |at, size| {
        told(|o| {
            let symbol = ObjectSymbol { place: ObjectPlace::Absolute(at), size, ..o.symbols[1].clone() };
            o.symbols.push(ObjectSymbol { name: "_low".to_owned(), ..symbol });
        })
    };
    assert_eq!(absolute(0xfc, 4), "EPIPHANY-MEM-01: symbol: `_low` at 0xfc, not nothing in reserved memory");
    assert_eq!(absolute(0xfc, 0), "", "a number and no object");
    assert_eq!(absolute(0x100, 4), "");
}

#[test]
fn what_was_there_to_be_seen_counts_as_tested() {
    let plan = abi::object_plan(Target::Epiphany);
    assert_eq!(
        judge_object(Target::Epiphany, &plan, "_f0", &good()).exercised,
        ["EPIPHANY-S18", "EPIPHANY-MEM-01"]
    );
}
