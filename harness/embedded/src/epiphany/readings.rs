//! Open questions of the Epiphany document (`epiphany.txt`), with the numbers of its clause catalogue.

use crate::readings::{Choice, choice};

/// Open questions whose answer changes the generated code.
#[rustfmt::skip]
pub(crate) const CHOICES: &[Choice] = &[
    // Data layout.
    choice("EPIPHANY-TYPE-05", &[(1, "char is signed"), (2, "char is unsigned")], 1),
    choice("EPIPHANY-TYPE-14 stack", &[
        (1, "double words are 8-aligned everywhere"),
        (2, "double words on the stack are 4-aligned only")], 1),
    choice("EPIPHANY-LAYOUT-01", &[
        (1, "members are padded to their alignment"),
        (2, "members follow each other without padding")], 1),
    choice("EPIPHANY-LAYOUT-02", &[
        (1, "a structure has the alignment of its most aligned member"),
        (2, "structures above 4 bytes are raised to 8, those that fill 4 bytes to 4; packed ones are not")], 1),
    choice("EPIPHANY-LAYOUT-06", &[
        (1, "a union has the alignment of its most aligned member"),
        (2, "unions above 4 bytes are raised to 8, those that fill 4 bytes to 4; packed ones are not")], 1),
    choice("EPIPHANY-LAYOUT-10", &[
        (1, "an array member has the alignment of its element"),
        (2, "a 4-aligned array member is raised to 8 if its elements have at least 4 bytes and no attribute asks for its \
            alignment")], 1),
    choice("EPIPHANY-S02", &[
        (1, "a bit-field stays inside a container of its declared type; unnamed ones do not align the record"),
        (2, "a bit-field starts at the next free bit and may cross its container; named ones align the record"),
        (3, "a bit-field stays inside a container of its declared type; unnamed ones align the record as well")], 1),
    choice("EPIPHANY-S03 empty", &[(1, "an empty record has size 0"), (2, "an empty record has size 1")], 1),
    choice("EPIPHANY-S03 temporary", &[
        (3, "an object passed or returned by address is aligned as its type is"),
        (4, "an object passed or returned by address is aligned to 8 at most")], 3),
    // Registers.
    choice("EPIPHANY-REG-07 link", &[
        (1, "lr holds its entry value at return"),
        (2, "lr holds anything at return")], 1),
    choice("EPIPHANY-REG-09", &[
        (1, "the callee gives sp back as it got it"),
        (2, "the callee of a function with named arguments only removes the stack arguments")], 1),
    choice("EPIPHANY-REG-11", &[
        (1, "r15 is a saved register like r4 to r11"),
        (2, "every function keeps the caller's r15 in its frame and the address of its frame in r15")], 1),
    choice("EPIPHANY-REG-13", &[(1, "r28 to r31 are never written"), (2, "r28 to r31 are scratch registers")], 1),
    choice("EPIPHANY-REG-14", &[
        (1, "r32 to r63 are scratch registers"),
        (2, "r32 to r43 are saved by the callee"),
        (3, "r32 to r63 are not used")], 1),
    choice("EPIPHANY-S04", &[
        (1, "a function with floating values that rounds in another way puts the mode back"),
        (2, "a function with floating values leaves its own rounding mode behind")], 1),
    // Arguments.
    choice("EPIPHANY-ARG-04", &[
        (1, "floating arguments use the same registers as integers"),
        (2, "floating arguments are on the stack")], 1),
    choice("EPIPHANY-ARG-03 start", &[
        (1, "a double word starts in an even register"),
        (2, "a double word starts in any register")], 1),
    choice("EPIPHANY-ARG-03 order", &[
        (3, "the low word of a double word is in the lower register"),
        (4, "the low word of a double word is in the higher register")], 3),
    choice("EPIPHANY-ARG-03 split", &[
        (5, "with one register left it is wholly on the stack"),
        (6, "with one register left it is split between r3 and the stack")], 5),
    choice("EPIPHANY-ARG-03 back-fill", &[
        (7, "a skipped register stays unused"),
        (8, "a later word takes a skipped register")], 7),
    choice("EPIPHANY-ARG-06 area", &[
        (1, "stack arguments start at sp+0"),
        (2, "stack arguments start at sp+8, the 8 bytes below belong to the callee")], 1),
    choice("EPIPHANY-ARG-06 slot", &[
        (3, "stack slots are multiples of 4 bytes, double words 8-aligned"),
        (4, "a stack argument takes its natural size and alignment")], 3),
    choice("EPIPHANY-S05", &[
        (1, "the caller extends narrow arguments to a word"),
        (2, "the callee extends them; the caller leaves the upper bits undefined")], 1),
    choice("EPIPHANY-S06", &[
        (1, "aggregates are passed by pointer"),
        (2, "aggregates that fill a machine type of their alignment are passed by value, others by pointer"),
        (3, "aggregates are passed by value"),
        (4, "aggregates of at most 4 bytes are passed by value, others by pointer")], 3),
    choice("EPIPHANY-S08 composite", &[
        (1, "an aggregate is never split between registers and the stack"),
        (2, "a word-aligned aggregate may be split"),
        (3, "any aggregate may be split")], 1),
    choice("EPIPHANY-S10 slots", &[
        (3, "a callee that writes its parameters writes those on the stack, too"),
        (4, "the stack slots of arguments are never written")], 4),
    choice("EPIPHANY-S10 copy", &[
        (1, "the caller copies an aggregate that it passes by pointer"),
        (2, "the callee copies it before it modifies it")], 1),
    choice("EPIPHANY-S11", &[(1, "an empty record is not passed"), (2, "an empty record is passed by pointer")], 1),
    choice("EPIPHANY-S14", &[
        (1, "unnamed arguments travel as named ones do; the callee spills r0 to r3 below the stack ones"),
        (2, "unnamed arguments are on the stack")], 1),
    // Results.
    choice("EPIPHANY-RET-01", &[
        (1, "a narrow result is extended by the signedness of its type"),
        (2, "a narrow result is extended either way (here: the other way)")], 1),
    choice("EPIPHANY-RET-03", &[(1, "the low word is in r0"), (2, "the high word is in r0")], 1),
    choice("EPIPHANY-RET-04", &[
        (1, "every aggregate of at most 4 bytes is returned in r0"),
        (2, "only aggregates that fill a machine type, others in memory")], 1),
    choice("EPIPHANY-RET-06 position", &[
        (1, "the address for a result in memory is the first argument"),
        (2, "the address for a result follows the last named argument")], 1),
    choice("EPIPHANY-RET-06 again", &[(3, "r0 holds the address at return"), (4, "r0 holds anything at return")], 3),
    choice("EPIPHANY-RET-06 memory", &[
        (6, "every aggregate above 4 bytes is returned in memory (but see EPIPHANY-S13)"),
        (5, "every aggregate above 4 bytes, but one of 8 bytes that fills a machine type is returned in r0 and r1")], 6),
    choice("EPIPHANY-S13", &[
        (1, "aggregates of 5 to 8 bytes are returned as EPIPHANY-RET-06 memory says"),
        (2, "aggregates of 5 to 8 bytes are returned in r0 and r1")], 1),
    // Types of several parts, and types without a row in the table.
    choice("EPIPHANY-S01 enum", &[
        (1, "an enumeration is a word, or a double word where its constants need one"),
        (3, "an enumeration has the fewest bytes that hold its constants")], 1),
    choice("EPIPHANY-S01 wchar", &[
        (4, "wchar_t is an unsigned word"),
        (5, "wchar_t is a signed word"),
        (6, "wchar_t is an unsigned half-word")], 4),
    choice("EPIPHANY-S02 sign", &[
        (4, "a bit-field of a plain type is signed as the type is"),
        (5, "a bit-field of a plain type is unsigned")], 4),
    choice("EPIPHANY-S24 argument", &[
        (1, "a complex argument is two arguments, the real part first"),
        (2, "a complex argument is a structure of its parts"),
        (3, "a complex argument is words that stay together"),
        (7, "a complex argument is words that are split where registers end")], 1),
    choice("EPIPHANY-S24 result", &[
        (4, "complex results of up to 8 bytes are in r0 and r1, others in memory"),
        (5, "a complex result is a structure of its parts"),
        (6, "complex results of up to 16 bytes are in r0 to r3")], 4),
    choice("EPIPHANY-S25 alignment", &[
        (7, "a vector is aligned to its size, to 8 at most"),
        (8, "a vector is aligned to its size"),
        (9, "a vector is aligned as its lanes are")], 7),
    choice("EPIPHANY-S25 argument", &[
        (4, "a vector argument is words, from an even register on if it is aligned to 8"),
        (5, "a vector argument is a structure of its lanes"),
        (6, "the address of a vector argument is passed")], 4),
    choice("EPIPHANY-S25 split", &[
        (1, "a vector for which too few registers are left goes to the stack"),
        (2, "a vector for which too few registers are left is split")], 1),
    choice("EPIPHANY-S25 result", &[
        (10, "vectors of up to 8 bytes are returned in r0 and r1, others in memory"),
        (11, "a vector is returned as a structure of its lanes"),
        (12, "vectors of up to 16 bytes are returned in r0 to r3")], 10),
    // Stack and calls.
    choice("EPIPHANY-STACK-08 alignment", &[
        (1, "sp is a multiple of 4, and of no more at calls"),
        (2, "sp is always a multiple of 8"),
        (3, "sp is a multiple of 4, and of 8 at calls")], 2),
    choice("EPIPHANY-STACK-10", &[
        (1, "sp is lowered before anything is stored"),
        (2, "lr is stored at the old sp by the instruction that lowers sp, where the callee owns that word"),
        (3, "lr is stored below sp before sp is lowered, and loaded after it is raised")], 1),
    choice("EPIPHANY-CALL-04", &[
        (1, "return through any register (r27 where lr need not survive)"),
        (2, "return through lr")], 2),
    choice("EPIPHANY-S28", &[
        (1, "a value is passed by the alignment that its type has without its typedef"),
        (2, "a value is passed by the alignment of its typedef")], 1),
];

/// Readings of GCC 12 that differ from the default ones (observed in its output).
pub(crate) const TOOLCHAIN: &[(&str, u8)] = &[
    ("EPIPHANY-TYPE-05", 2),
    ("EPIPHANY-LAYOUT-02", 2),
    ("EPIPHANY-LAYOUT-06", 2),
    ("EPIPHANY-LAYOUT-10", 2),
    ("EPIPHANY-REG-14", 2),
    ("EPIPHANY-ARG-06 area", 2),
    ("EPIPHANY-S06", 2),
    ("EPIPHANY-S10 copy", 2),
    ("EPIPHANY-S11", 2),
    ("EPIPHANY-RET-04", 2),
    ("EPIPHANY-RET-06 memory", 5),
    ("EPIPHANY-S24 argument", 7),
    ("EPIPHANY-S25 split", 2),
    ("EPIPHANY-STACK-10", 2),
];
