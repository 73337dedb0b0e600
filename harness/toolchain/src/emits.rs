//! Forms of a compiler's output, and the way from each to an object file.

use super::compile::{CompileFailure, FailureKind, other};
use super::object::{self, Unusable};
use super::units::CompileContext;
use super::{CompiledUnit, Toolchain};
use crosscall_base::process::{self, End, Limits};
use crosscall_engine::machine;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A compiler's output for a unit of C.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Emits {
    /// An object file.
    #[default]
    Object,
    /// Assembly text. The toolchain's assembler takes it or, where it has none, crosscall's own.
    Assembly,
    /// A package with an object file inside. This command, followed by the name of the package, prints the object file.
    Package(Vec<String>),
}

impl Emits {
    /// Names of the kinds in `crosscall.toml`.
    pub const NAMES: [&'static str; 3] = ["object", "assembly", "package"];

    /// Name of its kind.
    pub(super) fn name(&self) -> &'static str {
        let [object, assembly, package] = Emits::NAMES;
        match self {
            Emits::Object => object,
            Emits::Assembly => assembly,
            Emits::Package(_) => package,
        }
    }
}

/// Assembles text with crosscall's own assembler.
///
/// # Errors
/// [`FailureKind::NotAssembled`] with what the assembler says: nothing is known of the compiler then.
pub(super) fn assembled(
    toolchain: &Toolchain,
    text: &str,
    unit_name: &str,
) -> Result<CompiledUnit, CompileFailure> {
    let fail = |detail: String| other(toolchain, FailureKind::NotAssembled, detail);
    let object =
        machine::assemble(toolchain.target, unit_name, text).map_err(|error| fail(error.to_string()))?;
    let bytes = machine::tools(toolchain.target).write_object(&object);
    let object_bytes = bytes.map_err(|error| fail(error.to_string()))?;
    Ok(CompiledUnit {
        object_bytes,
        object,
        path: format!("{}/{unit_name}.s", toolchain.name),
        words: String::new(),
        refused: Vec::new(),
    })
}

/// Takes the object file out of a package.
///
/// # Errors
/// The reason why there is none to use.
pub(super) fn unpacked(
    toolchain: &Toolchain,
    open: &[String],
    package: &Path,
    unit_name: &str,
    context: CompileContext<'_>,
) -> Result<CompiledUnit, Unusable> {
    object::exists(package)?;
    let folder = package.parent().unwrap_or(Path::new("."));
    let name = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let command: Vec<String> = open.iter().cloned().chain([name]).collect();
    let limits = Limits { output: object::OBJECT_LIMIT as usize, ..context.limits.clone() };
    let closed = |reason: String| Unusable::Closed { command: open.join(" "), reason };
    let ran = process::run(&command, folder, &limits, context.stop);
    let ran = ran.map_err(|error| Unusable::NoOpener(format!("its packages cannot be opened: {error}")))?;
    match ran.end {
        End::Code(0) => {}
        End::Code(code) => {
            let said = ran.stderr.text();
            let line = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("no word");
            return Err(closed(format!("it ended with status {code}: {line}")));
        }
        End::Signal(number) => return Err(closed(format!("it was killed by signal {number}"))),
        End::TimedOut => return Err(closed("it did not end in its time".to_owned())),
        End::Interrupted => return Err(Unusable::NoOpener("interrupted".to_owned())),
    }
    let path = format!("{}/{unit_name}.o", toolchain.name);
    let object = object::parse(toolchain.target, &path, &ran.stdout.0)?;
    Ok(CompiledUnit { object_bytes: ran.stdout.0, object, path, words: String::new(), refused: Vec::new() })
}
