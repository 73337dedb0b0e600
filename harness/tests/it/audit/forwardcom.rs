//! Corrupters of ForwardCom.

use super::Asked;
use super::corrupters::{Corrupter, Syntax, corrupter};
use crosscall_model::Target;
use crosscall_model::target::Register;

pub(super) struct ForwardCom;

impl Syntax for ForwardCom {
    fn function(&self, name: &str, code: &str) -> String {
        format!(
            "code section read execute ip\n_{name} function public\n{code}\treturn\n_{name} end\ncode end\n"
        )
    }

    fn overwrite(&self, register: Register) -> Option<String> {
        let info = Target::ForwardCom.register(register)?;
        Some(match (info.file, info.name) {
            ("r", name) => format!("\tint64 {name} = 1\n"),
            ("v", name) => format!("\tint64 r5 = 1\n\tint64 {name} = gp2vec(r5)\n"),
            _ => return None,
        })
    }

    fn corrupters(&self) -> Vec<Corrupter> {
        vec![
            corrupter("access beyond the stack pointer", "FORWARDCOM-S19", "\tint64 [sp-64] = r0\n"),
            corrupter("stack pointer not restored", "FORWARDCOM-S05", "\tint64 sp = sp - 16\n"),
            corrupter("write to the caller's stack", "FORWARDCOM-S19", "\tint64 [sp+16] = r0\n"),
            corrupter(
                "stack pointer misaligned",
                "FORWARDCOM-S19",
                "\tint64 sp = sp - 4\n\tcall _g\n\tint64 sp = sp + 4\n",
            ),
            corrupter("depends on r9", "FORWARDCOM-REG-03", "\tint64 r0 = r9\n"),
            corrupter("depends on r20", "FORWARDCOM-REG-02", "\tint64 r0 = r20\n"),
            corrupter("depends on v7", "FORWARDCOM-REG-03", "\tint64 r0 = vec2gp(v7)\n"),
            corrupter(
                "depends on the unwritten stack",
                "",
                "\tint64 sp = sp - 16\n\tint32 r0 = [sp+8]\n\tint64 sp = sp + 16\n",
            ),
            corrupter("depends on the caller's stack", "FORWARDCOM-S19", "\tint32 r0 = [sp+24]\n"),
            corrupter("reads beside p", "", "\tint8 r1 = [r0+8]\n\tint64 r0 = 0\n"),
            corrupter("writes beside p", "", "\tint64 r1 = 0\n\tint8 [r0+7] = r1\n"),
            corrupter("writes p", "", "\tint64 r1 = 0\n\tint8 [r0+3] = r1\n"),
            corrupter("depends on the old contents of p", "", "\tint32 r0 = [r0]\n"),
        ]
    }
}

/// Statements of the object file about a function's registers are held against what the function changes.
#[test]
fn register_use_words_are_believed_and_checked() {
    let function = |words: &str, code: &str| {
        format!(
            "code section read execute ip\n_f function public, reguse = {words}\n{code}\treturn\n_f end\ncode end\n"
        )
    };
    let code = "\tint64 r0 = r0 + 1\n\tint64 r2 = r0 + 1\n\tint64 r0 = r2\n";
    for (words, expected) in [("3, 0", vec!["register r2"]), ("5, 0", vec![]), ("7, 0", vec![])] {
        let text = function(words, code);
        let ran = Asked { prototype: "long f(long x)", ..Asked::plain(Target::ForwardCom, &text) }.ran();
        let names: Vec<&str> = ran.findings.iter().map(|fault| fault.name.as_str()).collect();
        assert_eq!(names, expected, "{:?}", ran.findings);
        for fault in &ran.findings {
            assert_eq!(fault.clause(), "FORWARDCOM-OBJ-03");
        }
    }
}

/// A label inside a function is a part of it, though the vendor's language writes labels as functions: all of the function is
/// looked at.
#[test]
fn a_label_inside_a_function_is_no_other_function() {
    let code = "\tint64 r1 = 3\n_loop:\n\tint64 r0 = r0 + 1\n\tint64 r1 = r1 - 1, jump_nzero _loop\n_done:\n\tint64 r20 = 1\n";
    let text = ForwardCom.function("f", code);
    let ran =
        Asked { prototype: "long f(long n)", inputs: 8, ..Asked::plain(Target::ForwardCom, &text) }.ran();
    // The loop, what is behind the last label, and the return.
    assert_eq!((ran.coverage.instructions, ran.coverage.run), (5, 5), "{:#?}", ran.coverage);
    assert_eq!(ran.coverage.branches, (1, 1));
    let found = ran.findings.iter().map(|fault| fault.name.as_str()).collect::<Vec<_>>();
    assert_eq!(found, ["register r20"]);
    let place = ran.findings[0].place.as_ref().unwrap();
    assert_eq!(place.symbol.as_ref().map(|(name, _)| name.as_str()), Some("_f"), "{place:?}");
}
