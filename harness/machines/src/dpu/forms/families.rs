//! The machine forms, family by family.
//!
//! A family's forms are its operations times its destinations times its shapes. The word of a form is the sum
//! of the bits of its destination, of its operation and of its shape.

use super::super::isa::Op;
#[allow(clippy::wildcard_imports, reason = "the tables use nearly every operand")]
use super::super::operands::*;
use super::{Form, Forms, Row};

/// A kind of destination of a family.
pub(super) struct Destination {
    /// The suffix of the mnemonic.
    extension: &'static str,
    /// First letter of the shape: `r` for a register or pair, `z` for none.
    letter: char,
    pub(super) bits: u64,
    operand: Operand,
    /// Immediate of a form without a branch.
    wide: Operand,
    /// Immediate of a form with a branch.
    narrow: Operand,
}

const fn to(
    extension: &'static str,
    letter: char,
    bits: u64,
    operand: Operand,
    wide: Operand,
    narrow: Operand,
) -> Destination {
    Destination { extension, letter, bits, operand, wide, narrow }
}

/// Destinations of the additions, subtractions and multiplications, whose number is split.
#[rustfmt::skip]
const SPLIT: [Destination; 4] = [
    to(".s", 'r', 0x4c80_0000_0000, DC_SPLIT, S24, S8),
    to(".u", 'r', 0x4c00_0000_0000, DC_SPLIT, S24, S8),
    to("",   'r', 0x0c00_0000_0000, RC_SPLIT, S24, S8),
    to("",   'z', 0x3c00_0000_0000, ZERO,     S27, S11),
];

/// Destinations of all other operations.
#[rustfmt::skip]
pub(super) const WHOLE: [Destination; 4] = [
    to(".s", 'r', 0x9080_0000_0000, DC,   S24, S8),
    to(".u", 'r', 0x9000_0000_0000, DC,   S24, S8),
    to("",   'r', 0x8000_0000_0000, RC,   S24, S8),
    to("",   'z', 0x8c00_0000_0000, ZERO, S28, S12),
];

