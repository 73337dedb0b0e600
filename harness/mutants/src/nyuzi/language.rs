//! Nyuzi assembly text as clang writes it, and the parts of its registers.
//!
//! The forms are those of LLVM's assembler for the Nyuzi, as the reports on clang 9 quote its output.

use crate::facts::Placement;
use crate::language::{Access, Call, Effects, Group, Language, Register, Roles, Rules, Tables};
use crate::listing::{Line, number, wrapped};
use crate::notation::{Notation, Numbered};

/// The language of compilers for the Nyuzi.
#[derive(Debug, Clone, Copy)]
pub struct Nyuzi;

/// The first vector register; the scalar ones come before.
const VECTORS: Register = 32;
/// A vector register that calls destroy and that carries no argument.
const SPARE_VECTOR: Register = VECTORS + 25;

const ROLES: Roles = Roles {
    stack: 30,
    link: 31,
    arguments: &[0, 1, 2, 3, 4, 5, 6, 7],
    real_arguments: &[],
    results: [0, 1],
    saved: &[
        Group { registers: &[24, 25, 26, 27], clauses: &["REG-01"] },
        Group { registers: &[28], clauses: &["REG-02"] },
        Group { registers: &[29], clauses: &["REG-03", "REG-08"] },
        Group { registers: &[58, 59, 60, 61, 62, 63], clauses: &["REG-05"] },
    ],
    scratch: &[Group {
        registers: &[8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
        clauses: &["REG-06"],
    }],
    reserved: &[],
    free: [9, 10, 11],
    at_call: [20, 21, 22],
    alignment: 64,
    area: 0,
};

const RULES: Rules = Rules {
    argument: &["ARG-01", "S07"],
    double_argument: &["ARG-03"],
    real_argument: &[],
    stack_argument: &["ARG-02", "S11"],
    unnamed: &["VAR-01", "S17"],
    composite: &["S09", "S10"],
    extension: &["S08"],
    boolean: &["S03"],
    word_result: &["S14"],
    narrow_result: &["S14", "S15"],
    double_result: &["S14", "ARG-03"],
    real_result: &[],
    small_result: &["RET-01"],
    memory_result: &["RET-01", "RET-02"],
    stack_at_return: &["REG-09"],
    alignment: &["STACK-01"],
    limit: &["S19", "STACK-01"],
    // By one reading of S19 anybody may.
    below: &[],
    callers_frame: &["S11", "S25"],
    area: &["S11"],
    link_at_return: &["REG-04"],
    link_at_call: &["REG-10", "CALL-01"],
    return_place: &["CALL-01"],
    modes: &["S06"],
    stray_write: &[],
    reserved_memory: &[],
    call: &["CALL-01"],
    bit_field: &["S05"],
};

static TABLES: Tables = Tables {
    notation: NOTATION,
    roles: ROLES,
    rules: RULES,
    placement: Placement::NYUZI,
    // S06 leaves them to anybody.
    modes: &[],
    // None is known of clang for the Nyuzi.
    options: &[],
};

const NOTATION: Notation = Notation {
    named: &[("gp", 28), ("fp", 29), ("sp", 30), ("ra", 31)],
    aliases: &[],
    numbered: &[
        Numbered { letter: 's', first: 0, count: 32 },
        Numbered { letter: 'v', first: VECTORS, count: 32 },
    ],
    comma: ", ",
    immediate: "",
    copy: "move",
    add: "add_i",
    subtract: "sub_i",
    addends: -8192..8192,
    and: "and",
    exclusive_or: "xor",
    left: "shl",
    right: "shr",
    right_signed: "ashr",
    load: "load",
    store: "store",
    call: "call",
    jump: "b",
    computes: &[
        "add_i", "sub_i", "mull_i", "mulh_i", "mulh_u", "and", "or", "xor", "shl", "shr", "ashr", "add_f",
        "sub_f",
    ],
    flags: None,
};

fn known(name: &str) -> Option<Register> {
    NOTATION.register(name)
}

fn is_vector(register: Register) -> bool {
    register >= VECTORS
}

/// Bytes that a load or store moves.
fn width(mnemonic: &str) -> Option<i64> {
    match mnemonic {
        "load_u8" | "load_s8" | "store_8" => Some(1),
        "load_u16" | "load_s16" | "store_16" => Some(2),
        "load_32" | "store_32" => Some(4),
        "load_v" | "store_v" => Some(64),
        _ => None,
    }
}

/// `12(sp)`, or `(sp)`.
fn address(operand: &str) -> Option<(i64, &str)> {
    let (offset, base) = operand.strip_suffix(')')?.split_once('(')?;
    Some((if offset.is_empty() { 0 } else { number(offset)? }, base.trim()))
}

/// The value of an operand: a number, or a register that was given a constant before.
fn constant(lines: &[Line], i: usize, operand: &str) -> Option<i64> {
    if let Some(n) = number(operand) {
        return Some(n);
    }
    let wanted = known(operand)?;
    let mut low = 0;
    for line in lines.iter().take(i).rev().filter(|line| known(line.operand(0)) == Some(wanted)) {
        match line.mnemonic() {
            "li" | "move" => return number(line.operand(1)).map(|n| n | low),
            // The upper 19 bits.
            "movehi" => {
                let high = number(line.operand(1))?.checked_shl(13)?;
                return Some(i64::from(wrapped(high)) | low);
            }
            "or" if known(line.operand(1)) == Some(wanted) => low |= number(line.operand(2))?,
            mnemonic if mnemonic.starts_with("store") => {}
            _ => return None,
        }
    }
    None
}

impl Language for Nyuzi {
    fn tables(&self) -> &'static Tables {
        &TABLES
    }

    fn is_return(&self, line: &Line) -> bool {
        line.mnemonic() == "ret" || line.mnemonic() == "b" && known(line.operand(0)) == Some(ROLES.link)
    }

    fn access(&self, lines: &[Line], i: usize) -> Option<Access> {
        access(lines.get(i)?)
    }

    fn call(&self, lines: &[Line], i: usize) -> Option<Call> {
        let line = lines.get(i)?;
        let target = line.operand(0);
        let through = known(target);
        let is_last = match line.mnemonic() {
            "call" => false,
            "b" if through.is_some() => true,
            _ => return None,
        };
        if through.is_none() {
            return Some(Call { symbol: Some(target.to_owned()), through, is_last });
        }
        let loads = lines.iter().take(i).rev().find(|l| known(l.operand(0)) == through);
        let symbol = loads.filter(|l| l.mnemonic() == "lea").map(|l| l.operand(1).to_owned());
        Some(Call { symbol, through, is_last })
    }

    fn constant(&self, lines: &[Line], i: usize, operand: &str) -> Option<i64> {
        constant(lines, i, operand)
    }

    fn registers_in(&self, operand: &str) -> Vec<Register> {
        let base = || address(operand).and_then(|(_, base)| known(base));
        known(operand).or_else(base).into_iter().collect()
    }

    fn other_effects(&self, line: &Line) -> Option<Effects> {
        let first = known(line.operand(0));
        match line.mnemonic() {
            "li" | "lea" | "movehi" => Some(Effects { writes: vec![first?], ..Effects::default() }),
            mnemonic if width(mnemonic).is_some() => {
                let access = access(line)?;
                let (mut reads, mut writes) = (vec![access.base], Vec::new());
                if mnemonic.starts_with("load") { &mut writes } else { &mut reads }.push(access.register);
                Some(Effects { reads, writes, is_kept: true })
            }
            _ => None,
        }
    }

    fn spare(&self, like: Register) -> Register {
        if is_vector(like) { SPARE_VECTOR } else { ROLES.free[0] }
    }

    fn set(&self, register: Register, number: u32, other: Register) -> Vec<String> {
        if is_vector(register) {
            return [self.set(other, number, other), vec![self.copy(register, other)]].concat();
        }
        vec![format!("li {}, {number:#x}", self.name(register))]
    }

    fn transfer(&self, way: &str, register: Register, base: Register, offset: i64) -> Option<String> {
        let (kind, width) = if is_vector(register) { ("v", 64) } else { ("32", 4) };
        let fits = offset % width == 0 && (-8192..8192).contains(&offset);
        let [register, base] = [register, base].map(|register| self.name(register));
        fits.then(|| format!("{way}_{kind} {register}, {offset}({base})"))
    }

    fn byte(&self, way: &str, register: Register, base: Register) -> String {
        let sign = if way == NOTATION.load { "u" } else { "" };
        format!("{way}_{sign}8 {}, ({})", self.name(register), self.name(base))
    }

    fn address_of(&self, register: Register, symbol: &str) -> Vec<String> {
        vec![format!("lea {}, {symbol}", self.name(register))]
    }

    fn with_offset(&self, line: &Line, offset: i64) -> Option<Line> {
        let width = width(line.mnemonic())?;
        let (_, base) = address(line.operand(1))?;
        let text = format!("{} {}, {offset}({base})", line.mnemonic(), line.operand(0));
        (offset % width == 0).then(|| Line::code(&text))
    }
}

fn access(line: &Line) -> Option<Access> {
    let width = width(line.mnemonic())?;
    let (offset, base) = address(line.operand(1))?;
    Some(Access {
        register: known(line.operand(0))?,
        count: 1,
        width,
        whole: 4,
        base: known(base)?,
        offset,
        step: None,
    })
}
