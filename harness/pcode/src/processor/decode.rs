//! From the bytes of instructions to operations.

use super::Processor;
use super::aarch64::Arm;
use super::build::Builder;
use super::core::Target;
use super::work::{Operation, Own, Place};
use super::x86_64::X86;
use crate::specification::{LONGEST, Specification, Spelled, Unread};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The bytes of an instruction, zeros, and their number: no instruction begins with another one.
pub(crate) type Key = [u8; LONGEST];

/// A decoded instruction.
#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) key: Key,
    /// Length in bytes.
    pub(crate) size: u8,
    /// Its name and its registers' kinds.
    pub(crate) kind: String,
    /// What it does, or why it cannot be executed.
    pub(crate) operations: Result<Vec<Operation>, String>,
    /// Numbers of the registers that it writes, of which an observer is told behind it.
    pub(crate) written: Vec<u8>,
}

/// What is done where p-code is wrong or silent.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fix {
    /// Nothing.
    Nothing,
    /// This stands for the instruction, on no operands.
    Instead(Own),
    /// This stands for each operation that the specification only names.
    Named(Own),
    /// This stands for operations that make an integer, or an integral number, of a number, rounded so.
    Rounded(Own, u8),
    /// This stands for the instruction, on the registers that it names, which are scalars.
    Whole(Own),
    /// This stands for the instruction, on its first register and its second operand, of 16 bytes.
    Vector(Own),
    /// As that, on the lanes of vectors.
    Lanes(Own),
    /// P-code stands, but that bytes and halfwords are extended by their sign to 4 bytes, and what is above becomes 0.
    Signed,
    /// P-code stands, but that memory is accessed in so many bytes.
    Narrow(u8),
    /// P-code stands; what is above the bytes that it writes in the first register becomes 0.
    Clear,
}

/// A correction of some instructions: their kinds, or their names for all kinds.
#[derive(Debug)]
pub(crate) struct Correction {
    pub(crate) names: &'static str,
    pub(crate) fix: Fix,
    /// What is wrong or missing; all was found beside the processor.
    pub(crate) fact: &'static str,
}

thread_local! {
    static DECODERS: RefCell<[Option<Result<Decoder, String>>; 2]> = const { RefCell::new([None, None]) };
    static ALL: Cell<bool> = const { Cell::new(false) };
}

/// Executes what is not on the list of what was compared.
pub(super) fn execute_all(all: bool) {
    ALL.set(all);
    DECODERS.set([None, None]);
}

fn with<T>(processor: Processor, work: impl FnOnce(&mut Decoder) -> T) -> Result<T, String> {
    DECODERS.with_borrow_mut(|decoders| {
        let [x86, arm] = decoders;
        let place = if processor == Processor::X86_64 { x86 } else { arm };
        match place.get_or_insert_with(|| Decoder::new(processor).map_err(|error| error.to_string())) {
            Ok(decoder) => Ok(work(decoder)),
            Err(error) => Err(format!("anything: the p-code specification cannot be used: {error}")),
        }
    })
}

/// The decoded form of the instruction at the beginning of some bytes.
pub(crate) fn decoded(processor: Processor, bytes: &[u8]) -> Rc<Decoded> {
    let mut window = [0; LONGEST];
    window.iter_mut().zip(bytes).take(LONGEST - 1).for_each(|(to, from)| *to = *from);
    with(processor, |decoder| decoder.decoded(window)).unwrap_or_else(|error| Rc::new(refused(1, error)))
}

/// The text of the instruction at the beginning of some bytes, and its length in bytes.
pub(super) fn text(processor: Processor, bytes: &[u8], at: u64) -> Option<(String, usize)> {
    let mut window = [0; LONGEST];
    window.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    let found = with(processor, |decoder| decoder.specification.text(window, at)).ok().flatten();
    let (name, operands, size) = found?;
    Some((format!("{name} {operands}").trim_end().to_owned(), size))
}

/// The key of the first bytes.
pub(crate) fn key(bytes: Key, size: u8) -> Key {
    let mut key = [0; LONGEST];
    key.iter_mut().zip(bytes).take(size.into()).for_each(|(to, from)| *to = from);
    key[LONGEST - 1] = size;
    key
}

fn refused(size: u8, why: String) -> Decoded {
    Decoded { key: [0; LONGEST], size, kind: String::new(), operations: Err(why), written: Vec::new() }
}

