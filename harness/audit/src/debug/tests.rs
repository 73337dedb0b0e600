//! Objects made by hand: what agrees, what does not, and what cannot be compared.

use super::damaged::{audit, audit_seeds};
use super::{Examination, Material, Note, read};
use crate::Exception;
use crate::debug::made::{Is, Made};
use crosscall_engine::machine::{mark, tools};
use crosscall_explain::dialect::Dialect;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;
use crosscall_reports::audit::layout::{Kind, StaticAudit, StaticVerdict, json, junit, text};
use crosscall_reports::picture::{Page, on_page};
use expect_test::{Expect, expect};
use gimli::constants as dw;
use proptest::prelude::*;

const RV64: Target = Target::Riscv(Abi::Lp64d);
const GCC: &str = "GNU C17 12.2.0";

fn files(target: Target, objects: &[ObjectFile]) -> Vec<Material> {
    let mut all = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        let mut object = object.clone();
        mark(target, &mut object);
        if target == Target::Dpu {
            object.flags = crosscall_machines::dpu::link::ABI_FLAGS;
        }
        let bytes = tools(target).write_object(&object).unwrap();
        read(target, &format!("{number}.o"), &bytes, |material| all.push(material.unwrap())).unwrap();
    }
    all
}

fn audited(target: Target, dialect: &str, objects: &[ObjectFile], exceptions: &[Exception]) -> StaticAudit {
    let dialect = Dialect::parse(target, dialect).unwrap();
    let mut examination = Examination::new(target, &dialect);
    for material in files(target, objects) {
        examination.look(&material);
    }
    examination.reported(exceptions)
}

/// The report on a unit with the base types `char`, `int` and `double` of RISC-V, and what else is made.
fn of(version: &'static str, make: impl FnOnce(&mut Made, [u32; 3])) -> StaticAudit {
    let mut made = Made::new(8, dw::DW_LANG_C11, version);
    let char = made.base("char", dw::DW_ATE_unsigned_char, 1);
    let int = made.base("int", dw::DW_ATE_signed, 4);
    let double = made.base("double", dw::DW_ATE_float, 8);
    make(&mut made, [char, int, double]);
    audited(RV64, "", &[made.object("f")], &[])
}

/// Names and clauses of what disagrees.
fn found(audit: &StaticAudit) -> Vec<String> {
    audit.disagreements.iter().map(|found| format!("{} {}", found.clause(), found.name)).collect()
}

/// Reasons for which something of a kind could not be compared.
fn reasons(audit: &StaticAudit, kind: Kind) -> Vec<&str> {
    let of_kind = audit.left_out.iter().filter(|left_out| left_out.kind == kind);
    of_kind.map(|left_out| left_out.reason.as_str()).collect()
}

#[test]
fn what_is_as_the_document_has_it_agrees() {
    let audit = of(GCC, |made, [char, int, double]| {
        made.record("s", 16, &[("a", char, 0), ("b", int, 4), ("c", double, 8)]);
        made.function("f", &[("x", int, vec![dw::DW_OP_reg10.0]), ("y", double, vec![dw::DW_OP_regx.0, 42])]);
    });
    assert_eq!(found(&audit), [""; 0]);
    assert_eq!(audit.verdict(), StaticVerdict::Clean);
    let agreed = |kind| audit.tally(kind).agreed;
    let kinds = [Kind::BaseType, Kind::Record, Kind::Member, Kind::Function, Kind::Parameter];
    assert_eq!(kinds.map(agreed), [3, 1, 3, 1, 2]);
    assert_eq!(audit.exit_code(), 0);
}

#[test]
fn sizes_and_signs_of_base_types() {
    let audit = of(GCC, |made, _| {
        made.base("long int", dw::DW_ATE_signed, 4);
        made.base("signed char", dw::DW_ATE_signed_char, 1);
        made.base("short int", dw::DW_ATE_unsigned, 2);
    });
    let subjects: Vec<&str> = audit.disagreements.iter().map(|found| found.subject.as_str()).collect();
    assert_eq!(subjects, ["size of `long int`", "sign of `short int`"]);
    assert!(audit.disagreements.iter().all(|found| found.clause().starts_with("RISCV-")), "{audit:?}");
    assert_eq!(audit.exit_code(), 1);
}

