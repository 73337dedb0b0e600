//! From p-code, and what is put right of it, to the operations of one instruction.

use super::core::Target;
use super::decode::{Fix, words};
use super::work::{Operand, Operation, Own, Place, TEMPORARIES, Work};
use crate::arithmetic::{self, mask};
use crate::specification::{Offset, Spelled, Temporaries};
use libsla::{AddressSpaceType, FloatOp, IntOp, IntSign, OpCode, PcodeInstruction, PseudoOp, VarnodeData};

/// Makes the operations of one instruction.
pub(crate) struct Builder<'a, P> {
    pub(crate) spelled: &'a Spelled,
    temporaries: Temporaries,
    /// Address behind the temporaries.
    end: u64,
    pub(crate) operations: Vec<Operation>,
    /// Whether p-code branches within the instruction.
    branches: bool,
    /// Cells that hold what is in memory at an address.
    fresh: Vec<(Operand, Operand)>,
    /// The cell that holds an operand of 16 bytes in memory, whatever parts of it p-code loads.
    wide: Option<Operand>,
    processor: std::marker::PhantomData<P>,
}

/// Bytes that are kept for each temporary: all of them are at most so long.
const WIDTH: u64 = 64;

impl<'a, P: Target> Builder<'a, P> {
    pub(super) fn new(spelled: &'a Spelled) -> Self {
        let temporaries = Temporaries::of(&spelled.here);
        let is_inner = |one: &PcodeInstruction| {
            let target = one.inputs.first().map(|target| target.address.address_space.space_type);
            matches!(one.op_code, OpCode::Branch | OpCode::BranchConditional)
                && target == Some(AddressSpaceType::Constant)
        };
        let branches = spelled.here.iter().any(is_inner);
        let end = TEMPORARIES;
        let (operations, fresh, wide) = (Vec::new(), Vec::new(), None);
        let processor = std::marker::PhantomData;
        Builder { spelled, temporaries, end, operations, branches, fresh, wide, processor }
    }

    /// The operations of the instruction, of which name and kinds are given; `None` if it cannot be executed.
    pub(super) fn build(mut self, kind: &str) -> Option<Vec<Operation>> {
        let name = &self.spelled.name;
        let find = |matches: &dyn Fn(&str) -> bool| {
            P::CORRECTIONS.iter().find(|row| row.names.split(' ').any(matches)).map(|row| row.fix)
        };
        let fix = find(&|word| word.replace('/', " ") == kind).or_else(|| find(&|word| word == name));
        P::begin(&mut self)?;
        match fix {
            Some(Fix::Nothing) => {}
            Some(Fix::Instead(own)) => {
                self.operations.push(Operation::own(own, [Operand::NONE; 3], Operand::NONE));
            }
            Some(Fix::Whole(own)) => self.whole(own)?,
            Some(Fix::Lanes(own)) => self.lanes(own)?,
            Some(Fix::Vector(own)) => self.vector(own)?,
            _ => self.translate(fix)?,
        }
        if matches!(fix, Some(Fix::Clear | Fix::Named(_) | Fix::Signed)) {
            self.clear()?;
        }
        self.widen();
        P::finish(&mut self)?;
        (self.end < TEMPORARIES + 0x2000 - WIDTH).then_some(self.operations)
    }

    fn translate(&mut self, fix: Option<Fix>) -> Option<()> {
        let spelled = self.spelled;
        let mut starts = Vec::new();
        for (one, other) in spelled.here.iter().zip(&spelled.there) {
            starts.push(self.operations.len() as u64);
            self.one(one, other, fix)?;
        }
        starts.push(self.operations.len() as u64);
        for operation in self.operations.iter_mut().filter(|one| one.work == Work::Skip) {
            operation.inputs[0].value = *starts.get(operation.inputs[0].value as usize)?;
        }
        Some(())
    }

