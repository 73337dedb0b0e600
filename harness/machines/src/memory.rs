//! The memory of a simulator: regions of bytes that can be put back to their start state cheaply.
//!
//! The first write to a page after [`Memory::seal`] saves the page's old contents, so that
//! [`Memory::reset`] costs only as much as was written. Pages whose bytes a simulator has decoded are
//! *watched*: a write to them is reported, so that the simulator can forget what it decoded.

use crate::machine::FaultKind;
use crate::memory_map::{MapError, MemoryMap, Permissions};
use crosscall_model::counted;
use memmap2::MmapMut;

/// Size of the unit in which writes are tracked, in bytes.
pub const PAGE: usize = 1024;

/// Page state bit: the page was not written since the last seal; the next write must save it.
const CLEAN: u8 = 1;
/// Page state bit: writes to the page must be reported.
const WATCHED: u8 = 2;
/// Page state bit: the page is as it was when the memory was made or last cleared. Such a page is clean.
const UNTOUCHED: u8 = 4;
/// State of a page of fresh memory.
const FRESH: u8 = CLEAN | UNTOUCHED;

/// Why an access to memory failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AccessFault {
    /// Unmapped, forbidden or misaligned.
    pub kind: FaultKind,
    /// First byte address of the access.
    pub address: u64,
    /// Its length in bytes.
    pub length: u64,
}

impl std::fmt::Display for AccessFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.kind {
            FaultKind::Misaligned => "misaligned access",
            FaultKind::Forbidden => "forbidden access",
            _ => "no memory for an access",
        };
        write!(f, "{what} of {} at {:#x}", counted(self.length, "byte"), self.address)
    }
}

impl std::error::Error for AccessFault {}

/// The kind of page that a write went to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "what was decoded from a watched page must be forgotten"]
pub enum Written {
    /// No byte of a watched page was written.
    Unwatched,
    /// A watched page was written.
    Watched,
}

#[derive(Debug)]
struct Region {
    base: u64,
    size: u64,
    permissions: Permissions,
    /// Pages of the system's own: zeros that nobody has written, and that go back when this is dropped. Of an allocator they would
    /// come back written, and would have to be zeroed.
    data: MmapMut,
    state: Vec<u8>,
}

impl Region {
    /// The byte range of an access in `data`, if it lies in the region as a whole.
    #[inline(always)]
    fn range(&self, address: u64, length: u64) -> Option<std::ops::Range<usize>> {
        let offset = address.wrapping_sub(self.base);
        if offset >= self.size || length > self.size - offset {
            return None;
        }
        Some(offset as usize..(offset + length) as usize)
    }
}

/// The memory of one simulated machine.
#[derive(Debug)]
pub struct Memory {
    regions: Vec<Region>,
    /// Pages saved since the last seal: region, page number; contents follow in `saved_bytes`.
    saved: Vec<(usize, usize)>,
    saved_bytes: Vec<u8>,
    /// Pages that are no longer fresh: region, page number.
    touched: Vec<(usize, usize)>,
    /// Address ranges from which instructions may be fetched: first address, size.
    code: Vec<(u64, u64)>,
}

