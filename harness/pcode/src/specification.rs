//! A SLEIGH specification. An instruction is read at two addresses, which no other one has been read at for long: what differs by
//! their distance is relative to the instruction, and the rest is the same at every address, so that the bytes of an instruction
//! have to be read once. (The library keeps what it has read by address, whatever the bytes there are later.)

use libsla::{
    Address, AddressSpaceType, GhidraSleigh, InstructionLoader, PcodeInstruction, Sleigh, VarnodeData,
};

/// Most bytes of an instruction.
pub(crate) const LONGEST: usize = 16;

/// Distance of the two addresses in pages of 4096 bytes, and in bytes beside that; the lower one begins a page.
const PAGES: u64 = 0x4000_0000;
const BESIDE: u64 = 0x800;
const DISTANCE: u64 = PAGES + BESIDE;

/// Bytes of one instruction, which lie wherever they are asked for, and zeros behind them.
struct Bytes([u8; LONGEST], u64);

impl InstructionLoader for Bytes {
    fn load_instruction_bytes(&self, source: &VarnodeData) -> Result<Vec<u8>, String> {
        let mut bytes = vec![0; source.size];
        let skipped = usize::try_from(source.address.offset.wrapping_sub(self.1)).unwrap_or(usize::MAX);
        for (to, from) in bytes.iter_mut().zip(self.0.iter().skip(skipped)) {
            *to = *from;
        }
        Ok(bytes)
    }
}

/// Why an instruction cannot be read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// The specification does not know the bytes.
    Unknown,
    /// It knows the instruction of this name and length, but not what it does.
    Silent(String, usize),
}

/// An instruction as the specification has it, at the two addresses.
pub(crate) struct Spelled {
    pub(crate) name: String,
    pub(crate) operands: String,
    /// Length in bytes.
    pub(crate) size: usize,
    /// The lower address.
    pub(crate) at: u64,
    pub(crate) here: Vec<PcodeInstruction>,
    pub(crate) there: Vec<PcodeInstruction>,
    /// The number by which loads and stores name the space of memory.
    pub(crate) memory: u64,
}

/// What an offset is at any address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Offset {
    Fixed(u64),
    /// A distance from the instruction.
    Relative(u64),
    /// A distance from the beginning of the instruction's page of 4096 bytes.
    Paged(u64),
}

/// The specification of one processor.
pub(crate) struct Specification {
    pub(crate) sleigh: GhidraSleigh,
    memory: u64,
    next: u64,
}

impl Specification {
    pub(crate) fn new(processor: &str, specification: &[u8]) -> libsla::Result<Specification> {
        let sleigh = GhidraSleigh::builder().processor_spec(processor)?.build(specification)?;
        let memory = sleigh.default_code_space().id.raw_id() as u64;
        Ok(Specification { sleigh, memory, next: 0 })
    }

    fn place(&self, at: u64) -> Address {
        Address::new(self.sleigh.default_code_space(), at)
    }

    /// Name, operands and length in bytes of the instruction at the beginning of `bytes`, which lie at an address.
    pub(crate) fn text(&self, bytes: [u8; LONGEST], at: u64) -> Option<(String, String, usize)> {
        // An address with the same lower bits takes the place of this one in what is kept.
        let _ = self.sleigh.disassemble_native(&Bytes([0; LONGEST], at ^ PAGES), self.place(at ^ PAGES));
        let text = self.sleigh.disassemble_native(&Bytes(bytes, at), self.place(at)).ok()?;
        let size = text.origin.size;
        (1..=LONGEST).contains(&size).then_some((text.instruction.mnemonic, text.instruction.body, size))
    }

    /// Reads the instruction at the beginning of `bytes`.
    ///
    /// # Errors
    /// The specification does not know it, or does not say what it does.
    pub(crate) fn read(&mut self, bytes: [u8; LONGEST]) -> Result<Spelled, Unread> {
        let at = PAGES + self.next;
        self.next = (self.next + 0x1000) % (PAGES / 2);
        let text = self.sleigh.disassemble_native(&Bytes(bytes, at), self.place(at));
        let text = text.map_err(|_| Unread::Unknown)?;
        let (size, text) = (text.origin.size, text.instruction);
        let both = [at, at + DISTANCE].map(|at| {
            self.sleigh.disassemble_pcode(&Bytes(bytes, at), self.place(at)).map(|read| read.instructions)
        });
        let [Ok(here), Ok(there)] = both else { return Err(Unread::Silent(text.mnemonic, size)) };
        let (name, operands, memory) = (text.mnemonic, text.body, self.memory);
        Ok(Spelled { name, operands, size, at, here, there, memory })
    }
}

impl Spelled {
    /// What the offset of a varnode is at any address; `again` is the same varnode at the other address.
    pub(crate) fn offset(&self, varnode: &VarnodeData, again: &VarnodeData) -> Option<Offset> {
        let offset = varnode.address.offset;
        match again.address.offset.wrapping_sub(offset) {
            0 => Some(Offset::Fixed(offset)),
            DISTANCE => Some(Offset::Relative(offset.wrapping_sub(self.at))),
            PAGES => Some(Offset::Paged(offset.wrapping_sub(self.at))),
            _ => None,
        }
    }
}

/// The temporaries of an instruction: ranges that overlap are one.
#[derive(Debug, Default)]
pub(crate) struct Temporaries(Vec<(u64, u64)>);

impl Temporaries {
    /// Those of some operations.
    pub(crate) fn of(operations: &[PcodeInstruction]) -> Temporaries {
        let mut temporaries = Temporaries::default();
        let varnodes = operations.iter().flat_map(|one| one.inputs.iter().chain(&one.output));
        varnodes.for_each(|varnode| temporaries.note(varnode));
        temporaries
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

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

    /// The number of the one that a varnode lies in, the varnode's distance from its beginning, and its size, in bytes.
    pub(crate) fn find(&self, varnode: &VarnodeData) -> Option<(usize, u64, u64)> {
        let offset = varnode.address.offset;
        let number = self.0.iter().position(|(first, end)| (*first..*end).contains(&offset))?;
        let (first, end) = self.0.get(number)?;
        Some((number, offset - first, end - first))
    }
}
