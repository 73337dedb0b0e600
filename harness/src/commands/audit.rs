//! `crosscall audit`.

mod contracts;
mod debug;
mod program;
mod unknown;

use super::machine::tools::{Given, Loaded};
use crate::cli::{AuditArgs, AuditFormat, CfiWhen};
use contracts::is_header;
use crosscall_audit::convention::Convention;
use crosscall_audit::file::{AuditFile, FunctionEntry};
use crosscall_audit::material::Material;
use crosscall_audit::meaning::{Meaning, named};
use crosscall_audit::unwind::Moments;
use crosscall_audit::{Effort, Exception, Question, audit};
use crosscall_base::error::{Error, read_text};
use crosscall_base::interrupt;
use crosscall_base::output::{check_writable, print, write_atomically};
use crosscall_base::pattern::fits;
use crosscall_base::target_word::TargetWord;
use crosscall_declarations::Declaration;
use crosscall_engine::machine;
use crosscall_explain::dialect::Dialect;
use crosscall_explain::environment::UnderDialect;
use crosscall_explain::input::{Input, found};
use crosscall_model::Target;
use crosscall_reports::audit::{Audit, github, json, junit, layout, text};
use crosscall_reports::picture::{self, Page};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Audits functions, or a whole program.
///
/// # Errors
/// [`Error::Input`] where the command line, a file, a declaration or a meaning is wrong, [`Error::Store`] where the report
/// cannot be written.
pub fn run(args: &AuditArgs) -> Result<u8, Error> {
    let file = file_of(args)?;
    args.junit.as_deref().map_or(Ok(()), check_writable)?;
    if args.is_static {
        let report = debug::audit(args, &file)?;
        show(args, |format| match format {
            AuditFormat::Text => layout::text::render(&report),
            AuditFormat::Json => layout::json::render(&report),
            AuditFormat::Junit => layout::junit::render(&report),
            AuditFormat::Github => layout::github::render(&report),
        })?;
        return Ok(report.exit_code());
    }
    let program = if args.all_functions { None } else { program::asked(args, &file)? };
    let mut report = match &program {
        Some(program) => {
            Audit { target: program.target(), functions: Vec::new(), programs: vec![program.audit()?] }
        }
        None => functions(args, &file)?,
    };
    if program.is_some() && !file.function.is_empty() {
        report.functions = functions(args, &file)?.functions;
    }
    show(args, |format| match format {
        AuditFormat::Text => text::render(&report),
        AuditFormat::Json => json::render(&report),
        AuditFormat::Junit => junit::render(&report),
        AuditFormat::Github => github::render(&report),
    })?;
    Ok(report.exit_code())
}

/// Writes a report in the forms that are asked for; `render` makes one of them.
fn show(args: &AuditArgs, render: impl Fn(AuditFormat) -> String) -> Result<(), Error> {
    // Output for programs does not depend on the terminal.
    if args.format != AuditFormat::Text {
        picture::use_page(Page::PLAIN);
    }
    if let Some(path) = &args.junit {
        write_atomically(path, render(AuditFormat::Junit).as_bytes())?;
    }
    print(&render(args.format))
}

/// Audits functions.
fn functions(args: &AuditArgs, file: &AuditFile) -> Result<Audit, Error> {
    let mut plan = Planned::of(args, file)?;
    let unknown = if args.all_functions { debug::all_functions(&mut plan, args)? } else { Vec::new() };
    let material = material(plan.target, &plan.objects)?;
    let mut others: Vec<(PathBuf, Material)> = Vec::new();
    for asked in &plan.functions {
        if let Some((path, _)) = &asked.same_as
            && !others.iter().any(|(known, _)| known == path)
        {
            others.push((path.clone(), self::material(plan.target, std::slice::from_ref(path))?));
        }
    }
    let mut questions = Vec::new();
    for asked in &plan.functions {
        let same_as = asked.same_as.as_ref().and_then(|(path, symbol)| {
            let (_, material) = others.iter().find(|(known, _)| known == path)?;
            Some((material, symbol.clone()))
        });
        let question = Question {
            target: plan.target,
            material: &material,
            symbol: asked.symbol.clone(),
            declaration: asked.declaration.clone(),
            source: &asked.source,
            meanings: asked.meanings.clone(),
            dialect: plan.dialect.clone(),
            exceptions: asked.exceptions.clone(),
            same_as,
            is_guessed: args.all_functions,
            convention: asked.convention,
            cfi: moments(args, file),
            effort: Effort { least_coverage: asked.least_coverage, ..plan.effort },
        };
        let place = asked.place.as_ref().map_or(String::new(), |place| format!("{place}: "));
        question.check().map_err(|e| Error::Input(format!("{place}{}: {e}", asked.symbol)))?;
        questions.push(question);
    }
    let mut report = Audit { target: plan.target, functions: Vec::new(), programs: Vec::new() };
    for question in &questions {
        if interrupt::signal().is_some() {
            break;
        }
        report.functions.push(audit(question));
    }
    report.functions.extend(unknown);
    Ok(report)
}

