//! The examples that stand at the end of every `--help`, and in the man pages.

use clap::Command;

/// A command line with what it does.
type Example = (&'static str, &'static str);

/// The examples of each command, by its path below `crosscall`; those of the program itself by the empty path.
#[rustfmt::skip]
pub const EXAMPLES: &[(&str, &[Example])] = &[
    ("", &[
        ("What is there to test, and how to get the rest", "crosscall doctor"),
        ("Test everything that is there", "crosscall run"),
        ("Where the arguments of a function go", "crosscall explain --target epiphany 'long f(int, double)'"),
    ]),
    ("run", &[
        ("One compiler at every level that is known", "crosscall run --toolchain 'epiphany-elf-gcc-*'"),
        ("A compiler that is in no configuration", "crosscall run --target nyuzi --subject mine --cc 'build/bin/clang -O2'"),
        ("A compiler without a front end for C, by a printer", "crosscall run --target riscv64-lp64d --printer mine='python3 printer.py'"),
        ("Ten minutes with new random cases, kept in a folder", "crosscall run --time 10m --seed random --report reports/today"),
        ("A quick look: only calls, and no more cases after the first new finding", "crosscall run --pairing caller --pairing callee --cases 300 --fail-fast"),
        ("What is found is accepted from now on", "crosscall run --accept accepted.toml"),
        ("Every night for eight hours, each going on where the last one ended", "crosscall run --store nights --time 8h"),
        ("The second of four machines", "crosscall run --store shard-2 --shard 2/4 --cases 100000"),
        ("The shard of a task of a Slurm job array", "crosscall run --store shard-$SLURM_ARRAY_TASK_ID --shard auto --cases 100000"),
        ("In a workflow of GitHub", "crosscall run --toolchain epiphany-elf-gcc-O2 --time 4m --format github"),
    ]),
    ("report", &[
        ("A campaign that goes on or has ended", "crosscall report nights"),
        ("The shards of one campaign, for programs", "crosscall report shard-1 shard-2 shard-3 shard-4 --format json"),
    ]),
    ("status", &[
        ("From another terminal, or in the morning", "crosscall status nights"),
    ]),
    ("buckets", &[
        ("What a campaign has found, and how it stands", "crosscall buckets nights"),
        ("The history of one, with files for `repro`", "crosscall buckets nights e2f44471 --cases cases"),
    ]),
    ("note", &[
        ("Not run every night for the time being", "crosscall note nights e2f4 --retire --who Ada --why 'ticket 271' --until 2027-03-31"),
        ("Somebody has", "crosscall note nights e2f4 --reopen --who Ada --why 'the new allocator is in'"),
    ]),
    ("record", &[
        ("All levels of a compiler, for people who do not have it", "crosscall record --toolchain 'dpu-clang-*' --output dpu-clang.recorded"),
    ]),
    ("compare", &[
        ("Two builds of one compiler", "crosscall compare --target nyuzi --old 'old/bin/clang -O2' --new 'new/bin/clang -O2'"),
        ("At several levels, as a comment on a pull request", "crosscall compare --target epiphany --old old/bin/gcc --new new/bin/gcc --flags=-O0 --flags=-O2 --format markdown"),
        ("Toolchains of a configuration, each old level with the new one of its name", "crosscall compare 'old-gcc-*' 'new-gcc-*'"),
    ]),
    ("bisect", &[
        ("Since which version", "crosscall bisect case.toml --cc 'gcc-11/bin/gcc -O2' --cc 'gcc-12/bin/gcc -O2' --cc 'gcc-13/bin/gcc -O2'"),
        ("Since which level a known finding shows", "crosscall bisect EPIPHANY-GCC12-07 --over epiphany-elf-gcc-O0,epiphany-elf-gcc-O1,epiphany-elf-gcc-O2 --all"),
        ("With which flags", "crosscall bisect case.toml --cc clang --flags=-fclang-abi-compat=17 --flags=-fclang-abi-compat=18"),
    ]),
    ("audit", &[
        ("A function in assembly, and nothing else", "crosscall audit sum.s --target riscv64-lp64d --prototype 'int sum(const int *p, int n)' --argument 'p: 0..40 of int' --argument 'n: 0..p'"),
        ("All functions of a library, for a CI server", "crosscall audit --file audit.toml --junit audit.xml --format github"),
        ("One that has to do what another one does", "crosscall audit fast.o --target epiphany --prototype 'int f(int)' --same-as plain.o:f"),
        ("A whole program, every call in it", "crosscall audit firmware.elf"),
        ("What users of a library see of its next version", "crosscall audit --static --target riscv64-lp64d --against old/libmine.so new/libmine.so"),
    ]),
    ("explain", &[
        ("A call of a function with a record", "crosscall explain --target epiphany 'long f(int, struct { char a; long long b; })'"),
        ("What every other interpretation of the document would change", "crosscall explain --target dpu --all 'double f(char, double)'"),
        ("How a type is laid out", "crosscall explain --target ipu 'struct { char a; long long b; }'"),
        ("A function of an installed header", "crosscall explain --target dpu --include zlib.h --function inflate --brief"),
        ("A function of a header, behind `cc -E zlib.h > zlib.i`", "crosscall explain --target nyuzi --function inflate zlib.i"),
        ("What a compiler really does with it", "crosscall explain --target epiphany --toolchain embedded-epiphany 'double f(char, double)'"),
        ("Under an interpretation of your choice", "crosscall explain --target epiphany --dialect RET-04=R2 'struct { char a, b; } f(void)'"),
    ]),
    ("repro", &[
        ("As it was found", "crosscall repro reports/today/cases/epiphany/0123.toml"),
        ("With another compiler", "crosscall repro case.toml --toolchain epiphany-elf-gcc-O0"),
        ("A known finding, with its evidence in a folder", "crosscall repro EPIPHANY-GCC12-04 --keep evidence"),
        ("Case 1234 of the run with seed 7", "crosscall repro epiphany/call/1234@0x7 --toolchain epiphany-elf-gcc-O2"),
        ("A text for a bug tracker", "crosscall repro EPIPHANY-GCC12-04 --format issue"),
        ("For `git bisect run`: since which change of a compiler it shows", "crosscall repro case.toml --toolchain mine --bisect"),
    ]),
    ("finding", &[
        ("What is known of the tools of one target", "crosscall finding --target nyuzi"),
        ("What is written of one of them", "crosscall finding EPIPHANY-GCC12-04"),
        ("Which findings a new compiler still has", "crosscall finding --target riscv64 --try --toolchain 'clang-23-*'"),
    ]),
    ("minimize", &[
        ("To a file of its own", "crosscall minimize case.toml --output small.toml"),
    ]),
    ("clauses", &[
        ("The document of one target", "crosscall clauses --target ipu"),
        ("Some of its clauses", "crosscall clauses --target ipu 'ARG-*' --open"),
        ("With how often a run put each clause to the test", "crosscall clauses --target epiphany --coverage reports/today/report.json"),
    ]),
    ("mutants", &[
        ("Would a fault in this compiler be found?", "crosscall mutants --toolchain epiphany-elf-gcc-O2 --until-found"),
        ("The faults of the built-in code generator for one target", "crosscall mutants --target nyuzi"),
    ]),
    ("doctor", &[
        ("For people", "crosscall doctor"),
        ("For programs", "crosscall doctor --format json"),
    ]),
    ("machine", &[
        ("From text to a run in one step", "crosscall machine run --target dpu main.s"),
        ("What is in an object file", "crosscall machine disasm main.o"),
    ]),
    ("machine asm", &[
        ("To main.o", "crosscall machine asm --target epiphany main.s"),
        ("Through a pipe", "crosscall machine asm --target epiphany main.s -o -"),
    ]),
    ("machine disasm", &[
        ("A listing", "crosscall machine disasm main.o"),
        ("A text that assembles to the same bytes", "crosscall machine disasm --source main.o"),
    ]),
    ("machine link", &[
        ("With what is needed of a library", "crosscall machine link main.o libm.a -o main.elf"),
    ]),
    ("machine run", &[
        ("A text", "crosscall machine run --target nyuzi main.s"),
        ("A function with a pointer and a count, and what it left in memory", "crosscall machine run sum.o --entry sum --load in:data.bin --arg in --arg 4 --dump in:4w"),
        ("Step by step", "crosscall machine run main.o --trace --budget 1000"),
        ("A function against the ABI document", "crosscall machine run --target epiphany sum.s --check 'int sum(const int *p, int n)' --argument 'p: 4 of int' --arg 4"),
    ]),
    ("machine compare", &[
        ("With the vendor's tool where it is found", "crosscall machine compare --target epiphany main.s"),
    ]),
    ("help", &[
        ("The help of a command", "crosscall help machine run"),
        ("What a word means", "crosscall help dialect"),
    ]),
    ("completions", &[
        ("For bash", "crosscall completions bash --output ~/.local/share/bash-completion/completions/crosscall"),
        ("For fish", "crosscall completions fish --output ~/.config/fish/completions/crosscall.fish"),
        ("For zsh, into a folder of $fpath", "crosscall completions zsh --output ~/.zfunc/_crosscall"),
    ]),
    ("man", &[
        ("Where man looks for the pages of a user", "crosscall man ~/.local/share/man/man1"),
    ]),
];

/// Puts the examples behind the help of a command and of all below it. What stands there already comes last.
pub(super) fn add(command: Command) -> Command {
    add_below(command, "")
}

fn add_below(command: Command, path: &str) -> Command {
    let examples = EXAMPLES.iter().find(|(of, _)| *of == path).map(|(_, examples)| *examples);
    let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let command = match examples {
        None => command,
        Some(examples) => {
            let before = command.get_after_help().map(|text| format!("\n\n{text}")).unwrap_or_default();
            command.after_help(text(examples) + &before)
        }
    };
    names.into_iter().fold(command, |command, name| {
        let below = format!("{path} {name}");
        command.mut_subcommand(name, |inner| add_below(inner, below.trim_start()))
    })
}

fn text(examples: &[Example]) -> String {
    let mut out = "Examples:".to_owned();
    for (what, line) in examples {
        // Whatever the width, what is pasted is one line.
        out += &format!("\n  {what}:\n      {}", line.replace(' ', BLANK));
    }
    out
}

/// Stand-in for a blank at which a line may not be folded, until help is printed.
const BLANK: &str = "\u{a0}";

/// A text of help with its examples as they can be pasted.
pub fn unfolded(text: &str) -> String {
    text.replace(BLANK, " ")
}
