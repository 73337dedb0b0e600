//! The memory map of a machine: which addresses exist, what may be done there, where the host serves.
//!
//! One map is shared by the linker (which places sections in it) and by the simulator (which provides
//! it), so that the two cannot disagree.

/// Accesses that a region allows to its bytes. Instruction fetch is further restricted to what the
/// loaded program marks as code; see `Memory::declare_code`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permissions {
    /// Data reads are allowed.
    pub read: bool,
    /// Data writes are allowed.
    pub write: bool,
    /// Instruction fetches are allowed.
    pub execute: bool,
}

impl Permissions {
    /// Read, write and execute.
    pub const ALL: Self = Self { read: true, write: true, execute: true };
    /// Read and write, no code.
    pub const DATA: Self = Self { read: true, write: true, execute: false };
    /// Nothing: memory that only the host and special instructions reach.
    pub const HOST: Self = Self { read: false, write: false, execute: false };
    /// Code that data accesses cannot reach.
    pub const FETCH: Self = Self { read: false, write: false, execute: true };
}

/// One contiguous range of memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionSpec {
    /// Name for messages, such as `local`.
    pub name: String,
    /// First byte address.
    pub base: u64,
    /// Size in bytes.
    pub size: u64,
    /// Accesses that it allows.
    pub permissions: Permissions,
}

impl RegionSpec {
    /// A region of `size` bytes from address `base` on.
    pub fn new(name: &str, base: u64, size: u64, permissions: Permissions) -> Self {
        Self { name: name.to_owned(), base, size, permissions }
    }
}

/// A range of addresses that holds no memory: a jump into it ends in the host.
///
/// The first slot is the return address that the harness gives to a function it calls; control that
/// arrives there stops the run. The following slots are the runtime functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostWindow {
    /// First byte address, a multiple of `slot`.
    pub base: u64,
    /// Size in bytes.
    pub size: u64,
    /// Distance in bytes from one served address to the next.
    pub slot: u64,
}

impl HostWindow {
    /// The address at which a called function is expected to arrive when it returns.
    pub const fn return_address(&self) -> u64 {
        self.base
    }

    /// The address of runtime function number `index`, or `None` when the window is too small.
    pub fn function_address(&self, index: usize) -> Option<u64> {
        let offset = u64::try_from(index).ok()?.checked_add(1)?.checked_mul(self.slot)?;
        if offset.checked_add(self.slot)? > self.size {
            return None;
        }
        self.base.checked_add(offset)
    }

    /// The page right before the window.
    pub const fn page_before(&self) -> u64 {
        self.base.saturating_sub(0x1000)
    }

    /// Returns whether `address` lies in the window.
    pub const fn contains(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.size
    }

    /// The slot number of `address`: 0 is the return address, `n + 1` is runtime function `n`.
    /// `None` outside the window and between two slots.
    pub fn slot_of(&self, address: u64) -> Option<u64> {
        let offset = address.wrapping_sub(self.base);
        if offset >= self.size || !offset.is_multiple_of(self.slot.max(1)) {
            return None;
        }
        Some(offset / self.slot.max(1))
    }
}

/// All regions of a machine, its initial stack pointer and its host window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryMap {
    /// The regions; none may overlap another or the host window.
    pub regions: Vec<RegionSpec>,
    /// Initial stack pointer: for a stack that grows down, the address above the first item.
    pub stack_top: u64,
    /// Addresses at which the host serves calls.
    pub host: HostWindow,
}

/// The memory of a machine that has one region for code, data and stack, with the host window right behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlatMemory {
    /// First byte address.
    pub base: u64,
    /// Size in bytes.
    pub size: u64,
}

impl FlatMemory {
    /// Initial stack pointer, with 1 MiB above it for what a caller's frame holds.
    pub const fn stack_top(self) -> u64 {
        self.base + self.size - 0x10_0000
    }

    /// Page at the end for what a system keeps of its only thread, where a program has no thread-local storage.
    pub const fn thread_page(self) -> u64 {
        self.host_window().page_before()
    }

    /// Addresses at which the host serves runtime functions.
    pub const fn host_window(self) -> HostWindow {
        HostWindow { base: self.base + self.size, size: 0x1_0000, slot: 16 }
    }

    /// The memory map.
    pub fn memory_map(self) -> MemoryMap {
        let ram = RegionSpec::new("ram", self.base, self.size, Permissions::ALL);
        MemoryMap { regions: vec![ram], stack_top: self.stack_top(), host: self.host_window() }
    }
}

/// Why a memory map cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// The program has no simulator of the processor.
    #[error(
        "this program was built without the interpreter of p-code, which executes this processor's programs; it needs a C++ compiler and the default features"
    )]
    NoMachine,
    /// A region is empty or runs over the end of the address space.
    #[error("memory region `{name}` at {base:#x} of {size:#x} bytes does not fit the address space")]
    Bounds {
        /// The region's name.
        name: String,
        /// Its first address.
        base: u64,
        /// Its size in bytes.
        size: u64,
    },
    /// Two regions share addresses.
    #[error("memory regions `{first}` and `{second}` overlap")]
    Overlap {
        /// The earlier region.
        first: String,
        /// The later region.
        second: String,
    },
    /// The regions together are larger than a simulator provides.
    #[error("the memory map needs {total:#x} bytes, more than {limit:#x}")]
    TooLarge {
        /// Sum of the sizes in bytes.
        total: u64,
        /// The largest sum accepted.
        limit: u64,
    },
    /// The system has no room for a region.
    #[error("the system gives no memory for a region of {size:#x} bytes")]
    NoRoom {
        /// Its size in bytes.
        size: u64,
    },
}

/// The largest sum of region sizes that a simulator provides, in bytes.
pub const MAXIMUM_MEMORY: u64 = 1 << 30;

impl MemoryMap {
    /// Checks that the regions are sane, disjoint and not too large in total.
    pub fn validate(&self) -> Result<(), MapError> {
        let mut total = 0u64;
        let window = (self.host.base, self.host.size, "host window");
        for (index, region) in self.regions.iter().enumerate() {
            let end = region.base.checked_add(region.size);
            if region.size == 0 || end.is_none() {
                return Err(MapError::Bounds {
                    name: region.name.clone(),
                    base: region.base,
                    size: region.size,
                });
            }
            total = total.saturating_add(region.size);
            let later = self.regions.iter().skip(index + 1);
            let others = later.map(|r| (r.base, r.size, r.name.as_str())).chain([window]);
            for (base, size, name) in others {
                if region.base.wrapping_sub(base) < size || base.wrapping_sub(region.base) < region.size {
                    return Err(MapError::Overlap { first: region.name.clone(), second: name.to_string() });
                }
            }
        }
        if total > MAXIMUM_MEMORY {
            return Err(MapError::TooLarge { total, limit: MAXIMUM_MEMORY });
        }
        Ok(())
    }

    /// The region that holds `address`, if any.
    pub fn region_at(&self, address: u64) -> Option<&RegionSpec> {
        self.regions.iter().find(|region| address.wrapping_sub(region.base) < region.size)
    }
}
