//! Cases for assemblers and linkers, generated from a table that the caller provides.
//!
//! Rows take turns, so that each of them occurs soon; their operands are random, around the ends of each field's
//! range.

mod links;
mod numbers;
mod pairs;
mod programs;
pub mod shrink;
mod statements;

use crate::draw::Draw;
use crate::seed;
use crosscall_model::Target;
use crosscall_model::tool::table::{Excess, Statement, Table};
use crosscall_model::tool::{Input, LinkInput, ToolCase};

/// Case number `index` of a seed, the same on every host: statements and links take turns.
pub fn case(table: &Table, target: Target, seed: u64, index: u64) -> ToolCase {
    // A stream other than that of the call with this number.
    let stream = seed::stream(!seed, index);
    let mut bytes = arbitrary::Unstructured::new(&stream);
    let mut draw = Draw::new(&mut bytes);
    let turn = usize::try_from(index / 2).unwrap_or(usize::MAX);
    let link = match table.statements.is_empty() || !index.is_multiple_of(2) {
        true => link(table, turn, &mut draw),
        false => None,
    };
    let input = match link {
        Some(link) => Input::Link(link),
        None => Input::Statement(statement(table, turn, &mut draw)),
    };
    ToolCase { target, input }
}

/// Object file: rows, programs and objects with other flags take turns; none where the table has no relocations.
fn link(table: &Table, turn: usize, draw: &mut Draw<'_, '_>) -> Option<LinkInput> {
    let rows = table.relocations.len();
    if rows == 0 {
        return None;
    }
    let all = rows + table.programs.len() + usize::from(!table.beside.is_empty());
    let (round, turn) = (turn / all, turn % all);
    if let Some(row) = table.relocations.get(turn) {
        return Some(links::random(table, row, round, draw));
    }
    match table.programs.get(turn - rows) {
        Some(program) => Some(programs::random(program, draw)),
        None => {
            Some(links::flagged(table.beside.get(round % table.beside.len().max(1)).copied().unwrap_or(0)))
        }
    }
}

/// Statement: in one turn of any row, in the next of a row with a number that may not fit. The questions about
/// numbers that do not fit take turns, independent of their numbers of rows.
fn statement(table: &Table, turn: usize, draw: &mut Draw<'_, '_>) -> String {
    let round = turn / 2;
    let bounded: Vec<&Statement> =
        table.statements.iter().filter(|row| row.excess != Excess::None && has_number(row)).collect();
    let mut ways: Vec<Excess> = Vec::new();
    for row in &bounded {
        if !ways.contains(&row.excess) {
            ways.push(row.excess);
        }
    }
    let way = ways.get(round % ways.len().max(1)).filter(|_| !turn.is_multiple_of(2));
    let (row, end) = match way {
        None => (table.statements.get(round % table.statements.len().max(1)), round),
        Some(way) => {
            let rows: Vec<&Statement> = bounded.into_iter().filter(|row| row.excess == *way).collect();
            let number = round / ways.len();
            // Adjacent rows of the table are often alike: each begins at another end.
            (rows.get(number % rows.len()).copied(), number + number / rows.len())
        }
    };
    row.map(|row| statements::random(table, row, end, draw)).unwrap_or_default()
}

fn has_number(row: &Statement) -> bool {
    row.syntax.contains("{i}") || row.syntax.contains("{o}")
}
