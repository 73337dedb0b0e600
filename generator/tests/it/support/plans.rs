//! Plans of no document: values in random pieces at random places.

use crosscall_generator::draw::Draw;
use crosscall_model::finding::ValueId;
use crosscall_model::layout::Image;
use crosscall_model::plan::{
    Extension, Link, Linkage, ParameterList, Passed, Piece, Place, Plan, Preservation, RegisterRule,
    StackRule, Transfer,
};
use crosscall_model::target::Register;
use crosscall_model::target::riscv::Abi;
use crosscall_model::{Case, Signature, Style, Target};

/// Processor with a convention of no document.
pub(crate) struct Convention {
    pub(crate) target: Target,
    /// True if its stack grows upwards.
    pub(crate) up: bool,
    /// Registers that carry arguments.
    arguments: &'static [u16],
    /// Scratch registers that carry results.
    results: &'static [u16],
    /// Register that holds the return address.
    pub(crate) link: Register,
    /// Register that holds the address of a list of parameters, if there is one.
    list: Option<Register>,
    preservation: fn(&mut Draw<'_, '_>, u16) -> Preservation,
}

pub(crate) const EPIPHANY: Convention = Convention {
    target: Target::Epiphany,
    up: false,
    arguments: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    results: &[0, 1, 2, 3, 16, 17, 18, 19],
    link: Register(14),
    list: None,
    preservation: |draw, register| match register {
        13 | 14 => Preservation::Preserved,
        0..=3 | 16..=19 => Preservation::Scratch,
        28..=31 => Preservation::Reserved,
        64 => Preservation::Unspecified,
        65 => Preservation::Scratch,
        _ if draw.chance(50) => Preservation::Scratch,
        _ => Preservation::Preserved,
    },
};

/// An Epiphany whose stack would grow upwards, with the caller's own way back next to the stack pointer.
pub(crate) const UPWARDS: Convention = Convention { up: true, ..EPIPHANY };

/// Scalars and vectors.
pub(crate) const NYUZI: Convention = Convention {
    target: Target::Nyuzi,
    up: false,
    arguments: &[0, 1, 2, 3, 4, 5, 6, 7, 32, 33, 34, 35, 36, 37, 38, 63],
    results: &[0, 1, 2, 3, 32, 33, 34],
    link: Register(31),
    list: None,
    preservation: |draw, register| match register {
        30 | 31 => Preservation::Preserved,
        0..=3 | 16..=23 | 32..=34 => Preservation::Scratch,
        28 => Preservation::Reserved,
        _ if draw.chance(50) => Preservation::Scratch,
        _ => Preservation::Preserved,
    },
};

/// RISC-V's registers, of which floating-point ones are wider than a word on 32 bits.
const fn riscv(abi: Abi) -> Convention {
    Convention {
        target: Target::Riscv(abi),
        up: false,
        arguments: &[9, 10, 11, 12, 13, 14, 15, 16, 41, 42, 43, 44, 45, 46, 47, 48],
        results: &[9, 10, 41, 42],
        link: Register(0),
        list: None,
        preservation: |draw, register| match register {
            0 | 1 => Preservation::Unspecified,
            // fcsr, of which the exception flags are meant.
            63 => Preservation::Scratch,
            2 | 3 => Preservation::Reserved,
            4..=6 | 9..=10 | 27..=30 | 41..=42 => Preservation::Scratch,
            _ if draw.chance(50) => Preservation::Scratch,
            _ => Preservation::Preserved,
        },
    }
}

pub(crate) const RISCV32: Convention = riscv(Abi::Ilp32d);
pub(crate) const RISCV64: Convention = riscv(Abi::Lp64d);

/// The base with 16 registers.
pub(crate) const RISCV32E: Convention = Convention {
    arguments: &[9, 10, 11, 12, 13, 14, 25, 26, 27],
    results: &[9, 10, 25, 26],
    preservation: |draw, register| match register {
        0 | 1 => Preservation::Unspecified,
        47 => Preservation::Scratch,
        2 | 3 => Preservation::Reserved,
        4..=6 | 9..=14 | 25..=26 => Preservation::Scratch,
        _ if draw.chance(50) => Preservation::Scratch,
        _ => Preservation::Preserved,
    },
    ..riscv(Abi::Ilp32e)
};

