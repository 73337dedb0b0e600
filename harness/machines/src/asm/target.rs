//! The interface of a target to the assembler.

use super::assembler::Assembler;
use super::cursor::Cursor;
use super::diagnostics::Diagnostic;
use super::frames::FrameSyntax;
use super::kept::KeptStore;
use super::syntax::Syntax;
use crate::fixup::{Bits, FixupKind};
use crate::object_file::ObjectFile;

/// A target of the assembler.
///
/// The assembler reads labels, assignments and directives; what is left are instructions, which the
/// target reads from a [`Cursor`] and emits with [`Assembler::emit`] or [`Assembler::emit_relaxable`].
pub trait AsmTarget {
    /// The rules of the language and of object files.
    fn syntax(&self) -> &'static Syntax;

    /// The meaning of a relocation number; `None` for one that only the linker can settle.
    fn fixup_kind(&self, number: u32) -> Option<&'static FixupKind> {
        FixupKind::find(self.syntax().fixup_kinds, number).filter(|kind| kind.is_settled)
    }

    /// The relocation number for a datum of 1, 2, 4 or 8 bytes that holds an address, or with
    /// `pc_relative` the distance to one.
    fn data_fixup(&self, bytes: u8, pc_relative: bool) -> Option<u32> {
        let is_datum = |kind: &&FixupKind| {
            matches!(kind.bits, Bits::Whole) && kind.bytes == bytes && kind.pc_relative == pc_relative
        };
        self.syntax().fixup_kinds.iter().find(is_datum).map(|kind| kind.number)
    }

    /// Assembles one instruction. The mnemonic is what stands before the first blank; the cursor is
    /// behind it.
    fn instruction(
        &self,
        asm: &mut Assembler<'_>,
        mnemonic: &str,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), Diagnostic>;

    /// A directive (name without its dot) that only this target has, or that it treats in its own way.
    /// `None` leaves it to the common ones; the cursor must then not have moved.
    fn directive(
        &self,
        asm: &mut Assembler<'_>,
        name: &str,
        cursor: &mut Cursor<'_>,
    ) -> Option<Result<(), Diagnostic>> {
        let _ = (asm, name, cursor);
        None
    }

    /// A whole statement in a form that only this target has. `None` leaves it to the common ones;
    /// the cursor must then not have moved.
    fn statement(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Option<Result<(), Diagnostic>> {
        let _ = (asm, cursor);
        None
    }

    /// Reads the suffix of an expression in a data directive that changes its relocation number, such as an
    /// `@` suffix. `None` when there is nothing; the cursor must then not have moved.
    fn data_modifier(&self, cursor: &mut Cursor<'_>, bytes: u8) -> Option<Result<u32, Diagnostic>> {
        let _ = (cursor, bytes);
        None
    }

    /// Returns whether a directive, written with its dot, ends a macro beside `.endm`.
    fn ends_macro(&self, directive: &str) -> bool {
        let _ = directive;
        false
    }

    /// The store of encodings of instructions that depend on their text alone; none where one may depend on what came
    /// before it.
    fn kept(&self) -> Option<&'static KeptStore> {
        None
    }

    /// Fills alignment padding in code. The slice starts at any address and ends at an aligned one.
    fn pad_code(&self, padding: &mut [u8]) {
        padding.fill(0);
    }

    /// Looks at what was assembled. `marks` are the places that [`Assembler::mark`] remembered, each as
    /// section index and offset in bytes. Gives what is wrong: the index of a mark, and a sentence.
    fn check(&self, object: &ObjectFile, marks: &[(usize, u64)]) -> Vec<(usize, String)> {
        let _ = (object, marks);
        Vec::new()
    }

    /// Registers as call frame information has them; `None` where texts of the target have none that is read.
    fn frames(&self) -> Option<&'static FrameSyntax> {
        None
    }

    /// Relocations of this number name the symbol itself, also where it is local and others would name
    /// its section; places without a name are always given by their section.
    fn keeps_symbol(&self, kind: u32) -> bool {
        let _ = kind;
        false
    }
}
