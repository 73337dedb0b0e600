//! `crosscall audit --static`: objects and programs against the document, without a run.

use super::super::machine::tools::Given;
use super::{Planned, common, exceptions};
use crate::cli::AuditArgs;
use crosscall_audit::debug::{Described, Examination, Reading, compared, described, read};
use crosscall_audit::file::AuditFile;
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_explain::dialect::Dialect;
use crosscall_machines::elf::is_archive;
use crosscall_model::Target;
use crosscall_reports::audit::layout::StaticAudit;
use crosscall_reports::audit::{Audited, End};
use std::path::PathBuf;

/// Holds files against the document by what they say of themselves, or against an older version of them.
///
/// # Errors
/// [`Error::Input`] where the command line or a file is wrong.
pub(super) fn audit(args: &AuditArgs, file: &AuditFile) -> Result<StaticAudit, Error> {
    let (target, dialect, objects) = common(args, file)?;
    let mut exceptions = exceptions(args)?;
    exceptions.extend(file.except.iter().cloned());
    let now = examined(target, &dialect, &objects)?;
    if args.against.is_empty() {
        return Ok(now.reported(&exceptions));
    }
    let before = examined(target, &dialect, &args.against)?;
    Ok(compared(before, now, &args.header, &exceptions))
}

/// Looks at files.
fn examined<'d>(target: Target, dialect: &'d Dialect, files: &[PathBuf]) -> Result<Examination<'d>, Error> {
    let mut examination = Examination::new(target, dialect);
    for path in files {
        let given = Given::read(path)?;
        let (mut wrong, is_library) = (None, is_archive(given.bytes()));
        let read = read(target, &given.name, given.bytes(), |material| match material {
            Ok(material) if interrupt::signal().is_none() => examination.look(&material),
            Ok(_) => {}
            Err(reason) if is_library => examination.skip(reason),
            Err(reason) => wrong = Some(reason.to_string()),
        });
        if let Some(message) = read.err().or(wrong) {
            return Err(Error::Input(message));
        }
    }
    Ok(examination)
}

/// Adds to a plan every function of its objects whose types debug information has and whose parameters are numbers. The others
/// are returned with the reason.
///
/// # Errors
/// [`Error::Input`] where a file is wrong.
pub(super) fn all_functions(plan: &mut Planned, args: &AuditArgs) -> Result<Vec<Audited>, Error> {
    let mut unknown = Vec::new();
    for path in plan.objects.clone() {
        let given = Given::read(&path)?;
        let mut found: Vec<(String, Described)> = Vec::new();
        let (target, dialect) = (plan.target, plan.dialect.clone());
        let of_material = |material: Reading| {
            let Ok(material) = material else { return };
            let name = material.file.name.clone();
            found.extend(described(target, &dialect, &material).into_iter().map(|one| (name.clone(), one)));
        };
        read(target, &given.name, given.bytes(), of_material).map_err(Error::Input)?;
        for (object, Described { name, prototype }) in found {
            let reason = match prototype {
                Ok(prototype) => match plan.add(args, &name, &prototype) {
                    Ok(()) => continue,
                    Err(error) => error.to_string(),
                },
                Err(reason) => reason,
            };
            let end = End::NotTested(reason);
            unknown.push(Audited { name, prototype: String::new(), object, end });
        }
    }
    Ok(unknown)
}
