//! Reader and runner of instruction vectors: `bytes | assembly | before => after`, one format for all
//! targets. The head of a vector file explains it.

use crosscall_machines::executable::{Executable, Segment};
use crosscall_machines::machine::{FaultKind, Machine, Stop};

/// Facts of a target for the runner.
pub(crate) struct Target {
    /// `e_machine`.
    pub(crate) machine: u16,
    /// Address of the instructions.
    pub(crate) address: u64,
    /// Name of the register that holds the flags.
    pub(crate) status: &'static str,
    /// Letter and bit of each flag.
    pub(crate) flags: &'static [(char, u32)],
    /// Bits of the status register that are always set.
    pub(crate) status_always: u64,
}

/// One line of a vector file.
#[derive(Debug)]
pub(crate) struct Vector {
    pub(crate) line: usize,
    pub(crate) bytes: Vec<u8>,
    pub(crate) assembly: Vec<String>,
    before: Vec<Item>,
    after: Vec<Item>,
}

#[derive(Debug, Clone)]
enum Item {
    Register(String, u64),
    /// 32-bit lanes of a wide register, the last one standing for all that follow.
    Lanes(String, Vec<u32>),
    Memory(u64, Vec<u8>),
    ProgramCounter(u64),
    Steps(u64),
    Fault(FaultKind),
    Exit(i32),
    Break,
}

/// The lines of a file of vectors.
pub(crate) fn lines(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

/// The bytes that begin a line of a file of vectors.
pub(crate) fn first_bytes(line: &str) -> Vec<u8> {
    let hex: Vec<u8> =
        line.split('|').next().into_iter().flat_map(str::bytes).filter(u8::is_ascii_hexdigit).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    hex.chunks(2).map_while(byte).collect()
}

/// Reads a vector file.
pub(crate) fn parse(text: &str, target: &Target) -> Result<Vec<Vector>, String> {
    let mut vectors = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let vector = parse_line(line, index + 1, target);
        vectors.push(vector.map_err(|text| format!("line {}: {text}", index + 1))?);
    }
    Ok(vectors)
}

fn parse_line(text: &str, line: usize, target: &Target) -> Result<Vector, String> {
    let mut parts = text.splitn(3, '|').map(str::trim);
    let mut part = || parts.next().ok_or("three parts are needed");
    let (bytes, assembly, states) = (part()?, part()?, part()?);
    let (before, after) = states.split_once("=>").ok_or("`=>` is missing")?;
    let items = |text: &str| {
        text.split_whitespace().map(|word| parse_item(word, target)).collect::<Result<Vec<_>, String>>()
    };
    Ok(Vector {
        line,
        bytes: parse_hex(bytes)?,
        assembly: assembly.split(" / ").map(str::to_string).collect(),
        before: items(before)?,
        after: items(after)?,
    })
}

fn parse_hex(text: &str) -> Result<Vec<u8>, String> {
    if !text.len().is_multiple_of(2) {
        return Err(format!("odd number of digits in `{text}`"));
    }
    let byte = |index| u8::from_str_radix(text.get(index..index + 2)?, 16).ok();
    (0..text.len())
        .step_by(2)
        .map(|index| byte(index).ok_or(format!("`{text}` is not hexadecimal")))
        .collect()
}

fn parse_number(text: &str, target: &Target) -> Result<u64, String> {
    let magnitude = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    let bad = |_| format!("`{text}` is not a number");
    match (text.strip_prefix('+'), text.strip_prefix('-')) {
        (Some(rest), _) => Ok(target.address.wrapping_add(magnitude(rest).map_err(bad)?)),
        (_, Some(rest)) => Ok(target.address.wrapping_sub(magnitude(rest).map_err(bad)?)),
        _ => magnitude(text).map_err(bad),
    }
}

fn parse_status(text: &str, target: &Target) -> Result<u64, String> {
    let (letters, extra) = text.split_once('@').unwrap_or((text, "0"));
    let mut value = u64::from_str_radix(extra, 16).map_err(|error| error.to_string())? | target.status_always;
    for letter in letters.chars().filter(|&letter| letter != '-') {
        let flag = target.flags.iter().find(|(name, _)| *name == letter);
        value |= 1 << flag.ok_or(format!("unknown flag `{letter}`"))?.1;
    }
    Ok(value)
}

