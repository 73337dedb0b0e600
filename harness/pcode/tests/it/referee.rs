//! A real processor, or QEMU: a small program that executes instructions on states that it is given, and tells what it found.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where code and data lie, in the referee and in the simulator.
pub(crate) const CODE: u64 = 0x2000_0000;
pub(crate) const DATA: u64 = 0x1000_0000;
pub(crate) const DATA_SIZE: u64 = 0x1000;
/// The part of the data that is given and compared.
pub(crate) const WINDOW: u64 = DATA + 0x700;
pub(crate) const WINDOW_SIZE: usize = 512;
/// Bytes of code that a snippet has room for.
pub(crate) const ROOM: usize = 96;

/// Tools for one processor.
pub(crate) struct Tools {
    pub(crate) compiler: &'static str,
    pub(crate) assembler: &'static str,
    pub(crate) objcopy: &'static str,
    /// What runs its programs, if not the host.
    pub(crate) emulator: &'static [&'static str],
    pub(crate) flags: &'static [&'static str],
    /// Filler between snippets.
    pub(crate) prologue: &'static str,
}

pub(crate) const X86_64: Tools = Tools {
    compiler: "gcc",
    assembler: "as",
    objcopy: "objcopy",
    emulator: &[],
    flags: &["-no-pie"],
    prologue: ".intel_syntax noprefix\n",
};

pub(crate) const AARCH64: Tools = Tools {
    compiler: "aarch64-linux-gnu-gcc",
    assembler: "aarch64-linux-gnu-as",
    objcopy: "aarch64-linux-gnu-objcopy",
    emulator: &["qemu-aarch64", "-cpu", "max,pauth=off"],
    flags: &["-static", "-march=armv8.5-a"],
    prologue: ".arch armv8.5-a+fp16\n",
};

/// A folder that goes away.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("crosscall-pcode-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a file");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn has(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

impl Tools {
    /// False with a message where a tool is missing.
    pub(crate) fn are_here(&self) -> bool {
        let all = [self.compiler, self.assembler, self.objcopy];
        let missing: Vec<&str> =
            all.iter().chain(self.emulator.first()).copied().filter(|name| !has(name)).collect();
        let is_host = !self.emulator.is_empty() || cfg!(all(target_arch = "x86_64", target_os = "linux"));
        if !missing.is_empty() || !is_host {
            println!("skipped: {missing:?} is missing, or this is no such processor");
        }
        missing.is_empty() && is_host
    }

