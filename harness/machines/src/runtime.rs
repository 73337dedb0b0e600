//! Runtime functions that the host serves: what they compute, whatever the target.
//!
//! Compilers call these when the processor lacks an operation. How arguments and results travel is
//! each target's business (`runtime` in its folder); here operands and results are 64-bit integers,
//! a narrower value in the low bits with zeros above. Floating-point values are their IEEE bits. The
//! names and meanings are those of libgcc, which compiler-rt shares.

mod float;
pub(crate) mod integer;

use std::collections::BTreeMap;
use std::ops::{Add, Div, Mul, Sub};

use crate::memory::AccessFault;
use crate::memory_map::HostWindow;

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

/// Work of a runtime function.
#[derive(Debug, Clone, Copy)]
pub enum Meaning {
    /// A computation: operand widths, result width, function.
    Pure(&'static [Width], Width, Compute),
    /// A function on memory: three word operands, of target address width.
    Memory(MemoryFunction),
    /// Ends the program, with this text.
    Abort(&'static str),
}

/// A runtime function.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    /// Its C name, such as `__divsi3`.
    pub name: &'static str,
    /// Its work.
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
    Function { name: "abort", meaning: Meaning::Abort("abort was called") },
    // 32-bit integers
    word("__mulsi3",      WW, integer::mul32),
    word("__divsi3",      WW, integer::div32),
    word("__udivsi3",     WW, integer::udiv32),
    word("__modsi3",      WW, integer::mod32),
    word("__umodsi3",     WW, integer::umod32),
    word("__ashlsi3",     WW, |a, b| integer::word((a as u32).wrapping_shl(b as u32))),
    word("__ashrsi3",     WW, |a, b| integer::word((a as i32).wrapping_shr(b as u32) as u32)),
    word("__lshrsi3",     WW, |a, b| integer::word((a as u32).wrapping_shr(b as u32))),
    word("__clzsi2",      W,  |a, _| integer::word((a as u32).leading_zeros())),
    word("__ctzsi2",      W,  |a, _| integer::word((a as u32).trailing_zeros())),
    word("__ffssi2",      W,  |a, _| integer::word(if a as u32 == 0 { 0 } else { a.trailing_zeros() + 1 })),
    word("__popcountsi2", W,  |a, _| integer::word((a as u32).count_ones())),
    word("__paritysi2",   W,  |a, _| integer::word((a as u32).count_ones() & 1)),
    word("__bswapsi2",    W,  |a, _| integer::word((a as u32).swap_bytes())),
    // 64-bit integers
    double("__muldi3",    DD, |a, b| Some(a.wrapping_mul(b))),
    double("__divdi3",    DD, |a, b| (b != 0).then(|| (a as i64).wrapping_div(b as i64) as u64)),
    double("__udivdi3",   DD, |a, b| a.checked_div(b)),
    double("__moddi3",    DD, |a, b| (b != 0).then(|| (a as i64).wrapping_rem(b as i64) as u64)),
    double("__umoddi3",   DD, |a, b| a.checked_rem(b)),
    double("__negdi2",    D,  |a, _| Some(a.wrapping_neg())),
    double("__ashldi3",   DW, |a, b| Some(a.wrapping_shl(b as u32))),
    double("__ashrdi3",   DW, |a, b| Some((a as i64).wrapping_shr(b as u32) as u64)),
    double("__lshrdi3",   DW, |a, b| Some(a.wrapping_shr(b as u32))),
    word("__cmpdi2",      DD, |a, b| integer::order((a as i64).cmp(&(b as i64)))),
    word("__ucmpdi2",     DD, |a, b| integer::order(a.cmp(&b))),
    word("__clzdi2",      D,  |a, _| integer::word(a.leading_zeros())),
    word("__ctzdi2",      D,  |a, _| integer::word(a.trailing_zeros())),
    word("__ffsdi2",      D,  |a, _| integer::word(if a == 0 { 0 } else { a.trailing_zeros() + 1 })),
    word("__popcountdi2", D,  |a, _| integer::word(a.count_ones())),
    word("__paritydi2",   D,  |a, _| integer::word(a.count_ones() & 1)),
    double("__bswapdi2",  D,  |a, _| Some(a.swap_bytes())),
    // single
    word("__addsf3",      WW, |a, b| float::apply32(a, b, f32::add)),
    word("__subsf3",      WW, |a, b| float::apply32(a, b, f32::sub)),
    word("__mulsf3",      WW, |a, b| float::apply32(a, b, f32::mul)),
    word("__divsf3",      WW, |a, b| float::apply32(a, b, f32::div)),
    word("__negsf2",      W,  |a, _| integer::word(a as u32 ^ 0x8000_0000)),
    word("__eqsf2",       WW, |a, b| float::compare32(a, b, 1)),
    word("__nesf2",       WW, |a, b| float::compare32(a, b, 1)),
    word("__ltsf2",       WW, |a, b| float::compare32(a, b, 1)),
    word("__lesf2",       WW, |a, b| float::compare32(a, b, 1)),
    word("__gtsf2",       WW, |a, b| float::compare32(a, b, -1)),
    word("__gesf2",       WW, |a, b| float::compare32(a, b, -1)),
    word("__unordsf2",    WW, |a, b| Some((float::single(a).is_nan() || float::single(b).is_nan()).into())),
    word("__fixsfsi",     W,  |a, _| integer::word(float::single(a) as i32 as u32)),
    word("__fixunssfsi",  W,  |a, _| integer::word(float::single(a) as u32)),
    double("__fixsfdi",   W,  |a, _| Some(float::single(a) as i64 as u64)),
    double("__fixunssfdi", W, |a, _| Some(float::single(a) as u64)),
    word("__floatsisf",   W,  |a, _| integer::word((a as i32 as f32).to_bits())),
    word("__floatunsisf", W,  |a, _| integer::word((a as u32 as f32).to_bits())),
    word("__floatdisf",   D,  |a, _| integer::word((a as i64 as f32).to_bits())),
    word("__floatundisf", D,  |a, _| integer::word((a as f32).to_bits())),
    double("__extendsfdf2", W, float::f32_to_f64),
    word("__truncsfbf2",  W,  float::f32_to_bf16),
    // double
    double("__adddf3",    DD, |a, b| float::apply64(a, b, f64::add)),
    double("__subdf3",    DD, |a, b| float::apply64(a, b, f64::sub)),
    double("__muldf3",    DD, |a, b| float::apply64(a, b, f64::mul)),
    double("__divdf3",    DD, |a, b| float::apply64(a, b, f64::div)),
    double("__negdf2",    D,  |a, _| Some(a ^ 0x8000_0000_0000_0000)),
    word("__eqdf2",       DD, |a, b| float::compare64(a, b, 1)),
    word("__nedf2",       DD, |a, b| float::compare64(a, b, 1)),
    word("__ltdf2",       DD, |a, b| float::compare64(a, b, 1)),
    word("__ledf2",       DD, |a, b| float::compare64(a, b, 1)),
    word("__gtdf2",       DD, |a, b| float::compare64(a, b, -1)),
    word("__gedf2",       DD, |a, b| float::compare64(a, b, -1)),
    word("__unorddf2",    DD, |a, b| Some((float::double(a).is_nan() || float::double(b).is_nan()).into())),
    word("__fixdfsi",     D,  |a, _| integer::word(float::double(a) as i32 as u32)),
    word("__fixunsdfsi",  D,  |a, _| integer::word(float::double(a) as u32)),
    double("__fixdfdi",   D,  |a, _| Some(float::double(a) as i64 as u64)),
    double("__fixunsdfdi", D, |a, _| Some(float::double(a) as u64)),
    double("__floatsidf", W,  |a, _| Some(f64::from(a as i32).to_bits())),
    double("__floatunsidf", W, |a, _| Some(f64::from(a as u32).to_bits())),
    double("__floatdidf", D,  |a, _| Some((a as i64 as f64).to_bits())),
    double("__floatundidf", D, |a, _| Some((a as f64).to_bits())),
    word("__truncdfsf2",  D,  float::f64_to_f32),
    // integers that may not overflow (-ftrapv)
    word("__addvsi3",     WW, |a, b| integer::checked32((a as i32).checked_add(b as i32))),
    word("__subvsi3",     WW, |a, b| integer::checked32((a as i32).checked_sub(b as i32))),
    word("__mulvsi3",     WW, |a, b| integer::checked32((a as i32).checked_mul(b as i32))),
    word("__negvsi2",     W,  |a, _| integer::checked32((a as i32).checked_neg())),
    word("__absvsi2",     W,  |a, _| integer::checked32((a as i32).checked_abs())),
    double("__addvdi3",   DD, |a, b| integer::checked64((a as i64).checked_add(b as i64))),
    double("__subvdi3",   DD, |a, b| integer::checked64((a as i64).checked_sub(b as i64))),
    double("__mulvdi3",   DD, |a, b| integer::checked64((a as i64).checked_mul(b as i64))),
    double("__negvdi2",   D,  |a, _| integer::checked64((a as i64).checked_neg())),
    double("__absvdi2",   D,  |a, _| integer::checked64((a as i64).checked_abs())),
    // -fstack-protector
    Function { name: "__stack_chk_fail", meaning: Meaning::Abort("__stack_chk_fail was called") },
];

/// Data that compilers refer to and that the library of a real toolchain defines: the word that `-fstack-protector` compares.
const DATA: &[&str] = &["__stack_chk_guard"];

/// Size in bytes of the space for each of [`DATA`]: a word of the widest machine.
const DATA_BYTES: u64 = 8;

/// Effect of host-served functions on registers that they may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuntimePolicy {
    /// Registers that a function of the normal convention may change beside its results: bit n for the register with number
    /// n in [`Machine::registers`](crate::machine::Machine::registers).
    pub scratch: u64,
    /// Contents of such registers after a call: this plus the register's number. `None` leaves them.
    pub poison: Option<u64>,
}

