//! Nyuzi assembly text as clang writes it, and the parts of its registers.
//!
//! The forms are those of LLVM's assembler for the Nyuzi, as the reports on clang 9 quote its output.

use crate::mutants::facts::Placement;
use crate::mutants::language::{
    Access, Call, Effects, Group, Language, Mode, Operation, OptionFault, Register, Roles, Rules, Step,
};
use crate::mutants::listing::{Line, number};

/// The language of compilers for the Nyuzi.
#[derive(Debug, Clone, Copy)]
pub struct Nyuzi;

/// The first vector register; the scalar ones come before.
const VECTORS: Register = 32;
/// A vector register that calls destroy and that carries no argument.
const SPARE_VECTOR: Register = VECTORS + 25;

static ROLES: Roles = Roles {
    stack: 30,
    link: 31,
    arguments: &[0, 1, 2, 3, 4, 5, 6, 7],
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

static RULES: Rules = Rules {
    argument: &["ARG-01", "S07"],
    double_argument: &["ARG-03"],
    stack_argument: &["ARG-02", "S11"],
    unnamed: &["VAR-01", "S17"],
    composite: &["S09", "S10"],
    extension: &["S08"],
    boolean: &["S03"],
    word_result: &["S14"],
    narrow_result: &["S14", "S15"],
    double_result: &["S14", "ARG-03"],
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
    reserved_memory: &[],
    call: &["CALL-01"],
    bit_field: &["S05"],
};

static PLACEMENT: Placement = Placement::NYUZI;

/// The instructions that compute a register from others.
const COMPUTES: [&str; 13] = [
    "add_i", "sub_i", "mull_i", "mulh_i", "mulh_u", "and", "or", "xor", "shl", "shr", "ashr", "add_f",
    "sub_f",
];

fn known(name: &str) -> Option<Register> {
    let numbered = |prefix: char, first: Register, count: Register| {
        let n = name.strip_prefix(prefix)?.parse::<Register>().ok().filter(|n| *n < count)?;
        Some(first + n)
    };
    match name {
        "gp" => Some(28),
        "fp" => Some(29),
        "sp" => Some(30),
        "ra" => Some(31),
        _ => numbered('s', 0, 32).or_else(|| numbered('v', VECTORS, 32)),
    }
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

fn access(line: &Line) -> Option<Access> {
    let width = width(line.mnemonic())?;
    let (offset, base) = address(line.operand(1))?;
    Some(Access {
        register: known(line.operand(0))?,
        count: 1,
        width,
        base: known(base)?,
        offset,
        step: None,
    })
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

/// The lower 32 bits as a number with a sign.
fn wrapped(n: i64) -> i32 {
    let [a, b, c, d, ..] = n.to_le_bytes();
    i32::from_le_bytes([a, b, c, d])
}

fn call(lines: &[Line], i: usize, is_last: bool) -> Option<Call> {
    let line = lines.get(i)?;
    let target = line.operand(0);
    let Some(through) = known(target) else {
        return Some(Call { symbol: Some(target.to_owned()), through: None, is_last });
    };
    let loads = lines.iter().take(i).rev().find(|l| known(l.operand(0)) == Some(through));
    let symbol = loads.filter(|l| l.mnemonic() == "lea").map(|l| l.operand(1).to_owned());
    Some(Call { symbol, through: Some(through), is_last })
}

impl Language for Nyuzi {
    fn register(&self, name: &str) -> Option<Register> {
        known(name)
    }

    fn name(&self, register: Register) -> String {
        match register {
            28 => "gp".to_owned(),
            29 => "fp".to_owned(),
            30 => "sp".to_owned(),
            31 => "ra".to_owned(),
            n if is_vector(n) => format!("v{}", n - VECTORS),
            n => format!("s{n}"),
        }
    }

    fn step(&self, lines: &[Line], i: usize) -> Step {
        let Some(line) = lines.get(i) else { return Step::Other };
        let two = || Some((known(line.operand(0))?, known(line.operand(1))?));
        let step = match line.mnemonic() {
            "ret" => Some(Step::Return),
            "b" if known(line.operand(0)) == Some(ROLES.link) => Some(Step::Return),
            "b" if known(line.operand(0)).is_some() => call(lines, i, true).map(Step::Call),
            "call" => call(lines, i, false).map(Step::Call),
            mnemonic if mnemonic.starts_with("load") => access(line).map(Step::Load),
            mnemonic if mnemonic.starts_with("store") => access(line).map(Step::Store),
            "move" => two().map(|(to, from)| Step::Copy { to, from }),
            "add_i" | "sub_i" => two().map(|(to, from)| {
                let sign = if line.mnemonic() == "sub_i" { -1 } else { 1 };
                Step::Add { to, from, by: constant(lines, i, line.operand(2)).map(|by| sign * by) }
            }),
            _ => None,
        };
        step.unwrap_or(Step::Other)
    }

    fn effects(&self, line: &Line) -> Option<Effects> {
        let first = known(line.operand(0));
        let others = || line.operands().iter().skip(1).filter_map(|o| known(o)).collect::<Vec<_>>();
        match line.mnemonic() {
            "nop" => Some(Effects::default()),
            "li" | "lea" | "movehi" => Some(Effects { writes: vec![first?], ..Effects::default() }),
            "move" => Some(Effects { reads: others(), writes: vec![first?], is_kept: false }),
            mnemonic if COMPUTES.contains(&mnemonic) => {
                Some(Effects { reads: others(), writes: vec![first?], is_kept: false })
            }
            mnemonic if width(mnemonic).is_some() => {
                let access = access(line)?;
                let (mut reads, mut writes) = (vec![access.base], Vec::new());
                if mnemonic.starts_with("load") { &mut writes } else { &mut reads }.push(access.register);
                Some(Effects { reads, writes, is_kept: true })
            }
            _ => None,
        }
    }

    fn copy(&self, to: Register, from: Register) -> String {
        format!("move {}, {}", self.name(to), self.name(from))
    }

    fn spare(&self, like: Register) -> Register {
        if is_vector(like) { SPARE_VECTOR } else { ROLES.free[0] }
    }

    fn operate(&self, operation: Operation, register: Register, other: Register) -> Vec<String> {
        let (r, o) = (self.name(register), self.name(other));
        let with =
            |n: u32, mnemonic: &str| vec![format!("li {o}, {n:#x}"), format!("{mnemonic} {r}, {r}, {o}")];
        match operation {
            Operation::Set(n) if is_vector(register) => {
                vec![format!("li {o}, {n:#x}"), format!("move {r}, {o}")]
            }
            Operation::Set(n) => vec![format!("li {r}, {n:#x}")],
            Operation::Add(n) if (-8192..8192).contains(&n) => vec![format!("add_i {r}, {r}, {n}")],
            Operation::Add(n) => with(n.cast_unsigned(), "add_i"),
            Operation::Flip(bit) => with(1_u32.checked_shl(bit.into()).unwrap_or(1), "xor"),
            Operation::Left(by) => vec![format!("shl {r}, {r}, {by}")],
            Operation::Right(by) => vec![format!("shr {r}, {r}, {by}")],
            Operation::RightSigned(by) => vec![format!("ashr {r}, {r}, {by}")],
        }
    }

    fn both(&self, to: Register, one: Register, other: Register) -> String {
        format!("and {}, {}, {}", self.name(to), self.name(one), self.name(other))
    }

    fn is_left_shift(&self, line: &Line) -> bool {
        line.mnemonic() == "shl"
    }

    fn load(&self, register: Register, base: Register, offset: i64) -> Option<String> {
        transfer("load", self, register, base, offset)
    }

    fn store(&self, register: Register, base: Register, offset: i64) -> Option<String> {
        transfer("store", self, register, base, offset)
    }

    fn with_offset(&self, line: &Line, offset: i64) -> Option<Line> {
        let width = width(line.mnemonic())?;
        let (_, base) = address(line.operand(1))?;
        let text = format!("{} {}, {offset}({base})", line.mnemonic(), line.operand(0));
        (offset % width == 0).then(|| Line::code(&text))
    }

    fn call_through(&self, register: Register, is_last: bool) -> String {
        format!("{} {}", if is_last { "b" } else { "call" }, self.name(register))
    }

    fn jump(&self, register: Register) -> String {
        format!("b {}", self.name(register))
    }

    fn other_shift(&self, line: &Line) -> Option<Line> {
        let other = match line.mnemonic() {
            "ashr" => "shr",
            "shr" => "ashr",
            _ => return None,
        };
        Some(Line::code(&format!("{other} {}", line.operands().join(", "))))
    }

    fn renamed(&self, line: &Line, names: &[(Register, Register)]) -> Line {
        let to = |word: &str| {
            let found = names.iter().find(|(from, _)| known(word) == Some(*from));
            found.map(|(_, to)| self.name(*to))
        };
        line.with_words(&to)
    }

    fn mentions(&self, line: &Line, register: Register) -> bool {
        let base = |o: &str| address(o).and_then(|(_, base)| known(base));
        line.operands().iter().any(|o| known(o) == Some(register) || base(o) == Some(register))
    }

    fn modes(&self) -> &'static [Mode] {
        // S06 leaves them to anybody.
        &[]
    }

    fn roles(&self) -> &'static Roles {
        &ROLES
    }

    fn rules(&self) -> &'static Rules {
        &RULES
    }

    fn placement(&self) -> &'static Placement {
        &PLACEMENT
    }

    fn options(&self) -> &'static [OptionFault] {
        // None is known of clang for the Nyuzi.
        &[]
    }
}

fn transfer(way: &str, language: &Nyuzi, register: Register, base: Register, offset: i64) -> Option<String> {
    let (kind, width) = if is_vector(register) { ("v", 64) } else { ("32", 4) };
    let fits = offset % width == 0 && (-8192..8192).contains(&offset);
    fits.then(|| format!("{way}_{kind} {}, {offset}({})", language.name(register), language.name(base)))
}
