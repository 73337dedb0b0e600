//! The stack of the x87: the pointer to its top, tags and conditions, of which the specification knows nothing.

use super::super::build::Builder;
use super::super::decode::words;
use super::super::work::{Cells, KEPT, Operand, Operation, Own, Work};
use super::{X86, at};
use libsla::{BoolOp, FloatOp, IntOp, OpCode};

/// The condition bits of the status but C1.
const CONDITIONS: u128 = 0x4500;
const C1: u128 = 0x200;

/// Work on the stack.
pub(super) fn own(cells: &mut Cells, own: Own, a: u128) -> Result<u128, &'static str> {
    let (status, tags) = (cells.get(at::FPSW, 2), cells.get(at::FPTW, 2));
    match own {
        Own::Turn(grows) => {
            let top = status >> 11 & 7;
            let next = if grows { top.wrapping_sub(1) & 7 } else { (top + 1) & 7 };
            let place = 2 * if grows { next } else { top };
            if (tags >> place & 3 == 3) != grows {
                return Err("an access to a register of the x87 that is empty, or full");
            }
            cells.put(at::FPSW, 2, status & !0x3800 | next << 11);
            cells.put(at::FPTW, 2, if grows { tags & !(3 << place) } else { tags | 3 << place });
            Ok(0)
        }
        Own::Full | Own::Fill => {
            let place = 2 * (((status >> 11) + a) & 7);
            if own == Own::Full && tags >> place & 3 == 3 {
                return Err("an access to a register of the x87 that is empty, or full");
            }
            cells.put(at::FPTW, 2, tags & !(3 << place));
            Ok(0)
        }
        Own::Examine => {
            let value = cells.get(at::STACK, 10);
            let (exponent, fraction) = (value >> 64 & 0x7fff, value & u128::from(u64::MAX));
            let kind = match (exponent, fraction) {
                _ if tags >> (2 * (status >> 11 & 7)) & 3 == 3 => 0x4100,
                (0, 0) => 0x4000,
                (0, _) => 0x4400,
                (_, 0..0x8000_0000_0000_0000) => 0,
                (0x7fff, 0x8000_0000_0000_0000) => 0x500,
                (0x7fff, _) => 0x100,
                _ => 0x400,
            };
            cells.put(at::FPSW, 2, status & !(CONDITIONS | C1) | kind | value >> 79 << 9);
            Ok(0)
        }
        Own::Conditions => {
            cells.put(at::FPSW, 2, status & !CONDITIONS | a & CONDITIONS);
            Ok(0)
        }
        _ => Ok(0),
    }
}

/// The specification moves the registers of the x87, and leaves the pointer to the top and the tags as they are; what leaves the
/// stack does not go to its other end; and what compares writes all of the status.
pub(super) fn correct(builder: &mut Builder<'_, X86>) -> Option<()> {
    let spelled = builder.spelled;
    let name = spelled.name.as_str();
    let register = |number: u64| Operand::cell(at::STACK + (number & 7) * 16, 10);
    let moves = |from: u64, to: u64| {
        let is_move = |one: &&Operation| {
            one.work == Work::Copy && one.inputs[0] == register(from) && one.out == register(to)
        };
        builder.operations.iter().filter(is_move).count() as u64
    };
    let is_exchange = name == "FXCH" || name.starts_with("FCMOV");
    let (grown, shrunk) =
        if is_exchange { (0, 0) } else { (if name.contains("LD") { moves(0, 1) } else { 0 }, moves(1, 0)) };
    let number = |word: &str| word.strip_prefix("ST")?.parse::<u64>().ok();
    let named: Vec<u64> = words(&spelled.operands).filter_map(number).collect();
    let is_load = ["FLD", "FILD", "FN", "FINIT", "FXAM"].iter().any(|begin| name.starts_with(begin));
    let is_store = name.starts_with("FST");
    let mut used = if is_store { Vec::new() } else { named.clone() };
    if !is_load {
        used.push(0);
    }
    // These are written without the second register where it is the usual one.
    let is_short = named.is_empty() && !spelled.operands.contains("ptr") && !is_store;
    let has_two = matches!(name, "FXCH" | "FCOM" | "FUCOM") || shrunk > 0;
    if is_short && has_two {
        used.push(1);
    }
    let mut before = Vec::new();
    for number in used {
        let operands = [Operand::constant(number, 8), Operand::NONE, Operand::NONE];
        before.push(Operation::own(Own::Full, operands, Operand::NONE));
    }
    let mut behind = Vec::new();
    for number in 0..shrunk {
        let kept = builder.temporary(10)?;
        before.push(Operation::new(Work::Copy, kept, [register(number), Operand::NONE, Operand::NONE]));
        let end = register(8 - shrunk + number);
        behind.push(Operation::new(Work::Copy, end, [kept, Operand::NONE, Operand::NONE]));
    }
    if is_store && let Some(number) = named.last() {
        let operands = [Operand::constant(*number, 8), Operand::NONE, Operand::NONE];
        before.push(Operation::own(Own::Fill, operands, Operand::NONE));
    }
    for (grows, count) in [(true, grown), (false, shrunk)] {
        for _ in 0..count {
            behind.push(Operation::own(Own::Turn(grows), [Operand::NONE; 3], Operand::NONE));
        }
    }
    let widens = |one: &&mut Operation| one.work == Work::Float(FloatOp::FloatToFloat) && one.out.size == 10;
    if !name.starts_with("FLD") {
        builder.operations.iter_mut().filter(widens).for_each(|one| one.mode = KEPT);
    }
    let status = Operand::cell(at::FPSW, 2);
    let compares = ["FCOM", "FUCOM", "FTST"].iter().any(|begin| name.starts_with(begin));
    let is_or = Work::Pure(OpCode::Int(IntOp::Bitwise(BoolOp::Or)));
    if let Some(place) =
        builder.operations.iter().position(|one| compares && one.out == status && one.work == is_or)
    {
        let result = builder.temporary(2)?;
        builder.operations.get_mut(place)?.out = result;
        let operands = [result, Operand::NONE, Operand::NONE];
        builder.operations.insert(place + 1, Operation::own(Own::Conditions, operands, Operand::NONE));
    }
    before.append(&mut builder.operations);
    before.append(&mut behind);
    builder.operations = before;
    Some(())
}
