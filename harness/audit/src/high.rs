//! High addresses: the stack, objects, functions of ours and the return address lie above 2^32, so that a pointer that went
//! through 32 bits leads nowhere, and is recognised.

use super::Audit;
use super::draw::Drawn;
use crosscall_model::Target;
use crosscall_model::plan::ClauseId;
use crosscall_model::target::riscv::Abi;
use std::ops::Range;

/// Memory at high addresses: bit 31 is clear in one, and set in the other. With their lowest 32 bits alone there is none.
const MEMORIES: [u64; 2] = [0x5_4000_0000, 0x7_c000_0000];

/// Size of that memory in bytes.
pub(super) const SIZE: u64 = 4 << 20;

/// Distance from its beginning of addresses that stand for code.
const CODE: u64 = 16 << 20;

/// Distance between two of them.
const STEP: u64 = 64;

/// Bytes around an object in which an address is taken for one of it.
const NEAR: u64 = 4096;

/// First addresses of memory in which functions of a target can have their objects, beside the usual one.
pub(super) fn memories(target: Target) -> &'static [u64] {
    match target {
        Target::Riscv(Abi::Lp64 | Abi::Lp64f | Abi::Lp64d) => &MEMORIES,
        _ => &[],
    }
}

/// Addresses that stand for those of code.
pub(super) fn far(memory: u64, near: &[u64]) -> Vec<(u64, u64)> {
    let far = (0..).map(|number: u64| memory + CODE + number * STEP);
    far.zip(near.iter().copied()).collect()
}

/// True for an address beside one that stands for code.
pub(super) fn is_beside(address: u64, far: &[(u64, u64)]) -> bool {
    far.iter().any(|(code, _)| address != *code && address.abs_diff(*code) < STEP / 2)
}

/// What a pointer led to before it went through 32 bits.
pub(super) fn cut(
    address: u64,
    drawn: &Drawn,
    stack: &Range<u64>,
    (far, back): (&[(u64, u64)], u64),
) -> Option<String> {
    let low = address as u32;
    let is_cut = address == u64::from(low) || address == low as i32 as u64;
    if far.is_empty() || !is_cut {
        return None;
    }
    let leads_to = |range: &Range<u64>| {
        let around = range.start.saturating_sub(NEAR)..range.end.saturating_add(NEAR);
        let whole = around.start & !u64::from(u32::MAX) | u64::from(low);
        around.contains(&whole).then_some(whole)
    };
    let objects = drawn.objects.iter().filter(|object| !object.range.is_empty());
    let distances = objects.filter_map(|object| {
        let whole = leads_to(&object.range)?;
        let beside = object.range.start.saturating_sub(whole).max(whole.saturating_sub(object.range.end));
        Some((beside, whole.wrapping_sub(object.range.start).cast_signed(), &object.name))
    });
    let nearest = distances.min_by_key(|(beside, ..)| *beside);
    let object = nearest.map(|(_, distance, name)| format!("`{name}`{distance:+}"));
    let code = || {
        let (_, near) = far.iter().find(|(far, _)| *far as u32 == low)?;
        Some(if *near == back { "the return address" } else { "a function that was passed" }.to_owned())
    };
    object.or_else(code).or_else(|| leads_to(stack).map(|_| "the stack".to_owned()))
}

/// Name of the finding.
pub(super) const CUT: &str = "pointer cut to 32 bits";

/// Clauses by which pointers have 64 bits.
pub(super) fn clauses(target: Target) -> Vec<ClauseId> {
    match target {
        Target::Riscv(_) => vec!["RISCV-TYPE-11"],
        _ => Vec::new(),
    }
}

/// Inputs of which each second half has its memory at high addresses.
const TURN: u64 = 4;

impl Audit<'_> {
    /// Changes to the memory in which the next input has its objects, and back again.
    pub(super) fn change_memory(&mut self) {
        let high = (self.inputs % TURN).checked_sub(TURN - self.high.len() as u64);
        let high = high.and_then(|number| self.high.get_mut(usize::try_from(number).ok()?));
        if let Some(high) = high {
            std::mem::swap(&mut self.scene, high);
        }
    }
}
