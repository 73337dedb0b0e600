//! Calls and breakpoints, which are alike on all machines.
//!
//! Every target has the same program in its own assembly: `outer` calls `sum` with 3 and 4 and adds one to what it
//! gives; `sum` adds its arguments and calls `leaf`, which doubles.

use super::log::Log;
use crosscall_machines::executable::{Executable, Segment};
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

/// The word at an address, as the host sees it.
pub(crate) fn word<M: Machine>(machine: &M, address: u64) -> u32 {
    let mut bytes = [0; 4];
    machine.read(address, &mut bytes).expect("memory");
    u32::from_le_bytes(bytes)
}

/// Sealed contents are what a reset returns to: here the word at `address`.
pub(crate) fn sealed_contents_return<M: Machine>(machine: &mut M, address: u64) {
    let value = word(machine, address);
    assert_ne!(value, 0);
    machine.seal();
    machine.write(address, &[0; 4]).expect("memory");
    machine.reset();
    assert_eq!(word(machine, address), value);
}

/// The bytes of a program at an address.
pub(crate) fn bytes_at(program: &Executable, address: u64, length: usize) -> &[u8] {
    let inside = |segment: &&Segment| address.wrapping_sub(segment.address) < segment.memory_size;
    let segment = program.segments.iter().find(inside).expect("a segment");
    let start = (address - segment.address) as usize;
    &segment.data[start..start + length]
}

/// The word of a program at an address.
pub(crate) fn word_at(program: &Executable, address: u64) -> u32 {
    u32::from_le_bytes(bytes_at(program, address, 4).try_into().expect("four bytes"))
}

/// A run to the breakpoint `end` is observed as these lines, whether the observer is known when the machine is compiled or not.
pub(crate) fn is_observed_as<M: Machine>(start: impl Fn() -> M, end: u64, expected: &[String]) {
    for dynamic in [false, true] {
        let mut machine = start();
        let mut log = Log::default();
        let stop =
            if dynamic { machine.run_observed(100, &mut log) } else { machine.run_with(100, &mut log) };
        assert_eq!(stop, Stop::Breakpoint(end));
        assert_eq!(log.0, expected);
    }
}

/// The program of a target, and what is the target's own about it.
pub(crate) struct Calls<M> {
    /// The program.
    pub(crate) program: Executable,
    /// Loads it.
    pub(crate) start: fn(&Executable) -> M,
    /// Stands before each name.
    pub(crate) prefix: &'static str,
    /// Size in bytes of the first instruction of `leaf`.
    pub(crate) step: u64,
    /// Addresses outside of the code, where the machine can be told to go on.
    pub(crate) wild: &'static [u64],
    /// Number of the register with the first argument and the result; the second argument is in the next one.
    pub(crate) first: u16,
    /// Number and value of the stack pointer.
    pub(crate) stack: (u16, u64),
    /// Number of the link register, if there is one, and what it holds when the host has called.
    pub(crate) link: Option<(u16, u64)>,
    /// Address to which the host's calls return.
    pub(crate) magic: u64,
    /// Instructions that `outer` takes, and those that `sum` takes to `leaf`.
    pub(crate) instructions: (u64, u64),
}

impl<M: Machine> Calls<M> {
    fn machine(&self) -> M {
        (self.start)(&self.program)
    }

    fn address(&self, name: &str) -> u64 {
        address(&self.program, &format!("{}{name}", self.prefix))
    }

    fn check_link(&self, machine: &M) {
        if let Some((number, value)) = self.link {
            assert_eq!(machine.register(number), value);
        }
    }

    /// A call returns to the magic address, with its result where it belongs and the stack as it was.
    pub(crate) fn return_to_the_magic_address(&self) {
        let mut machine = self.machine();
        assert_eq!(machine.begin_call(self.address("outer")), self.magic);
        self.check_link(&machine);
        assert_eq!(machine.run(1000), Stop::Breakpoint(self.magic));
        assert_eq!((machine.register(self.first), machine.register(self.stack.0)), (15, self.stack.1));
        self.check_link(&machine);
        assert_eq!(machine.instructions(), self.instructions.0);
    }

