//! Traps, control registers and the serial port.

use super::super::predecode::Entry;
use super::super::special::{
    DEVICES, SERIAL_INPUT, SERIAL_OUTPUT, SERIAL_STATUS, TrapKind, cause, control, flags, register_of,
};
use super::{Core, LANES};
use crate::machine::{FaultKind, Observer, Stop};
use crate::memory::AccessFault;
use crate::predecoded::Entry as _;
use crate::simulator::{Processor, Trap};

/// State that a trap saves.
#[derive(Debug, Clone, Copy, Default)]
struct Saved {
    cause: u32,
    pc: u32,
    flags: u32,
    lane: u32,
    address: u32,
    syscall: u32,
    scratch: [u32; 2],
}

/// The system state of a thread. Two traps deep are kept, as the reference emulator does.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct System {
    /// Present modes.
    pub(super) flags: u32,
    handler: u32,
    tlb_miss_handler: u32,
    asid: u32,
    page_directory: u32,
    interrupt_enable: u32,
    interrupt_trigger: u32,
    saved: [Saved; 2],
}

impl System {
    /// The state after a reset: a supervisor, also in what is saved, as in the reference emulator.
    pub(super) fn start() -> Self {
        let mut system = Self { flags: flags::SUPERVISOR, ..Self::default() };
        system.saved[0].flags = flags::SUPERVISOR;
        system
    }

    /// Value of a control register; `instructions` is what the cycle counter shows.
    pub(super) fn read(&self, number: u32, instructions: u64) -> u32 {
        let [saved, _] = &self.saved;
        match number {
            control::THREAD_ID | control::INTERRUPT_PENDING => 0,
            control::TRAP_HANDLER => self.handler,
            control::TRAP_PC => saved.pc,
            control::TRAP_CAUSE => saved.cause,
            control::FLAGS => self.flags,
            control::TRAP_ADDRESS => saved.address,
            control::CYCLE_COUNT => instructions as u32,
            control::TLB_MISS_HANDLER => self.tlb_miss_handler,
            control::SAVED_FLAGS => saved.flags,
            control::ASID => self.asid,
            control::PAGE_DIRECTORY => self.page_directory,
            control::SCRATCHPAD0 => saved.scratch[0],
            control::SCRATCHPAD1 => saved.scratch[1],
            control::SUBCYCLE => saved.lane,
            control::INTERRUPT_ENABLE => self.interrupt_enable,
            control::INTERRUPT_TRIGGER => self.interrupt_trigger,
            control::SYSCALL_INDEX => saved.syscall,
            _ => u32::MAX,
        }
    }

    /// Writes a control register as `setcr` does; those that cannot be written keep their value.
    pub(super) fn write(&mut self, number: u32, value: u32) {
        if !matches!(number, control::TRAP_CAUSE | control::TRAP_ADDRESS | control::SYSCALL_INDEX) {
            self.store(number, value);
        }
    }

    /// Sets a control register, also one that only a trap sets.
    pub(super) fn store(&mut self, number: u32, value: u32) {
        let [saved, _] = &mut self.saved;
        match number {
            control::TRAP_HANDLER => self.handler = value,
            control::TRAP_PC => saved.pc = value,
            control::TRAP_CAUSE => saved.cause = value,
            control::FLAGS => self.flags = value & flags::ALL,
            control::TRAP_ADDRESS => saved.address = value,
            control::TLB_MISS_HANDLER => self.tlb_miss_handler = value,
            control::SAVED_FLAGS => saved.flags = value & flags::ALL,
            control::ASID => self.asid = value,
            control::PAGE_DIRECTORY => self.page_directory = value,
            control::SCRATCHPAD0 => saved.scratch[0] = value,
            control::SCRATCHPAD1 => saved.scratch[1] = value,
            control::SUBCYCLE => saved.lane = value,
            control::INTERRUPT_ENABLE => self.interrupt_enable = value,
            control::INTERRUPT_TRIGGER => self.interrupt_trigger = value,
            control::SYSCALL_INDEX => saved.syscall = value,
            _ => {}
        }
    }
}

