//! Writes the seeds of a fuzz target into a folder: cases of the corpus, and what the code generator, the assemblers and a
//! store make of a few cases.
//!
//! ```sh
//! cargo run --package crosscall-fuzz --example seeds -- TARGET FOLDER
//! ```
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "it is told by a panic what is wrong"
)]

use crosscall_campaign::store::{DATABASE, Identity, Run, Store};
use crosscall_engine::unit::Role;
use crosscall_machines::link::SECTION_EXECUTE;
use crosscall_machines::toolset;
use crosscall_model::{Case, Target, c};
use crosscall_selftest::fuzzing::{audit_seeds, bodies};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::recorded::{Label, Product, Recorded, Recording, Recordings, file, serve};
use crosscall_toolchain::units::assembly_text;
use std::path::{Path, PathBuf};

/// Random cases of each target.
const CASES: u64 = 6;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [target, folder] = arguments.as_slice() else { panic!("which target, and into which folder?") };
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder).expect("a folder");
    for (number, seed) in seeds(target).into_iter().enumerate() {
        std::fs::write(folder.join(format!("seed-{number:03}")), seed).expect("a seed");
    }
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    match target {
        "case_file" => corpus(|name| !["known.toml", "versions.toml"].contains(&name)),
        "known_list" => corpus(|name| name == "known.toml"),
        "config_file" => vec![CONFIGURATION.as_bytes().to_vec()],
        "declaration" => cases().map(|case| c::signature(&case.signature, "f").into_bytes()).collect(),
        "assembler" => texts().map(|(first, text)| [vec![first], text.into_bytes()].concat()).collect(),
        "machine_decode" => objects(|first, _, code| [vec![first], code].concat()),
        "machine_link" => pairs().chain(objects(|first, object, _| [vec![first], object].concat())).collect(),
        "machine_run" => programs().chain(objects(|first, _, code| [vec![first], code].concat())).collect(),
        "audit" => audit_seeds(),
        "recorded" => recorded(),
        "store" => [vec![store()], bodies().expect("bodies")].concat(),
        // What it makes of bytes has no form that could be written down.
        _ => Vec::new(),
    }
}

const CONFIGURATION: &str = r#"[[toolchain]]
name = "mine-O2"
target = "nyuzi"
kind = "clang"
cc = ["clang", "-O2"]

[campaign.nightly]
toolchain = ["mine-*"]
store = "nights"
time = "8h"
weight = { value = 1, tool = 0 }
"#;

/// Files of the corpus with names of a kind.
fn corpus(is_wanted: impl Fn(&str) -> bool) -> Vec<Vec<u8>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let folders = std::fs::read_dir(root).expect("the corpus").map(|entry| entry.expect("an entry").path());
    let files =
        folders.filter(|path| path.is_dir()).flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let files = files.map(|entry| entry.expect("an entry").path());
    let toml = files.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let wanted = toml.filter(|path| is_wanted(&path.file_name().unwrap_or_default().to_string_lossy()));
    wanted.map(|path| std::fs::read(path).expect("a file")).collect()
}

fn cases() -> impl Iterator<Item = Case> {
    let of_target = |target| {
        let source = Source::new(target, 1);
        let first = source.directed();
        (first..first + CASES).map(move |number| source.case(number)).collect::<Vec<_>>()
    };
    Target::built_in().flat_map(of_target)
}

/// Assembly texts of units, each with the byte that chooses its target.
fn texts() -> impl Iterator<Item = (u8, String)> {
    cases().filter_map(|case| text(Role::Callee, &case))
}

fn text(role: Role, case: &Case) -> Option<(u8, String)> {
    let place = toolset::ALL.iter().position(|tools| tools.name() == case.target.name())?;
    let options = Toolchain::embedded(case.target).options();
    let text = assembly_text(role, &[(0, case)], &options).ok()?;
    Some((u8::try_from(place).ok()?, text))
}

