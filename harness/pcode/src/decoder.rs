//! From words to operations.

use crate::arithmetic;
use crate::corrections::{self, Fix};
use crate::operation::{Operand, Operation, Place, Whole, Work};
use crate::specification::{LONGEST, Offset, Specification, Spelled, Temporaries, Unread};
use crosscall_machines::listing::Style;
use crosscall_machines::riscv::isa::{Extension, FLOAT_REGISTERS, REGISTERS};
use crosscall_machines::riscv::{Xlen, disassemble};
use libsla::{Address, AddressSpaceType, OpCode, PseudoOp, Sleigh, VarnodeData};
use rustc_hash::FxHashMap;
use sleigh_config::processor_riscv as riscv;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A decoded word.
#[derive(Debug)]
pub(crate) struct Decoded {
    /// Length in bytes.
    pub(crate) size: u8,
    /// The extension that it belongs to, where another one may take its encoding.
    pub(crate) extension: Option<Extension>,
    /// What it does, or why it cannot be executed.
    pub(crate) operations: Result<Vec<Operation>, String>,
}

/// The bytes of the instruction that begins here, without those behind it.
pub(crate) fn word(bytes: [u8; 4]) -> u32 {
    let word = u32::from_le_bytes(bytes);
    if word & 3 == 3 { word } else { word & 0xffff }
}

thread_local! {
    static DECODERS: RefCell<[Option<Result<Decoder, String>>; 2]> = const { RefCell::new([None, None]) };
}

/// Forgets what this thread has decoded.
pub(crate) fn forget() {
    DECODERS.with_borrow_mut(|decoders| {
        for decoder in decoders.iter_mut().flatten().flatten() {
            decoder.known.clear();
        }
    });
}

/// The decoded form of a word.
pub(crate) fn decoded(xlen: Xlen, word: u32) -> Rc<Decoded> {
    DECODERS.with_borrow_mut(|[rv32, rv64]| {
        let place = if xlen == Xlen::Rv32 { rv32 } else { rv64 };
        match place.get_or_insert_with(|| Decoder::new(xlen).map_err(|error| error.to_string())) {
            Ok(decoder) => decoder.decoded(word),
            Err(error) => {
                let operations = Err(format!("the p-code specification cannot be used: {error}"));
                Rc::new(Decoded { size: 4, extension: None, operations })
            }
        }
    })
}

/// The specification, of which a thread has its own copy.
struct Decoder {
    specification: Specification,
    xlen: Xlen,
    /// Registers by their addresses in the space of registers, with their sizes.
    registers: BTreeMap<u64, (u64, Place)>,
    known: FxHashMap<u32, Rc<Decoded>>,
}

/// Words that are kept.
const MOST_KNOWN: usize = 1 << 16;
const SLOTS: u8 = 32;

impl Decoder {
    fn new(xlen: Xlen) -> libsla::Result<Decoder> {
        let (processor, specification) = match xlen {
            Xlen::Rv32 => (riscv::PSPEC_RV32GC, riscv::SLA_RISCV_ILP32D),
            Xlen::Rv64 => (riscv::PSPEC_RV64GC, riscv::SLA_RISCV_LP64D),
        };
        let specification = Specification::new(processor, specification)?;
        let counters = ["cycle", "time", "instret"].map(|name| (name, Place::Counter));
        let upper = ["cycleh", "timeh", "instreth"].map(|name| (name, Place::CounterHigh));
        let control = [("fflags", Place::Flags), ("frm", Place::Rounding), ("fcsr", Place::Status)];
        let reserve = ["RESERVE_ADDRESS", "RESERVE", "RESERVE_LENGTH"];
        let named = (REGISTERS.into_iter().zip((0..).map(Place::General)))
            .chain(FLOAT_REGISTERS.into_iter().zip((0..).map(Place::Float)))
            .chain(reserve.into_iter().zip((0..).map(Place::Reserve)))
            .chain(control)
            .chain(counters)
            .chain(if xlen == Xlen::Rv32 { &upper[..] } else { &[] }.iter().copied());
        let mut registers = BTreeMap::new();
        for (name, place) in named {
            let varnode = specification.sleigh.register_from_name(name)?;
            registers.insert(varnode.address.offset, (varnode.size as u64, place));
        }
        Ok(Decoder { specification, xlen, registers, known: FxHashMap::default() })
    }

    fn decoded(&mut self, word: u32) -> Rc<Decoded> {
        if let Some(known) = self.known.get(&word) {
            return known.clone();
        }
        let decoded = Rc::new(self.decode(word));
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(word, decoded.clone());
        decoded
    }

