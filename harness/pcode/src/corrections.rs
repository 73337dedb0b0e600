//! Where the specification that comes with `sleigh-config` 1.0 says less than the manual, or something else. All other
//! instructions are executed by their p-code alone. Beside the table, of all instructions, found by reading p-code:
//!
//! * A single is written to its register with zeros above it and read whatever is there; it has to have ones.
//! * Registers are read as they are after writes of the same instruction, so that `c.jalr ra` and `fsflags a0,a0` go wrong; they are
//!   read here as they are before it.
//! * `c.jr` and `c.jalr` do not clear the lowest bit of an address.
//! * P-code does not define division by zero, and knows no rounding modes, floating-point flags or canonical NaNs.
//! * `fflags`, `frm` and `fcsr` are three registers, and counters do not count.
//! * A word that the specification does not know is not executed; only all zeros and all ones are known to be no instruction.

use crate::operation::Whole;
use crosscall_machines::riscv::isa::Extension;
use std::cell::Cell;

/// What is done instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fix {
    /// The instruction as a whole is carried out by this, on the operands of its assembly text.
    Whole(Whole),
    /// Nothing.
    Nothing,
    /// Its branches are left out.
    NoBranch,
    /// Its accesses to memory have to be aligned.
    Aligned,
    /// As that, whether or not there is one, and what was reserved is so no longer.
    Release,
    /// Its accesses are of 4 bytes.
    Narrow,
}

/// A correction of some instructions.
#[derive(Debug)]
pub struct Correction {
    /// Their names.
    pub names: &'static [&'static str],
    pub(crate) fix: Fix,
    /// What is wrong or missing.
    pub fact: &'static str,
    /// How it was found.
    pub found: &'static str,
}

const fn row(
    names: &'static [&'static str],
    fix: Fix,
    fact: &'static str,
    found: &'static str,
) -> Correction {
    Correction { names, fix, fact, found }
}

const READ: &str = "p-code read";
const COMPARED: &str = "random instructions beside the built-in machine";
const CONVERTED: &str =
    "the result is lost or not extended, the rounding mode and numbers out of range are not regarded";
const ROUNDED_TWICE: &str = "the product is rounded before the sum";

/// Instructions with corrections of their own.
#[rustfmt::skip]
pub static CORRECTIONS: &[Correction] = &[
    row(&["fmv.x.w", "fmv.x.d"], Fix::Whole(Whole::BitsOut),
        "reads the register space at the address of a temporary; fmv.x.w writes a temporary", READ),
    row(&["fcvt.w.s", "fcvt.w.d"], Fix::Whole(Whole::ToInteger(32, true)), CONVERTED, READ),
    row(&["fcvt.wu.s", "fcvt.wu.d"], Fix::Whole(Whole::ToInteger(32, false)), CONVERTED, READ),
    row(&["fcvt.l.s", "fcvt.l.d"], Fix::Whole(Whole::ToInteger(64, true)), CONVERTED, READ),
    row(&["fcvt.lu.s", "fcvt.lu.d"], Fix::Whole(Whole::ToInteger(64, false)), CONVERTED, READ),
    row(&["fclass.s", "fclass.d"], Fix::Whole(Whole::Classify), "does nothing", READ),
    row(&["fmadd.s", "fmadd.d"], Fix::Whole(Whole::MultiplyAdd([false, false])), ROUNDED_TWICE, READ),
    row(&["fmsub.s", "fmsub.d"], Fix::Whole(Whole::MultiplyAdd([false, true])), ROUNDED_TWICE, READ),
    row(&["fnmsub.s", "fnmsub.d"], Fix::Whole(Whole::MultiplyAdd([true, false])), ROUNDED_TWICE, READ),
    row(&["fnmadd.s", "fnmadd.d"], Fix::Whole(Whole::MultiplyAdd([true, true])), ROUNDED_TWICE, READ),
    row(&["fmin.s", "fmin.d"], Fix::Whole(Whole::Extreme(false)),
        "of two zeros the second; NaNs are not made canonical", READ),
    row(&["fmax.s", "fmax.d"], Fix::Whole(Whole::Extreme(true)),
        "of two zeros the first; NaNs are not made canonical", READ),
    row(&["csrrwi"], Fix::NoBranch,
        "the old value is dropped where the new one is the constant 0, and not where the target is register 0", READ),
    row(&["amoswap.w", "amoadd.w", "amoxor.w", "amoand.w", "amoor.w", "amomin.w", "amomax.w", "amominu.w", "amomaxu.w", "lr.w",
        "amoswap.d", "amoadd.d", "amoxor.d", "amoand.d", "amoor.d", "amomin.d", "amomax.d", "amominu.d", "amomaxu.d", "lr.d"],
        Fix::Aligned, "addresses need not be aligned", READ),
    row(&["sc.w", "sc.d"], Fix::Release,
        "as that, and need not be memory where nothing is stored; a store that does not succeed leaves the reservation", COMPARED),
    row(&["c.flw", "c.flwsp", "c.fsw"], Fix::Narrow, "8 bytes are loaded or stored", COMPARED),
    row(&["fence", "fence.i"], Fix::Nothing, "a user operation without a meaning", READ),
    row(&["ecall"], Fix::Whole(Whole::EnvironmentCall), "a user operation without a meaning", READ),
    row(&["ebreak", "c.ebreak"], Fix::Whole(Whole::Breakpoint), "a user operation without a meaning", READ),
    row(&["unimp"], Fix::Whole(Whole::Illegal), "a user operation without a meaning", READ),
];

