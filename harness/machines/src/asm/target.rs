//! The interface of a target to the assembler.

use std::cell::RefCell;
use std::thread::LocalKey;

use super::assembler::Assembler;
use super::cursor::Cursor;
use super::diagnostics::Diagnostic;
use super::kept::KeptInstructions;
use super::syntax::Syntax;
use crate::fixup::{Bits, FixupKind};
use crate::object_file::ObjectFile;

/// A target of the assembler.
///
/// The assembler reads labels, assignments and directives; what is left are instructions, which the
/// target reads from a [`Cursor`] and emits with [`Assembler::emit`] or [`Assembler::emit_relaxable`].
pub trait AsmTarget {
    /// The lexical rules.
    fn syntax(&self) -> &'static Syntax;

    /// The meaning of every relocation number, and of fixups that only the assembler knows.
    fn fixup_kinds(&self) -> &'static [FixupKind];

    /// The meaning of a relocation number; `None` for one that only the linker can settle.
    fn fixup_kind(&self, number: u32) -> Option<&'static FixupKind> {
        FixupKind::find(self.fixup_kinds(), number).filter(|kind| kind.is_settled)
    }

    /// The relocation number for a datum of 1, 2, 4 or 8 bytes that holds an address, or with
    /// `pc_relative` the distance to one.
    fn data_fixup(&self, bytes: u8, pc_relative: bool) -> Option<u32> {
        let is_datum = |kind: &&FixupKind| {
            matches!(kind.bits, Bits::Whole) && kind.bytes == bytes && kind.pc_relative == pc_relative
        };
        self.fixup_kinds().iter().find(is_datum).map(|kind| kind.number)
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

    /// Returns whether a distance to a global symbol of the same section is settled by the assembler, as LLVM does
    /// it. GNU as leaves it to the linker, so that another definition can take the symbol's place.
    fn settles_globals(&self) -> bool {
        false
    }

    /// The size of a symbol that the object file does not have is not looked at, as LLVM does it.
    fn ignores_sizes_of_unused_symbols(&self) -> bool {
        false
    }

    /// Names in a list of symbols may begin with `@`, as LLVM reads them.
    fn at_begins_names(&self) -> bool {
        false
    }

    /// A datum has to fit as a number with a sign or as one without, as LLVM has it. GNU as takes numbers below zero that
    /// have one bit more.
    fn data_fit(&self) -> bool {
        false
    }

    /// The store of encodings of instructions that depend on their text alone; none where one may depend on what came
    /// before it.
    fn kept(&self) -> Option<&'static LocalKey<RefCell<KeptInstructions>>> {
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

    /// `e_flags` of the object file.
    fn flags(&self) -> u32 {
        0
    }

    /// The assembler puts the relocations of relaxable instructions behind all others of the section
    /// (GNU as); otherwise they stand in order of offset.
    fn relaxed_relocations_last(&self) -> bool {
        false
    }

    /// Relocations of this number name the symbol itself, also where it is local and others would name
    /// its section; places without a name are always given by their section.
    fn keeps_symbol(&self, kind: u32) -> bool {
        let _ = kind;
        false
    }

    /// The addend of a relocation for `symbol - place` is counted from the start of the section and
    /// not from the relocation's own offset (an oddity of one tool).
    fn distance_from_section_start(&self) -> bool {
        false
    }
}