/// Orders of the command line and the file together.
struct Planned {
    target: Target,
    objects: Vec<PathBuf>,
    dialect: Dialect,
    effort: Effort,
    functions: Vec<Asked>,
}

/// A function that is asked for.
struct Asked {
    symbol: String,
    declaration: Declaration,
    source: Input,
    meanings: Vec<(String, Meaning)>,
    exceptions: Vec<Exception>,
    same_as: Option<(PathBuf, String)>,
    convention: Convention,
    least_coverage: u32,
    /// File and line of its contract.
    place: Option<String>,
}

impl Planned {
    /// Adds a function with its declaration in C.
    fn add(&mut self, args: &AuditArgs, name: &str, prototype: &str) -> Result<(), Error> {
        let dialect = self.dialect.clone();
        let environment = UnderDialect { target: self.target, dialect: &dialect };
        let source = Source { environment, declarations: String::new() };
        let entry = FunctionEntry { prototype: Some(prototype.to_owned()), ..FunctionEntry::default() };
        self.functions.push(asked(args, &source, (name, &entry), &PathBuf::new(), self.effort)?);
        Ok(())
    }

    fn of(args: &AuditArgs, file: &AuditFile) -> Result<Planned, Error> {
        let folder = folder(args);
        let (target, dialect, objects) = common(args, file)?;
        let mut declarations: Vec<PathBuf> = file.declarations.iter().map(|path| folder.join(path)).collect();
        declarations.extend(args.declarations.iter().cloned());
        let usual = Effort::default();
        let effort = Effort {
            seed: args.seed,
            inputs: args.inputs.or(file.inputs).unwrap_or(usual.inputs),
            budget: args.budget.or(file.budget).unwrap_or(usual.budget),
            least_coverage: args.least_coverage.or(file.least_coverage).unwrap_or(usual.least_coverage),
            vector_bits: vector_bits(args, file, target)?,
        };
        let environment = UnderDialect { target, dialect: &dialect };
        let mut source = Source { environment, declarations: texts(&declarations)? };
        let given = args.object.iter().filter(|path| is_header(path)).cloned();
        let headers: Vec<PathBuf> =
            file.file.headers().iter().map(|path| folder.join(path)).chain(given).collect();
        let texts = if args.prototype.is_some() || args.all_functions { &[] } else { objects.as_slice() };
        let described = contracts::described(&mut source, texts, &headers)?;
        let mut functions = Vec::new();
        for (name, entry) in chosen(args, file, described)? {
            functions.push(asked(args, &source, (&name, &entry), &folder, effort)?);
        }
        Ok(Planned { target, objects, dialect, effort, functions })
    }
}

/// Bits of a vector register, of the command line or else of the file.
fn vector_bits(args: &AuditArgs, file: &AuditFile, target: Target) -> Result<Option<u64>, Error> {
    match args.vlen.or(file.vlen) {
        Some(_) if !matches!(target, Target::Riscv(_)) => {
            Err(Error::Input(format!("--vlen: {target} does not leave the length of vector registers open")))
        }
        bits => Ok(bits),
    }
}

/// The file of the audit; an empty one where none is given.
fn file_of(args: &AuditArgs) -> Result<AuditFile, Error> {
    Ok(args.file.as_deref().map(AuditFile::read).transpose()?.unwrap_or_default())
}

/// The folder of that file.
fn folder(args: &AuditArgs) -> PathBuf {
    args.file.as_deref().and_then(Path::parent).map(Path::to_path_buf).unwrap_or_default()
}

/// Target, readings and objects, of the file and the command line together.
fn common(args: &AuditArgs, file: &AuditFile) -> Result<(Target, Dialect, Vec<PathBuf>), Error> {
    let target = match (args.target, &file.target) {
        (Some(word), _) => word.said(),
        (None, Some(name)) => TargetWord::of(name).map_err(|e| in_file(args, &e))?.said(),
        (None, None) => return Err(in_file(args, "it names no `target`; --target gives one")),
    };
    let dialect = dialect(args, file, target)?;
    let folder = folder(args);
    let mut objects: Vec<PathBuf> = file.objects.iter().map(|path| folder.join(path)).collect();
    objects.extend(args.object.iter().filter(|path| !is_header(path)).cloned());
    if objects.is_empty() {
        return Err(in_file(args, "it names no `objects`, and the command line has none either"));
    }
    Ok((target, dialect, objects))
}

