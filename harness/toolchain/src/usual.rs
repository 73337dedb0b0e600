//! The compilers that are tested where nobody says which: the newest version of each that was found, at one level, for the
//! ABIs that most programs are compiled for.

use super::{Toolchain, ToolchainKind};
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;
use crosscall_reports::names;
use crosscall_reports::run::Narrowed;
use std::collections::BTreeMap;

/// Level: optimised as programs usually are.
const LEVEL: &str = "-O2";

/// ABIs of RISC-V. Those of soft float and of single precision are for few programs.
const ABIS: [Abi; 3] = [Abi::Lp64d, Abi::Ilp32d, Abi::Ilp32e];

/// ABIs of RISC-V whose assemblers and linkers are tested: one for each width of registers, on which encodings depend.
const TOOL_ABIS: [Abi; 2] = [Abi::Lp64d, Abi::Ilp32d];

/// Amount of the compilers of a machine that is tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Breadth {
    /// True for every target, false for the usual ABIs of a processor that has several.
    pub targets: bool,
    /// True for every level.
    pub levels: bool,
    /// True for every version of a compiler.
    pub versions: bool,
}

impl Breadth {
    /// Everything.
    pub const ALL: Breadth = Breadth { targets: true, levels: true, versions: true };

    /// True if real compilers are looked for by this target.
    pub(super) fn has(self, target: Target) -> bool {
        self.targets || is_among(&ABIS, target)
    }

    /// True if assemblers and linkers are tested by this target.
    fn has_tools(self, target: Target) -> bool {
        self.targets || is_among(&TOOL_ABIS, target)
    }

    /// The subjects that are tested of those that were `found`, and what is left out, with the option that asks for it.
    pub(super) fn choose(
        self,
        all: Vec<Toolchain>,
        found: impl Fn(&Toolchain) -> bool,
    ) -> (Vec<Toolchain>, Vec<Narrowed>) {
        let mut newest: BTreeMap<Series<'_>, (Version, String)> = BTreeMap::new();
        for toolchain in all.iter().filter(|toolchain| found(toolchain)) {
            let version = version_of(toolchain);
            let own = names::parts(&toolchain.name, toolchain.target).compiler.to_owned();
            let best = newest.entry(series_of(toolchain)).or_insert_with(|| (version.clone(), own.clone()));
            if version > best.0 {
                *best = (version, own);
            }
        }
        let (mut levels, mut versions, mut tools): (Vec<String>, Vec<String>, Vec<String>) =
            Default::default();
        let mut left = Vec::new();
        for toolchain in &all {
            let parts = names::parts(&toolchain.name, toolchain.target);
            if found(toolchain) {
                let is_newest =
                    newest.get(&series_of(toolchain)).is_some_and(|(_, name)| name == parts.compiler);
                let unusual = parts.level.filter(|level| !self.levels && *level != LEVEL);
                if !self.versions && !is_newest {
                    push(&mut versions, parts.compiler);
                    continue;
                }
                if let Some(level) = unusual {
                    push(&mut levels, level);
                    continue;
                }
                if toolchain.kind == ToolchainKind::Binutils && !self.has_tools(toolchain.target) {
                    push(&mut tools, toolchain.target.name());
                    continue;
                }
            }
            left.push(toolchain.clone());
        }
        let entry = |what: &str, all: &[String], option: &str| {
            let what = format!("{what} {}", all.join(" "));
            (!all.is_empty()).then(|| Narrowed { what, option: option.to_owned() })
        };
        let target = format!("--target {}", tools.join(" --target "));
        let narrowed = [
            entry("levels", &levels, "--all-levels"),
            entry("older", &versions, "--all-versions"),
            entry("assemblers and linkers for", &tools, &target),
        ];
        (left, narrowed.into_iter().flatten().collect())
    }

    /// The targets for which no real compiler was looked for.
    pub(super) fn narrowed_targets(self) -> Option<Narrowed> {
        let left: Vec<&str> =
            Target::ALL.into_iter().filter(|target| !self.has(*target)).map(names::variant).collect();
        (!left.is_empty()).then(|| Narrowed {
            what: format!("ABIs {}", left.join(" ")),
            option: "--target riscv64, riscv32".to_owned(),
        })
    }
}

/// True for these ABIs of RISC-V, and for every other processor.
fn is_among(abis: &[Abi], target: Target) -> bool {
    match target {
        Target::Riscv(abi) => abis.contains(&abi),
        _ => true,
    }
}

