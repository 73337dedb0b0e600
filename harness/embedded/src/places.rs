//! Places of arguments and results, in terms that every convention shares.

use crosscall_model::{Form, Target, Type};

use crate::convention::Convention;
use crate::emit::Reg;
use crate::laid::Laid;

/// Place of a piece of a value at the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// Register.
    Register(Reg),
    /// Stack location, as a distance in bytes from the stack pointer at entry.
    Stack(i32),
    /// Location in the list of parameters, as a distance in bytes from its beginning.
    List(u32),
}

/// Piece of a value with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    /// Offset in bytes of the piece in the value.
    pub(crate) offset: u32,
    /// Number of bytes: at most the width of a register in one, any number on the stack.
    pub(crate) len: u32,
    /// Number of bytes of the value in each word, for a piece whose every `spread` bytes are the low bytes of a word
    /// of their own. In a register of one word they have equal shares of it.
    pub(crate) spread: Option<u32>,
    /// Number of bytes up to which a register that holds floating-point numbers only has ones above a narrower piece.
    pub(crate) ones: u32,
    /// Number of the piece's lowest bits that do not belong to it: a bit-field lies at the low end of its register.
    pub(crate) shift: u32,
    /// Place of the piece.
    pub(crate) spot: Spot,
}

impl Part {
    /// Piece whose bytes are arranged as in memory.
    pub(crate) fn new(offset: u32, len: u32, spot: Spot) -> Part {
        Part { offset, len, spread: None, ones: 0, shift: 0, spot }
    }
}

/// PassMode in which an argument is passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PassMode {
    /// No bytes are passed.
    Nothing,
    /// By value, in pieces.
    Value(Vec<Part>),
    /// By pointer: the place of the address.
    Pointer(Spot),
}

impl PassMode {
    /// Number of bytes of the value in each word, where it is one piece that is spread over words.
    pub(crate) fn spread(&self) -> Option<u32> {
        match self {
            PassMode::Value(parts) => match parts.as_slice() {
                [part] => part.spread,
                _ => None,
            },
            _ => None,
        }
    }

    /// Places of the pieces, or of the address.
    pub(crate) fn spots(&self) -> impl Iterator<Item = Spot> {
        let (pointer, parts) = match self {
            PassMode::Nothing => (None, [].as_slice()),
            PassMode::Pointer(spot) => (Some(*spot), [].as_slice()),
            PassMode::Value(parts) => (None, parts.as_slice()),
        };
        pointer.into_iter().chain(parts.iter().map(|part| part.spot))
    }

    /// Places of the pieces, or of the address, for changing them.
    pub(crate) fn spots_mut(&mut self) -> impl Iterator<Item = &mut Spot> {
        let (pointer, parts) = match self {
            PassMode::Nothing => (None, [].as_mut_slice()),
            PassMode::Pointer(spot) => (Some(spot), [].as_mut_slice()),
            PassMode::Value(parts) => (None, parts.as_mut_slice()),
        };
        pointer.into_iter().chain(parts.iter_mut().map(|part| &mut part.spot))
    }
}

/// Replaces slot numbers in stack locations by the slots' distances from the stack pointer.
pub(crate) fn settle<'s>(spots: impl Iterator<Item = &'s mut Spot>, places: &[i32]) {
    for spot in spots {
        if let Spot::Stack(number) = spot
            && let Some(place) = usize::try_from(*number).ok().and_then(|i| places.get(i))
        {
            *spot = Spot::Stack(*place);
        }
    }
}

/// Call whose arguments a convention assigns to places.
pub(crate) struct Call<'a> {
    /// Layouts of the arguments, named ones first.
    pub(crate) arguments: &'a [Laid],
    /// Types of the arguments.
    pub(crate) types: &'a [&'a Type],
    /// Number of named arguments.
    pub(crate) named: usize,
    /// True if the function takes unnamed arguments.
    pub(crate) variadic: bool,
    /// True if the address for the result is passed.
    pub(crate) memory_result: bool,
    /// Form in which the function is written.
    pub(crate) form: Form,
}

/// Places of all arguments of one call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Assignment {
    /// PassMode of each argument, named ones first.
    pub(crate) ways: Vec<PassMode>,
    /// Place of the address for a result in memory.
    pub(crate) result_pointer: Option<Spot>,
    /// Number of bytes at the entry stack pointer for the callee's area and the arguments.
    pub(crate) stack_bytes: u32,
    /// Numbers of the registers in which unnamed arguments can be; the callee spills them next to the stack
    /// arguments, so that one pointer walks through both.
    pub(crate) spill: std::ops::Range<u16>,
    /// Number of bytes of the stack that the callee removes when it returns.
    pub(crate) popped: u32,
    /// Distance in bytes from the entry stack pointer to the first place of unnamed arguments on the stack.
    pub(crate) unnamed_stack: i32,
    /// List of parameters, where arguments are passed in one.
    pub(crate) list: Option<List>,
}

