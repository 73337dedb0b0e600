//! Control registers, repeats, and the supervisor's workers.

use super::super::isa::{CONTROL, Data, Instruction, Op, Pace, SYSTEM};
use super::super::link::MEMORY;
use super::super::predecode::{Code, Detail, Entry};
use super::super::special::{FIRST_SPECIAL, VERTEX_BASE, WORKER_BASE, lower};
use super::aux_lane::reason;
use super::{Repeat, Tile, Trap};
use crate::machine::{FaultKind, Observer, Stop};

/// Worker contexts of a tile.
const WORKERS: u32 = 6;
/// First control register of the supervisor that holds a worker's base; one for each worker.
const FIRST_BASE: u8 = 33;
/// The zone of `sync` that waits for the workers of the tile itself (`TEXCH_SYNCZONE_LOCAL`).
const LOCAL_ZONE: u32 = 2;
/// Bit of `$CR` that sets the common weights to zero.
const ZERO_WEIGHTS: u32 = 1 << 2;
/// Bits of a repeat count in a register.
const COUNT_MASK: u32 = 0xffff;

/// A supervisor that waits for its workers.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    m: [u32; 16],
    pc: u32,
    /// Address at which the workers start.
    entry: u32,
    /// The next worker, its vertex, and the distance from one vertex to the next.
    next: u32,
    vertex: u32,
    stride: u32,
    /// Workers to be started.
    count: u32,
}

/// Returns whether a bundle may not stand in the body of a repeat.
pub(super) fn ends_repeats(detail: &Detail) -> bool {
    let is_control = match detail.main.code {
        Code::Jump | Code::JumpRegister | Code::Branch(_) | Code::CountDown | Code::Call => true,
        _ => detail.rare.is_some_and(|main| main.form.is(CONTROL | SYSTEM)),
    };
    is_control || detail.aux.is_some_and(|aux| aux.form.is(SYSTEM))
}

impl Tile {
    /// Executes a main instruction that has no entry of its own; gives the next program counter.
    #[inline(never)]
    pub(super) fn rare<O: Observer>(
        &mut self,
        main: &Instruction,
        next: u32,
        observer: &mut O,
    ) -> Result<u32, Trap> {
        let [first, second, third, fourth, fifth] = main.values;
        let [a, b, c, d, _] = main.values.map(|value| value as u8);
        let e = Entry { file: true, a, b, c, d, ..Entry::plain(Code::Rare, 0) };
        let supervisor_only = main.form.is(super::super::isa::SUPERVISOR);
        if supervisor_only && !self.supervisor {
            return Err(Trap::fault(FaultKind::Illegal, self.pc, "only the supervisor has this instruction"));
        }
        match main.form.op {
            Op::Repeat => {
                let immediate = !main.form.operands.first().is_some_and(|operand| operand.kind.is_register());
                let count = if immediate { first } else { self.m(a) & COUNT_MASK };
                return self.start_repeat(count, second + 1, next, observer);
            }
            Op::Exit(test) => return self.exit(test.holds(self.m(a)), observer),
            Op::Get => {
                let value = self.get(b)?;
                self.set_m(observer, a, value);
            }
            Op::Put => self.put(a, self.m(b), observer)?,
            Op::Trap => {
                return Err(Trap::fault(FaultKind::Exception, first, "the program executed `trap`"));
            }
            Op::Run | Op::RunAll => {
                let all = main.form.op == Op::RunAll;
                return self.launch(self.m(a), self.m(b), third, all, next, observer);
            }
            // Every worker has ended when the supervisor goes on.
            Op::Sync if first == LOCAL_ZONE => {}
            Op::Sync => {
                let text = "there are no other tiles to synchronise with";
                return Err(Trap::fault(FaultKind::Unsupported, first, text));
            }
            // Nothing here takes time.
            Op::Delay => {}
            Op::LoadDelta(data) => {
                let new = u16::from_le_bytes(self.base.memory.load(self.m(e.b).into())?);
                self.load_delta(observer, e, data, self.m(e.d) & 0xffff, (new.into(), 2))?;
            }
            Op::LoadDeltaPair => {
                let new = u32::from_le_bytes(self.base.memory.load(self.m(e.b).into())?);
                self.load_delta(observer, e, Data::Word, self.m(e.d) >> 16, (new, 4))?;
            }
            Op::LoadDense => {
                let (pointer, base, delta) = (self.m(b), self.m(c), self.m(d));
                let sparse = base.wrapping_add(delta & 0xffff);
                let word = u32::from_le_bytes(self.base.memory.load(sparse.into())?);
                self.load_group(observer, a + 2, Data::Pair, pointer)?;
                observer.read(self.pc.into(), sparse.into(), 4);
                self.set_a(observer, a + 1, word);
                self.set_m(observer, b, pointer.wrapping_add(8));
            }
            Op::PackAddresses => {
                self.pack_addresses(observer, a, [b, c, d]);
            }
            Op::Pace(Pace::Store) => {
                let (pair, strides) = (b, c);
                self.pace(observer, Pace::Store, [a; 2], pair, strides, fourth)?;
            }
            Op::Pace(pace) => {
                let registers = [a, b];
                self.pace(observer, pace, registers, c, d, fifth)?;
            }
            Op::LoadWeights(data) => {
                let address = self.get(lower::CCCSLOAD)?;
                self.load_weights(observer, data, address)?;
                self.put(lower::CCCSLOAD, address.wrapping_add(data.bytes()), observer)?;
            }
            Op::Unmodelled(why) => {
                return Err(Trap::fault(FaultKind::Unsupported, self.pc, reason(why)));
            }
            _ => {
                let text = "this instruction is not simulated";
                return Err(Trap::fault(FaultKind::Unsupported, self.pc, text));
            }
        }
        Ok(next)
    }

