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
    objects: Vec<Object<'o>>,
}

/// An object, as far as somebody has asked about it.
#[derive(Debug)]
struct Object<'o> {
    object: &'o ObjectFile,
    /// The object as readers of debug information see it.
    file: OnceCell<DebugFile>,
    /// Lines by debug information.
    lines: OnceCell<Lines>,
}

impl Object<'_> {
    fn file(&self, target: Target) -> &DebugFile {
        self.file.get_or_init(|| debug_file::of_object(tools(target), self.object))
    }
}

impl<'o> Sources<'o> {
    /// The lines of these objects.
    pub fn of(target: Target, objects: &'o [ObjectFile]) -> Sources<'o> {
        let one = |object| Object { object, file: OnceCell::new(), lines: OnceCell::new() };
        Sources { target, objects: objects.iter().map(one).collect() }
    }

    /// Call frame information of the objects in a program.
    pub fn frames(&self, stage: &Stage, registers: &Registers, moments: Moments) -> Frames {
        let mut frames = Frames::none(registers);
        if moments == Moments::Off {
            return frames;
        }
        for (number, of_object) in self.objects.iter().enumerate() {
            let file = of_object.file(self.target);
            let placed = |address: u64| {
                let its_code = stage.code_sections().iter().filter(|(_, object, _)| *object == number);
                let found = its_code.filter_map(|(range, _, section)| {
                    let offset = address.checked_sub(*file.places.get(*section)?)?;
                    Some(range.start + offset).filter(|address| range.contains(address))
                });
                found.min()
            };
            frames.read(file, (is_compiled(of_object.object), moments), &placed);
        }
        frames
    }

    /// The line of the instruction at an offset of a section of an object, all by their numbers.
    pub fn line(&self, object: usize, section: usize, offset: u64) -> Option<Source> {
        let of_object = self.objects.get(object)?;
        let recorded = &of_object.object.annotations.lines;
        if !recorded.is_empty() {
            return reported(recorded, section, offset);
        }
        let file = of_object.file(self.target);
        let lines = of_object.lines.get_or_init(|| Lines::of(self.target, file));
        lines.at(file.places.get(section)?.checked_add(offset)?)
    }
}

fn reported(lines: &[SourceLine], section: usize, offset: u64) -> Option<Source> {
    let behind = lines.partition_point(|line| (line.section, line.offset) <= (section, offset));
    let line = lines.get(behind.checked_sub(1)?).filter(|line| line.section == section)?;
    Some(Source { file: line.file.to_string(), line: line.line.into() })
}