impl Assignment {
    /// True if an argument or the address for the result is in this register.
    pub(crate) fn uses(&self, register: Reg) -> bool {
        let mut spots = self.ways.iter().flat_map(PassMode::spots).chain(self.result_pointer);
        spots.any(|spot| spot == Spot::Register(register))
    }
}

/// List of parameters in the caller's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct List {
    /// Register that holds its address at the call.
    pub(crate) register: Reg,
    /// Register that holds its address across the callee's own calls.
    pub(crate) kept: Reg,
    /// Size in bytes.
    pub(crate) bytes: u32,
    /// Alignment in bytes.
    pub(crate) align: u32,
}

/// PassMode in which a result is returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Returned {
    /// No bytes: `void`, or a type without bytes.
    Nothing,
    /// In registers, in pieces in the order of the bytes.
    Registers(Vec<Part>),
    /// In memory, at an address that the caller passes.
    Memory,
}

impl Returned {
    /// Pieces of a value of `size` bytes in consecutive registers from `first` on, a word in each.
    pub(crate) fn words(size: u32, word: u32, first: Reg) -> Returned {
        let part = |(i, offset): (u16, u32)| {
            Part::new(offset, (size - offset).min(word), Spot::Register(Reg(first.0 + i)))
        };
        Returned::Registers((0..).zip((0..size).step_by(word.max(1) as usize)).map(part).collect())
    }

    /// Registers of the result, each with its piece.
    pub(crate) fn registers(&self) -> impl Iterator<Item = (Reg, &Part)> {
        let parts: &[Part] = if let Returned::Registers(parts) = self { parts } else { &[] };
        parts.iter().filter_map(|part| match part.spot {
            Spot::Register(r) => Some((r, part)),
            Spot::Stack(_) | Spot::List(_) => None,
        })
    }
}

/// Exchanges the places of the first two adjacent arguments that consist of one piece of the same size each, as a
/// fault demands. A register changes places with one of its own file only.
pub(crate) fn swap_adjacent(target: Target, ways: &mut [PassMode]) {
    let file = |r: Reg| target.registers().get(usize::from(r.0)).map_or("", |info| info.file);
    let single = |way: &PassMode| match way {
        PassMode::Value(parts) => match parts.as_slice() {
            [Part { spot: Spot::Register(r), len, .. }] if *len <= 8 => Some((file(*r), 0)),
            [part] => Some(("", part.len)),
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
        if let (PassMode::Value(l), PassMode::Value(r)) = (left, right)
            && let ([l], [r]) = (l.as_mut_slice(), r.as_mut_slice())
        {
            std::mem::swap(&mut l.spot, &mut r.spot);
        }
        return;
    }
}

impl dyn Convention + '_ {
    /// Description of a place of `len` bytes.
    pub(crate) fn spot_text(&self, spot: Spot, len: u32) -> String {
        match spot {
            Spot::Register(r) => self.emit().name(r).to_owned(),
            Spot::List(at) => format!("list+{at}"),
            Spot::Stack(at) if len > self.word() => {
                format!("sp{at:+}..sp{:+}", i64::from(at) + i64::from(len))
            }
            Spot::Stack(at) => format!("sp{at:+}"),
        }
    }

    /// Description of the way of an argument.
    pub(crate) fn way_text(&self, way: &PassMode) -> String {
        match way {
            PassMode::Nothing => "no place".to_owned(),
            PassMode::Pointer(at) => format!("memory, address in {}", self.spot_text(*at, self.word())),
            PassMode::Value(parts) => {
                let spots: Vec<String> =
                    parts.iter().map(|part| self.spot_text(part.spot, part.len)).collect();
                spots.join(", ")
            }
        }
    }

    /// Description of the place of a result; `scalar` is true if it has no parts.
    pub(crate) fn returned_text(&self, returned: &Returned, scalar: bool) -> String {
        if *returned == Returned::Memory {
            return "in memory, at the address that the caller passes".to_owned();
        }
        let mut registers: Vec<Reg> = returned.registers().map(|(r, _)| r).collect();
        registers.sort_unstable();
        let name = |r: &Reg| self.emit().name(*r);
        match registers.as_slice() {
            [one] if scalar => format!("in {}", name(one)),
            [one, two] if scalar => format!("in {}, {}", name(one), name(two)),
            [] => "in no place".to_owned(),
            [first, rest @ ..] if (first.0 + 1..).zip(rest).all(|(next, r)| next == r.0) => {
                format!("in {} and up, in memory order", name(first))
            }
            _ => {
                let names: Vec<&str> = returned.registers().map(|(r, _)| name(&r)).collect();
                format!("in {}, in memory order", names.join(", "))
            }
        }
    }
}
