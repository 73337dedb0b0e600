//! The registers of a machine: as they are set, compared and shown.

use crate::cli::RegisterChoice;
use crosscall_base::error::Error;
use crosscall_base::hex;
use crosscall_machines::machine::{Machine, RegisterInfo, State};
use crosscall_machines::toolset::Toolset;
use crosscall_reports::nearest;
use crosscall_reports::picture::{Table, labelled, width};

/// Widest register whose value is shown as one number, in bits.
const NUMBER: u16 = 64;

/// A register's value, little-endian, as long as it is.
pub(super) fn value(state: &dyn State, index: u16) -> Vec<u8> {
    let mut bytes = vec![0; usize::from(state.register_width(index).div_ceil(8))];
    let size = state.register_bytes(index, &mut bytes);
    bytes.truncate(size);
    bytes
}

/// The values of all registers.
pub(super) fn values(machine: &dyn Machine) -> Vec<Vec<u8>> {
    let count = u16::try_from(machine.registers().len()).unwrap_or(u16::MAX);
    (0..count).map(|index| value(machine, index)).collect()
}

/// A value as one hexadecimal number.
pub(super) fn number(bytes: &[u8]) -> String {
    let digits = hex::number(bytes);
    let digits = digits.trim_start_matches('0');
    format!("0x{}", if digits.is_empty() { "0" } else { digits })
}

/// A long value as words from its low end; words that come several times in a row are said once.
pub(super) fn words(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "(empty)".to_owned();
    }
    let words: Vec<String> = bytes.chunks(4).map(number).collect();
    let runs = words.chunk_by(|a, b| a == b).filter_map(|run| {
        let first = run.first()?;
        Some(if run.len() > 1 { format!("{}*{first}", run.len()) } else { first.clone() })
    });
    runs.collect::<Vec<_>>().join(" ")
}

/// A value in the form that fits it.
pub(super) fn shown(info: &RegisterInfo, bytes: &[u8]) -> String {
    if info.bits <= NUMBER { number(bytes) } else { words(bytes) }
}

/// The registers after a run as text. The program counter has a line of its own and is left out where only
/// changes are asked for.
pub(super) fn text(machine: &dyn Machine, before: &[Vec<u8>], choice: RegisterChoice) -> String {
    let after = values(machine);
    let is_shown = |info: &RegisterInfo, index: usize| match choice {
        RegisterChoice::All => true,
        RegisterChoice::None => false,
        RegisterChoice::Changed => info.name != "pc" && before.get(index) != after.get(index),
    };
    let all = machine.registers().iter().zip(&after).enumerate();
    let all = all.filter(|(index, (info, _))| is_shown(info, *index)).map(|(_, one)| one);
    let (small, large): (Vec<_>, Vec<_>) = all.partition(|(info, _)| info.bits <= NUMBER);
    let mut table = Table::new(2, &[]);
    for row in small.chunks(columns(&small)) {
        let cells: Vec<String> =
            row.iter().flat_map(|(info, bytes)| [info.name.to_owned(), number(bytes)]).collect();
        table.row(&cells);
    }
    let mut out = table.draw();
    let width = large.iter().map(|(info, _)| info.name.len()).max().unwrap_or(0) + 2;
    for (info, bytes) in large {
        out += &labelled(2, info.name, width, &words(bytes));
    }
    out
}

/// Number of registers in a row that fits the page.
fn columns(registers: &[(&RegisterInfo, &Vec<u8>)]) -> usize {
    const MOST: usize = 4;
    let fits = |count: &usize| {
        let of_column = |column: usize| {
            let cells = || registers.iter().skip(column).step_by(*count);
            let name = cells().map(|(info, _)| info.name.len()).max().unwrap_or(0);
            let value = cells().map(|(_, bytes)| number(bytes).len()).max().unwrap_or(0);
            name + value + 4
        };
        (0..*count).map(of_column).sum::<usize>() <= width()
    };
    (1..=MOST).rev().find(fits).unwrap_or(1)
}

/// Puts a number into a register.
///
/// # Errors
/// [`Error::Input`] for a register that is not there, or a number that it has no room for.
pub(super) fn set(
    machine: &mut dyn Machine,
    target: &dyn Toolset,
    option: &str,
    name: &str,
    value: u64,
) -> Result<(), Error> {
    let is_it = |info: &RegisterInfo| info.name == name || (!info.alias.is_empty() && info.alias == name);
    let found = machine.registers().iter().enumerate().find(|(_, info)| is_it(info));
    let found = found.and_then(|(index, info)| Some((u16::try_from(index).ok()?, info)));
    let Some((index, info)) = found else {
        let names = || machine.registers().iter().flat_map(|r| [r.name, r.alias]).filter(|n| !n.is_empty());
        let hint = match nearest(name, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it has {}, …", names().take(4).collect::<Vec<_>>().join(", ")),
        };
        let target = target.name();
        return Err(Error::Input(format!("{option}: {target} has no register `{name}` ({hint})")));
    };
    // A negative number may have ones above the register's width.
    let above = u32::from(info.bits).saturating_sub(1);
    let fits = info.bits >= 64 || value >> info.bits == 0 || (value as i64) >> above == -1;
    if !fits {
        return Err(Error::Input(format!(
            "{option}: {value:#x} has no room in {name}, which has {} bits",
            info.bits
        )));
    }
    machine.set_register(index, value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_short_to_read() {
        assert_eq!(words(&[0; 64]), "16*0x0");
        assert_eq!(words(&[1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0xff]), "0x1 2*0x2 0xff");
        assert_eq!(words(&[]), "(empty)");
        assert_eq!(number(&[0x10, 0, 0, 0x80]), "0x80000010");
        assert_eq!(number(&[]), "0x0");
    }
}
