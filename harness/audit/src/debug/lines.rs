//! Lines of the source by address, as `.debug_line` has them. No file is opened.

use super::nodes::{Bytes, Sections};
use crosscall_machines::debug_file::DebugFile;
use crosscall_model::Target;
use crosscall_reports::audit::Source;
use gimli::{
    AttributeValue, DebugLine, DebugLineOffset, DebugLineStr, DebugStr, LineProgramHeader, LittleEndian,
};
use std::collections::HashMap;

/// Most addresses of a file with a line of their own that are kept.
const MOST_ROWS: usize = 1 << 22;

/// Most names of source files that are kept.
const MOST_NAMES: usize = 1 << 16;

/// Bytes of a name that are kept.
const LONGEST_NAME: usize = 4096;

/// Lines by address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines {
    /// By ascending address.
    rows: Vec<Row>,
    names: Vec<String>,
}

/// Instructions that were made from one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Row {
    start: u64,
    end: u64,
    /// Index of the file's name.
    name: u32,
    line: u32,
}

impl Lines {
    /// The lines of a file. What cannot be read is left out.
    pub fn of(target: Target, file: &DebugFile) -> Lines {
        let sections = Sections::of(file);
        let mut reading = Reading {
            of_lines: DebugLineStr::new(sections.bytes(".debug_line_str").slice(), LittleEndian),
            of_all: DebugStr::new(sections.bytes(".debug_str").slice(), LittleEndian),
            lines: Lines::default(),
            known: HashMap::new(),
        };
        let data = sections.bytes(".debug_line");
        let address_bytes = u8::try_from(target.address_bytes()).unwrap_or(4);
        let mut at = 0;
        while let Some(length) = length(data.slice(), at) {
            let program = DebugLine::new(data.slice(), LittleEndian).program(
                DebugLineOffset(at),
                address_bytes,
                None,
                None,
            );
            if let Ok(program) = program {
                reading.program(program);
            }
            at = at.saturating_add(length);
        }
        let mut lines = reading.lines;
        // Programs that were left out by a linker begin at zero; of several there none can be distinguished from the others.
        if lines.rows.iter().filter(|row| row.start == 0).count() > 1 {
            lines.rows.retain(|row| row.start != 0);
        }
        lines.rows.sort_by_key(|row| (row.start, row.end));
        lines
    }

    /// The line that the instruction at an address was made from.
    pub fn at(&self, address: u64) -> Option<Source> {
        let behind = self.rows.partition_point(|row| row.start <= address);
        let row = self.rows.get(behind.checked_sub(1)?).filter(|row| address < row.end && row.line > 0)?;
        let file = self.names.get(row.name as usize)?.clone();
        Some(Source { file, line: row.line.into() })
    }
}

/// Bytes of the program at an offset, its length included; `None` at the end.
fn length(data: &[u8], at: usize) -> Option<usize> {
    let rest = data.get(at..)?;
    let short = u32::from_le_bytes(*rest.first_chunk()?);
    if short != u32::MAX {
        return usize::try_from(short).ok()?.checked_add(4);
    }
    let long = u64::from_le_bytes(*rest.get(4..)?.first_chunk()?);
    usize::try_from(long).ok()?.checked_add(12)
}

/// Reads the programs of a section.
struct Reading<'d> {
    of_lines: DebugLineStr<Bytes<'d>>,
    of_all: DebugStr<Bytes<'d>>,
    lines: Lines,
    /// Indices of names.
    known: HashMap<String, u32>,
}

impl<'d> Reading<'d> {
    fn program(&mut self, program: gimli::IncompleteLineProgram<Bytes<'d>>) {
        let header = program.header().clone();
        let mut names: HashMap<u64, Option<u32>> = HashMap::new();
        let mut rows = program.rows();
        // Where the row before begins, its file and its line.
        let mut before: Option<(u64, u64, u32)> = None;
        while let Ok(Some((_, row))) = rows.next_row() {
            if let Some((start, file, line)) = before.filter(|(start, ..)| *start < row.address()) {
                let name = *names.entry(file).or_insert_with(|| self.name(&header, file));
                if let Some(name) = name.filter(|_| self.lines.rows.len() < MOST_ROWS) {
                    self.lines.rows.push(Row { start, end: row.address(), name, line });
                }
            }
            let line = row.line().map_or(0, |line| u32::try_from(line.get()).unwrap_or(0));
            before = (!row.end_sequence()).then(|| (row.address(), row.file_index(), line));
        }
    }

