//! The instructions of ForwardCom 1.14 as tables.
//!
//! Each [`Form`] is one operation in the formats that hold it. Names, codes, formats, operand counts and
//! operand types are those of the vendor's instruction list 1.13 (with bintools 1.14), which the reference
//! assembler, disassembler and emulator read.

pub(crate) mod id;
mod jump;
mod multi;
mod names;
mod single;

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

use super::formats::{FORMATS, Format, InstructionKind};

/// Reading and notation of the immediate operand of a single-format instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Immediate {
    /// None, or as the format says.
    No,
    /// Signed, 8 bits.
    S8,
    /// Signed, 16 bits.
    S16,
    /// Signed upper byte, shifted left by the lower byte.
    S8Shift,
    /// 16 bits, shifted left by 16.
    S16Shift16,
    /// 32 bits, shifted left by 32.
    S32Shift32,
    /// Unsigned, 8 bits.
    U8,
    /// Unsigned, 16 bits.
    U16,
    /// Unsigned, 32 bits.
    U32,
    /// Unsigned, 64 bits.
    U64,
    /// Two constants of 8 bits and one of 6 bits in IM5.
    Bits886,
    /// Two constants of 16 bits, the upper one first.
    Pair16,
    /// A constant of 32 bits in the second word, then one of 16 bits in the first.
    U16U32,
    /// Two constants of 32 bits, the upper one first.
    Pair32,
    /// A half precision number.
    Half,
    /// A number of the operand type.
    Typed,
    /// Not written: always this value.
    Implicit(i32),
}

/// Bits of [`Form::flags`].
pub mod flags {
    /// Neither destination nor operand type are written.
    pub const BARE: u32 = 1;
    /// There is no destination.
    pub const NO_DEST: u32 = 1 << 1;
    /// RD holds something else than the destination, such as a pointer.
    pub const POINTER: u32 = 1 << 3;
    /// The destination is the memory operand.
    pub const TO_MEMORY: u32 = 1 << 4;
    /// RD is a general register in a vector format.
    pub const GP_DEST: u32 = 1 << 8;
    /// The first source is a general register in a vector format.
    pub const GP_1: u32 = 1 << 9;
    /// The second source is a general register in a vector format.
    pub const GP_2: u32 = 1 << 10;
    /// The third source is a general register in a vector format.
    pub const GP_3: u32 = 1 << 11;
    /// RT is a general register with a length.
    pub const GP_LENGTH: u32 = 1 << 12;
    /// There may be a mask, but no fallback.
    pub const NO_FALLBACK: u32 = 1 << 14;
    /// There may be a fallback without a mask.
    pub const FREE_FALLBACK: u32 = 1 << 15;
    /// The immediate operand is an integer whatever the operand type.
    pub const INT_IMM: u32 = 1 << 16;
    /// Integer operands are unsigned.
    pub const UNSIGNED: u32 = 1 << 18;
    /// Integer operands are unsigned if bit 3 of the options is set.
    pub const UNSIGNED_3: u32 = 1 << 19;
    /// IM5 holds options.
    pub const OPTIONS: u32 = 1 << 20;
    /// Type 1 is float16.
    pub const HALF: u32 = 1 << 21;
    /// Type 1 is float16 if bit 5 of the options is set.
    pub const HALF_5: u32 = 1 << 22;
    /// The source is a base pointer.
    pub const FROM_SPECIAL_0: u32 = 1 << 24;
    /// The source is a special register.
    pub const FROM_SPECIAL_1: u32 = 1 << 24 | 1 << 26;
    /// The source is a capabilities register.
    pub const FROM_SPECIAL_2: u32 = 1 << 24 | 2 << 26;
    /// The source is a performance counter.
    pub const FROM_SPECIAL_3: u32 = 1 << 24 | 3 << 26;
    /// The source is a system register.
    pub const FROM_SPECIAL_4: u32 = 1 << 24 | 4 << 26;
    /// The destination is a special register.
    pub const TO_SPECIAL_1: u32 = 1 << 25 | 1 << 26;
    /// The destination is a capabilities register.
    pub const TO_SPECIAL_2: u32 = 1 << 25 | 2 << 26;
    /// The destination is a system register.
    pub const TO_SPECIAL_4: u32 = 1 << 25 | 4 << 26;
}

/// One operation in the formats that hold it.
#[derive(Debug)]
pub struct Form {
    /// Its name. Arithmetic with a jump has both names with a slash between.
    pub name: &'static str,
    /// Its number in the vendor's list: the same for all forms of one operation. For jumps the low byte is the
    /// arithmetic operation and the rest the condition.
    pub id: u32,
    /// Kind of the formats that hold it.
    pub kind: InstructionKind,
    /// For a single format its tag, otherwise a set of [`Format::bit`]s.
    pub formats: u64,
    /// Operation code: OP1, or OPJ for jumps.
    pub op1: u8,
    /// OP2 of template E.
    pub op2: u8,
    /// Number of source operands of any kind, a jump target included.
    pub sources: u8,
    /// Operand types: bits 7:0 those that every implementation has, bits 15:8 those that one may have; for
    /// general registers, scalars in vector registers, vectors.
    pub types: [u16; 3],
    /// The immediate operand of a single format.
    pub immediate: Immediate,
    /// Bits of [`flags`].
    pub flags: u32,
}

