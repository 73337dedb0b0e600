//! C programs compiled by the real GCC for many architectures, ABIs and levels, linked here and run on the simulator and on
//! QEMU; and what GCC writes, assembled here and by GNU as. Prints a line that starts with `skipped:` where a tool is missing.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use super::qemu::run_qemu;
use super::tools::{emulator, gnu};
use crate::support::links;
use crate::support::process::run_tool;
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{LinkOptions, needed_members};
use crosscall_machines::listing::Style;
use crosscall_machines::machine::Stop;
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::riscv::{Xlen, disassemble};
use crosscall_machines::toolset::{Toolset, find};

const LEVELS: [&str; 5] = ["-O0", "-O1", "-O2", "-O3", "-Os"];

/// Architecture, ABI and other options.
#[rustfmt::skip]
const VARIANTS: &[(Xlen, &[&str])] = &[
    (Xlen::Rv64, &["-march=rv64gc", "-mabi=lp64d"]),
    (Xlen::Rv64, &["-march=rv64gc", "-mabi=lp64d", "-mcmodel=medany", "-mno-relax"]),
    (Xlen::Rv64, &["-march=rv64imafc", "-mabi=lp64f"]),
    (Xlen::Rv64, &["-march=rv64imac", "-mabi=lp64", "-ffunction-sections"]),
    (Xlen::Rv64, &["-march=rv64ima", "-mabi=lp64"]),
    (Xlen::Rv64, &["-march=rv64gc_zba_zbb_zbc_zbs", "-mabi=lp64d"]),
    (Xlen::Rv32, &["-march=rv32imafdc", "-mabi=ilp32d"]),
    (Xlen::Rv32, &["-march=rv32imafdc", "-mabi=ilp32d", "-mcmodel=medany", "-fPIC", "-ftls-model=initial-exec"]),
    (Xlen::Rv32, &["-march=rv32imafc", "-mabi=ilp32f"]),
    (Xlen::Rv32, &["-march=rv32imac", "-mabi=ilp32", "-mno-relax"]),
    (Xlen::Rv32, &["-march=rv32i", "-mabi=ilp32"]),
    (Xlen::Rv32, &["-march=rv32imac_zba_zbb_zbs", "-mabi=ilp32"]),
    (Xlen::Rv32, &["-march=rv32emac", "-mabi=ilp32e"]),
];

/// More of them, with options that ask for the compiler's own library.
#[rustfmt::skip]
const WITH_LIBRARY: &[(Xlen, &[&str])] = &[
    (Xlen::Rv64, &["-march=rv64gc", "-mabi=lp64d", "-msave-restore", "-fstack-protector-all"]),
    (Xlen::Rv32, &["-march=rv32imac", "-mabi=ilp32", "-msave-restore"]),
    (Xlen::Rv32, &["-march=rv32emac", "-mabi=ilp32e", "-msave-restore", "-fstack-protector-all"]),
];

/// Start of every program: output through the environment, and functions that a C library would have.
pub(super) const PRELUDE: &str = r#"
typedef unsigned int u32; typedef unsigned long long u64; typedef long long i64; typedef __SIZE_TYPE__ usize;
__asm__(".text\n.globl _start\n_start:\n.option push\n.option norelax\n"
        "lla gp, __global_pointer$\n.option pop\nlla tp, __tdata_start\ncall main\n"
#ifdef __riscv_32e
        "li t0, 93\n"
#else
        "li a7, 93\n"
#endif
        "ecall\n");
static void put(const char *text, u32 size) {
    register long file __asm__("a0") = 1;
    register const char *from __asm__("a1") = text;
    register long length __asm__("a2") = size;
#ifdef __riscv_32e
    register long number __asm__("t0") = 64;
#else
    register long number __asm__("a7") = 64;
#endif
    __asm__ volatile("ecall" : "+r"(file) : "r"(from), "r"(length), "r"(number) : "memory");
}
static void hex(u64 value) {
    char text[17];
    for (int i = 15; i >= 0; i--, value >>= 4) text[i] = "0123456789abcdef"[value & 15];
    text[16] = '\n';
    put(text, 17);
}
static u64 bits(double value) { union { double d; u64 u; } x; x.d = value; return x.u; }
static u32 bits32(float value) { union { float f; u32 u; } x; x.f = value; return x.u; }
#define OPAQUE(x) __asm__ volatile("" : "+r"(x))
"#;

