//! The simulators beside the reference simulators: the same program in both, one after the other, in instructions a second. A
//! reference simulator that is not there is skipped: `NYUZI_EMULATOR` and `FORW` name them, and installed ones are found.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark fails by a panic")]

use crosscall::reference::{Reference, Shop, find};
use crosscall_machines::executable::Executable;
use crosscall_machines::toolset::{self, Toolset};
use crosscall_toolchain::discover::Places;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Rounds of a loop in the long program. The short one has one round: what it takes is the start of the process.
const ROUNDS: u64 = 2_000_000;
/// Times that each program is run on both sides, turn about; the least time of each counts.
const TURNS: usize = 5;

/// Eight instructions a round.
const NYUZI: &str = "
        .globl main
main:   lea s1, value
        li s4, ROUNDS
        li s2, 3
again:  load_32 s0, (s1)
        add_i s0, s0, s2
        shl s3, s0, 4
        xor s3, s3, s0
        store_32 s3, (s1)
        sub_i s4, s4, 1
        cmpgt_i s5, s4, s3
        bnz s4, again
        ret
        .data
        .align 64
value:  .long 0
";

/// Eight instructions a round.
const FORWARDCOM: &str = "
data section read write datap
value: int64 1
data end
code section read execute ip
__entry_point function public
int64 r1 = address([value])
int64 r2 = 3
int64 r4 = ROUNDS
again:
int64 r0 = [r1]
int64 r0 = r0 + r2
int64 r3 = r0 << 4
int64 r3 = r3 ^ r0
int64 [r1] = r3
int64 r5 = r4 - r3
int64 r4 = r4 - 1, jump_nzero again
int64 r0 = 0
sys_call(1, 0x10)
__entry_point end
code end
";

/// A reference simulator with a program that it is about to run.
type Start<'a> = Box<dyn Fn() + 'a>;

fn main() {
    // `cargo test --benches` only wants to know whether it starts.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let places = Places::from_environment();
    for target in toolset::ALL.map(|tools| tools.name()) {
        match find(target, None, &places) {
            Ok(reference) if reference.can_run() => compare(target, &*reference, &places),
            Ok(_) => println!("{target}: skipped: its reference tool runs no programs"),
            Err(missing) => println!("{target}: skipped: {}; {}", missing.reason, missing.remedy),
        }
    }
}

fn compare(target: &str, reference: &dyn Reference, places: &Places) {
    let tools = toolset::find(target).expect("the target has a toolset");
    let folder = std::env::temp_dir().join(format!("crosscall-references-{}-{target}", std::process::id()));
    let stop = AtomicBool::new(false);
    let measure = |rounds: u64| {
        let folder = folder.join(rounds.to_string());
        std::fs::create_dir_all(&folder).expect("a folder for the program");
        let shop = Shop { folder: &folder, stop: &stop };
        let (program, start): (Executable, Start<'_>) = match target {
            "nyuzi" => of_nyuzi(tools, reference, rounds, &shop),
            "forwardcom" => of_forwardcom(tools, places, rounds, &folder),
            _ => panic!("no program for {target}"),
        };
        let mut least = [f64::INFINITY; 2];
        let mut instructions = 0;
        for _ in 0..TURNS {
            let begin = Instant::now();
            start();
            least[0] = least[0].min(begin.elapsed().as_secs_f64());
            let mut machine = tools.machine().expect("the default memory map is valid");
            let begin = Instant::now();
            machine.load(&program).expect("the program fits");
            machine.run(u64::MAX);
            least[1] = least[1].min(begin.elapsed().as_secs_f64());
            instructions = machine.instructions();
        }
        (least, instructions)
    };
    let ((short, few), (long, many)) = (measure(1), measure(ROUNDS));
    let _ = std::fs::remove_dir_all(&folder);
    let rate = |side: usize| (many - few) as f64 / (long[side] - short[side]) / 1e6;
    let (theirs, ours) = (rate(0), rate(1));
    let times = ours / theirs;
    println!(
        "{target}: {ours:.1} million instructions a second here, {theirs:.1} by the reference simulator: {times:.2} times \
         as many here"
    );
}

/// The program, linked here, as a memory image for the emulator.
fn of_nyuzi<'a>(
    tools: &dyn Toolset,
    reference: &'a dyn Reference,
    rounds: u64,
    shop: &'a Shop<'a>,
) -> (Executable, Start<'a>) {
    let startup = reference.startup().expect("it has start-up code");
    let texts = [startup.to_owned(), NYUZI.replace("ROUNDS", &rounds.to_string())];
    let objects = texts.map(|text| tools.assemble("program", &text).unwrap_or_else(|e| panic!("{e}")));
    let objects: Vec<_> = objects.iter().collect();
    let program = tools.link(&objects, &tools.link_options()).unwrap_or_else(|e| panic!("{e}"));
    let image = program.clone();
    let start = move || {
        reference.run("", &image, shop).unwrap_or_else(|e| panic!("{e}"));
    };
    (program, Box::new(start))
}

/// The program, assembled and linked by `forw`: both read the same file.
fn of_forwardcom(
    tools: &dyn Toolset,
    places: &Places,
    rounds: u64,
    folder: &Path,
) -> (Executable, Start<'static>) {
    let text = FORWARDCOM.replace("ROUNDS", &rounds.to_string());
    std::fs::write(folder.join("program.as"), text).expect("room for the program");
    let named = std::env::var_os("FORW").map(PathBuf::from);
    let tool = named.or_else(|| places.program("forwardcom", "forw")).expect("it was found");
    let tool = std::path::absolute(tool).expect("a path");
    let of_program = folder.to_owned();
    let forw = move |arguments: &[&str]| {
        let mut command = Command::new(&tool);
        let ended = command.args(arguments).current_dir(&of_program).stdout(Stdio::null()).status();
        ended.expect("forw starts")
    };
    for step in [&["-ass", "program.as", "program.ob"][..], &["-link", "program.ex", "program.ob"]] {
        assert!(forw(step).success(), "{step:?}");
    }
    let bytes = std::fs::read(folder.join("program.ex")).expect("forw has written it");
    let program = tools.read_executable("program.ex", &bytes).unwrap_or_else(|e| panic!("{e}"));
    // It ends with the program's own status.
    let start = move || {
        let _ = forw(&["-emu", "program.ex"]);
    };
    (program, Box::new(start))
}
