//! All subjects that this machine offers, and the choice among them.

use super::config::Config;
use super::discover::{Family, Found, Places, ask_version, families, look, subjects};
use super::usual::Breadth;
use super::{Toolchain, ToolchainKind, assembler, identity, printer};
use crate::recorded;
use crosscall_base::error::{Error, read_bytes};
use crosscall_base::pattern::fits;
use crosscall_engine::machine::backend;
use crosscall_model::{About, Target};
use crosscall_reports::nearest;
use crosscall_reports::run::{LeftOut, Narrowed};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Everything that is there, and everything that is known and is not.
#[derive(Debug, Default)]
pub struct Inventory {
    /// Subjects that can be used: the embedded ones first, then found compilers, then configured ones. A
    /// configured one replaces a found one of its name.
    pub toolchains: Vec<Toolchain>,
    /// Subjects that cannot be used.
    pub missing: Vec<Missing>,
    /// Results for each family of compilers, for `doctor`.
    pub families: Vec<(&'static Family, Found)>,
    /// Names of subjects that nobody looked for, with their targets.
    other: Vec<(String, Target)>,
    /// Names of the compilers that were found without a configuration.
    found: BTreeSet<String>,
}

/// Subjects that cannot be used, with the reason and the way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Their names.
    pub names: Vec<String>,
    /// Their target.
    pub target: Target,
    /// The contradictions.
    pub reason: String,
    /// Way to get them.
    pub remedy: String,
    /// The same as a command; see [`Family::install`].
    pub install: &'static str,
    /// True if somebody expects them to work: a configuration names them, or they are there and are broken.
    pub wanted: bool,
    /// True if they are reported as missing: of a compiler's versions, nobody misses a certain one.
    pub listed: bool,
}

impl Missing {
    /// The entry about them in reports.
    pub fn left_out(&self) -> LeftOut {
        LeftOut {
            toolchains: self.names.clone(),
            target: Some(self.target),
            reason: self.reason.clone(),
            remedy: self.remedy.clone(),
            install: self.install.to_owned(),
            wanted: self.wanted,
        }
    }
}

impl Inventory {
    /// Looks around.
    pub fn take(config: &Config, places: &Places) -> Inventory {
        Inventory::take_for(&[], &[], Breadth::ALL, config, places)
    }

    /// Looks around for subjects of these targets only, and for compilers of these names (patterns) only: each program that is
    /// asked for its version takes its time. An empty list means all, as far as `breadth` goes.
    pub fn take_for(
        targets: &[Target],
        names: &[String],
        breadth: Breadth,
        config: &Config,
        places: &Places,
    ) -> Inventory {
        let is_named = |name: String| names.iter().any(|pattern| fits(pattern, &name));
        let is_asked = |target: Target| targets.is_empty() || targets.contains(&target);
        let is_wanted = |family: &Family| {
            is_asked(family.target)
                && breadth.has(family.target)
                && (names.is_empty() || family.names().any(is_named))
        };
        let mut inventory = Inventory::default();
        let read = Target::ALL.into_iter().filter(|target| crosscall_embedded::knows(*target));
        inventory.toolchains.extend(read.map(Toolchain::embedded));
        let lacking = |target: Target| Some((target, lacking(target, places)?));
        for (target, (reason, [remedy, install])) in
            Target::ALL.into_iter().filter_map(lacking).filter(|(target, _)| is_asked(*target))
        {
            inventory.missing.push(Missing {
                names: families(target)
                    .iter()
                    .filter(|family| !family.is_version)
                    .flat_map(Family::names)
                    .collect(),
                target,
                reason,
                remedy: remedy.to_owned(),
                install,
                wanted: false,
                listed: true,
            });
        }
        let is_executed = |target: &Target| lacking(*target).is_none();
        for family in Target::ALL.into_iter().filter(is_executed).flat_map(families) {
            if !is_wanted(family) {
                inventory.other.extend(family.names().map(|name| (name, family.target)));
                continue;
            }
            let found = look(family, places);
            let reason = match &found {
                Found::Working { compiler, version, identity } => {
                    let subjects = subjects(family, compiler, version, identity);
                    inventory.found.extend(subjects.iter().map(|subject| subject.name.clone()));
                    inventory.toolchains.extend(subjects);
                    None
                }
                Found::Broken { compiler, reason } => Some(format!("{}: {reason}", compiler.display())),
                Found::Missing if family.variant.is_empty() => Some(format!("{} was not found", family.name)),
                Found::Missing => Some(format!("{} for this ABI was not found", family.name)),
            };
            if let Some(reason) = reason {
                let (target, remedy) = (family.target, family.remedy.to_owned());
                let wanted = found != Found::Missing;
                let names = family.names().collect();
                let listed = wanted || !(family.is_version || inventory.has_version(family));
                let install = family.install;
                inventory.missing.push(Missing { names, target, reason, remedy, install, wanted, listed });
            }
            inventory.families.push((family, found));
        }
        for toolchain in &config.toolchains {
            let is_named = names.is_empty() || is_named(toolchain.name.clone());
            if !is_asked(toolchain.target) || !is_named {
                inventory.other.push((toolchain.name.clone(), toolchain.target));
                continue;
            }
            let mut toolchain = toolchain.clone();
            places.locate(&mut toolchain);
            let file = config.path.as_ref().map_or_else(String::new, |p| p.display().to_string());
            inventory.add(toolchain, &file);
        }
        for built_in in recorded::built_in() {
            let subject = Arc::clone(built_in).subject();
            match is_asked(subject.target) && is_executed(&subject.target) {
                true => inventory.toolchains.push(subject),
                false => inventory.other.push((subject.name, subject.target)),
            }
        }
        inventory
    }

