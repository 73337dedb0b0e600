//! Random instructions on random states, in a simulator and in its referee. CROSSCALL_PCODE_STATES: states for each instruction.

use crate::referee::{CODE, DATA, DATA_SIZE, Folder, ROOM, Random, Tools, WINDOW, WINDOW_SIZE, listed, word};
use crosscall_machines::executable::{Executable, Segment};
use crosscall_machines::machine::{Fault, FaultKind, Machine, Stop};
use crosscall_machines::memory_map::{HostWindow, MemoryMap, Permissions, RegionSpec};
use crosscall_pcode::processor::{self, Processor};
use std::collections::{BTreeMap, BTreeSet};

/// Differences of a machine's state from another one, with the state before both, for a word.
type Differences = fn(&dyn Machine, [&[u8]; 2], &str) -> Vec<String>;

/// What is compared of one processor, and how.
pub(crate) struct Compared {
    pub(crate) processor: Processor,
    pub(crate) tools: Tools,
    /// The referee's text in C.
    pub(crate) referee: &'static str,
    /// `e_machine`.
    pub(crate) machine: u16,
    /// Byte behind a snippet.
    pub(crate) filler: u8,
    /// Number of bytes of a state.
    pub(crate) size: usize,
    /// The list of what is executed.
    pub(crate) list: &'static str,
    /// Words, each with a text that has it.
    pub(crate) snippets: fn(&mut Random) -> Vec<(String, String)>,
    /// A state for the snippet of a word.
    pub(crate) state: fn(&mut Random, &str) -> Vec<u8>,
    pub(crate) put: fn(&mut dyn Machine, &[u8]),
    /// What differs from the referee's state behind the snippet of a word, which began with another one.
    pub(crate) differences: Differences,
    /// Faults that the referee does not raise.
    pub(crate) is_stricter: fn(&Fault) -> bool,
    /// The code of each instruction.
    pub(crate) split: fn(&[u8]) -> Vec<Vec<u8>>,
    /// Name under which a snippet is reported, from its word and its code.
    pub(crate) key: fn(&str, &[u8]) -> String,
}

/// Memory for code and data.
pub(crate) fn map() -> MemoryMap {
    MemoryMap {
        regions: vec![
            RegionSpec::new("data", DATA, DATA_SIZE, Permissions::DATA),
            RegionSpec::new("code", CODE, 0x1000, Permissions::ALL),
        ],
        stack_top: DATA + DATA_SIZE,
        host: HostWindow { base: 0x3000_0000, size: 0x1000, slot: 16 },
    }
}

/// Code to be overwritten.
pub(crate) fn program(machine: u16) -> Executable {
    let segment = Segment { address: CODE, memory_size: 0x1000, data: vec![0xcc; 0x1000], flags: 7 };
    Executable { machine, entry: CODE, segments: vec![segment], ..Executable::default() }
}