fn parse_item(word: &str, target: &Target) -> Result<Item, String> {
    if word == "break" {
        return Ok(Item::Break);
    }
    let (name, value) = word.split_once('=').ok_or(format!("`{word}` has no `=`"))?;
    if let Some(address) = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
        return Ok(Item::Memory(parse_number(address, target)?, parse_hex(value)?));
    }
    Ok(match name {
        "pc" => Item::ProgramCounter(parse_number(value, target)?),
        "steps" => Item::Steps(parse_number(value, target)?),
        "exit" => Item::Exit(value.parse().map_err(|_| format!("`{value}` is not a status"))?),
        "fault" => Item::Fault(fault_kind(value).ok_or(format!("unknown fault `{value}`"))?),
        _ if value.contains(',') || value.ends_with("..") => {
            let lanes = value.trim_end_matches('.').split(',');
            let lane = |text: &str| Ok(parse_number(text, target)? as u32);
            Item::Lanes(name.to_string(), lanes.map(lane).collect::<Result<_, String>>()?)
        }
        _ if name == target.status => Item::Register(name.to_string(), parse_status(value, target)?),
        _ => Item::Register(name.to_string(), parse_number(value, target)?),
    })
}

fn fault_kind(name: &str) -> Option<FaultKind> {
    let kinds = [
        ("unmapped", FaultKind::Unmapped),
        ("forbidden", FaultKind::Forbidden),
        ("misaligned", FaultKind::Misaligned),
        ("wildjump", FaultKind::WildJump),
        ("illegal", FaultKind::Illegal),
        ("unsupported", FaultKind::Unsupported),
        ("exception", FaultKind::Exception),
        ("idle", FaultKind::Idle),
        ("abort", FaultKind::Abort),
        ("runtime", FaultKind::Runtime),
    ];
    kinds.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
}

/// A program of just these bytes.
pub(crate) fn image(target: &Target, bytes: &[u8]) -> Executable {
    let segment =
        Segment { address: target.address, data: bytes.to_vec(), memory_size: bytes.len() as u64, flags: 5 };
    Executable {
        machine: target.machine,
        entry: target.address,
        segments: vec![segment],
        ..Executable::default()
    }
}

/// A register's value, low byte first.
fn bytes_of<M: Machine>(machine: &M, index: u16) -> Vec<u8> {
    let mut bytes = vec![0; usize::from(machine.register_width(index).div_ceil(8))];
    machine.register_bytes(index, &mut bytes);
    bytes
}

/// A register of `size` bytes that is made of these lanes.
fn lane_bytes(lanes: &[u32], size: usize) -> Vec<u8> {
    let last = lanes.last().copied().unwrap_or(0);
    let all = lanes.iter().copied().chain(std::iter::repeat(last));
    all.take(size / 4).flat_map(u32::to_le_bytes).collect()
}

/// A value as a hexadecimal number.
fn number_of(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
    let digits = digits.trim_start_matches('0');
    format!("0x{}", if digits.is_empty() { "0" } else { digits })
}

/// Every vector of a file holds, and there are at least so many.
pub(crate) fn all_hold<M: Machine>(text: &str, target: &Target, machine: &mut M, at_least: usize) {
    let vectors = parse(text, target).expect("the file is well formed");
    let mut wrong = Vec::new();
    for vector in &vectors {
        if let Err(text) = check(machine, target, vector) {
            wrong.push(format!("line {}: {:?}: {text}", vector.line, vector.assembly));
        }
    }
    println!("{} vectors", vectors.len());
    assert!(wrong.is_empty(), "{} of {} vectors differ:\n{}", wrong.len(), vectors.len(), wrong.join("\n"));
    assert!(vectors.len() >= at_least, "{} vectors", vectors.len());
}

/// The checker itself: each of these vectors is wrong in one place, and refused with this text.
pub(crate) fn are_refused<M: Machine>(machine: &mut M, target: &Target, wrong: &[(&str, &str)]) {
    for (line, text) in wrong {
        let vectors = parse(line, target).expect("the line is well formed");
        let error = check(machine, target, &vectors[0]).expect_err(line);
        assert!(error.contains(text), "{line}: {error}");
    }
}

