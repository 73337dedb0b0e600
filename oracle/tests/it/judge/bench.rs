//! Calls that go as the document has them, made without a machine, to be changed in one place.

use crate::epiphany::{DOCUMENT, EPIPHANY};
use crate::support::Readings;
use crosscall_model::finding::words::Words;
use crosscall_model::finding::{Mismatch, ValueId};
use crosscall_model::leaf::leaves;
use crosscall_model::observation::{End, Event, Ground, Names, Observation, Sight, Snapshot};
use crosscall_model::plan::{ClauseId, Extension, Passed, Piece, Place, Plan, Preservation, Transfer};
use crosscall_model::target::Register;
use crosscall_model::unit::{self, Holds, Slot};
use crosscall_model::{Case, Pairing, Style, Target};
use crosscall_oracle::abi;
use crosscall_oracle::judge::{Judgement, judge};
use std::ops::Range;

/// The stack, and the stack pointer when the function called is entered.
pub(crate) const STACK: Range<u64> = 0x6000..0x8000;
/// See [`STACK`].
pub(crate) const SP: u64 = 0x7000;
/// The stack pointer when the calling subject's own function is entered.
pub(crate) const OUTER_SP: u64 = SP + 0x80;
/// Code of the subject: the function called, and the function that calls.
pub(crate) const CODE: Range<u64> = 0x400..0x1000;
/// The function called, in the subject's code.
pub(crate) const F: u64 = 0x400;
/// The function that calls, in the subject's code.
pub(crate) const CALL: u64 = 0x600;
/// Address of a probe's code.
pub(crate) const PROBE: u64 = 0x1400;
/// Return address of a call by the subject.
pub(crate) const BACK_OF_CALLER: u64 = CALL + 0x20;
/// Data, and the first object whose address is passed.
pub(crate) const DATA: Range<u64> = 0x2000..0x2800;
/// An object of the calling subject's that other code can see, too.
pub(crate) const OBJECT: u64 = DATA.start + 0x600;
/// Data of the subject's own.
pub(crate) const OWN: Range<u64> = 0x2c00..0x2e00;

/// A contradiction with its words.
#[derive(Clone, Debug)]
pub(crate) struct Reported {
    pub(crate) clauses: Vec<ClauseId>,
    pub(crate) subject: String,
    pub(crate) expected: String,
    pub(crate) observed: String,
    pub(crate) inferred: Option<String>,
    /// The contradictions that the words were made of.
    pub(crate) mismatch: Mismatch,
}

impl From<Mismatch> for Reported {
    fn from(mismatch: Mismatch) -> Reported {
        let Words { subject, expected, observed, inferred } = mismatch.words();
        Reported { clauses: mismatch.clauses.clone(), subject, expected, observed, inferred, mismatch }
    }
}

/// A call of a case, as a document plans it and as it was seen.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) case: Case,
    pub(crate) pairing: Pairing,
    pub(crate) plan: Plan,
    pub(crate) seen: Observation,
}

impl Scene {
    /// A probe calls the subject.
    pub(crate) fn callee(text: &str) -> Scene {
        Scene::new(Pairing::Callee, text, &DOCUMENT, Style::PLAIN)
    }

    /// The subject calls a probe.
    pub(crate) fn caller(text: &str) -> Scene {
        Scene::new(Pairing::Caller, text, &DOCUMENT, Style::PLAIN)
    }

    /// A call that goes as the document has it.
    pub(crate) fn new(pairing: Pairing, text: &str, readings: &Readings, style: Style) -> Scene {
        let case = Case { style, ..EPIPHANY.case(text) };
        let plan = abi::plan(&case, &mut EPIPHANY.chooser(readings));
        Scene::planned(pairing, case, plan)
    }

    /// A call that goes as a plan has it.
    pub(crate) fn planned(pairing: Pairing, case: Case, plan: Plan) -> Scene {
        let called_by_subject = pairing == Pairing::Caller;
        let back = if called_by_subject { BACK_OF_CALLER } else { PROBE + 0x20 };
        let mut entry = fresh(if called_by_subject { PROBE } else { F }, SP);
        put(&mut entry, Place::Register { register: Register(14), byte: 0 }, &word(back));
        for (i, passed) in plan.arguments.iter().enumerate() {
            send(&mut entry, passed, DATA.start + 0x40 * (i as u64 + 1));
        }
        if let Some(Passed { transfer: Transfer::ByReference { pointer, .. }, .. }) = &plan.result {
            put_pieces(&mut entry, pointer, &word(DATA.start));
        }
        let mut exit = destroyed(&entry, &plan);
        exit.pc = back;
        if let Some(result) = &plan.result {
            send(&mut exit, result, DATA.start);
        }
        let outer_entry = fresh(CALL, OUTER_SP);
        let outer_exit = Snapshot { pc: PROBE + 0x60, ..destroyed(&outer_entry, &plan) };
        let is_caller = pairing != Pairing::Callee;
        let slots = |all: Vec<Slot<'_>>| all.iter().map(|one| signed(one, slot(one), &case, &plan)).collect();
        let seen = Observation {
            end: End::Returned,
            fault: None,
            entry: Some(entry),
            later_entry: None,
            exit: Some(exit),
            outer_entry: is_caller.then_some(outer_entry),
            outer_exit: is_caller.then_some(outer_exit),
            return_address: Some(back),
            outer_return_address: is_caller.then_some(PROBE + 0x60),
            sight: Sight::ALL,
            events: Vec::new(),
            events_dropped: 0,
            received: if called_by_subject { Vec::new() } else { slots(unit::received_slots(&case)) },
            returned: if is_caller { slots(unit::returned_slots(&case)) } else { Vec::new() },
            calls: None,
            way: 0,
            ground: ground(),
        };
        Scene { case, pairing, plan, seen }
    }

