//! Call frame information of texts that were assembled here as a section `.debug_frame`, for readers of debug information.

use crate::object_file::FrameTable;

/// Bytes of an address in the section, whatever the target has.
const ADDRESS: u8 = 8;

/// The section for procedures of sections at these addresses. Those of other sections are left out.
pub(crate) fn debug_frame(tables: &[FrameTable], places: &[u64]) -> Vec<u8> {
    let mut all = Vec::new();
    for table in tables {
        let Some(place) = places.get(table.section) else { continue };
        let common = all.len() as u32;
        // The number of an entry that others share, DWARF 4, no augmentation, sizes of addresses and segments, factors of 1.
        let mut entry = vec![0xff, 0xff, 0xff, 0xff, 4, 0, ADDRESS, 0, 1, 1];
        let register = table.return_register;
        entry.extend([register as u8 & 0x7f | 0x80, (register >> 7) as u8 | 0x80, (register >> 14) as u8]);
        add(&mut all, &entry);
        let mut entry = common.to_le_bytes().to_vec();
        entry.extend(place.wrapping_add(table.start).to_le_bytes());
        entry.extend(table.length.to_le_bytes());
        entry.extend(&table.code);
        add(&mut all, &entry);
    }
    all
}

/// Adds an entry behind its length.
fn add(all: &mut Vec<u8>, entry: &[u8]) {
    all.extend((entry.len() as u32).to_le_bytes());
    all.extend(entry);
}
