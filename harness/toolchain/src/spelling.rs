//! A compiler's spelling of the type of halves: `_Float16`, or `__fp16`, which is all that clang has for some of its targets.

use super::compile::{FailureKind, compile_as_it_is};
use super::units::CompileContext;
use super::{Toolchain, ToolchainKind};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The name in the texts that the generator writes.
const USUAL: &str = "_Float16";

/// The other name.
const OTHER: &str = "__fp16";

/// True if each command of a compiler takes the other name alone.
static ASKED: Mutex<BTreeMap<Vec<String>, bool>> = Mutex::new(BTreeMap::new());

/// A text in the compiler's own spelling. A compiler of the clang kind is asked once, where a text has the type.
pub fn spelled(toolchain: &Toolchain, text: String, context: CompileContext<'_>) -> String {
    if toolchain.kind != ToolchainKind::Clang || !text.contains(USUAL) {
        return text;
    }
    let known = ASKED.lock().unwrap_or_else(PoisonError::into_inner).get(&toolchain.cc).copied();
    let takes_other = known.unwrap_or_else(|| {
        let answer = takes_other_only(toolchain, context);
        if let Some(answer) = answer {
            ASKED.lock().unwrap_or_else(PoisonError::into_inner).insert(toolchain.cc.clone(), answer);
        }
        answer.unwrap_or(false)
    });
    if takes_other { text.replace(USUAL, OTHER) } else { text }
}

/// True if the compiler refuses the usual name and takes the other one; `None` where it could not be asked.
fn takes_other_only(toolchain: &Toolchain, context: CompileContext<'_>) -> Option<bool> {
    let takes = |name: &str| {
        let text = format!("{name} half({name} a) {{ return a; }}\n");
        match compile_as_it_is(toolchain, &text, "capability", context) {
            Ok(_) => Some(true),
            Err(failure) => match failure.kind {
                FailureKind::Rejected(_) => Some(false),
                kind if kind.depends_on_source() => Some(true),
                _ => None,
            },
        }
    };
    Some(!takes(USUAL)? && takes(OTHER)?)
}
