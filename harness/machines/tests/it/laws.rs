//! Laws of instruction sets, of assemblers and of disassemblers that need no other tool: the rows of a table, the words of its
//! rows and random ones, texts that instructions print as, and texts of all kinds.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::support::random::Random;
use crate::support::texts::{bytes_of, is_read_or_refused, random_text, vectors};
use crate::support::vectors::{first_bytes, lines};
use crate::{dpu, epiphany, ipu, nyuzi, riscv};
use crosscall_machines::listing::Style;
use crosscall_machines::riscv::Xlen;
use crosscall_machines::toolset::{Toolset, find};
use proptest::prelude::*;

/// A row of a target's table.
pub(crate) struct Row {
    /// Its name, which no other row has.
    pub(crate) name: String,
    /// The bits that all of its words have.
    pub(crate) value: u64,
    /// Mask of these bits.
    pub(crate) mask: u64,
    /// The bits of each operand, and of what else may differ.
    pub(crate) operands: Vec<u64>,
    /// Length in bytes.
    pub(crate) size: usize,
}

/// An instruction that was found in bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The name of its row.
    pub(crate) row: String,
    /// The word that it encodes to.
    pub(crate) word: u64,
    /// Length in bytes.
    pub(crate) size: usize,
}

/// Decodes what stands at the start of some bytes, and encodes it again.
pub(crate) type Find = fn(&[u8]) -> Option<Found>;

/// An instruction set.
pub(crate) struct Set {
    pub(crate) target: &'static str,
    pub(crate) rows: Vec<Row>,
    pub(crate) find: Find,
    /// Vectors of encodings by another assembler, `bytes | text`, if there are any.
    pub(crate) golden: &'static str,
    /// Vectors of executions, if there are any.
    pub(crate) vectors: &'static str,
    /// Pieces of the assembly that only this target has, right and wrong.
    pub(crate) pieces: &'static [&'static str],
}

impl Set {
    fn tools(&self) -> &'static dyn Toolset {
        find(self.target).expect("the target has a toolset")
    }

    /// True if some instructions have two bytes.
    fn has_halfwords(&self) -> bool {
        self.tools().tools().instruction_unit == 2
    }

    /// `each` random words of every row, with the row.
    fn words(&self, each: usize) -> impl Iterator<Item = (&Row, u64)> {
        let mut random = Random(1);
        let rows = self.rows.iter().flat_map(move |row| std::iter::repeat_n(row, each));
        rows.map(move |row| (row, row.value | row.operands.iter().sum::<u64>() & random.next_64()))
    }

    /// Decodes a word, which encodes again to the same bits if it is an instruction.
    fn found(&self, word: u64, size: usize) -> Option<Found> {
        let found = (self.find)(&word.to_le_bytes()[..size])?;
        let bits = if found.size == 8 { u64::MAX } else { (1 << (8 * found.size)) - 1 };
        assert_eq!(found.word, word & bits, "{}: {found:?}", self.target);
        Some(found)
    }
}

/// The instruction sets.
static SETS: LazyLock<[Set; 6]> = LazyLock::new(|| {
    let [riscv32, riscv64] = Xlen::ALL.map(riscv::table::set);
    [dpu::table::set(), epiphany::table::set(), ipu::table::set(), nyuzi::table::set(), riscv32, riscv64]
});

#[test]
fn every_bit_of_a_row_is_fixed_or_in_one_operand() {
    for set in &*SETS {
        for row in &set.rows {
            let name = format!("{} {}", set.target, row.name);
            assert_eq!(row.value & !row.mask, 0, "{name}");
            let mut covered = row.mask;
            for operand in &row.operands {
                assert_eq!(covered & operand, 0, "{name}: a bit is used twice");
                covered |= operand;
            }
            // A DPU's instruction has 48 bits.
            let bits = 8 * row.size.min(6);
            assert_eq!(covered, (1 << bits) - 1, "{name}: a bit is not accounted for");
        }
        let mut names: Vec<&String> = set.rows.iter().map(|row| &row.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), set.rows.len(), "{}: two rows have one name", set.target);
    }
}

/// Words of a row that decode encode to the same bits, and every row has some.
#[test]
fn words_of_every_row_encode_back() {
    for set in &*SETS {
        let mut seen: Vec<&str> = Vec::new();
        for (row, word) in set.words(500) {
            let Some(found) = set.found(word, row.size) else { continue };
            // Some values of operands belong to another row.
            if found.row == row.name && seen.last() != Some(&row.name.as_str()) {
                seen.push(&row.name);
            }
        }
        assert_eq!(seen.len(), set.rows.len(), "{}: no word of some rows decodes", set.target);
    }
}

/// Each text of the vectors gives its bytes; those of encodings print as one instruction that assembles to them.
#[test]
fn texts_of_vectors_give_their_bytes() {
    for set in &*SETS {
        for (text, bytes) in vectors(set.golden) {
            assert_eq!(bytes_of(set.target, text), bytes, "{}: {text}", set.target);
            let lines = set.tools().disassemble(&bytes, 0, Style::Source);
            assert_eq!(lines.len(), 1, "{}: {text}", set.target);
            let printed = &lines[0].text;
            let is_data = DATA.iter().any(|directive| printed.starts_with(directive));
            assert!(!is_data, "{}: {text} became {printed}", set.target);
            assert_eq!(bytes_of(set.target, printed), bytes, "{}: {text} became {printed}", set.target);
        }
        assert!(set.golden.is_empty() || vectors(set.golden).count() > 80, "{}", set.target);
        for line in lines(set.vectors) {
            let assembly = line.split('|').nth(1).expect("bytes | assembly | states");
            let text = format!("\t{}\n", assembly.trim().replace(" / ", "\n\t"));
            assert_eq!(bytes_of(set.target, &text), first_bytes(line), "{}: {line}", set.target);
        }
    }
}