/// Readings of the command line, or else of the file.
fn dialect(args: &AuditArgs, file: &AuditFile, target: Target) -> Result<Dialect, Error> {
    let text = if args.dialect.is_empty() { &file.dialect } else { &args.dialect };
    Dialect::parse(target, text).map_err(|e| Error::Input(format!("--dialect: {e}")))
}

/// Instructions at which call frame information is compared.
fn moments(args: &AuditArgs, file: &AuditFile) -> Moments {
    let asked = args.cfi.map(|when| match when {
        CfiWhen::Calls => Moments::Calls,
        CfiWhen::All => Moments::All,
        CfiWhen::Off => Moments::Off,
    });
    asked.or(file.cfi).unwrap_or_default()
}

/// Exceptions of the command line.
fn exceptions(args: &AuditArgs) -> Result<Vec<Exception>, Error> {
    args.except.iter().map(|text| exception(text)).collect()
}

/// A mistake in the file of the audit.
fn in_file(args: &AuditArgs, message: &str) -> Error {
    let name =
        args.file.as_ref().map_or_else(|| "the command line".to_owned(), |path| path.display().to_string());
    Error::Input(format!("{name}: {message}"))
}

/// The functions of the file and of contracts that are asked for, or the one of the command line.
fn chosen(
    args: &AuditArgs,
    file: &AuditFile,
    mut described: BTreeMap<String, FunctionEntry>,
) -> Result<Vec<(String, FunctionEntry)>, Error> {
    if args.all_functions {
        return Ok(Vec::new());
    }
    let is_single = args.prototype.is_some() || !args.argument.is_empty() || args.same_as.is_some();
    if args.file.is_some() && is_single {
        let message = "--prototype, --argument and --same-as are for a single function without --file, which has them \
                       for each function";
        return Err(Error::Input(message.to_owned()));
    }
    for (name, entry) in &file.function {
        let known = described.remove(name).unwrap_or_default();
        described.insert(name.clone(), known.with(entry.clone()));
    }
    let is_wanted =
        |name: &str| args.function.is_empty() || args.function.iter().any(|wanted| fits(wanted, name));
    let (wanted, others): (Vec<_>, Vec<_>) = described.into_iter().partition(|(name, _)| is_wanted(name));
    if args.file.is_some() {
        return match (wanted.is_empty(), others.is_empty()) {
            (false, _) => Ok(wanted),
            (true, true) => Err(in_file(args, "it has no function; `[function.NAME]` begins one")),
            (true, false) => {
                let names: Vec<&str> = others.iter().map(|(name, _)| name.as_str()).collect();
                Err(in_file(args, &format!("no function fits; there are {}", names.join(", "))))
            }
        };
    }
    if args.prototype.is_none() && !wanted.is_empty() {
        if is_single && wanted.len() > 1 {
            let message = "--argument and --same-as are for one function, and several have contracts; --function names it";
            return Err(Error::Input(message.to_owned()));
        }
        return Ok(wanted);
    }
    let name = match args.function.as_slice() {
        [] if args.prototype.is_some() => String::new(),
        [only] => only.clone(),
        [] => {
            let message = "say which function to audit, with --prototype 'int f(char *, int)', or with a comment beside it: \
                           `# crosscall: int f(char *, int)`; --file has many at once";
            return Err(Error::Input(message.to_owned()));
        }
        _ => {
            let message = "--function: one function at a time; --file has many at once";
            return Err(Error::Input(message.to_owned()));
        }
    };
    Ok(vec![(name, FunctionEntry::default())])
}

/// Texts that declarations come from.
struct Source<'d> {
    environment: UnderDialect<'d>,
    declarations: String,
}

impl Source<'_> {
    /// The declaration of a function, typed or in the files.
    fn declaration(&self, name: &str, typed: Option<&str>) -> Result<(Declaration, Input), Error> {
        let input = match (typed, self.declarations.is_empty()) {
            (Some(text), true) => Input { origin: "the prototype".to_owned(), ..Input::typed(text) },
            (Some(text), false) => Input::read(self.declarations.clone(), "the declarations").asking(text),
            (None, false) => Input::read(self.declarations.clone(), "the declarations"),
            (None, true) => {
                return Err(Error::Input(format!(
                    "`{name}` has no prototype; --prototype or `prototype = …` gives it, or --declarations a file that has it"
                )));
            }
        };
        let patterns = if typed.is_some() || name.is_empty() { Vec::new() } else { vec![name.to_owned()] };
        let found = found(&input, &self.environment, &patterns)?;
        let function = found.functions.into_iter().next();
        let function =
            function.ok_or_else(|| Error::Input(format!("{}: it declares no function", input.origin)))?;
        let wrong = |e: crosscall_declarations::ParseError| Error::Input(format!("{}: {e}", input.origin));
        let declaration = function.declaration.map_err(wrong)?;
        Ok((declaration, input))
    }
}