    fn one(&mut self, one: &PcodeInstruction, other: &PcodeInstruction, fix: Option<Fix>) -> Option<()> {
        let code = one.op_code;
        let number = self.spelled.here.iter().position(|each| std::ptr::eq(each, one))?;
        if matches!(code, OpCode::Branch | OpCode::BranchConditional | OpCode::Call) {
            return self.control(one, other, number);
        }
        let is_access = matches!(code, OpCode::Load | OpCode::Store);
        if is_access && one.inputs.first()?.address.offset != self.spelled.memory {
            return None;
        }
        let mut inputs = [Operand::NONE; 3];
        let skipped = usize::from(matches!(code, OpCode::Load | OpCode::Store | OpCode::Pseudo(_)));
        let all = one.inputs.iter().zip(&other.inputs).skip(skipped);
        // Of what is only named, a fourth operand is a size that the third one does not need.
        if all.len() > 3 && !(all.len() == 4 && matches!(fix, Some(Fix::Named(_)))) {
            return None;
        }
        for (to, (from, again)) in inputs.iter_mut().zip(all) {
            *to = self.input(from, again)?;
        }
        let Some(out_node) = &one.output else {
            let work = match code {
                OpCode::Store => Work::Store(P::is_aligned(self.spelled, inputs[1].size)),
                OpCode::CallIndirect => Work::Call,
                OpCode::BranchIndirect => match self.root(inputs[0]) {
                    Some(register) => Work::Jump(register),
                    None => {
                        inputs[1] = Operand::constant(1, 1);
                        Work::Leave
                    }
                },
                OpCode::Return => Work::Return(self.root(inputs[0])),
                // Of what is only named and has no operands: bus locks, hints.
                OpCode::Pseudo(PseudoOp::CallOther) if one.inputs.len() == 1 => return Some(()),
                OpCode::Pseudo(PseudoOp::CallOther) => match fix? {
                    Fix::Named(own) => Work::Own(own),
                    _ => return None,
                },
                _ => return None,
            };
            if work == Work::Store(true) || work == Work::Store(false) {
                if let Some(Fix::Narrow(size)) = fix {
                    inputs[1].size = size;
                }
                sized(inputs[1].size)?;
            }
            self.push(Operation::new(work, Operand::NONE, inputs));
            return Some(());
        };
        let is_memory = is_memory(out_node);
        let mut out =
            if is_memory { self.temporary(out_node.size)? } else { self.operand(out_node, out_node)? };
        if out.size > 16 && matches!(code, OpCode::Copy | OpCode::Int(IntOp::Extension(IntSign::Unsigned))) {
            // What is above 16 bytes of a register nobody sees.
            out.size = 16;
            inputs[0].size = inputs[0].size.min(16);
        }
        if out.size > 16 || inputs.iter().any(|input| input.size > 16) {
            return None;
        }
        if let (Some(Fix::Narrow(size)), OpCode::Load) = (fix, code) {
            out.size = size;
        }
        let (mut mode, mut work) = (
            7,
            match code {
                OpCode::Load => {
                    sized(out.size)?;
                    Work::Load(P::is_aligned(self.spelled, out.size))
                }
                OpCode::Copy | OpCode::Int(IntOp::Extension(IntSign::Unsigned)) => Work::Copy,
                OpCode::Float(work) => {
                    let sizes = [inputs[0].size, out.size];
                    let is_number = |size: u8| matches!(size, 2 | 4 | 8 | 10);
                    let needs = if work == FloatOp::IntToFloat { &sizes[1..] } else { &sizes[..1] };
                    if !needs.iter().all(|size| is_number(*size)) || inputs[0].size > 9 && needs.len() == 2 {
                        return None;
                    }
                    Work::Float(work)
                }
                OpCode::Pseudo(PseudoOp::CallOther) => match fix? {
                    Fix::Named(own) => Work::Own(own),
                    _ => return None,
                },
                code => {
                    arithmetic::pure(code, [1, 1], [inputs[0].size, out.size])?;
                    Work::Pure(code)
                }
            },
        );
        if let (Some(Fix::Rounded(own, how)), Work::Float(float)) = (fix, work)
            && !matches!(float, FloatOp::IntToFloat | FloatOp::FloatToFloat)
        {
            // Rounding before the conversion to an integer has no effect of its own.
            let is_first = matches!(own, Own::ToInteger(_)) && float != FloatOp::Truncate;
            (mode, work) = (how, if is_first { Work::Copy } else { Work::Own(own) });
        }
        if matches!(fix, Some(Fix::Signed))
            && matches!(code, OpCode::Int(IntOp::Extension(_)))
            && inputs[0].size < 4
        {
            (out.size, work) = (4, Work::Pure(OpCode::Int(IntOp::Extension(IntSign::Signed))));
        }
        let quiet = P::is_quiet(&self.spelled.name);
        if work == Work::Load(true) || work == Work::Load(false) {
            if self.fresh.contains(&(inputs[0], out)) {
                return Some(());
            }
            match P::wide(self.spelled) {
                Some(_) if out.size < 16 => return self.part(inputs[0], out, out_node.address.offset & 15),
                Some(_) => self.wide = Some(out),
                None => {}
            }
        }
        P::before(self, &work, inputs);
        self.push(Operation { mode, quiet, ..Operation::new(work, out, inputs) });
        P::behind(self, &work, out);
        if is_memory {
            let again = other.output.as_ref()?;
            let address = self.address(out_node, again)?;
            let work = Work::Store(P::is_aligned(self.spelled, out.size));
            sized(out.size)?;
            self.push(Operation::new(work, Operand::NONE, [address, out, Operand::NONE]));
        }
        Some(())
    }

