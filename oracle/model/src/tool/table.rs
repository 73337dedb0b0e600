//! Table of a target's statements and relocations, from which cases are generated and expectations are computed. The
//! oracle holds the tables; this file defines only their types.

use crate::plan::ClauseId;

/// Table of a target's assembly language and object files.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// `e_machine` of its files, with its clause.
    pub machine: (u16, ClauseId),
    /// `e_flags` of its files, with its clause.
    pub flags: (u32, ClauseId),
    /// Width of an address in bits; values are numbers modulo 2 to the power of this width.
    pub address_bits: u32,
    /// True if the linker chooses the addresses of sections: values are then distances within a section, or absolute
    /// numbers.
    pub linker_places: bool,
    /// Clause about object files, and about relocation types that do not exist.
    pub objects: ClauseId,
    /// Clause about the assembly language.
    pub language: ClauseId,
    /// General registers.
    pub registers: &'static [File],
    /// True if names of registers may be written in capitals, too. Names of instructions may unless they are lower case.
    pub any_case: bool,
    /// True if names of instructions are written in small letters only.
    pub lower_case: bool,
    /// Text before all statements of a file.
    pub prologue: &'static str,
    /// Line before each statement: the assembler's state, which the statement's own line changes.
    pub state: &'static str,
    /// Names of special registers, with their numbers.
    pub specials: &'static [(&'static str, u16)],
    /// Statements. The first row that matches a text applies.
    pub statements: &'static [Statement],
    /// Relocations.
    pub relocations: &'static [Relocation],
    /// Relocation that an assembler writes where it lets the linker change something, with its clause; none where linkers
    /// change nothing.
    pub hint: Option<(u32, ClauseId)>,
    /// Numbers of relocation types that do not exist; where there are none, those above the greatest number of a row.
    pub reserved: &'static [u32],
    /// Flags of object files that are linked with one that has the table's.
    pub beside: &'static [u32],
    /// Programs whose sections a linker may change.
    pub programs: &'static [Program],
}

/// Program that a linker may change as long as it does the same.
#[derive(Debug, Clone, Copy)]
pub struct Program {
    /// Name of the row.
    pub name: &'static str,
    /// Code, which begins with the first instruction.
    pub code: &'static [u8],
    /// Section of data or of a function, and the distances in bytes from the code at which it is placed.
    pub other: (&'static [u8], &'static [u64]),
    /// Symbols beside the start: name, true for the other section, offset.
    pub labels: &'static [(&'static str, bool, u64)],
    /// Relocations: true for the other section, offset, number, and the index of the symbol: 0 the start, then the labels,
    /// then an absolute one; and the addend.
    pub relocations: &'static [(bool, u64, u32, usize, i64)],
    /// Result.
    pub result: Returned,
    /// Addresses of the code.
    pub addresses: &'static [u64],
    /// Values of the absolute symbol; none where the program has no such symbol.
    pub values: &'static [u64],
    /// Clauses, the most specific first.
    pub clauses: &'static [ClauseId],
    /// Source of the row.
    pub source: &'static str,
}

/// Result of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returned {
    /// This number.
    Number(u64),
    /// Value of the absolute symbol.
    Value,
}

/// File of general registers.
#[derive(Debug, Clone, Copy)]
pub struct File {
    /// Letters of the operands that are registers of this file.
    pub letters: &'static str,
    /// Letter that precedes a register's number in its name.
    pub prefix: char,
    /// Number of registers with such names.
    pub count: u8,
    /// Other names, and names of registers without a number in them. Where no names are numbered, as for groups of
    /// registers, the table also lists names that do not exist, and their fields do not hold them.
    pub names: &'static [(&'static str, u8)],
}

/// Form of statement.
#[derive(Debug, Clone, Copy)]
pub struct Statement {
    /// Text of the statement, with operands as letters in braces: `{s}` is a special register, `{i}` a number, `{o}`
    /// a number that is written with its sign, `{x}` a symbol with a constant, `{y}` a symbol without one, and other
    /// letters are general registers; in place of `{m}` and `{M}` a symbol is allowed as well. A `#` may be omitted.
    /// A brace that belongs to the text is doubled.
    pub syntax: &'static str,
    /// Encodings, the shortest first.
    pub forms: &'static [Form],
    /// Constraints on its operands.
    pub rules: &'static [Rule],
    /// Question that decides about a number that fits no form.
    pub excess: Excess,
    /// Relocation for a symbol, in the last form.
    pub relocation: Option<Left>,
    /// Further relocations.
    pub further: &'static [Further],
    /// Declaration of its symbol on the line before the statement, where the language requires one.
    pub declaration: &'static str,
    /// Line directly before the statement that puts the assembler into another state than the table's.
    pub state: &'static str,
    /// Clauses about the statement, in addition to the one about the language.
    pub clauses: &'static [ClauseId],
    /// Source of the row.
    pub source: &'static str,
}