/// Words of 8 bytes, vectors that know their length, a list of parameters, and a stack that grows upwards.
pub(crate) const INVENTED: Convention = Convention {
    target: Target::Invented,
    up: true,
    arguments: &[1, 2, 3, 4, 6, 28, 32, 33, 34, 35, 47, 63],
    results: &[0, 1, 2, 32, 33, 39],
    link: Register(5),
    list: Some(Register(0)),
    preservation: |draw, register| match register {
        31 | 64 => Preservation::Unspecified,
        30 => Preservation::Reserved,
        0..=7 | 32..=39 => Preservation::Scratch,
        _ => *draw
            .pick(&[Preservation::Scratch, Preservation::Preserved, Preservation::Declared])
            .unwrap_or(&Preservation::Scratch),
    },
};

/// Free places for pieces.
struct Places {
    target: Target,
    registers: Vec<u16>,
    /// Register that holds the address of the list, and the number of its bytes that are taken.
    list: Option<(Register, i64)>,
    /// Bytes of the stack that are taken.
    stack: i64,
    /// True if the stack grows upwards, so that they are below its pointer.
    up: bool,
}

impl Places {
    fn width(&self, register: u16) -> u16 {
        self.target.register(Register(register)).map_or(0, |info| info.bytes)
    }

    fn word(&self) -> i64 {
        self.target.word() as i64
    }

    /// A word of the list where there is one, or of the stack.
    fn in_memory(&mut self, draw: &mut Draw<'_, '_>, gaps: u32) -> Place {
        let (word, gap) = (self.word(), i64::from(draw.below(gaps)));
        if let Some((base, taken)) = self.list.as_mut().filter(|_| draw.chance(50)) {
            let offset = *taken + gap * word;
            *taken = offset + word;
            return Place::Pointed { base: *base, offset };
        }
        let offset = self.stack + gap * word;
        self.stack = offset + word;
        Place::Stack { offset: if self.up { -word - offset } else { offset } }
    }

    /// Place for a piece of at most `most` bytes, its length, and the number of bytes from there to the end of the place.
    fn take(&mut self, draw: &mut Draw<'_, '_>, most: u32) -> (Place, u32, u16) {
        if !self.registers.is_empty() && draw.chance(60) {
            let index = draw.below(self.registers.len() as u32) as usize;
            let register = self.registers.remove(index);
            let width = self.width(register);
            let whole = draw.chance(30);
            let len = if whole { u32::from(width) } else { draw.between(1, width.into()) }.min(most);
            let byte = u16::try_from(draw.below(u32::from(width) + 1 - len)).unwrap_or(0);
            return (Place::Register { register: Register(register), byte }, len, width - byte);
        }
        let (place, word) = (self.in_memory(draw, 2), self.target.word() as u16);
        (place, draw.between(1, word.into()).min(most), word)
    }

    /// A place for an address: in a register of one word that is not for floating-point numbers alone, or on the stack.
    fn address(&mut self, draw: &mut Draw<'_, '_>) -> Vec<Piece> {
        let words: Vec<usize> = (0..self.registers.len())
            .filter(|at| i64::from(self.width(self.registers[*at])) == self.word())
            .filter(|at| self.target.register(Register(self.registers[*at])).is_some_and(|r| r.file != "f"))
            .collect();
        let place = match draw.pick(&words) {
            Some(at) if draw.chance(60) => {
                Place::Register { register: Register(self.registers.remove(*at)), byte: 0 }
            }
            _ => self.in_memory(draw, 1),
        };
        vec![Piece { offset: 0, len: self.word() as u32, place, rest: Extension::Unspecified }]
    }

    fn is_variable(&self, place: Place) -> bool {
        matches!(place, Place::Register { register, .. } if self.target.register(register).is_some_and(|r| r.variable))
    }

    fn pieces(&mut self, draw: &mut Draw<'_, '_>, size: u32) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut offset = 0;
        while offset < size {
            let (place, len, room) = self.take(draw, size - offset);
            let rest = match draw.below(3) {
                // It has no room above what it holds.
                _ if self.is_variable(place) => Extension::Length(room_taken(place, len)),
                0 => Extension::Unspecified,
                1 => Extension::Zero(room),
                _ => Extension::Sign(room),
            };
            pieces.push(Piece { offset, len, place, rest });
            offset += len;
        }
        pieces
    }
}

/// Number of bytes of a register whose last bytes are a piece.
fn room_taken(place: Place, len: u32) -> u16 {
    match place {
        Place::Register { byte, .. } => byte + len as u16,
        _ => len as u16,
    }
}

fn image(draw: &mut Draw<'_, '_>, size: u32) -> Image {
    Image { bytes: (0..size).map(|_| draw.byte()).collect(), mask: vec![0xff; size as usize] }
}

