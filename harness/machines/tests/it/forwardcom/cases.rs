//! Random instructions with operands for the comparison with the vendor's emulator.

use crate::support::random::Xorshift;
use crosscall_machines::forwardcom::fields::{Words, bits};
use crosscall_machines::forwardcom::formats::{Format, Index, InstructionKind, Offset, Template, Vectors};
use crosscall_machines::forwardcom::isa::{Form, TYPE_SIZES};
use crosscall_machines::forwardcom::{Instruction, decode};

use super::disassembly::words;

/// Operand of an instruction beside its registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kindred {
    /// Registers and constants.
    Registers,
    /// A memory operand.
    Memory,
    /// A jump, with or without a memory operand.
    Jump,
}

/// Use of the memory operand's contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// Random.
    Any,
    /// The target's address in every 8 bytes.
    Target,
    /// This number in every element of this size: the distance of the target from r13 in words.
    Distance(i64, u8),
}

/// One instruction with what its block of the program loads.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) instruction: Instruction,
    pub(crate) kind: Kindred,
    /// r1 to r6, then 8 times 8 bytes for each of v1 to v4.
    pub(crate) values: Vec<u64>,
    /// Lengths of v1 to v4 in bytes.
    pub(crate) lengths: [u64; 4],
    /// The memory around r10.
    pub(crate) memory: Vec<u64>,
    pub(crate) contents: Contents,
    /// r11: index or length.
    pub(crate) index: u64,
    /// The numeric control register.
    pub(crate) numcontr: u64,
}

/// Words of memory in a block, and the place in bytes that r10 points to.
pub(crate) const MEMORY_WORDS: usize = 48;
pub(crate) const MIDDLE: i64 = 128;
/// Registers of a block: base, index, target, reference point.
const BASE: u32 = 10;
const INDEX: u32 = 11;
const TARGET: u32 = 12;
const REFERENCE: u32 = 13;

impl Case {
    /// The vector register of which the emulator changes the length though it is no destination.
    pub(crate) fn changes_length(&self) -> Option<usize> {
        let i = &self.instruction;
        let compares = i.form.name.contains("compare") || i.form.name.contains("test_bit");
        let none =
            self.kind == Kindred::Jump && i.is_vector() && (compares || i.form.name.starts_with("fp_"));
        let number = i.words.get(bits::RD) as usize;
        (none && (1..5).contains(&number)).then_some(number)
    }

    /// True if the target of the jump returns.
    pub(crate) fn is_call(&self) -> bool {
        self.kind == Kindred::Jump && self.instruction.form.name.starts_with("call")
    }
}