impl Compared {
    /// Every snippet does what the referee says, no instruction is refused because it is not listed, and every listed one came up.
    pub(crate) fn check(&self) {
        if !self.tools.are_here() {
            return;
        }
        let states: u32 =
            std::env::var("CROSSCALL_PCODE_STATES").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
        let only = std::env::var("CROSSCALL_PCODE_ONLY").ok();
        let all = std::env::var("CROSSCALL_PCODE_ALL").is_ok();
        processor::execute_all(all);
        let folder = Folder::new(&self.machine.to_string());
        let referee = self.tools.referee(&folder, self.referee);
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut texts = (self.snippets)(&mut random);
        texts.retain(|(word, _)| only.as_ref().is_none_or(|only| only.split(' ').any(|one| one == word)));
        let codes =
            self.tools.assemble(&folder, &texts.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>());
        assert_eq!(codes.len(), texts.len());
        let (texts, codes): (Vec<_>, Vec<_>) =
            texts.into_iter().zip(codes).filter(|(_, code)| !code.is_empty()).unzip();
        let (mut input, mut befores) = (Vec::new(), Vec::new());
        for ((word, _), code) in texts.iter().zip(&codes) {
            input.extend_from_slice(&(code.len() as u32).to_le_bytes());
            input.extend_from_slice(&states.to_le_bytes());
            input.extend_from_slice(&self.filled(code, ROOM));
            for _ in 0..states {
                let state = (self.state)(&mut random, word);
                let window: Vec<u8> =
                    (0..WINDOW_SIZE / 16).flat_map(|_| random.vector().to_le_bytes()).collect();
                input.extend_from_slice(&state);
                input.extend_from_slice(&window);
                befores.push((state, window));
            }
        }
        let output = self.tools.ask(&referee, input);
        let answers: Vec<&[u8]> = output.chunks(8 + self.size + WINDOW_SIZE).collect();
        assert_eq!(answers.len(), befores.len());
        let mut machine = processor::new_machine(self.processor, map()).expect("a machine");
        machine.load(&program(self.machine)).expect("it fits");
        let (mut refused, mut wrong) =
            (BTreeMap::<String, String>::new(), BTreeMap::<String, (u32, String)>::new());
        let (mut kinds, mut wrong_kinds, mut right) = (BTreeSet::new(), BTreeSet::new(), 0);
        let mut cases = befores.iter().zip(answers);
        for ((name, text), code) in texts.iter().zip(&codes) {
            machine.reset();
            machine.write(CODE, &self.filled(code, ROOM + 16)).expect("memory");
            let end = CODE + code.len() as u64;
            machine.set_breakpoints(&[end]);
            machine.seal();
            for _ in 0..states {
                let ((before, window), answer) = cases.next().expect("a case");
                machine.reset();
                machine.write(WINDOW, window).expect("memory");
                (self.put)(&mut *machine, before);
                machine.set_pc(CODE);
                let stop = machine.run(2000);
                let report = match &stop {
                    Stop::Fault(fault) if fault.kind == FaultKind::Unsupported => {
                        refused.insert((self.key)(name, code), format!("{text}: {}", fault.text));
                        continue;
                    }
                    Stop::Fault(fault) if (self.is_stricter)(fault) => continue,
                    Stop::Breakpoint(pc) if *pc == end && word(answer, 0) == 0 => {
                        self.differences_of(&*machine, [before, answer], name).join("; ")
                    }
                    Stop::Fault(_) if word(answer, 0) != 0 => String::new(),
                    _ => format!("{stop:?}, processor {}", word(answer, 0)),
                };
                let own = (self.split)(code).into_iter().map(|one| processor::kind(self.processor, &one));
                let own = own.filter(|kind| !kind.is_empty());
                if report.is_empty() {
                    right += 1;
                    kinds.extend(own);
                } else {
                    wrong_kinds.extend(own);
                    let first = || (0, format!("{name}: {text} {code:02x?}: {report}"));
                    wrong.entry((self.key)(name, code)).or_insert_with(first).0 += 1;
                }
            }
        }
        println!("{right} right, {} kinds", kinds.len());
        for (name, text) in &refused {
            println!("refused {name}: {text}");
        }
        for (name, (count, text)) in &wrong {
            println!("WRONG {name} {count}: {text}");
        }
        if let Ok(path) = std::env::var("CROSSCALL_PCODE_KINDS") {
            let kinds: Vec<String> = kinds.difference(&wrong_kinds).cloned().collect();
            std::fs::write(path, kinds.join("\n")).expect("a file");
        }
        processor::execute_all(false);
        assert!(wrong.is_empty());
        if !all && only.is_none() {
            let unknown: Vec<&String> =
                refused.values().filter(|text| text.contains("never compared")).collect();
            assert_eq!(unknown, Vec::<&String>::new());
            let unseen: Vec<String> =
                listed(self.list).into_iter().filter(|kind| !kinds.contains(kind)).collect();
            assert_eq!(unseen, Vec::<String>::new(), "listed, and not compared");
        }
    }

    /// Code with filler behind it.
    fn filled(&self, code: &[u8], size: usize) -> Vec<u8> {
        let mut bytes = code.to_vec();
        bytes.resize(size, self.filler);
        bytes
    }

    /// What differs in registers and memory, from the state before and the referee's answer.
    fn differences_of(&self, machine: &dyn Machine, [before, answer]: [&[u8]; 2], name: &str) -> Vec<String> {
        let (state, theirs) = answer[8..].split_at(self.size);
        let mut found = (self.differences)(machine, [before, state], name);
        let memory = machine.bytes(WINDOW, WINDOW_SIZE).expect("memory");
        if memory != theirs {
            let at = memory.iter().zip(theirs).position(|(a, b)| a != b).unwrap_or(0) & !7;
            let [ours, theirs] = [memory, theirs].map(|all| &all[at..at + 8]);
            found.push(format!("memory at {at:#x}: {ours:x?}, processor {theirs:x?}"));
        }
        found
    }
}
