//! Properties of the fillings of every target's registers and stack, for any plan.

use std::collections::{BTreeMap, BTreeSet};

use crosscall_model::Target;
use crosscall_model::finding::ValueId;
use crosscall_model::layout::Image;
use crosscall_model::plan::{ParameterList, RegisterRule, StackRule};
use crosscall_model::target::{RegisterInfo, RegisterKind, Stack as Direction};
use proptest::prelude::*;

use super::*;
use crate::poison;
use crate::probe::loader::Loader;

/// Wanted value: number of bytes, register (or else the stack), index of its first byte there, and true if it is
/// passed by address.
type Wish = (u8, Option<u16>, u16, bool);

fn rule(facts: &Facts, argument_bytes: u64) -> StackRule {
    StackRule {
        align_at_call: (64, Vec::new()),
        grows_down: facts.stack == Direction::Downwards,
        argument_bytes,
        ..StackRule::UNSPECIFIED
    }
}

fn direct(id: ValueId, bytes: Vec<u8>, transfer: Transfer) -> Passed {
    let mask = vec![0xff; bytes.len()];
    Passed::new(id, Image { bytes, mask }, transfer)
}

/// Plan with the wishes that are possible: each register once, each stack slot once. Also returns every byte with its
/// place.
fn planned(facts: &'static Facts, wishes: &[Wish]) -> (Plan, BTreeMap<Place, Cell>) {
    let general = |info: &RegisterInfo| info.kind == RegisterKind::General;
    let mut free: Vec<u16> =
        (0u16..).zip(facts.registers).filter(|(_, info)| general(info)).map(|(i, _)| i).collect();
    let down = facts.stack == Direction::Downwards;
    let (mut taken, mut next, mut cells, mut arguments) = (0i64, 0x11u8, BTreeMap::new(), Vec::new());
    for (i, (len, register, byte, by_address)) in wishes.iter().enumerate() {
        let len = if *by_address { facts.address } else { u16::from(*len).clamp(1, 64) };
        let room = register.filter(|_| !free.is_empty()).map(|n| free.remove(usize::from(n) % free.len()));
        let width = |r: u16| facts.registers[usize::from(r)].bytes;
        let (place, len) = match room {
            Some(register) if *by_address => (Place::Register { register: Register(register), byte: 0 }, len),
            Some(register) => {
                let len = len.min(width(register));
                let byte = byte % (width(register) - len + 1);
                (Place::Register { register: Register(register), byte }, len)
            }
            None => {
                let slot = i64::from(len.next_multiple_of(facts.word));
                let offset = if down { taken } else { -taken - slot };
                taken += slot;
                (Place::Stack { offset }, len)
            }
        };
        let bytes: Vec<u8> = (0..len).map(|n| next.wrapping_add(n as u8) & 0x7f).collect();
        next = next.wrapping_add(7);
        let piece = Piece { offset: 0, len: len.into(), place, rest: Extension::Unspecified };
        for (n, byte) in bytes.iter().enumerate() {
            let at = match place {
                Place::Register { register, byte } => Place::Register { register, byte: byte + n as u16 },
                Place::Pointed { base, offset } => Place::Pointed { base, offset: offset + n as i64 },
                Place::Stack { offset } => Place::Stack { offset: offset + n as i64 },
            };
            let label = format!("object5_{i}");
            cells.insert(at, if *by_address { Cell::Address(label.into(), n) } else { Cell::Value(*byte) });
        }
        let transfer = if *by_address {
            let pointer = vec![piece];
            Transfer::ByReference { pointer, returned: None, align: 4, callee_may_write: true }
        } else {
            Transfer::Direct(vec![piece])
        };
        arguments.push(direct(ValueId::Argument(i), bytes, transfer));
    }
    let rules = (0u16..).zip(facts.registers).map(|(i, _)| RegisterRule {
        register: Register(i),
        preservation: Preservation::Scratch,
        clauses: &[],
    });
    let plan = Plan { arguments, ..Plan::new(rules.collect(), rule(facts, taken.cast_unsigned())) };
    (plan, cells)
}