/// Object files of caller and called function, one after the other.
fn pairs() -> impl Iterator<Item = Vec<u8>> {
    cases().filter_map(|case| {
        let object = |role| {
            let (first, text) = text(role, &case)?;
            let tools = toolset::ALL.get(usize::from(first))?;
            Some((first, tools.write_object(&tools.assemble("seed", &text).ok()?).ok()?))
        };
        let ((first, caller), (_, callee)) = (object(Role::Caller)?, object(Role::Callee)?);
        Some([vec![first], caller, callee].concat())
    })
}

/// Seeds made of the object files of these texts and of their code.
fn objects(seed: impl Fn(u8, Vec<u8>, Vec<u8>) -> Vec<u8>) -> Vec<Vec<u8>> {
    let made = texts().filter_map(|(first, text)| {
        let tools = toolset::ALL.get(usize::from(first))?;
        let object = tools.assemble("seed", &text).ok()?;
        let code = object.sections.iter().find(|section| section.flags & SECTION_EXECUTE != 0)?.data.clone();
        Some(seed(first, tools.write_object(&object).ok()?, code))
    });
    made.collect()
}

/// Linked programs of these texts.
fn programs() -> impl Iterator<Item = Vec<u8>> {
    texts().filter_map(|(first, text)| {
        let tools = toolset::ALL.get(usize::from(first))?;
        let object = tools.assemble("seed", &text).ok()?;
        let program = tools.link(&[&object], &tools.link_options()).ok()?;
        Some([vec![first], tools.write_executable(&program).ok()?].concat())
    })
}

/// A file, what is behind its digest, and answers as they are before they are compressed.
fn recorded() -> Vec<Vec<u8>> {
    let target = Target::Nyuzi;
    let case = Source::new(target, 1).case(0);
    let tools = toolset::find(target.name()).expect("tools");
    let options = Toolchain::embedded(target).options();
    let text = assembly_text(Role::Callee, &[(0, &case)], &options).expect("text");
    let object = tools.write_object(&tools.assemble("seed", &text).expect("an object")).expect("a file");
    let recording = |product| Recording { text: serve::text_key(Role::Callee, &case), product };
    let label = Label {
        name: "mine-O2".to_owned(),
        target,
        compiler: "clang 9.0.0 nyuzi".to_owned(),
        version: "clang version 9.0.0".to_owned(),
        date: "2026-11-25".to_owned(),
    };
    let products = Recordings::from([
        ((Role::Callee, serve::case_key(&case)), recording(Product::Object(object))),
        ((Role::Caller, serve::case_key(&case)), recording(Product::Rejected("no".to_owned()))),
    ]);
    let recorded = Recorded { label, digest: String::new(), products: products.into() };
    let file = file::write(&[recorded]).expect("a file");
    let lines: Vec<&[u8]> = file.splitn(3, |byte| *byte == b'\n').collect();
    let [_, _, rest] = lines.as_slice() else { panic!("three parts") };
    let answers = br#"[[{"role":"Callee","case":"a","text":"b","what":{"object":3}},
        {"role":"Layout","case":"a","text":"b","what":{"fault":"killed by signal 11"}}]]"#;
    let length = u32::try_from(answers.len()).expect("a length").to_le_bytes();
    let plain = [length.as_slice(), answers, b"abc"].concat();
    vec![file.clone(), rest.to_vec(), plain]
}

fn store() -> Vec<u8> {
    let folder = std::env::temp_dir().join(format!("crosscall-seed-{}", std::process::id()));
    let run = Run::this("0.1.0", "crosscall run --store nights");
    let mut store = Store::open(&folder, &Identity::default().fixed("seed", 1), &run).expect("a store");
    let night = store.begin_night().expect("a night");
    store.end_night(night, 0, "nothing new").expect("its end");
    drop(store);
    let bytes = std::fs::read(folder.join(DATABASE)).expect("its file");
    std::fs::remove_dir_all(&folder).expect("its end");
    bytes
}