    /// Of the subjects that were selected without a name, those that are tested, and what is left out.
    pub fn usual(&self, selected: Vec<Toolchain>, breadth: Breadth) -> (Vec<Toolchain>, Vec<Narrowed>) {
        let is_found = |toolchain: &Toolchain| self.found.contains(&toolchain.name);
        let is_any_found = self.found.iter().next().is_some();
        let (subjects, mut narrowed) = breadth.choose(selected, is_found);
        narrowed.extend(breadth.narrowed_targets().filter(|_| is_any_found));
        (subjects, narrowed)
    }

    /// Adds the compilers that are recorded in files; one of its name gives way.
    ///
    /// # Errors
    /// [`Error::Input`] for a file that cannot be read or holds none.
    pub fn add_recorded(&mut self, files: &[PathBuf]) -> Result<(), Error> {
        for path in files {
            let bytes = read_bytes(path, recorded::file::LARGEST)?;
            for recorded in recorded::file::read(path, &bytes)? {
                let subject = Arc::new(recorded).subject();
                self.toolchains.retain(|other| other.name != subject.name);
                self.toolchains.push(subject);
            }
        }
        Ok(())
    }

    /// True for a recorded compiler that is there itself: then that one is tested, unless somebody names the recorded one.
    fn is_there_itself(&self, toolchain: &Toolchain) -> bool {
        let name = toolchain.name.strip_prefix(recorded::PREFIX).filter(|_| toolchain.recorded.0.is_some());
        name.is_some_and(|name| self.toolchains.iter().any(|other| other.name == name))
    }

    /// Adds a subject that somebody describes in `place`, once it has given its version; one of its name gives way.
    pub fn add(&mut self, mut toolchain: Toolchain, place: &str) {
        self.toolchains.retain(|t| t.name != toolchain.name);
        self.found.remove(&toolchain.name);
        self.missing.iter_mut().for_each(|m| m.names.retain(|n| *n != toolchain.name));
        self.missing.retain(|m| !m.names.is_empty());
        let key = toolchain.asked().0;
        let answer = match toolchain.kind {
            ToolchainKind::Recorded => Ok(toolchain.version.clone()),
            ToolchainKind::Embedded => Ok(Toolchain::embedded(toolchain.target).version),
            ToolchainKind::Printer => printer::version(&toolchain.cc),
            _ => ask_version(toolchain.asked().1),
        };
        match answer {
            Ok(version) => {
                toolchain.compiler = match toolchain.kind {
                    ToolchainKind::Recorded => toolchain.compiler.clone(),
                    ToolchainKind::Embedded => Toolchain::embedded(toolchain.target).compiler,
                    _ => identity::ask(toolchain.kind, toolchain.asked().1, &version),
                };
                if !toolchain.emulator.is_empty() {
                    toolchain.compiler = identity::emulated(&toolchain.compiler);
                }
                toolchain.version = version;
                self.toolchains.push(toolchain);
            }
            Err(reason) => {
                self.missing.push(Missing {
                    names: vec![toolchain.name],
                    target: toolchain.target,
                    reason,
                    remedy: format!("correct its `{key}` in {place}"),
                    install: "",
                    wanted: true,
                    listed: true,
                });
            }
        }
    }

