//! The ABIs of RISC-V as rules.
//!
//! Source of every rule is the RISC-V ABIs Specification; clause ids and readings are those of `clauses/riscv.toml`. What
//! the document leaves open is asked of the chooser, never decided here. The ABIs differ in data alone: the widths of
//! registers are those of [`AbiFacts`], the rest is in a table here. `docs/targets/riscv.md` describes what the document says,
//! what it leaves open and where it errs.

mod arguments;
mod automaton;
mod clauses;
mod data;
mod fields;
mod object;
mod registers;
mod result;
mod scalar;
mod slots;
mod stack;
mod tool;
mod vectors;

use super::call;
use super::rules::Rules;
use super::{CEnvironment, Document, ObjectPlan, OpenWidths, SystemWidths};
use crosscall_clauses::riscv::{AttributedRecord, AttributedScalar, clause};
use crosscall_model::plan::{ClauseId, Plan};
use crosscall_model::target::riscv::{Abi, AbiFacts};
use crosscall_model::{Case, Scalar, Target, Type};

/// The document, for one of its ABIs.
pub(super) struct Riscv(Abi);

/// Differences of an ABI beyond the widths of its registers.
struct Differences {
    /// First part of the name that toolchains give the target.
    machines: &'static [&'static str],
    /// Number of integer registers that carry arguments.
    arguments: u8,
    /// Alignment of the stack in bytes.
    stack_align: u64,
    /// The clause on `long`.
    long: ClauseId,
    /// The clause on bit-precise integers of more than 64 bits.
    long_bit_int: ClauseId,
    /// The clause on pointers.
    pointer: ClauseId,
    /// Clauses on integer registers as places of arguments.
    argument_registers: &'static [ClauseId],
    /// Clauses that require the alignment of the stack.
    stack: &'static [ClauseId],
    /// Clauses on the flags for floating-point values.
    float_flags: &'static [ClauseId],
}

/// One for each of [`Abi::ALL`].
static DOCUMENTS: [Riscv; 7] = [
    Riscv(Abi::Ilp32e),
    Riscv(Abi::Ilp32),
    Riscv(Abi::Ilp32f),
    Riscv(Abi::Ilp32d),
    Riscv(Abi::Lp64),
    Riscv(Abi::Lp64f),
    Riscv(Abi::Lp64d),
];

/// One row for each of [`Abi::ALL`].
static DIFFERENCES: [Differences; 7] = [
    Differences {
        arguments: 6,
        stack_align: 4,
        argument_registers: &[clause::ARG_29, clause::REG_34],
        stack: &[clause::STACK_15],
        ..of_32_bits(&[clause::OBJ_06, clause::CALL_05])
    },
    of_32_bits(&[clause::OBJ_06, clause::CALL_05]),
    of_32_bits(&[clause::OBJ_06, clause::CALL_06]),
    of_32_bits(&[clause::OBJ_06, clause::CALL_07]),
    of_64_bits(&[clause::OBJ_06, clause::CALL_08]),
    of_64_bits(&[clause::OBJ_06, clause::CALL_09]),
    of_64_bits(&[clause::OBJ_06, clause::CALL_10]),
];

const fn of_32_bits(float_flags: &'static [ClauseId]) -> Differences {
    Differences {
        machines: &["riscv32"],
        arguments: 8,
        stack_align: 16,
        long: clause::TYPE_05,
        long_bit_int: clause::TYPE_21,
        pointer: clause::TYPE_10,
        argument_registers: &[clause::ARG_01],
        stack: &[clause::STACK_08],
        float_flags,
    }
}

const fn of_64_bits(float_flags: &'static [ClauseId]) -> Differences {
    Differences {
        machines: &["riscv64"],
        long: clause::TYPE_06,
        long_bit_int: clause::TYPE_22,
        pointer: clause::TYPE_11,
        ..of_32_bits(float_flags)
    }
}

/// The document for an ABI.
pub(super) fn of(abi: Abi) -> &'static Riscv {
    let [first, ..] = &DOCUMENTS;
    DOCUMENTS.get(abi as usize).unwrap_or(first)
}

impl Riscv {
    fn facts(&self) -> &'static AbiFacts {
        self.0.facts()
    }

    fn differences(&self) -> &'static Differences {
        let [first, ..] = &DIFFERENCES;
        DIFFERENCES.get(self.0 as usize).unwrap_or(first)
    }

    fn target(&self) -> Target {
        Target::Riscv(self.0)
    }

    /// XLEN: number of bytes of an integer register.
    fn xlen(&self) -> u32 {
        self.facts().xlen.into()
    }

    /// ABI_FLEN: number of bytes of the widest float that travels in a floating-point register.
    fn flen(&self) -> u32 {
        self.facts().flen.into()
    }
}

/// Names of headers whose types the document says.
static SAID: [(&str, Type, ClauseId); 2] = [
    ("va_list", Type::DataPointer, clause::VAR_06),
    ("wint_t", Type::Scalar(Scalar::UnsignedInt), clause::TYPE_39),
];

impl Document for Riscv {
    /// RISCV-VAR-06 says what a `va_list` is, and RISCV-TYPE-39 what `wint_t` is on Linux; GCC and clang have it elsewhere, too. The
    /// widths of the small fast types are GCC's, those of clang are as their names say.
    fn c_environment(&self) -> CEnvironment {
        CEnvironment {
            compiler: "GCC with newlib",
            widths: OpenWidths::GccNewlib,
            said: &SAID,
            system: SystemWidths::Glibc,
            ..CEnvironment::of_clang(self.differences().machines, None)
        }
    }

    fn plain_char_is_signed(&self) -> bool {
        false
    }

    /// RISCV-S15.
    fn typedef_alignment_counts(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(AttributedScalar::Counted)
    }

    /// RISCV-S15.
    fn record_typedef_alignment_counts(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(AttributedRecord::Counted)
    }

    fn plan(&self, case: &Case, rules: &mut Rules<'_>) -> Plan {
        let registers = registers::fates(self, rules);
        let constraints = stack::constraints(self, rules);
        let call = arguments::assign(self, case, rules);
        let mut linkage =
            vec![call::return_address(registers::RETURN_ADDRESS, vec![clause::REG_02, clause::S28])];
        linkage.extend(stack::frame_record(self, rules));
        let stack = stack::rule(&call, constraints, rules);
        Plan {
            foreign_clauses: vec![clause::S23],
            unheld: vectors::UNHELD,
            linkage,
            ..call::plan((call.arguments, call.result), registers, stack, clause::S28)
        }
    }

    fn object(&self) -> ObjectPlan {
        object::plan(self)
    }
}
