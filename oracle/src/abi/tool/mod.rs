//! Expected output of an assembler and a linker: worked out by the target's table, which its
//! document's folder holds, and by its answers to what neither the document nor the table says.

mod link;
mod statement;
mod syntax;

pub use syntax::{Operand, row_of};

use super::rules::Rules;
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::table::{Excess, Left, Relocation, Table};
use crosscall_model::tool::{Expected, Input, MadeRelocation, ToolCase, ToolPlan};

/// Demands on a target's tools. Where a document leaves a question open, or it has no meaning for its target, the
/// answer is what ELF and the encodings have.
pub(super) trait Tools: Sync {
    /// Statements and relocations.
    fn table(&self) -> &'static Table;

    /// Numbers of the relocations of the table, with their clauses.
    fn relocations(&self) -> Vec<(u32, ClauseId)> {
        self.table().relocations.iter().map(|row| (row.number, row.clause)).collect()
    }

    /// A relocation as it is under the readings of its clause.
    fn as_read(&self, row: &Relocation, _rules: &mut Rules<'_>) -> Relocation {
        *row
    }

    /// Treatment of a value that does not fit its field, by a linker.
    fn beyond_in_link(&self, _excess: Excess, _rules: &mut Rules<'_>) -> Beyond {
        Beyond::Refused
    }

    /// Treatment of a number that does not fit its field, by an assembler.
    fn beyond_in_text(&self, _excess: Excess, _rules: &mut Rules<'_>) -> Beyond {
        Beyond::Refused
    }

    /// Treatment of a value that is no multiple of the field's unit, by a linker.
    fn rest_in_link(&self, _rules: &mut Rules<'_>) -> Rest {
        Rest::Refused
    }

    /// Treatment of such a number, by an assembler.
    fn rest_in_text(&self, _rules: &mut Rules<'_>) -> Rest {
        Rest::Refused
    }

    /// True if a linker knows a relocation of the table.
    fn knows(&self, _row: &Relocation, _rules: &mut Rules<'_>) -> bool {
        true
    }

    /// The address that programs use, where files have others.
    fn seen_by_programs(&self, address: u64, _rules: &mut Rules<'_>) -> u64 {
        address
    }

    /// True if the value of a weak symbol that is defined nowhere is 0 in a relocation.
    fn weak_is_zero(&self, _row: &Relocation) -> bool {
        true
    }

    /// True if a linker may make another instruction of a field that a value does not fit: S + A, with its sign.
    fn may_adjust(&self, _row: &Relocation, _sum: i64) -> bool {
        false
    }

    /// True if the addend of a value that is subtracted is added.
    fn adds_subtracted_addend(&self, _rules: &mut Rules<'_>) -> bool {
        false
    }

    /// True if the bits count that an assembler leaves in a field which a relocation fills in.
    fn compares_fields(&self) -> bool {
        true
    }

    /// The flags of a program of two objects, this one and one with the table's flags, with the clauses on it; an error
    /// where a linker refuses them. None where nothing is said of it.
    fn merged(&self, _flags: u32) -> Option<(Result<u32, &'static str>, &'static [ClauseId])> {
        None
    }

    /// The number of the relocation that an assembler leaves.
    fn left_as_read(&self, left: &Left, _rules: &mut Rules<'_>) -> u32 {
        left.number
    }

    /// Answer of a linker to a weak definition beside another one, with the clauses on it.
    fn beside_weak(&self) -> (Answer, Vec<ClauseId>) {
        (Answer::Open, Vec::new())
    }

    /// The clauses by which a weak function that is defined nowhere returns 0, with their source; none where nothing is
    /// said of it.
    fn weak_function(&self) -> (Vec<ClauseId>, &'static str) {
        (Vec::new(), "")
    }

    /// Answer of a linker to a function that changes these registers where a reference expects those, with the clauses
    /// on it.
    fn caller_expects(
        &self,
        _changes: [u32; 2],
        _expects: Option<[u32; 2]>,
        _rules: &mut Rules<'_>,
    ) -> (Answer, Vec<ClauseId>) {
        (Answer::Open, Vec::new())
    }

    /// True if an assembler refuses a register as a destination that cannot be written.
    fn refuses_read_only(&self, _rules: &mut Rules<'_>) -> bool {
        true
    }

    /// True if the old contents of a field are added to the value.
    fn adds_contents(&self, _rules: &mut Rules<'_>) -> bool {
        false
    }

