//! The machines of processors that p-code alone describes, as the host sees them: registers, calls, events, code that changes, bytes
//! that nobody wrote as instructions; and how fast they are.

use crate::referee::{AARCH64, CODE, DATA, DATA_SIZE, Folder, Tools, X86_64};
use crosscall_machines::listing::Style;
use crosscall_machines::machine::{FaultKind, Machine, Observer, State, Stop};
use crosscall_machines::memory_map::{MemoryMap, Permissions, RegionSpec};
use crosscall_pcode::processor::{self, Processor};
use proptest::prelude::*;

fn map() -> MemoryMap {
    let mut map = crate::compared::map();
    map.regions.push(RegionSpec::new("thread", 0x1_0000, 0x1000, Permissions::DATA));
    map
}

fn machine(processor: Processor, code: &[u8]) -> Box<dyn Machine + Send> {
    let mut machine = processor::new_machine(processor, map()).expect("a machine");
    let number = if processor == Processor::X86_64 { 62 } else { 183 };
    machine.load(&crate::compared::program(number)).expect("it fits");
    machine.write(CODE, code).expect("memory");
    machine.seal();
    machine.reset();
    machine
}

#[derive(Debug, PartialEq)]
enum Event {
    Step(u64),
    Register(&'static str, u64, u64),
    Read(u64, u64),
    Write(u64, u64),
    Call(u64, u64, u64),
    Jump(u64, u64, Option<u16>),
}

struct Recorder(Vec<Event>, &'static [crosscall_machines::machine::RegisterInfo]);

impl Observer for Recorder {
    fn step(&mut self, pc: u64, _: &dyn State) {
        self.0.push(Event::Step(pc - CODE));
    }
    fn register(&mut self, _: u64, register: u16, old: u64, new: u64) {
        self.0.push(Event::Register(self.1[usize::from(register)].name, old, new));
    }
    fn read(&mut self, _: u64, address: u64, length: u64) {
        self.0.push(Event::Read(address, length));
    }
    fn write(&mut self, _: u64, address: u64, length: u64, _: &dyn State) {
        self.0.push(Event::Write(address, length));
    }
    fn call(&mut self, pc: u64, target: u64, back: u64) {
        self.0.push(Event::Call(pc - CODE, target - CODE, back - CODE));
    }
    fn jump(&mut self, pc: u64, target: u64, register: Option<u16>, _: &dyn State) {
        self.0.push(Event::Jump(pc - CODE, target, register));
    }
}

fn watched(machine: &mut dyn Machine, budget: u64) -> (Stop, Vec<Event>) {
    let mut recorder = Recorder(Vec::new(), machine.registers());
    let stop = machine.run_observed(budget, &mut recorder);
    (stop, recorder.0)
}

const TOP: u64 = DATA + DATA_SIZE;

#[test]
fn a_call_on_x86_64_is_told_as_it_is_done() {
    // call 6; ret; push rbx; pop rax; ret
    let code = [0xe8, 1, 0, 0, 0, 0xc3, 0x53, 0x58, 0xc3];
    let mut machine = machine(Processor::X86_64, &code);
    let back = machine.begin_call(CODE);
    assert_eq!(machine.register(4), TOP - 8);
    machine.set_register(3, 7);
    let (stop, events) = watched(&mut *machine, 100);
    assert_eq!(stop, Stop::Breakpoint(back));
    use Event::*;
    let expected = [
        Step(0),
        Register("rsp", TOP - 8, TOP - 16),
        Write(TOP - 16, 8),
        Call(0, 6, 5),
        Step(6),
        Register("rsp", TOP - 16, TOP - 24),
        Write(TOP - 24, 8),
        Step(7),
        Read(TOP - 24, 8),
        Register("rsp", TOP - 24, TOP - 16),
        Register("rax", 0, 7),
        Step(8),
        Read(TOP - 16, 8),
        Register("rsp", TOP - 16, TOP - 8),
        Jump(8, CODE + 5, None),
        Step(5),
        Read(TOP - 8, 8),
        Register("rsp", TOP - 8, TOP),
        Jump(5, back, None),
    ];
    assert_eq!(events, expected);
    assert_eq!((machine.register(0), machine.register(4)), (7, TOP));
}

#[test]
fn a_call_on_aarch64_is_told_as_it_is_done() {
    // stp x29,x30,[sp,-16]!; bl 16; ldp x29,x30,[sp],16; ret; mov x0,7; ret
    let words = [0xa9bf_7bfd_u32, 0x9400_0003, 0xa8c1_7bfd, 0xd65f_03c0, 0xd280_00e0, 0xd65f_03c0];
    let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut machine = machine(Processor::Aarch64, &code);
    let back = machine.begin_call(CODE);
    let (stop, events) = watched(&mut *machine, 100);
    assert_eq!(stop, Stop::Breakpoint(back));
    use Event::*;
    let expected = [
        Step(0),
        Register("sp", TOP, TOP - 16),
        Write(TOP - 16, 8),
        Write(TOP - 8, 8),
        Step(4),
        Register("x30", back, CODE + 8),
        Call(4, 16, 8),
        Step(16),
        Register("x0", 0, 7),
        Step(20),
        Jump(20, CODE + 8, Some(30)),
        Step(8),
        Read(TOP - 16, 8),
        Read(TOP - 8, 8),
        Register("sp", TOP - 16, TOP),
        Register("x29", 0, 0),
        Register("x30", CODE + 8, back),
        Step(12),
        Jump(12, back, Some(30)),
    ];
    assert_eq!(events, expected);
}

#[test]
fn start_values_are_those_of_a_process() {
    let x86 = machine(Processor::X86_64, &[]);
    let named = |machine: &dyn Machine, name: &str| {
        let index = machine.registers().iter().position(|info| info.name == name).expect("a register");
        machine.register(index as u16)
    };
    for (name, value) in [
        ("rflags", 0x202),
        ("mxcsr", 0x1f80),
        ("fpcw", 0x37f),
        ("fpsw", 0),
        ("fptw", 0xffff),
        ("rip", CODE),
        ("rsp", TOP),
    ] {
        assert_eq!(named(&*x86, name), value, "{name}");
    }
    let arm = machine(Processor::Aarch64, &[]);
    for (name, value) in [("nzcv", 0), ("fpcr", 0), ("fpsr", 0), ("pc", CODE), ("sp", TOP)] {
        assert_eq!(named(&*arm, name), value, "{name}");
    }
    assert_eq!(x86.registers().len(), 46);
    assert_eq!(arm.registers().len(), 68);
}

#[test]
fn registers_can_be_set_and_read() {
    for processor in Processor::ALL {
        let mut machine = machine(processor, &[]);
        for (index, info) in (0u16..).zip(machine.registers()) {
            let bytes: Vec<u8> =
                (0..info.bits.div_ceil(8) as u8).map(|byte| byte.wrapping_mul(37) ^ index as u8).collect();
            let whole = match info.name {
                "rflags" => 0x4fd7_u64.to_le_bytes().to_vec(),
                "nzcv" => 0x9000_0000_u32.to_le_bytes().to_vec(),
                _ => bytes,
            };
            machine.set_register_bytes(index, &whole);
            let mut read = vec![0; whole.len()];
            assert_eq!(machine.register_bytes(index, &mut read), whole.len(), "{}", info.name);
            assert_eq!(read, whole, "{}", info.name);
        }
    }
}

#[test]
fn the_stack_protector_reads_memory_of_the_thread() {
    // mov rax,fs:[0x28]
    let mut x86 = machine(Processor::X86_64, &[0x64, 0x48, 0x8b, 0x04, 0x25, 0x28, 0, 0, 0]);
    x86.write(0x1_0828, &7u64.to_le_bytes()).expect("memory");
    assert_eq!(x86.run(1), Stop::Budget);
    assert_eq!(x86.register(0), 7);
    // mrs x0,tpidr_el0
    let mut arm = machine(Processor::Aarch64, &0xd53b_d040_u32.to_le_bytes());
    assert_eq!(arm.run(1), Stop::Budget);
    assert_eq!(arm.register(0), 0x1_0800);
}

#[test]
fn code_that_changes_is_seen() {
    // mov byte ptr [rip+1],5; mov eax,1
    let mut machine = machine(Processor::X86_64, &[0xc6, 0x05, 1, 0, 0, 0, 5, 0xb8, 1, 0, 0, 0, 0xc3]);
    machine.set_pc(CODE + 7);
    assert_eq!(machine.run(1), Stop::Budget);
    assert_eq!(machine.register(0), 1);
    machine.set_pc(CODE);
    assert_eq!(machine.run(2), Stop::Budget);
    assert_eq!(machine.register(0), 5);
    machine.write(CODE + 8, &[9]).expect("memory");
    machine.set_pc(CODE + 7);
    assert_eq!(machine.run(1), Stop::Budget);
    assert_eq!(machine.register(0), 9);
    machine.reset();
    machine.set_pc(CODE + 7);
    assert_eq!(machine.run(1), Stop::Budget);
    assert_eq!(machine.register(0), 1);
}

#[test]
fn what_cannot_go_on_ends_the_run() {
    let fault = |processor, code: &[u8]| match machine(processor, code).run(20) {
        Stop::Fault(fault) => (fault.kind, fault.text),
        stop => panic!("{stop:?}"),
    };
    let x86 = |code: &[u8]| fault(Processor::X86_64, code);
    let arm = |word: u32| fault(Processor::Aarch64, &word.to_le_bytes());
    assert_eq!(x86(&[0x0f, 0x0b]).0, FaultKind::Exception);
    assert_eq!(x86(&[0xcc]).0, FaultKind::Exception);
    assert_eq!(x86(&[0x0f, 0x05]).0, FaultKind::Unsupported);
    let (kind, text) = x86(&[0x0f, 0xa2]);
    assert_eq!(
        (kind, text.as_str()),
        (
            FaultKind::Unsupported,
            "the p-code backend does not execute CPUID , which was never compared with a processor"
        )
    );
    assert!(text.starts_with(crosscall_pcode::REFUSAL));
    // div ecx
    assert_eq!(x86(&[0xf7, 0xf1]).0, FaultKind::Exception);
    // movaps xmm0,[rsp-8]
    assert_eq!(x86(&[0x0f, 0x28, 0x44, 0x24, 0xf8]).0, FaultKind::Misaligned);
    // mov [0],eax; jmp rax
    assert_eq!(x86(&[0x89, 0x04, 0x25, 0, 0, 0, 0]).0, FaultKind::Unmapped);
    assert_eq!(x86(&[0xff, 0xe0]).0, FaultKind::WildJump);
    assert_eq!(arm(0).0, FaultKind::Illegal);
    assert_eq!(arm(0xd420_0000).0, FaultKind::Exception);
    assert_eq!(arm(0xd400_0001).0, FaultKind::Unsupported);
    // ldr x0,[sp,1]! leaves the stack pointer misaligned, and the next access fails.
    let code: Vec<u8> = [0xf840_1fe0_u32, 0xf940_03e0].iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut machine = machine(Processor::Aarch64, &code);
    machine.set_register(31, TOP - 64);
    assert!(
        matches!(machine.run(20), Stop::Fault(fault) if fault.kind == FaultKind::Misaligned && fault.pc == CODE + 4)
    );
    // An instruction over the end of the code.
    let mut machine = super::machine::machine(Processor::X86_64, &[]);
    machine.write(CODE + 0xffe, &[0x48, 0xb8]).expect("memory");
    machine.set_pc(CODE + 0xffe);
    assert!(matches!(machine.run(1), Stop::Fault(fault) if fault.kind == FaultKind::WildJump));
}

#[test]
fn breakpoints_and_budgets_stop_a_run() {
    // inc eax; jmp -4
    let mut machine = machine(Processor::X86_64, &[0xff, 0xc0, 0xeb, 0xfc]);
    assert_eq!(machine.run(11), Stop::Budget);
    assert_eq!((machine.register(0), machine.instructions()), (6, 11));
    machine.set_breakpoints(&[CODE + 2]);
    machine.set_pc(CODE);
    assert_eq!(machine.run(11), Stop::Breakpoint(CODE + 2));
    assert_eq!(machine.run(11), Stop::Breakpoint(CODE + 2));
    assert_eq!(machine.register(0), 8);
}

#[test]
fn unknown_bytes_are_data_in_a_listing() {
    let texts = |processor, code: &[u8], style| -> Vec<String> {
        processor::disassemble(processor, code, 0x1000, style).into_iter().map(|line| line.text).collect()
    };
    let x86 = |code: &[u8]| texts(Processor::X86_64, code, Style::Vendor);
    assert_eq!(
        x86(&[0x53, 0xe8, 0, 1, 0, 0, 0x06, 0x90, 0x48]),
        ["PUSH RBX", "CALL 0x1106", ".byte 0x6", "NOP", ".byte 0x48"]
    );
    assert_eq!(texts(Processor::X86_64, &[0x53, 0xc3], Style::Source), [".byte 0x53", ".byte 0xc3"]);
    // The same address again, with other bytes.
    assert_eq!(x86(&[0xc3]), ["RET"]);
    let arm = |words: &[u32]| {
        texts(
            Processor::Aarch64,
            &words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>(),
            Style::Vendor,
        )
    };
    assert_eq!(
        arm(&[0xd65f_03c0, 0xffff_ffff, 0x9400_0001]),
        ["ret", ".byte 0xff, 0xff, 0xff, 0xff", "bl 0x100c"]
    );
    assert_eq!(processor::lacking(Processor::Aarch64, &0xd65f_03c0_u32.to_le_bytes()), None);
    assert!(processor::lacking(Processor::X86_64, &[0x0f, 0xa2]).is_some());
}

fn hostile(processor: Processor, code: &[u8], values: &[u64]) {
    let mut machine = machine(processor, code);
    for (register, value) in (0u16..).zip(values) {
        machine.set_register(register, *value);
    }
    // Any end will do.
    let _ = machine.run(300);
    let _ = processor::disassemble(processor, code, CODE, Style::Vendor);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_end_with_a_stop(code in proptest::collection::vec(any::<u8>(), 1..200), values in proptest::collection::vec(any::<u64>(), 68)) {
        for processor in Processor::ALL {
            hostile(processor, &code, &values);
        }
    }
}

/// Every first word, with what is not compared, too: what p-code has the specification may well say in a way that nothing else does.
#[test]
fn many_instructions_end_with_a_stop() {
    processor::execute_all(true);
    let mut random = crate::referee::Random(0x1234_5678_9abc_def7);
    for processor in Processor::ALL {
        let mut machine = machine(processor, &[]);
        for _ in 0..20_000 {
            machine.reset();
            let mut code = random.next().to_le_bytes().to_vec();
            code.extend(random.next().to_le_bytes());
            if processor == Processor::X86_64 && random.below(2) == 0 {
                code[0] = random.choose(&[&0x0f, &0x66, &0xf2, &0xf3, &0x48, &0xd9, &0xdd, &0xc5]).to_owned();
            }
            machine.write(CODE, &code).expect("memory");
            for register in 0..32 {
                let near = DATA + 0x800 + random.below(256);
                machine.set_register(register, if random.below(2) == 0 { near } else { random.integer() });
            }
            machine.set_pc(CODE);
            let _ = machine.run(3);
        }
    }
    processor::execute_all(false);
}

const LOOP_X86: &str = "1: mov rax,rdi\nadd rax,rsi\nmov [rsp-16],rax\nmovsd xmm1,[rsp-16]\naddsd xmm0,xmm1\nmov rcx,[rsp-16]\nlea rdx,[rcx+rax*4]\ncmp rdx,rcx\ncmovg rax,rdx\nimul rcx,rdx\nxor rax,rcx\nret";
const LOOP_ARM: &str = "1: add x3,x0,x1\nstr x3,[sp,16]\nldr d1,[sp,16]\nfadd d0,d0,d1\nldr x4,[sp,16]\nadd x5,x4,x3,lsl 2\ncmp x5,x4\ncsel x3,x5,x3,gt\nmul x4,x4,x5\neor x0,x3,x4\nmov x6,7\nret";

/// Prints how fast the machines are.
#[test]
fn rates() {
    for (processor, tools, text) in
        [(Processor::X86_64, &X86_64, LOOP_X86), (Processor::Aarch64, &AARCH64, LOOP_ARM)]
    {
        if !Tools::are_here(tools) {
            continue;
        }
        let folder = Folder::new(&format!("rates-{processor:?}"));
        let code = tools.assemble(&folder, &[text.to_owned()]).remove(0);
        let mut machine = machine(processor, &code);
        let calls = 200_000;
        let vectors = if processor == Processor::X86_64 { 16..32 } else { 32..64 };
        let begin = std::time::Instant::now();
        for _ in 0..calls {
            machine.reset();
            for register in 0..if processor == Processor::X86_64 { 16 } else { 31 } {
                machine.set_register(register, 0xe1e0_e0e0);
            }
            for register in vectors.clone() {
                machine.set_register_bytes(register, &[0xe1; 16]);
            }
            let stack = if processor == Processor::X86_64 { 4 } else { 31 };
            machine.set_register(stack, TOP - 0x200);
            let back = machine.begin_call(CODE);
            assert_eq!(machine.run_observed(1000, &mut ()), Stop::Breakpoint(back));
        }
        let seconds = begin.elapsed().as_secs_f64();
        println!("{processor:?}: {:.0} calls a second, 12 instructions each", f64::from(calls) / seconds);
        let begin = std::time::Instant::now();
        let mut instructions = 0;
        for _ in 0..calls {
            machine.begin_call(CODE);
            let _ = machine.run(1000);
        }
        instructions += u64::from(calls as u32) * 12;
        println!(
            "{processor:?}: {:.1} million instructions a second",
            instructions as f64 / begin.elapsed().as_secs_f64() / 1e6
        );
    }
}

/// Prints which instructions of some code are refused, most frequent first: the code is the raw bytes of the file
/// CROSSCALL_PCODE_X86_64 or CROSSCALL_PCODE_AARCH64.
#[test]
#[ignore = "needs files"]
fn refused_of_files() {
    for (processor, name) in
        [(Processor::X86_64, "CROSSCALL_PCODE_X86_64"), (Processor::Aarch64, "CROSSCALL_PCODE_AARCH64")]
    {
        let Some(code) = std::env::var_os(name).and_then(|path| std::fs::read(path).ok()) else { continue };
        let (mut all, mut refused) = (0, std::collections::BTreeMap::<String, u32>::new());
        for line in processor::disassemble(processor, &code, 0x1000, Style::Vendor) {
            all += 1;
            if processor::lacking(processor, &line.bytes).is_some() {
                let kind = processor::kind(processor, &line.bytes);
                *refused.entry(if kind.is_empty() { line.text } else { kind }).or_default() += 1;
            }
        }
        let mut rows: Vec<(u32, String)> = refused.into_iter().map(|(kind, count)| (count, kind)).collect();
        rows.sort_unstable_by(|a, b| b.cmp(a));
        println!(
            "{processor:?}: {} of {all} instructions are refused: {:?}",
            rows.iter().map(|row| row.0).sum::<u32>(),
            &rows[..rows.len().min(60)]
        );
    }
}