impl RuntimePolicy {
    /// Fills these registers with a pattern that does not occur in programs.
    pub const fn filling(scratch: u64) -> Self {
        Self { scratch, poison: Some(0xBAD0_0000) }
    }
}

/// A function that one target has for itself: another one than the shared function of its name, or with another convention.
#[derive(Debug)]
pub struct Own<W> {
    /// Its C name.
    pub name: &'static str,
    /// Its work.
    pub work: W,
}

/// A served function.
pub enum Served<W: 'static> {
    /// A function that only this target has.
    Own(&'static Own<W>),
    /// A function that targets share.
    Shared(&'static Function),
}

impl<W> Served<W> {
    /// Its C name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Own(own) => own.name,
            Self::Shared(function) => function.name,
        }
    }
}

/// The functions that the host serves for one target. Each has a slot of the host window: first the target's own, then the
/// shared table, then more of the target's own. A shared function of the same name as an own one is left out, its slot empty.
pub struct Library<W: 'static> {
    /// The target's own functions in front of the shared table.
    pub own: &'static [Own<W>],
    /// Functions that were added behind the shared table.
    pub more: &'static [Own<W>],
    /// True if the target has a shared function.
    pub shares: fn(&Function) -> bool,
    /// Prefix of the names of symbols.
    pub prefix: &'static str,
}

