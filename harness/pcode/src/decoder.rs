//! From words to operations. An instruction is decoded at two addresses, which no other one has been decoded at for long: what
//! differs by their distance is relative to the instruction, and the rest is the same at every address, so that each word is
//! decoded once. (The library keeps what it has decoded by address, whatever the bytes there are later.)

use crate::arithmetic;
use crate::corrections::{self, Fix};
use crate::operation::{Operand, Operation, Place, Whole, Work};
use crosscall_machines::listing::Style;
use crosscall_machines::riscv::isa::{Extension, FLOAT_REGISTERS, REGISTERS};
use crosscall_machines::riscv::{Xlen, disassemble};
use libsla::{
    Address, AddressSpaceType, GhidraSleigh, InstructionLoader, OpCode, PcodeInstruction, PseudoOp, Sleigh,
    VarnodeData,
};
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
    sleigh: GhidraSleigh,
    xlen: Xlen,
    /// The number by which loads and stores name the space of memory.
    memory: u64,
    /// Registers by their addresses in the space of registers, with their sizes.
    registers: BTreeMap<u64, (u64, Place)>,
    /// The next address.
    next: u64,
    known: FxHashMap<u32, Rc<Decoded>>,
}

/// Words that are kept.
const MOST_KNOWN: usize = 1 << 16;
/// Distance of the two addresses of an instruction, and the part of the memory that has the lower ones.
const DISTANCE: u64 = 0x4000_0000;
const SLOTS: u8 = 32;

/// Bytes of one instruction, which lie wherever they are asked for, and zeros behind them.
struct Bytes(u64, u32);

impl InstructionLoader for Bytes {
    fn load_instruction_bytes(&self, source: &VarnodeData) -> Result<Vec<u8>, String> {
        let mut bytes = vec![0; source.size];
        let skipped = usize::try_from(source.address.offset.wrapping_sub(self.0)).unwrap_or(usize::MAX);
        for (to, from) in bytes.iter_mut().zip(self.1.to_le_bytes().iter().skip(skipped)) {
            *to = *from;
        }
        Ok(bytes)
    }
}

