//! Calls and breakpoints, and the simulator beside the vendor's emulator.

use super::tools::{files, forw, run};
use crate::support::calls::{self, Calls};
use crosscall_machines::forwardcom::elf::read_executable;
use crosscall_machines::forwardcom::execute::Core;
use crosscall_machines::forwardcom::loader::{HOST_WINDOW, STACK_TOP};
use crosscall_machines::machine::{FaultKind, Machine, Stop};

const SUM: &str = "
code section execute align=4
outer function public
    int64 r0 = 3
    int64 r1 = 4
    call sum
after:
    int64 r0 = r0 + 1
    return
outer end
sum function public
    int64 r0 = r0 + r1
    call leaf
    return
sum end
leaf function public
    int64 r0 = r0 << 1
    return
leaf end
code end
";

fn calls() -> Calls<Core> {
    Calls {
        program: calls::program("forwardcom", SUM),
        start: |program| calls::start(Core::new().expect("the default map is valid"), program, 31),
        prefix: "",
        step: 4,
        wild: &[0x1234_5678],
        first: 0,
        stack: (31, STACK_TOP),
        link: None,
        magic: HOST_WINDOW.return_address(),
        instructions: (10, 2),
    }
}

calls::tests_of!(calls());

/// The emulator's text before and behind the program's own output.
fn program_output(text: &str) -> String {
    text.trim_end().to_owned()
}

/// Runs a linked program to its end.
fn simulate(bytes: &[u8]) -> (String, Stop, u64) {
    let program = read_executable("program", bytes).expect("the vendor's linker writes programs");
    let mut core = Core::new().expect("the default map");
    core.load(&program).expect("it fits");
    // The emulator runs on behind the instruction `breakpoint`.
    let mut stop = core.run(3_000_000);
    for _ in 0..100 {
        if !matches!(stop, Stop::Breakpoint(_)) {
            break;
        }
        stop = core.run(3_000_000);
    }
    (String::from_utf8_lossy(core.output()).into_owned(), stop, core.instructions())
}

/// Every program among the vendor's sources that `forw` assembles and links prints the same in both.
#[test]
fn programs_print_what_they_print_in_the_emulator() {
    let Some(forw) = forw() else { return };
    let (texts, libraries) = (files("as"), files("li"));
    let libraries: Vec<_> =
        libraries.iter().filter(|path| !path.to_string_lossy().contains("light")).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let mut equal = 0;
    let mut different = Vec::new();
    for text in &texts {
        let path = text.display().to_string();
        // Programs that wait for input are left out.
        let source = std::fs::read(text).unwrap_or_default();
        let source = String::from_utf8_lossy(&source).into_owned();
        if !source.contains("_main")
            || ["_gets", "_getch", "_fgets", "input"].iter().any(|word| source.contains(word))
        {
            continue;
        }
        let name = text.file_name().and_then(|name| name.to_str()).unwrap_or("?").to_owned();
        run(&forw, folder.path(), &["-ass", &path, "a.ob"]);
        let mut arguments = vec!["-link".to_owned(), "a.ex".to_owned(), "a.ob".to_owned()];
        arguments.extend(libraries.iter().map(|path| path.display().to_string()));
        let _ = std::fs::remove_file(folder.path().join("a.ex"));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let said = run(&forw, folder.path(), &arguments);
        let Ok(bytes) = std::fs::read(folder.path().join("a.ex")) else { continue };
        if said.contains("rror") || bytes.is_empty() {
            continue;
        }
        let expected = program_output(&run(&forw, folder.path(), &["-emu", "a.ex"]));
        let (printed, stop, instructions) = simulate(&bytes);
        // Performance counters are not simulated.
        if matches!(&stop, Stop::Fault(fault) if fault.kind == FaultKind::Unsupported) {
            println!("{name}: {stop:?}");
            continue;
        }
        if program_output(&printed) == expected && !matches!(stop, Stop::Budget) {
            println!("{name}: {stop:?} after {instructions}");
            equal += 1;
        } else {
            different.push(format!(
                "{name}: {stop:?} after {instructions}\n--- forw\n{expected}\n--- here\n{printed}"
            ));
        }
    }
    println!("{equal} programs print the same, {} do not", different.len());
    for text in &different {
        println!("{text}");
    }
    assert!(texts.is_empty() || equal > 0);
    assert!(different.is_empty());
}