#[test]
fn a_member_in_another_place() {
    let audit = of(GCC, |made, [char, int, _]| {
        made.record("s", 12, &[("a", int, 0), ("b", int, 8), ("c", char, 4)]);
    });
    assert_eq!(found(&audit), ["RISCV-S06 member struct s.b", "RISCV-S06 member struct s.c"]);
    assert_eq!(audit.tally(Kind::Record).disagreed, 1);
    assert_eq!((audit.tally(Kind::Member).agreed, audit.tally(Kind::Member).disagreed), (1, 2));
}

/// A compiler that aligns eight bytes to four, and one record that was packed.
#[test]
fn a_habit_is_no_attribute() {
    let fours = |made: &mut Made, [char, int, double]: [u32; 3]| {
        made.record("r", 12, &[("a", double, 0), ("b", int, 8)]);
        made.record("s", 12, &[("a", int, 0), ("b", double, 4)]);
        made.record("t", 16, &[("a", char, 0), ("b", double, 4), ("c", char, 12)]);
    };
    let audit = of(GCC, fours);
    assert_eq!(
        found(&audit),
        [
            "RISCV-LAYOUT-02 record struct r",
            "RISCV-S06 member struct s.b",
            "RISCV-S06 record struct s",
            "RISCV-S06 member struct t.b",
            "RISCV-S06 member struct t.c",
            "RISCV-LAYOUT-02 record struct t"
        ]
    );
    let hint = audit.disagreements[0].hint.as_deref().unwrap();
    assert!(hint.starts_with("it fits `packed` or `#pragma pack`; but several records are so"), "{hint}");
    let audit = of(GCC, |made, types| {
        fours(made, types);
        let [char, _, double] = types;
        made.record("usual", 16, &[("a", char, 0), ("b", double, 8)]);
    });
    assert_eq!(found(&audit), [""; 0]);
    assert_eq!(audit.tally(Kind::Record).left_out, 3);
    let audit = of(GCC, |made, [_, int, double]| {
        made.record("alone", 12, &[("a", int, 0), ("b", double, 4)]);
    });
    assert_eq!((found(&audit).len(), audit.exit_code()), (0, 0));
}

/// Attributes of a source that debug information does not record raise no alarm.
#[test]
fn attributes_that_are_not_reported() {
    let audit = of(GCC, |made, [char, int, double]| {
        // To single bytes: nobody's convention.
        made.record("bytes", 5, &[("a", char, 0), ("b", int, 1)]);
        // A bit-field without a name in front of `b`.
        made.record("gap", 12, &[("a", int, 0), ("b", int, 8)]);
        made.record("usual", 16, &[("a", char, 0), ("b", double, 8)]);
    });
    assert_eq!(found(&audit), [""; 0]);
    let (packed, unnamed) = (
        "it fits `packed` or `#pragma pack`",
        "it fits with bit-fields without names, which debug information does not have",
    );
    assert_eq!(reasons(&audit, Kind::Record), [packed, unnamed]);
    assert_eq!(audit.tally(Kind::Record).left_out, 2);
    assert_eq!(audit.verdict(), StaticVerdict::CleanAsFarAsCompared);
}

/// Old compilers do not write down what attributes ask for.
#[test]
fn raised_alignments_of_old_compilers() {
    let make = |made: &mut Made, [char, int, _]: [u32; 3]| {
        made.record("s", 32, &[("a", char, 0), ("b", int, 16)]);
    };
    let reason = |version| {
        let audit = of(version, make);
        assert_eq!(found(&audit), [""; 0]);
        reasons(&audit, Kind::Record).concat()
    };
    let raised = "it fits attributes that raise alignments, which its compiler does not write down";
    assert_eq!(reason("GNU C 4.8.2"), raised);
    assert_eq!(reason("clang version 5.0.1"), raised);
    assert_eq!(
        reason("clang version 12.0.0"),
        "it fits with bit-fields without names, which debug information does not have"
    );
}