impl Decoder {
    fn new(xlen: Xlen) -> libsla::Result<Decoder> {
        let (processor, specification) = match xlen {
            Xlen::Rv32 => (riscv::PSPEC_RV32GC, riscv::SLA_RISCV_ILP32D),
            Xlen::Rv64 => (riscv::PSPEC_RV64GC, riscv::SLA_RISCV_LP64D),
        };
        let sleigh = GhidraSleigh::builder().processor_spec(processor)?.build(specification)?;
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
            let varnode = sleigh.register_from_name(name)?;
            registers.insert(varnode.address.offset, (varnode.size as u64, place));
        }
        let memory = sleigh.default_code_space().id.raw_id() as u64;
        Ok(Decoder { sleigh, xlen, memory, registers, next: 0, known: FxHashMap::default() })
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
        let at = DISTANCE + self.next;
        self.next = (self.next + 8) % (DISTANCE / 2);
        let place = |at| Address::new(self.sleigh.default_code_space(), at);
        let refused = |why: String| Decoded { size: 4, extension: None, operations: Err(why) };
        // Of what the specification does not know the manual says this much.
        if word == 0 || word == u32::MAX {
            let operations = Ok(vec![whole(Whole::Illegal, [Operand::NONE; 3], Operand::NONE, 0)]);
            return Decoded { size: 4, extension: None, operations };
        }
        let Ok(text) = self.sleigh.disassemble_native(&Bytes(at, word), place(at)) else {
            // The only use of the built-in tables: a name for people.
            let lines = disassemble(&word.to_le_bytes(), 0, Style::Vendor, self.xlen);
            let name = lines.first().and_then(|line| line.text.split_whitespace().next()).unwrap_or("a word");
            return refused(format!("{name}, which the specification does not know"));
        };
        let (size, text) = (text.origin.size as u8, text.instruction);
        let both = [at, at + DISTANCE].map(|at| self.sleigh.disassemble_pcode(&Bytes(at, word), place(at)));
        let [Ok(here), Ok(there)] = both else {
            return refused(format!("{}, whose p-code cannot be read", text.mnemonic));
        };
        let spelled = Spelled { name: &text.mnemonic, operands: &text.body, at };
        let operations = self.operations(&spelled, &here.instructions, &there.instructions);
        let operations = operations.ok_or_else(|| format!("{}, which p-code does not tell", text.mnemonic));
        Decoded { size, extension: corrections::extension(&text.mnemonic), operations }
    }

    /// The operations of an instruction; `None` if it cannot be executed.
    fn operations(
        &self,
        spelled: &Spelled<'_>,
        here: &[PcodeInstruction],
        there: &[PcodeInstruction],
    ) -> Option<Vec<Operation>> {
        let fix = corrections::of(spelled.name).ok()?;
        let mode = spelled.mode();
        match fix {
            Some(Fix::Nothing) => return Some(Vec::new()),
            Some(Fix::Whole(work)) => return Some(vec![spelled.whole(work)]),
            _ => {}
        }
        let mut slots = Slots::default();
        here.iter().flat_map(varnodes).for_each(|varnode| slots.note(varnode));
        let is_aligned = matches!(fix, Some(Fix::Aligned | Fix::Release));
        let boxed = !corrections::moves_bits(spelled.name);
        let mut operations = Vec::new();
        if fix == Some(Fix::Release) {
            let out = Operand::new(Place::Reserve(1), 1);
            let work = Work::Pure(OpCode::Copy);
            operations.push(Operation { work, out, inputs: [Operand::NONE; 3], mode });
            let place = spelled.address()?;
            let stored = Operand::new(Place::Constant, if spelled.name.contains(".w") { 4 } else { 8 });
            let inputs = [place, stored, Operand::NONE];
            operations.push(Operation { work: Work::Check, out: Operand::NONE, inputs, mode });
        }
        let links = here.iter().filter_map(|one| one.output.as_ref());
        let links =
            links.filter_map(|out| self.register(out)).any(|(out, _)| matches!(out, Place::General(_)));
        for (one, other) in here.iter().zip(there) {
            if matches!(one.op_code, OpCode::BranchConditional) && fix == Some(Fix::NoBranch) {
                continue;
            }
            let mut inputs = [Operand::NONE; 3];
            for (to, (from, again)) in inputs.iter_mut().zip(one.inputs.iter().zip(&other.inputs)) {
                *to = self.operand(from, again, spelled.at, &slots, boxed)?;
            }
            let mut out = match &one.output {
                Some(out) => self.operand(out, out, spelled.at, &slots, false)?,
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
                    if inputs[0].value != self.memory {
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
        at: u64,
        slots: &Slots,
        boxed: bool,
    ) -> Option<Operand> {
        let size = u8::try_from(varnode.size).ok()?;
        let Address { offset, address_space } = &varnode.address;
        let fixed = |place, value| Some(Operand { place, shift: 0, size, value });
        match address_space.space_type {
            AddressSpaceType::Internal => slots.operand(varnode),
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
                match again.address.offset.wrapping_sub(*offset) {
                    0 => fixed(Place::Constant, *offset),
                    DISTANCE => fixed(Place::Relative, offset.wrapping_sub(at)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// An instruction as it is written.
struct Spelled<'a> {
    name: &'a str,
    operands: &'a str,
    at: u64,
}

impl Spelled<'_> {
    /// Its rounding mode, as instructions have it.
    fn mode(&self) -> u8 {
        let word = self.operands.rsplit(',').next().unwrap_or_default().trim();
        let modes = [("rtz", 1), ("rdn", 2), ("rup", 3), ("rmm", 4), ("dyn", 7)];
        modes.into_iter().find(|(name, _)| *name == word).map_or(0, |(_, mode)| mode)
    }

    /// The register in parentheses.
    fn address(&self) -> Option<Operand> {
        let (_, behind) = self.operands.split_once('(')?;
        let (name, _) = behind.split_once(')')?;
        let number = REGISTERS.iter().position(|register| *register == name)?;
        Some(Operand::new(Place::General(number as u8), 8))
    }

    /// The one operation that stands for it.
    fn whole(&self, work: Whole) -> Operation {
        let width = if self.name.contains(".s") || self.name == "fmv.x.w" { 4 } else { 8 };
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
        let mut operands = self.operands.split(',').map(|name| operand(name).unwrap_or(Operand::NONE));
        let out = operands.next().unwrap_or(Operand::NONE);
        let inputs = [(); 3].map(|()| operands.next().unwrap_or(Operand::NONE));
        whole(work, inputs, out, self.mode())
    }
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

fn varnodes(one: &PcodeInstruction) -> impl Iterator<Item = &VarnodeData> {
    one.inputs.iter().chain(&one.output)
}

/// The temporaries of an instruction: ranges that overlap share a slot.
#[derive(Default)]
struct Slots(Vec<(u64, u64)>);

impl Slots {
    fn note(&mut self, varnode: &VarnodeData) {
        if varnode.address.address_space.space_type != AddressSpaceType::Internal {
            return;
        }
        let (mut first, mut end) = (varnode.address.offset, varnode.address.offset + varnode.size as u64);
        self.0.retain(|(other, behind)| {
            let meet = *other < end && first < *behind;
            if meet {
                (first, end) = (first.min(*other), end.max(*behind));
            }
            !meet
        });
        self.0.push((first, end));
    }

    fn operand(&self, varnode: &VarnodeData) -> Option<Operand> {
        let offset = varnode.address.offset;
        let slot = self.0.iter().position(|(first, end)| (*first..*end).contains(&offset))?;
        let (first, end) = self.0.get(slot)?;
        let slot = u8::try_from(slot).ok().filter(|slot| *slot < SLOTS && end - first <= 16)?;
        let shift = u8::try_from((offset - first) * 8).ok()?;
        let size = u8::try_from(varnode.size).ok()?;
        Some(Operand { place: Place::Temporary(slot), shift, size, value: 0 })
    }
}