    /// Index of the name of a file: relative to the folder in which it was compiled, unless debug information has another.
    fn name(&mut self, header: &LineProgramHeader<Bytes<'d>>, file: u64) -> Option<u32> {
        let entry = header.file(file)?;
        let mut name = self.text(entry.path_name())?;
        // Folder 0 is the one in which it was compiled.
        if entry.directory_index() != 0
            && !name.starts_with('/')
            && let Some(folder) = entry.directory(header).and_then(|folder| self.text(folder))
        {
            name = format!("{folder}/{name}");
        }
        if let Some(number) = self.known.get(&name) {
            return Some(*number);
        }
        let number = u32::try_from(self.lines.names.len()).ok().filter(|_| self.known.len() < MOST_NAMES)?;
        self.known.insert(name.clone(), number);
        self.lines.names.push(name);
        Some(number)
    }

    fn text(&self, value: AttributeValue<Bytes<'d>>) -> Option<String> {
        let bytes = match value {
            AttributeValue::String(bytes) => bytes,
            AttributeValue::DebugLineStrRef(at) => self.of_lines.get_str(at).ok()?,
            AttributeValue::DebugStrRef(at) => self.of_all.get_str(at).ok()?,
            _ => return None,
        };
        let bytes = bytes.slice();
        Some(String::from_utf8_lossy(bytes.get(..LONGEST_NAME).unwrap_or(bytes)).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_machines::debug_file::DebugSection;

    /// A program of DWARF 3: line 9 at `start`, line 11 four bytes behind it, the end after four more.
    fn program(start: u32) -> Vec<u8> {
        // Least instruction length, statements, base and range of lines, first special opcode, operands of the others.
        let mut header = vec![1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];
        header.extend(b"src\0\0f.s\0\x01\0\0\0");
        let mut opcodes = vec![0, 5, 2];
        opcodes.extend(start.to_le_bytes());
        opcodes.extend([3, 8, 1, 2, 4, 3, 2, 1, 2, 4, 0, 1, 1]);
        let header_length = u32::try_from(header.len()).unwrap();
        let mut all = vec![3, 0];
        all.extend(header_length.to_le_bytes());
        all.extend(header);
        all.extend(opcodes);
        let length = u32::try_from(all.len()).unwrap();
        [length.to_le_bytes().to_vec(), all].concat()
    }

    fn lines(data: Vec<u8>) -> Lines {
        let section = DebugSection { name: ".debug_line".to_owned(), data, ..DebugSection::default() };
        let file = DebugFile { sections: vec![section], ..DebugFile::default() };
        Lines::of("riscv32-ilp32".parse().unwrap(), &file)
    }

    fn reported(lines: &Lines, address: u64) -> Option<String> {
        lines.at(address).map(|source| source.to_string())
    }

    #[test]
    fn of_two_programs() {
        let lines = lines([program(0x1000), program(0x2000)].concat());
        assert_eq!(reported(&lines, 0xfff), None);
        assert_eq!(reported(&lines, 0x1000).as_deref(), Some("src/f.s:9"));
        assert_eq!(reported(&lines, 0x1003).as_deref(), Some("src/f.s:9"));
        assert_eq!(reported(&lines, 0x1004).as_deref(), Some("src/f.s:11"));
        assert_eq!(reported(&lines, 0x1008), None);
        assert_eq!(reported(&lines, 0x2004).as_deref(), Some("src/f.s:11"));
    }

    /// Programs that a linker has left out begin at zero, and so may one that it has not.
    #[test]
    fn at_zero() {
        assert_eq!(reported(&lines(program(0)), 0).as_deref(), Some("src/f.s:9"));
        let several = lines([program(0), program(0x10), program(0)].concat());
        assert_eq!(reported(&several, 0), None);
        assert_eq!(reported(&several, 0x10).as_deref(), Some("src/f.s:9"));
    }

    /// Whatever stands there is read or left out.
    #[test]
    fn of_broken_programs() {
        let whole = [program(0x1000), program(0x2000)].concat();
        for at in 0..whole.len() {
            lines(whole[..at].to_vec());
            for byte in [0, 1, 0x7f, 0x80, 0xff] {
                let mut broken = whole.clone();
                broken[at] = byte;
                reported(&lines(broken), 0x1000);
            }
        }
    }
}
