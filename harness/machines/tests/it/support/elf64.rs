//! C programs by real compilers, linked here and by GNU ld at the same addresses, and run by QEMU. Says so where a tool is
//! missing.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use super::process::{program, run_tool};
use super::{emulated, links};
use crosscall_machines::elf::{Format, read_archive, read_executable, read_object};
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{LinkError, LinkOptions, LinkTarget, Place, needed_members};
use crosscall_machines::memory_map::{HostWindow, MemoryMap};
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::runtime::{Meaning, OF_C, Served};

/// What a field says about a slot of the global offset table.
pub(crate) enum Slot {
    /// Its page.
    Page(u64),
    /// Its address.
    At(u64),
    /// Its offset from the page that was named last.
    Below(u64),
    /// Its offset from the page of the table.
    InTable(u64),
}

/// A target and its tools.
pub(crate) struct Target<T: LinkTarget + 'static> {
    pub(crate) target: T,
    pub(crate) format: Format,
    pub(crate) link: fn(&[&ObjectFile], &LinkOptions) -> Result<Executable, LinkError>,
    pub(crate) options: fn() -> LinkOptions,
    pub(crate) thread_pointer: fn(&Executable) -> u64,
    /// Kind, place, field and addend of a relocation about a slot.
    pub(crate) slot: fn(u32, u64, u32, i64) -> Slot,
    /// Before the names of binutils and GCC.
    pub(crate) prefix: &'static str,
    /// What clang calls it.
    pub(crate) triple: &'static str,
    /// Keeps ld from changing instructions.
    pub(crate) ld_flags: &'static [&'static str],
    /// Name of QEMU for it.
    pub(crate) qemu: &'static str,
    /// Begins a program: sets the thread pointer to `the_thread_pointer`, calls `main`, and ends with its result.
    pub(crate) start: &'static str,
}

/// C files that refer to each other, with every kind of section; the last one is not for code that goes into a library.
const FILES: [(&str, &str); 4] = [
    (
        "first",
        r#"extern int shared[], uninitialised, answer(int); extern const char *names[];
        int global_a; char global_b[7]; long long global_c; static int local = 5; static short odd[3] = {1, 2, 3};
        int (*table[])(int) = {answer, answer}; const double constant = 2.5; __int128 wide[3]; static int many[3000];
        int weak_one(void) __attribute__((weak)); extern int nobody(void) __attribute__((weak));
        int main(void) { int s = local++ + odd[1] + (int)constant; for (int i = 0; i < 4; i++)
            s += shared[i] + names[i & 1][0] + table[i & 1](s) + many[i * 100]++;
        #if !defined __x86_64__ || !defined __PIC__
            if (nobody) s += nobody();
        #endif
            wide[1] += s; global_b[3] = s; odd[2] = s;
            return s / 3 + weak_one() + global_a + global_b[3] + (int)global_c + uninitialised; }
        int choose(int i) { switch (i) { case 0: return answer(1); case 1: return shared[3]; case 2: return names[1][2];
            case 3: return local; case 4: return main(); case 5: return global_a; case 6: return answer(global_b[1]); }
            return &shared[i] == &many[3]; }"#,
    ),
    (
        "second",
        r#"extern int main(void); extern char global_b[]; extern int global_a;
        int shared[100] = {1, 2, 3}; int uninitialised; const char *names[] = {"first name", "second", global_b + 2};
        __attribute__((section(".text.special"))) int answer(int x) { return x % 7; }
        int weak_one(void) { return 1; } static char aligned[3] __attribute__((aligned(64))) = "ab";
        char *get(void) { return aligned; } int (*again)(void) = main;
        float scale(float x) { return x * 1.25f; } float *where(void) { static float there[4] = {1.5f}; return there + 1; }"#,
    ),
    (
        "third",
        r#"extern int answer(int); __attribute__((weak)) int weak_one(void) { return 2; }
        __attribute__((weak)) int only_weak = 9; long long wide_ones[3] = {1, -1, 5};
        __attribute__((section("orphan_data"))) int orphan = 77; __attribute__((section("orphan_text"))) int lone(int x) { return answer(x) / (x + 1); }
        struct big { int a[60]; } big_a, big_b; void copy(void) { big_a = big_b; }
        double convert(int x) { return x / 3.0; }
        #ifdef __x86_64__
        long double widen(double x) { return x * 3.5L; }
        #endif
        __attribute__((constructor)) static void early(void) { orphan++; }"#,
    ),
    (
        "storage",
        r#"static __thread char small = 3; __thread long long counter = 40; static __thread int zeros[20];
        int step(int i) { zeros[i]++; small += 2; return small + (int)counter++ + zeros[i]; } int *place(void) { return &zeros[7]; }"#,
    ),
];