/// Relocation that a statement leaves to the linker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// Number of the relocation type.
    pub number: u32,
    /// Distance in bytes of the field from the beginning of the statement.
    pub offset: u64,
    /// Number that is added to the constant after the symbol, where the processor does not count from the field.
    pub ahead: i64,
}

/// Relocation that a statement leaves to the linker beside the one for its symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Further {
    /// Number of the relocation type.
    pub number: u32,
    /// Distance in bytes of the field from the beginning of the statement.
    pub offset: u64,
    /// Distance of its label from the beginning of the statement; none where it has no symbol.
    pub label: Option<i64>,
    /// True if it may be left out.
    pub is_hint: bool,
}

/// Encoding of a statement.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// Size in bytes.
    pub bytes: usize,
    /// Bits without operands, little-endian.
    pub base: u128,
    /// Field of each operand.
    pub operands: &'static [(char, Field)],
    /// Two operands that must be equal for this form.
    pub same: Option<(char, char)>,
}

/// Constraint on operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Register of a pair: its number is even.
    Even(char),
    /// Register of which nothing is said unless the letter's file has it.
    Unsaid(char),
    /// Base register: neither the register that is loaded, nor the second one of a pair.
    NotLoaded {
        /// Letter of the register that is loaded.
        loaded: char,
        /// Number of registers that are loaded, from that one on.
        registers: u8,
        /// Letter of the base register.
        base: char,
    },
    /// Symbol without a relocation that could store its value there.
    Unrelocatable,
    /// Result in a register that cannot be written.
    ReadOnly,
    /// Kind of register, named by the operand, for which no form exists.
    NoSuchForm,
    /// Refusal that the source demands, with the reason.
    Refused(&'static str),
    /// Negative number that may stand for its low bits, where the field could hold them as a signed number.
    MayWrap(char),
}

/// Encoding field of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Pieces of the field.
    pub bits: &'static [Bits],
    /// Least number that it holds.
    pub low: i64,
    /// Greatest number that it holds.
    pub high: i64,
    /// Number of which all values must be a multiple.
    pub unit: i64,
    /// Bit that is set for a negative number, where the field holds the magnitude.
    pub sign: Option<u8>,
    /// Lowest bit of the count of zeros that were removed from the low end of the number; `low` and `high` apply to
    /// the remaining number.
    pub scale: Option<u8>,
}

/// Piece of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bits {
    /// Lowest bit in the word that holds the field.
    pub to: u8,
    /// Lowest bit of the number that is stored there.
    pub from: u8,
    /// Number of bits.
    pub width: u8,
    /// True if the bits below are added as a number with a sign, so that the piece is greater by 1 where that is negative.
    pub rounded: bool,
}

/// Question that decides about numbers that do not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Excess {
    /// No question: the formula takes the bits that it needs.
    None,
    /// Data of less than a word.
    Data,
    /// Branch distance.
    Branch,
    /// Branch distance of a branch whose size the assembler chooses.
    Reach,
    /// Half of a word in a move.
    Half,
    /// Immediate of an instruction.
    Immediate,
    /// Immediate of an instruction whose field is signed, in two's complement.
    Signed,
}

/// Relocation type.
#[derive(Debug, Clone, Copy)]
pub struct Relocation {
    /// Number of the type.
    pub number: u32,
    /// Name of the type.
    pub name: &'static str,
    /// Clause that defines it.
    pub clause: ClauseId,
    /// Formula of the value.
    pub formula: Formula,
    /// Number of bits by which the value is shifted to the right before it is stored.
    pub shift: u32,
    /// Size in bytes of the word that holds the field, little-endian.
    pub bytes: usize,
    /// Field; its range applies to the value after the shift.
    pub field: Field,
    /// Question that decides about a value that does not fit.
    pub excess: Excess,
    /// Required alignment of the field's address.
    pub align: u64,
    /// Source of the row.
    pub source: &'static str,
}

/// Formula of a relocation's value: S is the value of the symbol, A the addend, P the address of the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula {
    /// No value: the field is unchanged.
    Nothing,
    /// S + A.
    Value,
    /// S + A - P.
    FromPlace,
    /// S + A - P, less the size of the field.
    FromNext,
    /// S + A - this address, from which memory is counted.
    FromBase(u64),
    /// S + A - the address of the section.
    FromSection,
    /// S + A - P, or S + A - the address of the section: an open question.
    FromPlaceOrSection,
    /// Offset of the symbol's entry in the global offset table, from the beginning of the table.
    Slot,
    /// V + S + A, where V is the value of the field, modulo the size of the field. The relocation with this number usually
    /// stands behind it.
    Plus(u32),
    /// V - S - A. The relocation with this number usually stands before it.
    Minus(u32),
    /// Value of a relocation with one of these numbers that stands at the symbol, in the same section.
    OfUpperPart(&'static [u32]),
    /// S + A in a number in LEB128 of as many bytes as it has; the relocation with this number stands behind it.
    Leb128(u32),
    /// Value of the relocation with this number right before it at the same place, less S + A, in the same form.
    Leb128Less(u32),
}