/// Instructions that are left out, with the reason in the page on this machine.
pub(crate) fn is_left_out(i: &Instruction) -> bool {
    let id = i.form.id;
    if i.format.kind == InstructionKind::Jump {
        // Instructions that end a program or call the system, and those that need a limit that is not exceeded.
        return !i.is_supported()
            || matches!(i.operand_type, 4 | 7)
            // It takes no double for infinite or NaN.
            || i.form.id & 0xFF == 0x54 && i.operand_type == 6
            // The second operand has to be a type.
            || i.form.id & 0xFF == 0x52 && i.format.immediate.size == 0
            || matches!(
                i.form.name,
                "return" | "sys_return" | "sys_call" | "breakpoint" | "filler" | "trap" | "compare_trap_uabove"
            );
    }
    !i.is_supported()
        // The emulator has 16-byte elements in some instructions only.
        || matches!(i.operand_type, 4 | 7)
        // It takes the first element for the fallback of all.
        || i.is_vector() && matches!(id, 7 | 0x50007 | 0x27..=0x29) && i.fallback().is_some()
        // It masks some vector instructions, or not, element by element, so that a part is not done.
        || i.mask().is_some() && i.is_vector() && matches!(id, 4 | 0x35 | 0x1200C | 0x1200D | 0x22603)
        // It rounds products before it adds.
        || matches!(id, 0x31 | 0x32) && i.operand_type > 4
        // It rounds subnormal halves down, and takes the sign of a saturated number from its low bits.
        || matches!(id, 0x5000B | 0x1300C)
        // It looks at the low byte of a count first.
        || id == 0x20 && (i.format.immediate.size != 1 || i.operand_type > 4)
        // It reads more than is loaded, and stores a vector where one element is broadcast.
        || id == 4 && i.is_vector() && i.format.has_memory()
        || id == 1 && i.format.vectors == Vectors::Broadcast
        // Floating-point division has no options.
        || matches!(id, 0xE | 0x10) && (i.operand_type > 4 || i.options() & 0x20 != 0) && i.options() & 0x1F != 0
        // Its constants are not lengths rounded to elements.
        || id == 0x1200D && i.format.tag != 0x130
        || id == 0x1200A
        // Constants without a meaning.
        || id == 0xA0000 && i.words.0[0] & 0xFC != 0
        // It reads operands that it has overwritten, or takes the last element for the first.
        || id == 0x22602
        || matches!(id, 0x22600 | 0x12012) && i.words.0[0] >> 16 & 31 == i.words.0[0] >> 8 & 31
        || id == 0x35 && i.is_vector() && i.format.immediate.size == 0
        // It converts the constant to the type first.
        || id == 0x26002 && i.operand_type > 4
        // It takes positive numbers for ones that do not fit.
        || id == 0x12004 && matches!(i.words.0[0] & 7, 4 | 5)
        // It has another address in a NaN of an instruction of several words, and rounds without a sign.
        || id == 0x12 && (i.size() > 4 || i.operand_type == 6)
        || id == 0x1201C && i.operand_type == 1
        || matches!(id, 0x31 | 0x32) && i.options() & 0x20 != 0
        || matches!(id, 0xF | 0x11) && i.options() != 0
        || id == 0x1300E && i.words.0[0] & 8 != 0
        // It gives tiny numbers a sign, or takes it.
        || id == 0x1300F
        || id == 0x22603 && i.options() & 3 != 0
        // Two elements at a time: masked, it takes the wrong fallback and leaves the odd element; it swaps the
        // halves of a product of 128 bits, does not divide those, gives a remainder the quotient's sign, and takes
        // negative products for unsigned overflow.
        || matches!(id, 0x12018..=0x1201B | 0x12026..=0x1202B) && i.mask().is_some()
        || matches!(id, 0x12019..=0x1201B) && i.operand_type == 3
        || matches!(id, 0x12018 | 0x12028)
        // It makes the register empty that is no destination.
        || id == 3
        // It reads r0 for a memory operand.
        || id == 5 && i.format.has_memory() && i.format.immediate.size > 0
        // It looks at no mask for these, and gives vectors 8 bytes.
        || id == 0x22603 && (i.mask().is_some() || i.is_vector())
        // It makes a carry of a result that is 0, and a borrow of one that is -1; it gives RD the length of a
        // constant that is stored.
        || matches!(id, 0x1202A | 0x1202B)
        || i.format.tag == 0x258 && i.is_vector()
        // It counts the bits of another register, or gives vectors one element; it stores and loads what is masked off, sets bit 32 of a mask, and
        // multiplies a count of elements without a limit.
        || id == 0x13018
        || matches!(id, 0x25A18 | 0x25A20) && i.mask().is_some()
        || id == 0x28701 && i.operand_type == 3 && i.options() & 0x10 != 0
        || id == 0x35 && i.is_vector() && (i.format.immediate.size > 1 || i.format.has_memory())
        // It takes a negative divisor of 16 bits for a large one when it rounds to nearest.
        || matches!(id, 0xE | 0x10) && i.operand_type == 1 && i.options() & 3 == 3
        // Its assembler does not know it; it takes another register for the second.
        || id == 0x25912
        // It shifts 64 bits by 64 on the host where the count is 0.
        || id == 0x35 && !i.is_vector() && i.operand_type == 3
        // Options without a meaning.
        || matches!(id, 0x14 | 0x15) && i.options() & 0x10 != 0
        // An option for halves; bits from beyond the type.
        || matches!(id, 0x14 | 0x15) && i.options() & 0x20 != 0 && i.operand_type != 1
        || id == 0x28700 && moves_beyond(i)
        // It has an exception of its own for results that are subnormal, in a conversion with exceptions.
        || id == 0x12004 && i.operand_type > 4 && i.words.0[0] & 0x88 != 0
        // Without a mask the emulator takes v7 for it.
        || matches!(id, 0x12009 | 0x1200A) && i.mask().is_none()
        || matches!(id,
            // Special registers, stacks, memory maps, ports, and what leaves nothing to see.
            0x18020..=0x18027 | 0x18038 | 0x18039 | 0x1803E | 0x1803F | 0x12030 | 0x1203A..=0x1203D | 0x1303A
            // The emulator reads RT and RS the other way round than the assembler writes them.
            | 0x1200E
            // The emulator changes a vector's length beside the result.
            | 0x12001 | 0x12003
            | 0x30000 | 0x30200 | 0x30300 | 0x3F | 0x37..=0x3E)
}

/// True if `move_bits` reads or writes bits that the type does not have.
fn moves_beyond(i: &Instruction) -> bool {
    let (from, to) = (i.words.get(bits::IM4) & 0xFF, i.words.get(bits::IM4) >> 8);
    from.max(to) + i.words.get(bits::IM5) > 8 << i.operand_type
}

fn data_register(random: &mut Xorshift) -> u32 {
    1 + random.below(4) as u32
}

