//! Assembling, linking and running the two sides of a batch against each other.

use crosscall_embedded::{Options, Readings, callee_unit, caller_unit};
use crosscall_machines::machine::{Observer, State, Stop};
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::toolset::{Toolset, find};
use crosscall_model::unit::{Holds, SLOT_BYTES, received_slots, returned_slots};
use crosscall_model::{Case, Target, Type};

use super::{dpu, epiphany, forwardcom, ipu, nyuzi, riscv};

/// Rules for code under a dialect, as far as they can be checked without a plan.
pub(crate) struct Rules {
    /// Instructions that destroy every register and word that a called function may destroy.
    pub(crate) clobber: String,
    /// Instruction that returns from it.
    pub(crate) ret: &'static str,
    /// Callee-saved registers.
    pub(crate) saved: Vec<u16>,
    /// Callee-saved registers of which the lower 4 bytes are preserved.
    pub(crate) saved_low: Vec<u16>,
    /// Text of a function, given its name and its instructions.
    pub(crate) function: fn(&str, &str) -> String,
    /// Registers that nobody writes.
    pub(crate) unwritten: Vec<u16>,
    /// Numbers that divide the stack pointer: always, and at calls.
    pub(crate) aligned: (u64, u64),
    /// Bytes beyond the stack pointer that may be used.
    pub(crate) beyond: u64,
    /// Lowest address that code may access.
    pub(crate) reserved: u64,
    /// True if plain `char` is signed.
    pub(crate) char_signed: bool,
    /// Number of bits of an enumeration whose constants fit a byte.
    pub(crate) enumeration: u32,
}

/// A function as GNU assemblers have it.
pub(crate) fn gnu_function(name: &str, code: &str) -> String {
    format!("\t.global {name}\n{name}:\n{code}")
}

/// The rules of a dialect.
fn rules(readings: &Readings) -> Rules {
    match readings.target() {
        Target::Epiphany => epiphany::rules(readings),
        Target::Nyuzi => nyuzi::rules(readings),
        Target::Dpu => dpu::rules(readings),
        Target::Ipu => ipu::rules(readings),
        Target::ForwardCom => forwardcom::rules(readings),
        Target::Riscv(abi) => riscv::rules(abi, readings),
        // The invented target has no machine of its own.
        Target::X86_64 | Target::Aarch64 => panic!("nobody has read their documents a second time"),
        Target::Invented => panic!("the tests of the harness run it"),
    }
}

/// The tools of a target.
pub(crate) fn tools(target: Target) -> &'static dyn Toolset {
    find(target.facts().machine).expect("every target has tools")
}

/// Mistake in one case.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) k: usize,
    pub(crate) what: String,
}

/// Observer of what no code may do at any moment.
struct Watcher<'a> {
    sp: u64,
    sp_register: u16,
    grows_down: bool,
    rules: &'a Rules,
    stack: std::ops::Range<u64>,
    seen: Vec<String>,
}

impl Watcher<'_> {
    fn memory(&mut self, what: &str, pc: u64, address: u64) {
        if address < self.rules.reserved {
            self.seen.push(format!("{pc:#x}: {what} of reserved memory at {address:#x}"));
        }
        let distance = if self.grows_down {
            self.sp.saturating_sub(address)
        } else {
            (address + 1).saturating_sub(self.sp)
        };
        if self.stack.contains(&address) && distance > self.rules.beyond {
            self.seen.push(format!("{pc:#x}: {what} at {address:#x} beyond sp {:#x}", self.sp));
        }
    }
}

impl Observer for Watcher<'_> {
    fn register(&mut self, pc: u64, register: u16, _old: u64, new: u64) {
        let mut allowed = !self.rules.unwritten.contains(&register);
        if register == self.sp_register {
            self.sp = new;
            allowed = new.is_multiple_of(self.rules.aligned.0);
        }
        if !allowed {
            self.seen.push(format!("{pc:#x}: register {register} becomes {new:#x}"));
        }
    }

    fn read(&mut self, pc: u64, address: u64, _length: u64) {
        self.memory("read", pc, address);
    }

    fn write(&mut self, pc: u64, address: u64, _length: u64, _state: &dyn State) {
        self.memory("write", pc, address);
    }

    fn call(&mut self, pc: u64, _target: u64, _return_address: u64) {
        if !self.sp.is_multiple_of(self.rules.aligned.1) {
            self.seen.push(format!("{pc:#x}: a call with sp {:#x}", self.sp));
        }
    }
}

/// Contents of a register before a case: a different value in every word.
fn poison(register: u16, bytes: usize) -> Vec<u8> {
    (0..bytes.div_ceil(4) as u32)
        .flat_map(|word| (0x5050_0000 | u32::from(register) | word << 8).to_le_bytes())
        .collect()
}