/// An operation of a family: mnemonic and number.
type Member = (&'static str, Op, u64);

/// Number of each addition and subtraction, and the conditions that decide about its result and its branch.
#[rustfmt::skip]
const ADDITIONS: [(Member, Operand, Operand); 6] = [
    (("add",   Op::Add,   0), CC_ADD_SET,     CC_ADD_NZ),
    (("addc",  Op::Addc,  1), CC_ADD_SET,     CC_ADD_NZ),
    (("rsub",  Op::Rsub,  2), CC_SUB_SET,     CC_SUB_NZ),
    (("rsubc", Op::Rsubc, 3), CC_SUB_SET,     CC_SUB_NZ),
    (("sub",   Op::Sub,   4), CC_EXT_SUB_SET, CC_SUB_NZ6),
    (("subc",  Op::Subc,  5), CC_EXT_SUB_SET, CC_SUB_NZ6),
];

/// Number of each byte multiplication, and the only extension of its result.
#[rustfmt::skip]
const MULTIPLICATIONS: [(Member, &str); 12] = [
    (("mul_ul_ul", Op::MulUlUl,  0), ".u"), (("mul_ul_uh", Op::MulUlUh,  1), ".u"),
    (("mul_uh_ul", Op::MulUhUl,  2), ".u"), (("mul_uh_uh", Op::MulUhUh,  3), ".u"),
    (("mul_sl_sl", Op::MulSlSl,  4), ".s"), (("mul_sl_sh", Op::MulSlSh,  5), ".s"),
    (("mul_sh_sl", Op::MulShSl,  6), ".s"), (("mul_sh_sh", Op::MulShSh,  7), ".s"),
    (("mul_sl_ul", Op::MulSlUl,  8), ".s"), (("mul_sl_uh", Op::MulSlUh,  9), ".s"),
    (("mul_sh_ul", Op::MulShUl, 10), ".s"), (("mul_sh_uh", Op::MulShUh, 11), ".s"),
];

/// Logic operations.
pub(super) const LOGIC: [Member; 9] = [
    ("hash", Op::Hash, 1),
    ("xor", Op::Xor, 8),
    ("nxor", Op::Nxor, 9),
    ("and", Op::And, 10),
    ("or", Op::Or, 11),
    ("andn", Op::Andn, 12),
    ("orn", Op::Orn, 13),
    ("nor", Op::Nor, 14),
    ("nand", Op::Nand, 15),
];

/// Shifts and rotations.
const SHIFTS: [Member; 11] = [
    ("rol", Op::Rol, 2),
    ("lsl", Op::Lsl, 4),
    ("lslx", Op::Lslx, 5),
    ("lsl1", Op::Lsl1, 6),
    ("lsl1x", Op::Lsl1x, 7),
    ("asr", Op::Asr, 8),
    ("ror", Op::Ror, 10),
    ("lsr", Op::Lsr, 12),
    ("lsrx", Op::Lsrx, 13),
    ("lsr1", Op::Lsr1, 14),
    ("lsr1x", Op::Lsr1x, 15),
];

/// Shifts with an addition.
const SHIFT_ADDITIONS: [Member; 4] = [
    ("rol_add", Op::RolAdd, 0),
    ("lsr_add", Op::LsrAdd, 1),
    ("lsl_add", Op::LslAdd, 2),
    ("lsl_sub", Op::LslSub, 3),
];

/// Bit counts, extensions and saturation, with the condition of the branch and the extensions that the result can have.
#[rustfmt::skip]
const UNARY: [(Member, Operand, &[&str]); 9] = [
    (("sats",  Op::Sats,  0x3200), CC_LOG_NZ,   &["", ".s", ".u"]),
    (("cao",   Op::Cao,   0x3300), CC_COUNT_NZ, &["", ".s", ".u"]),
    (("clo",   Op::Clo,   0x3301), CC_COUNT_NZ, &["", ".s", ".u"]),
    (("cls",   Op::Cls,   0x3302), CC_COUNT_NZ, &["", ".s", ".u"]),
    (("clz",   Op::Clz,   0x3303), CC_COUNT_NZ, &["", ".s", ".u"]),
    (("extub", Op::Extub, 0x3304), CC_LOG_NZ,   &["", ".u"]),
    (("extsb", Op::Extsb, 0x3305), CC_LOG_NZ,   &["", ".s"]),
    (("extuh", Op::Extuh, 0x3306), CC_LOG_NZ,   &["", ".u"]),
    (("extsh", Op::Extsh, 0x3307), CC_LOG_NZ,   &["", ".s"]),
];

/// Loads to a register, and the extensions to a pair that they can have.
const LOADS: [(Member, &[&str]); 5] = [
    (("lbu", Op::Lbu, 0), &[".u"]),
    (("lbs", Op::Lbs, 1), &[".s"]),
    (("lhu", Op::Lhu, 2), &[".u"]),
    (("lhs", Op::Lhs, 3), &[".s"]),
    (("lw", Op::Lw, 4), &[".s", ".u"]),
];

/// Stores: the store with the tasklet's number, the immediate, and the source with the bits that mark a pair.
#[rustfmt::skip]
const STORES: [(Member, Member, Operand, Operand, u64); 4] = [
    (("sb", Op::Sb, 0), ("sb_id", Op::SbId, 0), S8_STORE,  RB, 0),
    (("sh", Op::Sh, 2), ("sh_id", Op::ShId, 2), S16_STORE, RB, 0),
    (("sw", Op::Sw, 4), ("sw_id", Op::SwId, 4), S16_STORE, RB, 0),
    (("sd", Op::Sd, 6), ("sd_id", Op::SdId, 6), S16_STORE, DB, 1 << 16),
];

/// Additions, subtractions and logic with immediates of 32 bits, and those with bounds checks.
#[rustfmt::skip]
const ADDITION_ROWS: &[Row] = &[
    ("add.s", Op::Add, "rri", 0x00e0_0000_0000, &[DC, RB, U32_PAIR]),
    ("add.u", Op::Add, "rri", 0x0060_0000_0000, &[DC, RB, U32_PAIR]),
    ("add", Op::Add, "rri", 0x0003_0000_0000, &[RC, RA, U32]),
    ("add", Op::Add, "ssi", 0x0c03_1000_0000, &[SC, SA, S17]),
    ("add", Op::Add, "sss", 0x0c00_10c0_0000, &[SC, SA_SWAPPED, SB]),
    ("add", Op::Add, "zri", 0x6060_0000_0000, &[ZERO, RB, U32_NO_DESTINATION]),
    ("addc", Op::Addc, "rri", 0x1003_0000_0000, &[RC, RA, U32]),
    ("addc", Op::Addc, "zri", 0x6160_0000_0000, &[ZERO, RB, U32_NO_DESTINATION]),
    ("sub", Op::Sub, "rir", 0x2003_0000_0000, &[RC, U32, RA]),
    ("sub", Op::Sub, "ssi", 0x0c03_9000_0000, &[SC, SA, S17]),
    ("sub", Op::Sub, "sss", 0x0c00_50c0_0000, &[SC, SA_SWAPPED, SB]),
    ("sub", Op::Sub, "zir", 0x6260_0000_0000, &[ZERO, U32_NO_DESTINATION, RB]),
    ("subc", Op::Subc, "rir", 0x3003_0000_0000, &[RC, U32, RA]),
    ("subc", Op::Subc, "zir", 0x6360_0000_0000, &[ZERO, U32_NO_DESTINATION, RB]),
];

/// Logic with immediates of 32 bits.
#[rustfmt::skip]
const LOGIC_ROWS: &[Row] = &[
    ("and.s", Op::And, "rki", 0x5083_0000_0000, &[DC, RA_CONSTANT, U32]),
    ("and.s", Op::And, "rri", 0x20e0_0000_0000, &[DC, RB, U32_PAIR]),
    ("and.u", Op::And, "rki", 0x5003_0000_0000, &[DC, RA_CONSTANT, U32]),
    ("and.u", Op::And, "rri", 0x2060_0000_0000, &[DC, RB, U32_PAIR]),
    ("and", Op::And, "rri", 0x5003_0000_0000, &[RC, RA_WORK, U32]),
    ("and", Op::And, "zri", 0x6560_0000_0000, &[ZERO, RB, U32_NO_DESTINATION]),
    ("or.s", Op::Or, "rri", 0x40e0_0000_0000, &[DC, RB, U32_PAIR]),
    ("or.u", Op::Or, "rri", 0x4060_0000_0000, &[DC, RB, U32_PAIR]),
    ("or", Op::Or, "rri", 0x6003_0000_0000, &[RC, RA, U32]),
    ("or", Op::Or, "zri", 0x6660_0000_0000, &[ZERO, RB, U32_NO_DESTINATION]),
    ("xor", Op::Xor, "rri", 0x4003_0000_0000, &[RC, RA, U32]),
    ("xor", Op::Xor, "zri", 0x6460_0000_0000, &[ZERO, RB, U32_NO_DESTINATION]),
];

/// Control, pairs and system instructions.
#[rustfmt::skip]
const OTHER_ROWS: &[Row] = &[
    ("acquire", Op::Acquire, "rici", 0x7c03_8000_0000, &[RA, S16_ATOMIC, CC_ACQUIRE, PC]),
    ("boot", Op::Boot, "rici", 0x7d83_2000_0000, &[RA, S8, CC_BOOT, PC]),
    ("call", Op::Call, "rri", 0x8003_0000_0000, &[RC, RA, TARGET24]),
    ("call", Op::Call, "rrr", 0x8000_c000_0000, &[RC, RA, RB]),
    ("call", Op::Call, "zri", 0x8c03_0000_0000, &[ZERO, RA, TARGET28]),
    ("call", Op::Call, "zrr", 0x8c00_c000_0000, &[ZERO, RA, RB]),
    ("clr_run", Op::ClrRun, "rici", 0x7c83_2000_0000, &[RA, S8, CC_BOOT, PC]),
    ("div_step", Op::DivStep, "rrrici", 0x8000_6001_0000, &[DC_FULL, RA, DB, SHIFT, CC_DIV, PC]),
    ("fault", Op::Fault, "i", 0x7e63_2000_0000, &[S24]),
    ("ldma", Op::Ldma, "rri", 0x7000_0000_0000, &[RA, RB, DMA]),
    ("ldmai", Op::Ldmai, "rri", 0x7000_0000_0001, &[RA, RB, DMA]),
    ("movd", Op::Movd, "rrci", 0x8060_2001_0000, &[DC_FULL, DB, CC_TRUE_FALSE, PC]),
    ("mul_step", Op::MulStep, "rrrici", 0x8000_4001_0000, &[DC_FULL, RA, DB, SHIFT, CC_BOOT, PC]),
    ("nop", Op::Nop, "", 0x7c63_0000_0000, &[]),
    ("read_run", Op::ReadRun, "rici", 0x7c03_3000_0000, &[RA, S8, CC_BOOT, PC]),
    ("release", Op::Release, "rici", 0x7c03_8000_0000, &[RA, S16_ATOMIC, CC_RELEASE, PC]),
    ("resume", Op::Resume, "rici", 0x7d03_2000_0000, &[RA, S8, CC_BOOT, PC]),
    ("sdma", Op::Sdma, "rri", 0x7000_0000_0002, &[RA, RB, DMA]),
    ("stop", Op::Stop, "ci", 0x7ef3_2000_0000, &[CC_BOOT, PC]),
    ("swapd", Op::Swapd, "rrci", 0x8060_a001_0000, &[DC_FULL, DB, CC_TRUE_FALSE, PC]),
    ("tell", Op::Tell, "ri", 0x7c03_0000_0000, &[RA_WORK, OFF24]),
];

impl Forms {
    /// Adds a form of an operation, whose number is already in `bits`, with a destination in front of its other operands.
    pub(super) fn add(
        &mut self,
        (name, op, _): Member,
        to: &Destination,
        shape: &str,
        bits: u64,
        rest: &[Operand],
    ) {
        let mnemonic = format!("{name}{}", to.extension);
        let shape = format!("{}{shape}", to.letter);
        let operands = [&[to.operand], rest].concat();
        self.0.push(Form::new(&mnemonic, op, &shape, to.bits | bits, operands));
    }

    /// Adds the forms with given sources: alone, with a condition that becomes the result, and with a branch.
    fn conditional(
        &mut self,
        member: Member,
        to: &Destination,
        shape: &str,
        bits: u64,
        sources: &[Operand],
        [set, branch]: [Operand; 2],
    ) {
        self.add(member, to, shape, bits, sources);
        self.add(member, to, &format!("{shape}c"), bits, &[sources, &[set]].concat());
        self.add(member, to, &format!("{shape}ci"), bits, &[sources, &[branch, PC]].concat());
    }

    /// Adds the forms with an immediate, `sources` giving its place: with a condition that becomes the result, with a branch,
    /// and with the word `false` where neither stands.
    fn immediate(
        &mut self,
        member: Member,
        to: &Destination,
        shape: &str,
        bits: u64,
        sources: fn(Operand) -> [Operand; 2],
        [set, branch]: [Operand; 2],
    ) {
        let (wide, narrow) = (sources(to.wide), sources(to.narrow));
        self.add(member, to, &format!("{shape}c"), bits, &[&wide[..], &[set]].concat());
        self.add(member, to, &format!("{shape}ci"), bits, &[&narrow[..], &[branch, PC]].concat());
        self.add(member, to, &format!("{shape}f"), bits, &[&wide[..], &[CC_FALSE]].concat());
    }
}

fn additions(forms: &mut Forms) {
    for to in &SPLIT {
        for (member, set, branch) in ADDITIONS {
            let number = member.2 << 29;
            forms.conditional(member, to, "rr", 0x00c0_0000 | number, &[RA, RB], [set, branch]);
            let reversed = match member.1 {
                Op::Rsub => ("sub", Op::Sub, 2),
                Op::Rsubc => ("subc", Op::Subc, 3),
                _ => {
                    let immediate = |immediate| [RA, immediate];
                    forms.immediate(member, to, "ri", 0x3_0000_0000 | number, immediate, [set, branch]);
                    continue;
                }
            };
            // `sub` with the immediate first is encoded as `rsub`.
            let immediate = |immediate| [immediate, RA];
            forms.immediate(reversed, to, "ir", 0x3_0000_0000 | number, immediate, [set, branch]);
        }
    }
    forms.rows(ADDITION_ROWS);
}

fn multiplications(forms: &mut Forms) {
    for (member, extension) in MULTIPLICATIONS {
        for to in SPLIT.iter().filter(|to| to.extension.is_empty() || to.extension == extension) {
            forms.conditional(member, to, "rr", member.2 << 20, &[RA, RB], [CC_LOG_SET, CC_MUL_NZ]);
        }
    }
}

fn logic(forms: &mut Forms) {
    for to in &WHOLE {
        for member in LOGIC {
            let conditions = [CC_LOG_SET, CC_LOG_NZ];
            forms.conditional(member, to, "rr", 0xc000_0000 | member.2 << 20, &[RA, RB], conditions);
            forms.immediate(
                member,
                to,
                "ri",
                0x3_0000_0000 | member.2 << 28,
                |value| [RA, value],
                conditions,
            );
        }
    }
    forms.rows(LOGIC_ROWS);
}

fn shifts(forms: &mut Forms) {
    for to in &WHOLE {
        for member in SHIFTS {
            let (by_constant, by_register) = (0x3_4000_0000 | member.2 << 16, 0xd000_0000 | member.2 << 20);
            forms.conditional(member, to, "ri", by_constant, &[RA, SHIFT], [CC_LOG_SET, CC_IMM_SHIFT_NZ]);
            forms.conditional(member, to, "rr", by_register, &[RA, RB], [CC_LOG_SET, CC_SHIFT_NZ]);
        }
        for member in SHIFT_ADDITIONS {
            let number = member.2 << 29;
            forms.add(member, to, "rri", number, &[RB, RA, SHIFT]);
            forms.add(member, to, "rrici", number, &[RB, RA, SHIFT, CC_DIV_NZ, PC]);
        }
    }
}

fn unary(forms: &mut Forms) {
    for to in &WHOLE {
        for (member, branch, extensions) in UNARY {
            if extensions.contains(&to.extension) {
                forms.conditional(member, to, "r", member.2 << 20, &[RA], [CC_LOG_SET, branch]);
            }
        }
        let compare = ("cmpb4", Op::Cmpb4, 0);
        forms.conditional(compare, to, "rr", 0x8000_0000, &[RA, RB], [CC_LOG_SET, CC_LOG_NZ]);
    }
}

fn memory(forms: &mut Forms) {
    let mut add =
        |(name, op, size): Member, extension: &str, shape: &str, bits: u64, operands: &[Operand]| {
            let operands = [&[ENDIAN], operands].concat();
            forms.0.push(Form::new(&format!("{name}{extension}"), op, shape, bits | size << 24, operands));
        };
    for (member, extensions) in LOADS {
        add(member, "", "erri", 0x7003_4000_0000, &[RC, RA, OFF24]);
        add(member, "", "ersi", 0x7003_5000_0000, &[RC, SA, OFF24]);
        for &extension in extensions {
            let sign = if extension == ".s" { 0x80_0000_0000 } else { 0 };
            add(member, extension, "erri", 0x7003_6000_0000 | sign, &[DC, RA, OFF24]);
        }
    }
    let double = ("ld", Op::Ld, 6);
    add(double, "", "erri", 0x7003_4000_0000, &[DC_FULL, RA, OFF24]);
    add(double, "", "ersi", 0x7003_5000_0000, &[DC_FULL, SA, OFF24]);
    for (member, with_id, immediate, source, pair) in STORES {
        add(member, "", "erii", 0x7c03_4000_0000, &[RA, OFF12, immediate]);
        add(member, "", "esii", 0x7c03_5000_0000, &[SA, OFF12, immediate]);
        add(with_id, "", "erii", 0x7c03_6000_0000, &[RA, OFF12, immediate]);
        add(member, "", "erir", 0x7c00_4000_0000 | pair, &[RA, OFF24_STORE, source]);
        add(member, "", "esir", 0x7c00_5000_0000 | pair, &[SA, OFF24_STORE, source]);
    }
    for to in &SPLIT {
        let (time, config) = (("time", Op::Time, 0), ("time_cfg", Op::TimeCfg, 0));
        forms.add(time, to, "", 0x60_2080_0000, &[]);
        forms.add(time, to, "ci", 0x60_2080_0000, &[CC_TRUE, PC]);
        forms.add(config, to, "r", 0x64_2080_0000, &[RB]);
        forms.add(config, to, "rci", 0x64_2080_0000, &[RB, CC_TRUE, PC]);
    }
    forms.rows(OTHER_ROWS);
}

/// Every machine form, sorted by signature within each group.
pub(super) fn all() -> Vec<Form> {
    let groups: [fn(&mut Forms); 6] = [additions, multiplications, logic, shifts, unary, memory];
    let group = |fill: fn(&mut Forms)| {
        let mut forms = Forms::default();
        fill(&mut forms);
        forms.sorted()
    };
    groups.into_iter().flat_map(group).collect()
}
