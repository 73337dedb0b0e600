//! The cases of new findings, written where the commands that are printed look for them.

use crosscall_base::output::note;
use crosscall_campaign::report::case_file_of;
use crosscall_campaign::report_folder::put_case;
use crosscall_reports::run::RunReport;
use std::path::Path;

/// Folder for the cases of new findings where no report folder is named.
pub const FOLDER: &str = "crosscall-findings";

/// Writes the cases of new findings that no file has yet into a folder; whether there are any. Where that cannot be written,
/// the report has the cases themselves.
pub fn write(report: &mut RunReport, folder: &Path) -> bool {
    let mut written = 0;
    for subject in &mut report.targets {
        let version = subject.version.clone();
        let new = subject.findings.iter_mut().filter(|f| f.is_new() && f.case_path.is_none());
        for finding in new {
            let own = finding.toolchains.first().cloned();
            let file = case_file_of(finding, |name| (Some(name) == own.as_deref()).then(|| version.clone()));
            match put_case(&folder.join(subject.target.name()), &file) {
                Ok(path) => {
                    finding.case_path = Some(path);
                    written += 1;
                }
                Err(error) => {
                    note(&format!("{error}; the report has the cases themselves"));
                    return false;
                }
            }
        }
    }
    written > 0
}