    fn decode(&mut self, word: u32) -> Decoded {
        let refused = |why: String| Decoded { size: 4, extension: None, operations: Err(why) };
        // Of what the specification does not know the manual says this much.
        if word == 0 || word == u32::MAX {
            let operations = Ok(vec![whole(Whole::Illegal, [Operand::NONE; 3], Operand::NONE, 0)]);
            return Decoded { size: 4, extension: None, operations };
        }
        let mut bytes = [0; LONGEST];
        bytes.iter_mut().zip(word.to_le_bytes()).for_each(|(to, from)| *to = from);
        let spelled = match self.specification.read(bytes) {
            Ok(spelled) => spelled,
            Err(Unread::Unknown) => {
                // The only use of the built-in tables: a name for people.
                let lines = disassemble(&word.to_le_bytes(), 0, Style::Vendor, self.xlen);
                let name =
                    lines.first().and_then(|line| line.text.split_whitespace().next()).unwrap_or("a word");
                return refused(format!("{name}, which the specification does not know"));
            }
            Err(Unread::Silent(name, _)) => return refused(format!("{name}, whose p-code cannot be read")),
        };
        let operations = self.operations(&spelled);
        let operations = operations.ok_or_else(|| format!("{}, which p-code does not tell", spelled.name));
        Decoded { size: spelled.size as u8, extension: corrections::extension(&spelled.name), operations }
    }

    /// The operations of an instruction; `None` if it cannot be executed.
    fn operations(&self, spelled: &Spelled) -> Option<Vec<Operation>> {
        let fix = corrections::of(&spelled.name).ok()?;
        let here = &spelled.here;
        let mode = mode(spelled);
        match fix {
            Some(Fix::Nothing) => return Some(Vec::new()),
            Some(Fix::Whole(work)) => return Some(vec![as_whole(spelled, work)]),
            _ => {}
        }
        let slots = Temporaries::of(here);
        let is_aligned = matches!(fix, Some(Fix::Aligned | Fix::Release));
        let boxed = !corrections::moves_bits(&spelled.name);
        let mut operations = Vec::new();
        if fix == Some(Fix::Release) {
            let out = Operand::new(Place::Reserve(1), 1);
            let work = Work::Pure(OpCode::Copy);
            operations.push(Operation { work, out, inputs: [Operand::NONE; 3], mode });
            let place = address(spelled)?;
            let stored = Operand::new(Place::Constant, if spelled.name.contains(".w") { 4 } else { 8 });
            let inputs = [place, stored, Operand::NONE];
            operations.push(Operation { work: Work::Check, out: Operand::NONE, inputs, mode });
        }
        let links = here.iter().filter_map(|one| one.output.as_ref());
        let links =
            links.filter_map(|out| self.register(out)).any(|(out, _)| matches!(out, Place::General(_)));
        for (one, other) in here.iter().zip(&spelled.there) {
            if matches!(one.op_code, OpCode::BranchConditional) && fix == Some(Fix::NoBranch) {
                continue;
            }
            let mut inputs = [Operand::NONE; 3];
            for (to, (from, again)) in inputs.iter_mut().zip(one.inputs.iter().zip(&other.inputs)) {
                *to = self.operand(from, again, spelled, &slots, boxed)?;
            }
            let mut out = match &one.output {
                Some(out) => self.operand(out, out, spelled, &slots, false)?,
                None => Operand::NONE,
            };
            let mut code = one.op_code;
            if fix == Some(Fix::Narrow) && code == OpCode::Load {
                out.size = 4;
            }
            if fix == Some(Fix::Narrow) && code == OpCode::Store {
                inputs[2].size = 4;
            }
            if let Place::Float(number) = out.place {
                let is_extended =
                    matches!(code, OpCode::Int(libsla::IntOp::Extension(_))) && inputs[0].size == 4;
                if is_extended || out.size == 4 {
                    out = Operand::new(Place::Single(number), 4);
                    code = if is_extended { OpCode::Copy } else { code };
                }
            }
            let work = match code {
                OpCode::Load | OpCode::Store => {
                    if inputs[0].value != spelled.memory {
                        return None;
                    }
                    inputs = [inputs[1], inputs[2], Operand::NONE];
                    if code == OpCode::Load { Work::Load(is_aligned) } else { Work::Store(is_aligned) }
                }
                OpCode::Branch => {
                    inputs[1] = Operand::constant(1);
                    Work::Branch
                }
                OpCode::BranchConditional => Work::Branch,
                OpCode::Call | OpCode::CallIndirect => Work::Call,
                OpCode::Return | OpCode::BranchIndirect if !links => {
                    Work::Return(root(&operations, inputs[0])?)
                }
                OpCode::BranchIndirect => Work::Jump,
                OpCode::Float(work) if arithmetic::has(work) => Work::Float(work),
                OpCode::Pseudo(PseudoOp::CallOther) => return None,
                _ => {
                    arithmetic::pure(code, [1, 1], [inputs[0].size, out.size])?;
                    Work::Pure(code)
                }
            };
            operations.push(Operation { work, out, inputs, mode });
        }
        Some(operations)
    }