    /// A breakpoint stops before its instruction, the state may be looked at and changed there, and the next run goes
    /// on.
    pub(crate) fn breakpoints_stop_before(&self) {
        let [outer, sum, leaf, after] = ["outer", "sum", "leaf", "after"].map(|name| self.address(name));
        let mut machine = self.machine();
        machine.set_breakpoints(&[sum, leaf, after]);
        let magic = machine.begin_call(outer);
        assert_eq!(machine.run(1000), Stop::Breakpoint(sum));
        assert_eq!(
            (machine.register(self.first), machine.register(self.first + 1), machine.pc()),
            (3, 4, sum)
        );
        machine.set_register(self.first + 1, 7);
        assert_eq!(machine.run(1000), Stop::Breakpoint(leaf));
        assert_eq!(machine.register(self.first), 10);
        assert_eq!(machine.run(1000), Stop::Breakpoint(after));
        machine.set_breakpoints(&[]);
        assert_eq!(machine.run(1000), Stop::Breakpoint(magic));
        assert_eq!(machine.register(self.first), 21);
        // Setting the program counter to a breakpoint stops at once; running again goes on.
        machine.set_breakpoints(&[leaf]);
        machine.set_pc(leaf);
        let before = machine.instructions();
        assert_eq!(machine.run(1000), Stop::Breakpoint(leaf));
        assert_eq!(machine.instructions(), before);
        assert_eq!(machine.run(1), Stop::Budget);
        assert_eq!(machine.pc(), leaf + self.step);
        // A breakpoint outside of the code stops a wild jump.
        for place in self.wild {
            machine.set_breakpoints(&[*place]);
            machine.set_pc(*place);
            assert_eq!(machine.run(1), Stop::Breakpoint(*place));
        }
    }

    /// Breakpoints survive a reset, and a budget is exact.
    pub(crate) fn breakpoints_survive_a_reset(&self) {
        let (sum, leaf, steps) = (self.address("sum"), self.address("leaf"), self.instructions.1);
        let mut machine = self.machine();
        machine.set_breakpoints(&[leaf]);
        for _ in 0..3 {
            machine.reset();
            machine.set_register(self.stack.0, self.stack.1);
            machine.begin_call(sum);
            assert_eq!(machine.run(steps), Stop::Budget);
            assert_eq!(machine.instructions(), steps);
            assert_eq!(machine.run(1), Stop::Breakpoint(leaf));
        }
    }

    /// The program counter has a number as a register: at `sum` it holds what `value` makes of the address.
    pub(crate) fn the_program_counter_is_a_register(&self, number: u16, value: impl Fn(u64) -> u64) {
        let mut machine = self.machine();
        let sum = self.address("sum");
        machine.set_breakpoints(&[sum]);
        machine.begin_call(self.address("outer"));
        assert_eq!(machine.run(1000), Stop::Breakpoint(sum));
        assert_eq!(machine.register(number), value(sum));
    }

    /// Poison in the first `count` registers and on the stack shows what a function touches: after `outer`, registers 0
    /// and 1 apart, registers that are `absent` are zero, the stack pointer and the link register are as they were, and
    /// the poison of the others is there. Gives the 64 bytes below the stack pointer, of which 0xa5 are untouched.
    pub(crate) fn poisoned_stack_after_a_call(&self, count: u16, absent: &[u16]) -> [u8; 64] {
        let mut machine = self.machine();
        let poison = |index: u16| 0xDEAD_0000 + u64::from(index);
        (0..count).for_each(|index| machine.set_register(index, poison(index)));
        machine.set_register(self.stack.0, self.stack.1);
        machine.write(self.stack.1 - 64, &[0xA5; 64]).expect("stack");
        let magic = machine.begin_call(self.address("outer"));
        assert_eq!(machine.run(100), Stop::Breakpoint(magic));
        for index in 2..count {
            let expected = match index {
                _ if absent.contains(&index) => 0,
                _ if index == self.stack.0 => self.stack.1,
                _ => self.link.filter(|link| link.0 == index).map_or(poison(index), |link| link.1),
            };
            assert_eq!(machine.register(index), expected, "{index}");
        }
        let mut stack = [0; 64];
        machine.read(self.stack.1 - 64, &mut stack).expect("stack");
        stack
    }
}

/// The tests of calls and breakpoints that every target has, by its [`Calls`].
macro_rules! tests_of {
    ($calls:expr) => {
        #[test]
        fn a_call_returns_to_the_magic_address() {
            $calls.return_to_the_magic_address();
        }

        #[test]
        fn breakpoints_stop_before_and_the_next_run_goes_on() {
            $calls.breakpoints_stop_before();
        }

        #[test]
        fn breakpoints_survive_a_reset_and_the_budget_is_exact() {
            $calls.breakpoints_survive_a_reset();
        }
    };
}
pub(crate) use tests_of;

/// The name of the way in which a run ended.
pub(crate) fn name_of(stop: &Stop) -> String {
    match stop {
        Stop::Fault(fault) => format!("{:?}", fault.kind),
        Stop::Exit(_) => "exit".to_string(),
        Stop::Breakpoint(_) => "breakpoint".to_string(),
        Stop::Budget => "budget".to_string(),
    }
}