#[test]
fn bit_fields_in_both_spellings() {
    let audit = of(GCC, |made, [_, int, _]| {
        for (name, spelling) in [("new", true), ("old", false)] {
            let attributes = [(dw::DW_AT_name, Is::Text(name)), (dw::DW_AT_byte_size, Is::U8(4))];
            made.entry(dw::DW_TAG_structure_type, true, &attributes);
            for (member, start, bits) in [("a", 0, 3u8), ("b", 3, 7)] {
                let mut attributes = vec![
                    (dw::DW_AT_name, Is::Text(member)),
                    (dw::DW_AT_type, Is::Entry(int)),
                    (dw::DW_AT_bit_size, Is::U8(bits)),
                ];
                match spelling {
                    true => attributes.push((dw::DW_AT_data_bit_offset, Is::U8(start))),
                    false => attributes.extend([
                        (dw::DW_AT_data_member_location, Is::U8(0)),
                        (dw::DW_AT_byte_size, Is::U8(4)),
                        (dw::DW_AT_bit_offset, Is::U8(32 - start - bits)),
                    ]),
                }
                made.entry(dw::DW_TAG_member, false, &attributes);
            }
            made.end();
        }
    });
    assert_eq!(found(&audit), [""; 0]);
    assert_eq!((audit.tally(Kind::Record).agreed, audit.tally(Kind::Member).agreed), (2, 4));
}

#[test]
fn a_parameter_in_another_register() {
    let audit = of(GCC, |made, [_, int, _]| {
        made.function("f", &[("x", int, vec![dw::DW_OP_reg10.0]), ("y", int, vec![dw::DW_OP_reg12.0])]);
    });
    assert_eq!(found(&audit).len(), 1);
    let found = &audit.disagreements[0];
    assert_eq!((found.expected.as_str(), found.observed.as_str()), ("a1 (x11)", "a2 (x12)"));
    assert_eq!(found.name, "parameter f.y");
}

/// GCC counts an empty union beside two members, so that both travel in integer registers and push what follows further on: the
/// departure is named, and a place that it does not explain stays without it.
#[test]
fn a_departure_that_explains_a_place() {
    let audit = |register: gimli::DwOp, dialect: &str| {
        let mut made = Made::new(8, dw::DW_LANG_C11, GCC);
        let int = made.base("int", dw::DW_ATE_signed, 4);
        let double = made.base("double", dw::DW_ATE_float, 8);
        let attributes = [(dw::DW_AT_name, Is::Text("none")), (dw::DW_AT_byte_size, Is::U8(0))];
        let none = made.entry(dw::DW_TAG_union_type, false, &attributes);
        let record = made.record("s", 16, &[("a", double, 0), ("u", none, 8), ("b", double, 8)]);
        made.function("f", &[("v", record, Vec::new()), ("y", int, vec![register.0])]);
        audited(RV64, dialect, &[made.object("f")], &[])
    };
    let of_gcc = audit(dw::DW_OP_reg12, "");
    assert_eq!(of_gcc.disagreements.len(), 1, "{:?}", of_gcc.disagreements);
    let found = &of_gcc.disagreements[0];
    assert_eq!((found.expected.as_str(), found.observed.as_str()), ("a0 (x10)", "a2 (x12)"));
    let hint = found.hint.as_deref().unwrap();
    assert!(
        hint.starts_with("one departure from the document explains all of this function: RISCV-ARG-34=R2: "),
        "{hint}"
    );
    assert!(audit(dw::DW_OP_reg12, "ARG-34=R2").disagreements.is_empty());
    let elsewhere = audit(dw::DW_OP_reg13, "");
    assert_eq!((elsewhere.disagreements.len(), &elsewhere.disagreements[0].hint), (1, &None));
}

#[test]
fn nothing_compared_is_no_success() {
    let audit = audited(RV64, "", &[ObjectFile::default()], &[]);
    assert_eq!((audit.verdict(), audit.exit_code()), (StaticVerdict::NotTested, 3));
    let none = audited(RV64, "", &[], &[]);
    assert_eq!(none.exit_code(), 3);
}

