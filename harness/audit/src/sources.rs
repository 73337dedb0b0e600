//! Lines of the source that instructions of objects were made from: of texts that were assembled here as the assembler records
//! them, of other objects as debug information does.

use super::debug::Lines;
use super::unwind::{Frames, Moments, Registers, is_compiled};
use crosscall_engine::machine::tools;
use crosscall_engine::trial::entered::Stage;
use crosscall_machines::debug_file;
use crosscall_machines::debug_file::DebugFile;
use crosscall_machines::object_file::{ObjectFile, SourceLine};
use crosscall_model::Target;
use crosscall_reports::audit::Source;
use std::cell::OnceCell;

/// Lines of several objects; each is read when it is first asked for.
#[derive(Debug)]
pub struct Sources<'o> {
    target: Target,
    objects: Vec<(&'o ObjectFile, OnceCell<Known>)>,
    /// The objects as readers of debug information see them, for call frame information.
    files: OnceCell<Vec<DebugFile>>,
}

/// Lines of one object.
#[derive(Debug)]
enum Known {
    /// As the assembler records them.
    Recorded,
    /// As debug information has them, with the addresses of sections in it.
    Read(Lines, Vec<u64>),
}

impl<'o> Sources<'o> {
    /// The lines of these objects.
    pub fn of(target: Target, objects: &'o [ObjectFile]) -> Sources<'o> {
        let objects = objects.iter().map(|object| (object, OnceCell::new())).collect();
        Sources { target, objects, files: OnceCell::new() }
    }

    /// Call frame information of the objects in a program.
    pub fn frames(&self, stage: &Stage, registers: &Registers, moments: Moments) -> Frames {
        let mut frames = Frames::none(registers);
        if moments == Moments::Off {
            return frames;
        }
        let objects = || self.objects.iter().map(|(object, _)| *object);
        let file = |object: &ObjectFile| debug_file::of_object(tools(self.target), object);
        let files = self.files.get_or_init(|| objects().map(file).collect());
        for (number, (object, file)) in objects().zip(files).enumerate() {
            let placed = |address: u64| {
                let of_object = stage.code_sections().iter().filter(|(_, object, _)| *object == number);
                let found = of_object.filter_map(|(range, _, section)| {
                    let offset = address.checked_sub(*file.places.get(*section)?)?;
                    Some(range.start + offset).filter(|address| range.contains(address))
                });
                found.min()
            };
            frames.read(file, (is_compiled(object), moments), &placed);
        }
        frames
    }

    /// The line of the instruction at an offset of a section of an object, all by their numbers.
    pub fn line(&self, object: usize, section: usize, offset: u64) -> Option<Source> {
        let (object, known) = self.objects.get(object)?;
        match known.get_or_init(|| self.known(object)) {
            Known::Recorded => reported(&object.annotations.lines, section, offset),
            Known::Read(lines, places) => lines.at(places.get(section)?.checked_add(offset)?),
        }
    }

    fn known(&self, object: &ObjectFile) -> Known {
        if !object.annotations.lines.is_empty() {
            return Known::Recorded;
        }
        let file = debug_file::of_object(tools(self.target), object);
        Known::Read(Lines::of(self.target, &file), file.places)
    }
}

fn reported(lines: &[SourceLine], section: usize, offset: u64) -> Option<Source> {
    let behind = lines.partition_point(|line| (line.section, line.offset) <= (section, offset));
    let line = lines.get(behind.checked_sub(1)?).filter(|line| line.section == section)?;
    Some(Source { file: line.file.to_string(), line: line.line.into() })
}
