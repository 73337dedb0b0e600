//! `crosscall doctor`.

use super::session;
use crate::cli::{DoctorArgs, Format, Targets};
use crosscall_base::error::Error;
use crosscall_base::output::print;
use crosscall_model::{Target, counted};
use crosscall_reports::json::{FORMAT, pretty};
use crosscall_reports::names;
use crosscall_reports::outcome::EXIT_CLEAN;
use crosscall_reports::picture::style::{TITLE, paint};
use crosscall_reports::picture::{Table, columns, labelled, paragraph};
use crosscall_reports::run::LeftOut;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::discover::{Found, Places};
use crosscall_toolchain::select::{Inventory, Missing};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// Reports what is there and what is not. That something is missing is no error.
///
/// # Errors
/// [`Error::Input`] when the configuration is wrong.
pub fn run(args: &DoctorArgs, config: Option<&Path>) -> Result<u8, Error> {
    let targets = Targets::all(&args.target);
    let (mut inventory, path) = session::inventory_for(&targets, &[], config)?;
    inventory.toolchains.retain(|toolchain| targets.is_empty() || targets.contains(&toolchain.target));
    let answer = match args.format {
        Format::Text if args.verbose => text(&inventory, path.as_deref(), &Places::from_environment()),
        Format::Text => screen(&inventory, path.as_deref()),
        Format::Json => json(&inventory, path.as_deref()),
    };
    print(&answer)?;
    Ok(EXIT_CLEAN)
}

/// A compiler or a tool, whatever its ABIs and levels.
#[derive(Debug, PartialEq)]
struct Installed {
    name: String,
    version: String,
    targets: Vec<Target>,
    program: String,
}

/// The compilers and tools that were found or configured, each once.
fn installed(inventory: &Inventory) -> Vec<Installed> {
    let mut all: Vec<Installed> = Vec::new();
    let own = |t: &&Toolchain| t.recorded.0.is_none() && t.name != names::embedded(t.target);
    for toolchain in inventory.toolchains.iter().filter(own) {
        let parts = names::parts(&toolchain.name, toolchain.target);
        let program =
            [&toolchain.cc, &toolchain.as_, &toolchain.emulator].into_iter().find_map(|c| c.first());
        let version = toolchain.compiler.split(' ').nth(1).unwrap_or_default();
        let entry = Installed {
            name: parts.compiler.to_owned(),
            version: version.to_owned(),
            targets: Vec::new(),
            program: program.cloned().unwrap_or_default(),
        };
        let is_same = |other: &Installed| {
            (&other.name, &other.version, &other.program) == (&entry.name, &entry.version, &entry.program)
        };
        let at = all.iter().position(is_same).unwrap_or_else(|| {
            all.push(entry);
            all.len() - 1
        });
        let Some(entry) = all.get_mut(at) else { continue };
        if !entry.targets.contains(&toolchain.target) {
            entry.targets.push(toolchain.target);
        }
    }
    all
}

/// The end of a path, with a mark where it was cut: a table has no room for long ones.
fn end_of(path: &str) -> String {
    const MOST: usize = 40;
    match path.chars().count().checked_sub(MOST) {
        None | Some(0) => path.to_owned(),
        Some(over) => format!("…{}", path.chars().skip(over + 1).collect::<String>()),
    }
}

/// The answer on a screen: a line for each compiler, and for each document how to get what it lacks.
fn screen(inventory: &Inventory, config: Option<&Path>) -> String {
    let mut out = paint(TITLE, &format!("crosscall {}", env!("CARGO_PKG_VERSION"))) + "\n\n";
    let all = installed(inventory);
    let mut table = Table::new(2, &["compiler or tool", "version", "for", "program"]);
    for Installed { name, version, targets, program } in &all {
        table.row(&[name, version, &names::abis(targets), &end_of(program)]);
    }
    out += &table.draw();
    if all.is_empty() {
        out += &paragraph(2, "No compiler was found: recordings and the built-in code generator are tested.");
    }
    out.push('\n');
    let mut label = |name: &str, text: &str| out += &labelled(0, name, 15, text);
    let recorded = inventory.toolchains.iter().filter(|toolchain| toolchain.recorded.0.is_some());
    let recorded: BTreeSet<String> = recorded
        .map(|toolchain| {
            let parts = names::parts(&toolchain.name, toolchain.target);
            format!("{} {}", parts.compiler, toolchain.compiler.split(' ').nth(1).unwrap_or_default())
        })
        .collect();
    if !recorded.is_empty() {
        label("Recorded", &recorded.into_iter().collect::<Vec<_>>().join(", "));
    }
    let targets: BTreeSet<Target> = inventory.toolchains.iter().map(|toolchain| toolchain.target).collect();
    label("Built in", &format!("a code generator for {}", counted(targets.len() as u64, "ABI")));
    let none = "none; a crosscall.toml in this folder or above may name more compilers";
    label("Configuration", &config.map_or_else(|| none.to_owned(), |path| path.display().to_string()));
    out.push('\n');
    let listed = inventory.missing.iter().filter(|missing| missing.listed).map(Missing::left_out);
    let missing = LeftOut::together(listed);
    let (broken, missing): (Vec<LeftOut>, Vec<LeftOut>) = missing.into_iter().partition(|m| m.wanted);
    for broken in &broken {
        let names = names::together(&broken.toolchains);
        out += &labelled(0, "Broken", 15, &format!("{names}: {}; {}", broken.reason, broken.remedy));
    }
    let mut documents: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for missing in &missing {
        let document = missing.target.map_or("", Target::document);
        documents.entry(document).or_default().insert(&missing.remedy);
    }
    for (number, (document, remedies)) in documents.into_iter().enumerate() {
        let name = if number == 0 { "Not installed" } else { "" };
        let remedies: Vec<&str> = remedies.into_iter().collect();
        out += &labelled(0, name, 15, &format!("{document}: {}", remedies.join("; ")));
    }
    out + "\nEach subject and the folders that were searched: crosscall doctor --verbose\n"
}

