//! Layout and options of programs for machines with one region of memory, as a hosted C compiler expects them.

use super::{COMMON, Entry, GOT, LinkOptions, Place, SectionRule};
use crate::memory_map::FlatMemory;
use crate::runtime::Library;

/// The thread-local storage, with its space.
pub(crate) fn thread_storage() -> SectionRule {
    SectionRule::new(".tdata", &[".tdata", ".tdata.*", ".tbss", ".tbss.*"], Place::After)
        .marked(&["__tdata_start"], &[])
}

/// Code, constants, thread-local storage, data and space, with the symbols that startup code expects. Small data are where
/// others of their kind are.
pub(crate) fn layout(text: u64, thread_storage: Vec<SectionRule>) -> Vec<SectionRule> {
    let rule = SectionRule::new;
    let mut rules = vec![
        rule(".text", &[".text", ".text.*"], Place::At(text)),
        rule(".rodata", &[".rodata", ".rodata.*", ".srodata", ".srodata.*"], Place::After),
        rule(".eh_frame", &[".eh_frame"], Place::After),
    ];
    rules.extend(thread_storage);
    rules.extend([
        rule(".init_array", &[".init_array", ".init_array.*"], Place::After)
            .aligned(8)
            .marked(&["__init_array_start"], &["__init_array_end"]),
        rule(".fini_array", &[".fini_array", ".fini_array.*"], Place::After)
            .marked(&["__fini_array_start"], &["__fini_array_end"]),
        rule(".got", &[GOT, ".got"], Place::After).aligned(8).marked(&["_GLOBAL_OFFSET_TABLE_"], &[]),
        rule(".data", &[".data", ".data.*"], Place::After),
        rule(".bss", &[".sbss", ".sbss.*", ".bss", ".bss.*", COMMON], Place::After)
            .marked(&["__bss_start"], &["_end", "end"]),
    ]);
    rules
}

/// Options for programs of this layout, with runtime functions served by the host unless an object defines them.
pub(crate) fn options<W>(memory: FlatMemory, layout: Vec<SectionRule>, library: &Library<W>) -> LinkOptions {
    let window = memory.host_window();
    LinkOptions {
        layout,
        entry: Entry::first_of(&["_start", "main"]),
        served: library.addresses(&window),
        provided: library.data(),
        reserved: vec![(window.base, window.size, "host window".to_owned())],
        ..LinkOptions::default()
    }
}