/// Words of an instruction on registers that the program loads, from random words.
fn from_words(random: &mut Xorshift) -> Option<Words> {
    let mut words = [random.next() as u32, random.next() as u32, random.next() as u32];
    words[0] = words[0] & !0x001F_1F1F
        | data_register(random) << 16
        | data_register(random) << 8
        | if random.below(2) == 0 { data_register(random) } else { words[0] & 0x1F };
    if random.below(2) == 0 {
        words[0] |= 0xE0;
    } else {
        words[0] = words[0] & !0xE0 | (data_register(random) & 3).max(1) << 5;
    }
    words[1] = words[1] & !0x1F00_0000 | data_register(random) << 24;
    if random.below(2) == 0 {
        // Small constants.
        words[1] &= 0x1F00_001F | words[1] & 0xE000_0000;
    }
    let words = Words(words);
    let i = decode(&words.bytes()).ok()?;
    // RT as it came is for constants of templates B and C only.
    let is_constant = matches!(i.format.template, Template::B | Template::C);
    (!i.format.has_memory() && (is_constant || (1..=6).contains(&words.get(bits::RT)))).then_some(words)
}

/// Words of an instruction with a form and a format, with registers that the program loads.
fn from_form(random: &mut Xorshift, form: &'static Form, format: &'static Format) -> Words {
    let words = words(random, form, format);
    let template = format.template;
    let mut words = if template == Template::D { words } else { words.with(bits::RD, data_register(random)) };
    if matches!(template, Template::A | Template::B | Template::E) {
        words = words.with(bits::RS, data_register(random));
    }
    if matches!(template, Template::A | Template::E) {
        let mask = if random.below(3) == 0 { 1 + random.below(3) as u32 } else { 7 };
        words = words.with(bits::RT, data_register(random)).with(bits::MASK, mask);
    }
    if template == Template::E {
        words = words.with(bits::RU, data_register(random));
    }
    words
}

/// Makes the address of a memory operand lie in the block's memory. The size is that of an element.
fn with_address(random: &mut Xorshift, i: &Instruction, size: i64) -> (Words, u64) {
    let format = i.format;
    let mut words = i.words.with(bits::RS, BASE);
    if format.has_special_bases() && random.below(3) == 0 {
        // threadp and datap hold what r10 does.
        words = words.with(bits::RS, 28 + random.below(2) as u32);
    }
    let many = random.below(17) as i64 - 8;
    let mut index = random.below(8);
    match format.offset {
        Offset::No => {}
        Offset::Limit => {
            words = words.with_bytes(format.address.size, format.address.at, 7 + random.below(100))
        }
        Offset::Scaled => {
            let most = 64 / size;
            words = words.with_bytes(format.address.size, format.address.at, many.clamp(-most, most) as u64);
        }
        Offset::Plain => {
            let offset = many * size.max(8);
            words = words.with_bytes(format.address.size, format.address.at, offset as u64);
        }
    }
    let length = matches!(format.vectors, Vectors::Length | Vectors::Broadcast);
    if format.index != Index::No || length {
        let register = if random.below(6) == 0 { 31 } else { INDEX };
        words = words.with(bits::RT, register);
    }
    match format.index {
        Index::Scaled if size > 8 => index = random.below(4),
        Index::Scaled => {}
        Index::Plain | Index::Negative => index *= size as u64,
        Index::No if length => index *= 8,
        Index::No => {}
    }
    (words, index)
}

