//! C text of expressions for the machine on which the tests run, with the Nyuzi's builtins written in C.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crosscall_model::expression::ValueCase;
use crosscall_model::unit;

/// A clang on the path, of whichever version.
pub(crate) fn clang() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let names =
        std::iter::once("clang".to_owned()).chain((9..30).rev().map(|version| format!("clang-{version}")));
    let found =
        names.flat_map(|name| folders.iter().map(move |folder| folder.join(&name))).find(|p| p.is_file());
    if found.is_none() {
        eprintln!("skipped: clang was not found");
    }
    found
}

/// True if the operation means the same on the host: it depends neither on the size of a double, a long or an
/// address, nor on instructions in the text.
pub(crate) fn can_do(operation: &str) -> bool {
    let other = ["double", "long-sum", "gather", "scatter", "assembly", "macro"];
    !other.iter().any(|part| operation.contains(part))
}

/// The values of all cases.
pub(crate) fn values(
    clang: &Path,
    level: &str,
    text: &str,
    cases: &[(usize, &ValueCase)],
) -> Vec<(usize, Vec<u8>)> {
    let folder = tempfile::tempdir().unwrap();
    let mut all = format!("{BUILTINS}{text}\nint printf(const char *, ...);\nint main(void)\n{{\n");
    for (k, _) in cases {
        let (function, value) = (unit::value_function(*k), unit::valued(*k));
        let _ = writeln!(
            all,
            "\t{function}();\n\tprintf(\"{k} \");\n\tfor (unsigned i = 0; i < sizeof {value}; i++)\n\
            \t\tprintf(\"%02x\", ((unsigned char *)&{value})[i]);\n\tprintf(\"\\n\");"
        );
    }
    all.push_str("\treturn 0;\n}\n");
    std::fs::write(folder.path().join("values.c"), all).unwrap();
    let run = |command: &mut Command| {
        let output = command.current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    run(Command::new(clang).args(["-w", level, "values.c", "-o", "values"]));
    let lines = String::from_utf8(run(&mut Command::new(folder.path().join("values")))).unwrap();
    let byte = |hex: &str, i: usize| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap();
    let value = |line: &str| {
        let (k, hex) = line.split_once(' ').unwrap();
        (k.parse().unwrap(), (0..hex.len() / 2).map(|i| byte(hex, i)).collect())
    };
    lines.lines().map(value).collect()
}

/// The builtins, lane by lane.
const BUILTINS: &str = "\
typedef int ints __attribute__((ext_vector_type(16)));
typedef unsigned words __attribute__((ext_vector_type(16)));
typedef float floats __attribute__((ext_vector_type(16)));
static int registers[32];
#define __builtin_nyuzi_write_control_reg(i, value) (registers[i] = (value))
#define __builtin_nyuzi_read_control_reg(i) (registers[i])
#define EACH(n) for (int n = 0; n < 16; n++)
#define MIX(name, V) static V name(unsigned short mask, V a, V b) { EACH(n) if (!(mask >> n & 1)) a[n] = b[n]; return a; }
MIX(__builtin_nyuzi_vector_mixi, ints)
MIX(__builtin_nyuzi_vector_mixf, floats)
#define SHUFFLE(name, V) static V name(V a, ints i) { V r; EACH(n) r[n] = a[i[n]]; return r; }
SHUFFLE(__builtin_nyuzi_shufflei, ints)
SHUFFLE(__builtin_nyuzi_shufflef, floats)
#define BLOCK(name, V) static void name(V *to, V v, unsigned short mask) { EACH(n) if (mask >> n & 1) (*to)[n] = v[n]; }
BLOCK(__builtin_nyuzi_block_storei_masked, ints)
BLOCK(__builtin_nyuzi_block_storef_masked, floats)
#define COMPARE(name, V, op) static unsigned short __builtin_nyuzi_mask_ ## name(V a, V b) \\
\t{ unsigned short mask = 0; EACH(n) if (a[n] op b[n]) mask |= 1 << n; return mask; }
COMPARE(cmpi_ugt, words, >) COMPARE(cmpi_uge, words, >=) COMPARE(cmpi_ult, words, <) COMPARE(cmpi_ule, words, <=)
COMPARE(cmpi_sgt, ints, >) COMPARE(cmpi_sge, ints, >=) COMPARE(cmpi_slt, ints, <) COMPARE(cmpi_sle, ints, <=)
COMPARE(cmpi_eq, ints, ==) COMPARE(cmpi_ne, ints, !=)
COMPARE(cmpf_gt, floats, >) COMPARE(cmpf_ge, floats, >=) COMPARE(cmpf_lt, floats, <) COMPARE(cmpf_le, floats, <=)
COMPARE(cmpf_eq, floats, ==) COMPARE(cmpf_ne, floats, !=)
";