    /// Part of an operand of 16 bytes, at a distance from its beginning, which is loaded as a whole.
    fn part(&mut self, address: Operand, out: Operand, distance: u64) -> Option<()> {
        let wide = match self.wide {
            Some(wide) => wide,
            None => {
                let first = self.temporary(8)?;
                let operands = [address, Operand::constant(distance, 8), Operand::NONE];
                self.push(Operation::new(Work::Pure(OpCode::Int(IntOp::Subtract)), first, operands));
                let wide = self.temporary(16)?;
                let work = Work::Load(P::is_aligned(self.spelled, 16));
                self.push(Operation::new(work, wide, [first, Operand::NONE, Operand::NONE]));
                self.wide = Some(wide);
                wide
            }
        };
        let part = Operand::cell(wide.value + distance, out.size);
        self.push(Operation::new(Work::Copy, out, [part, Operand::NONE, Operand::NONE]));
        Some(())
    }

    /// This for the instruction, on its first register and its second operand.
    fn vector(&mut self, own: Own) -> Option<()> {
        let spelled = self.spelled;
        let mut registers = words(&spelled.operands).map(|word| P::register(word).map(|(cell, _)| cell));
        let out = registers.next()??;
        let second = match registers.next()? {
            Some(second) => second,
            None => {
                for (one, other) in spelled.here.iter().zip(&spelled.there) {
                    self.one(one, other, None)?;
                    if self.wide.is_some() {
                        break;
                    }
                }
                // The operation that needed it is not wanted.
                let wide = self.wide?;
                let loads = |one: &Operation| matches!(one.work, Work::Load(_)) && one.out == wide;
                let end = self.operations.iter().position(loads)? + 1;
                self.operations.truncate(end);
                wide
            }
        };
        self.push(Operation::own(own, [out, second, Operand::NONE], out));
        Some(())
    }

    /// Branches and calls to places that are known.
    fn control(&mut self, one: &PcodeInstruction, other: &PcodeInstruction, number: usize) -> Option<()> {
        let (target, again) = (one.inputs.first()?, other.inputs.first()?);
        let condition = match one.op_code {
            OpCode::BranchConditional => self.input(one.inputs.get(1)?, other.inputs.get(1)?)?,
            _ => Operand::constant(1, 1),
        };
        let operation = if target.address.address_space.space_type == AddressSpaceType::Constant {
            let size = u8::try_from(target.size).ok()?;
            let distance = arithmetic::signed(u128::from(target.address.offset) & mask(size), size);
            let to = (number as i128).checked_add(distance)?;
            let to = u64::try_from(to).ok().filter(|to| *to <= self.spelled.here.len() as u64)?;
            Operation::new(Work::Skip, Operand::NONE, [Operand::constant(to, 8), condition, Operand::NONE])
        } else {
            let work = if one.op_code == OpCode::Call { Work::Call } else { Work::Leave };
            let target = self.address(target, again)?;
            Operation::new(work, Operand::NONE, [target, condition, Operand::NONE])
        };
        self.push(operation);
        Some(())
    }

