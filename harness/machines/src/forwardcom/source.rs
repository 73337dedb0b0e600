//! Listings that can be assembled again.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::decode::decode;
use super::elf::{flags, raw_flags};
use crate::listing::Line;
use crate::object_file::Section;

/// Section flag: takes up memory.
const ALLOC: u64 = 2;
/// Section kind: space without contents.
const NOBITS: u32 = 8;

/// The label of an address in listings.
pub(super) fn label(address: u64) -> String {
    format!("L_{address:X}")
}

/// The lines that begin and end a section. The name gets an underscore, so that it is no word of the language;
/// space without contents cannot be written but value by value and is left out.
pub(super) fn section(name: &str, section: &Section) -> Option<(String, String)> {
    if section.flags & ALLOC == 0 || section.kind == NOBITS {
        return None;
    }
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().map(plain).collect();
    let raw = raw_flags(section.flags);
    #[rustfmt::skip]
    const WORDS: [(u32, &str); 6] = [
        (flags::READ, "read"), (flags::WRITE, "write"), (flags::EXECUTE, "execute"), (flags::IP, "ip"),
        (flags::DATAP, "datap"), (flags::THREADP, "threadp"),
    ];
    let mut head = format!("_{name} section");
    for (_, word) in WORDS.iter().filter(|(flag, _)| raw & flag != 0) {
        head.push(' ');
        head.push_str(word);
    }
    // Writing to a string cannot fail.
    let _ = writeln!(head, " align={}", section.align.max(1));
    Some((head, format!("_{name} end\n")))
}

/// Bytes in one line.
pub(super) fn data(bytes: &[u8]) -> String {
    let list: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
    format!("int8 {}", list.join(", "))
}

/// Turns lines of the vendor's style into source: labels where jumps go. A jump to where no line begins is
/// written as a distance from the first line.
pub(super) fn settle(lines: &mut [Line]) {
    let starts: BTreeSet<u64> = lines.iter().map(|line| line.address).collect();
    let Some(&first) = starts.first() else { return };
    let mut targets = BTreeSet::new();
    for line in lines.iter_mut() {
        let Ok(instruction) = decode(&line.bytes) else { continue };
        let Some(distance) = instruction.jump_distance() else { continue };
        let target = line.address.wrapping_add(instruction.size() as u64).wrapping_add_signed(distance);
        if starts.contains(&target) {
            targets.insert(target);
            continue;
        }
        targets.insert(first);
        let distance = target.wrapping_sub(first) as i64;
        if let Some(text) = line.text.strip_suffix(&label(target)) {
            line.text = format!("{text}{}{distance:+}", label(first));
        }
    }
    for line in lines.iter_mut() {
        if targets.contains(&line.address) {
            line.text = format!("{}: {}", label(line.address), line.text);
        }
    }
}
