//! Every bit that a plan determines is compared, and no other one.

use super::bench::{DATA, SP, Scene};
use super::conforming::{DIALECTS, FUNCTIONS};
use crosscall_model::observation::Snapshot;
use crosscall_model::plan::{Extension, Passed, Piece, Place, Plan, Preservation, Transfer};
use crosscall_model::{Pairing, Style, Target};
use std::collections::BTreeSet;

/// A bit: of a register (its index, and how many bits there are in the registers before it), or of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bit {
    Register(usize),
    Memory(u64),
}

/// Bytes of data of which each bit is tried.
const DATA_BYTES: u64 = 0x48;

fn flip(at: &mut Snapshot, bit: Bit) {
    match bit {
        Bit::Register(bit) => at.registers[bit / 8] ^= 1 << (bit % 8),
        Bit::Memory(bit) => {
            let (address, bit) = (bit / 8, bit % 8);
            let (start, bytes) =
                at.memory.iter_mut().rev().find(|(start, _)| *start <= address).expect("memory");
            bytes[(address - *start) as usize] ^= 1 << bit;
        }
    }
}

/// The bits that are tried: all of the registers of arguments, results and the return address, and of as much memory
/// as a plan has to do with; of some registers of each other kind the outermost of each byte.
fn bits_to_try(plan: &Plan) -> Vec<Bit> {
    let all = [0, 1, 2, 3, 14].into_iter().flat_map(|r| (32 * r)..(32 * (r + 1)));
    let others = [4, 11, 12, 13, 15, 16, 27, 28, 31, 32, 44];
    let outermost = others.into_iter().flat_map(|r| [0, 7, 8, 31].map(|bit| 32 * r + bit));
    let modes = (64 * 32)..(66 * 32);
    let memory = |from: u64, len: u64| (from * 8..(from + len) * 8).map(Bit::Memory);
    let by_address = |passed: &Passed| matches!(passed.transfer, Transfer::ByReference { .. });
    let values = if plan.arguments.iter().chain(&plan.result).any(by_address) { DATA_BYTES } else { 4 };
    let registers = all.chain(outermost).chain(modes).map(Bit::Register);
    registers.chain(memory(SP, plan.stack.argument_bytes + 4)).chain(memory(DATA.start, values)).collect()
}

/// A scene for each different plan of the functions.
fn scenes(pairing: Pairing) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    for text in FUNCTIONS {
        for readings in DIALECTS {
            let new = Scene::new(pairing, text, readings, Style::PLAIN);
            let ways = |plan: &Plan| {
                let all = plan.arguments.iter().chain(&plan.result);
                all.map(|passed| (passed.image.clone(), passed.transfer.clone())).collect::<Vec<_>>()
            };
            if !scenes.iter().any(|scene| ways(&scene.plan) == ways(&new.plan)) {
                scenes.push(new);
            }
        }
    }
    scenes
}

/// The bits of a place from its byte `from` on.
fn bits_of(place: Place, from: u64, mask: u8) -> impl Iterator<Item = Bit> {
    let first = match place {
        Place::Register { register, byte } => {
            Bit::Register(32 * usize::from(register.0) + 8 * (usize::from(byte) + from as usize))
        }
        Place::Stack { offset } => Bit::Memory(8 * (SP.wrapping_add_signed(offset) + from)),
        Place::Pointed { .. } => panic!("no plan of this document has a list of parameters"),
    };
    (0..8).filter(move |bit| mask >> bit & 1 == 1).map(move |bit| match first {
        Bit::Register(first) => Bit::Register(first + bit),
        Bit::Memory(first) => Bit::Memory(first + bit as u64),
    })
}

/// The bits that a value determines in its pieces: its own, and those above where somebody extends it.
fn of_pieces(passed: &Passed, pieces: &[Piece], bits: &mut BTreeSet<Bit>) {
    for piece in pieces {
        for i in 0..u64::from(piece.len) {
            bits.extend(bits_of(piece.place, i, passed.image.mask[(u64::from(piece.offset) + i) as usize]));
        }
        let filled = match piece.rest {
            Extension::Zero(filled) | Extension::Sign(filled) if !passed.rest_clauses.is_empty() => {
                filled.into()
            }
            _ => 0,
        };
        for i in u64::from(piece.len)..filled {
            bits.extend(bits_of(piece.place, i, 0xff));
        }
    }
}

/// The bits of an address; of data, those of the object there.
fn of_reference(passed: &Passed, pointer: &[Piece], address: u64, bits: &mut BTreeSet<Bit>) {
    for piece in pointer {
        (0..u64::from(piece.len)).for_each(|i| bits.extend(bits_of(piece.place, i, 0xff)));
    }
    for (i, mask) in (0..).zip(&passed.image.mask) {
        bits.extend(
            (0..8).filter(|bit| mask >> bit & 1 == 1).map(|bit| Bit::Memory(8 * (address + i) + bit)),
        );
    }
}