    /// The register that a varnode lies in, and its distance from the beginning of it in bytes.
    fn register(&self, varnode: &VarnodeData) -> Option<(Place, u64)> {
        let Address { offset, address_space } = &varnode.address;
        if address_space.name != "register" {
            return None;
        }
        let (first, (size, place)) = self.registers.range(..=offset).next_back()?;
        let distance = offset - first;
        (distance + varnode.size as u64 <= *size).then_some((*place, distance))
    }

    /// Where an operand is; `again` is the same one of the instruction elsewhere.
    fn operand(
        &self,
        varnode: &VarnodeData,
        again: &VarnodeData,
        spelled: &Spelled,
        slots: &Temporaries,
        boxed: bool,
    ) -> Option<Operand> {
        let size = u8::try_from(varnode.size).ok()?;
        let Address { address_space, .. } = &varnode.address;
        let fixed = |place, value| Some(Operand { place, shift: 0, size, value });
        match address_space.space_type {
            AddressSpaceType::Internal => {
                let (slot, distance, width) = slots.find(varnode)?;
                let slot = u8::try_from(slot).ok().filter(|slot| *slot < SLOTS && width <= 16)?;
                let shift = u8::try_from(distance * 8).ok()?;
                Some(Operand { place: Place::Temporary(slot), shift, size, value: 0 })
            }
            AddressSpaceType::Processor if address_space.name == "register" => {
                let (place, distance) = self.register(varnode)?;
                let shift = u8::try_from(distance * 8).ok()?;
                match place {
                    Place::Float(number) if boxed && size == 4 && shift == 0 => {
                        fixed(Place::Single(number), 0)
                    }
                    place => Some(Operand { place, shift, size, value: 0 }),
                }
            }
            AddressSpaceType::Constant | AddressSpaceType::Processor => {
                match spelled.offset(varnode, again)? {
                    Offset::Fixed(value) => fixed(Place::Constant, value),
                    Offset::Relative(value) => fixed(Place::Relative, value),
                    Offset::Paged(_) => None,
                }
            }
            _ => None,
        }
    }
}

/// The rounding mode of an instruction, as instructions have it.
fn mode(spelled: &Spelled) -> u8 {
    let word = spelled.operands.rsplit(',').next().unwrap_or_default().trim();
    let modes = [("rtz", 1), ("rdn", 2), ("rup", 3), ("rmm", 4), ("dyn", 7)];
    modes.into_iter().find(|(name, _)| *name == word).map_or(0, |(_, mode)| mode)
}

/// The register in parentheses.
fn address(spelled: &Spelled) -> Option<Operand> {
    let (_, behind) = spelled.operands.split_once('(')?;
    let (name, _) = behind.split_once(')')?;
    let number = REGISTERS.iter().position(|register| *register == name)?;
    Some(Operand::new(Place::General(number as u8), 8))
}

/// The one operation that stands for an instruction.
fn as_whole(spelled: &Spelled, work: Whole) -> Operation {
    let width = if spelled.name.contains(".s") || spelled.name == "fmv.x.w" { 4 } else { 8 };
    let operand = |name: &str| {
        let general = REGISTERS.iter().position(|register| *register == name.trim());
        let float = FLOAT_REGISTERS.iter().position(|register| *register == name.trim());
        let place = match (general, float) {
            (Some(number), _) => return Some(Operand::new(Place::General(number as u8), 8)),
            (None, Some(number)) if width == 4 && work != Whole::BitsOut => Place::Single(number as u8),
            (None, Some(number)) => Place::Float(number as u8),
            (None, None) => return None,
        };
        Some(Operand::new(place, width))
    };
    let mut operands = spelled.operands.split(',').map(|name| operand(name).unwrap_or(Operand::NONE));
    let out = operands.next().unwrap_or(Operand::NONE);
    let inputs = [(); 3].map(|()| operands.next().unwrap_or(Operand::NONE));
    whole(work, inputs, out, mode(spelled))
}

const fn whole(work: Whole, inputs: [Operand; 3], out: Operand, mode: u8) -> Operation {
    Operation { work: Work::Whole(work), out, inputs, mode }
}

/// The register from which the value of an operand was made by adding constants and clearing bits; register 0 for a constant.
fn root(operations: &[Operation], operand: Operand) -> Option<u8> {
    match operand.place {
        Place::General(number) => Some(number),
        Place::Constant => Some(0),
        Place::Temporary(_) => {
            let at = operations.iter().rposition(|one| one.out == operand)?;
            let (before, made) = (operations.get(..at)?, operations.get(at)?);
            let roots = made.inputs.iter().filter_map(|input| root(before, *input));
            roots.reduce(|first, second| if first == 0 { second } else { first })
        }
        _ => None,
    }
}
