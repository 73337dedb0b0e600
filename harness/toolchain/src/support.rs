//! The library of a compiler's own: functions that it calls where the processor has no instruction for something. Members that
//! define what an object file lacks become a part of it.

use super::Toolchain;
use super::compile::{CompileFailure, CompiledUnit, not_run};
use crosscall_base::error::read_bytes;
use crosscall_engine::machine;
use crosscall_machines::link::{Entry, needed_members, with_members};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::Target;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Most bytes of a file that is read.
const LARGEST: u64 = 256 << 20;

/// First bytes of a library.
const LIBRARY: &[u8] = b"!<arch>\n";

/// Adds to an object file what it lacks and its toolchain's own library defines.
///
/// # Errors
/// [`FailureKind::NotRun`](super::compile::FailureKind::NotRun) for a library that cannot be read.
pub(super) fn complete(toolchain: &Toolchain, unit: CompiledUnit) -> Result<CompiledUnit, CompileFailure> {
    if toolchain.support.is_empty() {
        return Ok(unit);
    }
    let members = toolchain.support.iter().map(|path| {
        members(toolchain.target, path).map_err(|reason| not_run(toolchain, format!("{path}: {reason}")))
    });
    let members: Vec<ObjectFile> =
        members.collect::<Result<Vec<_>, _>>()?.iter().flat_map(|members| members.iter().cloned()).collect();
    let needed = needed_members(std::slice::from_ref(&unit.object), &members, &Entry::Prefer(Vec::new()));
    let needed: Vec<&ObjectFile> = needed.into_iter().filter_map(|index| members.get(index)).collect();
    Ok(match needed.is_empty() {
        true => unit,
        false => CompiledUnit { object: with_members(&unit.object, &needed), ..unit },
    })
}

/// Libraries that were read, by target and path.
type Kept = BTreeMap<(Target, String), Result<Arc<Vec<ObjectFile>>, String>>;

/// The members of a library, or the one object file; each file is read once.
fn members(target: Target, path: &str) -> Result<Arc<Vec<ObjectFile>>, String> {
    static KEPT: Mutex<Kept> = Mutex::new(Kept::new());
    // Whoever panicked, the map itself is whole.
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.entry((target, path.to_owned())).or_insert_with(|| read(target, path).map(Arc::new)).clone()
}

fn read(target: Target, path: &str) -> Result<Vec<ObjectFile>, String> {
    let bytes = read_bytes(Path::new(path), LARGEST).map_err(|e| {
        let message = e.to_string();
        message.strip_prefix(&format!("{path}: ")).unwrap_or(&message).to_owned()
    })?;
    if !bytes.starts_with(LIBRARY) {
        return Ok(vec![machine::read_object(target, path, &bytes).map_err(|e| e.to_string())?]);
    }
    let tools = machine::tools(target);
    let members = tools.read_library(path, &bytes).map_err(|e| e.to_string())?;
    members
        .iter()
        .map(|member| {
            let name = format!("{path}({})", member.name);
            machine::read_object(target, &name, member.data).map_err(|e| e.to_string())
        })
        .collect()
}