    /// True if a family is among those that are reported as missing.
    pub fn misses(&self, family: &Family) -> bool {
        let is_one = |name: &String| family.names().any(|own| own == *name);
        self.missing.iter().any(|missing| missing.listed && missing.names.iter().any(is_one))
    }

    /// True if a version of a family's compiler is there under a name of its own.
    fn has_version(&self, family: &Family) -> bool {
        let is_version = |other: &Family| other.target == family.target && family.but.contains(&other.name);
        self.families.iter().any(|(other, found)| is_version(other) && *found != Found::Missing)
    }

    /// The subjects with these names, in this order; those of these targets where no name is given. An
    /// empty list of targets means all. A `*` in a name stands for any text.
    ///
    /// # Errors
    /// [`Error::Input`] for a name that nobody knows, [`Error::Tool`] for one that cannot be used.
    pub fn select(&self, targets: &[Target], names: &[String]) -> Result<Vec<Toolchain>, Error> {
        let wanted = |target: &Target| targets.is_empty() || targets.contains(target);
        if names.is_empty() {
            let wanted = |t: &&Toolchain| wanted(&t.target) && !self.is_there_itself(t);
            return Ok(self.toolchains.iter().filter(wanted).cloned().collect());
        }
        let mut selected: Vec<Toolchain> = Vec::new();
        for name in names {
            let hits: Vec<_> = self.toolchains.iter().filter(|t| fits(name, &t.name)).collect();
            if hits.is_empty() {
                return Err(self.explain_missing(name, targets));
            }
            let of_target: Vec<_> = hits.iter().filter(|t| wanted(&t.target)).collect();
            if let ([], Some(hit)) = (&of_target[..], hits.first()) {
                return Err(of_another_target(name, hit.target, targets));
            }
            for toolchain in of_target {
                if !selected.contains(toolchain) {
                    selected.push((*toolchain).clone());
                }
            }
        }
        Ok(selected)
    }

    /// A name by which subjects are chosen for a case: where none of this name is there, and one was recorded with the case,
    /// that of its recording.
    pub fn or_recorded(&self, name: String, case: &About) -> String {
        let has = |name: &str| self.toolchains.iter().any(|t| fits(name, &t.name) && t.has(case));
        let recorded = format!("{}{name}", recorded::PREFIX);
        if !has(&name) && has(&recorded) { recorded } else { name }
    }

    fn explain_missing(&self, name: &str, targets: &[Target]) -> Error {
        if let Some((_, target)) = self.other.iter().find(|(other, _)| fits(name, other)) {
            return of_another_target(name, *target, targets);
        }
        if let Some(missing) = self.missing.iter().find(|m| m.names.iter().any(|n| fits(name, n))) {
            let (reason, remedy) = (&missing.reason, &missing.remedy);
            return Error::Tool(format!("toolchain `{name}` cannot be used: {reason}; {remedy}"));
        }
        let hint = if name.contains(',') {
            "names are given one by one, each with its own option".to_owned()
        } else {
            self.hint(name, targets)
        };
        let others = "others go into crosscall.toml, or are given with --subject or --printer";
        Error::Input(format!("unknown toolchain `{name}`; {hint} (`crosscall doctor` lists them; {others})"))
    }