/// All formats.
const ANY: u64 = u64::MAX;

#[rustfmt::skip]
#[allow(clippy::too_many_arguments, reason = "the columns of a table")]
const fn multi(name: &'static str, id: u32, op1: u8, sources: u8, formats: u64, types: [u16; 3], flags: u32) -> Form {
    Form { name, id, kind: InstructionKind::Multi, formats, op1, op2: 0, sources, types, immediate: Immediate::No, flags }
}

#[rustfmt::skip]
#[allow(clippy::too_many_arguments, reason = "the columns of a table")]
const fn single(name: &'static str, id: u32, tag: u64, op1: u8, op2: u8, sources: u8, types: [u16; 3], immediate: Immediate, flags: u32) -> Form {
    Form { name, id, kind: InstructionKind::Single, formats: tag, op1, op2, sources, types, immediate, flags }
}

#[rustfmt::skip]
#[allow(clippy::too_many_arguments, reason = "the columns of a table")]
const fn jump(name: &'static str, id: u32, op1: u8, sources: u8, formats: u64, types: [u16; 3], immediate: Immediate, flags: u32) -> Form {
    Form { name, id, kind: InstructionKind::Jump, formats, op1, op2: 0, sources, types, immediate, flags }
}

impl Form {
    /// True if one of some flags is set.
    pub fn is(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// True if the form exists in a format. An operation of one format may share it with those of many, which have no
    /// OP2.
    pub fn in_format(&self, format: &Format) -> bool {
        match self.kind {
            InstructionKind::Single => self.formats == u64::from(format.tag),
            kind => format.kind == kind && self.formats >> (format.bit & 63) & 1 != 0,
        }
    }

    /// True if an operand type exists in general registers (`false`) or vector registers (`true`).
    pub fn has_type(&self, vector: bool, operand_type: u8) -> bool {
        let [gp, scalar, vectors] = self.types;
        (if vector { scalar | vectors } else { gp }) & 0x101 << (operand_type & 7) != 0
    }

    /// The kind of special register read, if any: 0 base pointer, 1 special, 2 capabilities, 3 performance
    /// counter, 4 system.
    pub fn special_source(&self) -> Option<u8> {
        self.is(1 << 24).then_some((self.flags >> 26) as u8)
    }

    /// The kind of special register written, if any; as in [`Form::special_source`].
    pub fn special_destination(&self) -> Option<u8> {
        self.is(1 << 25).then_some((self.flags >> 26) as u8)
    }

    /// The name of the arithmetic and of the jump condition, for arithmetic with a jump.
    pub fn parts(&self) -> Option<(&'static str, &'static str)> {
        self.name.split_once('/')
    }
}

/// Every form: those of many formats, those of one, and jumps.
pub fn forms() -> impl Iterator<Item = &'static Form> {
    multi::MULTI.iter().chain(single::SINGLE).chain(jump::JUMP)
}

/// A form with the formats in which it exists.
pub struct Formed {
    /// The form.
    pub form: &'static Form,
    /// Its formats, in the order of all formats.
    pub formats: Vec<&'static Format>,
}

/// The forms of one number, in the order of all forms.
pub fn forms_of(id: u32) -> &'static [Formed] {
    static BY_ID: LazyLock<FxHashMap<u32, Vec<Formed>>> = LazyLock::new(|| {
        let mut table: FxHashMap<u32, Vec<Formed>> = FxHashMap::default();
        for form in forms() {
            let formats = FORMATS.iter().filter(|format| form.in_format(format)).collect();
            table.entry(form.id).or_default().push(Formed { form, formats });
        }
        table
    });
    BY_ID.get(&id).map_or(&[], Vec::as_slice)
}

/// The names of instructions and of their parts, in small letters, with their numbers.
pub fn names() -> impl Iterator<Item = (String, u32)> {
    let whole = forms().map(|form| (form.name, form.id));
    let parts = forms().filter_map(|form| {
        let (arithmetic, condition) = form.parts()?;
        Some([(arithmetic, form.id & 0xFF), (condition, form.id & !0xFF)])
    });
    let all = whole.chain(parts.flatten()).chain(names::ALIASES.iter().copied());
    all.map(|(name, id)| (name.to_ascii_lowercase(), id))
}

/// The forms of one kind.
pub fn of_kind(kind: InstructionKind) -> &'static [Form] {
    match kind {
        InstructionKind::Multi => multi::MULTI,
        InstructionKind::Single => single::SINGLE,
        InstructionKind::Jump => jump::JUMP,
        InstructionKind::Vacant => &[],
    }
}

/// Size in bytes of each operand type: int8 to int128, float, double, float128.
pub const TYPE_SIZES: [u8; 8] = [1, 2, 4, 8, 16, 4, 8, 16];

/// The name of each operand type.
pub const TYPE_NAMES: [&str; 8] =
    ["int8", "int16", "int32", "int64", "int128", "float", "double", "float128"];

/// Size of an operand type in bytes.
pub fn type_size(operand_type: u8) -> u64 {
    TYPE_SIZES[usize::from(operand_type & 7)].into()
}