/// The instructions that were compared with the built-in machine: all others of the specification are not executed.
#[rustfmt::skip]
static COMPARED_NAMES: &[&str] = &[
    "add", "addi", "addiw", "addw", "and", "andi", "auipc", "beq", "bge", "bgeu", "blt", "bltu", "bne", "div", "divu", "divuw",
    "divw", "j", "jal", "jalr", "jr", "lb", "lbu", "ld", "lh", "lhu", "li", "lui", "lw", "lwu", "mul", "mulh", "mulhsu", "mulhu",
    "mulw", "mv", "neg", "negw", "nop", "not", "or", "ori", "rem", "remu", "remuw", "remw", "ret", "sb", "sd", "sext.w", "sh",
    "sll", "slli", "slliw", "sllw", "slt", "slti", "sltiu", "sltu", "sra", "srai", "sraiw", "sraw", "srl", "srli", "srliw", "srlw",
    "sub", "subw", "sw", "xor", "xori",
    "csrrc", "csrrci", "csrrs", "csrrsi", "csrrw", "csrrwi", "frcsr", "frflags", "frrm", "fscsr", "fsflags", "fsflagsi", "fsrm",
    "fsrmi",
    "c.add", "c.addi", "c.addi16sp", "c.addi4spn", "c.addiw", "c.addw", "c.and", "c.andi", "c.beqz", "c.bnez", "c.fld", "c.fldsp",
    "c.fsd", "c.fsdsp", "c.fswsp", "c.j", "c.jal", "c.jalr", "c.jr", "c.ld", "c.ldsp", "c.li",
    "c.lui", "c.lw", "c.lwsp", "c.mv", "c.nop", "c.or", "c.sd", "c.sdsp", "c.slli", "c.slli64", "c.srai", "c.srai64", "c.srli", "c.srli64", "c.sub", "c.subw", "c.sw",
    "c.swsp", "c.xor",
    "fabs.d", "fabs.s", "fadd.d", "fadd.s", "fcvt.d.l", "fcvt.d.lu", "fcvt.d.s", "fcvt.d.w", "fcvt.d.wu", "fcvt.s.d", "fcvt.s.l",
    "fcvt.s.lu", "fcvt.s.w", "fcvt.s.wu", "fdiv.d", "fdiv.s", "feq.d", "feq.s", "fld", "fle.d", "fle.s", "flt.d", "flt.s", "flw",
    "fmul.d", "fmul.s", "fmv.d", "fmv.d.x", "fmv.s", "fmv.w.x", "fneg.d", "fneg.s", "fsd", "fsgnj.d", "fsgnj.s", "fsgnjn.d",
    "fsgnjn.s", "fsgnjx.d", "fsgnjx.s", "fsqrt.d", "fsqrt.s", "fsub.d", "fsub.s", "fsw",
];

/// Ends of the names of atomic instructions, which say the order of accesses.
const ORDERS: [&str; 3] = [".aqrl", ".aq", ".rl"];

thread_local! {
    static LEFT_OUT: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Leaves out the correction of the instruction of a name from now on, in this thread: for a test that it is needed.
pub fn leave_out(name: Option<&'static str>) {
    LEFT_OUT.set(name);
    crate::decoder::forget();
}

/// The correction of an instruction; `Ok(None)` where its p-code stands.
///
/// # Errors
/// Nobody has compared the instruction.
pub(crate) fn of(name: &str) -> Result<Option<Fix>, ()> {
    let name = ORDERS.iter().find_map(|order| name.strip_suffix(order)).unwrap_or(name);
    let row = CORRECTIONS.iter().find(|row| row.names.contains(&name));
    match row {
        Some(_) if LEFT_OUT.get() == Some(name) => Ok(None),
        Some(row) => Ok(Some(row.fix)),
        None if COMPARED_NAMES.contains(&name) => Ok(None),
        None => Err(()),
    }
}

/// Instructions that move the bits of a single whatever is above them.
pub(crate) fn moves_bits(name: &str) -> bool {
    matches!(name, "fsw" | "c.fsw" | "c.fswsp")
}

/// Of the extensions whose encodings another one may take, that of an instruction.
pub(crate) fn extension(name: &str) -> Option<Extension> {
    match name {
        "c.fld" | "c.fldsp" | "c.fsd" | "c.fsdsp" => Some(Extension::Cd),
        "c.flw" | "c.flwsp" | "c.fsw" | "c.fswsp" => Some(Extension::Cf),
        "flw" | "fld" | "fsw" | "fsd" => Some(Extension::F),
        "fence.i" => None,
        _ => (name.starts_with('f') && name.contains('.')).then_some(Extension::F),
    }
}