    /// Where the last two operations ask whether operands are NaNs: the operands.
    pub(crate) fn nans(&self) -> Option<[Operand; 2]> {
        let mut last = self.operations.iter().rev().take(2);
        let (second, first) = (last.next()?, last.next()?);
        let asks = |one: &Operation| one.work == Work::Float(FloatOp::IsNaN);
        (asks(first) && asks(second)).then_some([first.inputs[0], second.inputs[0]])
    }

    /// A comparison for nothing but the exceptions that it raises.
    pub(crate) fn compare(&mut self, work: FloatOp, [a, b]: [Operand; 2], quiet: bool) {
        if let Some(lost) = self.temporary(1) {
            let compare = Operation::new(Work::Float(work), lost, [a, b, Operand::NONE]);
            self.push(Operation { quiet, ..compare });
        }
    }

    /// A write to the lower half of a general register makes the upper half 0, which the specifications forget at times.
    fn widen(&mut self) {
        let outs: Vec<Operand> = self.operations.iter().map(|one| one.out).collect();
        for half in outs.iter().filter(|out| out.size == 4) {
            let whole = Operand { size: 8, ..*half };
            let upper = Operand::cell(half.value + 4, 4);
            let is_done = self.operations.iter().any(|one| one.out == whole || one.out == upper);
            if P::general(whole).is_some() && half.value % 8 == 0 && !is_done {
                self.push(Operation::new(Work::Copy, whole, [*half, Operand::NONE, Operand::NONE]));
            }
        }
    }

    /// Adds an operation, and forgets what it makes untrue.
    pub(crate) fn push(&mut self, operation: Operation) {
        let [address, value, _] = operation.inputs;
        let out = operation.out;
        self.fresh.retain(|(place, cell)| !out.meets(*place) && !out.meets(*cell));
        let is_temporary = |cell: Operand| cell.place == Place::Cell && cell.value >= TEMPORARIES;
        if !self.branches {
            match operation.work {
                Work::Load(_) if is_temporary(out) => self.fresh.push((address, out)),
                Work::Store(_) => {
                    self.fresh.clear();
                    if is_temporary(value) {
                        self.fresh.push((address, value));
                    }
                }
                _ => {}
            }
        }
        self.operations.push(operation);
    }

    /// A cell that p-code does not know.
    pub(crate) fn temporary(&mut self, size: usize) -> Option<Operand> {
        let at = self.end.max(TEMPORARIES + WIDTH * self.count());
        self.end = at + WIDTH;
        Some(Operand::cell(at, u8::try_from(size).ok()?))
    }

    fn count(&self) -> u64 {
        self.temporaries.count() as u64
    }

    /// The address of a varnode in memory.
    fn address(&self, varnode: &VarnodeData, again: &VarnodeData) -> Option<Operand> {
        Some(offset(self.spelled.offset(varnode, again)?, 8))
    }

    /// Where the value of a varnode is, which for one in memory is loaded.
    fn input(&mut self, varnode: &VarnodeData, again: &VarnodeData) -> Option<Operand> {
        if !is_memory(varnode) {
            return self.operand(varnode, again);
        }
        let address = self.address(varnode, again)?;
        let known = self
            .fresh
            .iter()
            .find(|(place, cell)| *place == address && usize::from(cell.size) == varnode.size);
        if let Some((_, cell)) = known {
            return Some(*cell);
        }
        let cell = self.temporary(varnode.size)?;
        sized(cell.size)?;
        match P::wide(self.spelled) {
            Some(Some(begin)) if cell.size < 16 => {
                self.part(address, cell, varnode.address.offset.wrapping_sub(begin) & 15)?;
                return Some(cell);
            }
            Some(_) if cell.size < 16 => return None,
            Some(_) => self.wide = Some(cell),
            None => {}
        }
        let work = Work::Load(P::is_aligned(self.spelled, cell.size));
        self.push(Operation::new(work, cell, [address, Operand::NONE, Operand::NONE]));
        Some(cell)
    }

