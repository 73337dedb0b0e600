//! Conditions: which of them an instruction can have, under which codes, and what each tests.

/// The test of a condition.
///
/// x is the instruction's 32-bit result, a its first source, C and V the carry and the signed overflow of
/// this instruction, Z the zero flag before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
#[rustfmt::skip]
pub enum Cond {
    /// Never.
    #[default]
    False,
    /// Always.
    True,
    /// x = 0.
    Z,
    /// x ≠ 0.
    Nz,
    /// x = 0 and Z.
    Xz,
    /// Not `Xz`.
    Xnz,
    /// Bit 31 of x is clear.
    Pl,
    /// Bit 31 of x is set.
    Mi,
    /// a = 0.
    Sz,
    /// a ≠ 0.
    Snz,
    /// Bit 31 of a is clear.
    Spl,
    /// Bit 31 of a is set.
    Smi,
    /// V.
    Ov,
    /// Not V.
    Nov,
    /// C.
    C,
    /// Not C.
    Nc,
    /// No carry into bit 5.
    Nc5,
    /// No carry into bit 6.
    Nc6,
    /// No carry into bit 7.
    Nc7,
    /// No carry into bit 8.
    Nc8,
    /// No carry into bit 9.
    Nc9,
    /// No carry into bit 10.
    Nc10,
    /// No carry into bit 11.
    Nc11,
    /// No carry into bit 12.
    Nc12,
    /// No carry into bit 13.
    Nc13,
    /// No carry into bit 14.
    Nc14,
    /// Not C: below.
    Ltu,
    /// C: not below.
    Geu,
    /// Bit 31 of x differs from V.
    Lts,
    /// Not `Lts`.
    Ges,
    /// `Lts` or x = 0.
    Les,
    /// Not `Les`.
    Gts,
    /// `Ltu` or x = 0.
    Leu,
    /// Not `Leu`.
    Gtu,
    /// `Lts`, or x = 0 and Z.
    Xles,
    /// Not `Xles`.
    Xgts,
    /// `Ltu`, or x = 0 and Z.
    Xleu,
    /// Not `Xleu`.
    Xgtu,
    /// x is even.
    E,
    /// x is odd.
    O,
    /// a is even.
    Se,
    /// a is odd.
    So,
    /// Bit 5 of the shift amount is clear.
    Nsh32,
    /// Bit 5 of the shift amount is set.
    Sh32,
    /// Bits 15:8 of both factors are clear: a product that needs no further partial products.
    Small,
    /// Not `Small`.
    Large,
    /// x is the greatest count there is: 32, for `cls` 31.
    Max,
    /// Not `Max`.
    Nmax,
}

/// One condition of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Its code.
    pub code: u8,
    /// Its spellings; the first one is printed.
    pub names: &'static [&'static str],
    /// Its test.
    pub cond: Cond,
}

/// The conditions that an operand can be.
#[derive(Debug, PartialEq, Eq)]
pub struct ConditionSet {
    /// The vendor's name of the class.
    pub name: &'static str,
    /// The choices by code. Where two codes mean the same, the canonical one comes first.
    pub choices: &'static [Choice],
}

impl ConditionSet {
    /// The condition with this code.
    pub fn choice(&self, code: u8) -> Option<&'static Choice> {
        self.choices.iter().find(|choice| choice.code == code)
    }

    /// The condition of this name, as written: lower or upper case, perhaps behind `?` or `!`.
    pub fn named(&self, name: &str) -> Option<&'static Choice> {
        let name = name.strip_prefix(['?', '!']).unwrap_or(name);
        let is_upper = name.bytes().all(|byte| !byte.is_ascii_lowercase());
        let is = |known: &&str| *known == name || (is_upper && known.eq_ignore_ascii_case(name));
        self.choices.iter().find(|choice| choice.names.iter().any(is))
    }
}

const fn c(code: u8, names: &'static [&'static str], cond: Cond) -> Choice {
    Choice { code, names, cond }
}