/// Options of compilers, and whether thread-local variables are at known offsets.
const VARIANTS: [(&[&str], bool); 6] = [
    (&["-fno-pic"], true),
    (&["-fPIE"], true),
    (&["-fpie", "-fno-plt"], true),
    (&["-fPIC"], false),
    (&["-fpic", "-ffunction-sections", "-fdata-sections"], false),
    (&["-fno-pic", "-g", "-fno-asynchronous-unwind-tables"], true),
];

/// Raw `st_type` of a thread-local symbol.
const THREAD_LOCAL: u8 = 6;
/// Sections that ld makes anew, and where it puts what tells it of instructions.
const OWN: [&str; 3] = [".got", ".eh_frame", ".note.gnu.property"];

impl<T: LinkTarget> Target<T> {
    /// Commands of the compilers that are there.
    fn compilers(&self) -> Vec<Vec<String>> {
        let gcc = program(&format!("{}gcc", self.prefix)).map(|path| vec![path.display().to_string()]);
        let clang = ["clang-14", "clang-19"].into_iter().filter_map(|name| {
            let path = program(name)?;
            Some(vec![path.display().to_string(), format!("--target={}", self.triple)])
        });
        gcc.into_iter().chain(clang).collect()
    }

    fn compile(
        &self,
        compiler: &[String],
        flags: &[&str],
        folder: &Path,
        (name, text): (&str, &str),
    ) -> Result<ObjectFile, String> {
        std::fs::write(folder.join(format!("{name}.c")), text).map_err(|error| error.to_string())?;
        let mut command = Command::new(&compiler[0]);
        command.args(&compiler[1..]).args(flags).args(["-w", "-ffreestanding", "-fno-stack-protector", "-c"]);
        run_tool(command.args([&format!("{name}.c"), "-o", &format!("{name}.o")]).current_dir(folder))?;
        let path = folder.join(format!("{name}.o"));
        let mut bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
        without_merging(&mut bytes);
        std::fs::write(path, &bytes).map_err(|error| error.to_string())?;
        read_object(name, &bytes, &self.format).map_err(|error| error.to_string())
    }

    /// Links both ways and compares; gives the numbers of symbols and of slots compared.
    fn compare(
        &self,
        ld: &Path,
        folder: &Path,
        files: &[String],
        objects: &[ObjectFile],
    ) -> Result<(usize, usize), String> {
        let mut options = (self.options)();
        options.layout.retain(|rule| ![".tcb", ".eh_frame"].contains(&rule.name.as_str()));
        for (rule, number) in options.layout.iter_mut().zip(0..) {
            rule.place = Place::At(0x40_0000 + number * 0x4_0000);
        }
        let objects: Vec<&ObjectFile> = objects.iter().collect();
        let mut ours = (self.link)(&objects, &options).map_err(|error| error.to_string())?;
        let script = links::script(&options)
            .replace("*(.comment)", "*(.comment) *(.eh_frame) *(.note.*) *(.rela.*) *(.rel.*)")
            .replace("*(.got)", "*(.got .got.plt)")
            // It fills gaps in code with instructions.
            .replace(") }\n", ") } =0\n");
        std::fs::write(folder.join("script"), script).map_err(|error| error.to_string())?;
        let mut command = Command::new(ld);
        command.current_dir(folder).args(["-T", "script", "-o", "program", "-e", "main"]).args(self.ld_flags);
        run_tool(command.args(files))?;
        let theirs = std::fs::read(folder.join("program")).map_err(|error| error.to_string())?;
        let mut theirs =
            read_executable("program", &theirs, &self.format).map_err(|error| error.to_string())?;
        let slots = self.compare_slots(&objects, &mut ours, &mut theirs)?;
        for program in [&mut ours, &mut theirs] {
            program.sections.retain(|section| !OWN.contains(&section.name.as_str()));
            // It counts the values of thread-local symbols from the start of their storage, and has parts of the table.
            program
                .globals
                .retain(|name, symbol| symbol.kind != THREAD_LOCAL && name != "_GLOBAL_OFFSET_TABLE_");
        }
        Ok((links::same(&ours, &theirs)?, slots))
    }

