//! What code does besides passing values on: the words that it keeps alive, the loop in which they change,
//! calls of other functions and through pointers, the array whose size is known only when the code runs.

use std::fmt::Write;

use crosscall_model::{Case, unit};

use super::asm::{Asm, DATA0, DATA1, DATA2, IP, Mem, Reg, SP};
use super::dialect::{Dialect, HighRegisters};
use super::frame::{Frame, Planned, is_saved_by_callee};
use super::leaves::store_register;
use super::unit::{Unit, symbol};
use crate::data;

/// Where a word survives a call.
#[derive(Debug, Clone, Copy)]
pub(super) enum Alive {
    Register(Reg),
    Frame(u32),
}

/// The words that one side keeps alive.
#[derive(Debug)]
pub(super) struct Kept {
    words: Vec<Alive>,
    /// Counts the rounds of the loop.
    counter: Option<Alive>,
    rounds: u8,
}

impl Kept {
    /// Finds places for so many words: a wrong one that a fault wants, saved registers that are not used
    /// yet, then the frame.
    pub(super) fn plan(
        count: u8,
        rounds: u8,
        wrong: Option<Reg>,
        frame: &mut Frame,
        dialect: &Dialect,
    ) -> Kept {
        let high = dialect.high == HighRegisters::Saved;
        let registers = (4..=11).chain(15..=15).chain(32..=43).map(Reg);
        let free: Vec<Reg> = registers
            .filter(|r| (high || r.0 < 32) && !(dialect.frame_chain && r.0 == 15) && !frame.saves(*r))
            .collect();
        let mut free = wrong.into_iter().filter(|_| count > 0).chain(free);
        let mut place = || match free.next() {
            Some(r) => {
                if is_saved_by_callee(r, dialect) {
                    frame.save(r);
                }
                Alive::Register(r)
            }
            None => Alive::Frame(frame.allocate(4, 4)),
        };
        let words = (0..count).map(|_| place()).collect();
        Kept { words, counter: (rounds > 0).then(place), rounds }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Loads the words from where a register points to.
    pub(super) fn load(&self, asm: &mut Asm, from: Reg, frame: &Planned) {
        for (i, alive) in (0i64..).zip(&self.words) {
            match alive {
                Alive::Register(r) => asm.access("ldr", 4, *r, from, i * 4),
                Alive::Frame(_) => {
                    asm.access("ldr", 4, DATA0, from, i * 4);
                    put(asm, *alive, DATA0, frame);
                }
            }
        }
    }

    /// Begins the loop, if there is one; gives the label to which it goes back.
    pub(super) fn begin_loop(&self, asm: &mut Asm, frame: &Planned) -> Option<usize> {
        let counter = self.counter?;
        asm.constant(DATA0, self.rounds.into());
        put(asm, counter, DATA0, frame);
        let again = asm.new_label();
        asm.place_label(again);
        for (i, alive) in self.words.iter().enumerate() {
            let next = self.words.get((i + 1) % self.words.len()).copied().unwrap_or(*alive);
            let (word, next) = (get(asm, *alive, DATA0, frame), get(asm, next, DATA1, frame));
            asm.immediate("lsr", DATA1, next, 3);
            asm.three("eor", DATA0, word, DATA1);
            asm.constant(DATA2, 0x1357);
            asm.three("add", DATA0, DATA0, DATA2);
            put(asm, *alive, DATA0, frame);
        }
        Some(again)
    }

    /// Ends the loop.
    pub(super) fn end_loop(&self, asm: &mut Asm, again: Option<usize>, frame: &Planned) {
        let (Some(counter), Some(again)) = (self.counter, again) else { return };
        let left = get(asm, counter, DATA0, frame);
        asm.immediate("sub", DATA0, left, 1);
        put(asm, counter, DATA0, frame);
        asm.immediate("sub", DATA0, DATA0, 0);
        asm.branch("bne", again);
    }

    /// Stores the words to the next slots.
    pub(super) fn store(&self, asm: &mut Asm, slots: Reg, frame: &Planned) {
        for alive in &self.words {
            let word = get(asm, *alive, DATA0, frame);
            store_register(asm, slots, word, 4);
        }
    }
}

/// The register that holds a word: its own, or the given one after a load.
fn get(asm: &mut Asm, alive: Alive, otherwise: Reg, frame: &Planned) -> Reg {
    match alive {
        Alive::Register(r) => r,
        Alive::Frame(at) => {
            asm.load(otherwise, 4, frame.local(at));
            otherwise
        }
    }
}

fn put(asm: &mut Asm, alive: Alive, from: Reg, frame: &Planned) {
    match alive {
        Alive::Register(r) => asm.copy_register(r, from),
        Alive::Frame(at) => asm.store(from, 4, frame.local(at)),
    }
}

/// The array whose size is known only when the code runs, between the outgoing arguments and the frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dynamic {
    bytes: u16,
    /// Distance of its first byte from the stack pointer.
    offset: u32,
}

