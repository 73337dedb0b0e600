//! The assembler that the targets share: reading, directives, symbols, layout and the object file.
//! A target adds its instructions through [`AsmTarget`].
//!
//! Directives, expressions and symbols follow GNU as, whose object files are the model where targets
//! leave a choice. Sizes and depths are bounded, so that no text makes the assembler run out of memory.

mod assembler;
mod candidates;
mod cursor;
mod diagnostics;
mod directives;
mod emit;
mod evaluate;
mod expr;
mod frames;
mod kept;
mod layout;
mod macros;
mod section_directives;
mod sections;
mod settle;
mod source;
mod subsections;
mod symbol_directives;
mod symbols;
mod syntax;
mod target;

pub use crate::fixup::FixupKind;
pub use assembler::Assembler;
pub use candidates::{Failure, first_fit};
pub use cursor::Cursor;
pub use diagnostics::{Diagnostic, Diagnostics, Position};
pub use expr::{BinaryOp, Expr, UnaryOp};
pub use frames::FrameSyntax;
pub(crate) use kept::Encoding;
pub use kept::{KeptInstructions, KeptStore};
pub use sections::{Fixup, Variant};
pub use symbols::SymbolId;
pub use syntax::Syntax;
pub use target::AsmTarget;

use std::borrow::Cow;

use crate::object_file::ObjectFile;

/// A text for an assembler.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    /// Stands in messages and in the object file.
    pub name: &'a str,
    /// The text itself.
    pub text: &'a str,
    /// True if the object is to record the lines that its code was made from, and the call frame information of the text.
    pub with_lines: bool,
}

impl<'a> Text<'a> {
    /// A text whose lines are not recorded.
    pub fn plain(name: &'a str, text: &'a str) -> Text<'a> {
        Text { name, text, with_lines: false }
    }
}

/// Assembles a text for a target.
pub fn assemble(target: &dyn AsmTarget, text: Text<'_>) -> Result<ObjectFile, Diagnostics> {
    let Text { name, text, with_lines } = text;
    let mut asm = Assembler::new(target, name, text);
    asm.lines = with_lines.then(Vec::new);
    asm.read();
    asm.take_diagnostics()?;
    let layout = asm.lay_out();
    asm.take_diagnostics()?;
    let object = emit::object_file(&mut asm, &layout, name);
    asm.take_diagnostics()?;
    asm.check(&layout, &object);
    asm.take_diagnostics()?;
    Ok(object)
}

/// A name in lower case, in which tables have it.
pub(crate) fn lower_case(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        name.to_ascii_lowercase().into()
    } else {
        name.into()
    }
}
