//! The form of object files: what is right, and each way of being wrong.

use crosscall_model::Target;
use crosscall_model::finding::Mismatch;
use crosscall_model::object::{Object, ObjectForm, ObjectPlace, ObjectSection, ObjectSymbol};
use crosscall_oracle::abi;
use crosscall_oracle::judge::judge_object;

const FORM: ObjectForm = ObjectForm { class: 1, byte_order: 1, os_abi: 0 };

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
    Object {
        form: Some(FORM),
        flags: 0,
        sections: vec![section(".data", false), section(".text", true)],
        symbols: vec![used, function],
    }
}

fn line(m: &Mismatch) -> String {
    let words = m.words();
    format!("{}: {}: {}, not {}", m.clauses.join(" "), words.subject, words.observed, words.expected)
}

/// Contradictions of an object file that was changed.
fn reported(change: impl FnOnce(&mut Object)) -> String {
    let mut object = good();
    change(&mut object);
    let judgement = judge_object(Target::Epiphany, &abi::object_plan(Target::Epiphany), "_f0", &object);
    judgement.mismatches.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_wrong_is_reported_under_its_clause() {
    assert_eq!(reported(|_| {}), "");
    let elsewhere =
        "EPIPHANY-S18: symbol: Global binding, section .data, not a global symbol in a section of code";
    assert_eq!(reported(|o| o.symbols[1].place = ObjectPlace::Section(0)), elsewhere);
    assert_eq!(
        reported(|o| (o.symbols[1].visible, o.symbols[1].binding) = (false, "Local")),
        "EPIPHANY-S18: symbol: Local binding, section .text, not a global symbol in a section of code"
    );
    assert_eq!(reported(|o| drop(o.symbols.remove(1))), "EPIPHANY-S18: symbol: none, not a function `_f0`");
    // Another function is defined, or this one only used.
    let none = "EPIPHANY-S18: symbol: none, not a function `_f0`";
    assert_eq!(reported(|o| o.symbols[1].name = "_other".to_owned()), none);
    assert_eq!(reported(|o| o.symbols[1].place = ObjectPlace::Undefined), none);
    let unknown = "EPIPHANY-S18: relocation: number 14 at .text+0x8, not a relocation that binutils knows";
    assert_eq!(reported(|o| o.sections[1].relocations[1].1 = 14), unknown);
    let absolute = |at, size| {
        reported(|o| {
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

/// Demands of the DPU's document on the header and on the size of code.
#[test]
fn headers_and_room_for_code() {
    let reported = |change: fn(&mut Object)| {
        let mut object = Object { flags: 0x0280_0000, ..good() };
        object.sections.iter_mut().for_each(|section| section.relocations.clear());
        change(&mut object);
        let judgement = judge_object(Target::Dpu, &abi::object_plan(Target::Dpu), "_f0", &object);
        judgement.mismatches.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(reported(|_| {}), "");
    assert_eq!(
        reported(|o| o.form = Some(ObjectForm { os_abi: 3, ..FORM })),
        "DPU-OBJ-02: EI_OSABI: 0x3, not 0x0 in the bits 0xff"
    );
    assert_eq!(
        reported(|o| o.form = Some(ObjectForm { class: 2, ..FORM })),
        "DPU-OBJ-01: EI_CLASS: 0x2, not 0x1 in the bits 0xff"
    );
    assert_eq!(
        reported(|o| o.form = Some(ObjectForm { byte_order: 2, ..FORM })),
        "DPU-OBJ-01: EI_DATA: 0x2, not 0x1 in the bits 0xff"
    );
    assert_eq!(reported(|o| o.form = None), "", "nobody looked");
    assert_eq!(
        reported(|o| o.flags = 0x0180_0000),
        "DPU-OBJ-07 DPU-OBJ-05 DPU-OBJ-06: e_flags: 0x1800000, not 0x2000000 in the bits 0xff000000"
    );
    assert_eq!(
        reported(|o| o.flags = 0x0200_0000),
        "DPU-OBJ-04: e_flags: 0x2000000, not 0x800000 in the bits 0x800000"
    );
    assert_eq!(reported(|o| o.flags = 0x0280_0001), "", "nothing is said of other bits");
    assert_eq!(reported(|o| o.symbols[1].size = 4096 * 8), "");
    assert_eq!(
        reported(|o| o.symbols[1].size = 4096 * 8 + 8),
        "DPU-MEM-01: code: 32776 bytes, not at most 32768 bytes"
    );
    assert_eq!(reported(|o| o.symbols[0].size = 1 << 20), "", "another one");
}