/// A random case.
pub(crate) fn case(random: &mut Xorshift, pairs: &[(&'static Form, &'static Format)]) -> Case {
    loop {
        let words = if random.below(4) == 0 {
            from_words(random)
        } else {
            let (form, format) = pairs[random.below(pairs.len() as u64) as usize];
            Some(from_form(random, form, format))
        };
        let Some(words) = words else { continue };
        let Ok(i) = decode(&words.bytes()) else { continue };
        if is_left_out(&i) {
            continue;
        }
        let size = i64::from(TYPE_SIZES[usize::from(i.operand_type & 7)]);
        let (mut words, mut index) = (i.words, random.below(8));
        let mut contents = Contents::Any;
        let kind = match (i.format.kind, i.format.has_memory()) {
            (InstructionKind::Jump, _) => Kindred::Jump,
            (_, true) => Kindred::Memory,
            _ => Kindred::Registers,
        };
        // An address depends on where data lie, but for those relative to the program.
        let is_address = i.form.id == 0x29020;
        if is_address {
            words = words.with(bits::RS, if random.below(2) == 0 { 30 } else { data_register(random) });
        } else if i.format.has_memory() {
            (words, index) = with_address(random, &i, size);
        }
        if kind == Kindred::Jump {
            match i.form.name {
                "jump_relative" | "call_relative" => {
                    words = words.with(bits::RD, REFERENCE);
                    contents = Contents::Distance(random.below(200) as i64 - 100, size as u8);
                }
                "jump" | "call" if i.format.has_memory() => {
                    // An address has 64 bits whatever the type; the emulator takes as many as that has.
                    words = words.with(bits::OT, 3).with(bits::M, 0);
                    contents = Contents::Target;
                }
                "jump" | "call" if i.format.tag == 0x173 => words = words.with(bits::RD, TARGET),
                _ => {}
            }
        }
        match i.format.tag {
            // The emulator adds the length to the address, and takes RD for RT.
            0x225 => words = words.with(bits::RT, 31),
            0x310 => words = words.with(bits::RT, words.get(bits::RD)),
            _ => {}
        }
        if kind == Kindred::Jump && matches!(i.format.template, Template::A | Template::E) {
            // A mask has no meaning here.
            words = words.with(bits::MASK, 7);
        }
        if kind == Kindred::Jump && i.form.id & 0xFF == 0x52 {
            let place = i.format.immediate;
            words = words.with_bytes(place.size, place.at, random.below(8));
        }
        let Ok(instruction) = decode(&words.bytes()) else { continue };
        let mut lengths = [0; 4].map(|_| 8 * (1 + random.below(8)));
        if instruction.is_vector()
            && [bits::RS, bits::RT, bits::RU, bits::MASK]
                .iter()
                .any(|&it| words.get(it) == words.get(bits::RD))
        {
            // The emulator makes RD longer before it reads it.
            lengths[words.get(bits::RD) as usize % 5 - 1] = 64;
        }
        let mut values: Vec<u64> = (0..38).map(|_| value(random)).collect();
        if instruction.size() > 4
            && let Some(mask) = instruction.mask()
        {
            // The emulator has another address in the NaN of an exception in longer instructions.
            let mask = usize::from(mask);
            for value in values.iter_mut().skip(6 + 8 * (mask - 1)).take(8) {
                *value &= !0x003C_003C_003C_003C;
            }
        }
        if matches!(instruction.form.id, 0xE..=0x12 | 0x33)
            && instruction.operand_type > 4
            && let Some(mask) = instruction.mask()
        {
            // It does not take a subnormal divisor that is not supported for 0, and adds three such numbers.
            for value in values.iter_mut().skip(6 + 8 * (mask as usize - 1)).take(8) {
                *value |= 0x2000_0000_2000;
            }
        }
        if instruction.form.id == 0x22600 {
            // It takes what is left behind the end of a source.
            lengths = [64; 4];
            values[words.get(bits::RT) as usize % 7 - 1] = 8 * random.below(9);
        }
        if matches!(instruction.form.id, 0x25A18 | 0x25A20) {
            // It multiplies an index without a limit.
            values[words.get(bits::RT) as usize % 7 - 1] = random.below(10);
        }
        if let Some(mask) = instruction.mask()
            && (instruction.operand_type > 4 || instruction.is_half())
        {
            // Its rounding to odd is compiled to rounding down; halves it rounds twice, and
            // takes for an underflow when they are subnormal and exact.
            let modes = if instruction.is_half() { 0x1C3C_1C3C_1C3C_1C3C } else { 0x1000_1000_1000_1000 };
            for value in values.iter_mut().skip(6 + 8 * (mask as usize - 1)).take(8) {
                *value &= !modes;
            }
        }
        let rounding = random.below(4) == 0 && !uses_control_otherwise(&instruction);
        return Case {
            instruction,
            kind,
            values,
            lengths,
            memory: (0..MEMORY_WORDS).map(|_| value(random)).collect(),
            contents,
            index,
            numcontr: if rounding { 0x2001 | random.below(4) << 10 } else { 0x2001 },
        };
    }
}

/// Instructions of which the emulator leaves rounding to the host, or which round in another place.
fn uses_control_otherwise(i: &Instruction) -> bool {
    i.is_half() || matches!(i.form.id, 0x12004 | 0x1300F | 0x1300C | 0x33 | 0x12)
}

/// Values with many special cases.
pub(crate) fn value(random: &mut Xorshift) -> u64 {
    let any = random.next();
    match random.below(10) {
        0 => random.below(40),
        1 => (random.below(9) as i64 - 4) as u64,
        2 => u64::from((any as i16 as f32 / 16.0).to_bits()) * 0x1_0000_0001,
        3 => (any as i16 as f64 / 16.0).to_bits(),
        4 => 0x8000_0000_8000_0000 >> (8 * random.below(4)),
        5 => 0x7FFF_FFFF_7F80_0000,
        6 => 0x7FF0_0000_FFC0_0001,
        7 => any & 0x0001_0001_0001_0001 | 0x2000,
        8 => any & 0xFF01_FF01_FF01_FF01,
        _ => any,
    }
}
