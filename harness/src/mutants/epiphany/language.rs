//! Epiphany assembly text as GCC writes it, and the parts of its registers.

use super::code::{constant, immediate, register, width, with_offset};
use crate::mutants::facts::Placement;
use crate::mutants::language::{
    Access, Call, Effects, Group, Language, Mode, Operation, OptionFault, Register, Roles, Rules, Step,
};
use crate::mutants::listing::Line;
use crate::mutants::random::Occasion;

/// The language of compilers for the Epiphany.
#[derive(Debug, Clone, Copy)]
pub struct Epiphany;

/// A register of the flags, behind the 64 that have numbers.
const FLAGS: Register = 64;

static ROLES: Roles = Roles {
    stack: 13,
    link: 14,
    arguments: &[0, 1, 2, 3],
    results: [0, 1],
    saved: &[
        Group { registers: &[4, 5, 6, 7, 8, 9, 10, 11], clauses: &["REG-06"] },
        Group { registers: &[15], clauses: &["REG-11", "REG-07"] },
        // GCC preserves them: its own answer to REG-14.
        Group {
            registers: &[32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43],
            clauses: &["REG-14", "REG-05"],
        },
    ],
    scratch: &[
        Group { registers: &[1, 2, 3], clauses: &["REG-03"] },
        Group { registers: &[12], clauses: &["REG-08"] },
        Group { registers: &[16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27], clauses: &["REG-12"] },
        Group { registers: &[44, 45, 46, 47, 48, 52, 56, 60, 63], clauses: &["REG-14"] },
    ],
    reserved: &[Group { registers: &[28, 29, 30, 31], clauses: &["REG-13"] }],
    free: [16, 17, 18],
    at_call: [20, 21, 22],
    alignment: 8,
    area: 8,
};

static RULES: Rules = Rules {
    argument: &["ARG-01"],
    double_argument: &["ARG-03"],
    stack_argument: &["ARG-06", "S09"],
    unnamed: &["S14"],
    composite: &["S06", "S10"],
    extension: &["S05"],
    boolean: &["S01"],
    word_result: &["RET-02"],
    narrow_result: &["RET-01"],
    double_result: &["RET-03"],
    small_result: &["RET-04"],
    memory_result: &["RET-06", "S12"],
    stack_at_return: &["REG-09"],
    alignment: &["STACK-08", "STACK-09", "STACK-01"],
    limit: &["STACK-07", "STACK-01"],
    below: &["STACK-10"],
    callers_frame: &["STACK-03"],
    area: &["S09", "ARG-06", "STACK-03"],
    link_at_return: &["REG-07"],
    link_at_call: &["CALL-03", "REG-10"],
    return_place: &["CALL-04", "CALL-03"],
    modes: &["S04"],
    reserved_memory: &["MEM-01"],
    // The document says of no clause that a call is made once; CALL-04 is where the called function's way back is.
    call: &["CALL-01", "CALL-04"],
    bit_field: &["S02", "TYPE-03"],
};

/// With the registers that are free at a return.
static MODES: [Mode; 6] = [
    Mode {
        name: "the rounding bit of CONFIG",
        code: &["movfs r16,config", "mov r17,#1", "eor r16,r16,r17", "movts config,r16"],
    },
    Mode {
        name: "the bit of CONFIG for exceptions of invalid operations",
        code: &["movfs r16,config", "mov r17,#2", "eor r16,r16,r17", "movts config,r16"],
    },
    Mode {
        name: "the arithmetic mode of CONFIG",
        code: &["movfs r16,config", "mov r17,#0", "movt r17,#8", "eor r16,r16,r17", "movts config,r16"],
    },
    Mode { name: "the switch of interrupts in STATUS", code: &["gid"] },
    Mode { name: "IMASK", code: &["movfs r16,imask", "mov r17,#4", "eor r16,r16,r17", "movts imask,r16"] },
    Mode {
        name: "a hardware loop over the caller's next instruction, which is armed,",
        code: &["movts ls,lr", "movts le,lr", "mov r16,#2", "movts lc,r16"],
    },
];

