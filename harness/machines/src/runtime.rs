//! Runtime functions that the host serves: what they compute, whatever the target.
//!
//! Compilers call these when the processor lacks an operation. How arguments and results travel is
//! each target's business (`runtime` in its folder); here operands and results are 64-bit integers,
//! a narrower value in the low bits with zeros above. Floating-point values are their IEEE bits. The
//! names and meanings are those of libgcc, which compiler-rt shares.

mod float;
pub(crate) mod integer;

use crate::memory::AccessFault;

/// Width of an operand or result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// 32 bits.
    Word,
    /// 64 bits.
    Double,
}

/// A function of up to two operands; a missing operand is 0. `None` where the operation has no
/// result, such as division by zero, or an overflow where that traps.
pub type Compute = fn(u64, u64) -> Option<u64>;

/// A function of the C library on memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryFunction {
    /// `memcpy(to, from, size)`.
    Copy,
    /// `memmove(to, from, size)`.
    Move,
    /// `memset(to, byte, size)`.
    Set,
    /// `memcmp(a, b, size)`.
    Compare,
}

/// What a runtime function does.
#[derive(Debug, Clone, Copy)]
pub enum Meaning {
    /// A computation: operand widths, result width, function.
    Pure(&'static [Width], Width, Compute),
    /// A function on memory: three word operands, of target address width.
    Memory(MemoryFunction),
    /// Ends the program.
    Abort,
}

/// A runtime function.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    /// Its C name, such as `__divsi3`.
    pub name: &'static str,
    /// What it does.
    pub meaning: Meaning,
}

const W: &[Width] = &[Width::Word];
const D: &[Width] = &[Width::Double];
const WW: &[Width] = &[Width::Word, Width::Word];
const DD: &[Width] = &[Width::Double, Width::Double];
const DW: &[Width] = &[Width::Double, Width::Word];

const fn word(name: &'static str, operands: &'static [Width], compute: Compute) -> Function {
    Function { name, meaning: Meaning::Pure(operands, Width::Word, compute) }
}

const fn double(name: &'static str, operands: &'static [Width], compute: Compute) -> Function {
    Function { name, meaning: Meaning::Pure(operands, Width::Double, compute) }
}

const fn memory(name: &'static str, function: MemoryFunction) -> Function {
    Function { name, meaning: Meaning::Memory(function) }
}

