//! Words that say which registers a function changes, against code in assembly.

use super::{Examination, read};
use crosscall_engine::machine::tools;
use crosscall_explain::dialect::Dialect;
use crosscall_model::Target;
use crosscall_reports::audit::layout::{Kind, StaticAudit};

/// The report on functions in the vendor's language.
fn of(text: &str) -> StaticAudit {
    let tools = tools(Target::ForwardCom);
    let code = format!("code section read execute ip\n{text}code end\n");
    let object = tools.assemble("f.as", &code).unwrap();
    let bytes = tools.write_object(&object).unwrap();
    let dialect = Dialect::parse(Target::ForwardCom, "").unwrap();
    let mut examination = Examination::new(Target::ForwardCom, &dialect);
    read(Target::ForwardCom, "f.ob", &bytes, |material| examination.look(&material.unwrap())).unwrap();
    examination.reported(&[])
}

/// A function `_f` with these words.
fn function(words: &str, code: &str) -> String {
    format!("_f function public, reguse = {words}\n{code}\treturn\n_f end\n")
}

/// Observations of each function, with the first clause.
fn observed(audit: &StaticAudit) -> Vec<String> {
    audit.disagreements.iter().map(|found| format!("{} {}", found.clause(), found.observed)).collect()
}

#[test]
fn what_code_writes_has_to_be_listed() {
    let quotient = "\tint32 r2 = r0 / r1\n\tint32 r1 = r0 % r1\n\tint32 r0 = r2\n";
    for (words, code, expected) in [
        ("7, 0", quotient, vec![]),
        ("3, 0", quotient, vec!["FORWARDCOM-OBJ-03 r2 is written at _f+0x0"]),
        ("1, 0", quotient, vec!["FORWARDCOM-OBJ-03 r1 is written at _f+0x4; r2 is written at _f+0x0"]),
        ("0, 1", "\tdouble v0 = v0 + v1\n", vec![]),
        ("0, 1", "\tdouble v1 = v0 + v1\n", vec!["FORWARDCOM-OBJ-03 v1 is written at _f+0x0"]),
        ("0, 0", "\tint64 r0 = vec2gp(v0)\n", vec!["FORWARDCOM-OBJ-03 r0 is written at _f+0x0"]),
        ("0, 1", "\tint64 v0 = gp2vec(r0)\n", vec![]),
        // Both ways of a branch count, and loops end.
        (
            "3, 0",
            "\tif (int64 r0 > 5) {\n\tint64 r1 = 2\n\t}\n\telse {\n\tint64 r3 = 2\n\t}\n",
            vec!["FORWARDCOM-OBJ-03 r3 is written at _f+0x10"],
        ),
        ("1, 0", "\twhile (int64 r0 > 0) {\n\tint64 r0--\n\t}\n", vec![]),
        // Stores, comparisons and the stack pointer change nothing that is listed.
        ("0, 0", "\tint64 sp = sp - 16\n\tint64 [sp] = r1\n\tint64 sp = sp + 16\n", vec![]),
    ] {
        let audit = of(&function(words, code));
        assert_eq!(observed(&audit), expected, "{words}: {code}");
        let tally = audit.tally(Kind::RegisterUse);
        assert_eq!((tally.agreed, tally.disagreed), (u64::from(expected.is_empty()), expected.len() as u64));
    }
}

#[test]
fn what_is_given_back_is_no_change() {
    for code in [
        "\tpush(r2, 4)\n\tint64 r2 = r0\n\tint64 r4 = r2\n\tpop(r2, 4)\n",
        "\tint64 sp = sp - 16\n\tint64 [sp] = r2\n\tint64 r2 = r0\n\tint64 r2 = [sp]\n\tint64 sp = sp + 16\n",
        "\tpush(v3)\n\tdouble v3 = v0 + v1\n\tpop(v3)\n",
    ] {
        assert_eq!(observed(&of(&function("1, 0", code))), [""; 0], "{code}");
    }
    // A pointer of one's own is moved; half of the register is not given back, and another one than was saved.
    for (code, register) in [
        (
            "\tint64 sp = sp - 16\n\tint32 [sp] = r2\n\tint64 r2 = r0\n\tint32 r2 = [sp]\n\tint64 sp = sp + 16\n",
            "r2",
        ),
        ("\tpush(r2, r0)\n", "r2"),
        ("\tpush(r2)\n\tint64 r3 = r0\n\tpop(r3)\n", "r3"),
    ] {
        let observed = observed(&of(&function("1, 0", code)));
        assert!(observed.iter().any(|one| one.contains(&format!("{register} is written"))), "{observed:?}");
    }
}

#[test]
fn calls_count_as_far_as_they_are_known() {
    let with = |said: &str, words: &str| {
        let caller = function(words, "\tcall _g\n");
        of(&format!("extern _g: function{said}\n{caller}"))
    };
    assert_eq!(observed(&with(", reguse = 3, 1", "3, 1")), [""; 0]);
    let more = "FORWARDCOM-OBJ-05 `_g`, which is called at _f+0x0, lists r1";
    assert_eq!(observed(&with(", reguse = 3, 1", "1, 1")), [more]);
    assert_eq!(observed(&with("", "0xFFFF, 0xFFFF")), [""; 0]);
    let unknown = observed(&with("", "0x7FFF, 0xFFFF"));
    assert_eq!(
        unknown,
        ["FORWARDCOM-OBJ-05 `_g`, which is called at _f+0x0, may change by the first method r15"]
    );
    // A tail call is a call; a function that calls itself changes what it changes.
    let tail = "extern _g: function, reguse = 3, 1\n_f function public, reguse = 1, 1\n\tjump _g\n_f end\n";
    assert_eq!(observed(&of(tail)), [more]);
    assert_eq!(
        observed(&of(&function("1, 0", "\tint64 r0--\n\tif (int64 r0 > 0) {\n\tcall _f\n\t}\n"))),
        [""; 0]
    );
    // A function of the same file without words is looked into.
    let inner = "_h function\n\tint64 r9 = 1\n\treturn\n_h end\n";
    let outer = observed(&of(&format!("{}{inner}", function("1, 0", "\tcall _h\n"))));
    assert!(outer.iter().any(|one| one.contains("r9 is written")), "{outer:?}");
}

#[test]
fn what_nobody_can_tell_is_not_compared() {
    for (code, reason) in
        [("\tcall (r4)\n", "a call by address"), ("\tsys_call(1, 0x101)\n", "a call of the system")]
    {
        let audit = of(&function("1, 0", code));
        assert_eq!(audit.tally(Kind::RegisterUse).left_out, 1, "{:?}", audit.disagreements);
        assert!(audit.left_out.iter().any(|one| one.reason.contains(reason)), "{:?}", audit.left_out);
        // What it writes itself is known all the same.
        let audit = of(&function("1, 0", &format!("\tint64 r3 = 1\n{code}")));
        assert_eq!(audit.tally(Kind::RegisterUse).disagreed, 1);
    }
}

#[test]
fn what_is_listed_for_nothing_is_a_remark() {
    let audit = of(&function("5, 2", "\tint64 r0 = 1\n"));
    assert_eq!(observed(&audit), [""; 0]);
    assert_eq!(audit.notes, ["f.ob: `_f` lists r2, v1, which nothing in it writes"]);
}
