//! Machine for which a text was preprocessed, recognised by its lines.

use crate::words::is_listed;

/// Machine other than the target, with the evidence for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Machine {
    /// Name: `x86_64-linux-gnu`, `macOS`, or a description where no name is known.
    pub name: String,
    /// Evidence: a file in a line marker, or a typedef.
    pub seen: String,
}

/// Name of a machine that only typedefs show.
pub const OTHER: &str = "another machine";

/// First parts of machine names in toolchains (`x86_64-linux-gnu`).
const ARCHITECTURES: &str = "aarch64 aarch64_be alpha amd64 arc arm arm64 armeb armv6l armv7l avr csky hppa hppa64 i386 i486 i586 \
    i686 ia64 loongarch64 m68k microblaze mips mips64 mips64el mipsel mipsisa32r6 mipsisa32r6el mipsisa64r6 \
    mipsisa64r6el msp430 nios2 or1k powerpc powerpc64 powerpc64le powerpcspe ppc ppc64 ppc64le riscv32 \
    riscv64 s390x sh4 sparc sparc64 wasm32 wasm64 x86_64 xtensa";

/// Prefixes of a later part of such names: the system, or that there is none.
const SYSTEM_WORDS: &[&str] = &[
    "android", "cygwin", "darwin", "eabi", "elf", "freebsd", "gnu", "linux", "mingw", "msvc", "musl",
    "netbsd", "none", "openbsd", "uclibc", "unknown", "wasi",
];

/// Parts of paths that identify the headers of a system without a machine name.
const SYSTEMS: &[(&str, &str)] = &[
    ("/CommandLineTools/SDKs/", "macOS"),
    ("/MacOSX.platform/", "macOS"),
    ("\\Windows Kits\\", "Windows"),
    ("/Windows Kits/", "Windows"),
];

/// Machine whose headers the line markers of a text name, unless it is one of `own`, the target's own names.
pub(crate) fn of_markers(text: &str, own: &[&str]) -> Option<Machine> {
    let mut system = None;
    for file in files(text) {
        let found = file.split(['/', '\\']).find_map(|part| triplet(part).map(|arch| (part, arch)));
        if let Some((name, architecture)) = found {
            if own.contains(&architecture) {
                return None;
            }
            if is_listed(ARCHITECTURES, architecture) {
                return Some(Machine { name: name.to_owned(), seen: file.to_owned() });
            }
        }
        let known = SYSTEMS.iter().find(|(part, _)| file.contains(part)).map(|(_, name)| *name);
        let known = known.or(file.starts_with("/usr/include/").then_some("the host"));
        if let (Some(name), None) = (known, &system) {
            system = Some(Machine { name: name.to_owned(), seen: file.to_owned() });
        }
    }
    system
}

/// First part of a name such as `x86_64-linux-gnu`.
fn triplet(part: &str) -> Option<&str> {
    let (architecture, rest) = part.split_once('-')?;
    let has_system = rest.split('-').any(|word| SYSTEM_WORDS.iter().any(|system| word.starts_with(system)));
    has_system.then_some(architecture)
}

/// Files that line markers name.
fn files(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let marker = line.strip_prefix("# ")?;
        let (number, file) = marker.split_once(' ')?;
        number.bytes().all(|b| b.is_ascii_digit()).then_some(())?;
        file.strip_prefix('"')?.split('"').next().filter(|file| !file.starts_with('<'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_name_a_machine() {
        let of = |file: &str| {
            let text = format!("# 1 \"x.c\"\n# 1 \"<built-in>\"\n# 3 \"{file}\" 1 3 4\nint f(int);\n");
            of_markers(&text, &["epiphany"]).map(|machine| machine.name)
        };
        let is = |file, name: &str| assert_eq!(of(file).as_deref(), Some(name), "{file}");
        is("/usr/include/x86_64-linux-gnu/bits/types.h", "x86_64-linux-gnu");
        is("/usr/lib/gcc/aarch64-linux-gnu/12/include/stddef.h", "aarch64-linux-gnu");
        is("/usr/lib/gcc-cross/arm-linux-gnueabihf/12/include/stdint.h", "arm-linux-gnueabihf");
        is("/usr/lib/gcc/x86_64-redhat-linux/13/include/stddef.h", "x86_64-redhat-linux");
        is("/Library/Developer/CommandLineTools/SDKs/MacOSX.sdk/usr/include/stdio.h", "macOS");
        is("/usr/include/zlib.h", "the host");
        for none in
            ["/opt/e-gnu/lib/gcc/epiphany-elf/12.1.0/include/stddef.h", "src/arm-neon/x.h", "arm-1.2/x.h"]
        {
            assert_eq!(of(none), None, "{none}");
        }
        assert_eq!(of_markers("int f(int);\n# pragma x \"/usr/include/a.h\"\n", &[]), None);
    }
}