    /// Slots are in another order: compares their contents, and clears the fields that lead to them.
    fn compare_slots(
        &self,
        objects: &[&ObjectFile],
        ours: &mut Executable,
        theirs: &mut Executable,
    ) -> Result<usize, String> {
        let mut count = 0;
        let inputs: Vec<_> = ours.sections.iter().flat_map(|section| section.inputs.clone()).collect();
        for input in inputs {
            let Some(section) = input.index.and_then(|index| objects.get(input.object)?.sections.get(index))
            else {
                continue;
            };
            if OWN.contains(&section.name.as_str()) {
                continue;
            }
            let mut pages = HashMap::new();
            let about_slots = section.relocations.iter().filter(|one| self.target.uses_got(one.kind));
            for relocation in about_slots {
                let place = input.address + relocation.offset;
                let mut found = [None, None];
                for (number, program) in [&mut *ours, &mut *theirs].into_iter().enumerate() {
                    let word = word_at(program, place).ok_or("no field")?;
                    let table = program.sections.iter().find(|section| section.name == ".got");
                    let table = table.map_or(0, |section| section.address) & !0xfff;
                    let key = (number, relocation.symbol);
                    let at = match (self.slot)(relocation.kind, place, word as u32, relocation.addend) {
                        Slot::Page(page) => {
                            pages.insert(key, page);
                            None
                        }
                        Slot::At(at) => Some(at),
                        Slot::Below(offset) => Some(pages.get(&key).copied().unwrap_or(0) + offset),
                        Slot::InTable(offset) => Some(table + offset),
                    };
                    let contents = at.map(|at| word_at(program, at).ok_or(format!("no slot at {at:#x}")));
                    found[number] = contents.transpose()?;
                    clear(program, place);
                }
                if found[0] != found[1] {
                    return Err(format!("slot of {place:#x}: {found:x?}"));
                }
                count += usize::from(found[0].is_some());
            }
        }
        Ok(count)
    }

    /// All files by all compilers, levels and variants.
    pub(crate) fn c_programs_link_as_with_ld(&self) {
        let Some(ld) = program(&format!("{}ld", self.prefix)) else { return };
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let (mut links, mut symbols, mut slots) = (0, 0, 0);
        let levels = ["-O0", "-O2"];
        let compilers = self.compilers();
        for compiler in &compilers {
            for level in levels {
                for (variant, has_storage) in VARIANTS {
                    let flags: Vec<&str> = [level].iter().chain(variant).copied().collect();
                    let at = format!("{compiler:?} {flags:?}");
                    let chosen = &FILES[..if has_storage { 4 } else { 3 }];
                    let objects: Vec<ObjectFile> = chosen
                        .iter()
                        .map(|file| self.compile(compiler, &flags, folder, *file))
                        .collect::<Result<_, _>>()
                        .unwrap_or_else(|error| panic!("{at}: {error}"));
                    let files: Vec<String> = chosen.iter().map(|(name, _)| format!("{name}.o")).collect();
                    let compared = self.compare(&ld, folder, &files, &objects);
                    let (some, more) = compared.unwrap_or_else(|error| panic!("{at}: {error}"));
                    (links, symbols, slots) = (links + 1, symbols + some, slots + more);
                }
            }
        }
        println!("{links} links compared, {symbols} symbols, {slots} slots");
        assert_eq!(links, compilers.len() * levels.len() * VARIANTS.len());
        assert!(links == 0 || symbols > links && slots > links);
    }

    /// The same with objects of rustc and Zig, where they have a library for the target.
    pub(crate) fn other_objects_link_as_with_ld(&self) {
        let Some(ld) = program(&format!("{}ld", self.prefix)) else { return };
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        std::fs::write(folder.join("in.rs"), RUST).expect("write");
        std::fs::write(folder.join("in.zig"), ZIG).expect("write");
        let zig = format!("-target {} -fno-stack-check -femit-bin=in.o", self.triple);
        let rust = "--emit obj --crate-type lib -o in.o in.rs -C panic=abort -C force-unwind-tables=no";
        let mut commands = Vec::new();
        if let Some(path) = program("rustc").filter(|_| self.prefix.is_empty()) {
            let flags = ["-C opt-level=1 -C relocation-model=static", "-O", "-O -C relocation-model=pic -g"];
            commands.extend(flags.map(|flags| (path.clone(), format!("{rust} {flags}"))));
        }
        if let Some(path) = program("zig") {
            let flags = ["-O ReleaseFast", "-O ReleaseSmall -fPIC -fstrip"];
            commands.extend(flags.map(|flags| (path.clone(), format!("build-obj in.zig {zig} {flags}"))));
        }
        for (path, arguments) in commands {
            let mut command = Command::new(path);
            command.args(arguments.split(' ')).env("ZIG_LOCAL_CACHE_DIR", folder).current_dir(folder);
            run_tool(&mut command).unwrap_or_else(|error| panic!("{arguments}: {error}"));
            let file = folder.join("in.o");
            let mut bytes = std::fs::read(&file).expect("an object");
            without_merging(&mut bytes);
            std::fs::write(&file, &bytes).expect("write");
            let object = read_object("in", &bytes, &self.format).unwrap_or_else(|error| panic!("{error}"));
            let compared = self.compare(&ld, folder, &["in.o".to_owned()], &[object]);
            let (symbols, _) = compared.unwrap_or_else(|error| panic!("{arguments}: {error}"));
            assert!(symbols > 3, "{arguments}: {symbols}");
        }
    }

