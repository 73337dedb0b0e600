//! The table of a target's statements and relocations: what cases are drawn from, and what an expectation is
//! worked out by. The oracle holds the tables; here are only their words.

use crate::plan::ClauseId;

/// What is known of a target's assembly and object files.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// `e_machine` of its files, with its clause.
    pub machine: (u16, ClauseId),
    /// `e_flags` of its files, with its clause.
    pub flags: (u32, ClauseId),
    /// Width of an address in bits: values are numbers modulo 2 to that power.
    pub address_bits: u32,
    /// Whether the linker says itself where sections lie: values are then distances within a section, or numbers that
    /// are no places.
    pub linker_places: bool,
    /// Clause on what object files are like, and on relocations that do not exist.
    pub objects: ClauseId,
    /// Clause on the language of assemblers.
    pub language: ClauseId,
    /// General registers.
    pub registers: &'static [File],
    /// Whether registers go by their names in capitals, too. Instructions always do.
    pub any_case: bool,
    /// Names of special registers with their numbers.
    pub specials: &'static [(&'static str, u16)],
    /// Statements. The first row that fits a text is meant.
    pub statements: &'static [Statement],
    /// Relocations.
    pub relocations: &'static [Relocation],
}

/// A file of general registers.
#[derive(Debug, Clone, Copy)]
pub struct File {
    /// The operands that are registers of this file.
    pub letters: &'static str,
    /// A register's name is this letter and its number.
    pub prefix: char,
    /// How many of them have such names.
    pub count: u8,
    /// Other names, and names of registers that have no number in theirs. Where there are no numbered ones, as for groups
    /// of registers, those that do not exist stand here, too, and their fields do not hold them.
    pub names: &'static [(&'static str, u8)],
}

/// One form of statement.
#[derive(Debug, Clone, Copy)]
pub struct Statement {
    /// How it is written: operands are letters in braces. `{s}` is a special register, `{i}` a number, `{o}` a number
    /// that is written with its sign, `{x}` a symbol with a constant, `{y}` a symbol without one, and other letters
    /// are general registers; in the place of `{m}` and `{M}` a symbol could be as well. A `#` may be left out. A brace
    /// that belongs to the text is written twice.
    pub syntax: &'static str,
    /// Its encodings, the shortest first.
    pub forms: &'static [Form],
    /// What its operands owe each other.
    pub rules: &'static [Rule],
    /// What becomes of a number that fits no form.
    pub excess: Excess,
    /// The relocation that a symbol leaves, in the last form.
    pub relocation: Option<Left>,
    /// The line that says before the statement what its symbol is, where the language wants one.
    pub declaration: &'static str,
    /// Clauses that speak of it, beside the one on the language.
    pub clauses: &'static [ClauseId],
    /// Where this is from.
    pub source: &'static str,
}

impl Statement {
    /// A statement of which there is nothing more to say.
    pub const fn new(
        syntax: &'static str,
        forms: &'static [Form],
        excess: Excess,
        source: &'static str,
    ) -> Self {
        Self { syntax, forms, rules: &[], excess, relocation: None, declaration: "", clauses: &[], source }
    }
}

/// A relocation that a statement leaves to the linker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// Its number.
    pub number: u32,
    /// The distance in bytes of the field from the beginning of the statement.
    pub offset: u64,
    /// What is added to the constant behind the symbol: where the processor counts from somewhere else than the field.
    pub ahead: i64,
}

impl Left {
    /// At the beginning of the statement, with the constant as it is written.
    pub const fn first(number: u32) -> Self {
        Self { number, offset: 0, ahead: 0 }
    }
}

/// One encoding of a statement.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// Its size in bytes.
    pub bytes: usize,
    /// Its bits without operands, little-endian.
    pub base: u128,
    /// Where each operand goes.
    pub operands: &'static [(char, Field)],
    /// Two operands that must be the same for this form.
    pub same: Option<(char, char)>,
}

/// What operands owe each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// A register for a pair has an even number.
    Even(char),
    /// The base register is not the register that is loaded, nor the second one of a pair.
    NotLoaded {
        /// The register that is loaded.
        loaded: char,
        /// How many registers are loaded from it on.
        registers: u8,
        /// The base register.
        base: char,
    },
    /// There is no relocation that could put the value of its symbol there.
    Unrelocatable,
    /// Its result would be in a register that cannot be written.
    ReadOnly,
    /// No register of the kind that it names has a form that fits.
    NoSuchForm,
    /// The source has it refused, for this reason.
    Refused(&'static str),
    /// A number below zero may stand for its low bits, where the field could hold them with a sign.
    MayWrap(char),
}

/// Where a number goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// The pieces of the field.
    pub bits: &'static [Bits],
    /// The least number that it holds.
    pub low: i64,
    /// The greatest number that it holds.
    pub high: i64,
    /// What numbers must be a multiple of.
    pub unit: i64,
    /// The bit that is set for a number below zero, where the field holds the magnitude.
    pub sign: Option<u8>,
    /// The lowest bit of where it is stored how many zeros were cut off the low end of the number; `low` and `high` are
    /// of what is left.
    pub scale: Option<u8>,
}

