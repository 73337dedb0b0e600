//! Random whole programs, with labels, branches, sections and data in all mixtures, assembled by us and
//! by GNU as: everything in the two objects must be equal. Prints a line that starts with `skipped:`
//! where GNU as is not installed.

use std::fmt::Write;

use super::compare::{differences, gnu_assemble};
use super::tools::{scratch, tool};
use crate::support::random::Random;
use crosscall_machines::epiphany::assemble;

/// Names that a program may refer to: private, local, global, weak, undefined.
struct Names {
    private: u32,
    local: u32,
    global: u32,
}

impl Names {
    /// Any name, defined here or not.
    fn any(&self, random: &mut Random) -> String {
        match random.below(10) {
            0..5 => format!(".L{}", random.below(self.private)),
            5..7 => format!("_local{}", random.below(self.local)),
            7..9 => format!("_global{}", random.below(self.global)),
            _ => (*random.pick(&["_outside", "_far.away"])).to_owned(),
        }
    }

    /// A name that does not leave this object.
    fn inner(&self, random: &mut Random) -> String {
        format!(".L{}", random.below(self.private))
    }
}

/// A name and perhaps an offset; `unit` divides the offset.
fn target(names: &Names, random: &mut Random, unit: i64) -> String {
    let name = names.any(random);
    if random.below(4) == 0 { format!("{name}{:+}", unit * random.range(-9, 9)) } else { name }
}

/// One statement other than a label; `code` says whether the section holds code.
fn statement(names: &Names, random: &mut Random, code: bool) -> String {
    const BRANCHES: &[&str] = &["b", "beq", "bne", "bl", "bgtu", "bblte", "b.l", "bl.l"];
    match random.below(if code { 22 } else { 10 }) {
        0 | 1 => format!(".word {}", target(names, random, 1)),
        2 => format!(".hword {},{}", random.range(-32768, 65535), target(names, random, 1)),
        3 => format!(".byte {},{0},0x7f", random.range(-128, 255)),
        // In code only up to 4: behind the first two bytes of more padding GNU as leaves what its memory held.
        4 => format!(".balign {}", 1 << random.below(if code { 3 } else { 5 })),
        5 => format!(".p2align {},,{}", random.below(if code { 3 } else { 5 }), random.below(9)),
        6 => format!(".space {},{}", 2 * random.below(60), random.below(256)),
        7 => format!(".word {}+{}-{0}", names.inner(random), random.below(50)),
        8 => format!(".zero {}", 4 * random.below(4)),
        9 => (*random.pick(&[
            ".balignw 4,0x01a2",
            ".fill 3,2,0x1234",
            ".word .-4",
            ".2byte 7",
            ".ascii \"ab\"",
        ]))
        .to_owned(),
        10 => format!("mov r{},%low({})", random.below(64), target(names, random, 1)),
        11 => format!("movt r{},%high({})", random.below(64), target(names, random, 1)),
        12 => (*random.pick(&["nop", "rts", "add r0,r1,r2", "ldr r4,[sp,#2]", "mov r63,r1"])).to_owned(),
        13 => format!("mov r{},{}", random.below(20), target(names, random, 1)),
        _ => format!("{} {}", random.pick(BRANCHES), target(names, random, 2)),
    }
}

fn program(random: &mut Random) -> String {
    let names =
        Names { private: 1 + random.below(12), local: 1 + random.below(5), global: 1 + random.below(5) };
    let mut labels: Vec<String> = (0..names.private).map(|i| format!(".L{i}")).collect();
    labels.extend((0..names.local).map(|i| format!("_local{i}")));
    labels.extend((0..names.global).map(|i| format!("_global{i}")));
    let mut text = String::new();
    if random.below(2) == 0 {
        text += "\t.file \"program.c\"\n";
    }
    for i in 0..names.global {
        let binding = *random.pick(&["global", "global", "weak"]);
        let _ = writeln!(text, "\t.{binding} _global{i}");
    }
    let mut code = true;
    let one_section = random.below(3) > 0;
    let length = 20 + random.below(200);
    let every = length / (labels.len() as u32 + 1) + 1;
    for i in 0..length {
        if i % every == 0 && !labels.is_empty() {
            let at = random.below(labels.len() as u32) as usize;
            let label = labels.swap_remove(at);
            if random.below(3) == 0 {
                let _ = writeln!(text, "\t.type {label},@{}", random.pick(&["function", "object"]));
            }
            // Instructions must not come to lie at odd addresses, where branches would lose a bit.
            let _ = writeln!(text, "\t.balign 2\n{label}:");
            if random.below(3) == 0 {
                let _ = writeln!(text, "\t.size {label},.-{label}+{}", random.below(8));
            }
        }
        if !one_section && random.below(25) == 0 {
            let sections = [
                (".text", true),
                (".data", false),
                (".section .text.more,\"ax\",@progbits", true),
                (".section .rodata", false),
                (".section .strings,\"aMS\",@progbits,1", false),
            ];
            let (directive, is_code) = random.pick(&sections);
            let _ = writeln!(text, "\t{directive}");
            code = *is_code;
        }
        let line = statement(&names, random, code);
        let odd = line.starts_with(".byte") || line.starts_with(".ascii");
        let _ = writeln!(text, "\t{line}{}", if code && odd { "\n\t.balign 2" } else { "" });
    }
    for label in labels {
        let _ = writeln!(text, "\t.balign 2\n{label}:");
    }
    if random.below(2) == 0 {
        text += "\t.local _own\n\t.comm _own,12,4\n\t.comm _shared,8,8\n\t.ident \"made\"\n";
    }
    text
}

#[test]
fn random_programs_assemble_as_with_gnu_as() {
    let Some(gas) = tool("as") else { return };
    let directory = scratch("programs");
    let (mut same, mut bytes) = (0, 0);
    for seed in 0..400 {
        let text = program(&mut Random(seed));
        let theirs = gnu_assemble(&gas, &directory, &text);
        let ours = assemble("text.o", &text);
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => {
                let differences = differences(&ours, &theirs);
                assert!(differences.is_empty(), "seed {seed}:\n{differences}\n{text}");
                same += 1;
                bytes += ours.sections.iter().map(|section| section.data.len()).sum::<usize>();
            }
            (Err(_), Err(_)) => {}
            (ours, theirs) => {
                panic!("seed {seed}: ours {:?}, theirs {:?}\n{text}", ours.map(|_| ()), theirs.map(|_| ()));
            }
        }
    }
    std::fs::remove_dir_all(directory).expect("remove");
    assert!(same > 300, "only {same} programs were right");
    println!("{same} programs of {bytes} bytes equal");
}

#[test]
fn directives_work_as_with_gnu_as() {
    let Some(gas) = tool("as") else { return };
    let directory = scratch("directives");
    let text = include_str!("../../vectors/epiphany_directives.s");
    let theirs = gnu_assemble(&gas, &directory, text).expect("GNU as");
    let ours = assemble("text.o", text).expect("ours");
    let differences = differences(&ours, &theirs);
    assert!(differences.is_empty(), "{differences}");
    std::fs::remove_dir_all(directory).expect("remove");
}