const FALSE: Choice = c(0, &["false"], Cond::False);
const TRUE: Choice = c(1, &["true", "t"], Cond::True);
const Z: Choice = c(2, &["z"], Cond::Z);
const NZ: Choice = c(3, &["nz"], Cond::Nz);
const XZ: Choice = c(4, &["xz"], Cond::Xz);
const XNZ: Choice = c(5, &["xnz"], Cond::Xnz);
const PL: Choice = c(8, &["pl"], Cond::Pl);
const MI: Choice = c(9, &["mi"], Cond::Mi);
const SZ: Choice = c(12, &["sz"], Cond::Sz);
const SNZ: Choice = c(13, &["snz", "nsz"], Cond::Snz);
const SPL: Choice = c(14, &["spl"], Cond::Spl);
const SMI: Choice = c(15, &["smi"], Cond::Smi);
const E: Choice = c(24, &["e"], Cond::E);
const O: Choice = c(25, &["o"], Cond::O);
const SE: Choice = c(30, &["se"], Cond::Se);
const SO: Choice = c(31, &["so"], Cond::So);

/// Branches of `add` and `addc`.
#[rustfmt::skip]
pub static ADD_NZ: ConditionSet = ConditionSet { name: "add_nz_cc", choices: &[
    TRUE, Z, NZ, XZ, XNZ, PL, MI, SZ, SNZ, SPL, SMI,
    c(18, &["ov"], Cond::Ov), c(19, &["nov"], Cond::Nov), c(20, &["c"], Cond::C), c(21, &["nc"], Cond::Nc),
    c(22, &["nc5"], Cond::Nc5), c(23, &["nc6"], Cond::Nc6), c(24, &["nc7"], Cond::Nc7), c(25, &["nc8"], Cond::Nc8),
    c(26, &["nc9"], Cond::Nc9), c(27, &["nc10"], Cond::Nc10), c(28, &["nc11"], Cond::Nc11),
    c(29, &["nc12"], Cond::Nc12), c(30, &["nc13"], Cond::Nc13), c(31, &["nc14"], Cond::Nc14),
] };

/// Branches of the subtractions.
#[rustfmt::skip]
pub static SUB_NZ: ConditionSet = ConditionSet { name: "sub_nz_cc", choices: &[
    TRUE, c(2, &["z", "eq"], Cond::Z), c(3, &["nz", "neq"], Cond::Nz), XZ, XNZ, PL, MI, SZ, SNZ, SPL, SMI,
    c(18, &["ov"], Cond::Ov), c(19, &["nov"], Cond::Nov), c(20, &["ltu", "nc"], Cond::Ltu),
    c(21, &["geu", "c"], Cond::Geu), c(22, &["lts"], Cond::Lts), c(23, &["ges"], Cond::Ges),
    c(24, &["les"], Cond::Les), c(25, &["gts"], Cond::Gts), c(26, &["leu"], Cond::Leu),
    c(27, &["gtu"], Cond::Gtu), c(28, &["xles"], Cond::Xles), c(29, &["xgts"], Cond::Xgts),
    c(30, &["xleu"], Cond::Xleu), c(31, &["xgtu"], Cond::Xgtu),
] };

/// Results 0 and 1 of `sub` and `subc`.
#[rustfmt::skip]
pub static EXT_SUB_SET: ConditionSet = ConditionSet { name: "ext_sub_set_cc", choices: &[
    c(6, &["z", "eq"], Cond::Z), c(7, &["nz", "neq"], Cond::Nz), c(10, &["xz"], Cond::Xz),
    c(11, &["xnz"], Cond::Xnz), c(33, &["true", "t"], Cond::True),
    c(34, &["z"], Cond::Z), c(35, &["nz"], Cond::Nz), c(36, &["xz"], Cond::Xz), c(37, &["xnz"], Cond::Xnz),
    c(40, &["pl"], Cond::Pl), c(41, &["mi"], Cond::Mi), c(44, &["sz"], Cond::Sz), c(45, &["snz", "nsz"], Cond::Snz),
    c(46, &["spl"], Cond::Spl), c(47, &["smi"], Cond::Smi), c(50, &["ov"], Cond::Ov), c(51, &["nov"], Cond::Nov),
    c(52, &["ltu", "nc"], Cond::Ltu), c(53, &["geu", "c"], Cond::Geu), c(54, &["lts"], Cond::Lts),
    c(55, &["ges"], Cond::Ges), c(56, &["les"], Cond::Les), c(57, &["gts"], Cond::Gts), c(58, &["leu"], Cond::Leu),
    c(59, &["gtu"], Cond::Gtu), c(60, &["xles"], Cond::Xles), c(61, &["xgts"], Cond::Xgts),
    c(62, &["xleu"], Cond::Xleu), c(63, &["xgtu"], Cond::Xgtu),
] };

