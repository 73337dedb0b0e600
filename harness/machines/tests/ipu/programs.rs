//! Whole programs in assembly. The first line of each says the result, worked out by hand or by another
//! program: `// expect REGISTER=VALUE`, or `// expect exit=STATUS` for a vertex.

use std::path::Path;

use crosscall_machines::ipu::assemble;
use crosscall_machines::ipu::execute::Tile;
use crosscall_machines::ipu::link::{link, link_options};
use crosscall_machines::machine::{Machine, State, Stop};

/// Runs `main` of a program and checks what its first line expects.
fn check(name: &str, text: &str) -> Result<(), String> {
    let first = text.lines().next().unwrap_or("");
    let expected = first.strip_prefix("// expect ").ok_or("the first line says nothing")?;
    let (what, value) = expected.trim().split_once('=').ok_or("REGISTER=VALUE")?;
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    let value = number(value).map_err(|error| error.to_string())?;
    let object = assemble(name, text).map_err(|error| error.to_string())?;
    let program = link(&[object], &link_options()).map_err(|error| error.to_string())?;
    let mut tile = Tile::new().map_err(|error| error.to_string())?;
    tile.load(&program).map_err(|error| error.to_string())?;
    let stack = tile.memory_map().stack_top;
    tile.set_register(11, stack);
    if text.contains("\n        .supervisor\nmain:") {
        tile.set_supervisor(true);
    }
    let end = tile.begin_call(program.address_of("main").ok_or("there is no main")?);
    let stop = tile.run(1_000_000);
    if what == "exit" {
        return if stop == Stop::Exit(value as i32) { Ok(()) } else { Err(format!("ended with {stop:?}")) };
    }
    if stop != Stop::Breakpoint(end) {
        return Err(format!("ended with {stop:?}"));
    }
    if tile.register(11) != stack {
        return Err(format!("the stack pointer is {:#x}", tile.register(11)));
    }
    let index = tile.registers().iter().position(|info| info.name == what).ok_or("no such register")?;
    let found = tile.register(index as u16);
    if found == value { Ok(()) } else { Err(format!("{what} is {found:#x}, expected {value:#x}")) }
}

#[test]
fn programs_give_the_results_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/ipu");
    let mut names: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|e| e.expect("entry").path()).collect();
    names.sort();
    let mut wrong = Vec::new();
    for path in &names {
        let text = std::fs::read_to_string(path).expect("a text");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if let Err(error) = check(&name, &text) {
            wrong.push(format!("{name}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(names.len() >= 12, "{}", names.len());
}

/// The checker sees a wrong result.
#[test]
fn a_wrong_result_is_seen() {
    let program =
        |expected: &str| format!("// expect {expected}\n.globl main\nmain: setzi $m0, 3\nbr $m10\n");
    assert_eq!(check("right", &program("m0=3")), Ok(()));
    assert_eq!(check("wrong", &program("m0=4")), Err("m0 is 0x3, expected 0x4".to_owned()));
    assert!(check("none", "main: br $m10").is_err());
}
