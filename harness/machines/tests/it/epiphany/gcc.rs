//! Small C programs compiled by the real GCC at every level, run on the simulator.

use super::tools::{compile, run_main, tool};
use crosscall_machines::machine::Stop;

const LEVELS: [&str; 5] = ["-O0", "-O1", "-O2", "-O3", "-Os"];

/// Flags beside the level: the default calls, and calls that need the relocation SIMM24.
const VARIANTS: [&[&str]; 4] = [&[], &["-mshort-calls"], &["-mfp-iarith"], &["-mfp-mode=round-nearest"]];

/// Start of every program: output through the host.
const PRELUDE: &str = r#"
typedef unsigned int u32; typedef unsigned long long u64; typedef long long i64;
static void put(const char *text, u32 size) {
    register int file __asm__("r0") = 1;
    register const char *from __asm__("r1") = text;
    register u32 length __asm__("r2") = size;
    __asm__ volatile("trap 0" : "+r"(file), "+r"(from), "+r"(length) : : "r3", "memory");
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

/// Name and body. The host's compiler gives the reference output and result.
const PROGRAMS: [(&str, &str); 6] = [
    (
        "integers",
        r#"int main(void) {
            int a = -1234567, b = 89; u32 c = 4000000000u, d = 77; OPAQUE(a); OPAQUE(b); OPAQUE(c); OPAQUE(d);
            hex((u32)(a / b)); hex((u32)(a % b)); hex(c / d); hex(c % d); hex((u32)(a * b));
            return a / b + (int)(c % d); }"#,
    ),
    (
        "long_longs",
        r#"int main(void) {
            i64 a = -123456789012345678LL, b = 987654321LL; u64 c = 0xfedcba9876543210ull; u32 s = 13;
            OPAQUE(a); OPAQUE(b); OPAQUE(c); OPAQUE(s);
            hex(a * b); hex(a / b); hex(a % b); hex(c / (u64)b); hex(c % (u64)b);
            hex(a >> s); hex(c >> s); hex(c << s); hex(a < (i64)c); hex(c > (u64)a);
            return (int)(c >> 40); }"#,
    ),
    (
        "doubles",
        r#"int main(void) {
            double a = 1.5e10, b = -3.25e-3; int i = -77; u32 u = 4000000000u; i64 l = -5000000000LL;
            OPAQUE(i); OPAQUE(u); OPAQUE(l);
            volatile double va = a, vb = b; a = va; b = vb;
            hex(bits(a + b)); hex(bits(a - b)); hex(bits(a * b)); hex(bits(a / b)); hex(bits((double)i));
            hex(bits((double)u)); hex(bits((double)l)); hex((u64)(i64)(a * 7)); hex((u32)(int)b);
            hex(bits32((float)a)); hex(a < b); hex(a > b); hex(a == b); hex(a != b);
            return (int)(a / 1e9); }"#,
    ),
    (
        "singles",
        r#"int main(void) {
            volatile float va = 1.5e10f, vb = -3.25e-3f; float a = va, b = vb; int i = 123456789; OPAQUE(i);
            hex(bits32(a + b)); hex(bits32(a - b)); hex(bits32(a * b)); hex(bits32(a / b)); hex(bits32(a * a + b));
            hex(bits32((float)i)); hex((u32)(int)(b * 1e6f)); hex(a < b); hex(a > b); hex(a <= b); hex(a == b);
            hex(bits(a)); hex(bits32(-a)); hex((u32)(i64)a);
            return (int)(a / 1e9f); }"#,
    ),
    (
        "structs",
        r#"struct big { char name[100]; int value; };
        static struct big table[3]; int uninitialised[10]; static const char text[] = "text";
        __attribute__((noinline)) static struct big make(int value) {
            struct big x; for (int i = 0; i < 100; i++) x.name[i] = (char)(value + i); x.value = value; return x; }
        __attribute__((noinline)) static int sum(struct big x, int a, int b, int c, int d, long long e) {
            int s = x.value + a - b + c - d + (int)e; for (int i = 0; i < 100; i++) s += x.name[i]; return s; }
        int main(void) {
            for (int i = 0; i < 3; i++) table[i] = make(i * 5);
            hex((u32)sum(table[1], 1, 2, 3, 4, 5)); hex((u32)sum(table[2], 5, 4, 3, 2, 1LL << 33));
            put(text, 4); put("\n", 1); uninitialised[3] += 4;
            int (*p)(struct big, int, int, int, int, long long) = sum; OPAQUE(p);
            return p(table[0], 0, 0, 0, 0, uninitialised[3]); }"#,
    ),
    (
        "switches",
        r#"__attribute__((noinline)) static int pick(int x) {
            switch (x) { case 0: return 7; case 1: return 11; case 2: return 13; case 3: return 17; case 4: return 19;
                case 5: return 23; case 6: return 29; case 9: return 31; default: return -1; } }
        __attribute__((noinline)) static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
        int main(void) { int s = 0; for (int i = -2; i < 12; i++) s = s * 3 + pick(i); hex((u32)s); return fib(20); }"#,
    ),
];

