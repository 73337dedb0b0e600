//! Open questions of the DPU document (the page on the ABI in the vendor's manual), with the names and numbers of its
//! clause catalogue.

use crate::readings::{Choice, choice};

/// Open questions whose answer changes the generated code.
#[rustfmt::skip]
pub(crate) const CHOICES: &[Choice] = &[
    // Data.
    choice("DPU-TYPE-02", &[(1, "char is signed"), (2, "char is unsigned")], 1),
    choice("DPU-TYPE-14", &[
        (1, "a byte or a half-word that stands by itself is aligned to 4"),
        (2, "such an object is aligned as its type has to be")], 1),
    choice("DPU-S01", &[(1, "_Bool has 1 byte"), (2, "_Bool has 4 bytes")], 1),
    choice("DPU-S02", &[
        (1, "an enumeration is an unsigned int unless a constant is negative"),
        (2, "an enumeration is an int"),
        (3, "an enumeration has the fewest bytes that hold its constants")], 1),
    choice("DPU-S04 size", &[(1, "size_t and ptrdiff_t have 4 bytes"), (2, "size_t and ptrdiff_t have 8 bytes")], 1),
    choice("DPU-S04 wchar", &[
        (3, "wchar_t is an unsigned word"),
        (4, "wchar_t is a signed word"),
        (5, "wchar_t is an unsigned byte")], 3),
    choice("DPU-S08", &[
        (1, "a bit-field stays inside a container of its declared type, which aligns the record even without a name"),
        (2, "a bit-field starts at the next free bit and may cross its container"),
        (3, "a bit-field stays inside a container of its declared type; unnamed ones do not align the record")], 3),
    choice("DPU-S08 sign", &[
        (4, "a bit-field of a plain type is signed as the type is"),
        (5, "a bit-field of a plain type is unsigned")], 4),
    choice("DPU-S09", &[(1, "an empty record has size 0"), (2, "an empty record has size 1")], 1),
    // Registers.
    choice("DPU-REG-08", &[(1, "r23 holds anything at return"), (2, "r23 holds the return address at return")], 2),
    // Arguments.
    choice("DPU-ARG-02", &[
        (1, "the caller extends narrow arguments to a word"),
        (3, "the callee extends them; the caller leaves the upper bits undefined")], 1),
    choice("DPU-ARG-03", &[(1, "a skipped register stays unused"), (2, "a later word takes a skipped register")], 2),
    choice("DPU-ARG-04", &[
        (3, "where only r7 is left a double word is on the stack"),
        (4, "where only r7 is left a double word is on the stack, with everything behind it"),
        (5, "where only r7 is left it holds the low half of a double word, and the stack the high one")], 3),
    choice("DPU-ARG-05 copy", &[
        (1, "the caller copies an aggregate that it passes by reference"),
        (2, "the callee copies it before it modifies it")], 1),
    choice("DPU-ARG-06 order", &[
        (1, "the first stack argument is the lowest"),
        (2, "the first stack argument is nearest to the stack pointer")], 2),
    choice("DPU-ARG-06 padding", &[
        (4, "stack arguments reach up to the saved words"),
        (5, "stack arguments begin at a multiple of 8; what is left is next to the saved words")], 4),
    choice("DPU-S05 argument", &[
        (2, "a complex argument is an aggregate"),
        (3, "a complex argument is two arguments, the real part first")], 2),
    choice("DPU-S10", &[
        (1, "an object passed or returned by reference is aligned as its type is"),
        (2, "an object passed or returned by reference is aligned to 8 at most")], 1),
    choice("DPU-S14", &[
        (1, "floating arguments are words and double words"),
        (2, "floating arguments are on the stack")], 1),
    choice("DPU-S15", &[
        (1, "an empty aggregate is passed and returned by reference"),
        (2, "nothing is passed for an empty aggregate")], 1),
    choice("DPU-S16", &[
        (1, "a callee that writes its parameters writes those on the stack, too"),
        (2, "the stack places of arguments are never written")], 2),
    // Results.
    choice("DPU-RET-01", &[
        (1, "a narrow result is extended by the signedness of its type"),
        (2, "a narrow result is extended either way (here: the other way)")], 1),
    choice("DPU-RET-04 position", &[
        (1, "the address for a result is the first argument"),
        (3, "the address for a result is the last of the named arguments")], 1),
    choice("DPU-RET-04 again", &[(2, "r0 holds the address at return"), (5, "r0 holds anything at return")], 2),
    choice("DPU-S05 result", &[
        (4, "a complex result is an aggregate"),
        (5, "a complex result is in registers from r0 on, the real part first")], 4),
    // Variable arguments.
    choice("DPU-VAR-02 named", &[
        (1, "only unnamed arguments are on the stack"),
        (2, "all arguments of a variadic function are on the stack")], 1),
    choice("DPU-VAR-02 order", &[
        (3, "the first stack argument of a variadic function is the lowest"),
        (4, "the first stack argument of a variadic function is nearest to the stack pointer")], 4),
    choice("DPU-VAR-03", &[
        (1, "an aggregate among variable arguments is on the stack itself"),
        (2, "an aggregate among variable arguments is passed by reference")], 1),
    choice("DPU-VAR-03 slot", &[
        (4, "an aggregate on the stack takes as many bytes as it has"),
        (5, "an aggregate on the stack takes whole words")], 4),
    choice("DPU-S19", &[
        (1, "where all arguments are on the stack, the address for a result is in r0"),
        (2, "where all arguments are on the stack, that address is, too")], 1),
    // Stack.
    choice("DPU-STACK-05", &[
        (1, "the stack pointer is always a multiple of 8"),
        (2, "the stack pointer is a multiple of 8 at calls")], 1),
    choice("DPU-STACK-08", &[
        (1, "the saved words are right below the stack pointer"),
        (2, "a function saves words anywhere in its frame")], 1),
    choice("DPU-STACK-09", &[
        (1, "of the saved words the return address is the lower one"),
        (2, "of the saved words the stack pointer is the lower one")], 1),
    choice("DPU-CALL-01", &[
        (1, "the return address is one of the saved words"),
        (2, "the return address is kept elsewhere (here: in the frame)")], 1),
    choice("DPU-CALL-03", &[
        (1, "the stack pointer is one of the saved words"),
        (2, "the stack pointer is not saved; its word is left alone")], 1),
    choice("DPU-CALL-04", &[
        (1, "the saved words are at the end of the frame"),
        (2, "the saved words are at the beginning of the frame")], 1),
    choice("DPU-CALL-06", &[
        (1, "the words are saved before the stack pointer moves"),
        (2, "the words are saved after the stack pointer has moved")], 1),
    choice("DPU-S21", &[
        (1, "a function writes memory beyond its stack pointer"),
        (2, "nothing beyond the stack pointer is used")], 2),
    choice("DPU-S34", &[
        (1, "a value is passed by the alignment that its type has without its typedef"),
        (2, "a value is passed by the alignment of its typedef")], 1),
];

/// Readings of the vendor's clang that differ from the default ones, as far as its public sources of 2019 show them
/// (`LowerCall` in `DPUTargetLowering.cpp` passes the address of a copy for every composite): read, not run.
pub(crate) const TOOLCHAIN: &[(&str, u8)] = &[("DPU-VAR-03", 2)];
