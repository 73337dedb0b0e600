//! Disassembly against `forw -dis`.

use crate::support::random::Xorshift;
use std::collections::BTreeMap;

use crosscall_machines::forwardcom::decode::{has_type_bit, words_of};
use crosscall_machines::forwardcom::elf::write_object;
use crosscall_machines::forwardcom::encode::base;
use crosscall_machines::forwardcom::fields::{Words, bits};
use crosscall_machines::forwardcom::formats::{
    FORMATS, Format, InstructionKind, Place, Template, TypeRule, lookup,
};
use crosscall_machines::forwardcom::isa::{Form, forms};
use crosscall_machines::forwardcom::{decode, disassemble};
use crosscall_machines::listing::Style;

use super::tools::{code_object, forw, run};

/// Every pair of form and format.
pub(crate) fn pairs() -> Vec<(&'static Form, &'static Format)> {
    let in_format = |form: &Form, format: &Format| match form.kind {
        InstructionKind::Single => form.formats == u64::from(format.tag),
        _ => form.in_format(format),
    };
    let mut all = Vec::new();
    let reached = |form: &Form, format: &'static Format| {
        let words = base(format, form).0;
        lookup(words[0], words[1]).is_some_and(|found| std::ptr::eq(found, format))
    };
    for form in forms() {
        all.extend(
            FORMATS
                .iter()
                .filter(|format| in_format(form, format) && reached(form, format))
                .map(|format| (form, format)),
        );
    }
    all
}

/// Words of a random instruction of a form in a format.
pub(crate) fn words(random: &mut Xorshift, form: &Form, format: &Format) -> Words {
    let number = |random: &mut Xorshift, size: u8| match size {
        0 => 0,
        8 => random.next() as i64,
        size => {
            let unused = 64 - 8 * u32::from(size);
            match random.below(3) {
                0 => ((random.next() as i64) << unused) >> unused,
                1 => random.below(100) as i64,
                _ => -(random.below(100) as i64),
            }
        }
    };
    let few = |random: &mut Xorshift| if random.below(3) == 0 { 31 } else { random.below(32) };
    let template = format.template;
    let has_registers = matches!(template, Template::A | Template::E);
    let type_field = if has_type_bit(format) { bits::OTM } else { bits::OT };
    let own_im4 = template == Template::E && format.address.at != 4 && format.immediate.at != 4;
    loop {
        let mask = if random.below(3) == 0 { random.below(8) } else { 7 };
        let options = if random.below(2) == 0 { random.below(64) } else { 0 };
        let im4 = random.next() & if random.below(3) > 0 { 31 } else { 0xffff };
        let fields = [
            (format.operand_type == TypeRule::Field, type_field, random.below(8)),
            (template != Template::D, bits::RD, few(random)),
            (has_registers || template == Template::B, bits::RS, few(random)),
            (has_registers, bits::RT, few(random)),
            (has_registers, bits::MASK, mask),
            (template == Template::E, bits::RU, few(random)),
            (format.has_options(), bits::IM5, options),
            (own_im4, bits::IM4, im4),
        ];
        let places = [
            (format.immediate, number(random, format.immediate.size)),
            (format.address, number(random, format.address.size)),
            (format.jump, random.below(80) as i64 - 40),
        ];
        let fields = fields.into_iter().filter(|(exists, ..)| *exists);
        let words =
            fields.fold(base(format, form), |words, (_, field, value)| words.with(field, value as u32));
        let put =
            |words: Words, (place, value): (Place, i64)| words.with_bytes(place.size, place.at, value as u64);
        let words = places.into_iter().fold(words, put);
        // Some values have a row of their own.
        if lookup(words.0[0], words.0[1]).is_some_and(|found| std::ptr::eq(found, format)) {
            return words;
        }
    }
}

/// Random instructions: for every pair of form and format `count` of them.
fn corpus(count: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut random = Xorshift(seed);
    let mut all = Vec::new();
    for (form, format) in pairs() {
        for _ in 0..count {
            all.push(words(&mut random, form, format).bytes()[..4 * format.words()].to_vec());
        }
    }
    all
}

/// Words of a form in a format decode as such an operation.
#[test]
fn words_of_every_form_decode() {
    let mut random = Xorshift(1);
    for (form, format) in pairs() {
        for _ in 0..64 {
            let words = words(&mut random, form, format);
            let Ok(again) = decode(&words.bytes()[..4 * format.words()]) else {
                panic!("{} in {:x} is not decoded", form.name, format.tag);
            };
            assert_eq!((again.words, again.format.tag), (words, format.tag), "{}", form.name);
            assert_eq!(again.form.op1, form.op1, "{} {}", form.name, again.form.name);
        }
    }
}

