//! Words that a function keeps alive across calls, and the loop in which they change.

use super::frame::{Frame, Planned};
use super::leaves::store_register;
use crate::asm::Asm;
use crate::emit::{Access, Op, Reg};

/// Place where a word survives a call.
#[derive(Debug, Clone, Copy)]
enum Alive {
    Register(Reg),
    /// Register that is wider than a word.
    Wide(Reg),
    Frame(u32),
}

/// Words that one side keeps alive.
#[derive(Debug)]
pub(super) struct Kept {
    words: Vec<Alive>,
    /// Counter of the loop's rounds.
    counter: Option<Alive>,
    rounds: u8,
}

impl Kept {
    /// Assigns places to `count` words: first the wrong register that a fault demands, then unused callee-saved
    /// registers, then the frame.
    pub(super) fn plan(count: u8, rounds: u8, wrong: Option<Reg>, frame: &mut Frame<'_>) -> Kept {
        if count == 0 && rounds == 0 {
            return Kept { words: Vec::new(), counter: None, rounds };
        }
        let convention = frame.convention;
        let free: Vec<Reg> = convention.keepers().into_iter().filter(|r| !frame.saves(*r)).collect();
        let mut free = wrong.into_iter().filter(|_| count > 0).chain(free);
        let mut place = || match free.next() {
            Some(r) => {
                frame.save(r);
                let is_wide = convention.register_bytes(r) > convention.word();
                if is_wide || convention.emit().is_floating(r) { Alive::Wide(r) } else { Alive::Register(r) }
            }
            None => Alive::Frame(frame.allocate(4, 4)),
        };
        let words = (0..count).map(|_| place()).collect();
        Kept { words, counter: (rounds > 0).then(place), rounds }
    }

    /// True if there are no words.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Loads the words from the address in a register.
    pub(super) fn load(&self, asm: &mut Asm, from: Reg, frame: &Planned<'_>) {
        let [data, ..] = asm.roles.data;
        for (i, alive) in (0i64..).zip(&self.words) {
            match alive {
                Alive::Register(r) => asm.access(Access::Load, 4, *r, from, i * 4),
                Alive::Wide(_) | Alive::Frame(_) => {
                    asm.access(Access::Load, 4, data, from, i * 4);
                    put(asm, *alive, data, frame);
                }
            }
        }
    }

    /// Emits the beginning of the loop, if there is one; returns its label.
    pub(super) fn begin_loop(&self, asm: &mut Asm, frame: &Planned<'_>) -> Option<usize> {
        let counter = self.counter?;
        let [data, other, third] = asm.roles.data;
        asm.constant(data, self.rounds.into());
        put(asm, counter, data, frame);
        let again = asm.new_label();
        asm.place_label(again);
        for (i, alive) in self.words.iter().enumerate() {
            let next = self.words.get((i + 1) % self.words.len()).copied().unwrap_or(*alive);
            let (word, next) = (get(asm, *alive, data, frame), get(asm, next, other, frame));
            asm.on_ints(|asm| {
                asm.operate_with(Op::ShiftRight, other, next, 3);
                asm.operate(Op::ExclusiveOr, data, word, other);
                asm.constant(third, 0x1357);
                asm.operate(Op::Add, data, data, third);
            });
            put(asm, *alive, data, frame);
        }
        Some(again)
    }

    /// Emits the end of the loop.
    pub(super) fn end_loop(&self, asm: &mut Asm, again: Option<usize>, frame: &Planned<'_>) {
        let (Some(counter), Some(again)) = (self.counter, again) else { return };
        let [data, ..] = asm.roles.data;
        let left = get(asm, counter, data, frame);
        asm.operate_with(Op::Subtract, data, left, 1);
        put(asm, counter, data, frame);
        asm.emit.test(&mut asm.text, data);
        asm.branch_not_zero(data, again);
    }

    /// Stores the words to the next slots.
    pub(super) fn store(&self, asm: &mut Asm, frame: &Planned<'_>) {
        let [data, ..] = asm.roles.data;
        for alive in &self.words {
            let word = get(asm, *alive, data, frame);
            store_register(asm, word, 4);
        }
    }
}

/// Register that holds a word: its own, or `otherwise` after a load.
fn get(asm: &mut Asm, alive: Alive, otherwise: Reg, frame: &Planned<'_>) -> Reg {
    match alive {
        Alive::Register(r) => r,
        Alive::Wide(r) => {
            asm.copy_register(otherwise, r);
            otherwise
        }
        Alive::Frame(at) => {
            asm.load(otherwise, 4, frame.local(at));
            otherwise
        }
    }
}

fn put(asm: &mut Asm, alive: Alive, from: Reg, frame: &Planned<'_>) {
    match alive {
        Alive::Register(r) | Alive::Wide(r) => asm.copy_register(r, from),
        Alive::Frame(at) => asm.store(from, 4, frame.local(at)),
    }
}