/// Runs one vector; the error says what differs.
pub(crate) fn check<M: Machine>(machine: &mut M, target: &Target, vector: &Vector) -> Result<(), String> {
    machine.load(&image(target, &vector.bytes)).map_err(|error| error.to_string())?;
    let names = machine.registers();
    let number = |name: &str| {
        let index = names.iter().position(|info| info.name == name);
        index.map(|index| index as u16).ok_or(format!("unknown register `{name}`"))
    };
    let mut steps = 1;
    for item in &vector.before {
        match item {
            Item::Register(name, value) => machine.set_register(number(name)?, *value),
            Item::Lanes(name, lanes) => {
                let index = number(name)?;
                let size = usize::from(machine.register_width(index) / 8);
                machine.set_register_bytes(index, &lane_bytes(lanes, size));
            }
            Item::Memory(address, bytes) => {
                machine.write(*address, bytes).map_err(|error| error.to_string())?
            }
            Item::Steps(count) => steps = *count,
            other => return Err(format!("{other:?} before")),
        }
    }
    // State that is not named stays as it is.
    let program_counter = names.iter().position(|info| info.name == "pc").map(|index| index as u16);
    let mut expected: Vec<Vec<u8>> = (0..names.len()).map(|index| bytes_of(machine, index as u16)).collect();
    let mut memory: Vec<(u64, Vec<u8>)> = Vec::new();
    let mut next = target.address + vector.bytes.len() as u64;
    let mut end = Stop::Budget;
    let mut fault = None;
    for item in vector.before.iter().chain(&vector.after) {
        match item {
            Item::Register(name, value) => {
                if let Some(place) = expected.get_mut(usize::from(number(name)?)) {
                    let size = place.len();
                    *place = value.to_le_bytes().to_vec();
                    place.resize(size, 0);
                }
            }
            Item::Lanes(name, lanes) => {
                if let Some(place) = expected.get_mut(usize::from(number(name)?)) {
                    *place = lane_bytes(lanes, place.len());
                }
            }
            Item::Memory(address, bytes) => memory.push((*address, bytes.clone())),
            Item::ProgramCounter(address) => next = *address,
            Item::Steps(_) => {}
            Item::Fault(kind) => (fault, next) = (Some(*kind), target.address),
            Item::Exit(code) => (end, next) = (Stop::Exit(*code), target.address),
            Item::Break => (end, next) = (Stop::Breakpoint(target.address), target.address),
        }
    }
    let stop = machine.run(steps);
    match (&stop, fault) {
        (Stop::Fault(found), Some(kind)) if found.kind == kind && found.pc == target.address => {}
        (stop, None) if *stop == end => {}
        _ => return Err(format!("ended with {stop:?}, expected {end:?} or {fault:?}")),
    }
    if machine.pc() != next {
        return Err(format!("pc is {:#x}, expected {next:#x}", machine.pc()));
    }
    // A fault may leave flags half done; general state is compared in the other cases.
    if fault.is_none() {
        for (index, value) in expected.iter().enumerate() {
            let found = bytes_of(machine, index as u16);
            if found != *value && program_counter != Some(index as u16) {
                let name = names.get(index).map_or("?", |info| info.name);
                return Err(format!("{name} is {}, expected {}", number_of(&found), number_of(value)));
            }
        }
    }
    for (index, (address, bytes)) in memory.iter().enumerate() {
        let mut wanted = bytes.clone();
        // Later entries lie on top of earlier ones.
        for (other, above) in memory.iter().skip(index + 1) {
            for (offset, byte) in above.iter().enumerate() {
                let place = (other + offset as u64).checked_sub(*address).map(|place| place as usize);
                if let Some(place) = place.and_then(|place| wanted.get_mut(place)) {
                    *place = *byte;
                }
            }
        }
        let mut found = vec![0; wanted.len()];
        machine.read(*address, &mut found).map_err(|error| error.to_string())?;
        if found != wanted {
            return Err(format!("memory at {address:#x} is {found:02x?}, expected {wanted:02x?}"));
        }
    }
    Ok(())
}
