//! The results of the host-served runtime functions, against values worked out apart from the code.

use std::collections::BTreeMap;

use crosscall_machines::runtime::{FUNCTIONS, Meaning};

const TEXT: &str = include_str!("../vectors/runtime.txt");

fn number(text: &str) -> u64 {
    let digits = text.strip_prefix("0x").unwrap_or_else(|| panic!("`{text}` is not hexadecimal"));
    u64::from_str_radix(digits, 16).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn all_vectors() {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let mut wrong = Vec::new();
    for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, a, b, "=", result] = words[..] else { panic!("malformed: {line}") };
        let found = FUNCTIONS.iter().find(|function| function.name == name);
        let Some(function) = found else { panic!("unknown: {line}") };
        let Meaning::Pure(_, _, compute) = function.meaning else { panic!("not a computation: {line}") };
        let found = compute(number(a), number(b));
        let expected = (result != "none").then(|| number(result));
        if found != expected {
            wrong.push(format!("{line}, found {found:x?}"));
        }
        *counts.entry(name).or_default() += 1;
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    let computations = FUNCTIONS.iter().filter(|function| matches!(function.meaning, Meaning::Pure(..)));
    for function in computations {
        assert!(
            counts.get(function.name).is_some_and(|&count| count >= 6),
            "{} has too few vectors",
            function.name
        );
    }
}