impl Core {
    /// Goes to the trap handler, or ends the run where there is none.
    #[cold]
    pub(super) fn trap(
        &mut self,
        kind: TrapKind,
        bits: u32,
        address: u32,
        fault: (FaultKind, u32, &'static str),
    ) -> Result<(), Trap> {
        if self.system.handler == 0 {
            let (kind, address, text) = fault;
            return Err(Trap::fault(kind, address, text));
        }
        let syscall = if kind == TrapKind::Syscall { fault.1 } else { 0 };
        let [newest, oldest] = &mut self.system.saved;
        *oldest = *newest;
        *newest = Saved {
            cause: kind as u32 | bits,
            pc: self.pc,
            flags: self.system.flags,
            lane: self.lane,
            address,
            syscall,
            scratch: newest.scratch,
        };
        self.system.flags = (self.system.flags & !flags::INTERRUPT) | flags::SUPERVISOR;
        self.lane = 0;
        self.pc = self.system.handler;
        Ok(())
    }

    /// A jump to an address that is no multiple of 4: traps, or ends the run.
    #[cold]
    pub(super) fn misaligned_fetch(&mut self, pc: u32) -> Result<Entry, Trap> {
        let fault = (FaultKind::Misaligned, pc, "jump to an address that is not a multiple of 4");
        // The reference emulator reports the address behind the instruction.
        self.trap(TrapKind::UnalignedAccess, 0, pc.wrapping_add(4), fault)?;
        self.fill_handler()
    }

    /// The first instruction of the trap handler; a handler that is itself misaligned ends the run.
    fn fill_handler(&mut self) -> Result<Entry, Trap> {
        let pc = self.pc;
        if pc & 3 != 0 {
            return Err(Trap::fault(FaultKind::Misaligned, pc, "the trap handler is not aligned"));
        }
        match self.base.cache.get(pc) {
            entry if !entry.is_empty() => Ok(entry),
            _ => self.fill_here(),
        }
    }

    /// A data access to a misaligned address.
    #[cold]
    pub(super) fn misaligned(&mut self, address: u32, store: bool) -> Result<(), Trap> {
        let bits = cause::DATA | if store { cause::STORE } else { 0 };
        let fault = (FaultKind::Misaligned, address, "misaligned data access");
        self.trap(TrapKind::UnalignedAccess, bits, address, fault)
    }

    /// Traps unless the thread is a supervisor; true when it is one.
    pub(super) fn supervise(&mut self) -> Result<bool, Trap> {
        if self.system.flags & flags::SUPERVISOR != 0 {
            return Ok(true);
        }
        let fault = (FaultKind::Exception, self.pc, "an instruction for supervisors only");
        self.trap(TrapKind::PrivilegedOperation, 0, 0, fault)?;
        Ok(false)
    }

    pub(super) fn illegal(&mut self, word: u32) -> Result<(), Trap> {
        let fault = (FaultKind::Illegal, word, "no instruction has these bits");
        self.trap(TrapKind::IllegalInstruction, 0, 0, fault)
    }

    pub(super) fn get_control<O: Observer>(
        &mut self,
        entry: Entry,
        left: u64,
        observer: &mut O,
    ) -> Result<(), Trap> {
        if !self.supervise()? {
            return Ok(());
        }
        // The instructions of this run count, and this one too.
        let executed = self
            .base
            .progress
            .instructions
            .wrapping_add(self.base.progress.budget.wrapping_sub(left))
            .wrapping_add(1);
        let value = self.system.read(entry.imm, executed);
        self.set(observer, entry.d, value);
        self.pc = self.pc.wrapping_add(4);
        Ok(())
    }

    pub(super) fn set_control<O: Observer>(&mut self, entry: Entry, observer: &mut O) -> Result<(), Trap> {
        if !self.supervise()? {
            return Ok(());
        }
        let (number, value) = (entry.imm, self.scalar(entry.d));
        if number == control::FLAGS && value & flags::MMU != 0 {
            return Err(Trap::fault(FaultKind::Unsupported, value, "address translation is not modelled"));
        }
        if number == control::SUSPEND && value & 1 != 0 {
            return Err(Trap::Stop(Box::new(Stop::Exit(0))));
        }
        let old = self.system.read(number, 0);
        self.system.write(number, value);
        if let Some(register) = register_of(number) {
            let new = self.system.read(number, 0);
            observer.register(self.pc.into(), register, old.into(), new.into());
        }
        self.pc = self.pc.wrapping_add(4);
        Ok(())
    }

    /// Returns from a trap.
    pub(super) fn return_from_trap(&mut self) -> Result<(), Trap> {
        if !self.supervise()? {
            return Ok(());
        }
        let [saved, older] = self.system.saved;
        if saved.flags & flags::MMU != 0 {
            let text = "address translation is not modelled";
            return Err(Trap::fault(FaultKind::Unsupported, saved.flags, text));
        }
        self.system.flags = saved.flags;
        self.lane = saved.lane % LANES as u32;
        self.pc = saved.pc;
        self.system.saved[0] = older;
        Ok(())
    }

    /// A load that memory refused: the serial port.
    #[cold]
    pub(super) fn load_device(&self, address: u32, size: usize, fault: AccessFault) -> Result<u32, Trap> {
        match address {
            SERIAL_STATUS if size == 4 => Ok(1),
            SERIAL_INPUT if size == 4 => Ok(0),
            _ => Err(Self::no_device(address, fault)),
        }
    }

    /// A store that memory refused.
    #[cold]
    pub(super) fn store_device(
        &mut self,
        address: u32,
        value: u32,
        size: usize,
        fault: AccessFault,
    ) -> Result<(), Trap> {
        if address != SERIAL_OUTPUT || size != 4 {
            return Err(Self::no_device(address, fault));
        }
        self.base.emit(&[value as u8]);
        Ok(())
    }

    fn no_device(address: u32, fault: AccessFault) -> Trap {
        if address < DEVICES {
            return fault.into();
        }
        Trap::fault(FaultKind::Unsupported, address, "a device register that is not modelled")
    }
}