/// Order of a target where there may be too little time for all: those with compilers that are run first, then those with
/// recordings; of RISC-V's ABIs the usual ones.
pub fn rank(target: Target, toolchains: &[Toolchain]) -> (usize, usize) {
    let of_target = || toolchains.iter().filter(|toolchain| toolchain.target == target);
    let has_compiler = of_target().any(|t| t.kind.is_compiler() && !names::is_recorded(&t.name));
    let kind = match () {
        () if has_compiler => 0,
        () if of_target().any(|t| names::is_recorded(&t.name)) => 1,
        () => 2,
    };
    let abi = match target {
        Target::Riscv(abi) => ABIS.iter().position(|usual| *usual == abi).unwrap_or(ABIS.len()),
        _ => 0,
    };
    (kind, abi)
}

fn push(all: &mut Vec<String>, name: &str) {
    if !all.iter().any(|other| other == name) {
        all.push(name.to_owned());
    }
}

/// Versions of one compiler for one target.
type Series<'a> = (Target, ToolchainKind, &'a str, bool);

fn series_of(toolchain: &Toolchain) -> Series<'_> {
    let family = toolchain.compiler.split(' ').next().unwrap_or_default();
    (toolchain.target, toolchain.kind, family, toolchain.emulator.is_empty())
}

/// The numbers of a version, the most significant first.
type Version = Vec<u64>;

fn version_of(toolchain: &Toolchain) -> Version {
    let version = toolchain.compiler.split(' ').nth(1).unwrap_or_default();
    version.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(name: &str, compiler: &str) -> Toolchain {
        let target = Target::Riscv(Abi::Lp64d);
        let kind = if compiler.starts_with("gcc") { ToolchainKind::Gcc } else { ToolchainKind::Clang };
        Toolchain {
            name: name.to_owned(),
            kind,
            compiler: compiler.to_owned(),
            ..Toolchain::embedded(target)
        }
    }

    fn chosen(breadth: Breadth) -> (Vec<String>, Vec<String>) {
        let levels = |name: &str, compiler: &str| {
            ["-O0", "-O1", "-O2"].map(|level| subject(&format!("{name}-lp64d{level}"), compiler))
        };
        let mut all =
            vec![subject("embedded-riscv64-lp64d", "crosscall 0.1.0"), subject("mine-O1", "gcc 4.1.0 x")];
        all.extend(levels("clang-9", "clang 9.0.1 x"));
        all.extend(levels("clang-19", "clang 19.1.7 x"));
        all.extend(levels("riscv64-gcc", "gcc 12.2.0 a"));
        all.extend(levels("riscv64-linux-gcc", "gcc 12.2.0 b"));
        let found = |toolchain: &Toolchain| toolchain.name.contains("lp64d-");
        let (left, narrowed) = breadth.choose(all, found);
        (left.into_iter().map(|t| t.name).collect(), narrowed.into_iter().map(|n| n.what).collect())
    }

    #[test]
    fn the_newest_version_at_one_level_and_all_that_a_person_has_named() {
        let (names, narrowed) = chosen(Breadth { targets: false, levels: false, versions: false });
        let expected = ["embedded-riscv64-lp64d", "mine-O1", "clang-19-lp64d-O2", "riscv64-gcc-lp64d-O2"];
        assert_eq!(names, expected);
        assert_eq!(narrowed, ["levels -O0 -O1", "older clang-9 riscv64-linux-gcc"]);
    }

    #[test]
    fn nothing_is_left_out_where_all_is_asked_for() {
        let (names, narrowed) = chosen(Breadth::ALL);
        assert_eq!((names.len(), narrowed.len()), (14, 0));
        assert_eq!(Breadth::ALL.narrowed_targets(), None);
        let levels = Breadth { levels: false, ..Breadth::ALL };
        assert_eq!(chosen(levels).0.len(), 6);
    }

    #[test]
    fn tools_are_tested_once_for_each_width() {
        let of = |abi, kind| Toolchain { kind, ..Toolchain::embedded(Target::Riscv(abi)) };
        let all: Vec<Toolchain> = [Abi::Lp64d, Abi::Ilp32d, Abi::Ilp32e]
            .into_iter()
            .flat_map(|abi| [of(abi, ToolchainKind::Binutils), of(abi, ToolchainKind::Gcc)])
            .collect();
        let usual = Breadth { targets: false, ..Breadth::ALL };
        let (left, narrowed) = usual.choose(all.clone(), |_| true);
        let tools = left.iter().filter(|t| t.kind == ToolchainKind::Binutils).map(|t| t.target.name());
        assert_eq!(tools.collect::<Vec<_>>(), ["riscv64-lp64d", "riscv32-ilp32d"]);
        let said: Vec<_> = narrowed.iter().map(|n| (n.what.as_str(), n.option.as_str())).collect();
        assert_eq!(said, [("assemblers and linkers for riscv32-ilp32e", "--target riscv32-ilp32e")]);
        assert_eq!((left.len(), Breadth::ALL.choose(all, |_| true).0.len()), (5, 6));
    }
}