    /// True if relative data are counted from the section, the assembler having taken the offset off the addend.
    fn counts_from_section(&self, _rules: &mut Rules<'_>) -> bool {
        false
    }

    /// True if the assembler takes the shortest form that fits.
    fn takes_shortest(&self, _rules: &mut Rules<'_>) -> bool {
        true
    }

    /// True if an assembler writes the constant behind a symbol not only in the relocation, but in the field, too.
    fn writes_constant(&self, _rules: &mut Rules<'_>) -> bool {
        false
    }

    /// True if an assembler refuses a constant behind a symbol that does not fit the field by itself.
    fn refuses_constant(&self, _rules: &mut Rules<'_>) -> bool {
        false
    }

    /// Encoding of a zero that is written with a minus.
    fn minus_zero(&self, _rules: &mut Rules<'_>) -> MinusZero {
        MinusZero::Zero
    }

    /// True if a pair at an odd register is refused.
    fn refuses_odd_pair(&self, _rules: &mut Rules<'_>) -> bool {
        true
    }

    /// True if a base register that is loaded and changed at once is refused.
    fn refuses_loaded_base(&self, _rules: &mut Rules<'_>) -> bool {
        false
    }
}

/// Answer of a linker to another object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// It refuses.
    Refused,
    /// It links, and says something.
    Warned,
    /// It links.
    Linked,
    /// It links a program that comes back with 0.
    ReturnsZero,
    /// Nothing is said of it.
    Open,
}

/// Treatment of a number that does not fit its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beyond {
    /// It is refused.
    Refused,
    /// It is refused unless it fits a field that is one bit wider; its low bits are stored otherwise.
    RefusedFarther,
    /// Its low bits are stored.
    LowBits,
    /// It is taken for what its low bits say as a number with a sign, and stored as that is.
    Wraps,
    /// Nothing is said of it.
    Open,
}

impl Beyond {
    /// A refusal, or the low bits.
    pub(super) fn refused_if(refused: bool) -> Beyond {
        if refused { Beyond::Refused } else { Beyond::LowBits }
    }
}

/// Treatment of a number that is no multiple of its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// It is refused.
    Refused,
    /// Its lowest bits are dropped.
    Dropped,
    /// It is divided, which goes towards zero.
    Divided,
}

impl Rest {
    /// A refusal, or the bits without the lowest ones.
    pub(super) fn refused_if(refused: bool) -> Rest {
        if refused { Rest::Refused } else { Rest::Dropped }
    }
}

/// Demands on the tools of a document for a case.
pub(super) fn plan(tools: &dyn Tools, case: &ToolCase, rules: &mut Rules<'_>) -> ToolPlan {
    let table = tools.table();
    let (worked_out, asked) = rules.citing(|rules| match &case.input {
        Input::Statement(text) => statement::plan(tools, text, rules),
        Input::Link(input) => link::plan(tools, input, rules),
    });
    let WorkedOut { expected, row, own, source, flags, hints, free } = worked_out;
    let mut clauses: Vec<ClauseId> = own;
    for clause in asked {
        if !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    let flags = flags.unwrap_or(table.flags);
    ToolPlan { expected, machine: table.machine, flags, row, source, clauses, hints, hint: table.hint, free }
}

/// Encoding of a zero that is written with a minus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MinusZero {
    /// It is zero.
    Zero,
    /// It is zero with the bit for the sign, where the encoding has one anyway.
    MinusIfLong,
    /// It takes an encoding with a bit for the sign.
    Minus,
}

/// An expectation with where it comes from.
struct WorkedOut {
    expected: Expected,
    row: String,
    /// The clauses that have the row.
    own: Vec<ClauseId>,
    source: &'static str,
    /// Flags of the file, where they are not the table's.
    flags: Option<(u32, ClauseId)>,
    /// Relocations that may stand beside the expected ones.
    hints: Vec<MadeRelocation>,
    /// Bits that are not compared: offset in bytes of a word, and its bits.
    free: Vec<(u64, u64)>,
}

impl WorkedOut {
    /// An expectation for a file with the table's flags.
    fn new(
        expected: Expected,
        row: impl Into<String>,
        own: Vec<ClauseId>,
        source: &'static str,
    ) -> WorkedOut {
        WorkedOut { expected, row: row.into(), own, source, flags: None, hints: Vec::new(), free: Vec::new() }
    }
}