#[test]
fn programs_do_the_same_at_every_level() {
    let Some(gcc) = tool("gcc") else { return };
    let folder = tempfile::tempdir().expect("a temporary directory");
    let (mut runs, mut internal_errors) = (0, 0);
    for (name, body) in PROGRAMS {
        // Without a compiler on the host, the levels are only compared with each other.
        let mut reference: Option<(u32, String)> = host_result(folder.path(), name, body);
        for level in LEVELS {
            for variant in VARIANTS {
                let mut flags = vec![level, "-w", "-ffp-contract=off"];
                flags.extend(variant);
                let text = format!("{PRELUDE}{body}");
                let object = match compile(&gcc, folder.path(), name, &text, &flags) {
                    Ok(object) => object,
                    // GCC 12 has internal errors on this target, most of them at -O0.
                    Err(error) if error.contains("internal compiler error") => {
                        println!("{name} {flags:?}: internal compiler error");
                        internal_errors += 1;
                        continue;
                    }
                    Err(error) => panic!("{name} {flags:?}: {error}"),
                };
                let (stop, code, printed) = run_main(&[object], 10_000_000).expect("the program links");
                assert!(matches!(stop, Stop::Breakpoint(_)), "{name} {flags:?}: {stop:?}\n{printed}");
                let (host_code, host_text) = reference.get_or_insert((code, printed.clone()));
                assert_eq!(printed, *host_text, "{name} {flags:?}");
                assert_eq!(code, *host_code, "{name} {flags:?}");
                runs += 1;
            }
        }
    }
    println!("{runs} programs compiled and run, {internal_errors} not compiled");
    assert_eq!(runs + internal_errors, PROGRAMS.len() * LEVELS.len() * VARIANTS.len());
    assert!(internal_errors * 4 < runs);
}

/// Result and output of the program on the host: `put` writes to a file instead.
fn host_result(folder: &std::path::Path, name: &str, body: &str) -> Option<(u32, String)> {
    let gcc = super::tools::program("gcc")?;
    let start = PRELUDE.find("static void put").expect("the prelude has put");
    let end = PRELUDE.find("static void hex").expect("the prelude has hex");
    let put = "extern long write(int, const void *, unsigned long);\n\
               static void put(const char *text, u32 size) { write(1, text, size); }\n";
    let harness = "int program(void);\n\
        int main(void) { int r = program(); write(1, &r, 4); return 0; }\n";
    let text = format!(
        "{}{put}{}{}{harness}",
        &PRELUDE[..start],
        &PRELUDE[end..],
        body.replace("int main(", "int program(")
    );
    let source = folder.join(format!("{name}_host.c"));
    let binary = folder.join(format!("{name}_host"));
    std::fs::write(&source, text).ok()?;
    let mut command = std::process::Command::new(gcc);
    super::tools::run_tool(command.args(["-w", "-O1", "-ffp-contract=off", "-o"]).arg(&binary).arg(&source))
        .ok()?;
    let mut output = super::tools::run_tool(&mut std::process::Command::new(&binary)).ok()?;
    let code = output.split_off(output.len().checked_sub(4)?);
    Some((u32::from_le_bytes(code.try_into().ok()?), String::from_utf8(output).ok()?))
}