    fn run(program: &str, arguments: &[&str]) {
        let output = Command::new(program).args(arguments).output().expect("it starts");
        assert!(
            output.status.success(),
            "{program} {arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// The bytes of snippets of assembly; none for those that the assembler does not take, or warns of.
    pub(crate) fn assemble(&self, folder: &Folder, snippets: &[String]) -> Vec<Vec<u8>> {
        let mut dropped = vec![false; snippets.len()];
        let object = folder.0.join("snippets.o");
        loop {
            let (mut text, mut owners) = (self.prologue.to_owned(), vec![0; self.prologue.lines().count()]);
            for (number, snippet) in snippets.iter().enumerate() {
                let snippet = if dropped[number] { "nop" } else { snippet };
                let part = format!(
                    ".text\n.balign 128\n771:\n{snippet}\n772:\n.ltorg\n.section .lengths\n.byte 772b-771b\n"
                );
                let part = if self.emulator.is_empty() { part.replace(".ltorg\n", "") } else { part };
                owners.resize(owners.len() + part.lines().count(), number);
                text += &part;
            }
            let source = folder.file("snippets.s", &text);
            let output =
                Command::new(self.assembler).arg("-o").args([&object, &source]).output().expect("it starts");
            let messages = String::from_utf8_lossy(&output.stderr).into_owned();
            let lines = messages.lines().filter_map(|line| {
                let (_, rest) = line.split_once("snippets.s:")?;
                rest.split_once(':')?.0.parse::<usize>().ok()
            });
            let mut is_new = false;
            for line in lines {
                is_new |= !std::mem::replace(&mut dropped[owners[line - 1]], true);
            }
            if !is_new {
                assert!(output.status.success(), "{messages}");
                break;
            }
        }
        let path = |path: &Path| path.to_str().expect("a name").to_owned();
        let section = |name: &str| {
            let out = folder.0.join("section");
            Self::run(
                self.objcopy,
                &[
                    "-O",
                    "binary",
                    "-j",
                    name,
                    "--set-section-flags",
                    &format!("{name}=alloc"),
                    &path(&object),
                    &path(&out),
                ],
            );
            std::fs::read(out).expect("a section")
        };
        let (code, lengths) = (section(".text"), section(".lengths"));
        lengths
            .iter()
            .zip(0..)
            .map(|(length, number)| match dropped[number] {
                true => Vec::new(),
                false => code[number * 128..][..usize::from(*length)].to_vec(),
            })
            .collect()
    }

    /// The referee, from its text.
    pub(crate) fn referee(&self, folder: &Folder, text: &str) -> PathBuf {
        let head = format!(
            "#define CODE {CODE:#x}\n#define DATA {DATA:#x}\n#define DATA_SIZE {DATA_SIZE:#x}\n#define WINDOW {WINDOW:#x}\n#define WINDOW_SIZE {WINDOW_SIZE}\n#define ROOM {ROOM}\n"
        );
        let source = folder.file("referee.c", &(head + text));
        let program = folder.0.join("referee");
        let mut arguments =
            vec!["-O1", "-w", "-o", program.to_str().expect("a name"), source.to_str().expect("a name")];
        arguments.extend(self.flags);
        Self::run(self.compiler, &arguments);
        program
    }

    /// What a program writes when it is given some bytes.
    pub(crate) fn ask(&self, program: &Path, input: Vec<u8>) -> Vec<u8> {
        let name = program.to_str().expect("a name");
        let mut words = self.emulator.to_vec();
        words.push(name);
        let mut child = Command::new(words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut to = child.stdin.take().expect("a pipe");
        let writer = std::thread::spawn(move || to.write_all(&input));
        let mut output = Vec::new();
        child.stdout.take().expect("a pipe").read_to_end(&mut output).expect("output");
        let _ = writer.join();
        let status = child.wait().expect("an end");
        assert!(status.success(), "{status}");
        output
    }
}

/// Random numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 11) % limit
    }

    pub(crate) fn choose<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len() as u64) as usize]
    }

    /// A number at which arithmetic has its edges, or any.
    pub(crate) fn integer(&mut self) -> u64 {
        #[rustfmt::skip]
        const EDGES: [u64; 18] = [
            0, 1, 2, 31, 32, 63, 64, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff,
            0x7fff_ffff_ffff_ffff, 0x8000_0000_0000_0000, u64::MAX,
        ];
        let any = self.next();
        match self.below(6) {
            0 | 1 => EDGES[(any % 18) as usize],
            2 => EDGES[(any % 18) as usize] ^ 1 << self.below(64),
            3 => any >> self.below(64),
            _ => any,
        }
    }

    /// A single with its edges.
    pub(crate) fn single(&mut self) -> u32 {
        #[rustfmt::skip]
        const EDGES: [u32; 14] = [
            0, 0x8000_0000, 0x3f80_0000, 0xbf80_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_1234, 0xffc0_0000, 0x7f80_0001, 1, 0x7f_ffff,
            0x80_0000, 0x7f7f_ffff, 0x4f00_0000,
        ];
        let any = self.next() as u32;
        match self.below(5) {
            0 => EDGES[(any % 14) as usize],
            1 => any,
            2 => (any as i32 as f32 / 2f32.powi(self.below(20) as i32)).to_bits(),
            _ => any & 0x807f_ffff | (0x70 + self.below(40) as u32) << 23,
        }
    }

    /// A double with its edges.
    pub(crate) fn double(&mut self) -> u64 {
        #[rustfmt::skip]
        const EDGES: [u64; 14] = [
            0, 1 << 63, 0x3ff0_0000_0000_0000, 0xbff0_0000_0000_0000, 0x7ff0_0000_0000_0000, 0xfff0_0000_0000_0000,
            0x7ff8_0000_0000_1234, 0xfff8_0000_0000_0000, 0x7ff0_0000_0000_0001, 1, 0x000f_ffff_ffff_ffff, 0x0010_0000_0000_0000,
            0x7fef_ffff_ffff_ffff, 0x41e0_0000_0000_0000,
        ];
        let any = self.next();
        match self.below(6) {
            0 => EDGES[(any % 14) as usize],
            1 => any,
            2 => (any as i64 as f64 / 2f64.powi(self.below(50) as i32)).to_bits(),
            3 => f64::from(f32::from_bits(self.single())).to_bits(),
            _ => any & 0x800f_ffff_ffff_ffff | (0x3e0 + self.below(64)) << 52,
        }
    }

    /// A half.
    pub(crate) fn half(&mut self) -> u16 {
        #[rustfmt::skip]
        const EDGES: [u16; 10] = [0, 0x8000, 0x3c00, 0x7c00, 0xfc00, 0x7e01, 0x7c01, 1, 0x3ff, 0x7bff];
        let any = self.next();
        if any.is_multiple_of(4) { EDGES[(any >> 8) as usize % 10] } else { (any >> 16) as u16 }
    }

    /// The bytes of a vector.
    pub(crate) fn vector(&mut self) -> u128 {
        let two = |a: u64, b: u64| u128::from(a) << 64 | u128::from(b);
        match self.below(6) {
            0 => two(self.next(), self.next()),
            1 => two(self.integer(), self.integer()),
            2 => (0..8).fold(0, |all, _| all << 16 | u128::from(self.half())),
            3 => two(self.double(), self.double()),
            4 => (0..4).fold(0, |all, _| all << 32 | u128::from(self.single())),
            _ => (0..16).fold(0, |all, _| all << 8 | u128::from(self.integer() as u8)),
        }
    }
}

/// The word at a place of some bytes.
pub(crate) fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}

/// The kinds of instructions of a list.
pub(crate) fn listed(list: &str) -> Vec<String> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines
        .flat_map(|line| {
            let (name, kinds) = line.split_once(' ').expect("a name");
            kinds.split(' ').map(move |kind| format!("{name} {kind}"))
        })
        .collect()
}
