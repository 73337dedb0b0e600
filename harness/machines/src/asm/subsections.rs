//! Subsections: parts of a section that are written apart and joined in the order of their numbers.

use super::assembler::Assembler;
use super::sections::{Place, Section};
use super::symbols::Value;

impl Assembler<'_> {
    /// The subsection of this number, made if need be; number 0 is the section itself.
    pub(super) fn subsection(&mut self, section: usize, number: u32) -> usize {
        let parent = self.sections[section].parent.map_or(section, |(parent, _)| parent);
        if number == 0 {
            return parent;
        }
        if let Some(&index) = self.subsections.get(&(parent, number)) {
            return index;
        }
        let Section { name, kind, flags, .. } = &self.sections[parent];
        let mut new = Section::new(&name.clone(), *kind, *flags);
        new.parent = Some((parent, number));
        self.sections.push(new);
        self.subsections.insert((parent, number), self.sections.len() - 1);
        self.sections.len() - 1
    }

    /// Joins all subsections with their sections and moves the places in them.
    pub(super) fn join_subsections(&mut self) {
        if self.subsections.is_empty() {
            return;
        }
        for section in &mut self.sections {
            section.close();
        }
        // For each section: where it goes, and how many fragments then stand before its own.
        let mut moves: Vec<(usize, usize)> = Vec::with_capacity(self.sections.len());
        let mut kept = 0;
        for section in &self.sections {
            moves.push((kept, 0));
            kept += usize::from(section.parent.is_none());
        }
        let mut order: Vec<(usize, u32, usize)> = Vec::new();
        for (index, section) in self.sections.iter().enumerate() {
            order.extend(section.parent.map(|(parent, number)| (parent, number, index)));
        }
        order.sort_unstable();
        for (parent, _, index) in order {
            let fragments = std::mem::take(&mut self.sections[index].fragments);
            let align = self.sections[index].align;
            moves[index] = (moves[parent].0, self.sections[parent].fragments.len());
            self.sections[parent].fragments.extend(fragments);
            self.sections[parent].align = self.sections[parent].align.max(align);
        }
        self.sections.retain(|section| section.parent.is_none());
        self.symbols.for_each_value(|value| match value {
            Value::Label(Place { section, fragment, .. }) => {
                let (new, before) = moves[*section];
                (*section, *fragment) = (new, *fragment + before);
            }
            Value::Section(section) => *section = moves[*section].0,
            _ => {}
        });
        for Place { section, fragment, .. } in self.lines.iter_mut().flatten().map(|mark| &mut mark.place) {
            let (new, before) = moves[*section];
            (*section, *fragment) = (new, *fragment + before);
        }
        self.section_names.values_mut().for_each(|section| *section = moves[*section].0);
        self.current = moves[self.current].0;
    }
}
