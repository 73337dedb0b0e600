//! Comparison with GNU binutils for epiphany-elf. Prints a line that starts with `skipped:` where the
//! tools are not installed.

mod random;
mod support;

use std::collections::HashMap;
use std::process::Command;

use crosscall_machines::epiphany::decode::size_of;
use crosscall_machines::epiphany::fields::Slot;
use crosscall_machines::epiphany::isa::FORMS;
use crosscall_machines::epiphany::{Style, disassemble};
use random::{Random, scratch};
use support::{run_tool, tool};

/// Objdump's lines for raw bytes at address 0, as offset and text.
fn objdump(bytes: &[u8], name: &str) -> Option<Vec<(u64, String)>> {
    let objdump = tool("objdump")?;
    let directory = scratch(name);
    std::fs::write(directory.join("words.bin"), bytes).expect("write");
    let arguments = ["-b", "binary", "-m", "epiphany", "-EL", "-D", "-z", "words.bin"];
    let listing = run_tool(Command::new(objdump).args(arguments).current_dir(&directory)).expect("objdump");
    let listing = String::from_utf8(listing).expect("text");
    std::fs::remove_dir_all(directory).expect("remove");
    let line = |line: &str| {
        let (offset, rest) = line.split_once(":\t")?;
        let (_, text) = rest.split_once('\t')?;
        Some((u64::from_str_radix(offset.trim(), 16).ok()?, text.trim().to_owned()))
    };
    Some(listing.lines().filter_map(line).collect())
}

/// What objdump prints in another way than our listing.
fn normalised(theirs: &str, ours: &str) -> String {
    // For the short form of `fabs` it prints the names of the operands instead of their values.
    if theirs == "fabs rd,rn" && ours.starts_with("fabs r") {
        return ours.to_owned();
    }
    // Without a symbol table it puts `0x` before a branch target.
    let mut text = theirs.to_owned();
    if let Some((mnemonic, target)) = text.split_once(" 0x")
        && mnemonic.starts_with('b')
        && !target.contains(',')
    {
        text = format!("{mnemonic} {target}");
    }
    text
}

#[test]
fn random_words_disassemble_as_objdump_does() {
    let mut random = Random::new(7);
    let mut bytes = Vec::new();
    let mut words = Vec::new();
    let mut add = |word: u32| {
        let size = usize::from(size_of(word as u8));
        words.push((bytes.len(), size));
        bytes.extend_from_slice(&word.to_le_bytes()[..size]);
        if size == 2 {
            // Objdump gives four bytes to whatever it does not know.
            bytes.extend_from_slice(&[0xa2, 0x01]);
        }
    };
    for form in FORMS {
        for _ in 0..400 {
            add(form.value | random.next() & !form.mask);
        }
    }
    for _ in 0..20_000 {
        add(random.next());
    }
    // A displacement of zero has a text of its own.
    for form in FORMS {
        if let Some(displacement) = form.field(Slot::Displacement) {
            for _ in 0..100 {
                let word = form.value | random.next() & !form.mask;
                add(word & !displacement.insert(u32::MAX));
            }
        }
    }
    let Some(theirs) = objdump(&bytes, "words") else { return };
    let theirs: HashMap<u64, String> = theirs.into_iter().collect();
    let mut wrong = 0;
    for &(offset, size) in &words {
        let word = &bytes[offset..offset + size];
        let ours = &disassemble(word, offset as u64, Style::Objdump)[0];
        let theirs = theirs.get(&(offset as u64)).expect("a line for each word");
        if normalised(theirs, &ours.text) != ours.text && !(theirs == "*unknown*" && ours.text.starts_with('.')) {
            wrong += 1;
            println!("{word:02x?} objdump: {theirs}, ours: {}", ours.text);
        }
    }
    assert_eq!(wrong, 0, "of {}", words.len());
    println!("{} words compared", words.len());
}