/// Instructions that are kept.
const MOST_KNOWN: usize = 1 << 16;

/// The specification of a processor, of which a thread has its own copy.
struct Decoder {
    processor: Processor,
    specification: Specification,
    /// Kinds of instructions that were compared.
    compared: FxHashSet<String>,
    known: FxHashMap<Key, Rc<Decoded>>,
}

impl Decoder {
    fn new(processor: Processor) -> libsla::Result<Decoder> {
        let ((settings, specification), compared) = match processor {
            Processor::X86_64 => (X86::specification(), X86::COMPARED),
            Processor::Aarch64 => (Arm::specification(), Arm::COMPARED),
        };
        let kinds = compared.lines().filter(|line| !line.starts_with('#')).flat_map(|line| {
            let mut words = line.split_whitespace();
            let name = words.next().unwrap_or_default();
            words.map(move |kind| format!("{name} {kind}"))
        });
        Ok(Decoder {
            processor,
            specification: Specification::new(settings, specification)?,
            compared: kinds.collect(),
            known: FxHashMap::default(),
        })
    }

    fn decoded(&mut self, window: Key) -> Rc<Decoded> {
        let known = (1..LONGEST as u8).find_map(|size| self.known.get(&key(window, size)));
        if let Some(known) = known {
            return known.clone();
        }
        let decoded = Rc::new(match self.processor {
            Processor::X86_64 => self.decode::<X86>(window),
            Processor::Aarch64 => self.decode::<Arm>(window),
        });
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        if !decoded.kind.is_empty() {
            self.known.insert(decoded.key, decoded.clone());
        }
        decoded
    }

    fn decode<P: Target>(&mut self, window: Key) -> Decoded {
        let spelled = match self.specification.read(window) {
            Ok(spelled) if spelled.size < LONGEST => spelled,
            Ok(_) => return refused(P::UNIT, "an instruction that is too long".to_owned()),
            Err(Unread::Unknown) => {
                let bytes: Vec<String> = window.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
                let why = format!("{}, which the specification does not know", bytes.join(" "));
                return refused(P::UNIT, why);
            }
            Err(Unread::Silent(name, size)) => {
                return refused(size.min(LONGEST) as u8, format!("{name}, whose p-code cannot be read"));
            }
        };
        let size = spelled.size as u8;
        let kind = kind::<P>(&spelled);
        // What the host serves is no matter of the processor.
        let is_compared = ALL.get() || kind == P::SYSTEM.kind || self.compared.contains(&kind);
        let operations = if is_compared {
            let built = Builder::<P>::new(&spelled).build(&kind);
            built.ok_or_else(|| format!("{}, which p-code does not tell", spelled.name))
        } else {
            Err(format!("{} {}, which was never compared with a processor", spelled.name, spelled.operands))
        };
        let mut written = Vec::new();
        for operation in operations.iter().flatten() {
            let out = operation.out;
            let number = P::number(out).filter(|_| out.place == Place::Cell);
            if let Some(number) = number
                && !written.contains(&number)
            {
                written.push(number);
            }
        }
        Decoded { key: key(window, size), size, kind, operations, written }
    }
}

/// The operands of an instruction as it is written, without those in brackets.
pub(crate) fn words(operands: &str) -> impl Iterator<Item = &str> {
    operands.split([',', '{', '}', ' ']).filter(|word| !word.is_empty())
}

/// Name and kinds of registers.
fn kind<P: Target>(spelled: &Spelled) -> String {
    let mut kinds: Vec<String> = Vec::new();
    let mut depth = 0;
    for word in spelled.operands.split_inclusive([',', '{', '}', ' ', '[', ']', ':']) {
        // What an address is relative to is no operand.
        if depth == 0
            && !word.ends_with(':')
            && let Some(kind) = P::register_kind(word.trim_end_matches([',', '{', '}', ' ', ']', ':']))
        {
            kinds.push(kind);
        }
        match word.chars().last() {
            Some('[') => {
                // The index of a lane follows the register without a space.
                depth += 1;
                let kind = if word.len() > 1 { "[]" } else { "M" };
                if kinds.last().is_none_or(|last| last != kind) {
                    kinds.push(kind.to_owned());
                }
            }
            Some(']') => depth = 0,
            _ => {}
        }
    }
    if kinds.is_empty() {
        kinds.push("-".to_owned());
    }
    format!("{} {}", spelled.name, kinds.join("+"))
}