/// Results 0 and 1 of the reversed subtractions.
#[rustfmt::skip]
pub static SUB_SET: ConditionSet = ConditionSet { name: "sub_set_cc", choices: &[
    c(6, &["z", "eq"], Cond::Z), c(7, &["nz", "neq"], Cond::Nz), c(10, &["xz"], Cond::Xz), c(11, &["xnz"], Cond::Xnz),
] };

/// Results 0 and 1 of everything else.
#[rustfmt::skip]
pub static LOG_SET: ConditionSet = ConditionSet { name: "log_set_cc", choices: &[
    c(6, &["z"], Cond::Z), c(7, &["nz"], Cond::Nz), c(10, &["xz"], Cond::Xz), c(11, &["xnz"], Cond::Xnz),
] };

/// Branches of logic, extensions and moves.
pub static LOG_NZ: ConditionSet =
    ConditionSet { name: "log_nz_cc", choices: &[TRUE, Z, NZ, XZ, XNZ, PL, MI, SZ, SNZ, SPL, SMI] };

/// Branches of shifts by a constant.
pub static IMM_SHIFT_NZ: ConditionSet = ConditionSet {
    name: "imm_shift_nz_cc",
    choices: &[TRUE, Z, NZ, XZ, XNZ, PL, MI, SZ, SNZ, SPL, SMI, E, O, SE, SO],
};

/// Branches of shifts by a register.
#[rustfmt::skip]
pub static SHIFT_NZ: ConditionSet = ConditionSet { name: "shift_nz_cc", choices: &[
    TRUE, Z, NZ, XZ, XNZ, PL, MI, SZ, SNZ, SPL, SMI, E, O,
    c(28, &["nsh32"], Cond::Nsh32), c(29, &["sh32"], Cond::Sh32), SE, SO,
] };

/// Branches of multiplications.
#[rustfmt::skip]
pub static MUL_NZ: ConditionSet = ConditionSet { name: "mul_nz_cc", choices: &[
    TRUE, Z, NZ, XZ, XNZ, SZ, SNZ, SPL, SMI, c(30, &["small"], Cond::Small), c(31, &["large"], Cond::Large),
] };

/// Branches of bit counts.
#[rustfmt::skip]
pub static COUNT_NZ: ConditionSet = ConditionSet { name: "count_nz_cc", choices: &[
    TRUE, Z, NZ, XZ, XNZ, c(8, &["max"], Cond::Max), c(9, &["nmax"], Cond::Nmax), SZ, SNZ, SPL, SMI,
] };

/// Branches of `div_step`.
pub static DIV: ConditionSet = ConditionSet { name: "div_cc", choices: &[FALSE, TRUE, SZ, SNZ, SPL, SMI] };

/// Branches of shifts with an addition.
pub static DIV_NZ: ConditionSet = ConditionSet { name: "div_nz_cc", choices: &[TRUE, SZ, SNZ, SPL, SMI] };

/// Branches of `mul_step` and of the instructions on run bits.
pub static BOOT: ConditionSet =
    ConditionSet { name: "boot_cc", choices: &[FALSE, TRUE, Z, NZ, XZ, XNZ, SZ, SNZ, SPL, SMI] };

/// Branches of `acquire`.
pub static ACQUIRE: ConditionSet = ConditionSet { name: "acquire_cc", choices: &[TRUE, Z, NZ] };

/// The branch of `release`.
pub static RELEASE: ConditionSet = ConditionSet { name: "release_cc", choices: &[c(0, &["nz"], Cond::Nz)] };

/// The branch of `time` and `time_cfg`.
pub static ALWAYS: ConditionSet = ConditionSet { name: "true_cc", choices: &[TRUE] };

/// The branch of `movd` and `swapd`.
pub static TRUE_FALSE: ConditionSet = ConditionSet { name: "true_false_cc", choices: &[FALSE, TRUE] };

/// The word `false` that marks a form with a wide immediate.
pub static NEVER: ConditionSet = ConditionSet { name: "false_cc", choices: &[FALSE] };

/// Every class.
#[rustfmt::skip]
pub static CLASSES: [&ConditionSet; 18] = [
    &ADD_NZ, &SUB_NZ, &EXT_SUB_SET, &SUB_SET, &LOG_SET, &LOG_NZ, &IMM_SHIFT_NZ, &SHIFT_NZ, &MUL_NZ, &COUNT_NZ,
    &DIV, &DIV_NZ, &BOOT, &ACQUIRE, &RELEASE, &ALWAYS, &TRUE_FALSE, &NEVER,
];