#[test]
fn exceptions_need_a_finding() {
    let mut made = Made::new(8, dw::DW_LANG_C11, GCC);
    made.base("long int", dw::DW_ATE_signed, 4);
    let object = made.object("f");
    let exception = |finding: &str| Exception { finding: finding.to_owned(), reason: "old".to_owned() };
    let exceptions = [exception("base type long*"), exception("record *")];
    let audit = audited(RV64, "", &[object], &exceptions);
    assert_eq!(audit.exit_code(), 0);
    assert_eq!(audit.accepted.len(), 1);
    assert_eq!(audit.idle_exceptions, ["record *"]);
}

/// Two objects for the DPU that take `char` differently: both keep to the document, and do not go together.
fn with_char(encoding: gimli::DwAte) -> ObjectFile {
    let mut made = Made::new(4, dw::DW_LANG_C11, "clang version 12.0.0");
    made.base("char", encoding, 1);
    made.object("f")
}

#[test]
fn objects_of_different_dialects_are_distinguished() {
    let objects = [with_char(dw::DW_ATE_signed_char), with_char(dw::DW_ATE_unsigned_char)];
    let audit = audited(Target::Dpu, "", &objects, &[]);
    assert_eq!(audit.disagreements, []);
    let [split] = audit.splits.as_slice() else { panic!("{audit:?}") };
    assert_eq!(split.clause, "DPU-TYPE-02");
    let sides: Vec<(&str, &str)> =
        split.sides.iter().map(|side| (side.answer.as_str(), side.file.as_str())).collect();
    assert_eq!(sides, [("R1", "0.o"), ("R2", "1.o")]);
    assert_eq!(audit.exit_code(), 1);
    // One of them alone settles the question.
    let [_, second] = objects;
    let audit = audited(Target::Dpu, "", std::slice::from_ref(&second), &[]);
    assert_eq!(audit.readings.iter().map(ToString::to_string).collect::<Vec<_>>(), ["DPU-TYPE-02=R2"]);
    // A reading that is asked for is the only one.
    let audit = audited(Target::Dpu, "TYPE-02=R1", &[second], &[]);
    assert_eq!(found(&audit), ["DPU-TYPE-02 base type char"]);
}

fn check(forms: [(String, Expect); 3]) {
    for (form, expected) in forms {
        expected.assert_eq(&form);
    }
}

