//! Breaches of the document's demands as the observer sees them: by function and cause, each counted.

use std::collections::HashMap;

/// Cause of a breach. Registers are positions in the lists of [`Rules`](super::rules::Rules).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Cause {
    /// A register of up to 64 bits that is not given back.
    Slot(u8),
    /// A wider register that is not given back.
    Wide(u8),
    /// A reserved register that is written.
    Reserved(u8),
    /// The stack pointer is not given back.
    StackPointer,
    /// The stack pointer is not aligned.
    Misaligned,
    /// The stack pointer is not aligned at a call.
    MisalignedAtCall,
    /// Memory beyond the stack pointer is read or written.
    Beyond,
    /// Control does not come back to the return address.
    ReturnAddress,
}

/// A breach with what showed it first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Breach {
    /// First address of the function.
    pub(super) function: u64,
    pub(super) cause: Cause,
    /// Address of the call that the function was called by; `None` for one that nobody called.
    pub(super) site: Option<u64>,
    /// Address of the instruction that shows it.
    pub(super) pc: u64,
    /// Address of the instruction to blame where that is another one: the last write of a register.
    pub(super) writer: Option<u64>,
    /// Value that is demanded, or the stack pointer.
    pub(super) expected: u64,
    /// Value that was found, or the address that was accessed.
    pub(super) observed: u64,
    /// Bytes of wide registers: demanded and found.
    pub(super) bytes: Option<Box<(Vec<u8>, Vec<u8>)>>,
    /// Of an access: its size in bytes, and true for a write.
    pub(super) access: Option<(u64, bool)>,
    /// Other calls that show the same.
    pub(super) other_sites: Vec<u64>,
    /// How often it was seen.
    pub(super) times: u64,
}

impl Breach {
    /// A breach without details.
    pub(super) fn new(function: u64, cause: Cause, site: Option<u64>, pc: u64) -> Breach {
        Breach {
            function,
            cause,
            site,
            pc,
            writer: None,
            expected: 0,
            observed: 0,
            bytes: None,
            access: None,
            other_sites: Vec::new(),
            times: 1,
        }
    }
}

/// Most other calls that are kept of a breach.
const MOST_SITES: usize = 16;

/// Most breaches that are kept.
const MOST: usize = 4096;

/// Breaches, each function and cause once, in the order in which they were seen.
#[derive(Debug, Clone, Default)]
pub(super) struct Breaches {
    list: Vec<Breach>,
    positions: HashMap<(u64, Cause), usize>,
}

impl Breaches {
    /// Adds a breach, or counts it with the one that it is like.
    pub(super) fn add(&mut self, breach: Breach) {
        let key = (breach.function, breach.cause);
        let position = self.positions.get(&key).copied();
        match position.and_then(|at| self.list.get_mut(at)) {
            Some(known) => {
                known.times += 1;
                let is_known = |site: u64| known.site == Some(site) || known.other_sites.contains(&site);
                if let Some(site) = breach.site.filter(|site| !is_known(*site))
                    && known.other_sites.len() < MOST_SITES
                {
                    known.other_sites.push(site);
                }
            }
            None => {
                if self.list.len() < MOST {
                    self.positions.insert(key, self.list.len());
                    self.list.push(breach);
                }
            }
        }
    }

    /// All of them.
    pub(super) fn list(&self) -> &[Breach] {
        &self.list
    }
}