    /// Where a varnode is that is not in memory.
    fn operand(&self, varnode: &VarnodeData, again: &VarnodeData) -> Option<Operand> {
        let size = u8::try_from(varnode.size).ok()?;
        let space = &varnode.address.address_space;
        match space.space_type {
            AddressSpaceType::Internal => {
                let (number, distance, width) = self.temporaries.find(varnode)?;
                let at = TEMPORARIES + number as u64 * WIDTH + distance;
                (width <= WIDTH && number < 110).then_some(Operand::cell(at, size))
            }
            AddressSpaceType::Processor if space.name == "register" => {
                let at = varnode.address.offset;
                (at + u64::from(size) <= P::END as u64).then_some(Operand::cell(at, size))
            }
            AddressSpaceType::Constant => Some(offset(self.spelled.offset(varnode, again)?, size)),
            _ => None,
        }
    }

    /// The number of the register that the value of an operand was copied from.
    fn root(&self, operand: Operand) -> Option<u16> {
        let made = self.operations.iter().rev().find(|one| one.out == operand);
        match made {
            Some(made) if made.work == Work::Copy => self.root(made.inputs[0]),
            Some(_) => None,
            None => P::general(operand),
        }
    }

    /// This for the instruction, on the registers that it names.
    fn whole(&mut self, own: Own) -> Option<()> {
        let mut registers = words(&self.spelled.operands).map(|word| P::register(word).map(|(cell, _)| cell));
        let out = registers.next()??;
        let mut inputs = [Operand::NONE; 3];
        for (to, from) in inputs.iter_mut().zip(registers) {
            *to = from?;
        }
        self.push(Operation::own(own, inputs, out));
        self.clear()
    }

    /// As that, for each lane.
    fn lanes(&mut self, own: Own) -> Option<()> {
        let mut registers = words(&self.spelled.operands).filter_map(|word| P::register(word));
        let (out, lane) = registers.next()?;
        let inputs: Vec<(Operand, u8)> = registers.collect();
        let results: Vec<Operand> =
            (0..out.size / lane.max(1)).map(|_| self.temporary(lane.into())).collect::<Option<_>>()?;
        let places = (0..).map(|number: u64| number * u64::from(lane));
        for (result, at) in results.iter().zip(places.clone()) {
            let mut operands = [Operand::NONE; 3];
            for (to, (from, own_lane)) in operands.iter_mut().zip(&inputs) {
                let at = if from.size == *own_lane { 0 } else { at };
                *to = Operand::cell(from.value + at, *own_lane);
            }
            if let Own::MultiplyAdd(_) = own
                && inputs.len() == 2
            {
                operands[2] = Operand::cell(out.value + at, lane);
            }
            self.push(Operation::own(own, operands, *result));
        }
        for (result, at) in results.into_iter().zip(places) {
            let part = Operand::cell(out.value + at, lane);
            self.push(Operation::new(Work::Copy, part, [result, Operand::NONE, Operand::NONE]));
        }
        self.clear()
    }

    /// Makes 0 what is above the first operand in its register.
    fn clear(&mut self) -> Option<()> {
        let Some((out, _)) = words(&self.spelled.operands).next().and_then(P::register) else {
            return Some(());
        };
        let rest = P::above(out);
        if rest.size > 0 {
            self.push(Operation::new(
                Work::Copy,
                rest,
                [Operand::constant(0, 8), Operand::NONE, Operand::NONE],
            ));
        }
        Some(())
    }
}

/// A size that accesses to memory have.
fn sized(size: u8) -> Option<()> {
    matches!(size, 1 | 2 | 4 | 8 | 10 | 16).then_some(())
}

fn is_memory(varnode: &VarnodeData) -> bool {
    let space = &varnode.address.address_space;
    space.space_type == AddressSpaceType::Processor && space.name != "register"
}

/// An operand that is in the operation.
fn offset(offset: Offset, size: u8) -> Operand {
    let (place, value) = match offset {
        Offset::Fixed(value) => (Place::Constant, (u128::from(value) & mask(size)) as u64),
        Offset::Relative(value) => (Place::Relative, value),
        Offset::Paged(value) => (Place::Paged, value),
    };
    Operand { place, size, value }
}