impl Dynamic {
    /// `outgoing` is the number of bytes at the stack pointer that belong to calls.
    pub(super) fn of(case: &Case, outgoing: u32) -> Option<Dynamic> {
        let bytes = case.style.dynamic;
        (bytes > 0).then(|| Dynamic { bytes, offset: outgoing.next_multiple_of(8) })
    }

    /// Makes room for it and writes it. What the size is, an object says. The array's place is taken into
    /// account for everything in the frame from here on.
    pub(super) fn make(self, asm: &mut Asm, size: &str, frame: &Planned) {
        asm.address_of(DATA0, &symbol(size.to_owned()));
        asm.access("ldr", 4, DATA0, DATA0, 0);
        asm.add(DATA0, DATA0, 7);
        asm.immediate("lsr", DATA0, DATA0, 3);
        asm.immediate("lsl", DATA0, DATA0, 3);
        asm.three("sub", SP, SP, DATA0);
        frame.lowered(self.room());
        let [first, last] = unit::ARRAY_BYTES;
        for (at, byte) in [(0, first), (self.bytes - 1, last)] {
            asm.constant(DATA0, byte.into());
            asm.access("str", 1, DATA0, SP, i64::from(self.offset + u32::from(at)));
        }
    }

    /// Reads it into a register of those for data, and gives its room back.
    pub(super) fn read(self, asm: &mut Asm, frame: &Planned) {
        asm.access("ldr", 1, DATA0, SP, i64::from(self.offset + u32::from(self.bytes - 1)));
        asm.immediate("lsl", DATA0, DATA0, 8);
        asm.access("ldr", 1, DATA1, SP, i64::from(self.offset));
        asm.three("orr", DATA0, DATA0, DATA1);
        asm.add(SP, SP, i64::from(self.room()));
        frame.lowered(0);
    }

    fn room(self) -> u32 {
        u32::from(self.bytes).next_multiple_of(8)
    }
}

/// Objects of one side, whose names begin with its prefix.
pub(super) fn objects(unit: &mut Unit, prefix: &str, k: usize, case: &Case) {
    let mut words = |name: &str, words: &[u32]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        unit.object(&symbol(format!("{prefix}{name}{k}")), &bytes, 4);
    };
    if case.style.dynamic > 0 {
        words("size", &[case.style.dynamic.into()]);
    }
    if case.style.others {
        words("other", &unit::OTHER_WORDS);
    }
}

/// An object that holds the address of a function.
pub(super) fn pointer(unit: &mut Unit, name: &str, function: &str) {
    unit.data.push_str("\t.balign 4\n");
    data::label(&mut unit.data, &symbol(name.to_owned()), false);
    let _ = writeln!(unit.data, "\t.word {}", symbol(function.to_owned()));
}

/// Puts the address of a function where a call takes it: itself, or from the object that holds it.
pub(super) fn function_address(asm: &mut Asm, function: &str, pointer: Option<&str>) {
    match pointer {
        None => asm.address_of(IP, &symbol(function.to_owned())),
        Some(pointer) => {
            asm.address_of(IP, &symbol(pointer.to_owned()));
            asm.access("ldr", 4, IP, IP, 0);
        }
    }
}