/// Functions that a C library would have.
pub(super) const LIBRARY: &str = r"
typedef __SIZE_TYPE__ usize;
void *memcpy(void *to, const void *from, usize size) {
    volatile char *t = to; const volatile char *f = from; while (size--) *t++ = *f++; return to; }
void *memset(void *to, int value, usize size) { volatile char *t = to; while (size--) *t++ = (char)value; return to; }
void __stack_chk_fail(void) { for (;;); }
";

/// Raw `st_type` of a thread-local symbol.
const THREAD_LOCAL: u8 = 6;

/// Name and body.
pub(super) const PROGRAMS: [(&str, &str); 8] = [
    (
        "integers",
        r"int main(void) {
            int a = -1234567, b = 89; u32 c = 4000000000u, d = 77; OPAQUE(a); OPAQUE(b); OPAQUE(c); OPAQUE(d);
            hex((u32)(a / b)); hex((u32)(a % b)); hex(c / d); hex(c % d); hex((u32)(a * b)); hex((u64)c * d);
            hex(((i64)a * b)); hex(a >> 3); hex(c >> 5); hex(a < b); hex(c < (u32)b); hex((signed char)a); hex((short)a);
            return a / b + (int)(c % d); }",
    ),
    (
        "long_longs",
        r"int main(void) {
            i64 a = -123456789012345678LL, b = 987654321LL; u64 c = 0xfedcba9876543210ull; u32 s = 13;
            OPAQUE(a); OPAQUE(b); OPAQUE(c); OPAQUE(s);
            hex(a * b); hex(a / b); hex(a % b); hex(c / (u64)b); hex(c % (u64)b);
            hex(a >> s); hex(c >> s); hex(c << s); hex(a < (i64)c); hex(c > (u64)a);
            hex(__builtin_popcountll(c)); hex(__builtin_clzll(c >> 9)); hex(__builtin_ctzll(c)); hex(__builtin_bswap64(c));
            return (int)(c >> 40); }",
    ),
    (
        "doubles",
        r"int main(void) {
            double a = 1.5e10, b = -3.25e-3; int i = -77; u32 u = 4000000000u; i64 l = -5000000000LL; u64 ul = 1ull << 63 | 12345;
            OPAQUE(i); OPAQUE(u); OPAQUE(l); OPAQUE(ul);
            volatile double va = a, vb = b; a = va; b = vb;
            hex(bits(a + b)); hex(bits(a - b)); hex(bits(a * b)); hex(bits(a / b)); hex(bits((double)i));
            hex(bits((double)u)); hex(bits((double)l)); hex(bits((double)ul)); hex((u64)(i64)(a * 7)); hex((u32)(int)b);
            hex((u64)(a * 1e6)); hex((u32)(a / 7)); hex(bits32((float)a)); hex(a < b); hex(a > b); hex(a == b); hex(a != b);
            hex(bits(-a)); hex(bits(__builtin_fabs(b))); hex(bits((double)(float)b));
            return (int)(a / 1e9); }",
    ),
    (
        "singles",
        r"int main(void) {
            volatile float va = 1.5e10f, vb = -3.25e-3f; float a = va, b = vb; int i = 123456789; OPAQUE(i);
            i64 l = -5000000001LL; u64 ul = 1ull << 63 | 12345; OPAQUE(l); OPAQUE(ul);
            hex(bits32(a + b)); hex(bits32(a - b)); hex(bits32(a * b)); hex(bits32(a / b)); hex(bits32(a * a + b));
            hex(bits32((float)i)); hex((u32)(int)(b * 1e6f)); hex(a < b); hex(a > b); hex(a <= b); hex(a == b);
            hex(bits(a)); hex(bits32(-a)); hex((u32)(i64)a); hex(bits32((float)l)); hex(bits32((float)ul)); hex((u64)(i64)(b * 1e12f));
            hex((u64)(a * 3)); return (int)(a / 1e9f); }",
    ),
    (
        "structs",
        r#"struct big { char name[100]; int value; };
        static struct big table[3]; int uninitialised[10]; static const char text[] = "text";
        struct pair { float f; int i; }; struct two { double a, b; }; struct mixed { char c; double d; };
        __attribute__((noinline)) static struct big make(int value) {
            struct big x; for (int i = 0; i < 100; i++) x.name[i] = (char)(value + i); x.value = value; return x; }
        __attribute__((noinline)) static int sum(struct big x, int a, int b, int c, int d, long long e) {
            int s = x.value + a - b + c - d + (int)e; for (int i = 0; i < 100; i++) s += x.name[i]; return s; }
        __attribute__((noinline)) struct pair swap(struct pair p) { struct pair q = { (float)p.i, (int)p.f }; return q; }
        __attribute__((noinline)) struct two turn(struct two p) { struct two q = { p.b, -p.a }; return q; }
        __attribute__((noinline)) struct mixed mix(struct mixed p, struct two t) { p.c++; p.d += t.a; return p; }
        int main(void) {
            for (int i = 0; i < 3; i++) table[i] = make(i * 5);
            hex((u32)sum(table[1], 1, 2, 3, 4, 5)); hex((u32)sum(table[2], 5, 4, 3, 2, 1LL << 33));
            struct pair p = { 12.0f, 34 }; p = swap(p); hex(bits32(p.f)); hex(p.i);
            struct two t = { 1.25, 2.5 }; t = turn(t); hex(bits(t.a)); hex(bits(t.b));
            struct mixed m = { 'a', 3.5 }; m = mix(m, t); hex(m.c); hex(bits(m.d));
            put(text, 4); put("\n", 1); uninitialised[3] += 4;
            int (*p2)(struct big, int, int, int, int, long long) = sum; OPAQUE(p2);
            return p2(table[0], 0, 0, 0, 0, uninitialised[3]); }"#,
    ),
    (
        "switches",
        r"__attribute__((noinline)) static int pick(int x) {
            switch (x) { case 0: return 7; case 1: return 11; case 2: return 13; case 3: return 17; case 4: return 19;
                case 5: return 23; case 6: return 29; case 9: return 31; default: return -1; } }
        __attribute__((noinline)) static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
        int main(void) { int s = 0; for (int i = -2; i < 12; i++) s = s * 3 + pick(i); hex((u32)s); return fib(20); }",
    ),
    (
        "varargs",
        r"#include <stdarg.h>
        __attribute__((noinline)) static u64 sum(int count, ...) {
            va_list list; va_start(list, count); u64 s = 0;
            for (int i = 0; i < count; i++) switch (i % 3) {
                case 0: s = s * 7 + (u32)va_arg(list, int); break;
                case 1: s = s * 5 + va_arg(list, u64); break;
                default: s = s * 3 + bits(va_arg(list, double)); }
            va_end(list); return s; }
        int main(void) {
            hex(sum(1, 5)); hex(sum(3, -1, 1ull << 40, 2.5)); hex(sum(9, 1, 2ull, 3.0, 4, 5ull, 6.0, 7, 8ull, 9.0));
            return (int)sum(2, 3, 4ull); }",
    ),
    (
        "threads",
        r"__thread int counter = 5; __thread int zeros[4]; static __thread long own = 7; int shared;
        static int data[4] = { 1, 2, 3, 4 }; int *pointer = &data[2];
        __attribute__((noinline)) static int *place(int i) { return i ? &zeros[i] : &counter; }
        int main(void) {
            *place(0) += 3; own += counter; hex(counter); hex(own); hex((char *)&zeros[1] - (char *)&counter);
            hex(*pointer); pointer++; hex(*pointer);
        #ifdef __riscv_atomic
            hex(__atomic_fetch_add(&shared, 5, __ATOMIC_SEQ_CST)); hex(__atomic_exchange_n(&shared, 9, __ATOMIC_ACQUIRE));
            int expected = 9; hex(__atomic_compare_exchange_n(&shared, &expected, 11, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
            expected = 8; hex(__atomic_compare_exchange_n(&shared, &expected, 12, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
            hex(expected); hex(__atomic_fetch_or(&shared, 0x40, __ATOMIC_RELEASE));
        #endif
            hex(shared); return shared; }",
    ),
];

fn toolset(xlen: Xlen) -> &'static dyn Toolset {
    find(&format!("riscv{}", xlen.bits())).expect("the target has a toolset")
}

/// Compiles a text to an object.
fn compile(folder: &Path, xlen: Xlen, name: &str, text: &str, flags: &[&str]) -> Result<ObjectFile, String> {
    let gcc = gnu("gcc").ok_or("GCC is missing")?;
    std::fs::write(folder.join(format!("{name}.c")), text).map_err(|error| error.to_string())?;
    let mut command = Command::new(gcc);
    command.args(flags).args(["-w", "-ffreestanding", "-ffp-contract=off", "-c"]);
    run_tool(command.args([&format!("{name}.c"), "-o", &format!("{name}.o")]).current_dir(folder))?;
    let bytes = std::fs::read(folder.join(format!("{name}.o"))).map_err(|error| error.to_string())?;
    toolset(xlen).read_object(name, &bytes).map_err(|error| error.to_string())
}

/// The members of libgcc.
fn libgcc(xlen: Xlen, flags: &[&str]) -> Result<Vec<ObjectFile>, String> {
    let gcc = gnu("gcc").ok_or("GCC is missing")?;
    // No library of GCC 12 is for extensions with names of several letters.
    let flags = flags.iter().map(|flag| flag.split('_').next().unwrap_or(flag));
    let path = run_tool(Command::new(gcc).args(flags).arg("-print-libgcc-file-name"))?;
    let path = String::from_utf8_lossy(&path).trim().to_owned();
    let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
    let tools = toolset(xlen);
    let members = tools.read_library(&path, &bytes).map_err(|error| error.to_string())?;
    let read = |member: &crosscall_machines::elf::Member<'_>| tools.read_object(member.name, member.data);
    members.iter().map(|member| read(member).map_err(|error| error.to_string())).collect()
}

/// Links with what is needed of libgcc, so that the host serves nothing.
fn link_whole(
    tools: &dyn Toolset,
    objects: &[ObjectFile],
    library: &[ObjectFile],
) -> Result<Executable, String> {
    let options = LinkOptions { served: Default::default(), ..tools.link_options() };
    let needed = needed_members(objects, library, &options.entry);
    let all: Vec<&ObjectFile> =
        objects.iter().chain(needed.into_iter().map(|index| &library[index])).collect();
    tools.link(&all, &options).map_err(|error| error.to_string())
}

/// Output and status on the simulator.
pub(super) fn run(tools: &dyn Toolset, program: &Executable) -> (Vec<u8>, Stop) {
    let mut machine = tools.machine().expect("a machine");
    machine.load(program).expect("it fits");
    let stop = machine.run(50_000_000);
    (machine.output().to_vec(), stop)
}

#[test]
fn programs_do_the_same_everywhere() {
    if gnu("gcc").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut references: Vec<Option<Vec<u8>>> = vec![None; PROGRAMS.len()];
    let (mut runs, mut wrong) = (0, String::new());
    for (xlen, flags) in VARIANTS.iter().chain(WITH_LIBRARY) {
        let Some((tools, qemu)) = emulator(*xlen) else { return };
        let libgcc = libgcc(*xlen, flags).expect("libgcc");
        for ((name, body), reference) in PROGRAMS.iter().zip(&mut references) {
            for level in LEVELS {
                let mut all = flags.to_vec();
                all.push(level);
                let at = format!("{name} {all:?}");
                let main = compile(folder, *xlen, name, &format!("{PRELUDE}{body}"), &all);
                let main = main.unwrap_or_else(|error| panic!("{at}: {error}"));
                let support = compile(folder, *xlen, "library", LIBRARY, &all).expect("it compiles");
                let whole = link_whole(tools, &[main.clone(), support], &libgcc);
                let whole = whole.unwrap_or_else(|error| panic!("{at}: {error}"));
                let (ours, stop) = run(tools, &whole);
                let (theirs, status) = run_qemu(&qemu, folder, tools, &whole);
                // The functions of libgcc are served by the host instead.
                let served = tools.link(&[&main], &tools.link_options());
                let served = served.unwrap_or_else(|error| panic!("{at}: {error}"));
                let (from_host, host_stop) = run(tools, &served);
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                if ours != theirs || status.map(Stop::Exit) != Some(stop.clone()) {
                    let _ = writeln!(
                        wrong,
                        "{at}: {stop:?} {status:?}\n{}\nQEMU:\n{}",
                        text(&ours),
                        text(&theirs)
                    );
                }
                if from_host != ours || host_stop != stop {
                    let _ = writeln!(wrong, "{at}: served by the host: {host_stop:?}\n{}", text(&from_host));
                }
                let usual = reference.get_or_insert_with(|| ours.clone());
                // Sizes of `long` and atomic operations differ.
                if *usual != ours && *name != "threads" {
                    let _ = writeln!(wrong, "{at}: differs from the first variant");
                }
                runs += 1;
                assert!(wrong.len() < 6000, "{wrong}");
            }
        }
    }
    println!("{runs} programs compiled and run");
    assert!(wrong.is_empty(), "{wrong}");
}

/// Assembly that GCC makes of the C sources and programs: name and text.
fn assembly(folder: &Path, flags: &[&str]) -> Vec<(String, String)> {
    let gcc = gnu("gcc").expect("it was there");
    let mut sources: Vec<(String, String)> =
        PROGRAMS.iter().map(|(name, body)| ((*name).to_owned(), format!("{PRELUDE}{body}"))).collect();
    for path in crate::support::programs::c_sources() {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        // It has instructions of other targets.
        if name != "inline_assembly" {
            sources.push((name, std::fs::read_to_string(path).expect("a text")));
        }
    }
    let mut texts = Vec::new();
    for (name, source) in sources {
        std::fs::write(folder.join("in.c"), source).expect("write");
        let mut command = Command::new(&gcc);
        command.args(flags).args(["-w", "-ffreestanding", "-S", "in.c", "-o", "out.s"]).current_dir(folder);
        match run_tool(&mut command) {
            Ok(_) => texts.push((name, std::fs::read_to_string(folder.join("out.s")).expect("read"))),
            Err(error) => println!("{name} {flags:?}: not compiled: {}", error.lines().nth(1).unwrap_or("")),
        }
    }
    texts
}

/// An object that GNU as makes.
fn gas(folder: &Path, xlen: Xlen, text: &str, flags: &[&str]) -> ObjectFile {
    let gcc = gnu("gcc").expect("it was there");
    std::fs::write(folder.join("in.s"), text).expect("write");
    let mut command = Command::new(gcc);
    run_tool(command.args(flags).args(["-c", "in.s", "-o", "gas.o"]).current_dir(folder))
        .expect("GNU as takes it");
    toolset(xlen).read_object("gas", &std::fs::read(folder.join("gas.o")).expect("read")).expect("an object")
}

/// Options with an address for whatever is not defined.
fn served_options(tools: &dyn Toolset, object: &ObjectFile) -> LinkOptions {
    let mut options = tools.link_options();
    options.layout[0].patterns.insert(0, ".text".to_owned());
    for symbol in &object.symbols {
        options.served.entry(symbol.name.clone()).or_insert(0x1_2344);
    }
    options
}

/// A line, with `li` in the place of `mv` for zero.
fn without_copy_of_zero(line: &str) -> String {
    match line.strip_prefix("\tmv\t").and_then(|rest| rest.strip_suffix(",zero")) {
        Some(register) => format!("\tli\t{register},0\n"),
        None => format!("{line}\n"),
    }
}

/// The first instruction in which two objects differ.
fn first_difference(xlen: Xlen, ours: &ObjectFile, theirs: &ObjectFile) -> String {
    let lines = |object: &ObjectFile| {
        let code = object.sections.iter().find(|section| section.flags & 4 != 0 && section.size > 0);
        code.map_or_else(Vec::new, |section| disassemble(&section.data, 0, Style::Vendor, xlen))
    };
    let (ours, theirs) = (lines(ours), lines(theirs));
    let pair = ours.iter().zip(&theirs).find(|(a, b)| a.bytes.len() != b.bytes.len());
    pair.map_or_else(String::new, |(a, b)| format!("    {:#x}: {}, theirs {}", a.address, a.text, b.text))
}

#[test]
fn compiler_output_assembles_as_with_gnu_as() {
    if gnu("gcc").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (mut files, mut lines, mut longer, mut wrong) = (0, 0, 0, String::new());
    for (xlen, flags) in VARIANTS {
        let tools = toolset(*xlen);
        for level in ["-O0", "-O2", "-Os"] {
            let mut all = flags.to_vec();
            all.extend([level, "-mno-relax"]);
            for (name, text) in assembly(folder, &all) {
                let at = format!("{name} {all:?}");
                // GNU as compresses the one and not the other.
                let text: String = text.lines().map(without_copy_of_zero).collect();
                let theirs = gas(folder, *xlen, &text, &all);
                let mut ours = match tools.assemble(&name, &text) {
                    Ok(object) => object,
                    Err(error) => {
                        let _ = writeln!(wrong, "{at}: {}", error.0[0]);
                        continue;
                    }
                };
                // The text does not say the ABI.
                ours.flags = theirs.flags;
                let options = served_options(tools, &theirs);
                let (a, b) = (tools.link(&[&ours], &options), tools.link(&[&theirs], &options));
                let (a, b) =
                    (a.unwrap_or_else(|e| panic!("{at}: {e}")), b.unwrap_or_else(|e| panic!("{at}: {e}")));
                if let Err(difference) = links::same(&a, &b) {
                    let first = first_difference(*xlen, &ours, &theirs);
                    // It begins with the long form of branches, ours with the short one.
                    if first.contains(": c.beqz ") && first.contains(" beq ")
                        || first.contains(": c.bnez ") && first.contains(" bne ")
                    {
                        longer += 1;
                        continue;
                    }
                    let _ = writeln!(wrong, "{at}: {difference}\n{first}");
                }
                files += 1;
                lines += text.lines().count();
                assert!(wrong.len() < 4000, "{wrong}");
            }
        }
    }
    println!("{files} files of {lines} lines compared; {longer} more have longer branches");
    assert!(longer < 8, "{longer}");
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn objects_are_linked_as_ld_does() {
    let Some(ld) = gnu("ld") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (mut count, mut wrong) = (0, String::new());
    // With a global offset table ld makes more than the program asks for.
    for (xlen, flags) in VARIANTS.iter().filter(|(_, flags)| !flags.contains(&"-fPIC")) {
        let tools = toolset(*xlen);
        for level in ["-O0", "-O2", "-Os"] {
            let mut all = flags.to_vec();
            all.push(level);
            for (name, body) in PROGRAMS {
                let at = format!("{name} {all:?}");
                let main =
                    compile(folder, *xlen, "main", &format!("{PRELUDE}{body}"), &all).expect("it compiles");
                let support = compile(folder, *xlen, "library", LIBRARY, &all).expect("it compiles");
                let mut options = tools.link_options();
                options.layout.retain(|rule| rule.name != ".got");
                let ours = tools.link(&[&main, &support], &options);
                let ours = ours.unwrap_or_else(|error| panic!("{at}: {error}"));
                let mut script = links::script(&options);
                let symbols = [("__global_pointer$", "ADDR(.sdata)"), ("__tdata_start", "ADDR(.tdata)")];
                for (symbol, value) in symbols {
                    let _ = writeln!(script, "PROVIDE({symbol} = {value});");
                }
                std::fs::write(folder.join("script"), script).expect("write");
                let emulation = format!("-melf{}lriscv", xlen.bits());
                let arguments = [
                    &emulation,
                    "--no-relax",
                    "-T",
                    "script",
                    "-e",
                    "_start",
                    "main.o",
                    "library.o",
                    "-o",
                    "out",
                ];
                run_tool(Command::new(&ld).args(arguments).current_dir(folder))
                    .unwrap_or_else(|e| panic!("{at}: {e}"));
                let bytes = std::fs::read(folder.join("out")).expect("read");
                let mut theirs =
                    tools.read_executable("out", &bytes).unwrap_or_else(|error| panic!("{at}: {error}"));
                // It counts the values of thread-local symbols from the start of their storage.
                theirs.globals.retain(|_, symbol| symbol.kind != THREAD_LOCAL);
                match links::same(&ours, &theirs) {
                    Ok(_) if ours.flags == theirs.flags => count += 1,
                    Ok(_) => _ = writeln!(wrong, "{at}: flags {:#x}, ld {:#x}", ours.flags, theirs.flags),
                    Err(difference) => _ = writeln!(wrong, "{at}: {difference}"),
                }
                assert!(wrong.len() < 4000, "{wrong}");
            }
        }
    }
    println!("{count} programs linked");
    assert!(wrong.is_empty(), "{wrong}");
}
