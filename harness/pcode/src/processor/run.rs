//! Execution of operations.

use super::core::{Core, Target};
use super::lanes;
use super::number::{self, Manner};
use super::work::{KEPT, Operand, Operation, Own, Place, Work};
use crate::REFUSAL;
use crate::arithmetic;
use crosscall_machines::machine::{Fault, FaultKind, Observer, Stop};
use crosscall_machines::simulator::Trap;
use libsla::{BoolOp, FloatOp, IntOp, IntSign, OpCode};

/// Branches within one instruction, before it is given up.
const MOST_BRANCHES: u32 = 1 << 12;
/// Registers of which an observer is told behind one instruction.
const MOST_WRITTEN: usize = 20;

/// Where control goes.
#[derive(Clone, Copy)]
enum Way {
    On,
    Call,
    Jump(Option<u16>),
}

/// Executes an instruction and moves the program counter, which on an error still addresses the instruction.
pub(super) fn execute<P: Target, O: Observer>(
    core: &mut Core<P>,
    number: u32,
    observer: &mut O,
) -> Result<(), Trap> {
    let Some(form) = core.forms.get(number as usize).copied() else {
        return Err(Trap::fault(FaultKind::Illegal, core.pc, "no instruction"));
    };
    let Some(count) = form.count else {
        let reason = core.refusals.get(form.first as usize).map_or("an instruction", String::as_str);
        return Err(refused(core.pc, reason));
    };
    let mut before = [0; MOST_WRITTEN];
    let (first, written) = (form.written.0 as usize, usize::from(form.written.1));
    for (place, register) in before.iter_mut().zip(core.written.iter().skip(first).take(written)) {
        *place = low(core, *register);
    }
    // They are lent, so that the core can be changed.
    let all = std::mem::take(&mut core.operations);
    let own = all.get(form.first as usize..).and_then(|behind| behind.get(..count as usize));
    let behind = core.pc.wrapping_add(form.size.into());
    let mut run = Run { core, observer, stack: None, held: 0 };
    let end = run.all(own.unwrap_or_default(), behind);
    let (stack, held) = (run.stack, run.held);
    core.operations = all;
    let (target, way) = end?;
    if held != 0 {
        P::raise(&mut core.cells, held, true);
    }
    if let Some(old) = stack {
        observer.register(core.pc, P::STACK.0, old, core.cells.word(P::STACK.1));
    }
    for (old, at) in before.iter().zip(first..first + written) {
        let register = core.written.get(at).copied().unwrap_or(0);
        observer.register(core.pc, register.into(), *old, low(core, register));
    }
    match way {
        Way::On => {}
        Way::Call => observer.call(core.pc, target, behind),
        Way::Jump(register) => core.announce_return(observer, target, register),
    }
    core.pc = target;
    Ok(())
}

/// The low 64 bits of a register.
#[inline(always)]
fn low<P: Target>(core: &Core<P>, register: u8) -> u64 {
    match P::cell(register.into()) {
        Some(cell) if cell.size >= 8 => core.cells.word(cell.value),
        Some(cell) => core.cells.get(cell.value, cell.size) as u64,
        None => P::flags(&core.cells),
    }
}

#[cold]
pub(super) fn refused(pc: u64, reason: &str) -> Trap {
    let text = format!("{REFUSAL}{reason}");
    Trap::Stop(Box::new(Stop::Fault(Fault { pc, kind: FaultKind::Unsupported, address: pc, text })))
}

/// The execution of one instruction.
struct Run<'a, P, O> {
    core: &'a mut Core<P>,
    observer: &'a mut O,
    /// The stack pointer before it grew, of which the observer is told behind the instruction.
    stack: Option<u64>,
    /// That an operand was below the normal range before it was made an extended double, unless another exception comes first.
    held: u32,
}

