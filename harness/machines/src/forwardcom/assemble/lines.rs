//! Lines of the text that code is made from.

use crate::object_file::SourceLine;
use std::sync::Arc;

/// Lines as code is put into its sections.
pub(super) struct Lines {
    /// Bytes of the text before each line.
    starts: Vec<usize>,
    reported: Vec<SourceLine>,
}

impl Lines {
    /// None yet, of a text.
    pub(super) fn of(text: &str) -> Lines {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Lines { starts, reported: Vec::new() }
    }

    /// Notes that the bytes from an offset of a section on were made from the line with the byte `at` of the text.
    pub(super) fn note(&mut self, (section, offset): (usize, u64), at: usize, file: &Arc<str>) {
        let line = self.starts.partition_point(|start| *start <= at) as u32;
        self.reported.push(SourceLine { section, offset, file: file.clone(), line });
    }

    /// All of them, by section and offset.
    pub(super) fn reported(mut self) -> Vec<SourceLine> {
        self.reported.sort_by_key(|line| (line.section, line.offset));
        self.reported
    }
}
