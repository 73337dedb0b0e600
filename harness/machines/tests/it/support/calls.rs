//! Calls and breakpoints, which are alike on all machines.
//!
//! Every target has the same program in its own assembly: `outer` calls `sum` with 3 and 4 and adds one to what it
//! gives; `sum` adds its arguments and calls `leaf`, which doubles.

use crosscall_machines::executable::Executable;
use crosscall_machines::machine::{FaultKind, Machine, Stop};
use crosscall_machines::toolset::find;

/// Assembles and links a text with the target's default options.
pub(crate) fn program(target: &str, text: &str) -> Executable {
    let tools = find(target).expect("the target has a toolset");
    let object = tools.assemble("test.s", text).unwrap_or_else(|error| panic!("{error}"));
    tools.link(&[&object], &tools.link_options()).unwrap_or_else(|error| panic!("{error}"))
}

/// The address of a symbol of a program made by [`program`].
pub(crate) fn address(program: &Executable, name: &str) -> u64 {
    let local = program.local_address_of("test.s", name);
    program.address_of(name).or(local).unwrap_or_else(|| panic!("no symbol {name}"))
}

/// A machine with a program loaded, ready to run from its entry with an empty stack; `stack` is the stack pointer's number.
pub(crate) fn start<M: Machine>(mut machine: M, program: &Executable, stack: u16) -> M {
    machine.load(program).expect("the program fits the memory map");
    machine.set_register(stack, machine.memory_map().stack_top);
    machine
}

/// Calls `f`, expects a fault at the label `at`, anywhere if it is empty, and gives its text.
pub(crate) fn expect_fault<M: Machine>(
    mut machine: M,
    program: &Executable,
    at: &str,
    kind: FaultKind,
) -> String {
    machine.begin_call(address(program, "f"));
    match machine.run(1000) {
        Stop::Fault(fault) => {
            let place = if at.is_empty() { fault.pc } else { address(program, at) };
            assert_eq!((fault.kind, fault.pc), (kind, place), "{fault}");
            assert_eq!(fault.pc, machine.pc());
            fault.text
        }
        stop => panic!("{stop:?}"),
    }
}

/// The addresses of the program's parts.
pub(crate) struct Places {
    outer: u64,
    sum: u64,
    leaf: u64,
    /// Behind the first instruction of `leaf`.
    in_leaf: u64,
    /// Behind the call in `outer`.
    after: u64,
    /// Outside of the code, where the machine can be told to go on.
    wild: &'static [u64],
}

impl Places {
    /// The places by the addresses of their labels; `step` is the size of the first instruction of `leaf`.
    pub(crate) fn new(address: impl Fn(&str) -> u64, step: u64, wild: &'static [u64]) -> Places {
        let leaf = address("leaf");
        let (outer, sum, after) = (address("outer"), address("sum"), address("after"));
        Places { outer, sum, leaf, in_leaf: leaf + step, after, wild }
    }
}

/// A breakpoint stops before its instruction, the state may be looked at and changed there, and the next run goes
/// on. The arguments are in registers 0 and 1, the result in register 0.
pub(crate) fn breakpoints_stop_before<M: Machine>(machine: &mut M, places: &Places) {
    let Places { outer, sum, leaf, in_leaf, after, wild } = *places;
    machine.set_breakpoints(&[sum, leaf, after]);
    let magic = machine.begin_call(outer);
    assert_eq!(machine.run(1000), Stop::Breakpoint(sum));
    assert_eq!((machine.register(0), machine.register(1), machine.pc()), (3, 4, sum));
    machine.set_register(1, 7);
    assert_eq!(machine.run(1000), Stop::Breakpoint(leaf));
    assert_eq!(machine.register(0), 10);
    assert_eq!(machine.run(1000), Stop::Breakpoint(after));
    machine.set_breakpoints(&[]);
    assert_eq!(machine.run(1000), Stop::Breakpoint(magic));
    assert_eq!(machine.register(0), 21);
    // Setting the program counter to a breakpoint stops at once; running again goes on.
    machine.set_breakpoints(&[leaf]);
    machine.set_pc(leaf);
    let before = machine.instructions();
    assert_eq!(machine.run(1000), Stop::Breakpoint(leaf));
    assert_eq!(machine.instructions(), before);
    assert_eq!(machine.run(1), Stop::Budget);
    assert_eq!(machine.pc(), in_leaf);
    // A breakpoint outside of the code stops a wild jump.
    for place in wild {
        machine.set_breakpoints(&[*place]);
        machine.set_pc(*place);
        assert_eq!(machine.run(1), Stop::Breakpoint(*place));
    }
}

/// Breakpoints survive a reset, and a budget is exact: `sum` takes `steps` instructions to `leaf`. `stack` is the
/// stack pointer's number and value.
pub(crate) fn breakpoints_survive_a_reset<M: Machine>(
    machine: &mut M,
    places: &Places,
    stack: (u16, u64),
    steps: u64,
) {
    machine.set_breakpoints(&[places.leaf]);
    for _ in 0..3 {
        machine.reset();
        machine.set_register(stack.0, stack.1);
        machine.begin_call(places.sum);
        assert_eq!(machine.run(steps), Stop::Budget);
        assert_eq!(machine.instructions(), steps);
        assert_eq!(machine.run(1), Stop::Breakpoint(places.leaf));
    }
}

/// The name of the way in which a run ended.
pub(crate) fn name_of(stop: &Stop) -> String {
    match stop {
        Stop::Fault(fault) => format!("{:?}", fault.kind),
        Stop::Exit(_) => "exit".to_string(),
        Stop::Breakpoint(_) => "breakpoint".to_string(),
        Stop::Budget => "budget".to_string(),
    }
}