/// Assembles, links and runs every case; returns the mistakes.
///
/// The two sides may follow different options.
pub(crate) fn run(cases: &[Case], callee: &Options, caller: &Options) -> Vec<Wrong> {
    // Number of cases that fit the target's memory at once.
    let most = if callee.target == Target::Dpu { 8 } else { 32 };
    let batches = (0..).step_by(most).zip(cases.chunks(most));
    let wrong = batches.flat_map(|(first, batch)| {
        run_batch(batch, callee, caller).into_iter().map(move |w| Wrong { k: first + w.k, ..w })
    });
    wrong.collect()
}

fn run_batch(cases: &[Case], callee: &Options, caller: &Options) -> Vec<Wrong> {
    let target = callee.target;
    let tools = tools(target);
    let batch: Vec<(usize, &Case)> = cases.iter().enumerate().collect();
    let callee_rules = rules(&callee.readings);
    let caller_rules = rules(&caller.readings);
    let stub = |k: usize| {
        let name = tools.symbol(&format!("clobber{k}"));
        (callee_rules.function)(&name, &format!("{}\t{}\n", callee_rules.clobber, callee_rules.ret))
    };
    let stubs: String = (0..cases.len()).map(stub).collect();
    let callee_text = callee_unit(&batch, callee).expect("supported");
    let caller_text = caller_unit(&batch, caller).expect("supported");
    let object = |name: &str, text: &str| -> ObjectFile {
        tools.assemble(name, text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"))
    };
    let objects = [object("f.s", &callee_text), object("call.s", &caller_text), object("stubs.s", &stubs)];
    let objects: Vec<&ObjectFile> = objects.iter().collect();
    let program = match tools.link(&objects, &tools.link_options()) {
        Ok(program) => program,
        Err(e) => return vec![Wrong { k: 0, what: e.to_string() }],
    };
    let mut core = tools.machine().expect("a core");
    core.load(&program).expect("loads");
    let number = |wanted: &str| {
        let at = core.registers().iter().position(|info| info.name == wanted).expect("a register");
        at as u16
    };
    let registers: Vec<(u16, usize)> = (target.registers().iter())
        .filter(|info| !info.file.is_empty())
        .map(|info| (number(info.name), info.bytes.into()))
        .collect();
    let sp_register = number(target.register(target.stack_pointer()).expect("one").name);
    let mut wrong = Vec::new();
    for (k, case) in cases.iter().enumerate() {
        core.reset();
        for (r, bytes) in &registers {
            core.set_register_bytes(*r, &poison(*r, *bytes));
        }
        let top = core.memory_map().stack_top & !63;
        let sp = if target.grows_down() { top - 256 } else { top + 256 };
        core.set_register(sp_register, sp);
        let address = program.address_of(&tools.symbol(&format!("call{k}"))).expect("defined");
        let back = core.begin_call(address);
        let grows_down = target.grows_down();
        let stack = if grows_down { sp - 0x10000..sp } else { sp..sp + 0x10000 };
        let mut watcher =
            Watcher { sp, sp_register, grows_down, rules: &caller_rules, stack, seen: Vec::new() };
        let stop = core.run_observed(1_000_000, &mut watcher);
        let mut bad = |what: String| wrong.push(Wrong { k, what });
        watcher.seen.into_iter().for_each(&mut bad);
        if stop != Stop::Breakpoint(back) {
            bad(format!("{stop:?}"));
            continue;
        }
        if core.register(sp_register) != sp {
            bad(format!("sp {:#x}", core.register(sp_register)));
        }
        let whole = caller_rules.saved.iter().map(|r| (r, usize::from(core.register_width(*r) / 8)));
        for (r, size) in whole.chain(caller_rules.saved_low.iter().map(|r| (r, 4))).collect::<Vec<_>>() {
            let mut bytes = vec![0; size];
            core.register_bytes(*r, &mut bytes);
            if bytes != poison(*r, size) {
                bad(format!("register {r} is {:#x}", core.register(*r)));
            }
        }
        let mut check = |symbol: String, i: usize, value: u128, width: u32| {
            let at = program.address_of(&tools.symbol(&symbol)).expect("defined") + i as u64 * SLOT_BYTES;
            let mut bytes = [0; 16];
            core.read(at, &mut bytes).expect("memory");
            let mask = u128::MAX.checked_shr(128 - width.min(128)).unwrap_or(0);
            let seen = u128::from_le_bytes(bytes) & mask;
            if seen != value & mask {
                bad(format!("{symbol}[{i}] is {seen:#x}, not {:#x}", value & mask));
            }
        };
        let signed = callee_rules.char_signed;
        for (array, slots) in [("received", received_slots(case)), ("returned", returned_slots(case))] {
            for (i, slot) in slots.iter().enumerate() {
                let bits = match &slot.holds {
                    Holds::Argument { leaf, .. } | Holds::Result(leaf) => leaf.bits.map_or_else(
                        || match leaf.ty {
                            Type::Enum(_) => callee_rules.enumeration,
                            ty => super::bits_of(target, ty),
                        },
                        u32::from,
                    ),
                    other => 8 * other.bytes().unwrap_or(0) as u32,
                };
                check(format!("{array}{k}"), i, slot.holds.expected(signed), bits);
            }
        }
    }
    wrong
}
