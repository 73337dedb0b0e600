//! Poison of an audit: what lies in everything that was not given, different in every run of a pair.
//!
//! Each run has poison from the same bytes as crosscall's other poison, 0xe0 to 0xef, or from their complements. So every bit
//! differs between the two runs of a pair, and no word is an address of anything.

use crosscall_generator::seed::SplitMix64;
use crosscall_model::finding::ValueId;
use crosscall_model::target::Register;

/// Something that holds poison when the function is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Lair {
    /// A register that carries nothing.
    Register(Register),
    /// Bits of a register above the value in it.
    Above(Register),
    /// Padding inside a value, and bits of it that are not specified.
    Padding(ValueId),
    /// Bytes of the stack between and behind arguments.
    Slots,
    /// The stack beyond the stack pointer.
    Beyond,
    /// The caller's part of the stack, behind the arguments.
    Callers,
    /// Space for a result in memory, before it is written.
    Room,
    /// Memory whose address is passed and that holds nothing yet, or padding in it, by the position of the parameter.
    Object(usize),
    /// Memory around the objects.
    Around,
    /// Elements of vectors that a processor may leave alone or make ones.
    Agnostic,
    /// A register that a runtime function had destroyed.
    Served,
    /// A register that a function of ours had destroyed.
    Left(Register),
    /// A register that snapshots do not hold, by the number of its rule in the plan.
    Unheld(u8),
    /// As that, when a function that was called had destroyed it.
    LeftUnheld(u8),
}

/// Poison of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Poison<'a> {
    /// Decides the bytes.
    pub(super) seed: u64,
    /// Places whose bytes are complemented.
    pub(super) flipped: Flipped,
    /// Registers without poison above what they carry.
    pub(super) extended: &'a [(Register, Above)],
}

/// Bits above an argument instead of poison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Above {
    /// Copies of its highest bit.
    Sign,
    /// Zeros.
    Zero,
}

/// Places in which poison is complemented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flipped {
    /// Nowhere.
    Nowhere,
    /// Everywhere.
    Everywhere,
    /// In one place only.
    Only(Lair),
}

impl Poison<'_> {
    /// The byte at a distance inside of something that holds poison.
    pub(super) fn byte(&self, lair: Lair, at: u64) -> u8 {
        self.nth(lair, self.digits(lair, at), at)
    }

    /// Bytes from a distance on.
    pub(super) fn bytes(&self, lair: Lair, from: u64, count: usize) -> Vec<u8> {
        let mut digits = 0;
        let mut bytes = Vec::with_capacity(count);
        for at in (from..).take(count) {
            if bytes.is_empty() || at % DIGITS == 0 {
                digits = self.digits(lair, at);
            }
            bytes.push(self.nth(lair, digits, at));
        }
        bytes
    }

    /// The bytes of a register above an argument whose highest byte is given.
    pub(super) fn above(&self, register: Register, top: Option<&u8>, count: usize) -> Vec<u8> {
        match self.extended.iter().find(|(extended, _)| *extended == register) {
            None => self.bytes(Lair::Above(register), 0, count),
            Some((_, Above::Sign)) if top.is_some_and(|top| top & 0x80 != 0) => vec![0xff; count],
            Some(_) => vec![0; count],
        }
    }

    /// Bytes with poison in the bits that a mask leaves out.
    pub(super) fn around(&self, lair: Lair, (bytes, mask): (&[u8], &[u8])) -> Vec<u8> {
        let all = (0..).zip(bytes.iter().zip(mask));
        all.map(|(at, (byte, mask))| byte & mask | self.byte(lair, at) & !mask).collect()
    }

    /// The digits of the bytes around a distance.
    fn digits(&self, lair: Lair, at: u64) -> u64 {
        let kind = match lair {
            Lair::Register(register) => u64::from(register.0),
            Lair::Above(register) => 0x1_0000 | u64::from(register.0),
            Lair::Padding(ValueId::Argument(index)) => 0x2_0000 | index as u64,
            Lair::Padding(ValueId::Unnamed(index)) => 0x3_0000 | index as u64,
            Lair::Padding(ValueId::Result) => 0x4_0000,
            Lair::Slots => 0x5_0000,
            Lair::Beyond => 0x6_0000,
            Lair::Callers => 0x7_0000,
            Lair::Room => 0x8_0000,
            Lair::Object(index) => 0x9_0000 | index as u64,
            Lair::Around => 0xa_0000,
            Lair::Served => 0xc_0000,
            Lair::Left(register) => 0xb_0000 | u64::from(register.0),
            Lair::Agnostic => 0xf_0000,
            Lair::Unheld(rule) => 0xd_0000 | u64::from(rule),
            Lair::LeftUnheld(rule) => 0xe_0000 | u64::from(rule),
        };
        SplitMix64::new(self.seed ^ kind << 40 ^ (at / DIGITS)).next_u64()
    }

    fn nth(&self, lair: Lair, digits: u64, at: u64) -> u8 {
        let byte = 0xe0 | (digits >> (at % DIGITS * 4)) as u8 & 0x0f;
        let flipped = match self.flipped {
            Flipped::Nowhere => false,
            Flipped::Everywhere => true,
            Flipped::Only(only) => only == lair,
        };
        if flipped { !byte } else { byte }
    }
}

/// Digits of a number of 64 bits: one for each byte of poison.
const DIGITS: u64 = 16;
