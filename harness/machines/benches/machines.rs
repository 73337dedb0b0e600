//! Speed of the simulators: instructions per second on a loop, and the cost of a reset.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use crosscall_machines::dpu;
use crosscall_machines::epiphany::execute::Core;
use crosscall_machines::epiphany::link::{EXTERNAL, MACHINE};
use crosscall_machines::executable::{Executable, Segment};
use crosscall_machines::forwardcom;
use crosscall_machines::ipu;
use crosscall_machines::machine::{Machine, Observer, Stop};
use crosscall_machines::nyuzi;

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
    fn write(
        &mut self,
        _pc: u64,
        _address: u64,
        _length: u64,
        _state: &dyn crosscall_machines::machine::State,
    ) {
        self.accesses += 1;
    }
}

/// An endless loop of eight instructions such as compiled code has them: load, arithmetic, store,
/// shift, compare, branch.
fn program() -> Executable {
    let words: [&[u8]; 8] = [
        &[0xc4, 0x04], // ldr r0,[r1,#1]
        &[0x1a, 0x01], // add r0,r0,r2
        &[0x96, 0x60], // lsl r3,r0,#4
        &[0x0a, 0x6c], // eor r3,r3,r0
        &[0xd4, 0x64], // str r3,[r1,#1]
        &[0x93, 0x90], // add r4,r4,#1
        &[0xba, 0xb1], // sub r5,r4,r3
        &[0xe0, 0xf9], // b .-14
    ];
    let data: Vec<u8> = words.concat();
    let memory_size = data.len() as u64;
    Executable {
        machine: MACHINE,
        entry: EXTERNAL,
        segments: vec![Segment { address: EXTERNAL, data, memory_size, flags: 5 }],
        ..Executable::default()
    }
}

fn core() -> Core {
    let mut core = Core::new().expect("the default memory map is valid");
    core.load(&program()).expect("the program fits");
    core.set_register(1, 0x1000);
    core
}

fn epiphany(criterion: &mut Criterion) {
    const COUNT: u64 = 1_000_000;
    let mut group = criterion.benchmark_group("epiphany");
    group.throughput(Throughput::Elements(COUNT));
    let mut quiet = core();
    group.bench_function("instructions, no observer", |bencher| {
        bencher.iter(|| assert_eq!(quiet.run(COUNT), Stop::Budget));
    });
    let mut watched = core();
    let mut counter = Counter::default();
    group.bench_function("instructions, static observer", |bencher| {
        bencher.iter(|| assert_eq!(watched.run_with(COUNT, &mut counter), Stop::Budget));
    });
    group.bench_function("instructions, dynamic observer", |bencher| {
        bencher.iter(|| assert_eq!(watched.run_observed(COUNT, &mut counter), Stop::Budget));
    });
    group.finish();
    // Both stay 0 where a filter left the group out.
    assert_eq!(counter.registers > 0, counter.accesses > 0);

    let mut group = criterion.benchmark_group("epiphany reset");
    for kib in [1u64, 16, 256] {
        let mut dirty = core();
        let bytes = vec![0xA5; kib as usize * 1024];
        group.bench_function(format!("{kib} KiB written"), |bencher| {
            bencher.iter(|| {
                dirty.write(0x4000, &bytes).expect("local memory");
                dirty.reset();
            });
        });
    }
    group.finish();

    let mut fresh = core();
    let small = program();
    criterion.bench_function("epiphany load and one instruction", |bencher| {
        bencher.iter(|| {
            fresh.load(&small).expect("the program fits");
            assert_eq!(fresh.run(1), Stop::Budget);
        });
    });
}

