//! The part of a layout's memory that an object takes.

use super::{COMMON, LinkOptions, Place, SECTION_ALLOC, SECTION_EXCLUDE, SectionRule};
use crate::object_file::{ObjectFile, SymbolPlace};

/// The bytes that an object takes of one stretch of memory, which output sections that follow each other fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Size in bytes of the stretch, from its first address to the next reserved one.
    pub room: u64,
    /// Bytes of the object that go there, without what is lost by alignment.
    pub taken: u64,
}

/// The bytes that an object takes of each stretch of memory that a layout fills, in the layout's order. Sections that no rule takes
/// are not counted: they have no place of their own.
pub fn shares(object: &ObjectFile, options: &LinkOptions) -> Vec<Share> {
    let mut shares: Vec<Share> = Vec::new();
    // The stretch that each rule's output section goes to.
    let mut stretches = Vec::new();
    for rule in &options.layout {
        let start = match rule.place {
            Place::At(start) => Some(start),
            Place::After => shares.is_empty().then_some(0),
        };
        shares.extend(start.map(|start| Share { room: room(start, options), taken: 0 }));
        stretches.push(shares.len().saturating_sub(1));
    }
    let mut add = |takes: &dyn Fn(&SectionRule) -> bool, size: u64| {
        let at = options.layout.iter().position(takes).and_then(|rule| stretches.get(rule));
        if let Some(share) = at.and_then(|stretch| shares.get_mut(*stretch)) {
            share.taken = share.taken.saturating_add(size);
        }
    };
    let is_kept = |flags: u64| flags & SECTION_ALLOC != 0 && flags & SECTION_EXCLUDE == 0;
    for section in object.sections.iter().filter(|section| is_kept(section.flags)) {
        add(&|rule| rule.takes(&section.name), section.size);
    }
    for symbol in object.symbols.iter().filter(|symbol| symbol.place == SymbolPlace::Common) {
        add(&|rule| rule.patterns.iter().any(|pattern| pattern == COMMON), symbol.size);
    }
    shares
}

/// Bytes from an address to the next reserved one, or to the end of what a program may have.
fn room(start: u64, options: &LinkOptions) -> u64 {
    let reserved = options.reserved.iter().map(|(base, _, _)| *base).filter(|base| *base >= start);
    reserved.map(|base| base - start).min().unwrap_or(options.size_limit)
}

#[cfg(test)]
mod tests {
    use super::{Share, shares};
    use crate::dpu::link::{BELOW_STACK, DATA, IRAM_SIZE, STACK_BASE, link_options};
    use crate::toolset::Toolset;

    #[test]
    fn code_and_data_have_stretches_of_their_own() {
        let text = ".text\nf:\n\tadd r0, r1, r2\n\t.section .bss\n\t.zero 24\n\t.data\n\t.word 1\n";
        let object = crate::dpu::toolset::Dpu.assemble("t", text).unwrap();
        let shares = shares(&object, &link_options());
        let data = STACK_BASE - BELOW_STACK - DATA;
        assert_eq!(
            shares.get(..2),
            Some(&[Share { room: IRAM_SIZE, taken: 8 }, Share { room: data, taken: 28 }][..]),
            "{shares:?}"
        );
    }
}