fn text(inventory: &Inventory, config: Option<&Path>, places: &Places) -> String {
    let mut out =
        format!("crosscall {}\n", env!("CARGO_PKG_VERSION")) + &title("toolchains that can be used");
    let mut table = Table::new(2, &["name", "target", "kind", "version"]);
    for toolchain in &inventory.toolchains {
        table.row(&[&toolchain.name, toolchain.target.name(), toolchain.kind.name(), &toolchain.version]);
    }
    out += &table.draw();

    let missing =
        LeftOut::together(inventory.missing.iter().filter(|missing| missing.listed).map(Missing::left_out));
    if !missing.is_empty() {
        out += &title("toolchains that cannot be used");
        for missing in &missing {
            out += &labelled(2, "", 0, &names::together(&missing.toolchains));
            out += &labelled(4, "why", 8, &missing.reason);
            out += &labelled(4, "get it", 8, &missing.remedy);
        }
    }

    out += &title("where they come from");
    let names = inventory.families.iter().map(|(family, _)| columns(family.name));
    let widest = names.chain([columns("configuration")]).max().unwrap_or(0) + 2;
    let mut reported = BTreeSet::new();
    for (family, found) in &inventory.families {
        if *found == Found::Missing && !inventory.misses(family) {
            continue;
        }
        let text = match found {
            Found::Working { compiler, .. } | Found::Broken { compiler, .. } => {
                compiler.display().to_string()
            }
            Found::Missing => {
                let folders = places.folders(family);
                let folders: Vec<String> =
                    folders.iter().map(|folder| folder.display().to_string()).collect();
                format!("not on PATH, not in {}", folders.join(", "))
            }
        };
        if reported.insert((family.name, text.clone())) {
            out += &labelled(2, family.name, widest, &text);
        }
    }
    let text = config.map_or_else(
        || "none (a crosscall.toml in this folder or above may name more toolchains)".to_owned(),
        |path| path.display().to_string(),
    );
    out += &labelled(2, "configuration", widest, &text);
    let _ = writeln!(
        out,
        "\nThe built-in toolchains need no installation: `crosscall run` works without any other."
    );
    out
}

fn title(text: &str) -> String {
    format!("\n{}\n", paint(TITLE, text))
}

fn json(inventory: &Inventory, config: Option<&Path>) -> String {
    let toolchains = inventory.toolchains.iter().map(|t| {
        json!({
            "name": t.name, "target": t.target.name(), "kind": t.kind.name(), "version": t.version,
            "cc": t.cc, "as": t.as_, "ld": t.ld, "emulator": t.emulator,
        })
    });
    let missing = inventory.missing.iter().map(
        |m| json!({ "names": m.names, "target": m.target.name(), "reason": m.reason, "remedy": m.remedy }),
    );
    pretty(&json!({
        "format": FORMAT,
        "version": env!("CARGO_PKG_VERSION"),
        "config": config.map(|p| p.display().to_string()),
        "toolchains": toolchains.collect::<Vec<_>>(),
        "missing": missing.collect::<Vec<_>>(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_reports::picture::{Page, on_page};
    use crosscall_toolchain::config::Config;
    use expect_test::expect_file;

    #[test]
    fn a_machine_without_compilers() {
        let toolchains = vec!["/home/somebody/.cache/crosscall/toolchains".into()];
        let places = Places { toolchains, ..Places::default() };
        let inventory = Inventory::take(&Config::default(), &places);
        let at = |width| {
            let page = Page { width, colours: false };
            on_page(page, || text(&inventory, Some(Path::new("crosscall.toml")), &places))
        };
        expect_file!["../../tests/it/pages/doctor-80.txt"].assert_eq(&at(80));
        expect_file!["../../tests/it/pages/doctor-120.txt"].assert_eq(&at(120));
        let page = Page { width: 100, colours: false };
        let screen = on_page(page, || screen(&inventory, None));
        expect_file!["../../tests/it/pages/doctor-screen.txt"].assert_eq(&screen);
        assert!(screen.lines().count() <= 40, "{screen}");
    }
}