    /// Programs with thread-local variables and what the compiler's own library has, linked here, run by QEMU and say that all
    /// is right.
    pub(crate) fn programs_run(&self) {
        let (Some(qemu), Some(gcc)) = (program(self.qemu), program(&format!("{}gcc", self.prefix))) else {
            return;
        };
        let library = run_tool(Command::new(&gcc).arg("-print-libgcc-file-name")).expect("GCC says it");
        let library = String::from_utf8_lossy(&library).trim().to_owned();
        let bytes = std::fs::read(&library).expect("GCC's library");
        let members = read_archive(&library, &bytes).expect("a library");
        let read = |member: &crosscall_machines::elf::Member<'_>| {
            read_object(member.name, member.data, &self.format).unwrap_or_else(|error| panic!("{error}"))
        };
        let members: Vec<ObjectFile> = members.iter().map(read).collect();
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let main = format!("{}{MAIN}", self.start);
        for compiler in self.compilers() {
            for flags in [["-O0", "-fno-pic"], ["-O2", "-fno-pic"], ["-O0", "-fPIE"], ["-O2", "-fPIE"]] {
                let at = format!("{compiler:?} {flags:?}");
                let compile = |file| {
                    self.compile(&compiler, &flags, folder, file)
                        .unwrap_or_else(|error| panic!("{at}: {error}"))
                };
                let mut objects = vec![compile(("main", &main)), compile(("other", OTHER))];
                let mut options = (self.options)();
                options.served.clear();
                let needed = needed_members(&objects, &members, &options.entry);
                assert!(!needed.is_empty(), "{at}");
                objects.extend(needed.into_iter().map(|index| members[index].clone()));
                let objects: Vec<&ObjectFile> = objects.iter().collect();
                let link = |options: &LinkOptions| {
                    (self.link)(&objects, options).unwrap_or_else(|error| panic!("{at}: {error}"))
                };
                options.defined.insert("the_thread_pointer".to_owned(), 0);
                let pointer = (self.thread_pointer)(&link(&options));
                options.defined.insert("the_thread_pointer".to_owned(), pointer);
                let (_, status) =
                    emulated::run(&mut Command::new(&qemu), folder, &self.format, &link(&options));
                assert_eq!(status, Some(42), "{at}");
            }
        }
    }
}

/// Returns 42, or the number of what is wrong.
const MAIN: &str = r#"
extern __thread int outer; static __thread int inner[4] = {1, 2, 3, 4}; extern __thread char aligned[3] __attribute__((aligned(64)));
extern int more(int), (*pointers[2])(int), data[5]; extern __int128 quotient(__int128, __int128); extern __thread long zero;
static const char *const words[] = {"one", "three"};
#ifdef __aarch64__
typedef long double wide;
#else
typedef __float128 wide;
#endif
wide product(wide, wide);
int main(void) {
    volatile int four = 4;
    if (outer != 70 || inner[2] != 3 || zero) return 1;
    outer++; zero += 5;
    if (more(four) != 71 + 4 + 5) return 2;
    if ((unsigned long)aligned & 63 || aligned[1] != 'b') return 3;
    if (pointers[four & 1](2) != 78 || pointers[1] != more) return 4;
    if (data[4] != 50 || words[1][four] != 'e') return 5;
    __int128 big = (__int128)four << 100;
    if (quotient(big, 3) != big / four / 3 * 4 + 1) return 6;
    if ((double)product(2.5, four) != 10.0) return 7;
    switch (four) { case 0: return more(9); case 1: return data[1]; case 2: return 8; case 3: return inner[1]; case 4: return 42; case 5: return 9; }
    return 10;
}
"#;

const OTHER: &str = r#"
__thread int outer = 70; __thread char aligned[3] __attribute__((aligned(64))) = "ab"; __thread long zero;
int data[5] = {10, 20, 30, 40, 50};
#ifdef __aarch64__
typedef long double wide;
#else
typedef __float128 wide;
#endif
int more(int x) { return outer + x + zero; } static int own(int x) { return more(x) + data[0] / 10 - 1; }
int (*pointers[2])(int) = {own, more};
__int128 quotient(__int128 a, __int128 b) { return a / b; }
wide product(wide a, wide b) { return a * b; }
"#;