    /// Loads into `e.a` from the base `e.c` and an offset; then the pointer `e.b` moves over the delta that was read there,
    /// which goes to `e.d`.
    fn load_delta<O: Observer>(
        &mut self,
        observer: &mut O,
        e: Entry,
        data: Data,
        offset: u32,
        (delta, size): (u32, u32),
    ) -> Result<(), Trap> {
        let pointer = self.m(e.b);
        self.load_to(observer, e, data, self.m(e.c).wrapping_add(offset))?;
        observer.read(self.pc.into(), pointer.into(), size.into());
        self.set_m(observer, e.b, pointer.wrapping_add(size));
        self.set_m(observer, e.d, delta);
        Ok(())
    }

    fn start_repeat<O: Observer>(
        &mut self,
        count: u32,
        bundles: u32,
        next: u32,
        observer: &mut O,
    ) -> Result<u32, Trap> {
        let end = next.wrapping_add(8 * bundles);
        if count == 0 {
            return Ok(end);
        }
        if next & 7 != 0 {
            let text = "the body of a repeat must be aligned to 8 bytes";
            return Err(Trap::fault(FaultKind::Misaligned, next, text));
        }
        let number = FIRST_SPECIAL as u16 + 1;
        observer.register(self.pc.into(), number, self.repeat.count.into(), count.into());
        self.repeat = Repeat { active: true, count, first: next, end };
        Ok(next)
    }

    fn get(&self, number: u8) -> Result<u32, Trap> {
        let stored = self.stored.get(usize::from(number)).copied().unwrap_or(0);
        Ok(match (number, self.supervisor) {
            (lower::PC, _) => self.pc,
            (lower::DBG_DATA | lower::DBG_BRK_ID, _) => stored,
            (lower::COUNT_L, _) => self.base.progress.instructions as u32,
            (lower::COUNT_U, _) => (self.base.progress.instructions >> 32) as u32,
            (lower::WSR, false) => stored,
            (lower::VERTEX_BASE, false) => self.m(VERTEX_BASE),
            (lower::WORKER_BASE, false) => self.m(WORKER_BASE),
            (lower::REPEAT_COUNT, false) => self.repeat.count,
            (lower::REPEAT_FIRST, false) => self.repeat.first,
            (lower::REPEAT_END, false) => self.repeat.end,
            (3 | lower::FP_ICTL..=38 | lower::CCCSLOAD | lower::CTXT_STS, true) => stored,
            _ => {
                let text = "there is no control register of this number that is simulated";
                return Err(Trap::fault(FaultKind::Unsupported, number, text));
            }
        })
    }