/// The same kind of loop for the IPU.
fn tile() -> ipu::execute::Tile {
    let text = "
again:  ld32 $m0, $m1, 1
        add $m0, $m0, $m2
        shl $m3, $m0, 4
        xor $m3, $m3, $m0
        st32 $m3, $m1, 1
        add $m4, $m4, 1
        sub $m5, $m4, $m3
        bri again
";
    let object = ipu::assemble("loop", text).expect("the text is right");
    let program = ipu::link::link(&[object], &ipu::link::link_options()).expect("it links");
    let mut tile = ipu::execute::Tile::new().expect("the default memory map is valid");
    tile.load(&program).expect("the program fits");
    tile.set_register(1, 0x5_0000);
    tile
}

fn ipu(criterion: &mut Criterion) {
    const COUNT: u64 = 1_000_000;
    let mut group = criterion.benchmark_group("ipu");
    group.throughput(Throughput::Elements(COUNT));
    let mut quiet = tile();
    group.bench_function("instructions, no observer", |bencher| {
        bencher.iter(|| assert_eq!(quiet.run(COUNT), Stop::Budget));
    });
    let mut watched = tile();
    let mut counter = Counter::default();
    group.bench_function("instructions, static observer", |bencher| {
        bencher.iter(|| assert_eq!(watched.run_with(COUNT, &mut counter), Stop::Budget));
    });
    group.finish();
    // Both stay 0 where a filter left the group out.
    assert_eq!(counter.registers > 0, counter.accesses > 0);

    let mut group = criterion.benchmark_group("ipu reset");
    for kib in [1u64, 16, 256] {
        let mut dirty = tile();
        let bytes = vec![0xA5; kib as usize * 1024];
        group.bench_function(format!("{kib} KiB written"), |bencher| {
            bencher.iter(|| {
                dirty.write(0x5_0000, &bytes).expect("the tile's memory");
                dirty.reset();
            });
        });
    }
    group.finish();
}

/// The same kind of loop for the DPU.
const DPU_LOOP: &str = "
again:  lw r0, r1, 4
        add r0, r0, r2
        lsl r3, r0, 4
        xor r3, r3, r0
        sw r1, 4, r3
        add r4, r4, 1
        sub r5, r4, r3
        jneq r4, 0, again
        jump again
";

fn dpu_core() -> dpu::execute::Core {
    let object = dpu::assemble("loop", DPU_LOOP).expect("the text is right");
    let program = dpu::link::link(&[object], &dpu::link::link_options()).expect("it links");
    let mut core = dpu::execute::Core::new().expect("the default memory map is valid");
    core.load(&program).expect("the program fits");
    core.set_register(1, 0x1000);
    core
}

fn dpu(criterion: &mut Criterion) {
    const COUNT: u64 = 1_000_000;
    let mut group = criterion.benchmark_group("dpu");
    group.throughput(Throughput::Elements(COUNT));
    let mut quiet = dpu_core();
    group.bench_function("instructions, no observer", |bencher| {
        bencher.iter(|| assert_eq!(quiet.run(COUNT), Stop::Budget));
    });
    let mut watched = dpu_core();
    let mut counter = Counter::default();
    group.bench_function("instructions, static observer", |bencher| {
        bencher.iter(|| assert_eq!(watched.run_with(COUNT, &mut counter), Stop::Budget));
    });
    group.bench_function("instructions, dynamic observer", |bencher| {
        bencher.iter(|| assert_eq!(watched.run_observed(COUNT, &mut counter), Stop::Budget));
    });
    group.finish();
    // Both stay 0 where a filter left the group out.
    assert_eq!(counter.registers > 0, counter.accesses > 0);
    let mut dirty = dpu_core();
    let bytes = vec![0xA5; 16 * 1024];
    criterion.bench_function("dpu reset, 16 KiB written", |bencher| {
        bencher.iter(|| {
            dirty.write(0x4000, &bytes).expect("WRAM");
            dirty.reset();
        });
    });
}

/// The same kind of loop for Nyuzi.
fn thread(text: &str) -> nyuzi::execute::Core {
    let object = nyuzi::assemble("loop", text).expect("the text is right");
    let program = nyuzi::link::link(&[object], &nyuzi::link::link_options()).expect("it links");
    let mut core = nyuzi::execute::Core::new().expect("the default memory map is valid");
    core.load(&program).expect("the program fits");
    core.set_register(1, 0x8_0000);
    core
}