/// Syntax of a statement ([`Statement::syntax`]), split into the text before the first operand, and the letter of
/// each operand with the text after it.
pub fn parts(syntax: &str) -> (String, Vec<(char, String)>) {
    let mut head = String::new();
    let mut operands: Vec<(char, String)> = Vec::new();
    let mut rest = syntax.chars().peekable();
    while let Some(c) = rest.next() {
        let doubled = rest.next_if(|next| matches!(c, '{' | '}') && *next == c).is_some();
        if c == '{' && !doubled {
            let letter = rest.next().unwrap_or_default();
            // The closing brace.
            rest.next();
            operands.push((letter, String::new()));
        } else {
            operands.last_mut().map_or(&mut head, |(_, text)| text).push(c);
        }
    }
    (head, operands)
}

impl Field {
    /// True if a number fits.
    pub fn holds(&self, number: i64) -> bool {
        let (number, _) = self.scaled(number);
        (self.low..=self.high).contains(&number) && number % self.unit.max(1) == 0
    }

    /// Bits of a number in a word; bits that do not fit are dropped.
    pub fn place(&self, number: i64) -> u128 {
        let (number, zeros) = self.scaled(number);
        let magnitude = if self.sign.is_some() { number.unsigned_abs() } else { number as u64 };
        let sign = self.sign.filter(|_| number < 0).map_or(0, |bit| 1 << bit);
        let scale = self.scale.map_or(0, |bit| u128::from(zeros) << bit);
        self.bits.iter().fold(sign | scale, |word, bits| {
            let half =
                if bits.rounded { 1u64.checked_shl(u32::from(bits.from)).unwrap_or(0) >> 1 } else { 0 };
            word | u128::from(magnitude.wrapping_add(half) >> bits.from & mask(bits.width)) << bits.to
        })
    }

    /// Bits of a word that belong to the field, except those of a scale.
    pub fn mask(&self) -> u128 {
        let sign = self.sign.map_or(0, |bit| 1 << bit);
        self.bits.iter().fold(sign, |word, bits| word | u128::from(mask(bits.width)) << bits.to)
    }

    /// Number without the zeros at its low end, and the number of those zeros, where the field counts them.
    fn scaled(&self, number: i64) -> (i64, u32) {
        match self.scale {
            Some(_) if number != 0 => (number >> number.trailing_zeros(), number.trailing_zeros()),
            _ => (number, 0),
        }
    }
}

/// Mask of the lowest `width` bits.
fn mask(width: u8) -> u64 {
    1u64.checked_shl(width.into()).map_or(u64::MAX, |bit| bit - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPLIT: Field = Field {
        bits: &[
            Bits { to: 7, from: 0, width: 3, rounded: false },
            Bits { to: 16, from: 3, width: 8, rounded: false },
        ],
        low: -2047,
        high: 2047,
        unit: 1,
        sign: Some(24),
        scale: None,
    };

    #[test]
    fn a_text_is_taken_apart_at_its_operands() {
        let (head, operands) = parts("{{ add {d},#{i} ; nop }}");
        assert_eq!(head, "{ add ");
        assert_eq!(operands, [('d', ",#".to_owned()), ('i', " ; nop }".to_owned())]);
        assert_eq!(parts("ret"), ("ret".to_owned(), Vec::new()));
    }

    #[test]
    fn a_number_goes_where_its_pieces_are() {
        assert_eq!(SPLIT.place(0x7ff), 0xff_0380);
        assert_eq!(SPLIT.place(-1), 0x100_0080);
        assert_eq!(SPLIT.mask(), 0x1ff_0380);
        assert!(SPLIT.holds(-2047) && !SPLIT.holds(2048));
        let twos = Field { sign: None, low: -1024, high: 1023, ..SPLIT };
        assert_eq!(twos.place(-1024), 0x80_0000);
        assert!(!Field { unit: 2, ..twos }.holds(3));
        let scaled = Field {
            bits: &[Bits { to: 8, from: 0, width: 8, rounded: false }],
            low: -127,
            high: 127,
            scale: Some(0),
            ..twos
        };
        assert!(scaled.holds(-127 << 30) && !scaled.holds(0x101) && scaled.holds(0));
        assert_eq!([scaled.place(0x7d << 3), scaled.place(-1 << 31)], [0x7d03, 0xff1f]);
        let upper = Field { bits: &[Bits { to: 12, from: 12, width: 20, rounded: true }], ..twos };
        assert_eq!([0x7ff, 0x800, -0x801].map(|number| upper.place(number)), [0, 0x1000, 0xffff_f000]);
    }
}
