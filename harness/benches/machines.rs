//! Speed of the simulators: instructions per second on a loop, without an observer, with one known when
//! the simulator is compiled, and with one chosen at run time; and the cost of a reset and of a load.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark fails by a panic")]

use criterion::{Bencher, Criterion, Throughput, criterion_group, criterion_main};
use crosscall_machines::executable::Executable;
use crosscall_machines::machine::{Machine, Observer, State, Stop};
use crosscall_machines::memory_map::MapError;
use crosscall_machines::{dpu, epiphany, forwardcom, ipu, nyuzi, toolset};

/// Instructions per measured run.
const COUNT: u64 = 1_000_000;

/// A target, and what is measured on it.
struct Target<M> {
    /// Its name among the toolsets.
    name: &'static str,
    machine: fn() -> Result<M, MapError>,
    /// Name and text of each loop: endless, with the mixture of load, arithmetic, store, shift,
    /// compare and branch that compiled code has.
    loops: &'static [(&'static str, &'static str)],
    /// Registers by number that point to data.
    start: &'static [(u16, u64)],
    /// Address of 256 KiB of memory that may be written.
    free: u64,
}

/// Counts register writes and memory accesses, as a harness does.
#[derive(Default)]
struct Counter {
    registers: u64,
    accesses: u64,
}

impl Observer for Counter {
    fn register(&mut self, _pc: u64, _register: u16, _old: u64, _new: u64) {
        self.registers += 1;
    }
    fn read(&mut self, _pc: u64, _address: u64, _length: u64) {
        self.accesses += 1;
    }
    fn write(&mut self, _pc: u64, _address: u64, _length: u64, _state: &dyn State) {
        self.accesses += 1;
    }
}