impl<P: Target, O: Observer> Run<'_, P, O> {
    fn all(&mut self, operations: &[Operation], behind: u64) -> Result<(u64, Way), Trap> {
        let (mut at, mut branches) = (0, 0);
        while let Some(operation) = operations.get(at) {
            at += 1;
            let [a, b, c] = operation.inputs;
            match operation.work {
                Work::Copy => {
                    let value = if a.size <= 8 { self.word(a).into() } else { self.get(a) };
                    self.put(operation.out, value);
                }
                Work::Pure(code) => {
                    let value = self.pure(code, a, b, operation.out.size);
                    self.put(operation.out, value);
                }
                Work::Load(is_aligned) => {
                    let value = self.load(a, operation.out.size, is_aligned)?;
                    self.put(operation.out, value);
                }
                Work::Store(is_aligned) => self.store(a, b, is_aligned)?,
                Work::Skip if self.word(b) == 0 => {}
                Work::Skip => {
                    at = a.value as usize;
                    branches += 1;
                    if branches > MOST_BRANCHES {
                        return Err(refused(self.core.pc, "an instruction without an end"));
                    }
                }
                Work::Leave if self.word(b) == 0 => {}
                Work::Leave => return Ok((self.word(a), Way::On)),
                Work::Call => return Ok((self.word(a), Way::Call)),
                Work::Jump(register) => return Ok((self.word(a), Way::Jump(Some(register)))),
                Work::Return(register) => return Ok((self.word(a), Way::Jump(register))),
                Work::Float(work) => {
                    let sizes = [a.size, operation.out.size];
                    let is_extended = sizes.contains(&10);
                    let size = [10, 2].into_iter().find(|size| sizes.contains(size)).unwrap_or(sizes[0]);
                    let manner = P::manner(&self.core.cells, operation.mode, size, operation.quiet);
                    let manner = manner.map_err(|text| refused(self.core.pc, text))?;
                    let operands = [self.get(a), self.get(b)];
                    let (value, mut raised) = number::float(work, operands, sizes, manner);
                    let mut value = value;
                    if operation.mode == KEPT {
                        (value, raised) = number::signaling_again(value, operands[0], sizes, raised);
                    }
                    if is_extended && work == FloatOp::FloatToFloat && sizes[1] == 10 {
                        self.held = raised & number::DENORMAL;
                        raised &= !number::DENORMAL;
                    } else if self.held != 0 && number::comes_first(operands, a.size, raised) {
                        self.held = 0;
                    }
                    if raised != 0 {
                        P::raise(&mut self.core.cells, raised, is_extended);
                    }
                    self.put(operation.out, value);
                }
                Work::Own(own) => {
                    let value = self.own(own, [a, b, c], operation)?;
                    self.put(operation.out, value);
                }
            }
        }
        Ok((behind, Way::On))
    }

    /// The low 64 bits of an operand.
    #[inline(always)]
    fn word(&self, operand: Operand) -> u64 {
        let value = match operand.place {
            Place::Cell => self.core.cells.word(operand.value),
            Place::Constant => operand.value,
            Place::Relative => self.core.pc.wrapping_add(operand.value),
            Place::Paged => (self.core.pc & !0xfff).wrapping_add(operand.value),
        };
        if operand.size >= 8 { value } else { value & ((1 << (8 * operand.size)) - 1) }
    }

    #[inline(always)]
    fn get(&self, operand: Operand) -> u128 {
        match operand.place {
            Place::Cell => self.core.cells.get(operand.value, operand.size),
            _ => self.word(operand).into(),
        }
    }

    #[inline(always)]
    fn put(&mut self, out: Operand, value: u128) {
        if out.place != Place::Cell {
            return;
        }
        if out.value == P::STACK.1 {
            let old = self.core.cells.word(P::STACK.1);
            let new = if out.size == 8 { value as u64 } else { old };
            if new < old {
                self.observer.register(self.core.pc, P::STACK.0, old, new);
            } else if self.stack.is_none() {
                self.stack = Some(old);
            }
        }
        self.core.cells.put(out.value, out.size, value);
    }

    /// The result of an operation on integers: the frequent ones on 64 bits, and all others by the arithmetic for any size.
    #[inline(always)]
    fn pure(&self, code: OpCode, a: Operand, b: Operand, size: u8) -> u128 {
        if a.size <= 8 && b.size <= 8 && size <= 8 {
            let (x, y) = (self.word(a), self.word(b));
            let value = match code {
                OpCode::Int(IntOp::Add) => Some(x.wrapping_add(y)),
                OpCode::Int(IntOp::Subtract) => Some(x.wrapping_sub(y)),
                OpCode::Int(IntOp::Equal) => Some((x == y).into()),
                OpCode::Int(IntOp::NotEqual) => Some((x != y).into()),
                OpCode::Int(IntOp::LessThan(IntSign::Unsigned)) => Some((x < y).into()),
                OpCode::Int(IntOp::Bitwise(BoolOp::And)) | OpCode::Bool(BoolOp::And) => Some(x & y),
                OpCode::Int(IntOp::Bitwise(BoolOp::Or)) | OpCode::Bool(BoolOp::Or) => Some(x | y),
                OpCode::Int(IntOp::Bitwise(BoolOp::Xor)) | OpCode::Bool(BoolOp::Xor) => Some(x ^ y),
                OpCode::Popcount => Some(x.count_ones().into()),
                OpCode::Int(IntOp::LessThan(IntSign::Signed)) => {
                    let unused = 64 - 8 * u32::from(a.size);
                    Some((((x << unused) as i64) < (y << unused) as i64).into())
                }
                _ => None,
            };
            if let Some(value) = value {
                return value.into();
            }
        }
        // It was asked before whether there is a result.
        arithmetic::pure(code, [self.get(a), self.get(b)], [a.size, size]).unwrap_or(0)
    }

    /// An address, which is checked.
    #[inline(always)]
    fn address(&self, operand: Operand, size: u8, is_aligned: bool) -> Result<u64, Trap> {
        let address = self.word(operand);
        if is_aligned && !address.is_multiple_of(size.into()) {
            return Err(Trap::fault(
                FaultKind::Misaligned,
                address,
                "an access that has to be aligned is not",
            ));
        }
        Ok(address)
    }

    #[inline(always)]
    fn load(&mut self, place: Operand, size: u8, is_aligned: bool) -> Result<u128, Trap> {
        let address = self.address(place, size, is_aligned)?;
        self.observer.read(self.core.pc, address, size.into());
        let memory = &self.core.base.memory;
        Ok(match size {
            8 => u64::from_le_bytes(memory.load_any(address)?).into(),
            4 => u32::from_le_bytes(memory.load_any(address)?).into(),
            1 => memory.load_any::<1>(address)?[0].into(),
            2 => u16::from_le_bytes(memory.load_any(address)?).into(),
            16 => u128::from_le_bytes(memory.load_any(address)?),
            _ => {
                let bytes = memory.load_bytes(address, size.into())?;
                bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte))
            }
        })
    }

    #[inline(always)]
    fn store(&mut self, place: Operand, value: Operand, is_aligned: bool) -> Result<(), Trap> {
        let address = self.address(place, value.size, is_aligned)?;
        let bits = self.get(value);
        let Run { core, observer, .. } = self;
        match value.size {
            8 => core.write(*observer, address, (bits as u64).to_le_bytes()),
            4 => core.write(*observer, address, (bits as u32).to_le_bytes()),
            1 => core.write(*observer, address, [bits as u8]),
            2 => core.write(*observer, address, (bits as u16).to_le_bytes()),
            16 => core.write(*observer, address, bits.to_le_bytes()),
            size => {
                let bytes = bits.to_le_bytes();
                core.write_all(*observer, address, bytes.get(..size.into()).unwrap_or(&bytes))
            }
        }
    }

    /// Work for which p-code is missing or wrong.
    #[cold]
    fn own(&mut self, own: Own, inputs: [Operand; 3], operation: &Operation) -> Result<u128, Trap> {
        let pc = self.core.pc;
        let operands = inputs.map(|input| self.get(input));
        let a = operands[0];
        let [size, b_size, _] = inputs.map(|input| input.size);
        let out = operation.out.size;
        let exception = |text| Err(Trap::fault(FaultKind::Exception, pc, text));
        let manner = |run: &Self| {
            let manner = P::manner(
                &run.core.cells,
                operation.mode,
                if size != 10 && out == 2 { 2 } else { size },
                operation.quiet,
            );
            manner.map_err(|text| refused(pc, text))
        };
        let (value, raised) = match own {
            Own::Exception(text) => return exception(text),
            Own::Illegal => return Err(Trap::fault(FaultKind::Illegal, pc, "no instruction")),
            Own::System => {
                self.core.system(self.observer)?;
                return Ok(0);
            }
            Own::Divisor if a == 0 => return exception("a division by zero"),
            Own::Quotient(is_signed) => {
                let half = size / 2;
                let fits = match is_signed {
                    true => arithmetic::signed(a, half) == arithmetic::signed(a, size),
                    false => a & arithmetic::mask(half) == a,
                };
                return if fits { Ok(0) } else { exception("a quotient that is too large") };
            }
            Own::Stack if !a.is_multiple_of(16) => {
                let text = "an access by a stack pointer that is not a multiple of 16";
                return Err(Trap::fault(FaultKind::Misaligned, a as u64, text));
            }
            Own::Divisor | Own::Stack => return Ok(0),
            Own::Flags => (P::flags(&self.core.cells).into(), 0),
            Own::SetFlags => {
                P::set_flags(&mut self.core.cells, a as u64);
                return Ok(0);
            }
            Own::ToInteger(is_signed) => number::to_integer(a, size, out, is_signed, manner(self)?),
            Own::FromInteger(is_signed) => number::from_integer(a, size, out, is_signed, manner(self)?.round),
            Own::Integral(is_exact) => {
                let (value, raised) = number::float(FloatOp::Round, [a, 0], [size, out], manner(self)?);
                (value, if is_exact { raised } else { raised & !1 })
            }
            Own::MultiplyAdd(negate) => number::multiply_add(operands, negate, size, manner(self)?),
            Own::Lanes(work) => {
                let length = match work {
                    lanes::Lanes::Table => out,
                    lanes::Lanes::Each(_, 0) => size,
                    _ => size.max(b_size),
                };
                // Integers are worked on in any mode.
                let manner = if work.has_numbers() { manner(self)? } else { Manner::PLAIN };
                lanes::compute(work, operands, length.clamp(1, 16), manner)
            }
            Own::Turn(_)
            | Own::Full
            | Own::Fill
            | Own::Examine
            | Own::Conditions
            | Own::Reserve
            | Own::Reserved => {
                let value = P::own(
                    &mut self.core.cells,
                    own,
                    operands,
                    inputs.iter().filter(|input| **input != Operand::NONE).count(),
                );
                return value.map_err(|text| refused(pc, text));
            }
        };
        if raised != 0 {
            P::raise(&mut self.core.cells, raised, size == 10);
        }
        Ok(value)
    }
}
