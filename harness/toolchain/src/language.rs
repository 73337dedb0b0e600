//! Languages of the units that compilers are given.

use super::compile::Product;
use super::printer::request;
use crosscall_engine::unit::Role;
use crosscall_generator::{c_unit, rust_unit};
use crosscall_model::Case;

/// Language of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// C11 with the extensions that GCC and clang share.
    C,
    /// Rust without any library.
    Rust,
    /// The request of a printer.
    Request,
}

/// Flags that every unit in C is compiled with, after the toolchain's own and before what says how far to go: the dialect of
/// the generated text, no warnings, and no assumption of a C library.
const C_FLAGS: &[&str] = &["-std=gnu11", "-w", "-ffreestanding"];

/// Flags for units in Rust: a panic needs a library, so that nothing is checked that would end in one, and all is in one object
/// file, which needs no global offset table.
const RUST_FLAGS: &[&str] = &[
    "--edition=2021",
    "--crate-type=lib",
    "--error-format=short",
    "--cap-lints=allow",
    "-Cpanic=abort",
    "-Coverflow-checks=off",
    "-Cdebug-assertions=off",
    "-Ccodegen-units=1",
    "-Crelocation-model=static",
];

impl Language {
    /// Ending of the names of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Rust => "rs",
            Language::Request => "json",
        }
    }

    /// Name in Markdown.
    pub fn fence(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Rust => "rust",
            Language::Request => "json",
        }
    }

    /// The language of a file by its name; none of assembly text.
    pub fn of_file(name: &str) -> Option<Language> {
        let (_, extension) = name.rsplit_once('.')?;
        [Language::C, Language::Rust, Language::Request].into_iter().find(|own| own.extension() == extension)
    }

    /// Flags behind a compiler's own for a product.
    pub fn flags<'f>(self, product: Product) -> impl Iterator<Item = &'f str> {
        let (flags, last) = match (self, product) {
            (Language::C, Product::Object) => (C_FLAGS, Some("-c")),
            (Language::C, Product::Assembly) => (C_FLAGS, Some("-S")),
            (Language::C, Product::Package) => (C_FLAGS, None),
            (Language::Rust, Product::Assembly) => (RUST_FLAGS, Some("--emit=asm")),
            (Language::Rust, _) => (RUST_FLAGS, Some("--emit=obj")),
            (Language::Request, _) => (&[][..], None),
        };
        flags.iter().copied().chain(last)
    }

    /// The language in which people are shown what a unit is about.
    pub fn for_people(self) -> Language {
        match self {
            Language::Request => Language::C,
            own => own,
        }
    }

    /// Words in front of a compiler's command. What a unit in Rust needs of its library it has itself, which only a compiler allows
    /// that takes unstable features.
    pub fn before(self) -> &'static [&'static str] {
        match self {
            Language::C | Language::Request => &[],
            Language::Rust => &["env", "RUSTC_BOOTSTRAP=1"],
        }
    }

    /// A unit that every compiler of the language compiles.
    pub(super) fn simplest(self, target: crosscall_model::Target) -> String {
        match self {
            Language::C => "int nothing;\n".to_owned(),
            Language::Rust => rust_unit::prelude(target) + "#[no_mangle] pub static mut nothing: i32 = 0;\n",
            Language::Request => request::empty(target),
        }
    }

    /// First need of a case in a role for which the language has no words.
    pub fn lacks(self, role: Role, case: &Case) -> Option<String> {
        let wanted = match role {
            Role::Callee => rust_unit::Wanted::Definition,
            Role::Caller | Role::Layout => rust_unit::Wanted::Use,
        };
        match self {
            Language::C => None,
            Language::Rust => rust_unit::lacks(case, wanted).map(|what| format!("Rust has no {what}")),
            Language::Request => {
                request::lacks(role, case).map(|what| format!("printers are not asked for {what}"))
            }
        }
    }

    /// The text of a unit with one case as reports show it: without what every unit begins with.
    pub fn excerpt(self, role: Role, case: &Case) -> String {
        let text = self.text(role, &[(0, case)]);
        match self {
            Language::C | Language::Request => text,
            Language::Rust => {
                let rest = text.strip_prefix(&rust_unit::prelude(case.target)).map(str::trim_start);
                rest.map_or_else(|| text.clone(), str::to_owned)
            }
        }
    }

    /// The text of a unit.
    pub fn text(self, role: Role, cases: &[(usize, &Case)]) -> String {
        match (self, role) {
            (Language::C, Role::Callee) => c_unit::callee_unit(cases),
            (Language::C, Role::Caller) => c_unit::caller_unit(cases),
            (Language::C, Role::Layout) => c_unit::layout_unit(cases),
            (Language::Rust, Role::Callee) => rust_unit::callee_unit(cases),
            (Language::Rust, Role::Caller) => rust_unit::caller_unit(cases),
            (Language::Rust, Role::Layout) => rust_unit::layout_unit(cases),
            (Language::Request, role) => request::text(role, cases),
        }
    }
}
