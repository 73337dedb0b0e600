//! Random C programs by Csmith, compiled by a real compiler at every level and run on a simulator; the
//! checksum must be that of the same program on the host. Each target says how it compiles and runs.
//!
//! CROSSCALL_CSMITH is the number of programs (12 if unset), CROSSCALL_CSMITH_SEED the first seed (1 if
//! unset), CROSSCALL_CSMITH_OPTIONS further options of Csmith such as `--float`, CROSSCALL_CSMITH_FLAGS
//! further flags of the compiler. The host runs a 32-bit program, because constants such as `1UL` have the
//! width of `long`. Packed structures are left out: Csmith takes the addresses of their members, and reading
//! through such a pointer is undefined where alignment matters.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::process::{program, run_tool};
use crosscall_machines::machine::Stop;
use crosscall_machines::object_file::ObjectFile;

/// The levels.
const LEVELS: [&str; 5] = ["-O0", "-O1", "-O2", "-O3", "-Os"];

/// Longest run on the host.
const HOST_SECONDS: u64 = 5;
/// Most instructions simulated for one program.
const BUDGET: u64 = 400_000_000;

/// A target's part.
pub(crate) trait Subject: Sync {
    /// Compiles C text to an object with these flags; `None` for a failure of the compiler that is known.
    fn compile(&self, folder: &Path, text: &str, flags: &[&str]) -> Result<Option<ObjectFile>, String>;

    /// Links and calls `main`: the stop and the output.
    fn run(&self, object: ObjectFile, budget: u64) -> Result<(Stop, String), String>;
}

/// Results, by level.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Counts {
    agreed: u32,
    internal_errors: u32,
    host_too_long: u32,
    simulator_too_long: u32,
    differed: u32,
}

struct Tools<'a> {
    csmith: PathBuf,
    subject: &'a dyn Subject,
    host: PathBuf,
    includes: Vec<String>,
    options: Vec<String>,
    flags: Vec<String>,
}

impl<'a> Tools<'a> {
    fn find(subject: &'a dyn Subject) -> Option<Self> {
        let (csmith, host) = (program("csmith")?, program("gcc")?);
        let runtime = ["/usr/include/csmith", "/usr/local/include/csmith"];
        let Some(runtime) = runtime.iter().find(|place| Path::new(place).join("safe_math.h").is_file())
        else {
            println!("skipped: Csmith's safe_math.h is not installed (package libcsmith-dev)");
            return None;
        };
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/csmith");
        let includes = ["-I".to_string() + &own.to_string_lossy(), format!("-isystem{runtime}")];
        let words = |name: &str| -> Vec<String> {
            let value = std::env::var(name).unwrap_or_default();
            value.split_whitespace().map(str::to_string).collect()
        };
        let (options, flags) = (words("CROSSCALL_CSMITH_OPTIONS"), words("CROSSCALL_CSMITH_FLAGS"));
        Some(Self { csmith, subject, host, includes: includes.to_vec(), options, flags })
    }

    /// The text of a program.
    fn generate(&self, folder: &Path, seed: u64) -> Result<String, String> {
        // Csmith reads the sizes of int and of pointers from this file.
        let info = "integer size = 4\npointer size = 4\n";
        std::fs::write(folder.join("platform.info"), info).map_err(|error| error.to_string())?;
        let seed = seed.to_string();
        let mut command = Command::new(&self.csmith);
        command.current_dir(folder).args(["--seed", &seed, "--no-argc", "--concise", "--no-packed-struct"]);
        command.args(&self.options);
        Ok(String::from_utf8_lossy(&run_tool(&mut command)?).into_owned())
    }

