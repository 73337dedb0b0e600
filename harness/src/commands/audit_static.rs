//! `crosscall audit --static`: objects and programs against the document, without a run.

use super::machine::tools::Given;
use crate::audit::Exception;
use crate::audit::debug::{Examination, read};
use crate::audit::file::AuditFile;
use crate::cli::{AuditArgs, AuditFormat};
use crate::error::Error;
use crate::explain::dialect::Dialect;
use crate::interrupt;
use crate::output::{print, write_atomically};
use crosscall_machines::elf::is_archive;
use crosscall_model::Target;
use crosscall_reports::audit::layout::{json, junit, text};
use crosscall_reports::picture::{self, Page};
use std::path::PathBuf;

/// Holds files against the document by what they say of themselves.
///
/// # Errors
/// [`Error::Input`] where the command line or a file is wrong, [`Error::Store`] where the report cannot be written.
pub(super) fn run(
    args: &AuditArgs,
    file: &AuditFile,
    (target, dialect, objects): (Target, &Dialect, &[PathBuf]),
    mut exceptions: Vec<Exception>,
) -> Result<u8, Error> {
    exceptions.extend(file.except.iter().map(Exception::from));
    let mut examination = Examination::new(target, dialect);
    for path in objects {
        let given = Given::read(path)?;
        let (mut wrong, is_library) = (None, is_archive(given.bytes()));
        let read = read(target, &given.name, given.bytes(), |material| match material {
            Ok(material) if interrupt::signal().is_none() => examination.look(&material),
            Ok(_) => {}
            Err(message) if is_library => examination.skip(message),
            Err(message) => wrong = Some(message),
        });
        if let Some(message) = read.err().or(wrong) {
            return Err(Error::Input(message));
        }
    }
    let report = examination.told(&exceptions);
    // Output for programs does not depend on the terminal.
    if args.format != AuditFormat::Text {
        picture::use_page(Page::PLAIN);
    }
    if let Some(path) = &args.junit {
        write_atomically(path, junit::render(&report).as_bytes())?;
    }
    print(&match args.format {
        AuditFormat::Text => text::render(&report),
        AuditFormat::Json => json::render(&report),
        AuditFormat::Junit => junit::render(&report),
    })?;
    Ok(report.exit_code())
}