    /// A name that may be meant, among those of the targets that are asked for: those that begin with it, else the nearest, else
    /// some that there are.
    fn hint(&self, name: &str, targets: &[Target]) -> String {
        let is_asked = |target: Target| targets.is_empty() || targets.contains(&target);
        let usable = self.toolchains.iter().filter(|t| is_asked(t.target)).map(|t| t.name.as_str());
        let missing = self.missing.iter().filter(|m| is_asked(m.target));
        let missing = missing.flat_map(|m| m.names.iter().map(String::as_str));
        let other = self.other.iter().filter(|(_, target)| is_asked(*target)).map(|(name, _)| name.as_str());
        let usable: Vec<&str> = usable.collect();
        let known: Vec<&str> = usable.iter().copied().chain(missing).chain(other).collect();
        let begins = |other: &&&str| other.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'));
        if let Some(first) = known.iter().find(begins) {
            return match known.iter().filter(begins).count() {
                1 => format!("did you mean `{first}`?"),
                count => format!("did you mean `{name}-*`, which stands for {count}, such as `{first}`?"),
            };
        }
        match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let shown: Vec<&str> = usable.iter().copied().take(MOST_NAMES).collect();
                let more = usable.len() - shown.len();
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                format!("there are {}{more}", shown.join(", "))
            }
        }
    }
}

/// Why nothing is run for a target on this machine, and the way out, in words and as [`Missing::install`] has it; `None` where it can be.
fn lacking(target: Target, places: &Places) -> Option<(String, [&'static str; 2])> {
    let no_assembler = || {
        let is_missing = !assembler::is_in(target, places);
        is_missing.then(|| (format!("there is no assembler for {target}"), assembler::remedy(target)))
    };
    backend::lacking(target).map(|reason| (reason, [backend::REMEDY, "debian g++"])).or_else(no_assembler)
}

/// Names of toolchains in a message.
const MOST_NAMES: usize = 5;

/// A toolchain is named that is for none of the targets that are asked for.
fn of_another_target(name: &str, target: Target, asked: &[Target]) -> Error {
    let asked: Vec<&str> = asked.iter().map(|target| target.name()).collect();
    let asked = asked.join(", ");
    Error::Input(format!("toolchain `{name}` is for target {target}, not for {asked}; ask for {target}, too"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_compilers_has_the_embedded_ones_and_knows_what_it_lacks() {
        let inventory = Inventory::take(&Config::default(), &Places::default());
        let chosen = inventory.select(&[Target::Epiphany], &[]).unwrap();
        let (embedded, recorded) = chosen.split_first().unwrap();
        assert_eq!(*embedded, Toolchain::embedded(Target::Epiphany));
        assert!(!recorded.is_empty() && recorded.iter().all(|own| own.kind == ToolchainKind::Recorded));
        let named = |name: &str| inventory.select(&[], &[name.to_owned()]);
        assert_eq!(named("epiphany-elf-gcc-O2").unwrap_err().exit_code(), 3);
        let unknown = named("epiphany-elf-gcc-O9").unwrap_err();
        assert_eq!(unknown.exit_code(), 2);
        assert!(unknown.to_string().contains("did you mean `epiphany-elf-gcc-O"), "{unknown}");
        // Of the targets that are asked for, all of them or some.
        let riscv = Target::ALL.into_iter().filter(|target| matches!(target, Target::Riscv(_)));
        let riscv: Vec<Target> = riscv.collect();
        let hint = |name: &str, targets: &[Target]| {
            inventory.select(targets, &[name.to_owned()]).unwrap_err().to_string()
        };
        for targets in [&riscv[..], &[]] {
            let hint = hint("clang-19", targets);
            assert!(hint.contains("did you mean `clang-19-*`, which stands for "), "{hint}");
            assert!(hint.len() < 250, "{hint}");
        }
        assert!(hint("clang-19", &[Target::Epiphany]).contains("there are embedded-epiphany, recorded-"));
        assert!(hint("xyz", &[]).contains(" more (`crosscall doctor`"), "{}", hint("xyz", &[]));
        assert_eq!(named("embedded-*").unwrap().len(), Target::built_in().count());
    }
}