    /// Words of the judge.
    pub(crate) fn judged(&self) -> Judgement {
        judge(&self.case, self.pairing, &self.plan, &self.seen)
    }

    /// The contradictions.
    pub(crate) fn reported(&self) -> Vec<Reported> {
        self.judged().mismatches.into_iter().map(Reported::from).collect()
    }

    /// The only contradiction.
    pub(crate) fn only(&self) -> Reported {
        let reported = self.reported();
        let [one] = reported.as_slice() else { panic!("one contradiction is to be told, not {reported:#?}") };
        one.clone()
    }

    /// The state at the first instruction of the function called.
    pub(crate) fn entry(&mut self) -> &mut Snapshot {
        self.seen.entry.as_mut().expect("the call was reached")
    }

    /// The state when control is back.
    pub(crate) fn exit(&mut self) -> &mut Snapshot {
        self.seen.exit.as_mut().expect("control came back")
    }

    /// This scene with something changed.
    pub(crate) fn with(&self, change: impl FnOnce(&mut Scene)) -> Scene {
        let mut scene = self.clone();
        change(&mut scene);
        scene
    }

    /// This scene with other bytes in a register when the function is entered.
    pub(crate) fn entered_with(&self, register: u16, bytes: &[u8]) -> Scene {
        self.with(|scene| set(scene.entry(), register, bytes))
    }

    /// The same when control is back.
    pub(crate) fn left_with(&self, register: u16, bytes: &[u8]) -> Scene {
        self.with(|scene| set(scene.exit(), register, bytes))
    }

    /// This scene with other events.
    pub(crate) fn events(&self, events: &[Event]) -> Scene {
        self.with(|scene| scene.seen.events = events.to_vec())
    }
}

/// Asserts what is reported: the clause that comes first, the subject, and words of the rest.
pub(crate) fn assert_reported(reported: &Reported, clause: ClauseId, subject: &str, words: &[&str]) {
    assert_eq!(reported.clauses.first(), Some(&clause), "{reported:?}");
    assert_eq!(reported.subject, subject, "{reported:?}");
    let all = format!(
        "{} | {} | {}",
        reported.expected,
        reported.observed,
        reported.inferred.as_deref().unwrap_or("-")
    );
    for word in words {
        assert!(all.contains(word), "no `{word}` in `{all}`");
    }
}

fn ground() -> Ground {
    let names = [(F, "_f0"), (CALL, "_call0"), (PROBE, "back0"), (OBJECT, "_arg0_0")];
    Ground {
        stack: STACK,
        other_stacks: Vec::new(),
        subject_code: vec![CODE],
        own_data: vec![OWN],
        destroyed: Default::default(),
        declared: None,
        declared_by_caller: None,
        symbols: Names::new(move || names.map(|(at, name)| (at, name.to_owned())).to_vec()),
    }
}

/// A word that is nowhere else: of its four bytes none is common.
pub(crate) fn poison(n: u64) -> [u8; 4] {
    let mut mixed = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^= mixed >> 29;
    mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bytes = (mixed >> 16).to_le_bytes();
    // No byte is one of those of values (see `crate::support::value`), none is 0 or 0xff, and none like its
    // neighbour.
    [0, 1, 2, 3].map(|i| 0xa0 + 0x10 * (i as u8 % 4) + bytes[i] % 16)
}

/// An address or another number as a word.
pub(crate) fn word(value: u64) -> [u8; 4] {
    (value as u32).to_le_bytes()
}

/// Poison everywhere but for the stack pointer, and no modes.
pub(crate) fn fresh(pc: u64, sp: u64) -> Snapshot {
    let target = Target::Epiphany;
    let mut registers: Vec<u8> = (0..64).flat_map(poison).collect();
    registers.extend([0; 20]);
    let memory =
        |range: Range<u64>| (range.start, range.step_by(4).flat_map(|at| poison(0x1000 + at)).collect());
    let memory = vec![memory(DATA), memory(OWN), memory(STACK)];
    let mut all = Snapshot { target, pc, registers, lengths: Vec::new(), memory };
    set(&mut all, 13, &word(sp));
    all
}

