//! Which input section goes where.

use super::groups::LeftOut;
use super::{
    COMMON, GOT, LinkError, LinkOptions, Place, SECTION_ALLOC, SECTION_EXCLUDE, SECTION_EXECUTE,
    SECTION_NOBITS, SECTION_TLS, SECTION_WRITE, SectionRule,
};
use crate::executable::{OutputSection, PlacedInput};
use crate::object_file::{ObjectFile, Section};

/// Raw `sh_type` of a section with contents.
const SECTION_PROGBITS: u32 = 1;
/// Greatest alignment accepted, in bytes.
const MAXIMUM_ALIGN: u64 = 1 << 24;

/// Place of one input section.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    /// Index of the output section.
    pub(super) output: usize,
    /// Address of the first byte.
    pub(super) address: u64,
}

/// The output sections and where every input section lies in them.
#[derive(Debug, Default)]
pub(super) struct Layout<'a> {
    /// Output sections in layout order.
    pub(super) sections: Vec<OutputSection>,
    /// Rule that made each output section, if one did.
    pub(super) rules: Vec<Option<&'a SectionRule>>,
    /// By object and section: where it lies.
    inputs: Vec<Vec<Option<Placed>>>,
    /// Output section that takes the common symbols.
    common: Option<usize>,
    /// Output section that takes the global offset table.
    got: Option<usize>,
    /// True if there is such a table: the first member of that section.
    has_got: bool,
    /// The members of each output section.
    members: Vec<Vec<Member>>,
}

/// Something an output section holds: an input section or a common symbol.
#[derive(Debug, Clone)]
struct Member {
    object: usize,
    /// `None` for a common symbol.
    section: Option<usize>,
    name: String,
    size: u64,
    align: u64,
    address: u64,
}

/// Puts every allocated input section into an output section. Addresses are given by
/// [`Layout::assign`], after the common symbols are known.
pub(super) fn place<'a>(
    objects: &[&ObjectFile],
    left_out: &LeftOut,
    options: &'a LinkOptions,
) -> Result<Layout<'a>, LinkError> {
    let mut layout = Layout::default();
    for rule in &options.layout {
        if rule.patterns.iter().any(|pattern| pattern == COMMON) && layout.common.is_none() {
            layout.common = Some(layout.sections.len());
        }
        if rule.patterns.iter().any(|pattern| pattern == GOT) && layout.got.is_none() {
            layout.got = Some(layout.sections.len());
        }
        layout.push(rule.name.clone(), Some(rule), layout.sections.len());
        if rule.space > 0 {
            layout.add_space(&rule.name, rule.space);
        }
    }
    let mut total = 0u64;
    for (object_index, object) in objects.iter().enumerate() {
        layout.inputs.push(vec![None; object.sections.len()]);
        for (section_index, section) in object.sections.iter().enumerate() {
            if section.flags & SECTION_ALLOC == 0 || section.flags & SECTION_EXCLUDE != 0 {
                continue;
            }
            if left_out.contains(object_index, section_index) {
                continue;
            }
            check_section(object, section)?;
            total = total.saturating_add(section.size).saturating_add(section.align);
            if total > options.size_limit {
                return Err(LinkError::TooLarge { limit: options.size_limit });
            }
            let output = layout.output_for(section);
            layout.add(output, object_index, Some(section_index), section);
        }
    }
    Ok(layout)
}

fn check_section(object: &ObjectFile, section: &Section) -> Result<(), LinkError> {
    let bad = |text: String| Err(LinkError::BadObject { object: object.name.clone(), text });
    if !section.align.is_power_of_two() || section.align > MAXIMUM_ALIGN {
        return bad(format!("section `{}` has alignment {:#x}", section.name, section.align));
    }
    let data = section.data.len() as u64;
    if section.kind != SECTION_NOBITS && data != section.size {
        return bad(format!("section `{}` has size {:#x} but {data:#x} bytes", section.name, section.size));
    }
    if section.kind == SECTION_NOBITS && data != 0 {
        return bad(format!("section `{}` has contents although its type says it has none", section.name));
    }
    Ok(())
}

impl<'a> Layout<'a> {
    /// Place of an input section; `None` when it was left out.
    pub(super) fn placed(&self, object: usize, section: usize) -> Option<Placed> {
        *self.inputs.get(object)?.get(section)?
    }