    /// The checksum on the host; `None` when the program runs too long.
    fn host_checksum(&self, folder: &Path, text: &str) -> Result<Option<String>, String> {
        let (source, binary) = (folder.join("host.c"), folder.join("host"));
        std::fs::write(&source, text).map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.host);
        command.args(["-m32", "-O1", "-w", "-malign-double", "-ffreestanding", "-nostdlib", "-static"]);
        command.args(["-msse2", "-mfpmath=sse", "-ffp-contract=off"]);
        command.args(["-fno-pie", "-no-pie", "-fno-stack-protector"]).args(&self.includes);
        run_tool(command.arg(&source).arg("-o").arg(&binary).arg("-lgcc"))?;
        let mut child =
            Command::new(&binary).stdout(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
        let start = Instant::now();
        loop {
            if child.try_wait().map_err(|error| error.to_string())?.is_some() {
                let output = child.wait_with_output().map_err(|error| error.to_string())?;
                return Ok(Some(String::from_utf8_lossy(&output.stdout).into_owned()));
            }
            if start.elapsed() > Duration::from_secs(HOST_SECONDS) {
                child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Runs one seed at all levels; gives the counts and what differed.
fn check_seed(tools: &Tools<'_>, folder: &Path, seed: u64) -> Result<([Counts; 5], Vec<String>), String> {
    let mut counts = [Counts::default(); 5];
    let mut differences = Vec::new();
    let text = tools.generate(folder, seed)?;
    let expected = tools.host_checksum(folder, &text)?;
    for (level, count) in LEVELS.iter().zip(&mut counts) {
        let Some(expected) = &expected else {
            count.host_too_long += 1;
            continue;
        };
        let mut flags = vec![*level, "-w", "-ffreestanding", "-ffp-contract=off"];
        flags.extend(tools.includes.iter().chain(&tools.flags).map(String::as_str));
        let Some(object) = tools.subject.compile(folder, &text, &flags)? else {
            count.internal_errors += 1;
            continue;
        };
        match tools.subject.run(object, BUDGET)? {
            (Stop::Budget, _) => count.simulator_too_long += 1,
            (Stop::Breakpoint(_), output) if output == *expected => count.agreed += 1,
            (stop, output) => {
                count.differed += 1;
                differences.push(format!("seed {seed} {level}: {stop:?}, {output:?}, host {expected:?}"));
            }
        }
    }
    Ok((counts, differences))
}

fn variable(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// Compares as many programs as asked for.
pub(crate) fn checksums_equal_those_of_the_host(subject: &dyn Subject) {
    let Some(tools) = Tools::find(subject) else { return };
    let probe = tempfile::tempdir().expect("a temporary directory");
    let trivial = "#include \"csmith.h\"\nint main(void) { platform_main_end(1, 0); return 0; }\n";
    if let Err(error) = tools.host_checksum(probe.path(), trivial) {
        println!("skipped: the host cannot make 32-bit programs: {error}");
        return;
    }
    let first = variable("CROSSCALL_CSMITH_SEED", 1);
    let count = variable("CROSSCALL_CSMITH", 12);
    let next = AtomicU64::new(first);
    let results = Mutex::new(([Counts::default(); 5], Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let folder = tempfile::tempdir().expect("a temporary directory");
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        break;
                    }
                    let outcome = check_seed(&tools, folder.path(), seed);
                    let mut results = results.lock().expect("no thread panics while it holds the lock");
                    match outcome {
                        Ok((counts, differences)) => {
                            for (total, one) in results.0.iter_mut().zip(counts) {
                                total.agreed += one.agreed;
                                total.internal_errors += one.internal_errors;
                                total.host_too_long += one.host_too_long;
                                total.simulator_too_long += one.simulator_too_long;
                                total.differed += one.differed;
                            }
                            for text in &differences {
                                println!("{text}");
                            }
                            results.1.extend(differences);
                        }
                        Err(error) => {
                            println!("seed {seed}: {error}");
                            results.1.push(format!("seed {seed}: {error}"));
                        }
                    }
                }
            });
        }
    });
    let (counts, differences) = results.into_inner().expect("no thread panics while it holds the lock");
    for (level, count) in LEVELS.iter().zip(&counts) {
        println!("{level}: {count:?}");
    }
    let agreed: u32 = counts.iter().map(|count| count.agreed).sum();
    println!("{count} programs from seed {first}: {agreed} runs agreed, {} did not", differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(u64::from(agreed) >= count, "too few programs could be run");
}
