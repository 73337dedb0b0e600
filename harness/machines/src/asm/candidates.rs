//! The choice among several forms of an instruction: the first that fits the operands as they are written.

use super::cursor::Cursor;
use super::diagnostics::Diagnostic;

/// Why a form of an instruction does not fit the operands.
#[derive(Debug)]
pub struct Failure {
    /// Offset in the statement at which reading ended.
    pub offset: usize,
    /// The operand has the right shape and only the wrong value.
    pub is_range: bool,
    /// The mistake, in words.
    pub diagnostic: Diagnostic,
}

impl Failure {
    /// A mistake found where the cursor is.
    pub fn at(cursor: &Cursor<'_>, diagnostic: Diagnostic) -> Self {
        Self { offset: cursor.offset(), is_range: false, diagnostic }
    }
}

impl From<Failure> for Diagnostic {
    fn from(failure: Failure) -> Self {
        failure.diagnostic
    }
}

impl Cursor<'_> {
    /// Like [`expect`](Self::expect), for a reader of one form among several.
    ///
    /// # Errors
    /// Another byte is next.
    pub fn require(&mut self, byte: u8) -> Result<(), Failure> {
        self.expect(byte).map_err(|diagnostic| Failure::at(self, diagnostic))
    }

    /// Like [`expect_end`](Self::expect_end), for a reader of one form among several.
    ///
    /// # Errors
    /// The statement goes on.
    pub fn require_end(&mut self) -> Result<(), Failure> {
        self.expect_end().map_err(|diagnostic| Failure::at(self, diagnostic))
    }
}

/// Reads the operands behind a mnemonic as the first of its candidates has them that fits; `None` stands for a mnemonic that
/// the target does not have.
///
/// # Errors
/// No candidate fits: the mistake is that of the candidate with the greatest `nearness`, which gets the candidate's index too;
/// of equal ones the first.
pub fn first_fit<'c, C, P, K: PartialOrd>(
    mnemonic: &str,
    candidates: Option<&'c Vec<C>>,
    cursor: &mut Cursor<'_>,
    mut attempt: impl FnMut(&'c C, &mut Cursor<'_>) -> Result<P, Failure>,
    nearness: impl Fn(usize, &C, &Failure) -> K,
) -> Result<(&'c C, P), Diagnostic> {
    let Some(candidates) = candidates else {
        let message = format!("there is no instruction `{mnemonic}`");
        return Err(Diagnostic { position: cursor.position_of(mnemonic), message });
    };
    let start = cursor.offset();
    cursor.hush(true);
    for candidate in candidates {
        cursor.seek(start);
        if let Ok(parsed) = attempt(candidate, cursor) {
            cursor.hush(false);
            return Ok((candidate, parsed));
        }
    }
    cursor.hush(false);
    // Once more, now with words.
    let mut nearest: Option<(K, Diagnostic)> = None;
    for (index, candidate) in candidates.iter().enumerate() {
        cursor.seek(start);
        if let Err(failure) = attempt(candidate, cursor) {
            let nearness = nearness(index, candidate, &failure);
            if nearest.as_ref().is_none_or(|(other, _)| nearness > *other) {
                nearest = Some((nearness, failure.diagnostic));
            }
        }
    }
    Err(nearest.map_or_else(|| cursor.expected("operands"), |(_, diagnostic)| diagnostic))
}
