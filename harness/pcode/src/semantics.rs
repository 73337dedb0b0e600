//! Execution of operations.

use crate::REFUSAL;
use crate::arithmetic::{self, mask};
use crate::decoder;
use crate::operation::{Operand, Operation, Place, Whole, Work};
use crosscall_machines::machine::{Fault, FaultKind, Observer, State, Stop};
use crosscall_machines::riscv::Xlen;
use crosscall_machines::riscv::execute::{self, Core, Semantics, Sentinel, Trap};
use crosscall_machines::riscv::float::{flags, rounding};
use crosscall_machines::riscv::isa::Extension;
use crosscall_machines::riscv::special::FCSR;
use rustc_apfloat::Round;
use rustc_hash::FxHashMap;

/// What instructions do, by p-code.
#[derive(Debug, Clone, Default)]
pub struct Pcode {
    /// The operations of the words that the machine has come to, one word behind the other.
    operations: Vec<Operation>,
    known: FxHashMap<u32, Entry>,
    /// Why some words cannot be executed.
    refusals: Vec<String>,
    temporaries: [u128; 32],
    /// What is reserved: see [`Place::Reserve`].
    reserve: [u64; 3],
    /// What the present instruction has written to registers: it still sees what was there before.
    written: Vec<(Operand, u64)>,
}

/// Operations that are kept.
const MOST_OPERATIONS: usize = 1 << 16;

/// A decoded instruction.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    kind: Kind,
    /// Length in bytes.
    size: u8,
    extension: Option<Extension>,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    /// No instruction: the number of a runtime function, or the word.
    Sentinel(Sentinel, u32),
    /// The first operation, and how many there are.
    Operations(u32, u32),
    /// An instruction that cannot be executed, and the number of the reason.
    Refused(u32),
}

impl execute::Entry for Entry {
    type Detail = ();
    const SHIFT: u32 = 1;
    const LONGEST: u32 = 4;

    fn sentinel(work: Sentinel, number: u32) -> Self {
        Self { kind: Kind::Sentinel(work, number), size: 0, extension: None }
    }

    fn as_sentinel(self) -> Option<Sentinel> {
        if let Kind::Sentinel(work, _) = self.kind { Some(work) } else { None }
    }
}

/// Where control goes.
#[derive(Clone, Copy)]
enum Way {
    Jump,
    Call,
    Return(u8),
}

impl Semantics for Pcode {
    type Entry = Entry;

    fn decode<const XLEN: u32>(
        core: &mut Core<XLEN, Self>,
        address: u64,
        bytes: [u8; 4],
    ) -> Result<Entry, Trap> {
        let word = decoder::word(bytes);
        if core.semantics.operations.len() > MOST_OPERATIONS
            || core.semantics.refusals.len() > MOST_OPERATIONS
        {
            core.forget_decoded();
            core.semantics = Pcode { reserve: core.semantics.reserve, ..Pcode::default() };
        }
        let entry = match core.semantics.known.get(&word) {
            Some(entry) => *entry,
            None => core.semantics.learn(if XLEN == 32 { Xlen::Rv32 } else { Xlen::Rv64 }, word),
        };
        let is_taken = entry.extension.is_some_and(|own| core.taken_at(address).any(|taken| taken == own));
        Ok(if is_taken { execute::Entry::sentinel(Sentinel::Illegal, word) } else { entry })
    }

    fn execute<const XLEN: u32, O: Observer>(
        core: &mut Core<XLEN, Self>,
        entry: Entry,
        left: u64,
        observer: &mut O,
    ) -> Result<(), Trap> {
        match entry.kind {
            Kind::Sentinel(work, number) => core.sentinel(work, number, observer),
            Kind::Refused(reason) => Err(core.semantics.refused(core.pc(), reason)),
            Kind::Operations(first, count) => {
                // They are lent, so that the core can be changed.
                let all = std::mem::take(&mut core.semantics.operations);
                let own = all.get(first as usize..).and_then(|behind| behind.get(..count as usize));
                let mut run = Run { core, observer, left, pc_behind: entry.size.into() };
                let end = run.all(own.unwrap_or_default());
                core.semantics.operations = all;
                end
            }
        }
    }

    fn restart(&mut self) {
        self.reserve = [0; 3];
    }
}

impl Pcode {
    fn learn(&mut self, xlen: Xlen, word: u32) -> Entry {
        let decoded = decoder::decoded(xlen, word);
        let kind = match &decoded.operations {
            Ok(operations) => {
                let first = self.operations.len() as u32;
                self.operations.extend_from_slice(operations);
                Kind::Operations(first, operations.len() as u32)
            }
            Err(reason) => {
                self.refusals.push(reason.clone());
                Kind::Refused(self.refusals.len() as u32 - 1)
            }
        };
        let entry = Entry { kind, size: decoded.size, extension: decoded.extension };
        self.known.insert(word, entry);
        entry
    }