/// Directives that words become which no source gives.
const DATA: [&str; 7] = [".byte", ".hword", ".word", ".long", ".quad", ".2byte", ".4byte"];

/// The vectors of executions have every row.
#[test]
fn every_row_is_executed() {
    for set in SETS.iter().filter(|set| !set.vectors.is_empty()) {
        let mut seen = HashSet::new();
        for line in lines(set.vectors) {
            let bytes = first_bytes(line);
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                let found =
                    (set.find)(rest).unwrap_or_else(|| panic!("{}: no instruction: {line}", set.target));
                rest = &rest[found.size..];
                seen.insert(found.row);
            }
        }
        let missing: Vec<&str> =
            set.rows.iter().map(|row| row.name.as_str()).filter(|name| !seen.contains(*name)).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", set.target);
    }
}

#[test]
fn random_words_encode_back() {
    let mut random = Random(1);
    for set in &*SETS {
        let longest = set.tools().longest_instruction();
        for _ in 0..200_000 {
            let word = random.next_64();
            set.found(if longest == 8 { word >> 16 } else { word & 0xffff_ffff }, longest);
        }
    }
}

#[test]
fn every_halfword_that_decodes_encodes_back() {
    for set in SETS.iter().filter(|set| set.has_halfwords()) {
        let accepted = (0..=0xffff).filter(|&word| set.found(word, 2).is_some()).count();
        assert!(accepted > 30_000, "{}: {accepted}", set.target);
    }
}

#[test]
fn short_input_is_no_instruction() {
    for set in &*SETS {
        for row in &set.rows {
            let bytes = row.value.to_le_bytes();
            for length in 0..row.size {
                assert_eq!((set.find)(&bytes[..length]), None, "{} {}", set.target, row.name);
            }
        }
    }
}

/// An instruction prints as one line, which assembles to it.
#[test]
fn instructions_print_and_assemble_back() {
    for set in &*SETS {
        let halves = (0..=0xffff).step_by(5).map(|word| (2, word)).filter(|_| set.has_halfwords());
        for (size, word) in set.words(20).map(|(row, word)| (row.size, word)).chain(halves) {
            let Some(Found { size, .. }) = set.found(word, size) else { continue };
            let bytes = &word.to_le_bytes()[..size];
            let lines = set.tools().disassemble(bytes, 0x100, Style::Source);
            let text = &lines[0].text;
            assert_eq!(lines.len(), 1, "{} {text}", set.target);
            assert_eq!(bytes_of(set.target, text), bytes, "{} {text}", set.target);
        }
    }
}

/// Pieces of assembly that all targets have, right and wrong.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "\n", "\n", "\n\t", " ", ",", ", ", ":", "#", "`", ";", "//", "\"", "'", "\\", "(", ")", "[", "]", "{", "}", "{ ", " }", "%", "$", ".",
    "?", "+", "-", "*", "/", "<<", ">>", "==", "!", "~", "=", "@", "+=", "++", "/*", "*/", "é", "\u{1f600}", "\0",
    "0", "1", "7", "0x", "0b1", "1f", "1b", "1:", "65536", "18446744073709551616", "-9223372036854775808", "1e9", ". + 1",
    "a", "b", ".L1", "label:", "_x",
    ".text", ".data ", ".bss", ".section ", ".word ", ".long ", ".short ", ".half ", ".byte ", ".quad ", ".dword ", ".ascii ", ".asciz ",
    ".float ", ".double ", ".balign ", ".p2align ", ".align ", ".space ", ".fill ", ".skip ", ".zero ", ".org ", ".set ",
    ".equ ", ".comm ", ".lcomm ", ".global ", ".globl ", ".weak ", ".local ", ".type ", ".size ", ".file ", ".ident ",
    ".uleb128 ", ".sleb128 ", ".macro m a b", ".endm", "m ", "\\a", "\\@", ".rept ", ".endr", ".irp a,1,2", ".irpc a,xy",
    ".if ", ".else", ".elseif ", ".endif", ".ifdef ", ".exitm", ".pushsection ", ".popsection", ".previous", ".subsection ",
    ".end", ".purgem m", ".err",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is printed for any bytes assembles to them; the vendor's style has a text for them, wherever they lie.
    #[test]
    fn any_bytes_print_and_assemble_back(bytes in proptest::collection::vec(any::<u8>(), 0..80), address in any::<u64>()) {
        for set in &*SETS {
            let lines = set.tools().disassemble(&bytes, address, Style::Source);
            let source: String = lines.iter().map(|line| format!("{}\n", line.text)).collect();
            let assembled = bytes_of(set.target, &source);
            // The Epiphany's section may gain a byte at its end.
            let mut padded = bytes.clone();
            padded.resize(bytes.len().next_multiple_of(if set.target == "epiphany" { 2 } else { 1 }), 0);
            prop_assert!(assembled == bytes || assembled == padded, "{}: {}", set.target, source);
            let printed = set.tools().disassemble(&bytes, u64::MAX - 3, Style::Vendor);
            prop_assert_eq!(printed.iter().map(|line| line.bytes.len()).sum::<usize>(), bytes.len());
        }
    }
}

#[test]
fn no_text_makes_the_assembler_panic() {
    for set in &*SETS {
        // Twice the target's own pieces, of which there are fewer.
        let pieces = [PIECES, set.pieces, set.pieces].concat();
        let config = ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() };
        let mut runner = proptest::test_runner::TestRunner::new(config);
        let result = runner
            .run(&random_text(pieces), |text| is_read_or_refused(&text, set.tools().assemble("text", &text)));
        assert_eq!(result, Ok(()), "{}", set.target);
    }
}