/// State after a call: registers that nobody has to keep hold something else.
fn destroyed(before: &Snapshot, plan: &Plan) -> Snapshot {
    let mut after = before.clone();
    for rule in plan.registers.iter().filter(|rule| rule.preservation == Preservation::Scratch) {
        set(&mut after, rule.register.0, &poison(0x400 + u64::from(rule.register.0)));
    }
    after
}

/// Sets the first bytes of a register.
pub(crate) fn set(at: &mut Snapshot, register: u16, bytes: &[u8]) {
    put(at, Place::Register { register: Register(register), byte: 0 }, bytes);
}

/// Puts bytes into a place.
pub(crate) fn put(at: &mut Snapshot, place: Place, bytes: &[u8]) {
    match place {
        Place::Register { register, byte } => {
            let from = 4 * usize::from(register.0) + usize::from(byte);
            at.registers[from..from + bytes.len()].copy_from_slice(bytes);
        }
        Place::Stack { offset } => {
            let address = at.sp().wrapping_add_signed(offset);
            store(at, address, bytes);
        }
        Place::Pointed { base, offset } => {
            let address = at.register_value(base).wrapping_add_signed(offset);
            store(at, address, bytes);
        }
    }
}

/// Puts bytes into memory.
pub(crate) fn store(at: &mut Snapshot, address: u64, bytes: &[u8]) {
    let (start, held) =
        at.memory.iter_mut().rev().find(|(start, _)| *start <= address).expect("memory of the scene");
    let from = (address - *start) as usize;
    held[from..from + bytes.len()].copy_from_slice(bytes);
}

fn put_pieces(at: &mut Snapshot, pieces: &[Piece], bytes: &[u8]) {
    for piece in pieces {
        let from = piece.offset as usize;
        let mut part = bytes[from..from + piece.len as usize].to_vec();
        let (len, fill) = match piece.rest {
            Extension::Unspecified | Extension::Length(_) => (0, 0),
            Extension::Zero(len) => (len, 0),
            Extension::Ones(len) => (len, 0xff),
            Extension::Sign(len) => {
                (len, if part.last().is_some_and(|top| top & 0x80 != 0) { 0xff } else { 0 })
            }
        };
        part.resize(part.len().max(len.into()), fill);
        put(at, piece.place, &part);
    }
}

/// Sends a value on its way; where its address travels, the value is at `address`.
fn send(at: &mut Snapshot, passed: &Passed, address: u64) {
    match &passed.transfer {
        Transfer::Nothing => {}
        Transfer::Direct(pieces) => put_pieces(at, pieces, &passed.image.bytes),
        Transfer::ByReference { pointer, returned, .. } => {
            store(at, address, &passed.image.bytes);
            // Values that are sent back are sent when the function returns.
            let places = if passed.id == ValueId::Result { returned.as_ref() } else { Some(pointer) };
            if let Some(pieces) = places {
                put_pieces(at, pieces, &word(address));
            }
        }
    }
}

/// The slot of a bit-field: with its sign, where the plan says that it has one.
fn signed(slot: &Slot<'_>, bytes: Vec<u8>, case: &Case, plan: &Plan) -> Vec<u8> {
    let of_argument = |i: usize| case.signature.arguments().nth(i).zip(case.arguments.get(i));
    let (leaf, value, passed) = match &slot.holds {
        Holds::Argument { argument, leaf } => (leaf, of_argument(*argument), plan.arguments.get(*argument)),
        Holds::Result(leaf) => {
            (leaf, case.signature.result.as_ref().zip(case.result.as_ref()), plan.result.as_ref())
        }
        _ => return bytes,
    };
    let (Some(bits), Some((ty, value)), Some(passed)) = (leaf.bits, value, passed) else { return bytes };
    let place = leaves(ty, value).iter().position(|other| other.path == leaf.path);
    let part = place.and_then(|place| passed.parts.get(place));
    match part.and_then(|part| part.sign.as_ref()) {
        Some((true, _)) => {
            let unused = 64 - u32::from(bits);
            (((leaf.value as u64) << unused).cast_signed() >> unused).to_le_bytes().to_vec()
        }
        _ => bytes,
    }
}

/// Bytes that a subject stores into a slot when everything is right.
fn slot(slot: &Slot<'_>) -> Vec<u8> {
    let value = slot.holds.expected(true).to_le_bytes();
    let len = slot.holds.bytes().unwrap_or_else(|| match &slot.holds {
        Holds::Argument { leaf, .. } | Holds::Result(leaf) if leaf.bits.is_none() => {
            abi::layout(Target::Epiphany, leaf.ty, &mut EPIPHANY.chooser(&DOCUMENT)).size as usize
        }
        _ => 8,
    });
    value[..len].to_vec()
}
