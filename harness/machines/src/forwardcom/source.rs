//! Listings that can be assembled again.

use std::collections::BTreeSet;

use super::decode::decode;
use crate::listing::Line;

/// The label of an address in listings.
pub(super) fn label(address: u64) -> String {
    format!("L_{address:X}")
}

/// Turns lines of the vendor's style into source: labels where jumps go.
pub(super) fn settle(lines: &mut [Line]) {
    let starts: BTreeSet<u64> = lines.iter().map(|line| line.address).collect();
    let mut targets = BTreeSet::new();
    for line in lines.iter_mut() {
        let Ok(instruction) = decode(&line.bytes) else { continue };
        let Some(distance) = instruction.jump_distance() else { continue };
        let target = line.address.wrapping_add(instruction.size() as u64).wrapping_add_signed(distance);
        if starts.contains(&target) {
            targets.insert(target);
        }
    }
    for line in lines.iter_mut() {
        if targets.contains(&line.address) {
            line.text = format!("{}: {}", label(line.address), line.text);
        }
    }
}