impl Memory {
    /// Makes zeroed memory for a map.
    ///
    /// # Errors
    ///
    /// The map does not pass [`MemoryMap::validate`], or the system has no memory.
    pub fn new(map: &MemoryMap) -> Result<Self, MapError> {
        map.validate()?;
        let region = |spec: &crate::memory_map::RegionSpec| {
            let size = spec.size as usize;
            let data = MmapMut::map_anon(size).map_err(|_| MapError::NoRoom { size: spec.size })?;
            Ok(Region {
                base: spec.base,
                size: spec.size,
                permissions: spec.permissions,
                data,
                state: vec![FRESH; size.div_ceil(PAGE)],
            })
        };
        let regions = map.regions.iter().map(region).collect::<Result<_, _>>()?;
        let (saved, saved_bytes, touched, code) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Self { regions, saved, saved_bytes, touched, code })
    }

    /// Reads `N` bytes (1, 2, 4 or 8) as the program, naturally aligned.
    ///
    /// # Errors
    ///
    /// No memory, no permission, or an address that is not a multiple of `N`.
    #[inline(always)]
    pub fn load<const N: usize>(&self, address: u64) -> Result<[u8; N], AccessFault> {
        if !address.is_multiple_of(N as u64) {
            return Err(fault(FaultKind::Misaligned, address, N as u64));
        }
        self.load_any(address)
    }

    /// Like [`Memory::load`] for any alignment.
    ///
    /// # Errors
    ///
    /// No memory or no permission.
    #[inline(always)]
    pub fn load_any<const N: usize>(&self, address: u64) -> Result<[u8; N], AccessFault> {
        for region in &self.regions {
            let offset = address.wrapping_sub(region.base);
            if offset < region.size {
                let bytes = region.data.get(offset as usize..).and_then(|rest| rest.first_chunk::<N>());
                return match bytes {
                    Some(bytes) if region.permissions.read => Ok(*bytes),
                    Some(_) => Err(fault(FaultKind::Forbidden, address, N as u64)),
                    None => Err(fault(FaultKind::Unmapped, address, N as u64)),
                };
            }
        }
        Err(fault(FaultKind::Unmapped, address, N as u64))
    }

    /// Writes `N` bytes (1, 2, 4 or 8) as the program, naturally aligned.
    ///
    /// # Errors
    ///
    /// No memory, no permission, or an address that is not a multiple of `N`; nothing is written.
    #[inline(always)]
    pub fn store<const N: usize>(&mut self, address: u64, bytes: [u8; N]) -> Result<Written, AccessFault> {
        if !address.is_multiple_of(N as u64) {
            return Err(fault(FaultKind::Misaligned, address, N as u64));
        }
        self.store_any(address, bytes)
    }

    /// Like [`Memory::store`] for any alignment.
    ///
    /// # Errors
    ///
    /// No memory or no permission; nothing is written.
    #[inline(always)]
    pub fn store_any<const N: usize>(
        &mut self,
        address: u64,
        bytes: [u8; N],
    ) -> Result<Written, AccessFault> {
        for region in &mut self.regions {
            let offset = address.wrapping_sub(region.base);
            if offset < region.size {
                if !region.permissions.write {
                    return Err(fault(FaultKind::Forbidden, address, N as u64));
                }
                // What does not stay in one page, or is not in memory as a whole, takes the slow path.
                let start = offset as usize;
                let page = start / PAGE;
                let within = (start + N - 1) / PAGE == page;
                if within && region.state.get(page) == Some(&0) {
                    let place = region.data.get_mut(start..).and_then(|rest| rest.first_chunk_mut::<N>());
                    let Some(place) = place else { break };
                    *place = bytes;
                    return Ok(Written::Unwatched);
                }
                return self.write(address, &bytes);
            }
        }
        Err(fault(FaultKind::Unmapped, address, N as u64))
    }

    /// Writes bytes as the program, whatever the alignment.
    ///
    /// # Errors
    ///
    /// No memory or no permission for some byte; nothing is written.
    pub fn store_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<Written, AccessFault> {
        let length = bytes.len() as u64;
        match self.regions.iter().find(|region| region.range(address, length).is_some()) {
            Some(region) if !region.permissions.write => Err(fault(FaultKind::Forbidden, address, length)),
            _ => self.write(address, bytes),
        }
    }

    /// Reads bytes as the program, whatever the alignment; an empty read of any address succeeds.
    ///
    /// # Errors
    ///
    /// No memory or no permission for some byte.
    pub fn load_bytes(&self, address: u64, length: u64) -> Result<&[u8], AccessFault> {
        if length == 0 {
            return Ok(&[]);
        }
        for region in &self.regions {
            if let Some(range) = region.range(address, length) {
                if !region.permissions.read {
                    return Err(fault(FaultKind::Forbidden, address, length));
                }
                return region.data.get(range).ok_or(fault(FaultKind::Unmapped, address, length));
            }
        }
        Err(fault(FaultKind::Unmapped, address, length))
    }

    /// Reads bytes as the host, whatever the permissions. The range must lie in one region.
    ///
    /// # Errors
    ///
    /// No memory for some byte; `out` is then unchanged.
    pub fn read(&self, address: u64, out: &mut [u8]) -> Result<(), AccessFault> {
        if out.is_empty() {
            return Ok(());
        }
        let bytes =
            self.bytes(address, out.len()).ok_or(fault(FaultKind::Unmapped, address, out.len() as u64))?;
        out.copy_from_slice(bytes);
        Ok(())
    }

    /// The bytes of a range as the host sees them, whatever the permissions; `None` where it is not in one region.
    pub fn bytes(&self, address: u64, length: usize) -> Option<&[u8]> {
        self.regions.iter().find_map(|region| region.data.get(region.range(address, length as u64)?))
    }

    /// Writes bytes as the host, whatever the permissions. The range must lie in one region.
    ///
    /// # Errors
    ///
    /// No memory for some byte; nothing is written.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<Written, AccessFault> {
        let length = bytes.len() as u64;
        if length == 0 {
            return Ok(Written::Unwatched);
        }
        for (number, region) in self.regions.iter_mut().enumerate() {
            let Some(range) = region.range(address, length) else { continue };
            let mut watched = false;
            for page in range.start / PAGE..=(range.end - 1) / PAGE {
                let Some(state) = region.state.get_mut(page) else { continue };
                watched |= *state & WATCHED != 0;
                if *state & CLEAN != 0 {
                    if *state & UNTOUCHED != 0 {
                        self.touched.push((number, page));
                    }
                    *state &= !FRESH;
                    self.saved.push((number, page));
                    let start = page * PAGE;
                    let end = (start + PAGE).min(region.data.len());
                    let old = region.data.get(start..end).unwrap_or_default();
                    self.saved_bytes.extend_from_slice(old);
                    // Every saved page takes a whole page, so that offsets stay simple.
                    self.saved_bytes.resize(self.saved.len() * PAGE, 0);
                }
            }
            if let Some(place) = region.data.get_mut(range) {
                place.copy_from_slice(bytes);
            }
            return Ok(if watched { Written::Watched } else { Written::Unwatched });
        }
        Err(fault(FaultKind::Unmapped, address, length))
    }

    /// Makes the present contents those to which [`Memory::reset`] returns.
    pub fn seal(&mut self) {
        for (number, page) in self.saved.drain(..) {
            if let Some(state) = self.regions.get_mut(number).and_then(|region| region.state.get_mut(page)) {
                *state |= CLEAN;
            }
        }
        self.saved_bytes.clear();
    }

    /// Puts back every page written since the last seal. `watched` is called with the address of
    /// each restored page that is watched.
    pub fn reset(&mut self, mut watched: impl FnMut(u64)) {
        for ((number, page), old) in self.saved.drain(..).zip(self.saved_bytes.chunks(PAGE)) {
            let Some(region) = self.regions.get_mut(number) else { continue };
            if let Some(place) = region.data.get_mut(page * PAGE..) {
                for_each_copy(place, old);
            }
            if let Some(state) = region.state.get_mut(page) {
                *state |= CLEAN;
                if *state & WATCHED != 0 {
                    watched(region.base.wrapping_add((page * PAGE) as u64));
                }
            }
        }
        self.saved_bytes.clear();
    }

    /// Sets every byte to 0 and forgets code ranges, watched pages and saved pages. Costs only as much as
    /// was written or watched since the last time.
    pub fn clear(&mut self) {
        for (number, page) in self.touched.drain(..) {
            let Some(region) = self.regions.get_mut(number) else { continue };
            let start = page * PAGE;
            let end = (start + PAGE).min(region.data.len());
            if let Some(bytes) = region.data.get_mut(start..end) {
                bytes.fill(0);
            }
            if let Some(state) = region.state.get_mut(page) {
                *state = FRESH;
            }
        }
        self.saved.clear();
        self.saved_bytes.clear();
        self.code.clear();
    }

    /// Allows instruction fetches from a range.
    pub fn declare_code(&mut self, address: u64, size: u64) {
        if size > 0 {
            self.code.push((address, size));
        }
    }

    /// Returns whether the range was declared as code and lies in a region that allows fetches.
    pub fn is_code(&self, address: u64, length: u64) -> bool {
        let inside = |&(base, size): &(u64, u64)| {
            let offset = address.wrapping_sub(base);
            offset < size && length <= size - offset
        };
        self.code.iter().any(inside)
            && self.regions.iter().any(|r| r.permissions.execute && r.range(address, length).is_some())
    }

    /// Watches the page that holds `address`.
    pub fn watch(&mut self, address: u64) {
        for (number, region) in self.regions.iter_mut().enumerate() {
            let Some(range) = region.range(address, 1) else { continue };
            let page = range.start / PAGE;
            if let Some(state) = region.state.get_mut(page) {
                if *state & UNTOUCHED != 0 {
                    self.touched.push((number, page));
                }
                *state = *state & !UNTOUCHED | WATCHED;
            }
            return;
        }
    }

    /// Pages written since the last seal.
    pub fn written_pages(&self) -> usize {
        self.saved.len()
    }
}

