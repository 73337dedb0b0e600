//! The subjects that the command line describes.

use super::session::present_folder;
use crate::cli::SubjectArgs;
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::output::note;
use crosscall_base::process::Limits;
use crosscall_base::process::folder::WorkFolder;
use crosscall_engine::verdict::object_check;
use crosscall_model::Target;
use crosscall_model::object::ObjectForm;
use crosscall_oracle::judge::has_header_of;
use crosscall_toolchain::compile::compile;
use crosscall_toolchain::named::Named;
use crosscall_toolchain::select::Inventory;
use crosscall_toolchain::units::CompileContext;
use crosscall_toolchain::{Toolchain, ToolchainKind};
use std::env;

/// Adds the subjects that the command line describes for one of some targets.
///
/// # Errors
/// [`Error::Input`] for what cannot be a name or a command, or is for no target that is asked for; [`Error::Tool`] for a compiler
/// that makes no object file where its target depends on them.
pub(super) fn add(args: &SubjectArgs, targets: &[Target], inventory: &mut Inventory) -> Result<(), Error> {
    let folder = present_folder()?;
    let SubjectArgs { assembler, emits, support, .. } = args;
    let assembler = assembler.as_deref();
    let mut described: Vec<(&str, Target)> = Vec::new();
    let compilers = commands(args)?.into_iter().map(|(name, cc)| ("--subject", name, cc, args.kind));
    let printers = printers(args)?.into_iter().map(|(name, cc)| ("--printer", name, cc, PRINTER));
    for (option, name, cc, kind) in compilers.chain(printers) {
        let Some(target) = targets.first().copied() else {
            return Err(Error::Input(format!("{option} {name}: a --target says what it compiles for")));
        };
        if kind == PRINTER && targets.len() > 1 {
            let what = format!("{option} {name}: a printer is for one ABI, such as --target {target}");
            return Err(Error::Input(what));
        }
        let named = Named { name, target, cc, kind, assembler, emits: emits.clone(), support };
        let mut toolchain = named.toolchain(&folder)?;
        toolchain.target = target_of(&toolchain, targets)?;
        described.push((name, toolchain.target));
        inventory.add(toolchain, "the command line");
    }
    if described.windows(2).any(|pair| matches!(pair, [(_, first), (_, second)] if first != second)) {
        let reported: Vec<String> =
            described.iter().map(|(name, target)| format!("{name} for {target}")).collect();
        note(&format!("{}: there are no calls between compilers of different ABIs", reported.join(", ")));
    }
    Ok(())
}

/// Names of the subjects that are described.
pub(super) fn names(args: &SubjectArgs) -> impl Iterator<Item = String> {
    args.subject
        .iter()
        .chain(&args.printer)
        .map(|subject| subject.split_once('=').map_or(subject.as_str(), |(name, _)| name).to_owned())
}

/// Names and commands: each `NAME=COMMAND`, and the one name whose command is that of `--cc`.
fn commands(args: &SubjectArgs) -> Result<Vec<(&str, &str)>, Error> {
    let mut rest = args.cc.as_deref();
    let missing = |name| {
        Error::Input(format!("--subject {name}: its command is missing, such as --subject {name}='mycc -O2'"))
    };
    let described = args.subject.iter().map(|subject| {
        let described = subject.split_once('=').or_else(|| Some((subject.as_str(), rest.take()?)));
        described.ok_or_else(|| missing(subject))
    });
    let all: Result<Vec<(&str, &str)>, Error> = described.collect();
    match rest {
        Some(_) => Err(Error::Input("--cc: its subject has no name; give it with --subject NAME".to_owned())),
        None => all,
    }
}

/// Kind of what `--printer` describes.
const PRINTER: Option<ToolchainKind> = Some(ToolchainKind::Printer);

/// Names and commands of printers.
fn printers(args: &SubjectArgs) -> Result<Vec<(&str, &str)>, Error> {
    let described = args.printer.iter().map(|printer| {
        let missing = || {
            let (what, given) = match printer.contains([' ', '/']) {
                true => ("there is no name in front of the command", format!("mine='{printer}'")),
                false => ("its command is missing", format!("{printer}='python3 printer.py'")),
            };
            Error::Input(format!("--printer {printer}: {what}, such as --printer {given}"))
        };
        printer.split_once('=').ok_or_else(missing)
    });
    described.collect()
}

/// The target among some for which a compiler makes object files. Only where there are several is it asked.
///
/// # Errors
/// See [`add`].
fn target_of(toolchain: &Toolchain, among: &[Target]) -> Result<Target, Error> {
    if let [only] = among {
        return Ok(*only);
    }
    let folder = WorkFolder::new(&env::temp_dir()).map_err(Error::Tool)?;
    let (limits, stop) = (Limits::default(), interrupt::present_flag());
    let context = CompileContext { work_dir: folder.path(), limits: &limits, stop: &stop };
    let made = compile(toolchain, "int nothing;\n", "nothing", context)
        .map_err(|failure| Error::Tool(format!("--subject {failure}")))?;
    let object = object_check::in_words(&made.object, ObjectForm::of(&made.object_bytes));
    let fits = |target: &&Target| has_header_of(**target, &object);
    among.iter().find(fits).copied().ok_or_else(|| {
        let names: Vec<&str> = among.iter().map(|target| target.name()).collect();
        Error::Input(format!(
            "--subject {}: by their headers its object files are for none of {}; add a flag for the ABI, such as -mabi, or give \
             another --target",
            toolchain.name,
            names.join(", ")
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_toolchain::emits::Emits;

    fn reported(subjects: &[&str], cc: Option<&str>) -> Result<Vec<(String, String)>, String> {
        let args = SubjectArgs {
            subject: subjects.iter().map(|subject| (*subject).to_owned()).collect(),
            printer: Vec::new(),
            cc: cc.map(str::to_owned),
            kind: None,
            assembler: None,
            emits: Emits::Object,
            support: Vec::new(),
        };
        let all = commands(&args).map_err(|error| error.to_string())?;
        Ok(all.into_iter().map(|(name, command)| (name.to_owned(), command.to_owned())).collect())
    }

    #[test]
    fn each_name_has_a_command() {
        let pair = |name: &str, command: &str| (name.to_owned(), command.to_owned());
        assert_eq!(reported(&[], None), Ok(Vec::new()));
        assert_eq!(reported(&["a"], Some("cc -O2")), Ok(vec![pair("a", "cc -O2")]));
        assert_eq!(
            reported(&["a=cc -Dx=1", "b", "c=other"], Some("mine")),
            Ok(vec![pair("a", "cc -Dx=1"), pair("b", "mine"), pair("c", "other")])
        );
        let missing = "--subject b: its command is missing, such as --subject b='mycc -O2'";
        assert_eq!(reported(&["a=cc", "b"], None), Err(missing.to_owned()));
        assert_eq!(reported(&["a", "b"], Some("cc")), Err(missing.to_owned()));
        let nameless = "--cc: its subject has no name; give it with --subject NAME";
        assert_eq!(reported(&["a=cc"], Some("cc")), Err(nameless.to_owned()));
    }
}
