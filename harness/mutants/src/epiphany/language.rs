//! Epiphany assembly text as GCC writes it, and the parts of its registers.

use super::code::{base_and_offset, constant, moved_into, width, with_offset};
use crate::facts::Placement;
use crate::fault::Occasion;
use crate::language::{
    Access, Call, Effects, Group, Language, Mode, OptionFault, Register, Roles, Rules, Tables,
};
use crate::listing::Line;
use crate::notation::{Notation, Numbered};

/// The language of compilers for the Epiphany.
#[derive(Debug, Clone, Copy)]
pub struct Epiphany;

/// A register of the flags, behind the 64 that have numbers.
const FLAGS: Register = 64;

const ROLES: Roles = Roles {
    stack: 13,
    link: 14,
    arguments: &[0, 1, 2, 3],
    real_arguments: &[],
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

const RULES: Rules = Rules {
    argument: &["ARG-01"],
    double_argument: &["ARG-03"],
    real_argument: &[],
    stack_argument: &["ARG-06", "S09"],
    unnamed: &["S14"],
    composite: &["S06", "S10"],
    extension: &["S05"],
    boolean: &["S01"],
    word_result: &["RET-02"],
    narrow_result: &["RET-01"],
    double_result: &["RET-03"],
    real_result: &[],
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
    stray_write: &["S23"],
    reserved_memory: &["MEM-01"],
    // The document says of no clause that a call is made once; CALL-04 is where the called function's way back is.
    call: &["CALL-01", "CALL-04"],
    bit_field: &["S02", "TYPE-03"],
};

/// Modes of the processor, changed with registers that are free at a return.
static MODES: [Mode; 6] = [
    Mode {
        name: "the rounding bit of CONFIG",
        code: "movfs r16,config; mov r17,#1; eor r16,r16,r17; movts config,r16",
    },
    Mode {
        name: "the bit of CONFIG for exceptions of invalid operations",
        code: "movfs r16,config; mov r17,#2; eor r16,r16,r17; movts config,r16",
    },
    Mode {
        name: "the arithmetic mode of CONFIG",
        code: "movfs r16,config; mov r17,#0; movt r17,#8; eor r16,r16,r17; movts config,r16",
    },
    Mode { name: "the switch of interrupts in STATUS", code: "gid" },
    Mode { name: "IMASK", code: "movfs r16,imask; mov r17,#4; eor r16,r16,r17; movts imask,r16" },
    Mode {
        name: "a hardware loop over the caller's next instruction, which is armed,",
        code: "movts ls,lr; movts le,lr; mov r16,#2; movts lc,r16",
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

static TABLES: Tables = Tables {
    notation: NOTATION,
    roles: ROLES,
    rules: RULES,
    placement: Placement::EPIPHANY,
    modes: &MODES,
    options: &OPTIONS,
};

/// The language of GNU as, in which the document's frame pointer, r15, has no name of its own.
const NOTATION: Notation = Notation {
    named: &[("sp", 13), ("lr", 14)],
    aliases: &[("ip", 12), ("fp", 11)],
    numbered: &[Numbered { letter: 'r', first: 0, count: 64 }],
    comma: ",",
    immediate: "#",
    copy: "mov",
    add: "add",
    subtract: "sub",
    addends: -1024..1024,
    and: "and",
    exclusive_or: "eor",
    left: "lsl",
    right: "lsr",
    right_signed: "asr",
    load: "ldr",
    store: "str",
    call: "jalr",
    jump: "jr",
    computes: &[
        "add", "sub", "and", "orr", "eor", "lsl", "lsr", "asr", "bitr", "imul", "iadd", "isub", "imadd",
        "fadd", "fsub", "fmul", "fix", "float",
    ],
    flags: Some(FLAGS),
};

pub(super) fn known(name: &str) -> Option<Register> {
    NOTATION.register(name)
}

/// Registers in an operand, brackets and all.
fn inside(operand: &str) -> impl Iterator<Item = Register> + '_ {
    operand.split(['[', ']', ',', ' ', '+']).filter_map(known)
}

/// Number of registers that a load or store moves.
fn count(mnemonic: &str) -> u8 {
    if mnemonic.ends_with('d') && mnemonic.len() == 4 { 2 } else { 1 }
}

impl Language for Epiphany {
    fn tables(&self) -> &'static Tables {
        &TABLES
    }

    fn is_return(&self, line: &Line) -> bool {
        line.mnemonic() == "rts" || line.mnemonic() == "jr" && known(line.operand(0)) == Some(ROLES.link)
    }

    fn access(&self, lines: &[Line], i: usize) -> Option<Access> {
        let line = lines.get(i)?;
        let width = width(line.mnemonic())?;
        let (base, offset) = base_and_offset(line)?;
        // A number counts in units of what is moved, a register in bytes.
        let step = match (line.operand(2), line.operand(2).starts_with('#')) {
            ("", _) => None,
            (by, is_number) => Some(constant(lines, i, by)? * if is_number { width } else { 1 }),
        };
        let count = count(line.mnemonic());
        Some(Access { register: known(line.operand(0))?, count, width, whole: 4, base, offset, step })
    }

    fn call(&self, lines: &[Line], i: usize) -> Option<Call> {
        let line = lines.get(i)?;
        let is_last = match line.mnemonic() {
            "bl" => {
                return Some(Call {
                    symbol: Some(line.operand(0).to_owned()),
                    through: None,
                    is_last: false,
                });
            }
            "jalr" => false,
            "jr" => true,
            _ => return None,
        };
        let through = known(line.operand(0));
        let value = through.and_then(|register| moved_into(lines, i, register));
        let symbol = value.and_then(|value| value.strip_prefix("%low(")?.strip_suffix(')'));
        Some(Call { symbol: symbol.map(str::to_owned), through, is_last })
    }

    fn constant(&self, lines: &[Line], i: usize, operand: &str) -> Option<i64> {
        constant(lines, i, operand)
    }

    fn registers_in(&self, operand: &str) -> Vec<Register> {
        inside(operand).collect()
    }

    fn other_effects(&self, line: &Line) -> Option<Effects> {
        let mnemonic = line.mnemonic();
        let first = known(line.operand(0));
        let others = || line.operands().iter().skip(1).flat_map(|o| inside(o)).collect::<Vec<_>>();
        match mnemonic {
            "movt" => Some(Effects { reads: vec![first?], writes: vec![first?], is_kept: false }),
            _ if mnemonic.starts_with("mov") && !mnemonic.starts_with("movf") && mnemonic != "movts" => {
                let reads = [others(), vec![first?, FLAGS]].concat();
                Some(Effects { reads, writes: vec![first?], is_kept: false })
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

    fn set(&self, register: Register, number: u32, _other: Register) -> Vec<String> {
        let name = self.name(register);
        let low = format!("mov {name},#{:#x}", number & 0xffff);
        let high = (number >> 16 != 0).then(|| format!("movt {name},#{:#x}", number >> 16));
        std::iter::once(low).chain(high).collect()
    }

    fn transfer(&self, way: &str, register: Register, base: Register, offset: i64) -> Option<String> {
        let fits = offset % 4 == 0 && offset.abs() < 8192;
        let [register, base] = [register, base].map(|register| self.name(register));
        fits.then(|| format!("{way} {register},[{base},#{}]", offset / 4))
    }

    fn byte(&self, way: &str, register: Register, base: Register) -> String {
        format!("{way}b {},[{}]", self.name(register), self.name(base))
    }

    fn address_of(&self, register: Register, symbol: &str) -> Vec<String> {
        let name = self.name(register);
        vec![format!("mov {name},%low({symbol})"), format!("movt {name},%high({symbol})")]
    }

    fn replaced(
        &self,
        register: Register,
        (test, is): (Register, i32),
        number: u32,
        [value, other]: [Register; 2],
    ) -> Vec<String> {
        let mut code = self.set(value, number, other);
        let compare = [self.name(other), self.name(test), format!("#{}", -is)];
        code.push(NOTATION.code(NOTATION.add, &compare));
        code.push(NOTATION.of_registers("moveq", &[register, value]));
        code
    }

    fn with_offset(&self, line: &Line, offset: i64) -> Option<Line> {
        with_offset(line, offset)
    }

    fn mentions(&self, line: &Line, register: Register) -> bool {
        let pair =
            width(line.mnemonic()) == Some(8) && known(line.operand(0)).map(|r| r + 1) == Some(register);
        pair || line.operands().iter().any(|o| inside(o).any(|r| r == register))
    }
}