/// Bytes of words; those of an address are cells of their own kind.
fn spread(words: &[Word], word: usize) -> Vec<Cell> {
    let cells = |word_of: &Word| match word_of {
        Word::Number(number) => {
            number.to_le_bytes()[..word].iter().map(|b| Cell::Value(*b)).collect::<Vec<_>>()
        }
        Word::Address(label) => (0..word).map(|n| Cell::Address(label.as_str().into(), n)).collect(),
    };
    words.iter().flat_map(cells).collect()
}

fn check(facts: &'static Facts, wishes: &[Wish]) -> Result<(), TestCaseError> {
    let (plan, cells) = planned(facts, wishes);
    let (mut filling, objects) = call(5, facts, &plan);
    let word = usize::from(facts.word);
    let mut found = 0;
    let mut seen = BTreeSet::new();
    for filled in filling.registers() {
        let info = &facts.registers[usize::from(filled.register.0)];
        let bytes = spread(&filled.words, word);
        prop_assert_eq!(filled.bytes.next_multiple_of(word), bytes.len());
        let place = |n: usize| Place::Register { register: filled.register, byte: n as u16 };
        let last = (0..usize::from(info.bytes)).rev().find(|n| cells.contains_key(&place(*n)));
        let len = if info.variable { last.map_or(info.bytes.into(), |n| n + 1) } else { info.bytes.into() };
        prop_assert_eq!(filled.bytes, len, "{} {}", facts.name, info.name);
        prop_assert!(!filled.note.is_empty() && last.is_some());
        let poison = poison::bytes(PoisonKind::Register, filled.register);
        for (n, (cell, poison)) in bytes.into_iter().zip(poison).take(len).enumerate() {
            let expected = cells.get(&place(n)).cloned().unwrap_or(Cell::Value(poison));
            prop_assert_eq!(&cell, &expected, "{} {} byte {}", facts.name, info.name, n);
            found += usize::from(cells.contains_key(&place(n)));
        }
        seen.insert(filled.register);
    }
    // All other registers hold poison.
    for register in filling.poisoned() {
        prop_assert!(seen.insert(register), "{} {:?}", facts.name, register);
    }
    prop_assert_eq!(seen.len(), facts.registers.len());
    let (lowest, stack) = filling.stack();
    let words: Vec<Word> = stack.into_iter().map(|(word, _)| word).collect();
    let bytes = spread(&words, word);
    let end = lowest + bytes.len() as i64;
    let (near, far) = if plan.stack.grows_down { (lowest, end) } else { (end, -lowest) };
    prop_assert_eq!((near, far), (0, plan.stack.argument_bytes.cast_signed()), "{}", facts.name);
    for (offset, cell) in (lowest..).zip(bytes) {
        let poison = Cell::Value(poison::byte(poison::stack_word, offset.cast_unsigned()));
        let expected = cells.get(&Place::Stack { offset });
        prop_assert_eq!(&cell, expected.unwrap_or(&poison), "{} sp{:+}", facts.name, offset);
        found += usize::from(expected.is_some());
    }
    prop_assert_eq!(found, cells.len());
    prop_assert_eq!(objects.len(), wishes.iter().filter(|wish| wish.3).count());
    prop_assert!(filling.problems.is_empty(), "{:?}", filling.problems);
    Ok(())
}

proptest! {
    #[test]
    fn every_byte_is_where_the_plan_says(
        wishes in prop::collection::vec((any::<u8>(), any::<Option<u16>>(), any::<u16>(), any::<bool>()), 0..20)
    ) {
        for facts in Target::ALL.map(Target::facts) {
            // A register that is too narrow for an address is not used for one.
            let fits = |wish: &Wish| !wish.3 || facts.registers.iter().all(|info| info.bytes >= facts.address);
            let wishes: Vec<Wish> = wishes.iter().copied().filter(fits).collect();
            check(facts, &wishes)?;
        }
    }

    #[test]
    fn what_lies_beyond_the_callers_side_is_a_problem(offset in -5000i64..5000, len in 1u8..8) {
        for facts in Target::ALL.map(Target::facts) {
            let (mut plan, _) = planned(facts, &[(len, None, 0, false)]);
            let place = Place::Stack { offset };
            let len = plan.arguments[0].image.bytes.len() as u32;
            let piece = Piece { offset: 0, len, place, rest: Extension::Unspecified };
            plan.arguments[0].transfer = Transfer::Direct(vec![piece]);
            let possible = if plan.stack.grows_down { offset >= 0 } else { offset + i64::from(len) <= 0 };
            let (mut filling, _) = call(0, facts, &plan);
            let (lowest, stack) = filling.stack();
            prop_assert_eq!(filling.problems.is_empty(), possible, "{} {}", facts.name, offset);
            if possible {
                let end = lowest + (stack.len() * usize::from(facts.word)) as i64;
                prop_assert!(lowest <= offset && offset + i64::from(len) <= end);
            }
        }
    }
}

