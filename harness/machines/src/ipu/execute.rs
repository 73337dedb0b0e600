//! The simulator of one tile: registers, memory, and the loop that executes decoded instructions.
//!
//! It is functional: one context at a time, no timing, no exchange with other tiles. It starts as a worker;
//! the register `mode` makes it the supervisor, which may start workers: each runs until it exits, before
//! the supervisor goes on. A bundle counts as one instruction. The main instructions are in `main_lane`, the
//! auxiliary ones in `aux_lane`, control registers and contexts in `control`, calls to the host in `host`.

mod accumulators;
mod aux_lane;
mod control;
mod host;
mod main_lane;
mod packed;
mod processor;

use super::link::memory_map;
use super::predecode::{Code, Entry};
use super::runtime::{CALL_CLOBBERED, RuntimePolicy};
use super::special::{A_GENERAL, FIRST_A, M_GENERAL, WORKER_BASE};
use crate::machine::{FaultKind, Observer};
use crate::memory_map::MapError;
use crate::predecoded::Sentinel;
use crate::simulator::{Base, Processor, Trap};
use accumulators::Accumulators;
use control::Waiting;

/// A repeat in progress, or the last one.
#[derive(Debug, Clone, Copy, Default)]
struct Repeat {
    /// Bundles are being repeated.
    active: bool,
    /// Number of times that the body is still to be executed, with the present one.
    count: u32,
    /// Address of the body.
    first: u32,
    /// Address behind the body.
    end: u32,
}

/// One simulated tile.
#[derive(Debug)]
pub struct Tile {
    base: Base<Entry>,
    m: [u32; 16],
    a: [u32; 16],
    pc: u32,
    /// The context is the supervisor.
    supervisor: bool,
    /// Value of `$m12` in a worker, while the supervisor reads 0.
    worker_base: u32,
    repeat: Repeat,
    fp_status: u32,
    fp_control: u32,
    accumulators: Accumulators,
    /// Control registers that only store: the lower ones, then from 256 on the upper ones.
    stored: Box<[u32; 512]>,
    /// The supervisor that waits for its workers.
    waiting: Option<Box<Waiting>>,
}

impl Tile {
    /// A tile with the default memory map.
    ///
    /// # Errors
    ///
    /// Never with the map as it is; the type is that of any map.
    pub fn new() -> Result<Self, MapError> {
        let mut tile = Self {
            base: Base::new(memory_map(), RuntimePolicy::filling(CALL_CLOBBERED), 0)?,
            m: [0; 16],
            a: [0; 16],
            pc: 0,
            supervisor: false,
            worker_base: 0,
            repeat: Repeat::default(),
            fp_status: 0,
            fp_control: 0,
            accumulators: Accumulators::default(),
            stored: Box::new([0; 512]),
            waiting: None,
        };
        tile.restart();
        Ok(tile)
    }

    /// Makes the context the supervisor, or a worker.
    pub fn set_supervisor(&mut self, supervisor: bool) {
        if supervisor != self.supervisor {
            self.supervisor = supervisor;
            std::mem::swap(&mut self.m[usize::from(WORKER_BASE)], &mut self.worker_base);
            if supervisor {
                self.m[usize::from(WORKER_BASE)] = 0;
            }
        }
    }

    /// Executes a bundle of a repeated body and goes round.
    #[cold]
    fn step_repeated<O: Observer>(&mut self, entry: Entry, observer: &mut O) -> Result<(), Trap> {
        if !matches!(entry.code, Code::Bundle | Code::BadBundle | Code::Sentinel(Sentinel::Breakpoint)) {
            let text = "the body of a repeat holds only bundles";
            return Err(Trap::fault(FaultKind::Exception, self.pc, text));
        }
        if self
            .base
            .cache
            .detail(entry.imm)
            .is_some_and(|detail| entry.code == Code::Bundle && control::ends_repeats(&detail))
        {
            let text = "the body of a repeat cannot hold control and system instructions";
            return Err(Trap::fault(FaultKind::Exception, self.pc, text));
        }
        let next = self.execute(entry, observer)?;
        self.pc = next;
        if next == self.repeat.end {
            self.repeat.count = self.repeat.count.wrapping_sub(1);
            if self.repeat.count == 0 {
                self.repeat.active = false;
            } else {
                self.pc = self.repeat.first;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn m(&self, index: u8) -> u32 {
        self.m[usize::from(index & 15)]
    }

    #[inline(always)]
    fn a(&self, index: u8) -> u32 {
        self.a[usize::from(index & 15)]
    }

    /// Writes a register of the M file as the program; the upper four do not change.
    #[inline(always)]
    fn set_m<O: Observer>(&mut self, observer: &mut O, index: u8, value: u32) {
        if index < M_GENERAL {
            let register = &mut self.m[usize::from(index & 15)];
            observer.register(self.pc.into(), index.into(), (*register).into(), value.into());
            *register = value;
        }
    }

    /// Writes a register of the A file as the program; only the lower eight exist.
    #[inline(always)]
    fn set_a<O: Observer>(&mut self, observer: &mut O, index: u8, value: u32) {
        if index < A_GENERAL {
            let register = &mut self.a[usize::from(index & 15)];
            let number = FIRST_A as u16 + u16::from(index);
            observer.register(self.pc.into(), number, (*register).into(), value.into());
            *register = value;
        }
    }

    /// The special registers in the order of [`REGISTERS`].
    fn special(&self, index: usize) -> u32 {
        match index {
            0 => self.pc,
            1 => self.repeat.count,
            2 => self.repeat.first,
            3 => self.repeat.end,
            4 => self.fp_status,
            5 => self.fp_control,
            _ => self.supervisor.into(),
        }
    }
}
