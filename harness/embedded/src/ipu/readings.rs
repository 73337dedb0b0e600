//! Open questions of the IPU document (chapter 14 of the user guide of Poplar), with the names and numbers of its
//! clause catalogue.

use crate::readings::Choice;

const fn choice(key: &'static str, readings: &'static [(u8, &'static str)], default: u8) -> Choice {
    Choice { key, readings, default }
}

/// Open questions whose answer changes the generated code.
#[rustfmt::skip]
pub(crate) const CHOICES: &[Choice] = &[
    // Data layout.
    choice("IPU-TYPE-01 double", &[(3, "double is aligned to 8"), (4, "double is aligned to 4")], 3),
    choice("IPU-TYPE-01 vector",
        &[(5, "a vector of 16 bytes is aligned to 16"), (6, "a vector is aligned to 8 at most")], 5),
    choice("IPU-TYPE-05",
        &[(1, "an enumeration is always an int"), (2, "it has 8 bytes where a constant needs them")], 2),
    choice("IPU-LAYOUT-06",
        &[(1, "the width of a bit-field decides on its sign"), (2, "the width of the enumeration's type does")], 1),
    choice("IPU-S03 wchar", &[(3, "wchar_t is signed"), (4, "wchar_t is unsigned")], 3),
    choice("IPU-S07 empty", &[(1, "an empty record has size 0"), (2, "an empty record has size 1")], 1),
    // Registers.
    choice("IPU-REG-07", &[(1, "m8 is saved by the callee"), (2, "m8 is scratch")], 1),
    choice("IPU-REG-08", &[(1, "m9 is saved by the callee"), (2, "m9 is scratch")], 1),
    // Arguments.
    choice("IPU-TYPE-07",
        &[(3, "a double is in a pair of a registers"), (4, "a double is in a pair of m registers")], 3),
    choice("IPU-ARG-03 vectors",
        &[(1, "vectors of integers are in m registers"), (2, "vectors of integers are in a registers")], 1),
    choice("IPU-ARG-04 count",
        &[(1, "the files are counted by themselves"), (2, "positions number the registers of both files")], 1),
    choice("IPU-ARG-05 after",
        &[(1, "an argument may be in registers behind one on the stack"), (2, "behind one on the stack all are")], 1),
    choice("IPU-ARG-05 slot",
        &[(3, "places on the stack have 4 bytes, or 8 for 64 bits"), (4, "they have multiples of 8 bytes"),
            (5, "a scalar of 64 bits has two of 4 bytes, a vector one of 8"),
            (6, "whatever has 64 bits has two of 4 bytes")], 3),
    choice("IPU-ARG-06 order",
        &[(1, "the low word is in the even register"), (2, "the low word is in the odd register")], 1),
    choice("IPU-ARG-06 short",
        &[(3, "without a pair a value is wholly on the stack"), (4, "one register takes the first word of it")], 3),
    choice("IPU-ARG-06 pair",
        &[(5, "a pair begins with an even number"), (6, "the words of a scalar of 64 bits travel by themselves")], 5),
    choice("IPU-ARG-07 stack",
        &[(3, "128 bits are aligned to 16 on the stack"), (4, "128 bits are aligned to 8 on the stack"),
            (5, "128 bits are aligned to 4 on the stack")], 3),
    choice("IPU-ARG-08 back-fill",
        &[(1, "a register that was left out stays unused"), (3, "a later argument takes it")], 1),
    choice("IPU-ARG-08 passed",
        &[(4, "registers that were too few stay unused"), (5, "registers that were too few are taken later")], 5),
    choice("IPU-ARG-10 nested",
        &[(1, "a single member counts through all levels"), (2, "a single member counts on one level only")], 1),
    choice("IPU-ARG-10 union", &[(3, "a union of one member counts"), (4, "no union counts")], 3),
    choice("IPU-ARG-10 array",
        &[(5, "an array of one element counts as the element"), (6, "no array counts")], 5),
    choice("IPU-ARG-10 bit-field",
        &[(7, "a bit-field counts as its container"), (8, "no bit-field counts")], 7),
    choice("IPU-S04", &[(1, "vectors are in registers"), (2, "vectors are passed by pointer")], 1),
    choice("IPU-S04 wide",
        &[(3, "a vector of more than 128 bits is passed by pointer"), (4, "it is passed in pieces of 64 bits")], 3),
    choice("IPU-S04 bytes",
        &[(7, "bytes of a vector lie as in memory"), (8, "two or four are widened to 16 bits, more travel one by one")], 7),
    choice("IPU-S04 complex",
        &[(5, "a complex number is passed by pointer"), (6, "a complex number is two arguments")], 5),
    choice("IPU-S05 upper",
        &[(1, "zeros are above a half"), (2, "the half is above it once more"), (3, "anything is above a half")], 1),
    choice("IPU-S14", &[(1, "an empty record does not travel"), (2, "its address does")], 1),
    choice("IPU-S15 align",
        &[(1, "what is passed by pointer is aligned as its type is"), (2, "it is aligned to 8 at most")], 1),
    choice("IPU-VAR-01 named",
        &[(1, "only unnamed arguments are on the stack"), (2, "all arguments of a variadic function are")], 2),
    choice("IPU-VAR-01 position",
        &[(3, "the address for a result stays in its register"), (6, "it is on the stack with the others")], 3),
    choice("IPU-S18 aggregates",
        &[(1, "aggregates in a list are passed like others"), (2, "they are on the stack themselves")], 1),
    // Results.
    choice("IPU-RET-05 place",
        &[(1, "the address for a result is the first argument"), (2, "it is the last named one")], 1),
    choice("IPU-S16 again", &[(1, "the address is given back in m0"), (2, "m0 holds anything")], 2),
    choice("IPU-S17", &[(1, "results of 128 bits are in a quad"), (2, "they are in memory")], 1),
    // Stack.
    choice("IPU-STACK-01 alignment",
        &[(1, "sp is aligned to 8 at calls"), (2, "sp is aligned to 8 at all times")], 2),
    choice("IPU-STACK-04 area",
        &[(1, "stack arguments start at sp+0"), (2, "they start at sp+8"), (4, "they start at sp+16")], 1),
    choice("IPU-STACK-08 slots",
        &[(1, "a callee that writes its parameters writes those on the stack, too"), (2, "it never does")], 2),
    choice("IPU-S19 below",
        &[(1, "nothing below sp is used"), (2, "the link register is stored below sp first")], 1),
];

/// Readings of the vendor's fork of LLVM according to its source: its data layout and its tables of conventions.
pub(crate) const TOOLCHAIN: &[(&str, u8)] = &[
    ("IPU-TYPE-01 double", 4),
    ("IPU-TYPE-01 vector", 6),
    ("IPU-TYPE-07", 4),
    ("IPU-ARG-05 slot", 5),
    ("IPU-ARG-07 stack", 4),
    ("IPU-S04 wide", 4),
    ("IPU-S04 bytes", 8),
    ("IPU-VAR-01 position", 6),
    ("IPU-S05 upper", 3),
];