#[test]
fn routines_poison_registers_of_any_width() {
    for facts in Target::ALL.map(Target::facts) {
        let registers = (0..facts.registers.len() as u16).map(Register).collect();
        let loader = Loader::new(Target::Epiphany, Moment::Return, registers).expect("there are registers");
        let contents: Vec<(Register, Vec<u8>)> = loader.contents(facts).collect();
        assert_eq!(contents.len(), facts.registers.len());
        for ((register, bytes), info) in contents.into_iter().zip(facts.registers) {
            assert_eq!(bytes.len(), usize::from(info.bytes), "{} {}", facts.name, info.name);
            assert!(bytes.iter().copied().eq(poison::bytes(PoisonKind::Scratch, register).take(bytes.len())));
        }
    }
}

/// The contents of a list of parameters, instead of the stack's.
#[test]
fn a_list_of_parameters_is_an_object() {
    for facts in Target::ALL.map(Target::facts) {
        let wishes = [(3, None, 0, false), (0, None, 0, true), (64, None, 0, false)];
        let (mut plan, cells) = planned(facts, &wishes);
        let (bytes, pointer) = (plan.stack.argument_bytes, Register(2));
        let lowest = if plan.stack.grows_down { 0 } else { -bytes.cast_signed() };
        let listed = |place: Place| match place {
            Place::Stack { offset } => Place::Pointed { base: pointer, offset: offset - lowest },
            place => place,
        };
        for passed in &mut plan.arguments {
            let (Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. }) =
                &mut passed.transfer
            else {
                continue;
            };
            pieces.iter_mut().for_each(|piece| piece.place = listed(piece.place));
        }
        plan.stack.argument_bytes = 0;
        let (align, callee_may_write) = (8, false);
        let (clauses, spent_clauses) = (Vec::new(), Vec::new());
        plan.list = Some(ParameterList { pointer, bytes, align, callee_may_write, clauses, spent_clauses });
        let (mut filling, objects) = call(5, facts, &plan);
        let list = objects.iter().find(|object| object.label == "list5").expect("a list");
        let Contents::Words(words) = &list.contents else { panic!("bytes") };
        for (offset, cell) in (lowest..).zip(spread(words, usize::from(facts.word))) {
            let poison = crate::poison::byte(crate::poison::stack_word, (offset - lowest).cast_unsigned());
            let expected = cells.get(&Place::Stack { offset }).cloned().unwrap_or(Cell::Value(poison));
            assert_eq!(cell, expected, "{} at {offset}", facts.name);
        }
        let filled = filling.registers();
        let holder = filled.iter().find(|filled| filled.register == pointer).expect("its register");
        assert_eq!(holder.words, [Word::Address("list5".to_owned())], "{}", facts.name);
        assert!(filling.problems.is_empty(), "{:?}", filling.problems);
    }
}

/// The address of an empty list is that of an object all the same.
#[test]
fn an_empty_list_has_a_word() {
    for facts in Target::ALL.map(Target::facts) {
        let (mut plan, _) = planned(facts, &[]);
        let (align, callee_may_write) = (8, true);
        let pointer = Register(2);
        let (clauses, spent_clauses) = (Vec::new(), Vec::new());
        plan.list =
            Some(ParameterList { pointer, bytes: 0, align, callee_may_write, clauses, spent_clauses });
        let (filling, objects) = call(5, facts, &plan);
        let list = objects.iter().find(|object| object.label == "list5").expect("a list");
        let Contents::Words(words) = &list.contents else { panic!("bytes") };
        assert_eq!(words.len(), 1, "{}", facts.name);
        assert!(filling.problems.is_empty(), "{:?}", filling.problems);
    }
}
