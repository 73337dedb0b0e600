use super::*;
use crosscall_model::finding::ValueId;
use crosscall_model::plan::{Extension, Piece, Place};
use crosscall_model::target::Register;

const ORDER: ClauseId = "EPIPHANY-TYPE-02";
const WAY: ClauseId = "EPIPHANY-S06";
const LAYOUT: ClauseId = "EPIPHANY-LAYOUT-02";

/// A part: first bit, width, whether it is a bit-field, and its clause.
type Row = (u64, u64, bool, &'static [ClauseId]);

/// A value in registers, with its parts.
fn in_registers(bytes: &[u8], rows: &[Row]) -> Passed {
    let pieces = bytes.chunks(4).zip(0u16..).map(|(chunk, i)| Piece {
        offset: 4 * u32::from(i),
        len: chunk.len() as u32,
        place: Place::Register { register: Register(i), byte: 0 },
        rest: Extension::Unspecified,
    });
    let part = |(bit_offset, bits, bit_field, clauses): &Row| Part {
        bit_offset: *bit_offset,
        bits: *bits,
        bit_field: *bit_field,
        sign: None,
        clauses: clauses.to_vec(),
    };
    let image = Image { bytes: bytes.to_vec(), mask: vec![0xff; bytes.len()] };
    Passed {
        name: "a0".to_owned(),
        c_type: "struct".to_owned(),
        parts: rows.iter().map(part).collect(),
        byte_order: Some(ORDER),
        clauses: vec![WAY, LAYOUT],
        ..Passed::new(ValueId::Argument(0), image, Transfer::Direct(pieces.collect()))
    }
}

fn in_memory(bytes: &[u8], rows: &[Row]) -> Passed {
    let transfer =
        Transfer::ByReference { pointer: Vec::new(), returned: None, align: 4, callee_may_write: false };
    Passed { transfer, ..in_registers(bytes, rows) }
}

/// Clauses of a value in whose place other bytes are.
fn reported(passed: &Passed, got: &[u8]) -> Option<Vec<ClauseId>> {
    clauses(Target::Epiphany, passed, &in_bytes(&passed.parts, &passed.image, got))
}

const BYTES: [Row; 4] =
    [(0, 8, false, &[]), (8, 8, false, &["b"]), (16, 8, false, &["c"]), (24, 8, false, &["d"])];
const WORDS: [Row; 3] = [(0, 32, false, &[]), (32, 32, false, &["b"]), (64, 32, false, &["c"])];

#[test]
fn the_first_part_that_lies_elsewhere_shows_why_it_should_not() {
    let value = in_registers(&[0x11, 0x22, 0x33, 0x44], &BYTES);
    assert_eq!(reported(&value, &[0x11, 0x22, 0x33, 0x44]), None, "nothing is wrong");
    assert_eq!(reported(&value, &[0x11, 0x33, 0x22, 0x44]), Some(vec!["b"]));
    assert_eq!(reported(&value, &[0x11, 0x22, 0x44, 0x33]), Some(vec!["c"]));
    // The first part has no clauses of its own; those about data come before those about its way.
    let lone = in_registers(&[0x11, 0x22], &[(0, 8, false, &[]), (8, 8, false, &[])]);
    assert_eq!(reported(&lone, &[0x11, 0x11]), Some(vec![LAYOUT, WAY]));
}

/// Words that changed places went astray on their way, if they travel as words; in memory they lie elsewhere.
#[test]
fn words_that_changed_places_are_no_matter_of_layout() {
    let bytes: Vec<u8> = (0x11..0x1d).collect();
    let swapped = [&bytes[..4], &bytes[8..], &bytes[4..8]].concat();
    assert_eq!(reported(&in_registers(&bytes, &WORDS), &swapped), None);
    assert_eq!(reported(&in_memory(&bytes, &WORDS), &swapped), Some(vec!["b"]));
    // Half-words that changed places inside a word cannot have done so on their way.
    let halves = [(0, 32, false, &[][..]), (32, 16, false, &["b"]), (48, 16, false, &["c"])];
    let swapped = [&bytes[..4], &bytes[6..8], &bytes[4..6], &bytes[8..]].concat();
    assert_eq!(reported(&in_registers(&bytes, &halves), &swapped), Some(vec!["b"]));
    // A right one beside a wrong one, in the same word: the word has come to its place.
    let mut one = bytes.clone();
    one[6..8].copy_from_slice(&[0, 0]);
    assert_eq!(reported(&in_registers(&bytes, &halves), &one), Some(vec!["c"]));
    // A right one in another word proves nothing.
    let mut none = bytes.clone();
    none[4..8].copy_from_slice(&[0; 4]);
    assert_eq!(reported(&in_registers(&bytes, &halves), &none), None);
    assert_eq!(reported(&in_memory(&bytes, &halves), &none), Some(vec!["b"]));
}

/// A composite of which nothing but bit-fields is wrong has come to its place.
#[test]
fn bit_fields_alone_are_a_matter_of_layout() {
    let bytes = [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x12];
    let got = [0x11, 0x22, 0x33, 0x44, 0, 0, 0x77, 0x12];
    let fields = |first, other| {
        let rows = [(0, 32, first, &[][..]), (32, 5, true, &["b"]), (37, 11, other, &["c"])];
        reported(&in_registers(&bytes, &rows), &got)
    };
    assert_eq!(fields(false, true), Some(vec!["b"]));
    assert_eq!(fields(true, true), None, "a bit-field in another word proves nothing");
    assert_eq!(fields(false, false), None, "something else is wrong, too");
}

/// A single bit that is right is right by chance.
#[test]
fn enough_has_to_be_right() {
    let bytes = [0x55, 0x66, 0x77];
    let rows = |bits| [(0, bits, true, &[][..]), (8, 16, false, &["b"])];
    assert_eq!(reported(&in_registers(&bytes, &rows(8)), &[0x55, 0, 0]), Some(vec!["b"]));
    assert_eq!(reported(&in_registers(&bytes, &rows(7)), &[0x55, 0, 0]), None);
    // Zeros and ones are everywhere.
    for common in [0, 0xff] {
        let bytes = [common, 0x66, 0x77];
        assert_eq!(reported(&in_registers(&bytes, &rows(8)), &[common, 0, 0]), None);
    }
}

/// Telling bytes that are nowhere in the value were destroyed, not laid out otherwise.
#[test]
fn what_is_nowhere_in_the_value_was_destroyed() {
    let bytes = [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x12];
    let rows = [(0, 16, false, &[][..]), (16, 16, false, &["b"]), (32, 32, false, &["c"])];
    let memory = in_memory(&bytes, &rows);
    let with = |half: [u8; 2]| reported(&memory, &[&bytes[..2], &half, &bytes[4..]].concat());
    assert_eq!(with([0xbe, 0xef]), None);
    assert_eq!(with([0, 0]), Some(vec!["b"]), "zero says nothing");
    assert_eq!(with([0xff, 0xff]), Some(vec!["b"]), "nor do ones");
    assert_eq!(with([0x11, 0x22]), Some(vec!["b"]), "the first of its bytes");
    assert_eq!(with([0x77, 0x12]), Some(vec!["b"]), "the last of its bytes");
    assert_eq!(with([0x12, 0xd9]), None, "no more of its bytes");
    // One of two is found inside.
    let mut two = [&bytes[..2], &[0x55, 0x66], &[0xbe, 0xef, 0xbe, 0xef]].concat();
    assert_eq!(reported(&memory, &two), Some(vec!["b"]));
    two[2..4].copy_from_slice(&[0xbe, 0xef]);
    assert_eq!(reported(&memory, &two), None);
    // Of a bit-field nobody can say that.
    let field = in_memory(&bytes, &[(0, 16, false, &[]), (16, 16, true, &["b"])]);
    assert_eq!(reported(&field, &[0x11, 0x22, 0xbe, 0xef]), Some(vec!["b"]));
}

/// Nothing is right, but everything is there, at other places inside the value that no word has moved to.
#[test]
fn everything_at_another_place_inside() {
    let value = in_registers(&[0x11, 0x22, 0x33, 0x44], &BYTES);
    assert_eq!(reported(&value, &[0x44, 0x11, 0x22, 0x33]), Some(vec!["b"]));
    assert_eq!(reported(&value, &[0xd9, 0x11, 0x22, 0x33]), None, "not everything is there");
    let short = in_registers(&[0x11, 0x22], &BYTES[..2]);
    assert_eq!(reported(&short, &[0x22, 0x11]), Some(vec!["b"]), "sixteen bits at one of two places each");
    // Whole words from one place to the next one went astray on their way.
    let bytes: Vec<u8> = (0x11..0x19).collect();
    let swapped = [&bytes[4..], &bytes[..4]].concat();
    assert_eq!(reported(&in_registers(&bytes, &WORDS[..2]), &swapped), None);
    // So did a single one; in memory nothing is on its way by itself.
    let bytes: Vec<u8> = (0x11..0x1d).collect();
    let second = [&bytes[..4], &bytes[8..], &bytes[8..]].concat();
    assert_eq!(reported(&in_registers(&bytes, &WORDS), &second), None);
    assert_eq!(reported(&in_registers(&bytes, &WORDS[1..2]), &second), None);
    assert_eq!(reported(&in_memory(&bytes, &WORDS[1..2]), &second), Some(vec!["b"]));
    let both = [&bytes[..4], &bytes[8..], &bytes[4..8]].concat();
    assert_eq!(reported(&in_memory(&bytes, &WORDS[1..]), &both), None, "two of them may have been exchanged");
    let bytes: Vec<u8> = (0x11..0x19).collect();
    // Too few bits for so many places.
    let fields = |bits| in_registers(&bytes, &[(0, bits, true, &[]), (32, bits, true, &["b"])]);
    let moved = |bits: u64| {
        // Each field holds what lies one bit above it.
        let value = u64::from_le_bytes(bytes.clone().try_into().expect("eight bytes")) >> 1;
        reported(&fields(bits), &value.to_le_bytes())
    };
    // 64 places less some: six bits for each of the two, and eight to spare.
    assert_eq!(moved(16), Some(vec!["b"]));
    assert_eq!(moved(9), None);
}

#[test]
fn reversed_bytes_half_words_and_words_are_a_matter_of_order() {
    let bytes = [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x12];
    let order = Some(vec![ORDER]);
    let double = in_registers(&bytes, &[(0, 64, false, &["b"])]);
    let mut reversed = bytes;
    reversed.reverse();
    assert_eq!(reported(&double, &reversed), order);
    assert_eq!(reported(&double, &[0x55, 0x66, 0x77, 0x12, 0x11, 0x22, 0x33, 0x44]), order, "words");
    assert_eq!(reported(&double, &[0x77, 0x12, 0x55, 0x66, 0x33, 0x44, 0x11, 0x22]), order, "half-words");
    let halves = [(0, 16, false, &[][..]), (16, 16, false, &["b"]), (32, 32, false, &["c"])];
    let value = in_registers(&bytes, &halves);
    assert_eq!(reported(&value, &[0x22, 0x11, 0x44, 0x33, 0x12, 0x77, 0x66, 0x55]), order);
    // Something else is wrong as well.
    assert_ne!(reported(&value, &[0x22, 0x11, 0x44, 0x33, 0x12, 0x77, 0x66, 0x54]), order);
    // A bit-field has an order of bits.
    let field = in_registers(&bytes, &[(0, 16, true, &["b"]), (16, 16, false, &[])]);
    assert_ne!(reported(&field, &[0x22, 0x11, 0x33, 0x44]), order);
    // Nothing is said of the order.
    let silent = Passed { byte_order: None, ..double };
    assert_ne!(reported(&silent, &reversed), order);
}

#[test]
fn numbers_that_code_took_are_compared_by_their_width() {
    let value = in_registers(&[0x35, 0x12], &[(0, 5, true, &["a"]), (5, 11, true, &["b"])]);
    let slots: [&[u8]; 2] = [&[0xf5, 0xff, 0, 0, 0, 0, 0, 0], &[]];
    let seen = as_numbers(&value, slots.into_iter());
    let [first] = seen.as_slice() else { panic!("a slot that was not reached says nothing") };
    assert_eq!((first.expected, first.got), (0x15, 0x15));
    let slots: [&[u8]; 2] = [&[0x14, 0], &[0x92, 0x08]];
    let seen: Vec<(u64, u64)> =
        as_numbers(&value, slots.into_iter()).iter().map(|s| (s.expected, s.got)).collect();
    assert_eq!(seen, [(0x15, 0x14), (0x91, 0x92)]);
}

#[test]
fn bits_are_counted_upwards_through_the_bytes() {
    let bytes = [0b1010_0101, 0x0f, 0xf0];
    assert_eq!(bits_at(&bytes, 0, 8), Some(0b1010_0101));
    assert_eq!(bits_at(&bytes, 5, 6), Some(0b11_1101));
    assert_eq!(bits_at(&bytes, 4, 16), Some(0x00fa));
    assert_eq!(bits_at(&bytes, 16, 8), Some(0xf0));
    assert_eq!(bits_at(&bytes, 17, 8), None, "they do not lie there whole");
    assert_eq!(bits_at(&[0x11; 9], 0, 72), Some(0x1111_1111_1111_1111), "at most 64");
    assert_eq!(
        [mask(1), mask(16), mask(63), mask(64), mask(70)],
        [1, 0xffff, u64::MAX >> 1, u64::MAX, u64::MAX]
    );
}

/// A bit-field with a register of its own can be lost on its way although the other member has come to its place.
#[test]
fn what_travels_member_by_member_is_no_whole() {
    use crosscall_model::target::riscv::Abi;
    let target = Target::Riscv(Abi::Lp64d);
    let rows: [Row; 2] = [(0, 32, false, &[]), (32, 1, true, &["b"])];
    let mut value = in_registers(&[0x11, 0x22, 0x33, 0x44, 1], &rows);
    let got = [0x11, 0x22, 0x33, 0x44, 0];
    let of = |value: &Passed| clauses(target, value, &in_bytes(&value.parts, &value.image, &got));
    assert_eq!(of(&value), Some(vec!["b"]), "in two registers of one file");
    let register = |alias: &str| {
        let found = target.registers().iter().position(|info| info.alias == alias || info.name == alias);
        Register(u16::try_from(found.expect("there is one")).expect("there are few"))
    };
    if let Transfer::Direct(pieces) = &mut value.transfer {
        for (piece, name) in pieces.iter_mut().zip(["fa0", "a0"]) {
            piece.place = Place::Register { register: register(name), byte: 0 };
        }
    }
    assert_eq!(of(&value), None);
}