/// Registers in which the functions of a unit's own take their arguments; they keep all other registers.
const OWN: [Reg; 8] = [Reg(0), Reg(1), Reg(2), Reg(3), DATA0, DATA1, Reg(18), Reg(19)];

/// The other functions of one side. They are its own, and so is the way in which they are called: arguments
/// word by word in [`OWN`], results in the first one or two of them.
pub(super) fn other_functions(unit: &mut Unit, prefix: &str, k: usize) {
    let mut function = |name: &str, body: &dyn Fn(&mut Asm)| {
        let name = symbol(format!("{prefix}{name}{k}"));
        unit.function(&name, "a function of this unit's own");
        body(&mut unit.asm);
        unit.asm.plain("rts");
        unit.end_function(&name);
    };
    let [a, b, c, d, e, f, g, h] = OWN;
    function("few", &|asm| {
        asm.three("eor", a, a, b);
        asm.three("add", a, a, c);
        asm.three("sub", a, a, d);
    });
    function("many", &|asm| {
        asm.immediate("lsr", DATA2, a, 1);
        for (x, y) in [(a, b), (c, d), (e, f), (g, h)] {
            asm.three("sub", x, x, y);
        }
        for x in [c, e, g, DATA2] {
            asm.three("eor", a, a, x);
        }
    });
    function("wide", &|asm| {
        // (b:c << 8) + a - d, where `a` is zero-extended and `d` sign-extended.
        asm.immediate("lsr", e, b, 24);
        asm.immediate("lsl", c, c, 8);
        asm.three("orr", c, c, e);
        asm.immediate("lsl", b, b, 8);
        asm.three("orr", b, b, a);
        asm.immediate("asr", e, d, 31);
        asm.three("sub", c, c, e);
        asm.three("sub", f, b, d);
        let no_borrow = asm.new_label();
        asm.branch("bgteu", no_borrow);
        asm.immediate("sub", c, c, 1);
        asm.place_label(no_borrow);
        asm.copy_register(a, f);
        asm.copy_register(b, c);
    });
}

/// Calls the other functions, one call an argument of another, and leaves the result in the given place.
/// Nothing but the frame and the saved registers survives it.
pub(super) fn call_others(
    asm: &mut Asm,
    prefix: &str,
    k: usize,
    to: u32,
    frame: &Planned,
    dialect: &Dialect,
) {
    let words = Reg(25);
    let call = |asm: &mut Asm, name: &str, arguments: &[usize]| {
        asm.address_of(words, &symbol(format!("{prefix}other{k}")));
        for (r, word) in OWN.iter().zip(arguments) {
            asm.access("ldr", 4, *r, words, 4 * *word as i64);
        }
        if name == "wide" {
            // Converted to `unsigned char`, `unsigned long long` and `short`.
            asm.immediate("lsl", Reg(0), Reg(0), 24);
            asm.immediate("lsr", Reg(0), Reg(0), 24);
            asm.constant(Reg(2), 0);
            asm.immediate("lsl", Reg(3), Reg(3), 16);
            asm.immediate("asr", Reg(3), Reg(3), 16);
        }
        asm.address_of(IP, &symbol(format!("{prefix}{name}{k}")));
        frame.call(asm, IP, dialect);
    };
    call(asm, "many", &[0, 1, 2, 0, 1, 2, 0, 1]);
    asm.store(Reg(0), 4, frame.local(to));
    call(asm, "wide", &[1, 2, 2, 0]);
    // few(w0, many, low, high)
    asm.copy_register(Reg(3), Reg(1));
    asm.copy_register(Reg(2), Reg(0));
    asm.load(Reg(1), 4, frame.local(to));
    asm.address_of(words, &symbol(format!("{prefix}other{k}")));
    asm.access("ldr", 4, Reg(0), words, 0);
    asm.address_of(IP, &symbol(format!("{prefix}few{k}")));
    frame.call(asm, IP, dialect);
    asm.store(Reg(0), 4, frame.local(to));
}

/// Bytes of the frame.
pub(super) fn store_from_frame(asm: &mut Asm, slots: Reg, from: Mem) {
    asm.load(DATA0, 4, from);
    store_register(asm, slots, DATA0, 4);
}