static OPTIONS: [OptionFault; 4] = [
    OptionFault {
        prefix: "-fcall-used-",
        registers: &[4, 5, 6, 7, 8, 9, 10],
        clauses: &["REG-06"],
        occasion: Occasion::Unsaved,
        text: "is used without being saved",
    },
    OptionFault {
        prefix: "-fcall-saved-",
        registers: &[16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27],
        clauses: &["REG-12"],
        occasion: Occasion::Relied,
        text: "is taken for a register that calls preserve",
    },
    OptionFault {
        prefix: "-fcall-saved-",
        registers: &[44, 46, 48, 52, 56, 60, 63],
        clauses: &["REG-14"],
        occasion: Occasion::Relied,
        text: "is taken for a register that calls preserve",
    },
    OptionFault {
        prefix: "-fpcc-struct-return",
        registers: &[],
        clauses: &["RET-04"],
        occasion: Occasion::Any,
        text: "every record is returned in memory",
    },
];

static PLACEMENT: Placement = Placement::EPIPHANY;

/// The instructions that compute a register from others, and set the flags.
const COMPUTES: [&str; 18] = [
    "add", "sub", "and", "orr", "eor", "lsl", "lsr", "asr", "bitr", "imul", "iadd", "isub", "imadd", "fadd",
    "fsub", "fmul", "fix", "float",
];

fn known(name: &str) -> Option<Register> {
    Some(register(name)).filter(|n| *n < 64).and_then(|n| Register::try_from(n).ok())
}

/// Registers in an operand, brackets and all.
fn inside(operand: &str) -> impl Iterator<Item = Register> + '_ {
    operand.split(['[', ']', ',', ' ', '+']).filter_map(known)
}

/// How many registers a load or store moves.
fn count(mnemonic: &str) -> u8 {
    if mnemonic.ends_with('d') && mnemonic.len() == 4 { 2 } else { 1 }
}

/// A load or store at a constant distance from a register.
fn access(lines: &[Line], i: usize) -> Option<Access> {
    let line = lines.get(i)?;
    let bytes = width(line.mnemonic())?;
    let first = known(line.operand(0))?;
    let inner = line.operand(1).strip_prefix('[')?.strip_suffix(']')?;
    let (base, offset) = match inner.split_once(',') {
        Some((base, offset)) => (base, immediate(offset.trim())? * bytes),
        None => (inner, 0),
    };
    let step = match line.operand(2) {
        "" => None,
        by => Some(match immediate(by) {
            Some(n) => n * bytes,
            None => constant(lines, i, by)?,
        }),
    };
    let count = count(line.mnemonic());
    Some(Access { register: first, count, width: bytes, base: known(base.trim())?, offset, step })
}

fn call(lines: &[Line], i: usize) -> Option<Call> {
    let (symbol, is_last) = match super::code::call_at(lines, i) {
        Some((symbol, is_last)) => (Some(symbol), is_last),
        None => (None, lines.get(i)?.mnemonic() == "jr"),
    };
    let line = lines.get(i)?;
    let through = known(line.operand(0)).filter(|_| line.mnemonic() != "bl");
    Some(Call { symbol, through, is_last })
}

impl Language for Epiphany {
    fn register(&self, name: &str) -> Option<Register> {
        known(name)
    }

    fn name(&self, register: Register) -> String {
        match register {
            13 => "sp".to_owned(),
            14 => "lr".to_owned(),
            n => format!("r{n}"),
        }
    }

    fn step(&self, lines: &[Line], i: usize) -> Step {
        let Some(line) = lines.get(i) else { return Step::Other };
        if super::code::is_return(line) {
            return Step::Return;
        }
        let two = || Some((known(line.operand(0))?, known(line.operand(1))?));
        let step = match line.mnemonic() {
            mnemonic if mnemonic.starts_with("ldr") => access(lines, i).map(Step::Load),
            mnemonic if mnemonic.starts_with("str") => access(lines, i).map(Step::Store),
            "mov" => two().map(|(to, from)| Step::Copy { to, from }),
            "add" | "sub" => two().map(|(to, from)| {
                let sign = if line.mnemonic() == "sub" { -1 } else { 1 };
                Step::Add { to, from, by: constant(lines, i, line.operand(2)).map(|by| sign * by) }
            }),
            "bl" | "jalr" | "jr" => call(lines, i).map(Step::Call),
            _ => None,
        };
        step.unwrap_or(Step::Other)
    }

