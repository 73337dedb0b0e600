//! Numbers of things in English.

use std::fmt::Display;

/// A number of things, of which `thing` names one: `1 trial`, `2 trials`, `2 entries`.
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, thing: &str) -> String {
    let ends = |ends: &[&str]| ends.iter().any(|end| thing.ends_with(end));
    match thing.strip_suffix('y') {
        _ if number == N::from(1) => format!("1 {thing}"),
        Some(stem) if !ends(&["ay", "ey", "oy", "uy"]) => format!("{number} {stem}ies"),
        _ if ends(&["s", "x", "ch", "sh"]) => format!("{number} {thing}es"),
        _ => format!("{number} {thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_and_several() {
        let all = |thing| [0_u64, 1, 2].map(|number| counted(number, thing)).join(", ");
        assert_eq!(all("trial"), "0 trials, 1 trial, 2 trials");
        assert_eq!(all("known entry"), "0 known entries, 1 known entry, 2 known entries");
        assert_eq!(all("batch"), "0 batches, 1 batch, 2 batches");
        assert_eq!(all("array"), "0 arrays, 1 array, 2 arrays");
    }
}
