//! `crosscall doctor`.

use super::session;
use crate::cli::{DoctorArgs, Format, Targets};
use crate::error::Error;
use crate::output::print;
use crate::toolchain::discover::{Found, Places};
use crate::toolchain::select::{Inventory, Missing};
use crosscall_reports::json::{FORMAT, pretty};
use crosscall_reports::names;
use crosscall_reports::outcome::EXIT_CLEAN;
use crosscall_reports::picture::style::{TITLE, paint};
use crosscall_reports::picture::{Table, columns, labelled};
use crosscall_reports::run::LeftOut;
use serde_json::json;
use std::collections::BTreeSet;
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
        Format::Text => text(&inventory, path.as_deref(), &Places::from_environment()),
        Format::Json => json(&inventory, path.as_deref()),
    };
    print(&answer)?;
    Ok(EXIT_CLEAN)
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
    use crate::toolchain::config::Config;
    use crosscall_reports::picture::{Page, on_page};
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
    }
}
