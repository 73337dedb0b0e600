//! Where arguments and results travel, in words that every convention shares.

use crosscall_model::{Form, Type};

use crate::convention::Convention;
use crate::emit::Reg;
use crate::laid::Laid;

/// A place at the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A register.
    Register(Reg),
    /// On the stack, so many bytes from the stack pointer at entry.
    Stack(i32),
    /// In the list of parameters, so many bytes from its beginning.
    List(u32),
}

/// A piece of a value and where it travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    /// First byte of the value.
    pub(crate) offset: u32,
    /// Number of bytes: at most the width of a register in one, any number on the stack.
    pub(crate) len: u32,
    /// Where each so many bytes have a word of their own, of which they are the low bytes: how many. In a register of one
    /// word they have equal shares of it.
    pub(crate) spread: Option<u32>,
    /// Where.
    pub(crate) spot: Spot,
}

impl Part {
    /// A piece that lies there as it does in memory.
    pub(crate) fn new(offset: u32, len: u32, spot: Spot) -> Part {
        Part { offset, len, spread: None, spot }
    }
}

/// How an argument travels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Way {
    /// Not at all.
    Nothing,
    /// The value itself.
    Value(Vec<Part>),
    /// The address of the value.
    Pointer(Spot),
}

impl Way {
    /// The bytes that each word of the value holds where it is one piece that is spread over words.
    pub(crate) fn spread(&self) -> Option<u32> {
        match self {
            Way::Value(parts) => match parts.as_slice() {
                [part] => part.spread,
                _ => None,
            },
            _ => None,
        }
    }
}

/// What a convention gives places to.
pub(crate) struct Call<'a> {
    /// Arguments, unnamed ones after the named.
    pub(crate) arguments: &'a [Laid],
    /// Their types.
    pub(crate) types: &'a [&'a Type],
    /// Number of named arguments.
    pub(crate) named: usize,
    /// Whether the function takes unnamed ones.
    pub(crate) variadic: bool,
    /// Whether the address for the result is passed.
    pub(crate) memory_result: bool,
    /// How the function is written.
    pub(crate) form: Form,
}

/// Where everything travels at one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Assignment {
    /// One for each argument, unnamed ones after the named.
    pub(crate) ways: Vec<Way>,
    /// Where the address for a result in memory travels.
    pub(crate) result_pointer: Option<Spot>,
    /// Number of bytes at the entry stack pointer that are the callee's area and arguments.
    pub(crate) stack_bytes: u32,
    /// The registers in which unnamed arguments can be, by their numbers: the callee spills them next to the
    /// stack arguments to walk through both.
    pub(crate) spill: std::ops::Range<u16>,
    /// Bytes of the stack that the callee removes when it returns.
    pub(crate) popped: u32,
    /// Distance from the entry stack pointer to where unnamed arguments can begin on the stack.
    pub(crate) unnamed_stack: i32,
    /// The list of parameters, where some are in one.
    pub(crate) list: Option<List>,
}

impl Assignment {
    /// Whether something travels in a register.
    pub(crate) fn uses(&self, register: Reg) -> bool {
        let is = |spot: &Spot| *spot == Spot::Register(register);
        let way = |way: &Way| match way {
            Way::Nothing => false,
            Way::Pointer(spot) => is(spot),
            Way::Value(parts) => parts.iter().any(|part| is(&part.spot)),
        };
        self.ways.iter().any(way) || self.result_pointer.as_ref().is_some_and(is)
    }
}

/// A list of parameters in memory of the caller's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct List {
    /// Holds its address at the call.
    pub(crate) register: Reg,
    /// Survives what the callee calls.
    pub(crate) kept: Reg,
    /// Its size in bytes.
    pub(crate) bytes: u32,
    /// What its address is a multiple of.
    pub(crate) align: u32,
}

/// How a result travels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Returned {
    /// Not at all: `void`, or a type without bytes.
    Nothing,
    /// In registers, piece by piece in the order of the bytes.
    Registers(Vec<Part>),
    /// In memory, at an address that the caller passes.
    Memory,
}

impl Returned {
    /// Pieces of a value of so many bytes in registers from one on, a word in each.
    pub(crate) fn words(size: u32, word: u32, first: Reg) -> Returned {
        let part = |(i, offset): (u16, u32)| {
            Part::new(offset, (size - offset).min(word), Spot::Register(Reg(first.0 + i)))
        };
        Returned::Registers((0..).zip((0..size).step_by(word.max(1) as usize)).map(part).collect())
    }