fn texts(paths: &[PathBuf]) -> Result<String, Error> {
    let mut all = String::new();
    for path in paths {
        all += &read_text(path)?;
        all.push('\n');
    }
    Ok(all)
}

/// All about one function.
fn asked(
    args: &AuditArgs,
    source: &Source<'_>,
    (name, entry): (&str, &FunctionEntry),
    folder: &Path,
    effort: Effort,
) -> Result<Asked, Error> {
    let typed = args.prototype.as_deref().or(entry.prototype.as_deref());
    let target = source.environment.target;
    let (declaration, source) = source.declaration(name, typed)?;
    let symbol = entry.symbol.clone().unwrap_or_else(|| name.to_owned());
    let symbol = if symbol.is_empty() { declaration.name.clone() } else { symbol };
    let mut meanings = entry.meanings().map_err(Error::Input)?;
    for text in &args.argument {
        meanings.push(named(text).map_err(|e| Error::Input(format!("--argument {e}")))?);
    }
    let mut exceptions = entry.except.clone();
    exceptions.extend(self::exceptions(args)?);
    let same_as = match (&args.same_as, &entry.same_as) {
        (Some(text), _) => Some(reference(text, Path::new(""))?),
        (None, Some(text)) => Some(reference(text, folder)?),
        (None, None) => None,
    };
    let convention = match args.convention.as_ref().or(entry.convention.as_ref()) {
        Some(text) => Convention::parse(target, text)
            .map_err(|e| Error::Input(format!("convention of {symbol}: {e}")))?,
        None => Convention::default(),
    };
    let least_coverage = args.least_coverage.or(entry.least_coverage).unwrap_or(effort.least_coverage);
    let place = entry.place.clone();
    Ok(Asked {
        symbol,
        declaration,
        source,
        meanings,
        exceptions,
        same_as,
        convention,
        least_coverage,
        place,
    })
}

/// `FINDING=REASON` as an exception.
fn exception(text: &str) -> Result<Exception, Error> {
    let both = text.split_once('=').filter(|(_, reason)| !reason.trim().is_empty());
    let (finding, reason) = both.ok_or_else(|| {
        Error::Input(format!(
            "--except: `{text}` is not a FINDING=REASON, such as 'reads beside p=whole words'"
        ))
    })?;
    Ok(Exception { finding: finding.trim().to_owned(), reason: reason.trim().to_owned() })
}

/// `reference.o:f` as a file and a function.
fn reference(text: &str, folder: &Path) -> Result<(PathBuf, String), Error> {
    let both = text.rsplit_once(':').filter(|(path, symbol)| !path.is_empty() && !symbol.is_empty());
    let (path, symbol) = both
        .ok_or_else(|| Error::Input(format!("`{text}` is not an OBJECT:FUNCTION, such as reference.o:f")))?;
    Ok((folder.join(path), symbol.to_owned()))
}

/// Reads objects and libraries, and assembles texts.
fn material(target: Target, paths: &[PathBuf]) -> Result<Material, Error> {
    let tools = machine::tools(target);
    let mut material = Material::default();
    for path in paths {
        let given = Given::read(path)?;
        match given.load(tools)? {
            Loaded::Object(object) => material.objects.push(object),
            Loaded::Library(members) => material.members.extend(members),
            Loaded::Text(text) => {
                let object = match tools.has_assembler() {
                    true => {
                        let (mut object, unknown) = unknown::assemble(target, tools, &given.name, &text)?;
                        material.unknown.extend(unknown);
                        machine::mark(target, &mut object);
                        object
                    }
                    false => machine::assemble_with_lines(target, &given.name, &text)
                        .map_err(|e| Error::Input(e.to_string()))?,
                };
                material.objects.push(object);
            }
            Loaded::Program(_) => {
                return Err(Error::Input(format!(
                    "{}: is a linked program, which is audited alone and as a whole; objects, libraries and assembly texts are audited \
                     function by function",
                    given.name
                )));
            }
        }
    }
    Ok(material)
}
