//! Registers by their roles, and the fate of each across a call: AARCH64-REG.

use super::TARGET;
use crate::abi::call::registers_of_files;
use crate::abi::rules::Rules;
use crosscall_clauses::aarch64::{PlatformRegister, RoundingMode, clause};
use crosscall_model::plan::{ClauseId, Preservation, RegisterRule};
use crosscall_model::target::Register;

/// x8, which has the address of a result in memory.
pub(super) const RESULT_ADDRESS: Register = general(8);

/// x29, the frame pointer.
pub(super) const FRAME_POINTER: Register = general(29);

/// x30.
pub(super) const RETURN_ADDRESS: Register = general(30);

/// Number of v0 among the registers of the target.
const FIRST_VECTOR: u16 = 32;
/// The same of the condition flags and of FPCR; FPSR is the last one.
const FLAGS: u16 = 64;
const MODES: u16 = 65;

/// Bytes of v8 to v15 that are preserved.
const PRESERVED: u16 = 8;

/// A general register by its number.
pub(super) const fn general(number: u8) -> Register {
    Register(number as u16)
}

/// A SIMD register by its number.
pub(super) const fn vector(number: u8) -> Register {
    Register(FIRST_VECTOR + number as u16)
}

/// One rule for each register of the target, in its order.
pub(super) fn fates(rules: &mut Rules<'_>) -> Vec<RegisterRule> {
    let platform = match rules.ask() {
        PlatformRegister::Reserved => Preservation::Reserved,
        PlatformRegister::Temporary => Preservation::Scratch,
    };
    let modes = match rules.ask() {
        RoundingMode::Unchanged => Preservation::Preserved,
        RoundingMode::Free => Preservation::Scratch,
    };
    registers_of_files(TARGET, |file, number| match file {
        "x" => general_fate(number, platform),
        "v" => vector_fate(number.saturating_sub(FIRST_VECTOR)),
        _ => special_fate(number, modes),
    })
}

fn general_fate(number: u16, platform: Preservation) -> (Preservation, &'static [ClauseId]) {
    match number {
        0..=7 => (Preservation::Scratch, &[clause::REG_01]),
        8 => (Preservation::Scratch, &[clause::REG_02]),
        9..=15 => (Preservation::Scratch, &[clause::REG_03]),
        16..=17 => (Preservation::Scratch, &[clause::REG_04]),
        18 => (platform, &[clause::REG_05]),
        19..=28 => (Preservation::Preserved, &[clause::REG_08]),
        29 => (Preservation::Preserved, &[clause::REG_09]),
        // Whatever x30 holds at return, it was jumped to.
        _ => (Preservation::Unspecified, &[clause::REG_10]),
    }
}

fn vector_fate(number: u16) -> (Preservation, &'static [ClauseId]) {
    match number {
        0..=7 => (Preservation::Scratch, &[clause::REG_14]),
        8..=15 => (Preservation::PreservedLow(PRESERVED), &[clause::REG_15, clause::REG_16]),
        _ => (Preservation::Scratch, &[clause::REG_17]),
    }
}

fn special_fate(number: u16, modes: Preservation) -> (Preservation, &'static [ClauseId]) {
    match number {
        FLAGS => (Preservation::Scratch, &[clause::REG_12]),
        MODES => (modes, &[clause::REG_19, clause::REG_20, clause::REG_21]),
        number if number > MODES => (Preservation::Scratch, &[clause::REG_18]),
        // The stack pointer has a rule of its own.
        _ => (Preservation::Unspecified, &[]),
    }
}