    /// The registers, with the piece that each holds.
    pub(crate) fn registers(&self) -> impl Iterator<Item = (Reg, &Part)> {
        let parts: &[Part] = if let Returned::Registers(parts) = self { parts } else { &[] };
        parts.iter().filter_map(|part| match part.spot {
            Spot::Register(r) => Some((r, part)),
            Spot::Stack(_) | Spot::List(_) => None,
        })
    }
}

/// Exchanges the places of the first two neighbours that are one part of one size each: what a fault does.
pub(crate) fn swap_neighbours(ways: &mut [Way]) {
    let single = |way: &Way| match way {
        Way::Value(parts) => match parts.as_slice() {
            [Part { spot: Spot::Register(_), len, .. }] if *len <= 8 => Some(0),
            [part] => Some(part.len),
            _ => None,
        },
        _ => None,
    };
    for i in 1..ways.len() {
        let Some([left, right]) = ways.get_mut(i - 1..=i) else { return };
        let (Some(l), Some(r)) = (single(left), single(right)) else { continue };
        if l != r {
            continue;
        }
        if let (Way::Value(l), Way::Value(r)) = (left, right)
            && let ([l], [r]) = (l.as_mut_slice(), r.as_mut_slice())
        {
            std::mem::swap(&mut l.spot, &mut r.spot);
        }
        return;
    }
}

/// A place of so many bytes, in words.
pub(crate) struct Told<'a> {
    convention: &'a dyn Convention,
    what: What<'a>,
}

enum What<'a> {
    Spot(Spot, u32),
    Way(&'a Way),
    Returned(&'a Returned, bool),
}

impl<'a> Told<'a> {
    /// A place of so many bytes.
    pub(crate) fn spot(convention: &'a dyn Convention, spot: Spot, len: u32) -> Told<'a> {
        Told { convention, what: What::Spot(spot, len) }
    }

    /// Where an argument travels.
    pub(crate) fn way(convention: &'a dyn Convention, way: &'a Way) -> Told<'a> {
        Told { convention, what: What::Way(way) }
    }

    /// Where a result travels; `scalar` says that it has no parts.
    pub(crate) fn returned(convention: &'a dyn Convention, returned: &'a Returned, scalar: bool) -> Told<'a> {
        Told { convention, what: What::Returned(returned, scalar) }
    }

    fn write_spot(&self, f: &mut std::fmt::Formatter<'_>, spot: Spot, len: u32) -> std::fmt::Result {
        match spot {
            Spot::Register(r) => f.write_str(self.convention.emit().name(r)),
            Spot::List(at) => write!(f, "list+{at}"),
            Spot::Stack(at) => {
                write!(f, "sp{at:+}")?;
                if len > self.convention.word() {
                    write!(f, "..sp{:+}", i64::from(at) + i64::from(len))?;
                }
                Ok(())
            }
        }
    }
}

impl std::fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let word = self.convention.word();
        match self.what {
            What::Spot(spot, len) => self.write_spot(f, spot, len),
            What::Way(Way::Nothing) => f.write_str("no place"),
            What::Way(Way::Pointer(at)) => {
                f.write_str("memory, address in ")?;
                self.write_spot(f, *at, word)
            }
            What::Way(Way::Value(parts)) => {
                for (i, part) in parts.iter().enumerate() {
                    f.write_str(if i > 0 { ", " } else { "" })?;
                    self.write_spot(f, part.spot, part.len)?;
                }
                Ok(())
            }
            What::Returned(Returned::Nothing, _) => f.write_str("in no place"),
            What::Returned(Returned::Memory, _) => {
                f.write_str("in memory, at the address that the caller passes")
            }
            What::Returned(returned @ Returned::Registers(_), scalar) => {
                let mut registers: Vec<Reg> = returned.registers().map(|(r, _)| r).collect();
                registers.sort_unstable();
                let name = |r: &Reg| self.convention.emit().name(*r);
                match registers.as_slice() {
                    [one] if scalar => write!(f, "in {}", name(one)),
                    [one, two] if scalar => write!(f, "in {}, {}", name(one), name(two)),
                    [first, ..] => write!(f, "in {} and up, in memory order", name(first)),
                    [] => f.write_str("in no place"),
                }
            }
        }
    }
}