/// A piece of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bits {
    /// Its lowest bit in the word that holds the field.
    pub to: u8,
    /// The bit of the number that goes there.
    pub from: u8,
    /// How many bits.
    pub width: u8,
}

/// What becomes of numbers that do not fit: which question decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Excess {
    /// There are none: the formula takes the bits that it wants.
    None,
    /// Data of less than a word.
    Data,
    /// The distance of a branch.
    Branch,
    /// The distance of a branch whose size the assembler chooses.
    Reach,
    /// Half of a word in a move.
    Half,
    /// A number in an instruction.
    Immediate,
    /// A number in an instruction whose field is one with a sign, in two's complement.
    Signed,
}

/// One relocation.
#[derive(Debug, Clone, Copy)]
pub struct Relocation {
    /// Its number.
    pub number: u32,
    /// Its name.
    pub name: &'static str,
    /// The clause that has it.
    pub clause: ClauseId,
    /// The value.
    pub formula: Formula,
    /// How far the value is shifted to the right before it goes into the field.
    pub shift: u32,
    /// Size in bytes of the word that holds the field, little-endian.
    pub bytes: usize,
    /// The field; its range is that of the value after the shift.
    pub field: Field,
    /// What becomes of a value that does not fit.
    pub excess: Excess,
    /// What the address of the field must be a multiple of.
    pub align: u64,
    /// Where this is from.
    pub source: &'static str,
}

/// The value of a relocation: S is the symbol's, A the addend, P the field's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula {
    /// Nothing is changed.
    Nothing,
    /// S + A.
    Value,
    /// S + A - P.
    FromPlace,
    /// S + A - P, less the size of the field.
    FromNext,
    /// S + A, less this address, from which memory is counted.
    FromBase(u64),
    /// S + A - the address of the section.
    FromSection,
    /// S + A - P, or less the address of the section: a question.
    FromPlaceOrSection,
    /// Where the symbol has its place in the global offset table, from the beginning of that.
    Slot,
}

/// How a statement is written ([`Statement::syntax`]), taken apart: the text before the first operand, and the letter of
/// each operand with the text behind it.
pub fn parts(syntax: &str) -> (String, Vec<(char, String)>) {
    let mut head = String::new();
    let mut operands: Vec<(char, String)> = Vec::new();
    let mut rest = syntax.chars().peekable();
    while let Some(c) = rest.next() {
        let doubled = rest.next_if(|next| matches!(c, '{' | '}') && *next == c).is_some();
        if c == '{' && !doubled {
            let letter = rest.next().unwrap_or_default();
            // The brace behind the letter.
            rest.next();
            operands.push((letter, String::new()));
        } else {
            operands.last_mut().map_or(&mut head, |(_, text)| text).push(c);
        }
    }
    (head, operands)
}

impl Field {
    /// Whether a number fits.
    pub fn holds(&self, number: i64) -> bool {
        let (number, _) = self.scaled(number);
        (self.low..=self.high).contains(&number) && number % self.unit.max(1) == 0
    }

    /// The number's bits in a word; what does not fit is left out.
    pub fn place(&self, number: i64) -> u128 {
        let (number, zeros) = self.scaled(number);
        let magnitude = if self.sign.is_some() { number.unsigned_abs() } else { number as u64 };
        let sign = self.sign.filter(|_| number < 0).map_or(0, |bit| 1 << bit);
        let scale = self.scale.map_or(0, |bit| u128::from(zeros) << bit);
        self.bits.iter().fold(sign | scale, |word, bits| {
            word | u128::from(magnitude >> bits.from & mask(bits.width)) << bits.to
        })
    }

    /// The bits of a word that belong to the field, but for those of a scale.
    pub fn mask(&self) -> u128 {
        let sign = self.sign.map_or(0, |bit| 1 << bit);
        self.bits.iter().fold(sign, |word, bits| word | u128::from(mask(bits.width)) << bits.to)
    }

    /// A number without zeros at its low end, and how many there were, where the field counts them.
    fn scaled(&self, number: i64) -> (i64, u32) {
        match self.scale {
            Some(_) if number != 0 => (number >> number.trailing_zeros(), number.trailing_zeros()),
            _ => (number, 0),
        }
    }
}

/// As many ones.
fn mask(width: u8) -> u64 {
    1u64.checked_shl(width.into()).map_or(u64::MAX, |bit| bit - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPLIT: Field = Field {
        bits: &[Bits { to: 7, from: 0, width: 3 }, Bits { to: 16, from: 3, width: 8 }],
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
            bits: &[Bits { to: 8, from: 0, width: 8 }],
            low: -127,
            high: 127,
            scale: Some(0),
            ..twos
        };
        assert!(scaled.holds(-127 << 30) && !scaled.holds(0x101) && scaled.holds(0));
        assert_eq!([scaled.place(0x7d << 3), scaled.place(-1 << 31)], [0x7d03, 0xff1f]);
    }
}
