//! Open questions of the psABI's document, with the names and numbers of its clause catalogue.

use crosscall_model::target::riscv::Abi;

use super::Scope::{self, Embedded, Every, Hard, Narrow, NarrowHard, Soft};
use crate::readings::{Choice, choice};

/// Place of a choice in a table that is filled.
const EMPTY: Choice = choice("", &[], 0);

/// Open questions whose answer changes the generated code, with the ABIs that have them.
#[rustfmt::skip]
const CHOICES: &[(Scope, Choice)] = &[
    // Data.
    (Every, choice("RISCV-TYPE-27", &[(1, "char is unsigned"), (2, "char is signed")], 1)),
    (Every, choice("RISCV-LAYOUT-03", &[
        (1, "a vector is aligned as its lanes are"),
        (2, "a vector is aligned to its size"),
        (3, "a vector is aligned to its size, but to 16 at most")], 1)),
    (Every, choice("RISCV-LAYOUT-03 alignof", &[
        (4, "_Alignof gives the alignment of a vector"),
        (5, "_Alignof gives 16 at most for a vector")], 4)),
    (Every, choice("RISCV-LAYOUT-04", &[
        (1, "a vector has room for as many lanes as it has"),
        (2, "a vector has room for a power of two of lanes")], 1)),
    (Every, choice("RISCV-LAYOUT-13", &[
        (1, "an unnamed bit-field does not align its structure"),
        (2, "an unnamed bit-field aligns its structure as a named one does")], 1)),
    (Every, choice("RISCV-LAYOUT-14", &[
        (1, "a bit-field of width zero at the end makes a structure larger"),
        (2, "a bit-field of width zero at the end changes nothing")], 1)),
    (Every, choice("RISCV-LAYOUT-15", &[
        (1, "a bit-field of width zero does not align its structure"),
        (2, "a bit-field of width zero aligns its structure")], 1)),
    (Every, choice("RISCV-S02", &[
        (1, "an enumeration is unsigned int, or int with a negative constant, or has 8 bytes where they are needed"),
        (2, "an enumeration is int"),
        (3, "an enumeration has the fewest bytes that hold its constants")], 1)),
    (Every, choice("RISCV-S03", &[
        (1, "wchar_t is int"),
        (2, "wchar_t is unsigned int"),
        (3, "wchar_t is unsigned short")], 1)),
    (Every, choice("RISCV-S04", &[
        (1, "a bit-field of a plain type is signed as the type is"),
        (2, "a bit-field of a plain type is unsigned")], 1)),
    (Every, choice("RISCV-S05 packed", &[
        (1, "bit-fields of a packed structure follow each other without gaps"),
        (2, "bit-fields of a packed structure cross no boundary of their type")], 1)),
    // Registers.
    (Every, choice("RISCV-REG-11", &[
        (1, "gp and tp are never written"),
        (2, "a function changes gp for a moment and puts it back")], 1)),
    (Every, choice("RISCV-REG-21 mode", &[
        (1, "a function with floating values that rounds in another way puts the mode back"),
        (2, "a function with floating values leaves its own rounding mode behind")], 1)),
    (Every, choice("RISCV-REG-21 flags", &[
        (3, "exception flags are left alone"),
        (4, "a function with floating values clears all exception flags")], 3)),
    // Arguments.
    (Every, choice("RISCV-ARG-04", &[
        (1, "narrow integers are extended in registers and on the stack"),
        (2, "narrow integers are extended in registers only")], 1)),
    (Narrow, choice("RISCV-ARG-13", &[
        (1, "a named integer of two words begins in any register"),
        (2, "a named integer of two words begins in an even register")], 1)),
    (Narrow, choice("RISCV-ARG-15", &[
        (1, "with one register left an integer of two words is split"),
        (2, "with one register left an integer of two words is on the stack")], 1)),
    (Every, choice("RISCV-ARG-18", &[
        (1, "with one register left an aggregate of two words is split"),
        (2, "with one register left an aggregate of two words is on the stack")], 1)),
    (Soft, choice("RISCV-ARG-23", &[
        (1, "vectors are passed as structures of their size"),
        (3, "vectors are passed by address")], 1)),
    (Hard, choice("RISCV-ARG-23", &[
        (1, "vectors are passed as structures of their size, in integer registers"),
        (2, "one or two floating lanes of a vector are in floating-point registers"),
        (3, "vectors are passed by address")], 1)),
    (Every, choice("RISCV-ARG-24", &[
        (1, "a record without a byte is not passed"),
        (2, "a record without a named member is not passed")], 1)),
    (Every, choice("RISCV-ARG-24 flexible", &[
        (3, "nothing is passed for a structure of nothing but a flexible array"),
        (4, "a word is left unused for a structure of nothing but a flexible array")], 3)),
    (Every, choice("RISCV-ARG-26", &[
        (1, "callers copy what they pass by address"),
        (2, "callees copy what they got by address before they write")], 1)),
    (Hard, choice("RISCV-ARG-34", &[
        (1, "an empty union in a structure is not counted"),
        (2, "a structure with an empty union is not taken apart, unless it is one number")], 1)),
    (Hard, choice("RISCV-ARG-35", &[
        (1, "a bit-field of width zero is not counted"),
        (2, "a bit-field of width zero beside two other members is counted")], 1)),
    (Hard, choice("RISCV-ARG-36", &[
        (1, "an array without elements is not counted"),
        (2, "a structure with an array without elements is not taken apart, unless it is one number")], 1)),
    (Hard, choice("RISCV-ARG-38", &[
        (1, "an array of empty records is not counted"),
        (2, "a structure with an array of empty records is not taken apart, unless it is one number")], 1)),
    (Hard, choice("RISCV-ARG-43 width", &[
        (1, "ones above a narrow value reach to the top of the processor's register"),
        (2, "ones above a narrow value reach to the width of the ABI's registers, and zeros are above")], 1)),
    (Hard, choice("RISCV-ARG-43 members", &[
        (3, "ones are above each narrow value"),
        (4, "zeros are above narrow values of structures")], 3)),
    (Hard, choice("RISCV-ARG-47", &[
        (1, "a floating-point register that a structure leaves is taken by a later argument"),
        (2, "a floating-point register that a structure leaves stays unused")], 1)),
    (NarrowHard, choice("RISCV-ARG-49 bit-field", &[
        (1, "a bit-field beside a real counts with its own width"),
        (2, "a bit-field beside a real counts with the width of its type")], 1)),
    (Hard, choice("RISCV-ARG-49 unnamed", &[
        (3, "an unnamed bit-field counts as an integer"),
        (4, "an unnamed bit-field does not count")], 3)),
    (Hard, choice("RISCV-ARG-49 pointer", &[
        (5, "a pointer beside a real is no integer"),
        (6, "a pointer beside a real is an integer")], 5)),
    (Every, choice("RISCV-RET-04", &[
        (1, "a0 holds anything when a function with a result in memory returns"),
        (2, "a0 holds the address of a result in memory at the return")], 1)),
    (Hard, choice("RISCV-VAR-05", &[
        (1, "named arguments of variadic functions use floating-point registers"),
        (2, "named arguments of variadic functions are in integer registers")], 1)),
    // Stack.
    (Every, choice("RISCV-STACK-06", &[
        (1, "only a function with an array of variable length has a frame record; s0 is preserved like others"),
        (2, "as the first, and s0 holds nothing but addresses of frame records"),
        (3, "all functions that call others have a frame record")], 1)),
    (Every, choice("RISCV-STACK-10", &[
        (1, "sp is always aligned"),
        (2, "sp is aligned at calls, and moves in two steps")], 1)),
    (Every, choice("RISCV-STACK-14", &[
        (1, "nothing below sp is used"),
        (2, "functions write a word below sp")], 1)),
    (Embedded, choice("RISCV-STACK-15", &[
        (1, "sp is a multiple of 4"),
        (2, "sp is a multiple of 8")], 1)),
    // What the document does not say.
    (Hard, choice("RISCV-S01 member", &[
        (3, "a structure with an atomic member is passed as if it were not atomic"),
        (4, "a structure with an atomic member is passed in integer registers")], 3)),
    (Hard, choice("RISCV-S07", &[
        (1, "a structure with a flexible array is passed in integer registers"),
        (2, "a flexible array is not counted")], 1)),
    (Every, choice("RISCV-S08", &[
        (1, "a complex integer is passed like a structure of its parts"),
        (2, "a complex integer is passed as two integers")], 1)),
    (Every, choice("RISCV-S11", &[
        (1, "arguments without a prototype are passed like named ones"),
        (2, "arguments without a prototype are passed like variadic ones")], 1)),
    (Every, choice("RISCV-S12 argument", &[
        (1, "what is passed by address is aligned as its type is"),
        (2, "what is passed by address is aligned as the stack is at most")], 1)),
    (Every, choice("RISCV-S12 result", &[
        (3, "the memory for a result is aligned as its type is"),
        (4, "the memory for a result is aligned as the stack is at most")], 3)),
    (Every, choice("RISCV-S13", &[
        (1, "the memory for a result is in the caller's frame"),
        (2, "the memory for a result is an object outside the caller's frame")], 1)),
    (Every, choice("RISCV-S14", &[
        (1, "a callee that writes its parameters writes those on the stack, too"),
        (2, "the stack places of arguments are never written")], 1)),
    (Every, choice("RISCV-S15", &[
        (1, "a value is passed by the alignment that its type has without its typedef"),
        (2, "a value is passed by the alignment of its typedef")], 1)),
    (Every, choice("RISCV-S15 record", &[
        (3, "an alignment that a typedef gives a record does not count where it is passed"),
        (4, "an alignment that a typedef gives a record counts where it is passed")], 3)),
    (Embedded, choice("RISCV-S16", &[
        (1, "a variadic argument of 8 bytes begins in any register"),
        (2, "a variadic argument of 8 bytes begins in an even register")], 1)),
    (Embedded, choice("RISCV-S17", &[
        (1, "an object in a frame that is passed by address is aligned as its type is"),
        (2, "an object in a frame is aligned as the stack is")], 1)),
];

/// Number of questions of all ABIs.
const COUNT: usize = CHOICES.len();

/// Questions of all ABIs.
pub(super) const QUESTIONS: &[Choice] = &{
    let mut all = [EMPTY; COUNT];
    let mut at = 0;
    while at < COUNT {
        all[at] = CHOICES[at].1;
        at += 1;
    }
    all
};

super::selection!(CHOICES, Choice, abi, entry => *entry);

/// Readings of GCC 12 that differ from the default ones (observed in its output).
pub(super) const fn toolchain(abi: Abi) -> &'static [(&'static str, u8)] {
    const SOFT: &[(&str, u8)] = &[("RISCV-LAYOUT-03", 3), ("RISCV-S12 argument", 2)];
    const HARD: &[(&str, u8)] = &[
        ("RISCV-LAYOUT-03", 3),
        ("RISCV-ARG-34", 2),
        ("RISCV-ARG-36", 2),
        ("RISCV-ARG-38", 2),
        ("RISCV-S12 argument", 2),
    ];
    if Hard.has(abi) { HARD } else { SOFT }
}