/// Functions that compilers take from the C library. What they call of a library of their own, such as `__udivti3`, is linked from
/// that.
pub static OF_C: Library<()> =
    Library { shares: |function| !matches!(function.meaning, Meaning::Pure(..)), ..Library::SHARED };

impl<W> Library<W> {
    /// The functions that targets share, under their C names.
    pub const SHARED: Self = Self { own: &[], more: &[], shares: |_| true, prefix: "" };

    /// The function in a slot.
    pub fn get(&self, slot: u64) -> Option<Served<W>> {
        let slot = usize::try_from(slot).ok()?;
        if let Some(own) = self.own.get(slot) {
            return Some(Served::Own(own));
        }
        let shared = slot - self.own.len();
        let Some(function) = FUNCTIONS.get(shared) else {
            return self.more.get(shared - FUNCTIONS.len()).map(Served::Own);
        };
        let is_own = self.own.iter().any(|own| own.name == function.name);
        (!is_own && (self.shares)(function)).then_some(Served::Shared(function))
    }

    /// The symbols of all functions and their addresses in a host window.
    pub fn addresses(&self, window: &HostWindow) -> BTreeMap<String, u64> {
        let count = self.own.len() + FUNCTIONS.len() + self.more.len();
        let symbol = |slot: usize| {
            let name = self.get(slot as u64)?.name();
            Some((format!("{}{name}", self.prefix), window.function_address(slot)?))
        };
        (0..count).filter_map(symbol).collect()
    }

    /// The symbols of the library's data and their sizes in bytes.
    pub(crate) fn data(&self) -> BTreeMap<String, u64> {
        DATA.iter().map(|name| (format!("{}{name}", self.prefix), DATA_BYTES)).collect()
    }
}

/// A machine's memory as memory functions use it; accesses count as those of the program.
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