/// A line of the vendor's listing without its padding.
fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The instructions of `forw -dis` by address in bytes, with labels replaced by `L_` and the address, and
/// the addresses of which it says that they hold no instruction.
fn vendor(code: &[u8]) -> Option<BTreeMap<u64, String>> {
    let forw = forw()?;
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = write_object(&code_object(code)).expect("the object can be written");
    std::fs::write(folder.path().join("x.ob"), bytes).expect("write");
    let said = run(&forw, folder.path(), &["-dis", "x.ob", "x.dis"]);
    let listing =
        std::fs::read(folder.path().join("x.dis")).unwrap_or_else(|error| panic!("{error}: {said}"));
    let listing = String::from_utf8_lossy(&listing).into_owned();
    let mut labels: BTreeMap<String, u64> = BTreeMap::new();
    let mut pending = Vec::new();
    let mut all = BTreeMap::new();
    let mut bad = false;
    for line in listing.lines() {
        if let Some(label) = line.strip_prefix('@').and_then(|rest| rest.trim_end().strip_suffix(':')) {
            pending.push(format!("@{label}"));
            continue;
        }
        let Some((text, comment)) = line.rsplit_once("// ") else { continue };
        let Some((address, _)) = comment.split_once(" _ ") else {
            bad |=
                line.contains("Warning: No instruction fits") || line.contains("Error in instruction format");
            continue;
        };
        let Ok(address) = u64::from_str_radix(address.trim(), 16) else { continue };
        for label in pending.drain(..) {
            labels.insert(label, 4 * address);
        }
        // An operation in a format that does not have it.
        let doubt = if bad { "!" } else { "" };
        let text = if text.trim_start().starts_with("0x") { String::new() } else { squeeze(text) };
        let text = format!("{doubt}{text}");
        bad = false;
        all.insert(4 * address, text);
    }
    for text in all.values_mut() {
        if let Some((before, label)) = text.rsplit_once(' ') {
            if let Some(address) = labels.get(label) {
                *text = format!("{before} L_{address:X}");
            } else if label.starts_with('@') {
                *text = format!("{before} L_?");
            }
        }
    }
    Some(all)
}

/// True if an instruction has format 2.2.5.
fn is_2_2_5(bytes: &[u8]) -> bool {
    decode(bytes).is_ok_and(|one| one.format.tag == 0x225)
}

/// Compares every instruction of a corpus; gives how many were compared.
fn compare(corpus: &[Vec<u8>]) -> Option<usize> {
    let code = corpus.concat();
    let vendor = vendor(&code)?;
    let lines = disassemble(&code, 0, Style::Vendor);
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in &lines {
        let Some(theirs) = vendor.get(&line.address) else {
            wrong.push(format!("{:x?} {} is not in the vendor's listing", line.bytes, line.text));
            continue;
        };
        let unknown = line.text.starts_with("int32   0x") || line.text.starts_with("int8    0x");
        let mut ours = if unknown { String::new() } else { squeeze(&line.text) };
        if theirs.ends_with(" L_?") {
            ours = format!("{} L_?", ours.rsplit_once(' ').map_or("", |pair| pair.0));
        }
        count += 1;
        let mut theirs = theirs.clone();
        if let Some((before, length)) = theirs.split_once(", length=").filter(|_| is_2_2_5(&line.bytes)) {
            // The vendor's table of formats has RT as an index here too, beside its being the length.
            let index = format!("+{}", length.split(']').next().unwrap_or_default());
            theirs = format!("{}, length={length}", before.replacen(&index, "", 1));
        }
        if let Some(text) = theirs.strip_prefix('!') {
            theirs = if ours.is_empty() { String::new() } else { text.to_owned() };
        }
        // Which of several jumps is shown for an operand type that none of them has is left open.
        let open = decode(&line.bytes)
            .is_ok_and(|one| one.form.kind == InstructionKind::Jump && !one.is_supported());
        // A NaN is printed with the name of its payload there, as a number here.
        let nan = ours.contains("NaN") && theirs.contains("NaN");
        if ours != theirs && !nan && !open && !theirs.contains("), sys_call") {
            wrong.push(format!("{:02x?}: `{ours}`, forw: `{theirs}`", line.bytes));
        }
    }
    let shown: Vec<&String> = wrong.iter().take(60).collect();
    assert!(wrong.is_empty(), "{} of {count} differ: {shown:#?}", wrong.len());
    Some(count)
}

#[test]
fn every_form_in_every_format() {
    if let Some(count) = compare(&corpus(12, 0x1234_5678_9ABC_DEF1)) {
        println!("{count} instructions, all equal");
        assert!(count > 10_000);
    }
}

#[test]
fn random_words() {
    let mut random = Xorshift(0x9E37_79B9_7F4A_7C15);
    let mut all = Vec::new();
    for _ in 0..20_000 {
        let mut first = random.next() as u32;
        if first >> 29 == 7 {
            // Longer instructions: the vendor's listing shows them as if they had three words.
            first &= 0x7FFF_FFFF;
        }
        if first >> 27 == 0o27 {
            // Mode 2.7 is vacant; the vendor's tables lead to other formats.
            first ^= 1 << 27;
        }
        let count = words_of(first);
        let mut words = first.to_le_bytes().to_vec();
        for _ in 1..count {
            words.extend((random.next() as u32).to_le_bytes());
        }
        all.push(words);
    }
    if let Some(count) = compare(&all) {
        println!("{count} words");
    }
}