impl<M: Machine> Target<M> {
    fn program(&self, text: &str) -> Executable {
        let tools = toolset::find(self.name).expect("the target has a toolset");
        let object = tools.assemble("loop", text).unwrap_or_else(|error| panic!("{error}"));
        tools.link(&[&object], &tools.link_options()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn load(&self, machine: &mut M, program: &Executable) {
        machine.load(program).expect("the program fits");
        for &(register, value) in self.start {
            machine.set_register(register, value);
        }
    }

    /// A machine at the start of a program.
    fn start(&self, text: &str) -> M {
        let mut machine = (self.machine)().expect("the default memory map is valid");
        self.load(&mut machine, &self.program(text));
        machine
    }

    /// Measures runs with an observer that counts.
    fn watched(&self, bencher: &mut Bencher<'_>, text: &str, run: fn(&mut M, &mut Counter) -> Stop) {
        let mut machine = self.start(text);
        let mut counter = Counter::default();
        bencher.iter(|| assert_eq!(run(&mut machine, &mut counter), Stop::Budget));
        assert!(counter.registers > 0 && counter.accesses > 0, "the observer saw nothing");
    }

    fn measure(&self, criterion: &mut Criterion) {
        let mut group = criterion.benchmark_group(self.name);
        group.throughput(Throughput::Elements(COUNT));
        for (what, text) in self.loops {
            group.bench_function(format!("{what}, no observer"), |bencher| {
                let mut machine = self.start(text);
                bencher.iter(|| assert_eq!(machine.run(COUNT), Stop::Budget));
            });
            group.bench_function(format!("{what}, static observer"), |bencher| {
                self.watched(bencher, text, |machine, counter| machine.run_with(COUNT, counter));
            });
            group.bench_function(format!("{what}, dynamic observer"), |bencher| {
                self.watched(bencher, text, |machine, counter| machine.run_observed(COUNT, counter));
            });
        }
        group.finish();

        let Some((_, text)) = self.loops.first() else { return };
        let mut group = criterion.benchmark_group(format!("{} reset", self.name));
        for kib in [1usize, 16, 256] {
            group.bench_function(format!("{kib} KiB written"), |bencher| {
                let mut machine = self.start(text);
                let bytes = vec![0xA5; kib * 1024];
                bencher.iter(|| {
                    machine.write(self.free, &bytes).expect("it is memory");
                    machine.reset();
                });
            });
        }
        group.finish();

        criterion.bench_function(&format!("{} load and one instruction", self.name), |bencher| {
            let program = self.program(text);
            let mut machine = self.start(text);
            bencher.iter(|| {
                self.load(&mut machine, &program);
                assert_eq!(machine.run(1), Stop::Budget);
            });
        });
    }
}

const EPIPHANY: Target<epiphany::execute::Core> = Target {
    name: "epiphany",
    machine: epiphany::execute::Core::new,
    loops: &[(
        "instructions",
        "
again:  ldr r0,[r1,#1]
        add r0,r0,r2
        lsl r3,r0,#4
        eor r3,r3,r0
        str r3,[r1,#1]
        add r4,r4,#1
        sub r5,r4,r3
        b again
",
    )],
    start: &[(1, 0x1000)],
    free: 0x4000,
};

const NYUZI: Target<nyuzi::execute::Core> = Target {
    name: "nyuzi",
    machine: nyuzi::execute::Core::new,
    loops: &[
        (
            "instructions",
            "
again:  load_32 s0, 4(s1)
        add_i s0, s0, s2
        shl s3, s0, 4
        xor s3, s3, s0
        store_32 s3, 4(s1)
        add_i s4, s4, 1
        cmpgt_i s5, s4, s3
        b again
",
        ),
        (
            "vector instructions",
            "
again:  load_v v0, (s1)
        add_i v0, v0, s2
        mul_f v3, v0, v0
        xor_mask v3, s4, v3, v0
        store_v v3, 64(s1)
        add_i s4, s4, 1
        cmpgt_i s5, v0, v3
        b again
",
        ),
    ],
    start: &[(1, 0x8_0000)],
    free: 0x8_0000,
};

const DPU: Target<dpu::execute::Core> = Target {
    name: "dpu",
    machine: dpu::execute::Core::new,
    loops: &[(
        "instructions",
        "
again:  lw r0, r1, 4
        add r0, r0, r2
        lsl r3, r0, 4
        xor r3, r3, r0
        sw r1, 4, r3
        add r4, r4, 1
        sub r5, r4, r3
        jneq r4, 0, again
        jump again
",
    )],
    start: &[(1, 0x1000)],
    free: dpu::link::MRAM,
};

const IPU: Target<ipu::execute::Tile> = Target {
    name: "ipu",
    machine: ipu::execute::Tile::new,
    loops: &[(
        "instructions",
        "
again:  ld32 $m0, $m1, 1
        add $m0, $m0, $m2
        shl $m3, $m0, 4
        xor $m3, $m3, $m0
        st32 $m3, $m1, 1
        add $m4, $m4, 1
        sub $m5, $m4, $m3
        bri again
",
    )],
    start: &[(1, 0x5_0000)],
    free: 0x5_0000,
};

const FORWARDCOM: Target<forwardcom::execute::Core> = Target {
    name: "forwardcom",
    machine: forwardcom::execute::Core::new,
    loops: &[(
        "instructions",
        "
data section read write datap
value: int64 1
data end
code section read execute ip
__entry_point function public
int64 r1 = address([value])
again:
int64 r0 = [r1]
int64 r0 = r0 + r2
int64 r3 = r0 << 4
int64 r3 = r3 ^ r0
int64 [r1] = r3
int64 r4 = r4 + 1
int64 r5 = r4 - r3
jump again
__entry_point end
code end
",
    )],
    start: &[],
    free: 0x150_0000,
};

/// Every target.
fn machines(criterion: &mut Criterion) {
    EPIPHANY.measure(criterion);
    NYUZI.measure(criterion);
    DPU.measure(criterion);
    IPU.measure(criterion);
    FORWARDCOM.measure(criterion);
}

criterion_group!(benches, machines);
criterion_main!(benches);