    /// Takes in a common symbol and gives a handle for [`Layout::common_address`].
    pub(super) fn add_common(&mut self, object: usize, size: u64, align: u64) -> (usize, usize) {
        let output = self.common.unwrap_or_else(|| self.push_last(".bss"));
        self.common = Some(output);
        let (name, flags) = (COMMON.to_string(), SECTION_ALLOC | SECTION_WRITE);
        let section = Section { name, kind: SECTION_NOBITS, flags, align, size, ..Section::default() };
        self.add(output, object, None, &section);
        (output, self.members.get(output).map_or(0, |members| members.len().saturating_sub(1)))
    }

    /// Address of a common symbol, valid after [`Layout::assign`].
    pub(super) fn common_address(&self, (output, member): (usize, usize)) -> u64 {
        self.members.get(output).and_then(|members| members.get(member)).map_or(0, |member| member.address)
    }

    /// Makes space in the last output section that belongs to no object.
    fn add_space(&mut self, name: &str, size: u64) {
        let flags = SECTION_ALLOC | SECTION_WRITE;
        let name = name.to_owned();
        let section = Section { name, kind: SECTION_NOBITS, flags, size, ..Section::default() };
        self.add(self.sections.len().saturating_sub(1), usize::MAX, None, &section);
    }

    /// Makes room for a global offset table. Addresses must be assigned anew.
    pub(super) fn add_got(&mut self, size: u64, align: u64) {
        let output = self.got.unwrap_or_else(|| self.push_last(".got"));
        let (name, flags) = (GOT.to_string(), SECTION_ALLOC | SECTION_WRITE);
        let section = Section { name, kind: SECTION_PROGBITS, flags, align, size, ..Section::default() };
        self.add(output, 0, None, &section);
        // It comes before everything else in its section, whose start is then the table's.
        if let Some(members) = self.members.get_mut(output) {
            members.rotate_right(1);
        }
        self.got = Some(output);
        self.has_got = true;
    }

    /// Place of the global offset table: output section, and offset in bytes in it.
    pub(super) fn got_place(&self) -> Option<(usize, u64)> {
        let output = self.got.filter(|_| self.has_got)?;
        let member = self.members.get(output)?.first()?;
        Some((output, member.address.wrapping_sub(self.sections.get(output)?.address)))
    }

    /// Address of the global offset table, or the one that it would have; 0 when nothing says it.
    pub(super) fn got_address(&self) -> u64 {
        let Some(output) = self.got else { return 0 };
        // It is the first member of its section.
        let table = self.members.get(output).and_then(|members| members.first()).filter(|_| self.has_got);
        let section = self.sections.get(output).map(|section| section.address);
        table.map(|table| table.address).or(section).unwrap_or(0)
    }

    /// Adds a section that no rule speaks of behind all others, and gives its position.
    fn push_last(&mut self, name: &str) -> usize {
        let position = self.sections.len();
        self.push(name.to_string(), None, position);
        position
    }

    fn push(&mut self, name: String, rule: Option<&'a SectionRule>, position: usize) {
        let align = rule.map_or(1, |rule| rule.align.max(1));
        let section = OutputSection { name, align, kind: SECTION_NOBITS, ..OutputSection::default() };
        self.sections.insert(position, section);
        self.rules.insert(position, rule);
        self.members.insert(position, Vec::new());
        for index in [&mut self.common, &mut self.got].into_iter().flatten() {
            if *index >= position && self.sections.len() - 1 > position {
                *index += 1;
            }
        }
        for placed in self.inputs.iter_mut().flatten().flatten() {
            if placed.output >= position {
                placed.output += 1;
            }
        }
    }

    fn add(&mut self, output: usize, object: usize, section_index: Option<usize>, section: &Section) {
        if let Some(target) = self.sections.get_mut(output) {
            target.flags |= section.flags & (SECTION_ALLOC | SECTION_WRITE | SECTION_EXECUTE | SECTION_TLS);
            target.align = target.align.max(section.align);
            if section.kind != SECTION_NOBITS {
                target.kind = if target.kind == SECTION_NOBITS { section.kind } else { target.kind };
            }
        }
        if let Some(members) = self.members.get_mut(output) {
            members.push(Member {
                object,
                section: section_index,
                name: section.name.clone(),
                size: section.size,
                align: section.align.max(1),
                address: 0,
            });
        }
        let slot = section_index.and_then(|index| self.inputs.get_mut(object)?.get_mut(index));
        if let Some(slot) = slot {
            *slot = Some(Placed { output, address: 0 });
        }
    }

