//! Plans that no document ever wrote: values in random pieces at random places.

use crosscall_generator::draw::Draw;
use crosscall_model::layout::Image;
use crosscall_model::plan::{
    Fate, Link, Linkage, Passed, Piece, Place, Plan, RegisterRule, Rest, StackRule, Transfer, WayOut,
};
use crosscall_model::target::Register;
use crosscall_model::{Case, Signature, Style, Target};

/// Free places for pieces.
struct Places {
    registers: Vec<u16>,
    /// Bytes of the stack that are taken.
    stack: i64,
    /// Whether the stack grows upwards, so that they lie below its pointer.
    up: bool,
}

impl Places {
    /// A place for a piece of `len` bytes, and the room that there is from it on.
    fn take(&mut self, draw: &mut Draw<'_, '_>, len: u32) -> (Place, u16) {
        if !self.registers.is_empty() && draw.chance(60) {
            let index = draw.below(self.registers.len() as u32) as usize;
            let register = Register(self.registers.remove(index));
            let byte = u16::try_from(draw.below(5 - len)).unwrap_or(0);
            return (Place::Register { register, byte }, 4 - byte);
        }
        let offset = self.stack + i64::from(draw.below(2) * 4);
        self.stack = offset + 4;
        (Place::Stack { offset: if self.up { -4 - offset } else { offset } }, 4)
    }

    fn address(&mut self, draw: &mut Draw<'_, '_>) -> Vec<Piece> {
        let (place, _) = self.take(draw, 4);
        vec![Piece { offset: 0, len: 4, place, rest: Rest::Unspecified }]
    }

    fn pieces(&mut self, draw: &mut Draw<'_, '_>, size: u32) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut offset = 0;
        while offset < size {
            let len = draw.between(1, 4).min(size - offset);
            let (place, room) = self.take(draw, len);
            let rest = match draw.below(3) {
                0 => Rest::Unspecified,
                1 => Rest::Zero(room),
                _ => Rest::Sign(room),
            };
            pieces.push(Piece { offset, len, place, rest });
            offset += len;
        }
        pieces
    }
}

fn image(draw: &mut Draw<'_, '_>, size: u32) -> Image {
    Image { bytes: (0..size).map(|_| draw.byte()).collect(), mask: vec![0xff; size as usize] }
}

fn passed(name: String, image: Image, transfer: Transfer) -> Passed {
    Passed {
        name,
        c_type: String::new(),
        image,
        transfer,
        clauses: Vec::new(),
        rest_clauses: Vec::new(),
        parts: Vec::new(),
        byte_order: None,
    }
}

fn fate(draw: &mut Draw<'_, '_>, register: u16) -> Fate {
    match register {
        13 | 14 => Fate::Preserved,
        0..=3 | 16..=19 => Fate::Scratch,
        28..=31 => Fate::Reserved,
        64 => Fate::Unspecified,
        65 => Fate::Scratch,
        _ if draw.chance(50) => Fate::Scratch,
        _ => Fate::Preserved,
    }
}

/// A plan for the Epiphany.
pub(crate) fn plan(draw: &mut Draw<'_, '_>) -> Plan {
    directed(draw, false)
}

/// A plan for an Epiphany whose stack would grow upwards, with the caller's own way back next to the stack pointer.
pub(crate) fn upwards(draw: &mut Draw<'_, '_>) -> Plan {
    let mut plan = directed(draw, true);
    for (link, offset) in [(Link::CallersReturnAddress, -4), (Link::CallersStackPointer, -8)] {
        plan.linkage.push(Linkage { link, place: Place::Stack { offset }, clauses: Vec::new() });
    }
    plan
}

fn directed(draw: &mut Draw<'_, '_>, up: bool) -> Plan {
    let registers: Vec<RegisterRule> = (0..66)
        .map(|i| RegisterRule { register: Register(i), fate: fate(draw, i), clauses: Vec::new() })
        .collect();
    let callee_area = draw.below(3) * 8;
    let taken = i64::from(callee_area) + if up { 8 } else { 0 };
    let mut places = Places { registers: (0..12).collect(), stack: taken, up };
    let mut arguments = Vec::new();
    for i in 0..draw.below(12) {
        let size = draw.below(20);
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
        arguments.push(passed(format!("a{i}"), image, transfer));
    }
    let result = draw.chance(70).then(|| {
        let size = draw.between(1, 12);
        let image = image(draw, size);
        let transfer = if draw.chance(50) {
            let pointer = places.address(draw);
            let place = Place::Register { register: Register(0), byte: 0 };
            let back = vec![Piece { offset: 0, len: 4, place, rest: Rest::Unspecified }];
            let returned = draw.chance(50).then_some(back);
            Transfer::ByReference { pointer, returned, align: 1 << draw.below(6), callee_may_write: true }
        } else {
            // Results lie in scratch registers only.
            let mut places = Places { registers: vec![0, 1, 2, 3, 16, 17, 18, 19], stack: 0, up };
            let mut pieces = Vec::new();
            for offset in (0..size).step_by(4) {
                let register = Register(places.registers.remove(0));
                let place = Place::Register { register, byte: 0 };
                pieces.push(Piece { offset, len: 4.min(size - offset), place, rest: Rest::Unspecified });
            }
            Transfer::Direct(pieces)
        };
        passed("result".to_owned(), image, transfer)
    });
    let stack = StackRule {
        align_always: (4, Vec::new()),
        align_at_call: (8 << draw.below(3), Vec::new()),
        grows_down: !up,
        direction_clauses: Vec::new(),
        callee_area: callee_area.into(),
        argument_bytes: places.stack as u64,
        argument_clauses: Vec::new(),
        callee_may_write_arguments: draw.chance(50),
        owner_clauses: Vec::new(),
        no_access_beyond: None,
        kept_beyond: 0,
        room_clauses: Vec::new(),
        limit_clauses: Vec::new(),
        restored_clauses: Vec::new(),
    };
    Plan {
        arguments,
        result,
        registers,
        stack,
        forbidden: Vec::new(),
        foreign_clauses: Vec::new(),
        linkage: vec![Linkage {
            link: Link::ReturnAddress,
            place: Place::Register { register: Register(14), byte: 0 },
            clauses: Vec::new(),
        }],
        list: None,
        way_out: WayOut::Return,
        return_clause: "",
    }
}

/// A case to go with a plan; probes take only the target and the style from it.
pub(crate) fn case_for(calls: bool) -> Case {
    Case {
        target: Target::Epiphany,
        signature: Signature { result: None, parameters: Vec::new(), variadic: None },
        arguments: Vec::new(),
        result: None,
        style: Style { calls, ..Style::default() },
    }
}
