//! Open questions of the ForwardCom document, with the names and numbers of its clause catalogue.

use crate::readings::Choice;

const fn choice(key: &'static str, readings: &'static [(u8, &'static str)], default: u8) -> Choice {
    Choice { key, readings, default }
}

/// Open questions whose answer changes the generated code.
#[rustfmt::skip]
pub(crate) const CHOICES: &[Choice] = &[
    // Data layout.
    choice("FORWARDCOM-TYPE-02 long", &[(2, "long has 8 bytes"), (3, "long has 4 bytes")], 2),
    choice("FORWARDCOM-TYPE-14", &[(1, "a truth value has 1 byte"), (2, "a truth value has 4 bytes")], 1),
    choice("FORWARDCOM-LAYOUT-01 composites", &[(1, "a small composite is aligned as its parts"),
        (3, "a composite of 2, 4 or 8 bytes is aligned to its size")], 1),
    choice("FORWARDCOM-LAYOUT-02", &[(1, "arrays of 8 bytes are aligned to 8 in records, too"),
        (2, "arrays in records are aligned as their elements")], 1),
    choice("FORWARDCOM-S01 char", &[(3, "char is signed"), (4, "char is unsigned")], 3),
    choice("FORWARDCOM-S01 enum", &[(5, "an enumeration has 4 bytes at least"),
        (6, "an enumeration has the fewest bytes that hold its constants")], 5),
    choice("FORWARDCOM-S01 wchar", &[(7, "wchar_t is a signed integer of 4 bytes"),
        (8, "wchar_t is an unsigned integer of 4 bytes"), (9, "wchar_t is an unsigned integer of 2 bytes")], 7),
    choice("FORWARDCOM-S03 bit-fields", &[(1, "bit-fields stay within their types"),
        (3, "and unnamed ones align their record"), (4, "bit-fields follow each other without gaps")], 1),
    choice("FORWARDCOM-S03 sign", &[(5, "bit-fields of plain types have their sign"), (6, "they have none")], 5),
    choice("FORWARDCOM-S03 empty", &[(7, "an empty record has no bytes"), (8, "an empty record has a byte")], 7),
    choice("FORWARDCOM-S04 records", &[(1, "a large record is aligned as its members"),
        (2, "a record of more than 8 bytes is aligned to 8 at least")], 1),
    choice("FORWARDCOM-S04 vectors", &[(3, "a large vector is aligned as its lanes"), (4, "to its size"),
        (5, "to 8 bytes")], 3),
    // Arguments.
    choice("FORWARDCOM-ARG-04 length", &[(1, "a vector register is as long as its value"),
        (2, "a vector register is a word longer than its value")], 1),
    choice("FORWARDCOM-ARG-08 one", &[(1, "a tuple of one integer is in a vector register"),
        (2, "a tuple of one integer is in a general register")], 1),
    choice("FORWARDCOM-ARG-09 nested", &[(1, "records inside count by what they hold"),
        (2, "records inside make no tuple")], 1),
    choice("FORWARDCOM-ARG-09 bit-fields", &[(3, "bit-fields count as their types"),
        (4, "bit-fields make no tuple")], 3),
    choice("FORWARDCOM-ARG-09 padding", &[(5, "padding makes no difference"), (6, "padding makes no tuple")], 5),
    choice("FORWARDCOM-ARG-10 limit", &[(3, "a union of more than 16 bytes is passed by address"),
        (4, "a union is passed as its first member is, with all its bytes")], 3),
    choice("FORWARDCOM-ARG-12 pointers", &[(2, "records of pointers are passed by address"),
        (3, "a record of one pointer is passed as that")], 2),
    choice("FORWARDCOM-ARG-19 empty", &[(3, "a list without anything in it has an address, too"),
        (4, "there is no list without unnamed arguments")], 3),
    choice("FORWARDCOM-ARG-20 next", &[(1, "the list's address is behind all arguments for general registers"),
        (2, "it is where the list begins")], 1),
    choice("FORWARDCOM-ARG-24 rest", &[(1, "narrow values in the list are extended as in registers"),
        (2, "narrow values in the list have anything above")], 1),
    choice("FORWARDCOM-ARG-27 tuples", &[(1, "a tuple in the list has a length and an address"),
        (2, "a tuple of more than 8 bytes in the list has an address")], 1),
    choice("FORWARDCOM-ARG-27 long", &[(4, "a vector of more than 16 bytes in the list has an address"),
        (3, "it has a length and an address")], 4),
    choice("FORWARDCOM-S08", &[(1, "nobody extends"), (2, "narrow integers have zeros above"),
        (3, "narrow integers are extended by their sign")], 1),
    choice("FORWARDCOM-S10", &[(1, "addresses take their registers in order"),
        (2, "addresses come behind all other values for general registers")], 1),
    choice("FORWARDCOM-S11", &[(1, "callers copy what they pass by address"), (2, "callees copy before they write")], 1),
    choice("FORWARDCOM-S13", &[(1, "an empty record does not travel"), (2, "it is a vector of no bytes"),
        (3, "its address travels")], 1),
    // Results.
    choice("FORWARDCOM-RET-02", &[(1, "two results of one type are a tuple"), (2, "they are in two registers")], 1),
    choice("FORWARDCOM-RET-03 structure", &[(4, "a structure is one result"),
        (3, "a structure of two members that is no tuple is two results")], 4),
    // Stack.
    choice("FORWARDCOM-S19 below", &[(3, "nothing is kept below the stack pointer"),
        (4, "functions store below the stack pointer")], 3),
];