    /// The output section for an input section, made if no rule takes it.
    fn output_for(&mut self, section: &Section) -> usize {
        let takes = |rule: &Option<&SectionRule>| rule.is_some_and(|rule| rule.takes(&section.name));
        if let Some(index) = self.rules.iter().position(takes) {
            return index;
        }
        let orphan = |(output, rule): (&OutputSection, &Option<&SectionRule>)| {
            rule.is_none() && output.name == section.name
        };
        if let Some(index) = self.sections.iter().zip(&self.rules).position(orphan) {
            return index;
        }
        let class = |flags: u64, kind: u32| {
            let shown = flags & (SECTION_WRITE | SECTION_EXECUTE | SECTION_TLS);
            (shown, kind == SECTION_NOBITS)
        };
        let wanted = class(section.flags, section.kind);
        // What stands behind space belongs to it.
        let same = |(output, rule): &(&OutputSection, &Option<&SectionRule>)| {
            output.flags != 0
                && rule.is_none_or(|rule| rule.space == 0)
                && class(output.flags, output.kind) == wanted
        };
        let outputs: Vec<_> = self.sections.iter().zip(&self.rules).collect();
        let position = outputs.iter().rposition(same).map_or(outputs.len(), |index| index + 1);
        self.push(section.name.clone(), None, position);
        position
    }

    /// Gives every output section and its members their addresses.
    pub(super) fn assign(&mut self, options: &LinkOptions, bits: u32) -> Result<(), LinkError> {
        let limit = if bits >= 64 { u64::MAX } else { 1u64 << bits };
        let mut next = 0u64;
        for (index, section) in self.sections.iter_mut().enumerate() {
            let wraps = || LinkError::TooLarge { limit: options.size_limit };
            let place = self.rules.get(index).copied().flatten().map_or(Place::After, |rule| rule.place);
            let start = match place {
                Place::At(address) => address,
                Place::After => align_up(next, section.align).ok_or_else(wraps)?,
            };
            section.address = start;
            section.inputs.clear();
            let mut at = start;
            for member in self.members.get_mut(index).into_iter().flatten() {
                at = align_up(at, member.align).ok_or_else(wraps)?;
                member.address = at;
                section.inputs.push(PlacedInput {
                    object: member.object,
                    section: member.name.clone(),
                    index: member.section,
                    address: at,
                    size: member.size,
                });
                let slot =
                    member.section.and_then(|s| self.inputs.get_mut(member.object)?.get_mut(s)?.as_mut());
                if let Some(placed) = slot {
                    placed.address = at;
                }
                at = at.checked_add(member.size).ok_or_else(wraps)?;
            }
            section.size = at - start;
            if section.size > limit || start > limit - section.size {
                let name = section.name.clone();
                return Err(LinkError::AddressSpace { section: name, address: start, size: section.size });
            }
            // An empty section does not move the place of those behind it, but a fixed address does.
            if section.size > 0 || matches!(place, Place::At(_)) {
                next = at;
            }
        }
        Ok(())
    }

    /// Checks that no two sections overlap, that none lies in a reserved range, and the total size.
    pub(super) fn check(&self, options: &LinkOptions) -> Result<(), LinkError> {
        let total = self.sections.iter().fold(0u64, |sum, section| sum.saturating_add(section.size));
        if total > options.size_limit {
            return Err(LinkError::TooLarge { limit: options.size_limit });
        }
        let mut sorted: Vec<&OutputSection> = self.sections.iter().filter(|s| s.size > 0).collect();
        sorted.sort_by_key(|section| section.address);
        let overlap = |section: &OutputSection, other: &str, other_address: u64| LinkError::Overlap {
            section: section.name.clone(),
            address: section.address,
            size: section.size,
            other: other.to_string(),
            other_address,
        };
        for pair in sorted.windows(2) {
            if let [low, high] = pair
                && high.address - low.address < low.size
            {
                return Err(overlap(low, &high.name, high.address));
            }
        }
        for section in sorted {
            for (base, size, name) in &options.reserved {
                if section.address.wrapping_sub(*base) < *size
                    || base.wrapping_sub(section.address) < section.size
                {
                    return Err(overlap(section, name, *base));
                }
            }
        }
        Ok(())
    }
}

/// The next multiple of `align` (a power of two) that is not below `address`.
fn align_up(address: u64, align: u64) -> Option<u64> {
    let mask = align.max(1) - 1;
    Some(address.checked_add(mask)? & !mask)
}
