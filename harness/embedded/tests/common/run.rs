//! Assembling, linking and running the two sides of a batch against each other.

use std::fmt::Write;

use crosscall_embedded::{Options, Readings, callee_unit, caller_unit};
use crosscall_machines::epiphany::link::{link, link_options};
use crosscall_machines::epiphany::{assemble, execute::Core};
use crosscall_machines::machine::{Machine, Observer, State, Stop};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::unit::{Holds, SLOT_BYTES, received_slots, returned_slots};
use crosscall_model::{Case, Type};

/// What was wrong with one case.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) k: usize,
    pub(crate) what: String,
}

/// The function that destroys what a called function may destroy.
fn clobber(k: usize, options: &Options) -> String {
    let readings = &options.readings;
    let saved_high = readings.get("EPIPHANY-REG-14") == Some(2);
    let unused_high = readings.get("EPIPHANY-REG-14") == Some(3);
    let mut text = format!(
        "\t.global _clobber{k}\n_clobber{k}:\n\tmov r12,%low(0xdeadc0de)\n\tmovt r12,%high(0xdeadc0de)\n"
    );
    if readings.get("EPIPHANY-ARG-06 area") == Some(2) {
        text.push_str("\tstr r12,[sp]\n\tstr r12,[sp,#1]\n");
    }
    let constants = readings.get("EPIPHANY-REG-13") == Some(2);
    let scratch = (0..4)
        .chain(16..28)
        .chain(if constants { 28..32 } else { 0..0 })
        .chain(if saved_high || unused_high { 0..0 } else { 32..44 })
        .chain(if unused_high { 0..0 } else { 44..64 });
    for r in scratch {
        let _ = writeln!(text, "\tmov r{r},r12");
    }
    text.push_str("\trts\n");
    text
}

/// Watches for what no code may do at any moment, whoever it belongs to.
struct Watcher {
    sp: u64,
    always: u64,
    at_calls: u64,
    /// Bytes below the stack pointer that may be used.
    red_zone: u64,
    constants: bool,
    high: bool,
    stack: std::ops::Range<u64>,
    seen: Vec<String>,
}

impl Watcher {
    fn new(sp: u64, readings: &Readings) -> Watcher {
        let align = readings.get("EPIPHANY-STACK-08 alignment");
        Watcher {
            sp,
            always: if align == Some(2) { 8 } else { 4 },
            at_calls: if align == Some(1) { 4 } else { 8 },
            red_zone: if readings.get("EPIPHANY-STACK-10") == Some(3) { 4 } else { 0 },
            constants: readings.get("EPIPHANY-REG-13") == Some(2),
            high: readings.get("EPIPHANY-REG-14") != Some(3),
            stack: sp - 0x10000..sp,
            seen: Vec::new(),
        }
    }

    fn memory(&mut self, what: &str, pc: u64, address: u64) {
        if address < 0x100 {
            self.seen.push(format!("{pc:#x}: {what} of reserved memory at {address:#x}"));
        }
        if self.stack.contains(&address) && address < self.sp - self.red_zone {
            self.seen.push(format!("{pc:#x}: {what} at {address:#x} below sp {:#x}", self.sp));
        }
    }
}

impl Observer for Watcher {
    fn register(&mut self, pc: u64, register: u16, _old: u64, new: u64) {
        let allowed = match register {
            13 => {
                self.sp = new;
                new.is_multiple_of(self.always)
            }
            28..=31 => self.constants,
            32..=63 => self.high,
            _ => true,
        };
        if !allowed {
            self.seen.push(format!("{pc:#x}: r{register} becomes {new:#x}"));
        }
    }

    fn read(&mut self, pc: u64, address: u64, _length: u64) {
        self.memory("read", pc, address);
    }

    fn write(&mut self, pc: u64, address: u64, _length: u64, _state: &dyn State) {
        self.memory("write", pc, address);
    }

    fn call(&mut self, pc: u64, _target: u64, _return_address: u64) {
        if !self.sp.is_multiple_of(self.at_calls) {
            self.seen.push(format!("{pc:#x}: a call with sp {:#x}", self.sp));
        }
    }
}

