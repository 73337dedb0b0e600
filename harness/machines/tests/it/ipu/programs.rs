//! Whole programs in assembly give the results that they say; `exit` is a vertex's.

use crate::support::programs::{self, Program};
use crosscall_machines::ipu::assemble;
use crosscall_machines::ipu::execute::Tile;
use crosscall_machines::ipu::link::{link, link_options};
use crosscall_machines::machine::{Machine, State};

/// Runs `main` of a program and checks what it expects.
fn check(test: &Program) -> Result<(), String> {
    let object = assemble(&test.name, &test.text).map_err(|error| error.to_string())?;
    let program = link(&[object], &link_options()).map_err(|error| error.to_string())?;
    let mut tile = Tile::new().map_err(|error| error.to_string())?;
    tile.load(&program).map_err(|error| error.to_string())?;
    let stack = tile.memory_map().stack_top;
    tile.set_register(11, stack);
    if test.text.contains("\n        .supervisor\nmain:") {
        tile.set_supervisor(true);
    }
    let back = tile.begin_call(program.address_of("main").ok_or("there is no main")?);
    let stop = tile.run(1_000_000);
    test.check(&tile, &stop, back)?;
    if test.expected("exit").is_none() && tile.register(11) != stack {
        return Err(format!("{}: the stack pointer is {:#x}", test.name, tile.register(11)));
    }
    Ok(())
}

#[test]
fn programs_give_the_results_they_say() {
    let programs = programs::all("ipu");
    assert!(programs.len() >= 12, "{}", programs.len());
    let wrong: Vec<String> = programs.iter().filter_map(|test| check(test).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The checker of all targets sees wrong results.
#[test]
fn a_wrong_result_is_seen() {
    let run = |expected: &str, body: &str| {
        let text = format!("// expect {expected}\n.globl main\nmain: {body}\n");
        Program::parse("test", &text).and_then(|test| check(&test))
    };
    let returns = "setzi $m0, 3\nbr $m10";
    assert_eq!(run("m0=3", returns), Ok(()));
    assert_eq!(run("m1=0 m0=0x3", returns), Ok(()));
    assert_eq!(run("m0=4", returns), Err("test: m0 is 0x3, expected 0x4".to_owned()));
    assert_eq!(run("m0=3 m1=1", returns), Err("test: m1 is 0x0, expected 0x1".to_owned()));
    assert!(run("exit=1", returns).is_err());
    assert_eq!(run("exit=1", "setzi $m0, 1\nexitnz $m0"), Ok(()));
    assert!(run("exit=0", "setzi $m0, 1\nexitnz $m0").is_err());
    assert!(run("m0=1", "setzi $m0, 1\nexitnz $m0").is_err());
    for bad in ["", "m0", "m0=x", "m99=3"] {
        assert!(run(bad, returns).is_err(), "{bad}");
    }
    assert!(Program::parse("none", "main: br $m10").is_err());
}
