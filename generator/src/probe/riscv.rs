//! Probes for RISC-V in the syntax of GNU's and LLVM's assemblers. C names have no prefix. Calls use `call`, which leaves
//! the return address in `ra`, and returns `ret`. Everything is addressed relative to the program counter.

use std::fmt::Write;

use crosscall_model::Target;
use crosscall_model::plan::RegisterRule;
use crosscall_model::target::Register;
use crosscall_model::target::riscv::Abi;

use super::spelling::{Language, Source, Spelling, Unit, line};

/// Assembly syntax of RISC-V for one ABI.
pub(super) struct Riscv {
    language: Language,
    /// Number of the first floating-point register, which follows the integer registers.
    floats: u16,
}

/// One for each of [`Abi::ALL`].
static SPELLINGS: [Riscv; 7] = [
    Riscv::new(Abi::Ilp32e),
    Riscv::new(Abi::Ilp32),
    Riscv::new(Abi::Ilp32f),
    Riscv::new(Abi::Ilp32d),
    Riscv::new(Abi::Lp64),
    Riscv::new(Abi::Lp64f),
    Riscv::new(Abi::Lp64d),
];

const RA: Register = Register(0);
const SP: Register = Register(1);
/// t0 to t2.
const FIRST_TEMPORARIES: std::ops::RangeInclusive<u16> = 4..=6;
/// a0 to a5, which a callee's probe uses where there are only three temporaries: it loads a result last.
const FIRST_ARGUMENTS: std::ops::RangeInclusive<u16> = 9..=14;
/// t3 to t6.
const LAST_TEMPORARIES: std::ops::RangeInclusive<u16> = 27..=30;
/// Number of floating-point registers.
const FLOATS: u16 = 32;
/// Range of an instruction's immediates.
const IMMEDIATE: std::ops::Range<i64> = -2048..2048;
/// Every exception flag.
const FLAGS: u32 = 31;

/// Syntax for an ABI.
pub(super) fn of(abi: Abi) -> &'static Riscv {
    let [first, ..] = &SPELLINGS;
    SPELLINGS.get(abi as usize).unwrap_or(first)
}

impl Riscv {
    const fn new(abi: Abi) -> Riscv {
        let facts = Target::Riscv(abi).facts();
        let language = Language {
            // t0 to t2, and s1, which every ABI has.
            work: [Register(4), Register(5), Register(6), Register(8)],
            link: Some("ra"),
            call: "call",
            // Reaches any distance, through t1: whoever ends with a jump has no use for it.
            jump: "tail",
            ret: "ret",
            word: if facts.word == 8 { ".dword" } else { ".word" },
            ..Language::gnu(facts)
        };
        // fcsr is the last register.
        Riscv { language, floats: facts.registers.len() as u16 - 1 - FLOATS }
    }

    fn is_integer(&self, register: Register) -> bool {
        register.0 < self.floats
    }

    /// True for the base with 16 integer registers, which has three temporaries.
    fn is_embedded(&self) -> bool {
        self.floats <= *LAST_TEMPORARIES.start()
    }

    /// Loads or stores a register; `which` is the letter that the instructions for integers begin with.
    fn access(&self, which: char, register: Register) -> String {
        if self.is_integer(register) { self.words(which) } else { format!("f{which}d") }
    }

    /// Load or store of an integer register.
    fn words(&self, which: char) -> String {
        format!("{which}{}", if self.language.facts.word == 8 { 'd' } else { 'w' })
    }
}

impl Spelling for Riscv {
    fn language(&self) -> &Language {
        &self.language
    }

    fn place(&self, base: &str, offset: i64) -> String {
        format!("{offset}({base})")
    }

    fn loads(&self, to: &str, place: &str) -> String {
        format!("{} {to}, {place}", self.words('l'))
    }

    fn stores(&self, from: &str, place: &str) -> String {
        format!("{} {from}, {place}", self.words('s'))
    }

    fn copies(&self, to: &str, from: &str) -> String {
        format!("mv {to}, {from}")
    }

    fn is_loaded(&self, register: Register) -> bool {
        register.0 < self.floats + FLOATS && register != SP && register != RA
    }

    fn is_base(&self, register: Register) -> bool {
        self.is_loaded(register) && self.is_integer(register)
    }

    fn is_temporary(&self, register: Register) -> bool {
        let others = if self.is_embedded() { FIRST_ARGUMENTS } else { LAST_TEMPORARIES };
        FIRST_TEMPORARIES.contains(&register.0) || others.contains(&register.0)
    }

    fn number(&self, code: &mut String, to: Register, value: u64) {
        let to = self.name(to);
        let number = match self.language.facts.word {
            8 => value.cast_signed(),
            _ => i64::from(value as u32 as i32),
        };
        line(code, format_args!("li {to}, {number}"));
    }

    fn address(&self, code: &mut String, to: Register, label: &str) {
        line(code, format_args!("lla {}, {label}", self.name(to)));
    }

    fn load(&self, code: &mut String, to: Register, from: &Source, _bytes: usize, _spare: Option<Register>) {
        let place = self.place(self.name(from.base), from.offset.cast_signed());
        line(code, format_args!("{} {}, {place}", self.access('l', to), self.name(to)));
    }

    fn store(&self, code: &mut String, from: Register, to: &Source) -> bool {
        let place = self.place(self.name(to.base), to.offset.cast_signed());
        line(code, format_args!("{} {}, {place}", self.access('s', from), self.name(from)));
        true
    }

    fn stack_address(&self, code: &mut String, to: Register, offset: i64) {
        self.sum(code, "add", [to, SP], offset, IMMEDIATE.contains(&offset));
    }

    fn move_stack(&self, code: &mut String, up: bool, bytes: u64, temporary: Register) {
        let by = if up { bytes.cast_signed() } else { -bytes.cast_signed() };
        let by = self.operand(code, by, IMMEDIATE.contains(&by), temporary);
        line(code, format_args!("add sp, sp, {by}\t# stack arguments"));
    }

    fn align_stack(&self, code: &mut String, align: u64, temporary: Register) {
        let mask = align.wrapping_neg().cast_signed();
        let mask = self.operand(code, mask, IMMEDIATE.contains(&mask), temporary);
        line(code, format_args!("and sp, sp, {mask}"));
    }

    fn copy(&self, code: &mut String, label: &str, unit: Unit, registers: [Register; 4]) {
        let [from, to, count, between] = registers.map(|register| self.name(register));
        let word = self.language.facts.word;
        let (load, store, bytes) = match unit {
            Unit::Byte => ("lbu".to_owned(), "sb".to_owned(), 1),
            Unit::Word => (self.words('l'), self.words('s'), word),
        };
        let _ = writeln!(code, "{label}:");
        line(code, format_args!("{load} {between}, 0({from})"));
        line(code, format_args!("{store} {between}, 0({to})"));
        line(code, format_args!("add {from}, {from}, {bytes}"));
        line(code, format_args!("add {to}, {to}, {bytes}"));
        line(code, format_args!("add {count}, {count}, -1"));
        line(code, format_args!("bnez {count}, {label}"));
    }

    /// Raises every exception flag.
    fn destroy_flags(&self, code: &mut String, _rules: &[RegisterRule], _temporary: Register) {
        line(code, format_args!("fsflagsi {FLAGS}"));
    }
}
