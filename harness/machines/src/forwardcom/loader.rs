//! Placement of a program's parts in memory.
//!
//! A file says addresses relative to three groups: code and constants (relative to the instruction
//! pointer), data (relative to the data pointer) and thread data. The reference emulator puts the first
//! group at 0x100, behind it a stack of 1 MiB and behind that the others. Here stack and data have fixed
//! places, so that a machine's map does not depend on the program; everything else follows the emulator.

use super::elf::flags;
use crate::memory_map::{HostWindow, MemoryMap, Permissions, RegionSpec};

/// First address of a program's code and constants.
pub const IMAGE: u64 = 0x100;
/// Size of the region that holds code and constants, with the readable zeros below [`IMAGE`].
pub const IMAGE_SIZE: u64 = 0x0100_0000;
/// Window in which the host serves calls: within reach of a 24-bit call from anywhere in the image.
pub const HOST_WINDOW: HostWindow = HostWindow { base: 0x0110_0000, size: 0x1_0000, slot: 16 };
/// Initial stack pointer, and first address of data.
pub const STACK_TOP: u64 = 0x0140_0000;
/// Size of the stack in bytes.
pub const STACK_SIZE: u64 = 0x20_0000;
/// Size of the region for data and thread data.
pub const DATA_SIZE: u64 = 0x0400_0000;

/// The default memory map.
pub fn memory_map() -> MemoryMap {
    let region =
        |name: &str, base, size, permissions| RegionSpec { name: name.into(), base, size, permissions };
    let image = Permissions { read: true, write: false, execute: true };
    MemoryMap {
        regions: vec![
            region("image", 0, IMAGE_SIZE, image),
            region("stack", STACK_TOP - STACK_SIZE, STACK_SIZE, Permissions::DATA),
            region("data", STACK_TOP, DATA_SIZE, Permissions::DATA),
        ],
        stack_top: STACK_TOP,
        host: HOST_WINDOW,
    }
}

/// The part of a program header that the placement needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// ForwardCom's section flags.
    pub flags: u32,
    /// Address relative to the group; the first part of a group has 0.
    pub offset: u64,
    /// Size in memory in bytes.
    pub size: u64,
    /// log2 of the alignment.
    pub align: u8,
}

/// Addresses of placed parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Placement {
    /// Address of each part.
    pub addresses: Vec<u64>,
    /// Address of the groups relative to ip, datap and threadp.
    pub bases: [u64; 3],
}

/// The number of a group among [`Placement::bases`].
pub fn group(raw: u32) -> usize {
    if raw & flags::THREADP != 0 {
        2
    } else if raw & flags::DATAP != 0 || raw & (flags::IP | flags::EXECUTE) == 0 && raw & flags::WRITE != 0 {
        1
    } else {
        0
    }
}

/// Places the parts of a program, in the order of the file: from [`STACK_TOP`] on what is not relative to the
/// instruction pointer. `None` when an address overflows.
pub fn place(parts: &[Part]) -> Option<Placement> {
    let mut placement = Placement { addresses: Vec::new(), bases: [IMAGE, STACK_TOP, 0] };
    let mut at = IMAGE;
    let mut last = flags::READ | flags::IP;
    for part in parts {
        let present = part.flags & (7 | flags::BASES);
        if group(last) == 0 && group(present) != 0 {
            at = STACK_TOP;
            last = flags::READ | flags::WRITE | flags::DATAP;
        }
        if present & 7 != last & 7 {
            at = at.checked_next_multiple_of(1u64.checked_shl(part.align.into())?)?;
        }
        if part.offset == 0
            && let Some(base) = placement.bases.get_mut(group(present))
        {
            *base = at;
        }
        placement.addresses.push(at);
        at = at.checked_add(part.size)?;
        last = present;
    }
    Some(placement)
}