/// A plan under a convention.
pub(crate) fn plan(draw: &mut Draw<'_, '_>, convention: &Convention) -> Plan {
    let Convention { target, up, .. } = *convention;
    let registers: Vec<RegisterRule> = (0u16..)
        .zip(target.registers())
        .map(|(i, _)| RegisterRule {
            register: Register(i),
            preservation: (convention.preservation)(draw, i),
            clauses: &[],
        })
        .collect();
    let callee_area = draw.below(3) * 8;
    let word = target.word() as i64;
    let taken = i64::from(callee_area) + if up { 2 * word } else { 0 };
    let list = convention.list.map(|register| (register, 0));
    let mut places = Places { target, registers: convention.arguments.to_vec(), list, stack: taken, up };
    let mut arguments = Vec::new();
    for i in 0..draw.below(12) {
        let size = *draw.pick(&[20, 20, 100]).unwrap_or(&20);
        let size = draw.below(size);
        let image = image(draw, size);
        let transfer = match draw.below(6) {
            0 => Transfer::Nothing,
            1 => Transfer::ByReference {
                pointer: places.address(draw),
                returned: None,
                align: 1 << draw.below(6),
                callee_may_write: draw.chance(50),
            },
            _ => Transfer::Direct(places.pieces(draw, size)),
        };
        arguments.push(Passed::new(ValueId::Argument(i as usize), image, transfer));
    }
    let result = draw.chance(70).then(|| {
        let size = draw.between(1, 12);
        let image = image(draw, size);
        let transfer = if draw.chance(50) {
            let pointer = places.address(draw);
            let place = Place::Register { register: Register(convention.results[0]), byte: 0 };
            let back = vec![Piece { offset: 0, len: word as u32, place, rest: Extension::Unspecified }];
            let returned = draw.chance(50).then_some(back);
            Transfer::ByReference { pointer, returned, align: 1 << draw.below(6), callee_may_write: true }
        } else {
            let mut pieces = Vec::new();
            let mut registers = convention.results.to_vec();
            let mut offset = 0;
            while offset < size {
                let register = registers.remove(draw.below(registers.len() as u32) as usize);
                let width = target.register(Register(register)).map_or(4, |info| info.bytes);
                let len = (size - offset).min(width.into());
                let place = Place::Register { register: Register(register), byte: 0 };
                let rest = if places.is_variable(place) {
                    Extension::Length(len as u16)
                } else {
                    Extension::Unspecified
                };
                pieces.push(Piece { offset, len, place, rest });
                offset += len;
            }
            Transfer::Direct(pieces)
        };
        Passed::new(ValueId::Result, image, transfer)
    });
    let stack = StackRule {
        align_always: (4, Vec::new()),
        align_at_call: (8 << draw.below(3), Vec::new()),
        grows_down: !up,
        callee_area: callee_area.into(),
        argument_bytes: places.stack as u64,
        link_bytes: if up && callee_area == 0 { 2 * word.cast_unsigned() } else { 0 },
        callee_may_write_arguments: draw.chance(50),
        room_clauses: if draw.chance(50) && convention.list.is_none() { vec!["ROOM"] } else { Vec::new() },
        ..StackRule::UNSPECIFIED
    };
    let mut linkage = vec![Linkage {
        link: Link::ReturnAddress,
        place: Place::Register { register: convention.link, byte: 0 },
        clauses: Vec::new(),
    }];
    if up {
        for (link, offset) in [(Link::CallersReturnAddress, -word), (Link::CallersStackPointer, -2 * word)] {
            // On a target with a separate stack of return addresses, the caller's cannot be passed.
            if link == Link::CallersReturnAddress && convention.list.is_some() {
                continue;
            }
            linkage.push(Linkage { link, place: Place::Stack { offset }, clauses: Vec::new() });
        }
    }
    let list = places.list.filter(|(_, bytes)| *bytes > 0).map(|(pointer, bytes)| ParameterList {
        pointer,
        bytes: bytes as u64,
        align: 8 << draw.below(3),
        callee_may_write: false,
        clauses: Vec::new(),
        spent_clauses: Vec::new(),
    });
    Plan { arguments, result, linkage, list, ..Plan::new(registers, stack) }
}

/// A case to go with a plan; probes take only the target and the style from it.
pub(crate) fn case_for(target: Target, calls: bool) -> Case {
    Case {
        target,
        signature: Signature { result: None, parameters: Vec::new(), variadic: None },
        arguments: Vec::new(),
        result: None,
        style: Style { calls, ..Style::default() },
    }
}
