//! Open questions of the Nyuzi document (the wiki page on the compiler's ABI), with the names and numbers of its
//! clause catalogue.

use crate::readings::{Choice, choice};

/// Open questions whose answer changes the generated code.
#[rustfmt::skip]
pub(crate) const CHOICES: &[Choice] = &[
    // Data layout.
    choice("NYUZI-TYPE-01", &[(1, "char is signed"), (2, "char is unsigned")], 1),
    choice("NYUZI-TYPE-05 alignment", &[
        (1, "long long is aligned to 8 in memory"),
        (2, "long long is aligned to 4 in memory")], 1),
    choice("NYUZI-TYPE-09 long-double", &[
        (1, "long double has 4 bytes, as double has"),
        (2, "long double has 8 bytes")], 1),
    choice("NYUZI-TYPE-10 alignment", &[
        (1, "a vector is aligned to its size"),
        (2, "a vector is aligned as its lanes are, but members and objects that are vectors to their size")], 1),
    choice("NYUZI-LAYOUT-01", &[
        (1, "a record with a vector is aligned as the vector is"),
        (2, "a record is aligned as those of its members are that are no vectors")], 1),
    choice("NYUZI-S03 enum", &[
        (3, "an enumeration is an int, or has 8 bytes where its constants need them"),
        (4, "an enumeration has the fewest bytes that hold its constants")], 3),
    choice("NYUZI-S03 wchar", &[
        (5, "wchar_t is a signed word"),
        (6, "wchar_t is an unsigned word"),
        (7, "wchar_t is an unsigned half-word")], 5),
    choice("NYUZI-S05", &[
        (1, "a bit-field stays inside a container of its declared type; unnamed ones do not align the record"),
        (3, "a bit-field stays inside a container of its declared type; unnamed ones align the record as well"),
        (4, "a bit-field starts at the next free bit and may cross its container; named ones align the record")], 1),
    choice("NYUZI-S05 sign", &[
        (5, "a bit-field of a plain type is signed as the type is"),
        (6, "a bit-field of a plain type is unsigned")], 5),
    choice("NYUZI-S05 empty", &[(7, "an empty record has size 0"), (8, "an empty record has size 1")], 7),
    // Registers.
    choice("NYUZI-REG-02", &[
        (1, "gp is saved by the callee"),
        (2, "gp is saved in position-independent code only; other code uses it as scratch")], 1),
    choice("NYUZI-REG-04 link", &[(1, "ra holds its entry value at return"), (2, "ra holds anything at return")], 1),
    choice("NYUZI-REG-07", &[
        (1, "where gp is saved it is a register like others"),
        (2, "gp is never written where it is saved")], 2),
    choice("NYUZI-REG-08", &[
        (1, "fp is a saved register like others where no frame pointer is needed"),
        (2, "fp is never written where no frame pointer is needed")], 2),
    // Arguments.
    choice("NYUZI-ARG-01 count", &[
        (1, "eight scalars are in s0 to s7, and eight vectors in v0 to v7"),
        (2, "eight places: an argument is in the register of its class that has its place's number"),
        (3, "eight arguments in all, scalars and vectors numbered by themselves")], 1),
    choice("NYUZI-ARG-01 wide", &[
        (4, "a 64-bit value counts as two scalars"),
        (5, "a 64-bit value counts as one, so that scalars may reach to s15")], 4),
    choice("NYUZI-ARG-02 order", &[
        (1, "stack arguments lie at ascending addresses"),
        (2, "stack arguments are pushed one by one: the last of them is nearest to sp")], 1),
    choice("NYUZI-ARG-02 slot", &[
        (3, "char and short take a word of the stack"),
        (4, "char and short take 1 and 2 bytes of the stack")], 3),
    choice("NYUZI-ARG-02 stack", &[
        (5, "a 64-bit value is aligned to 8 on the stack"),
        (6, "a 64-bit value is two words on the stack, aligned to 4")], 5),
    choice("NYUZI-ARG-03 start", &[
        (1, "a 64-bit value is in any two neighbouring registers"),
        (2, "a 64-bit value starts in an even register")], 1),
    choice("NYUZI-ARG-03 split", &[
        (3, "with one register left, a 64-bit value has its low word there and its high word on the stack"),
        (4, "with one register left it is wholly on the stack")], 4),
    choice("NYUZI-ARG-03 back-fill", &[
        (5, "a skipped register stays unused"),
        (6, "a later scalar takes a skipped register")], 5),
    choice("NYUZI-S08", &[
        (1, "the caller extends narrow arguments to a word"),
        (2, "the callee extends them; the caller leaves the upper bits undefined")], 1),
    choice("NYUZI-S09", &[
        (1, "aggregates are passed by pointer"),
        (3, "aggregates are passed by value in scalar registers, each word as a scalar of its own"),
        (4, "aggregates are passed by value on the stack")], 1),
    choice("NYUZI-S09 split", &[
        (5, "where registers are too few for an aggregate, its first words take those and the others the stack"),
        (6, "where registers are too few for an aggregate, all of it is on the stack")], 5),
    choice("NYUZI-S10 copy", &[
        (1, "the caller copies an aggregate that it passes by pointer"),
        (2, "the callee copies it before it modifies it")], 1),
    choice("NYUZI-S10 slots", &[
        (3, "a callee that writes its parameters writes those on the stack, too"),
        (4, "the stack slots of arguments are never written")], 4),
    choice("NYUZI-S10 temporary", &[
        (5, "an object passed or returned by address is aligned as its type is"),
        (6, "an object passed or returned by address is aligned to 64 at most")], 5),
    choice("NYUZI-S11 area", &[
        (1, "stack arguments start at sp+0"),
        (3, "stack arguments start at sp+64, the bytes below belong to the callee")], 1),
    choice("NYUZI-S12", &[(1, "an empty record is passed by pointer"), (2, "an empty record is not passed")], 2),
    choice("NYUZI-S13 argument", &[
        (1, "a complex argument is two arguments, the real part first"),
        (2, "a complex argument is a structure of its parts")], 1),
    choice("NYUZI-LANG-05 argument", &[
        (3, "vectors of other shapes are fitted to vector registers where they can be, or are scalars"),
        (4, "vectors of other shapes are structures of their lanes"),
        (5, "vectors of other shapes are in vector registers as they are in memory")], 3),
    choice("NYUZI-VAR-01 named", &[
        (1, "all arguments of a variadic function are on the stack"),
        (2, "the unnamed arguments of a variadic function are on the stack, named ones travel as in any other")], 1),
    choice("NYUZI-VAR-01 position", &[
        (3, "the address for the result of a variadic function is in s0"),
        (4, "where named arguments are on the stack, that address is the first word there")], 3),
    choice("NYUZI-S17 slot", &[
        (1, "an argument of a variadic function takes its usual place on the stack"),
        (2, "an argument of a variadic function takes a multiple of 8 bytes, aligned to 8 at least")], 1),
    // Results.
    choice("NYUZI-RET-01 memory", &[
        (1, "every aggregate is returned in memory"),
        (2, "aggregates of up to 8 bytes are returned in s0 and s1")], 1),
    choice("NYUZI-RET-01 empty", &[
        (5, "an address is passed for an empty record, too"),
        (6, "no address is passed for an empty record")], 6),
    choice("NYUZI-RET-01 again", &[(3, "s0 holds the address at return"), (4, "s0 holds anything at return")], 3),
    choice("NYUZI-RET-02", &[
        (1, "the address for the result counts as an argument: s1 to s7 remain"),
        (2, "the address for the result does not count: s1 to s8 remain")], 1),
    choice("NYUZI-RET-03", &[
        (1, "the room for the result is in the caller's frame"),
        (2, "the room for the result is an object of the caller's outside its frame")], 1),
    choice("NYUZI-S13 result", &[
        (3, "a complex result is a structure of its parts"),
        (4, "a complex result is in scalar registers from s0 on")], 4),
    choice("NYUZI-LANG-05 result", &[
        (6, "vectors of other shapes are returned as reading 3 passes them, from v0 or s0 on, in six registers at most"),
        (7, "vectors of other shapes are returned as structures of their lanes"),
        (8, "vectors of other shapes are returned from v0 on as they are in memory")], 6),
    choice("NYUZI-S15", &[
        (1, "a narrow result is extended by the signedness of its type"),
        (2, "a narrow result is extended either way (here: the other way)")], 1),
    // Stack.
    choice("NYUZI-STACK-01 alignment", &[
        (1, "sp is always a multiple of 64"),
        (2, "sp is a multiple of 64 at calls")], 1),
    choice("NYUZI-S19", &[
        (1, "nothing below sp is used"),
        (2, "ra is stored below sp before sp is lowered, and loaded after it is raised")], 1),
    choice("NYUZI-S29", &[
        (1, "a value is passed by the alignment that its type has without its typedef"),
        (2, "a value is passed by the alignment of its typedef")], 1),
];