#[test]
fn every_form_of_the_report() {
    let mut made = Made::new(4, dw::DW_LANG_C11, "clang version 12.0.0");
    let int = made.base("int", dw::DW_ATE_signed, 4);
    made.record("s", 8, &[("a", int, 4), ("b", int, 0)]);
    made.record("t", 8, &[("a", int, 4)]);
    let objects = [made.object("f"), with_char(dw::DW_ATE_signed_char), with_char(dw::DW_ATE_unsigned_char)];
    let audit = audited(Target::Dpu, "", &objects, &[]);
    let text = on_page(Page::PLAIN, || text::render(&audit));
    check([
        (
            text,
            expect![[r#"
                findings (3)
                  dpu: 3 objects and 0 programs with 3 units of debug information

                  DPU-S07  member struct s.a
                    subject    place of member `a` of struct s
                    expected   byte 0
                    observed   byte 4
                    file       0.o
                    DPU-S07 (unspecified: places of members): Members follow each other in the order of their
                    declaration, each at the next multiple of its alignment, as C and every compiler have it;
                    anything else that has the right size could not be told.

                  DPU-S07  member struct s.b
                    subject    place of member `b` of struct s
                    expected   byte 4
                    observed   byte 0
                    file       0.o
                    DPU-S07 (unspecified: places of members): Members follow each other in the order of their
                    declaration, each at the next multiple of its alignment, as C and every compiler have it;
                    anything else that has the right size could not be told.

                  do not link these: they follow different interpretations of the document
                    DPU-TYPE-02=R1  1.o: plain char is signed
                    DPU-TYPE-02=R2  2.o: the row is that of signed char, and plain char is unsigned

                  compared    agreed  disagreed  not comparable
                  ----------  ------  ---------  --------------
                  base types  3       0          0
                  records     0       1          1
                  members     0       2          1
                  headers     3       0          0
                  10 clauses put to the test

                  not comparable:
                    1 records  it fits with bit-fields without names, which debug information does not have: struct
                               t
            "#]],
        ),
        (
            json::render(&audit),
            expect![[r#"
                {
                  "accepted": [],
                  "clauses": [
                    "DPU-LAYOUT-02",
                    "DPU-OBJ-01",
                    "DPU-OBJ-02",
                    "DPU-OBJ-04",
                    "DPU-OBJ-05",
                    "DPU-OBJ-06",
                    "DPU-OBJ-07",
                    "DPU-S07",
                    "DPU-TYPE-02",
                    "DPU-TYPE-06"
                  ],
                  "compared": {
                    "base_types": {
                      "agreed": 3,
                      "disagreed": 0,
                      "not_comparable": 0
                    },
                    "declarations": {
                      "agreed": 0,
                      "disagreed": 0,
                      "not_comparable": 0
                    },
                    "enumerations": {
                      "agreed": 0,
                      "disagreed": 0,
                      "not_comparable": 0
                    },
                    "frames": {
                      "agreed": 0,
                      "disagreed": 0,
                      "not_comparable": 0
                    },
                    "functions": {
                      "agreed": 0,
                      "disagreed": 0,
                      "not_comparable": 0
                    },
                    "headers": {
                      "agreed": 3,
                      "disagreed": 0,
                      "not_comparable": 0
                    },
                    "members": {
                      "agreed": 0,
                      "disagreed": 2,
                      "not_comparable": 1
                    },
                    "parameters": {
                      "agreed": 0,
                      "disagreed": 0,
                      "not_comparable": 0
                    },
                    "records": {
                      "agreed": 0,
                      "disagreed": 1,
                      "not_comparable": 1
                    },
                    "register_uses": {
                      "agreed": 0,
                      "disagreed": 0,
                      "not_comparable": 0
                    },
                    "relocations": {
                      "agreed": 0,
                      "disagreed": 0,
                      "not_comparable": 0
                    },
                    "symbols": {
                      "agreed": 0,
                      "disagreed": 0,
                      "not_comparable": 0
                    },
                    "variables": {
                      "agreed": 0,
                      "disagreed": 0,
                      "not_comparable": 0
                    }
                  },
                  "disagreements": [
                    {
                      "clauses": [
                        "DPU-S07",
                        "DPU-TYPE-06",
                        "DPU-LAYOUT-02"
                      ],
                      "expected": "byte 0",
                      "file": "0.o",
                      "hint": null,
                      "name": "member struct s.a",
                      "observed": "byte 4",
                      "source": null,
                      "subject": "place of member `a` of struct s",
                      "times": 1
                    },
                    {
                      "clauses": [
                        "DPU-S07",
                        "DPU-TYPE-06",
                        "DPU-LAYOUT-02"
                      ],
                      "expected": "byte 4",
                      "file": "0.o",
                      "hint": null,
                      "name": "member struct s.b",
                      "observed": "byte 0",
                      "source": null,
                      "subject": "place of member `b` of struct s",
                      "times": 1
                    }
                  ],
                  "do_not_link": [
                    {
                      "clause": "DPU-TYPE-02",
                      "sides": [
                        {
                          "answer": "R1",
                          "files": 1,
                          "first_file": "1.o",
                          "meaning": "plain char is signed"
                        },
                        {
                          "answer": "R2",
                          "files": 1,
                          "first_file": "2.o",
                          "meaning": "the row is that of signed char, and plain char is unsigned"
                        }
                      ]
                    }
                  ],
                  "exit_code": 1,
                  "files": [
                    {
                      "kind": "object",
                      "name": "0.o",
                      "units": 1
                    },
                    {
                      "kind": "object",
                      "name": "1.o",
                      "units": 1
                    },
                    {
                      "kind": "object",
                      "name": "2.o",
                      "units": 1
                    }
                  ],
                  "format": 3,
                  "idle_exceptions": [],
                  "not_comparable": [
                    {
                      "count": 1,
                      "examples": [
                        "struct t"
                      ],
                      "kind": "records",
                      "reason": "it fits with bit-fields without names, which debug information does not have"
                    }
                  ],
                  "notes": [],
                  "readings": [],
                  "target": "dpu",
                  "verdict": "findings"
                }
            "#]],
        ),
        (
            junit::render(&audit),
            expect![[r#"
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="crosscall audit --static" tests="5" skipped="0" failures="2" errors="0">
                    <testsuite name="dpu" tests="5" skipped="0" errors="0" failures="2">
                        <testcase name="base types" classname="dpu" assertions="3"/>
                        <testcase name="records" classname="dpu" assertions="1"/>
                        <testcase name="members" classname="dpu" assertions="2">
                            <failure message="DPU-S07: place of member `a` of struct s: expected byte 0, observed byte 4" type="member struct s.a">  DPU-S07  member struct s.a
                    subject    place of member `a` of struct s
                    expected   byte 0
                    observed   byte 4
                    file       0.o
                    DPU-S07 (unspecified: places of members): Members follow each other in the order of their
                    declaration, each at the next multiple of its alignment, as C and every compiler have it;
                    anything else that has the right size could not be told.

                  DPU-S07  member struct s.b
                    subject    place of member `b` of struct s
                    expected   byte 4
                    observed   byte 0
                    file       0.o
                    DPU-S07 (unspecified: places of members): Members follow each other in the order of their
                    declaration, each at the next multiple of its alignment, as C and every compiler have it;
                    anything else that has the right size could not be told.
                </failure>
                        </testcase>
                        <testcase name="headers" classname="dpu" assertions="3"/>
                        <testcase name="one dialect" classname="dpu">
                            <failure message="DPU-TYPE-02: files follow different interpretations" type="do not link these">  do not link these: they follow different interpretations of the document
                    DPU-TYPE-02=R1  1.o: plain char is signed
                    DPU-TYPE-02=R2  2.o: the row is that of signed char, and plain char is unsigned
                </failure>
                        </testcase>
                    </testsuite>
                </testsuites>
            "#]],
        ),
    ]);
}

/// The same remark about four files and more is reported once, with the first; a colon in a file's name is part of the name.
#[test]
fn the_same_remark_about_many_files() {
    let reported = |notes: &[(&str, &str)]| {
        let dialect = Dialect::preferred(RV64);
        let mut examination = Examination::new(RV64, &dialect);
        for (file, text) in notes {
            examination.skip(Note { file: (*file).to_owned(), text: (*text).to_owned() });
        }
        examination.reported(&[]).notes
    };
    assert_eq!(
        reported(&[("a.o", "so"), ("b: c.o", "so"), ("c.o", "so")]),
        ["a.o: so", "b: c.o: so", "c.o: so"]
    );
    assert_eq!(
        reported(&[
            ("z.o", "else"),
            ("a: 1.o", "so: b"),
            ("b.o", "so: b"),
            ("y.o", "more"),
            ("c.o", "so: b"),
            ("d.o", "so: b")
        ]),
        ["z.o: else", "4 files: so: b: a: 1.o, b.o, c.o, d.o", "y.o: more"]
    );
    let many: Vec<(&str, &str)> =
        ["1.o", "2.o", "3.o", "4.o", "5.o", "6.o"].map(|file| (file, "so")).to_vec();
    assert_eq!(reported(&many), ["6 files: so: 1.o, 2.o, 3.o, 4.o and 2 more"]);
    // The text that names a file in its middle is not taken for the file.
    let alike = [("a: b", "c"), ("a", "b: c"), ("a", "b: c"), ("a", "b: c")];
    assert_eq!(reported(&alike), ["a: b: c"; 4]);
}

/// LLVM's files for optimisation at link time are reported as such, alone and in a library.
#[test]
fn bitcode_is_distinguished() {
    let bitcode = b"BC\xc0\xde\x35\x14\0\0";
    let alone = read(RV64, "f.o", bitcode, |_| panic!("it is not an ELF file"));
    assert_eq!(alone, Err("f.o: it is LLVM bitcode, of which nothing is read".to_owned()));
    // A library as GNU ar writes it: a line of 60 characters in front of each member.
    let mut library = b"!<arch>\n".to_vec();
    for name in ["a.o", "b.o", "c.o", "d.o"] {
        library.extend(
            format!("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", format!("{name}/"), 0, 0, 0, 644, 8).as_bytes(),
        );
        library.extend(bitcode);
    }
    let dialect = Dialect::preferred(RV64);
    let mut examination = Examination::new(RV64, &dialect);
    read(RV64, "f.a", &library, |member| examination.skip(member.unwrap_err())).unwrap();
    assert_eq!(
        examination.reported(&[]).notes,
        ["4 files: it is LLVM bitcode, of which nothing is read: f.a(a.o), f.a(b.o), f.a(c.o), f.a(d.o)"]
    );
}

/// An enumeration with the constants 0 and 1.
fn enumeration(made: &mut Made, (name, size): (&'static str, u8), ty: u32, more: &[(gimli::DwAt, Is)]) {
    let mut attributes = vec![
        (dw::DW_AT_name, Is::Text(name)),
        (dw::DW_AT_byte_size, Is::U8(size)),
        (dw::DW_AT_type, Is::Entry(ty)),
    ];
    attributes.extend_from_slice(more);
    made.entry(dw::DW_TAG_enumeration_type, true, &attributes);
    for (constant, value) in [("A", 0), ("B", 1)] {
        let attributes = [(dw::DW_AT_name, Is::Text(constant)), (dw::DW_AT_const_value, Is::U8(value))];
        made.entry(dw::DW_TAG_enumerator, false, &attributes);
    }
    made.end();
}

/// Agreements, disagreements and what was left out of enumerations, with the interpretations that are followed.
fn of_enumerations(audit: &StaticAudit) -> (u64, u64, u64, String) {
    let tally = audit.tally(Kind::Enumeration);
    let readings: Vec<String> = audit.readings.iter().map(ToString::to_string).collect();
    (tally.agreed, tally.disagreed, tally.left_out, readings.join(", "))
}

/// Where the source decides on an enumeration, it answers no question of the document; where it may have decided, neither.
#[test]
fn enumerations_of_the_source() {
    let clang = "clang version 19.1.7";
    let plain = |made: &mut Made, int: u32| enumeration(made, ("Plain", 4), int, &[]);
    let scoped = of(clang, |made, [char, int, _]| {
        plain(made, int);
        enumeration(made, ("Scoped", 1), char, &[(dw::DW_AT_enum_class, Is::Flag)]);
        let attributes = [(dw::DW_AT_name, Is::Text("uint8_t")), (dw::DW_AT_type, Is::Entry(char))];
        let named = made.entry(dw::DW_TAG_typedef, false, &attributes);
        enumeration(made, ("Named", 1), named, &[]);
    });
    assert_eq!(of_enumerations(&scoped), (3, 0, 0, String::new()));
    let small = of(clang, |made, [char, int, _]| {
        plain(made, int);
        enumeration(made, ("Small", 1), char, &[]);
    });
    assert_eq!(of_enumerations(&small), (1, 0, 1, String::new()));
    assert_eq!(
        reasons(&small, Kind::Enumeration),
        ["it is as small as a type that is fixed in the source, `packed` or -fshort-enums make it"]
    );
    // GCC says that it was asked for short enumerations: then they are a question, and one that is not short is fixed.
    let short = of("GNU C17 12.2.0 -g -fshort-enums", |made, [char, int, _]| {
        enumeration(made, ("Small", 1), char, &[]);
        enumeration(made, ("Wide", 4), int, &[]);
    });
    assert_eq!(of_enumerations(&short), (1, 0, 1, "RISCV-S02=R3".to_owned()));
    assert_eq!(short.exit_code(), 0);
}

/// Clang takes fixed types in every version of C; but that every enumeration has 8 bytes is a habit. GCC 12 takes none in C.
#[test]
fn enumerations_of_another_size() {
    let eights = |version: &'static str, others: bool| {
        let audit = of(version, |made, [_, int, double]| {
            for name in ["E", "F", "G"] {
                enumeration(made, (name, 8), double, &[]);
            }
            if others {
                enumeration(made, ("Plain", 4), int, &[]);
            }
        });
        let (agreed, disagreed, left_out, _) = of_enumerations(&audit);
        (agreed, disagreed, left_out)
    };
    assert_eq!(eights("clang version 19.1.7", true), (1, 0, 3));
    assert_eq!(eights("clang version 19.1.7", false), (0, 3, 0));
    assert_eq!(eights(GCC, true), (1, 3, 0));
    assert_eq!(eights("GNU C++17 12.2.0", true), (1, 3, 0));
    assert_eq!(eights("GNU C23 15.1.0 -std=gnu23", true), (1, 0, 3));
}

/// Types that contain themselves, references to nowhere, and counts without end.
#[test]
fn hostile_entries() {
    let audit = of(GCC, |made, [_, int, _]| {
        let next = int + 1000;
        made.entry(
            dw::DW_TAG_typedef,
            false,
            &[(dw::DW_AT_name, Is::Text("away")), (dw::DW_AT_type, Is::Entry(next))],
        );
        let own = made.entry(dw::DW_TAG_const_type, false, &[(dw::DW_AT_type, Is::Entry(int))]);
        made.entry(
            dw::DW_TAG_typedef,
            false,
            &[(dw::DW_AT_name, Is::Text("own")), (dw::DW_AT_type, Is::Entry(own))],
        );
        let mut ty = int;
        for _ in 0..40 {
            // Twice as large each time.
            ty = made.record("twice", u64::MAX, &[("a", ty, 0), ("b", ty, u64::MAX)]);
        }
        let array = made.entry(dw::DW_TAG_array_type, true, &[(dw::DW_AT_type, Is::Entry(int))]);
        for _ in 0..100 {
            made.entry(dw::DW_TAG_subrange_type, false, &[(dw::DW_AT_count, Is::Udata(u32::MAX.into()))]);
        }
        made.end();
        made.record("vast", 8, &[("a", array, 0)]);
        made.entry(
            dw::DW_TAG_base_type,
            false,
            &[(dw::DW_AT_byte_size, Is::Udata(u64::MAX)), (dw::DW_AT_encoding, Is::U8(5))],
        );
    });
    assert!(audit.tally(Kind::Record).left_out > 0, "{audit:?}");
}

/// A record that contains itself through a chain.
#[test]
fn a_record_inside_itself() {
    // The first entry behind the root is at a known place, so that a member can lead back to it.
    let mut probe = Made::new(8, dw::DW_LANG_C11, GCC);
    let at = probe.record("s", 8, &[("a", 0, 0)]);
    let mut made = Made::new(8, dw::DW_LANG_C11, GCC);
    assert_eq!(made.record("s", 8, &[("a", at, 0)]), at);
    let audit = audited(RV64, "", &[made.object("f")], &[]);
    assert_eq!(reasons(&audit, Kind::Record), ["a type that contains itself"]);
}

#[test]
fn seeds_are_read() {
    let seeds = audit_seeds();
    assert!(seeds.len() >= 7, "{}", seeds.len());
    for seed in seeds {
        let target = Target::ALL[usize::from(seed[0])];
        let mut entries = 0;
        read(target, "seed", &seed[1..], |material| {
            let dialect = Dialect::preferred(target);
            let mut examination = Examination::new(target, &dialect);
            examination.look(&material.unwrap());
            let audit = examination.reported(&[]);
            entries = audit.tally(Kind::BaseType).agreed;
        })
        .unwrap();
        assert!(entries > 0, "{target}");
    }
}

#[test]
fn truncated_files() {
    for seed in audit_seeds() {
        for length in (0..seed.len()).step_by(3) {
            audit(&seed[..length]).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files(number in 0usize..64, damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..16)) {
        let seeds = audit_seeds();
        let mut bytes = seeds[number % seeds.len()].clone();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        audit(&bytes).unwrap();
    }
}