/// Every runtime function. A target serves those that its compilers call; the order is for ever, so
/// that addresses do not move.
#[rustfmt::skip]
pub static FUNCTIONS: &[Function] = &[
    memory("memcpy",  MemoryFunction::Copy),
    memory("memmove", MemoryFunction::Move),
    memory("memset",  MemoryFunction::Set),
    memory("memcmp",  MemoryFunction::Compare),
    Function { name: "abort", meaning: Meaning::Abort },
    // 32-bit integers
    word("__mulsi3",      WW, integer::mul32),
    word("__divsi3",      WW, integer::div32),
    word("__udivsi3",     WW, integer::udiv32),
    word("__modsi3",      WW, integer::mod32),
    word("__umodsi3",     WW, integer::umod32),
    word("__ashlsi3",     WW, integer::shl32),
    word("__ashrsi3",     WW, integer::sar32),
    word("__lshrsi3",     WW, integer::shr32),
    word("__clzsi2",      W,  integer::clz32),
    word("__ctzsi2",      W,  integer::ctz32),
    word("__ffssi2",      W,  integer::ffs32),
    word("__popcountsi2", W,  integer::popcount32),
    word("__paritysi2",   W,  integer::parity32),
    word("__bswapsi2",    W,  integer::bswap32),
    // 64-bit integers
    double("__muldi3",    DD, integer::mul64),
    double("__divdi3",    DD, integer::div64),
    double("__udivdi3",   DD, integer::udiv64),
    double("__moddi3",    DD, integer::mod64),
    double("__umoddi3",   DD, integer::umod64),
    double("__negdi2",    D,  integer::neg64),
    double("__ashldi3",   DW, integer::shl64),
    double("__ashrdi3",   DW, integer::sar64),
    double("__lshrdi3",   DW, integer::shr64),
    word("__cmpdi2",      DD, integer::cmp64),
    word("__ucmpdi2",     DD, integer::ucmp64),
    word("__clzdi2",      D,  integer::clz64),
    word("__ctzdi2",      D,  integer::ctz64),
    word("__ffsdi2",      D,  integer::ffs64),
    word("__popcountdi2", D,  integer::popcount64),
    word("__paritydi2",   D,  integer::parity64),
    double("__bswapdi2",  D,  integer::bswap64),
    // single
    word("__addsf3",      WW, float::add32),
    word("__subsf3",      WW, float::sub32),
    word("__mulsf3",      WW, float::mul32),
    word("__divsf3",      WW, float::div32),
    word("__negsf2",      W,  float::neg32),
    word("__eqsf2",       WW, float::eq32),
    word("__nesf2",       WW, float::eq32),
    word("__ltsf2",       WW, float::lt32),
    word("__lesf2",       WW, float::lt32),
    word("__gtsf2",       WW, float::gt32),
    word("__gesf2",       WW, float::gt32),
    word("__unordsf2",    WW, float::unordered32),
    word("__fixsfsi",     W,  float::f32_to_i32),
    word("__fixunssfsi",  W,  float::f32_to_u32),
    double("__fixsfdi",   W,  float::f32_to_i64),
    double("__fixunssfdi", W, float::f32_to_u64),
    word("__floatsisf",   W,  float::i32_to_f32),
    word("__floatunsisf", W,  float::u32_to_f32),
    word("__floatdisf",   D,  float::i64_to_f32),
    word("__floatundisf", D,  float::u64_to_f32),
    double("__extendsfdf2", W, float::f32_to_f64),
    // double
    double("__adddf3",    DD, float::add64),
    double("__subdf3",    DD, float::sub64),
    double("__muldf3",    DD, float::mul64),
    double("__divdf3",    DD, float::div64),
    double("__negdf2",    D,  float::neg64),
    word("__eqdf2",       DD, float::eq64),
    word("__nedf2",       DD, float::eq64),
    word("__ltdf2",       DD, float::lt64),
    word("__ledf2",       DD, float::lt64),
    word("__gtdf2",       DD, float::gt64),
    word("__gedf2",       DD, float::gt64),
    word("__unorddf2",    DD, float::unordered64),
    word("__fixdfsi",     D,  float::f64_to_i32),
    word("__fixunsdfsi",  D,  float::f64_to_u32),
    double("__fixdfdi",   D,  float::f64_to_i64),
    double("__fixunsdfdi", D, float::f64_to_u64),
    double("__floatsidf", W,  float::i32_to_f64),
    double("__floatunsidf", W, float::u32_to_f64),
    double("__floatdidf", D,  float::i64_to_f64),
    double("__floatundidf", D, float::u64_to_f64),
    word("__truncdfsf2",  D,  float::f64_to_f32),
    // integers that may not overflow (-ftrapv)
    word("__addvsi3",     WW, integer::addv32),
    word("__subvsi3",     WW, integer::subv32),
    word("__mulvsi3",     WW, integer::mulv32),
    word("__negvsi2",     W,  integer::negv32),
    word("__absvsi2",     W,  integer::absv32),
    double("__addvdi3",   DD, integer::addv64),
    double("__subvdi3",   DD, integer::subv64),
    double("__mulvdi3",   DD, integer::mulv64),
    double("__negvdi2",   D,  integer::negv64),
    double("__absvdi2",   D,  integer::absv64),
];

/// Finds a function by its C name.
pub fn find(name: &str) -> Option<(usize, &'static Function)> {
    FUNCTIONS.iter().enumerate().find(|(_, function)| function.name == name)
}

/// What memory functions need of a machine's memory; accesses count as those of the program.
pub trait MemoryPort {
    /// Reads bytes.
    ///
    /// # Errors
    ///
    /// No memory, or no permission.
    fn load(&mut self, address: u64, length: u64) -> Result<Vec<u8>, AccessFault>;
    /// Writes bytes.
    ///
    /// # Errors
    ///
    /// No memory, or no permission; nothing is written then.
    fn store(&mut self, address: u64, bytes: &[u8]) -> Result<(), AccessFault>;
    /// Says whether `length` bytes from `address` are memory, before anything of that length is made.
    ///
    /// # Errors
    ///
    /// They are not.
    fn check(&self, address: u64, length: u64) -> Result<(), AccessFault>;
}

/// Performs a memory function and gives its result: the first operand, or for a comparison the
/// difference of the first differing bytes as a signed number.
///
/// # Errors
///
/// An access failed. Nothing has been written then.
pub fn perform<M: MemoryPort>(
    function: MemoryFunction,
    operands: [u64; 3],
    memory: &mut M,
) -> Result<u64, AccessFault> {
    let [first, second, length] = operands;
    match function {
        MemoryFunction::Copy | MemoryFunction::Move => {
            let bytes = memory.load(second, length)?;
            memory.store(first, &bytes)?;
            Ok(first)
        }
        MemoryFunction::Set => {
            memory.check(first, length)?;
            let size = usize::try_from(length).unwrap_or(0);
            memory.store(first, &vec![second as u8; size])?;
            Ok(first)
        }
        MemoryFunction::Compare => {
            let left = memory.load(first, length)?;
            let right = memory.load(second, length)?;
            let different = left.iter().zip(&right).find(|(a, b)| a != b);
            Ok(different.map_or(0, |(a, b)| i64::from(*a) - i64::from(*b)) as u64)
        }
    }
}