    fn put<O: Observer>(&mut self, number: u8, value: u32, observer: &mut O) -> Result<(), Trap> {
        match (number, self.supervisor) {
            (lower::DBG_DATA | lower::DBG_BRK_ID, _)
            | (lower::WSR, false)
            | (lower::FP_ICTL..=38 | lower::CCCSLOAD, true) => {
                if let Some(place) = self.stored.get_mut(usize::from(number)) {
                    *place = value;
                }
            }
            // The weights are nowhere seen, as no instruction that uses them is simulated.
            (lower::CR, true) if value & !ZERO_WEIGHTS == 0 => {}
            (lower::CR, true) => {
                let text = "of this control register only the bit for the common weights is simulated";
                return Err(Trap::fault(FaultKind::Unsupported, value, text));
            }
            (lower::REPEAT_COUNT, false) => {
                let number = FIRST_SPECIAL as u16 + 1;
                let value = value & COUNT_MASK;
                observer.register(self.pc.into(), number, self.repeat.count.into(), value.into());
                self.repeat.count = value;
            }
            (lower::REPEAT_FIRST, false) => self.repeat.first = value & !7,
            (lower::REPEAT_END, false) => self.repeat.end = value & !7,
            (255, _) => {
                return Err(Trap::fault(FaultKind::Exception, value, "the program executed `strap`"));
            }
            _ => {
                let text = "there is no control register of this number that can be written";
                return Err(Trap::fault(FaultKind::Unsupported, number, text));
            }
        }
        Ok(())
    }

    /// Starts one worker or all of them, one after the other.
    fn launch<O: Observer>(
        &mut self,
        entry: u32,
        vertex: u32,
        offset: u32,
        all: bool,
        next: u32,
        observer: &mut O,
    ) -> Result<u32, Trap> {
        for address in [entry, vertex] {
            if address & 3 != 0 {
                return Err(Trap::fault(FaultKind::Misaligned, address, "entry and vertex must be aligned"));
            }
        }
        let bytes = offset << 2;
        let waiting = if all {
            Waiting { m: self.m, pc: next, entry, next: 0, vertex, stride: bytes, count: WORKERS }
        } else {
            // One worker's vertex counts from the base of memory.
            let vertex = vertex.wrapping_add(bytes).wrapping_add(MEMORY as u32);
            Waiting { m: self.m, pc: next, entry, next: 0, vertex, stride: 0, count: 1 }
        };
        self.waiting = Some(Box::new(waiting));
        self.next_worker(observer)
    }

    /// Starts the next worker, or goes back to the supervisor; gives the next program counter.
    fn next_worker<O: Observer>(&mut self, observer: &mut O) -> Result<u32, Trap> {
        let wrong = Trap::fault(FaultKind::Illegal, self.pc, "no supervisor waits");
        let Some(mut waiting) = self.waiting.take() else { return Err(wrong) };
        if waiting.next == waiting.count {
            for (index, value) in waiting.m.iter().enumerate() {
                self.change(observer, index as u8, *value);
            }
            self.supervisor = true;
            return Ok(waiting.pc);
        }
        let base = self.stored.get(usize::from(FIRST_BASE) + waiting.next as usize).copied().unwrap_or(0);
        let base = if base == 0 { self.base.map.stack_top as u32 } else { base };
        self.supervisor = false;
        for index in 0..16 {
            let value = match index {
                WORKER_BASE => base,
                VERTEX_BASE => waiting.vertex,
                _ => 0,
            };
            self.change(observer, index, value);
        }
        self.a = [0; 16];
        self.fp_status = 0;
        self.fp_control = self.stored.get(usize::from(lower::FP_ICTL)).copied().unwrap_or(0);
        self.repeat.active = false;
        if let Some(status) = self.stored.get_mut(usize::from(lower::WSR)) {
            *status = waiting.next;
        }
        waiting.next += 1;
        waiting.vertex = waiting.vertex.wrapping_add(waiting.stride);
        let entry = waiting.entry;
        self.waiting = Some(waiting);
        Ok(entry)
    }

    /// Writes a register of the M file as the hardware, the read-only ones too.
    fn change<O: Observer>(&mut self, observer: &mut O, index: u8, value: u32) {
        let Some(register) = self.m.get_mut(usize::from(index)) else { return };
        if *register != value {
            observer.register(self.pc.into(), index.into(), (*register).into(), value.into());
            *register = value;
        }
    }

    /// The worker ends with this answer: the supervisor that started it goes on; without one the run ends.
    fn exit<O: Observer>(&mut self, answer: bool, observer: &mut O) -> Result<u32, Trap> {
        if self.waiting.is_none() {
            return Err(Trap::Stop(Box::new(Stop::Exit(answer.into()))));
        }
        self.next_worker(observer)
    }
}