#[inline(always)]
const fn fault(kind: FaultKind, address: u64, length: u64) -> AccessFault {
    AccessFault { kind, address, length }
}

/// Copies as many bytes as both slices have.
fn for_each_copy(to: &mut [u8], from: &[u8]) {
    let length = to.len().min(from.len());
    if let (Some(to), Some(from)) = (to.get_mut(..length), from.get(..length)) {
        to.copy_from_slice(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory_map::{HostWindow, RegionSpec};

    fn memory() -> Memory {
        let region =
            |name: &str, base, size, permissions| RegionSpec { name: name.into(), base, size, permissions };
        let map = MemoryMap {
            regions: vec![
                region("low", 0x100, 0x1804, Permissions::ALL),
                region("rom", 0x8000, 0x400, Permissions::FETCH),
                region("top", u64::MAX - 0xff, 0xff, Permissions::DATA),
            ],
            stack_top: 0,
            host: HostWindow { base: 0xF000, size: 0x100, slot: 16 },
        };
        match Memory::new(&map) {
            Ok(memory) => memory,
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn what_is_written_is_read_and_reset_undoes_it() {
        let mut memory = memory();
        assert_eq!(memory.write(0x200, &[7; 3000]), Ok(Written::Unwatched));
        memory.seal();
        assert_eq!(memory.store(0x208, 0x1122_3344_5566_7788u64.to_le_bytes()), Ok(Written::Unwatched));
        assert_eq!(memory.load(0x20c), Ok([0x44, 0x33, 0x22, 0x11]));
        assert_eq!(memory.load(0x208), Ok([0x88, 0x77]));
        assert_eq!(memory.written_pages(), 1);
        memory.reset(|_| panic!("nothing is watched"));
        assert_eq!(memory.load(0x208), Ok([7; 8]));
        assert_eq!(memory.written_pages(), 0);
    }

    #[test]
    fn faults_name_kind_and_address() {
        let mut memory = memory();
        let fault = |kind, address, length| AccessFault { kind, address, length };
        assert_eq!(memory.load::<4>(0x102), Err(fault(FaultKind::Misaligned, 0x102, 4)));
        assert_eq!(memory.load::<4>(0xfc), Err(fault(FaultKind::Unmapped, 0xfc, 4)));
        assert_eq!(memory.load::<8>(0x1900), Err(fault(FaultKind::Unmapped, 0x1900, 8)));
        assert_eq!(memory.load::<4>(0x1900), Ok([0; 4]));
        assert_eq!(memory.load::<4>(0x8000), Err(fault(FaultKind::Forbidden, 0x8000, 4)));
        assert_eq!(memory.store(0x8000, [1, 2]), Err(fault(FaultKind::Forbidden, 0x8000, 2)));
        assert_eq!(memory.store(0x1902, [0; 2]), Ok(Written::Unwatched));
        assert_eq!(memory.store(0x1904, [0; 2]), Err(fault(FaultKind::Unmapped, 0x1904, 2)));
        assert_eq!(memory.load::<8>(u64::MAX - 7), Err(fault(FaultKind::Unmapped, u64::MAX - 7, 8)));
        assert_eq!(
            memory.load_bytes(u64::MAX - 7, u64::MAX),
            Err(fault(FaultKind::Unmapped, u64::MAX - 7, u64::MAX))
        );
        assert_eq!(memory.load_bytes(3, 0), Ok(&[][..]));
    }

    #[test]
    fn watched_pages_report_writes_and_resets() {
        let mut memory = memory();
        memory.watch(0x500);
        assert_eq!(memory.store(0x4fc, [0; 4]), Ok(Written::Unwatched));
        assert_eq!(memory.store(0x500, [1; 4]), Ok(Written::Watched));
        assert_eq!(memory.write(0x4f0, &[9; 32]), Ok(Written::Watched));
        let mut restored = Vec::new();
        memory.reset(|address| restored.push(address));
        assert_eq!(restored, [0x500]);
        assert_eq!(memory.load(0x500), Ok([0; 4]));
    }

    #[test]
    fn cleared_memory_is_as_new() {
        let mut used = memory();
        used.watch(0x1500);
        assert_eq!(used.write(0x1700, &[1; 0x204]), Ok(Written::Watched));
        used.seal();
        assert_eq!(used.store(0x1900, [2; 4]), Ok(Written::Unwatched));
        assert_eq!(used.store(0x500, [3; 8]), Ok(Written::Unwatched));
        used.declare_code(0x500, 8);
        used.clear();
        let new = memory();
        for (used, new) in used.regions.iter().zip(&new.regions) {
            assert_eq!((&used.data[..], &used.state), (&new.data[..], &new.state));
        }
        assert!(!used.is_code(0x500, 2) && used.written_pages() == 0);
        assert_eq!(used.store(0x1500, [4; 4]), Ok(Written::Unwatched));
        used.reset(|_| panic!("nothing is watched"));
        assert_eq!(used.load(0x1500), Ok([0; 4]));
    }

    #[test]
    fn only_declared_code_can_be_fetched() {
        let mut memory = memory();
        memory.declare_code(0x200, 6);
        assert!(memory.is_code(0x204, 2));
        assert!(!memory.is_code(0x204, 4));
        assert!(!memory.is_code(0x1fe, 2));
        memory.declare_code(u64::MAX - 0xff, 8);
        assert!(!memory.is_code(u64::MAX - 0xff, 2));
    }
}