    fn effects(&self, line: &Line) -> Option<Effects> {
        let mnemonic = line.mnemonic();
        let first = known(line.operand(0));
        let others = || line.operands().iter().skip(1).flat_map(|o| inside(o)).collect::<Vec<_>>();
        match mnemonic {
            "nop" => Some(Effects::default()),
            "mov" => Some(Effects { reads: others(), writes: vec![first?], is_kept: false }),
            "movt" => Some(Effects { reads: vec![first?], writes: vec![first?], is_kept: false }),
            _ if mnemonic.starts_with("mov") && !mnemonic.starts_with("movf") && mnemonic != "movts" => {
                let reads = [others(), vec![first?, FLAGS]].concat();
                Some(Effects { reads, writes: vec![first?], is_kept: false })
            }
            _ if COMPUTES.contains(&mnemonic) => {
                Some(Effects { reads: others(), writes: vec![first?, FLAGS], is_kept: false })
            }
            _ if width(mnemonic).is_some() => {
                let moved = (first?..).take(count(mnemonic).into());
                let base = inside(line.operand(1)).next().filter(|_| !line.operand(2).is_empty());
                let is_load = mnemonic.starts_with("ldr");
                let (mut reads, mut writes) = (others(), Vec::from_iter(base));
                if is_load { &mut writes } else { &mut reads }.extend(moved);
                Some(Effects { reads, writes, is_kept: true })
            }
            _ => None,
        }
    }

    fn copy(&self, to: Register, from: Register) -> String {
        format!("mov {},{}", self.name(to), self.name(from))
    }

    fn operate(&self, operation: Operation, register: Register, other: Register) -> Vec<String> {
        let (r, o) = (self.name(register), self.name(other));
        let number = |name: &str, n: u32| {
            let low = format!("mov {name},#{:#x}", n & 0xffff);
            let high = (n >> 16 != 0).then(|| format!("movt {name},#{:#x}", n >> 16));
            std::iter::once(low).chain(high).collect::<Vec<_>>()
        };
        let with =
            |by: u32, mnemonic: &str| [number(&o, by), vec![format!("{mnemonic} {r},{r},{o}")]].concat();
        match operation {
            Operation::Set(n) => number(&r, n),
            Operation::Add(n) if (-1024..1024).contains(&n) => vec![format!("add {r},{r},#{n}")],
            Operation::Add(n) => with(n.cast_unsigned(), "add"),
            Operation::Flip(bit) => with(1_u32.checked_shl(bit.into()).unwrap_or(1), "eor"),
            Operation::Left(by) => vec![format!("lsl {r},{r},#{by}")],
            Operation::Right(by) => vec![format!("lsr {r},{r},#{by}")],
            Operation::RightSigned(by) => vec![format!("asr {r},{r},#{by}")],
        }
    }

    fn both(&self, to: Register, one: Register, other: Register) -> String {
        format!("and {},{},{}", self.name(to), self.name(one), self.name(other))
    }

    fn is_left_shift(&self, line: &Line) -> bool {
        line.mnemonic() == "lsl"
    }

    fn load(&self, register: Register, base: Register, offset: i64) -> Option<String> {
        let fits = offset % 4 == 0 && offset.abs() < 8192;
        fits.then(|| format!("ldr {},[{},#{}]", self.name(register), self.name(base), offset / 4))
    }

    fn store(&self, register: Register, base: Register, offset: i64) -> Option<String> {
        let fits = offset % 4 == 0 && offset.abs() < 8192;
        fits.then(|| format!("str {},[{},#{}]", self.name(register), self.name(base), offset / 4))
    }

    fn with_offset(&self, line: &Line, offset: i64) -> Option<Line> {
        with_offset(line, offset)
    }

    fn call_through(&self, register: Register, is_last: bool) -> String {
        format!("{} {}", if is_last { "jr" } else { "jalr" }, self.name(register))
    }

    fn jump(&self, register: Register) -> String {
        format!("jr {}", self.name(register))
    }

    fn other_shift(&self, line: &Line) -> Option<Line> {
        let other = match line.mnemonic() {
            "asr" => "lsr",
            "lsr" => "asr",
            _ => return None,
        };
        Some(Line::code(&format!("{other} {}", line.operands().join(","))))
    }

    fn renamed(&self, line: &Line, names: &[(Register, Register)]) -> Line {
        let to = |word: &str| {
            let found = names.iter().find(|(from, _)| known(word) == Some(*from));
            found.map(|(_, to)| self.name(*to))
        };
        line.with_words(&to)
    }

    fn mentions(&self, line: &Line, register: Register) -> bool {
        let pair =
            width(line.mnemonic()) == Some(8) && known(line.operand(0)).map(|r| r + 1) == Some(register);
        pair || line.operands().iter().any(|o| inside(o).any(|r| r == register))
    }

    fn modes(&self) -> &'static [Mode] {
        &MODES
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
        &OPTIONS
    }
}