/// Assembles, links and runs every case; gives what went wrong.
///
/// The two sides may follow different options.
pub(crate) fn run(cases: &[Case], callee: &Options, caller: &Options) -> Vec<Wrong> {
    run_objects(cases, callee, caller, None, None)
}

/// The same with objects made elsewhere instead of the generated ones.
pub(crate) fn run_objects(
    cases: &[Case],
    callee: &Options,
    caller: &Options,
    callee_object: Option<ObjectFile>,
    caller_object: Option<ObjectFile>,
) -> Vec<Wrong> {
    let batch: Vec<(usize, &Case)> = cases.iter().enumerate().collect();
    let stubs: String = (0..cases.len()).map(|k| clobber(k, callee)).collect();
    let callee_text = callee_unit(&batch, callee).expect("supported");
    let caller_text = caller_unit(&batch, caller).expect("supported");
    let object =
        |name: &str, text: &str| assemble(name, text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
    let objects = [
        callee_object.unwrap_or_else(|| object("f.s", &callee_text)),
        caller_object.unwrap_or_else(|| object("call.s", &caller_text)),
        object("stubs.s", &stubs),
    ];
    let program = link(&objects, &link_options()).expect("links");
    let mut core = Core::new().expect("a core");
    core.load(&program).expect("loads");
    let mut wrong = Vec::new();
    for (k, case) in cases.iter().enumerate() {
        core.reset();
        for r in 0..64 {
            core.set_register(r, 0x5050_0000 | u64::from(r));
        }
        let top = core.memory_map().stack_top & !15;
        let sp = top - 256;
        core.set_register(13, sp);
        let address = program.address_of(&format!("_call{k}")).expect("defined");
        let back = core.begin_call(address);
        let mut watcher = Watcher::new(sp, &caller.readings);
        let stop = core.run_with(200_000, &mut watcher);
        let mut bad = |what: String| wrong.push(Wrong { k, what });
        watcher.seen.into_iter().for_each(&mut bad);
        if stop != Stop::Breakpoint(back) {
            bad(format!("{stop:?}"));
            continue;
        }
        if core.register(13) != sp {
            bad(format!("sp {:#x}", core.register(13)));
        }
        let high = caller.readings.get("EPIPHANY-REG-14") == Some(2);
        let saved = (4..12).chain([15]).chain(if high { 32..44 } else { 0..0 });
        for r in saved {
            if core.register(r) != 0x5050_0000 | u64::from(r) {
                bad(format!("r{r} is {:#x}", core.register(r)));
            }
        }
        let mut check = |symbol: String, i: usize, value: u64, width: u32| {
            let at = program.address_of(&symbol).expect("defined") + i as u64 * SLOT_BYTES;
            let mut bytes = [0; 8];
            core.read(at, &mut bytes).expect("memory");
            let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
            let seen = u64::from_le_bytes(bytes) & mask;
            if seen != value & mask {
                bad(format!("{symbol}[{i}] is {seen:#x}, not {:#x}", value & mask));
            }
        };
        let signed = callee.readings.get("EPIPHANY-TYPE-05") != Some(2);
        for (array, slots) in [("_received", received_slots(case)), ("_returned", returned_slots(case))] {
            for (i, slot) in slots.iter().enumerate() {
                let bits = match &slot.holds {
                    Holds::Argument { leaf, .. } | Holds::Result(leaf) => {
                        width(leaf.ty, leaf.bits, &callee.readings)
                    }
                    other => 8 * other.bytes().unwrap_or(0) as u32,
                };
                check(format!("{array}{k}"), i, slot.holds.expected(signed), bits);
            }
        }
    }
    wrong
}

fn width(ty: &Type, bits: Option<u8>, readings: &Readings) -> u32 {
    // The constants of every enumeration here fit a byte.
    let least = matches!(ty, Type::Enum(_)) && readings.get("EPIPHANY-S01 enum") == Some(3);
    bits.map_or(if least { 8 } else { super::bits_of(ty) }, u32::from)
}