/// Demands on the state when the function called by a subject is entered.
fn at_entry(plan: &Plan) -> BTreeSet<Bit> {
    let mut bits: BTreeSet<Bit> = BTreeSet::new();
    for (i, passed) in (1..).zip(&plan.arguments) {
        match &passed.transfer {
            Transfer::Nothing => {}
            Transfer::Direct(pieces) => of_pieces(passed, pieces, &mut bits),
            Transfer::ByReference { pointer, .. } => {
                of_reference(passed, pointer, DATA.start + 0x40 * i, &mut bits);
            }
        }
    }
    // r14 holds the return address.
    bits.extend((0..32).map(|bit| Bit::Register(32 * 14 + bit)));
    bits
}

/// Demands on the state when a subject returns: the result, and what must survive.
fn at_exit(plan: &Plan) -> BTreeSet<Bit> {
    let mut bits: BTreeSet<Bit> = (0..32).map(|bit| Bit::Register(32 * 13 + bit)).collect();
    for rule in plan
        .registers
        .iter()
        .filter(|rule| matches!(rule.preservation, Preservation::Preserved | Preservation::Reserved))
    {
        let modes = Target::Epiphany.mode_bits(rule.register);
        let kept = if Target::Epiphany.is_general(rule.register) { u64::from(u32::MAX) } else { modes };
        let kept = (0..32).filter(|bit| kept >> bit & 1 == 1);
        bits.extend(kept.map(|bit| Bit::Register(32 * usize::from(rule.register.0) + bit)));
    }
    match plan.result.as_ref().map(|result| (result, &result.transfer)) {
        Some((result, Transfer::Direct(pieces))) => of_pieces(result, pieces, &mut bits),
        Some((result, Transfer::ByReference { returned, .. })) => {
            of_reference(result, returned.as_deref().unwrap_or_default(), DATA.start, &mut bits);
        }
        _ => {}
    }
    // An object that was passed by address and is the caller's stays as it is, to the last bit of its padding.
    for (i, passed) in (1..).zip(&plan.arguments) {
        if let Transfer::ByReference { callee_may_write: false, .. } = passed.transfer {
            let from = DATA.start + 0x40 * i;
            let len = passed.image.bytes.len() as u64;
            bits.extend((from * 8..(from + len) * 8).map(Bit::Memory));
        }
    }
    bits
}

/// Flips a bit of a state of a scene, looks whether that is reported, and flips it back.
fn check(scene: &mut Scene, state: fn(&mut Scene) -> &mut Snapshot, bit: Bit, counts: bool) {
    flip(state(scene), bit);
    let reported = scene.reported();
    flip(state(scene), bit);
    assert_eq!(!reported.is_empty(), counts, "{bit:?}: {reported:#?}");
    assert!(reported.iter().all(|m| !m.clauses.is_empty() && !m.subject.is_empty()), "{reported:#?}");
}

#[test]
fn at_the_first_instruction_of_the_function_called() {
    for mut scene in scenes(Pairing::Caller) {
        let determined = at_entry(&scene.plan);
        // The places of the room for a result and of the stack are the caller's own affair.
        let free: BTreeSet<Bit> = match &scene.plan.result {
            Some(Passed { transfer: Transfer::ByReference { pointer, .. }, .. }) => {
                pointer.iter().flat_map(|p| (0..4).flat_map(|i| bits_of(p.place, i, 0xff))).collect()
            }
            _ => BTreeSet::new(),
        };
        let tried = |bit: &Bit| !free.contains(bit) && !is_stack_pointer(*bit);
        for bit in bits_to_try(&scene.plan).into_iter().filter(tried) {
            check(&mut scene, Scene::entry, bit, determined.contains(&bit));
        }
    }
}

#[test]
fn when_the_function_called_returns() {
    for mut scene in scenes(Pairing::Callee) {
        let determined = at_exit(&scene.plan);
        for bit in bits_to_try(&scene.plan) {
            check(&mut scene, Scene::exit, bit, determined.contains(&bit));
        }
    }
}

fn is_stack_pointer(bit: Bit) -> bool {
    matches!(bit, Bit::Register(bit) if bit / 32 == 13)
}

/// Each bit of each value counts that the subject's own code stored, and of a bit-field those above it as well.
#[test]
fn what_the_subject_stored() {
    let text = "long long f(char, short, double, struct { int a : 5; long long b : 40; char c; })";
    let scene = Scene::new(Pairing::Cross, text, &crate::epiphany::DOCUMENT, Style::PLAIN);
    let widths = [8, 16, 64, 64, 64, 8];
    for (slot, width) in widths.into_iter().enumerate() {
        for bit in 0..8 * scene.seen.received[slot].len() {
            let changed = scene.with(|scene| scene.seen.received[slot][bit / 8] ^= 1 << (bit % 8));
            assert_eq!(!changed.reported().is_empty(), bit < width, "slot {slot} bit {bit}");
        }
    }
    for bit in 0..64 {
        let changed = scene.with(|scene| scene.seen.returned[0][bit / 8] ^= 1 << (bit % 8));
        let reported = changed.only();
        assert_eq!((reported.clauses[0], reported.subject.as_str()), ("EPIPHANY-RET-03", "result"));
    }
    // Nothing is there when the run has ended before.
    let unreached = scene.with(|scene| scene.seen.received.iter_mut().for_each(Vec::clear));
    assert!(unreached.reported().is_empty());
}