/// Functions and data without what they would need of a library.
const RUST: &str = r#"
#![no_std]
pub static WORDS: [&str; 3] = ["one", "two", "three"];
static mut STATE: [u64; 40] = [3; 40]; static mut SPACE: [u32; 100] = [0; 100];
static CALLS: [fn(u64) -> u64; 2] = [double, step];
fn double(x: u64) -> u64 { x.wrapping_mul(2) }
#[inline(never)] fn step(x: u64) -> u64 { unsafe { STATE[(x % 40) as usize] ^= x; STATE[7].wrapping_add(SPACE[(x % 100) as usize] as u64) } }
#[unsafe(no_mangle)] pub extern "C" fn main(x: u64) -> u64 { CALLS[(x & 1) as usize](x).wrapping_add(WORDS[(x % 3) as usize].len() as u64) }
#[unsafe(no_mangle)] pub extern "C" fn choose(x: u64, y: f64) -> f64 { match x { 0 => y * 2.5, 1 => 3.25, 2 => y / 1.75, 3 => y + 9.5, 4 => 1e9 - y, _ => y } }
#[unsafe(no_mangle)] pub extern "C" fn word(x: u64) -> *const u8 { WORDS[(x % 3) as usize].as_ptr() }
"#;

const ZIG: &str = r#"
var state: [40]u64 = @splat(3);
var space: [100]u32 = undefined;
const words = [_][*:0]const u8{ "one", "two", "three" };
fn step(x: u64) callconv(.c) u64 { state[x % 40] ^= x; return state[7] +% space[x % 100]; }
fn double(x: u64) callconv(.c) u64 { return x *% 2; }
export var calls = [_]*const fn (u64) callconv(.c) u64{ &double, &step };
export fn main(x: u64) u64 { return calls[x & 1](x); }
export fn word(x: u64) [*:0]const u8 { return words[x % 3]; }
export fn choose(x: u64, y: f64) f64 { return switch (x) { 0 => y * 2.5, 1 => 3.25, 2 => y / 1.75, 3 => y + 9.5, 4 => 1e9 - y, else => y }; }
export fn fill(x: u32) void { for (&space) |*place| place.* = x; }
"#;

/// Takes from the section headers of an object file the flags SHF_MERGE and SHF_STRINGS, by which ld stores equal constants once.
fn without_merging(file: &mut [u8]) {
    let value = |file: &[u8], at: usize, size: usize| {
        file[at..at + size].iter().rev().fold(0, |value, byte| value << 8 | usize::from(*byte))
    };
    let (table, count) = (value(file, 0x28, 8), value(file, 0x3c, 2));
    for number in 0..count {
        file[table + 64 * number + 8] &= !0x30;
    }
}

fn word_at(program: &Executable, address: u64) -> Option<u64> {
    let inside = |address: u64| {
        let segment = program
            .segments
            .iter()
            .find(|segment| address.wrapping_sub(segment.address) < segment.data.len() as u64)?;
        segment.data.get((address - segment.address) as usize).copied()
    };
    inside(address)?;
    Some((0..8).rev().fold(0, |value, byte| value << 8 | u64::from(inside(address + byte).unwrap_or(0))))
}

/// Clears a word.
fn clear(program: &mut Executable, address: u64) {
    for segment in &mut program.segments {
        for place in address..address + 4 {
            let offset = place.wrapping_sub(segment.address) as usize;
            if let Some(byte) = segment.data.get_mut(offset) {
                *byte = 0;
            }
        }
    }
}

/// The memory map is sound, and the host serves the functions of the C library at its addresses and no others.
pub(crate) fn map_and_served_functions_fit(
    map: &MemoryMap,
    options: &LinkOptions,
    stack_top: u64,
    window: HostWindow,
) {
    assert_eq!(map.validate(), Ok(()));
    assert!(map.region_at(stack_top).is_some() && stack_top.is_multiple_of(16));
    let served: Vec<&String> = options.served.keys().collect();
    assert_eq!(served, ["__stack_chk_fail", "abort", "memcmp", "memcpy", "memmove", "memset"]);
    for (name, address) in &options.served {
        let number = window.slot_of(*address).expect("a slot") - 1;
        let Some(Served::Shared(function)) = OF_C.get(number) else { panic!("{name} is not served") };
        assert_eq!(function.name, name);
        assert!(!matches!(function.meaning, Meaning::Pure(..)));
    }
    assert!(OF_C.get(5).is_none(), "__mulsi3 comes from the compiler's library");
}