fn nyuzi(criterion: &mut Criterion) {
    const COUNT: u64 = 1_000_000;
    let scalars = "
again:  load_32 s0, 4(s1)
        add_i s0, s0, s2
        shl s3, s0, 4
        xor s3, s3, s0
        store_32 s3, 4(s1)
        add_i s4, s4, 1
        cmpgt_i s5, s4, s3
        b again
";
    let vectors = "
again:  load_v v0, (s1)
        add_i v0, v0, s2
        mul_f v3, v0, v0
        xor_mask v3, s4, v3, v0
        store_v v3, 64(s1)
        add_i s4, s4, 1
        cmpgt_i s5, v0, v3
        b again
";
    let mut group = criterion.benchmark_group("nyuzi");
    group.throughput(Throughput::Elements(COUNT));
    let mut quiet = thread(scalars);
    group.bench_function("instructions, no observer", |bencher| {
        bencher.iter(|| assert_eq!(quiet.run(COUNT), Stop::Budget));
    });
    let mut watched = thread(scalars);
    let mut counter = Counter::default();
    group.bench_function("instructions, static observer", |bencher| {
        bencher.iter(|| assert_eq!(watched.run_with(COUNT, &mut counter), Stop::Budget));
    });
    let mut wide = thread(vectors);
    group.bench_function("vector instructions, no observer", |bencher| {
        bencher.iter(|| assert_eq!(wide.run(COUNT), Stop::Budget));
    });
    group.finish();
    // Both stay 0 where a filter left the group out.
    assert_eq!(counter.registers > 0, counter.accesses > 0);

    let mut group = criterion.benchmark_group("nyuzi reset");
    for kib in [1u64, 16, 256] {
        let mut dirty = thread(scalars);
        let bytes = vec![0xA5; kib as usize * 1024];
        group.bench_function(format!("{kib} KiB written"), |bencher| {
            bencher.iter(|| {
                dirty.write(0x8_0000, &bytes).expect("it is memory");
                dirty.reset();
            });
        });
    }
    group.finish();
}

/// Load, arithmetic, store, shift, and a loop that does not end soon.
fn forwardcom_core() -> forwardcom::execute::Core {
    let text = "
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
";
    let object = forwardcom::assemble("bench", text).expect("it can be assembled");
    let options = forwardcom::link::link_options();
    let program = forwardcom::link::link(&[&object], &options).expect("it can be linked");
    let mut core = forwardcom::execute::Core::new().expect("the default memory map is valid");
    core.load(&program).expect("the program fits");
    core
}

fn forwardcom(criterion: &mut Criterion) {
    const COUNT: u64 = 1_000_000;
    let mut group = criterion.benchmark_group("forwardcom");
    group.throughput(Throughput::Elements(COUNT));
    let mut quiet = forwardcom_core();
    group.bench_function("instructions, no observer", |bencher| {
        bencher.iter(|| assert_eq!(quiet.run(COUNT), Stop::Budget));
    });
    let mut watched = forwardcom_core();
    let mut counter = Counter::default();
    group.bench_function("instructions, static observer", |bencher| {
        bencher.iter(|| assert_eq!(watched.run_with(COUNT, &mut counter), Stop::Budget));
    });
    group.finish();
    assert!(counter.registers > 0 && counter.accesses > 0);

    let mut group = criterion.benchmark_group("forwardcom reset");
    for kib in [1u64, 16, 256] {
        let mut dirty = forwardcom_core();
        let bytes = vec![0xA5; kib as usize * 1024];
        group.bench_function(format!("{kib} KiB written"), |bencher| {
            bencher.iter(|| {
                dirty.write(0x0150_0000, &bytes).expect("data memory");
                dirty.reset();
            });
        });
    }
    group.finish();
}

criterion_group!(benches, epiphany, ipu, dpu, nyuzi, forwardcom);
criterion_main!(benches);