    fn refused(&self, pc: u64, reason: u32) -> Trap {
        let reason = self.refusals.get(reason as usize).map_or("an instruction", String::as_str);
        let text = format!("{REFUSAL}{reason}");
        Trap::Stop(Box::new(Stop::Fault(Fault { pc, kind: FaultKind::Unsupported, address: pc, text })))
    }
}

/// The execution of one instruction.
struct Run<'a, const XLEN: u32, O> {
    core: &'a mut Core<XLEN, Pcode>,
    observer: &'a mut O,
    left: u64,
    /// Distance of the next instruction.
    pc_behind: u64,
}

impl<const XLEN: u32, O: Observer> Run<'_, XLEN, O> {
    fn all(&mut self, operations: &[Operation]) -> Result<(), Trap> {
        self.core.semantics.written.clear();
        let behind = self.core.pc().wrapping_add(self.pc_behind);
        let (mut target, mut way) = (behind, Way::Jump);
        let mut at = 0;
        while let Some(operation) = operations.get(at) {
            at += 1;
            let [a, b, _] = operation.inputs;
            match operation.work {
                Work::Branch if self.get(b) == 0 => {}
                Work::Branch if a.place == Place::Constant => {
                    at = (at - 1).wrapping_add_signed(arithmetic::signed(a.value.into(), a.size) as isize);
                }
                Work::Branch | Work::Jump | Work::Call | Work::Return(_) => {
                    // The lowest bit of an address does not count.
                    target = self.get(a) as u64 & !1;
                    way = match operation.work {
                        Work::Call => Way::Call,
                        Work::Return(register) => Way::Return(register),
                        _ => Way::Jump,
                    };
                    break;
                }
                _ => {
                    let value = self.value(operation)?;
                    self.put(operation.out, value);
                }
            }
        }
        self.commit()?;
        match way {
            Way::Jump => {}
            Way::Call => self.observer.call(self.core.pc(), target, self.unsigned(behind)),
            Way::Return(register) => self.core.announce_jump(self.observer, target, Some(register.into())),
        }
        self.core.continue_at(target);
        Ok(())
    }

    /// An address as the observer sees it.
    fn unsigned(&self, address: u64) -> u64 {
        if XLEN == 32 { address & 0xffff_ffff } else { address }
    }

    /// The value of an operand as registers are before the instruction.
    fn get(&self, operand: Operand) -> u128 {
        let core = &*self.core;
        let value = match operand.place {
            Place::Constant => operand.value.into(),
            Place::Relative => core.pc().wrapping_add(operand.value).into(),
            Place::Temporary(slot) => core.semantics.temporaries[usize::from(slot & 31)],
            Place::General(number) => core.x(number).into(),
            Place::Float(number) => core.f(number).into(),
            Place::Single(number) => match core.f(number) {
                bits if bits >> 32 == 0xffff_ffff => bits.into(),
                _ => 0x7fc0_0000,
            },
            Place::Flags => (core.fcsr() & flags::ALL).into(),
            Place::Rounding => (core.fcsr() >> 5).into(),
            Place::Status => core.fcsr().into(),
            Place::Counter => core.count(self.left).into(),
            Place::CounterHigh => (core.count(self.left) >> 32).into(),
            Place::Reserve(part) => {
                core.semantics.reserve.get(usize::from(part)).copied().unwrap_or(0).into()
            }
        };
        value >> operand.shift & mask(operand.size)
    }

    /// Notes what is written to registers, and writes to temporaries.
    fn put(&mut self, operand: Operand, value: u128) {
        let semantics = &mut self.core.semantics;
        match operand.place {
            Place::Constant | Place::Relative => {}
            Place::Temporary(slot) => {
                let bits = mask(operand.size) << operand.shift;
                let place = &mut semantics.temporaries[usize::from(slot & 31)];
                *place = *place & !bits | value << operand.shift & bits;
            }
            place => {
                let value = (value & mask(operand.size)) as u64;
                match semantics.written.iter_mut().find(|(other, _)| other.place == place) {
                    Some((_, last)) => *last = value,
                    None => semantics.written.push((operand, value)),
                }
            }
        }
    }

    /// The result of an operation that goes on to the next one.
    fn value(&mut self, operation: &Operation) -> Result<u128, Trap> {
        let Operation { work, out, inputs: [a, b, c], mode } = *operation;
        let sizes = [a.size, out.size];
        let outcome = match work {
            Work::Pure(code) => {
                // It was asked before whether there is a result.
                return Ok(arithmetic::pure(code, [self.get(a), self.get(b)], sizes).unwrap_or(0));
            }
            Work::Load(is_aligned) => return self.load(a, out.size, is_aligned),
            Work::Store(is_aligned) => {
                self.store(a, b, is_aligned)?;
                return Ok(0);
            }
            Work::Check => {
                let address = self.address(a, b.size, true)?;
                match b.size {
                    4 => self.core.read::<4, ()>(&mut (), address).map(|_| ())?,
                    _ => self.core.read::<8, ()>(&mut (), address).map(|_| ())?,
                };
                return Ok(0);
            }
            Work::Whole(Whole::EnvironmentCall) => {
                self.core.environment_call(self.observer)?;
                return Ok(0);
            }
            Work::Whole(Whole::Breakpoint) => {
                return Err(Trap::fault(FaultKind::Exception, self.core.pc(), "breakpoint instruction"));
            }
            Work::Whole(Whole::Illegal) => {
                return Err(Trap::fault(FaultKind::Illegal, self.core.pc(), "no instruction"));
            }
            Work::Float(work) => {
                arithmetic::float(work, [self.get(a), self.get(b)], sizes, self.round(mode)?)
            }
            Work::Whole(work) => {
                let operands = [self.get(a), self.get(b), self.get(c)];
                arithmetic::whole(work, operands, a.size, self.round(mode)?)
            }
            Work::Branch | Work::Jump | Work::Call | Work::Return(_) => return Ok(0),
        };
        let (value, raised) = outcome;
        if raised != 0 {
            self.core.set_fcsr(self.core.fcsr() | raised);
        }
        Ok(value.into())
    }

    fn round(&self, mode: u8) -> Result<Round, Trap> {
        let code = if mode == 7 { (self.core.fcsr() >> 5) as u8 } else { mode };
        rounding(code).ok_or_else(|| Trap::fault(FaultKind::Illegal, code, "the rounding mode is reserved"))
    }

    /// An address, which is checked.
    fn address(&self, operand: Operand, size: u8, is_aligned: bool) -> Result<u64, Trap> {
        let address = self.get(operand) as u64;
        if is_aligned && !address.is_multiple_of(size.into()) {
            return Err(Trap::fault(FaultKind::Misaligned, address, "an atomic access that is not aligned"));
        }
        Ok(address)
    }

    fn load(&mut self, place: Operand, size: u8, is_aligned: bool) -> Result<u128, Trap> {
        let address = self.address(place, size, is_aligned)?;
        Ok(match size {
            1 => self.core.read::<1, O>(self.observer, address)?[0].into(),
            2 => u16::from_le_bytes(self.core.read(self.observer, address)?).into(),
            4 => u32::from_le_bytes(self.core.read(self.observer, address)?).into(),
            _ => u64::from_le_bytes(self.core.read(self.observer, address)?).into(),
        })
    }

    fn store(&mut self, place: Operand, value: Operand, is_aligned: bool) -> Result<(), Trap> {
        let address = self.address(place, value.size, is_aligned)?;
        let bits = self.get(value) as u64;
        match value.size {
            1 => self.core.write(self.observer, address, (bits as u8).to_le_bytes()),
            2 => self.core.write(self.observer, address, (bits as u16).to_le_bytes()),
            4 => self.core.write(self.observer, address, (bits as u32).to_le_bytes()),
            _ => self.core.write(self.observer, address, bits.to_le_bytes()),
        }
    }

    /// Writes to registers what was noted: first to those of control.
    fn commit(&mut self) -> Result<(), Trap> {
        let written = std::mem::take(&mut self.core.semantics.written);
        for is_last in [false, true] {
            for (operand, value) in &written {
                let is_own = matches!(operand.place, Place::General(_) | Place::Float(_) | Place::Single(_));
                if is_own == is_last {
                    self.set(operand.place, *value)?;
                }
            }
        }
        self.core.semantics.written = written;
        Ok(())
    }

    fn set(&mut self, place: Place, value: u64) -> Result<(), Trap> {
        let before = self.core.fcsr();
        let control = |fcsr: u64| Some(fcsr as u32);
        let after = match place {
            Place::General(number) => {
                self.core.set(self.observer, number, value);
                None
            }
            Place::Float(number) => {
                self.core.set_float(self.observer, number, value);
                None
            }
            Place::Single(number) => {
                self.core.set_float(self.observer, number, value | u64::MAX << 32);
                None
            }
            Place::Flags => control(u64::from(before & !flags::ALL) | value & u64::from(flags::ALL)),
            Place::Rounding => control(u64::from(before & flags::ALL) | (value & 7) << 5),
            Place::Status => control(value),
            Place::Reserve(part) => {
                if let Some(place) = self.core.semantics.reserve.get_mut(usize::from(part)) {
                    *place = value;
                }
                None
            }
            Place::Counter | Place::CounterHigh => {
                let pc = self.core.pc();
                return Err(Trap::fault(FaultKind::Illegal, pc, "the control register cannot be written"));
            }
            Place::Constant | Place::Relative | Place::Temporary(_) => None,
        };
        if let Some(after) = after {
            self.core.set_fcsr(after);
            self.observer.register(self.core.pc(), FCSR, before.into(), self.core.fcsr().into());
        }
        Ok(())
    }
}
