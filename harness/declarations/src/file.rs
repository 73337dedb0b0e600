//! Complete texts: sequences of declarations, typed by a user or written by a preprocessor.

use crate::asked::Asked;
use crate::declarator::Derived;
use crate::environment::Environment;
use crate::error::ParseError;
use crate::lines::Pack;
use crate::machine::{self, Machine};
use crate::parse::{Declaration, Parser};
use crate::specifier::{Specifiers, of_alignment};
use crate::standing::Contradiction;
use crate::token::{Token, TokenKind, tokens};
use crate::types::{CType, Object};
use crate::words::{is_keyword, is_label};
use crate::written::{Written, WrittenRecord};
use crosscall_model::c::type_name;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// Functions of a text.
#[derive(Debug, Clone, Default)]
pub struct Source {
    /// Functions in the order of the text, each name once.
    pub functions: Vec<Function>,
    /// Error at the first place that was not understood.
    pub first_error: Option<ParseError>,
    /// Errors at all places that were not understood in the user's question.
    pub typed_errors: Vec<ParseError>,
    /// Type that the user asks for.
    pub asked: Option<Result<Asked, ParseError>>,
    /// First object that is declared, as an error at its place: the user may have meant it as a function.
    pub first_object: Option<ParseError>,
    /// Machine other than the target for which the text was preprocessed, if it was recognised.
    pub machine: Option<Machine>,
    /// C names that the text declares with a meaning that is impossible on the target; their meaning on the target
    /// applies.
    pub contradictions: Vec<Contradiction>,
}

/// Function of a text.
#[derive(Debug, Clone)]
pub struct Function {
    /// Name of the function.
    pub name: String,
    /// Byte offset at which its declaration ends.
    pub at: usize,
    /// File of its declaration, where the text names files.
    pub file: Option<String>,
    /// Declaration, or the reason why it is not understood.
    pub declaration: Result<Declaration, ParseError>,
}

/// Parses a complete text: a user's text, a file, or the output of a preprocessor. Bodies of functions, initialisers
/// and objects are skipped; a declaration that is not understood does not prevent others from being parsed.
///
/// # Errors
/// Error if the text cannot be split into tokens.
pub fn read(text: &str, environment: &dyn Environment) -> Result<Source, ParseError> {
    read_with(text, &Given::default(), environment)
}

/// Known properties of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// Byte offset from which on the text is the user's question: a type that stands alone there asks for its layout.
    pub typed_from: usize,
    /// Machine other than the target for which it was preprocessed, where that is known.
    pub machine: Option<Machine>,
}

impl Default for Given {
    /// File without known properties.
    fn default() -> Given {
        Given { typed_from: usize::MAX, machine: None }
    }
}

/// Parses a complete text as [`read`] does, with known properties of it.
///
/// # Errors
/// Error if the text cannot be split into tokens.
pub fn read_with(text: &str, given: &Given, environment: &dyn Environment) -> Result<Source, ParseError> {
    let tokens = tokens(text, true)?;
    let machine = given.machine.clone().or_else(|| machine::of_markers(text, environment.machines()));
    let whole = |foreign: bool| {
        let mut reader = Reader::default();
        let mut parser = Parser::new(text, &tokens, environment, false);
        (parser.foreign, parser.typed_from) = (foreign, given.typed_from);
        reader.items(&mut parser)?;
        reader.source.contradictions = parser.contradictions;
        reader.source.asked = parser.asked;
        Ok(reader.source)
    };
    let mut source: Source = whole(machine.is_some())?;
    source.machine = machine;
    let wide = source.contradictions.iter().find(|c| c.declared_bytes.is_some());
    if let (None, Some(contradiction)) = (&source.machine, wide) {
        // Only the typedefs show it.
        let seen = format!("`typedef {} {}`", contradiction.declared, contradiction.name);
        source = whole(true)?;
        source.machine = Some(Machine { name: machine::OTHER.to_owned(), seen });
    }
    Ok(source)
}

/// Reader of the declarations outside of functions.
#[derive(Default)]
struct Reader {
    source: Source,
    /// Positions of the functions by their names.
    by_name: HashMap<String, usize>,
}

impl Reader {
    fn items(&mut self, parser: &mut Parser<'_>) -> Result<(), ParseError> {
        loop {
            let start = parser.position;
            let (line, _) = parser.lines.line(parser.peek().at);
            match parser.item() {
                Ok(Item::End) => return Ok(()),
                Ok(Item::Functions(functions)) => {
                    let file = parser.lines.origin(line).map(|(file, _)| file);
                    let at = (parser.peek().at, file);
                    functions.into_iter().for_each(|f| self.add(f.name.clone(), at, Ok(f)));
                }
                Ok(Item::Object(place)) => {
                    self.source.first_object.get_or_insert(place);
                }
                Ok(Item::Other) => {}
                Err(error) => {
                    if let Some(name) = parser.recover(start, &error) {
                        let file = parser.lines.origin(line).map(|(file, _)| file);
                        self.add(name, (parser.peek().at, file), Err(error.clone()));
                    }
                    if parser.peek().at > parser.typed_from {
                        self.source.typed_errors.push(error.clone());
                    }
                    self.source.first_error.get_or_insert(error);
                }
            }
        }
    }

    /// Adds a function. The last declaration that is understood replaces others, because it may be the definition.
    fn add(
        &mut self,
        name: String,
        (at, file): (usize, Option<&str>),
        declaration: Result<Declaration, ParseError>,
    ) {
        let known = self.by_name.get(&name).and_then(|known| self.source.functions.get_mut(*known));
        match known {
            Some(known) => {
                known.at = at;
                if declaration.is_ok() || known.declaration.is_err() {
                    known.declaration = declaration;
                    known.file = file.map(str::to_owned);
                }
            }
            None => {
                self.by_name.insert(name.clone(), self.source.functions.len());
                self.source.functions.push(Function { name, at, file: file.map(str::to_owned), declaration });
            }
        }
    }
}

/// Declaration outside of functions.
enum Item {
    End,
    Functions(Vec<Declaration>),
    /// Object: an error at its place.
    Object(ParseError),
    Other,
}

/// Items that the declarators of a declaration declare.
#[derive(Default)]
struct Declared {
    functions: Vec<Declaration>,
    /// Error at the place of the first item that is no function.
    object: Option<ParseError>,
    /// True if a body follows the last declarator.
    body: bool,
    /// True if there is no name, so that the type is asked for.
    asked: bool,
}

impl<'a> Parser<'a> {
    /// Parses declarations up to the end, exactly one of them of a function.
    pub(crate) fn only_function(&mut self) -> Result<Declaration, ParseError> {
        let mut function = None;
        loop {
            if self.accept(";") {
                continue;
            }
            if self.peek().kind == TokenKind::End {
                return function.ok_or_else(|| self.expected("a function declaration such as `int f(int)`"));
            }
            let start = self.peek();
            let base = self.specifiers(true)?;
            if self.at(";") || self.peek().kind == TokenKind::End {
                if base.is_typedef {
                    return Err(self.expected("a name for the type"));
                }
                if !base.defines {
                    return Err(self.expected("the name of a function"));
                }
            } else if base.is_typedef {
                self.typedef(&base)?;
            } else {
                if function.is_some() {
                    return self.fail(start, "there is more than one function");
                }
                match self.declared_function(&base)? {
                    Ok(declaration) => function = Some(declaration),
                    Err(_) => return Err(self.expected("`(` and the parameters of the function")),
                }
            }
            if self.peek().kind != TokenKind::End && !self.accept(";") {
                return Err(self.expected("`;`"));
            }
        }
    }

    /// Parses one declaration of a file.
    fn item(&mut self) -> Result<Item, ParseError> {
        self.notes.clear();
        let token = self.peek();
        match token.kind {
            TokenKind::End => return Ok(Item::End),
            TokenKind::Punct(";" | "}") => {
                // An unmatched closing brace belongs to `extern "C" {`.
                self.next();
                return Ok(Item::Other);
            }
            TokenKind::Pack(_) => {
                self.pack();
                return Ok(Item::Other);
            }
            TokenKind::Word("extern") if matches!(self.ahead(1).kind, TokenKind::Text(_)) => {
                self.next_hidden();
                self.next_hidden();
                self.accept("{");
                return Ok(Item::Other);
            }
            TokenKind::Word("_Static_assert" | "static_assert") => {
                self.assertion()?;
                return Ok(Item::Other);
            }
            TokenKind::Word(word) if is_label(word) => {
                self.hide_with_group()?;
                return Ok(Item::Other);
            }
            TokenKind::Word("__extension__") if self.ahead(1).kind == TokenKind::Punct(";") => {
                self.next();
                return Ok(Item::Other);
            }
            _ => {}
        }
        if self.asked_expression()? {
            return Ok(Item::Other);
        }
        let base = self.specifiers(true)?;
        if !base.is_typedef && self.asked_type(token, std::slice::from_ref(&base.range), &base.ty) {
            self.accept(";");
            return Ok(Item::Other);
        }
        if self.accept(";") || self.peek().kind == TokenKind::End {
            return match (base.is_typedef, base.defines) {
                (true, _) => self.fail(token, "this typedef has no name for the type"),
                (false, true) => Ok(Item::Other),
                (false, false) => Err(self.expected("the name of a function")),
            };
        }
        let mut item = Item::Other;
        if base.is_typedef {
            self.typedef(&base)?;
        } else {
            let found = self.declarators(&base)?;
            item = match found.object {
                _ if found.asked => Item::Other,
                Some(object) if found.functions.is_empty() => Item::Object(object),
                _ => Item::Functions(found.functions),
            };
            if found.body {
                self.accept(";");
                return Ok(item);
            }
        }
        if self.peek().kind != TokenKind::End && !self.accept(";") {
            return Err(self.expected("`;`"));
        }
        Ok(item)
    }

    /// Parses the declarators of a declaration that is no typedef.
    fn declarators(&mut self, base: &Specifiers) -> Result<Declared, ParseError> {
        let mut found = Declared::default();
        loop {
            let at = self.peek();
            if self.asked_declarator(base)? {
                found.asked = true;
                return Ok(found);
            }
            match self.declared_function(base)? {
                Ok(declaration) => found.functions.push(declaration),
                Err(name) => {
                    let message =
                        format!("`{name}` is not a function; expected `(` and parameters behind a name");
                    found.object.get_or_insert(self.error(at, message));
                }
            }
            if self.at("{") && !found.functions.is_empty() {
                self.skip_group()?;
                found.body = true;
                return Ok(found);
            }
            if self.accept("=") {
                while !self.at(",") && !self.at(";") && self.peek().kind != TokenKind::End {
                    self.skip_group()?;
                }
            }
            if !self.accept(",") {
                return Ok(found);
            }
        }
    }

    fn typedef(&mut self, base: &Specifiers) -> Result<(), ParseError> {
        loop {
            let at = self.peek();
            let declarator = self.declarator()?;
            let (name, position) =
                declarator.name.ok_or_else(|| self.error(at, "expected a name for the type"))?;
            let token = self.peek();
            let mut attributes = self.labels()?;
            attributes.align = attributes.align.max(base.align);
            let is_number = matches!(&base.ty, CType::Object(object) if object.ty.scalar().is_some());
            let moves = attributes.align.is_some() && self.strict && !is_number;
            if attributes.packed || base.packed || moves {
                return self
                    .fail(at, "an attribute here changes the name and not the record; put it behind `}`");
            }
            let ty = self.shaped(token, base.ty.clone(), &attributes)?;
            let direct = declarator.derived.is_empty();
            let ty = self.build(ty, &declarator.derived)?;
            let ty = match (self.resolve(ty), attributes.align) {
                (CType::Object(object), Some(align)) => self.aligned(at, object, align),
                (ty, _) => ty,
            };
            let ty = match ty {
                CType::Object(object) => {
                    let object = if direct { titled(object, name) } else { object };
                    CType::Object(self.notes.iter().cloned().fold(object, Object::noted))
                }
                ty => ty,
            };
            let refused = attributes.refused.or(base.refused.clone()).or(declarator.refused);
            let ty = refused.map_or(ty, |error| CType::Bad(Rc::new(error)));
            if let CType::Object(object) = &ty {
                let ty = object.ty.clone();
                self.account(at, &ty)?;
            }
            let ty = self.standing(at, name, ty);
            self.typedefs.insert(name, ty.clone());
            self.asked_type(at, std::slice::from_ref(&(position..position + 1)), &ty);
            if !self.accept(",") {
                return Ok(());
            }
        }
    }

    /// Type under a name with an alignment of its own.
    fn aligned(&self, at: Token<'_>, object: Object, align: u32) -> CType {
        if let Some(object) = of_alignment(&object, align)
            && self.environment.has(&object.ty)
        {
            return CType::Object(object);
        }
        let natural = self.object_layout(at, &object).map(|layout| layout.align);
        match natural {
            Ok(natural) if natural > u64::from(align) => {
                let message = format!(
                    "a typedef with an alignment below the type's own ({align} instead of {natural}) is not drawn; \
                     put `packed` on the record that uses it"
                );
                CType::Bad(Rc::new(self.error(at, message)))
            }
            Ok(_) => CType::Object(Object { align: Some(align), ..object }),
            Err(error) => CType::Bad(Rc::new(error)),
        }
    }

    /// Parses a declarator without a name, whose type is asked for. Takes no token if there is none.
    fn asked_declarator(&mut self, base: &Specifiers) -> Result<bool, ParseError> {
        let (at, from, depth) = (self.peek(), self.position, self.depth);
        if at.at < self.typed_from || !self.is_abstract() {
            return Ok(false);
        }
        if let Ok(declarator) = self.declarator()
            && declarator.name.is_none()
            && self.at_end()
        {
            let ty = self.build(base.ty.clone(), &declarator.derived)?;
            return Ok(self.asked_type(at, &[base.range.clone(), from..self.position], &ty));
        }
        (self.position, self.depth) = (from, depth);
        Ok(false)
    }

    /// Parses a function; the inner error is the name of an item that is no function.
    fn declared_function(&mut self, base: &Specifiers) -> Result<Result<Declaration, String>, ParseError> {
        let (at, from) = (self.peek(), self.position);
        let declarator = self.declarator()?;
        let Some((name, position)) = declarator.name else {
            return Err(if self.strict || self.at("(") || self.at("[") {
                self.error(at, "expected the name of a function")
            } else {
                self.expected("the name of a function")
            });
        };
        let end = self.position;
        let attributes = if self.strict { Default::default() } else { self.labels()? };
        if attributes.changes_type() {
            return self.fail(at, "put this attribute behind the type, before the name");
        }
        let built = self.build(base.ty.clone(), &declarator.derived)?;
        let CType::Function(signature) = built else { return Ok(Err(name.to_owned())) };
        if let Some(error) = attributes.refused.or(base.refused.clone()).or(declarator.refused) {
            return Err(error);
        }
        let signature = (*signature).clone()?;
        let parameters = match declarator.derived.first() {
            Some(Derived::Function(_, parameters)) => Some(parameters.clone()),
            _ => None,
        };
        let whole = [base.range.clone(), from..end];
        let name_alone = position..position + 1;
        let without: Vec<Range<usize>> =
            std::iter::once(name_alone).chain(parameters.iter().map(|p| p.range.clone())).collect();
        let mut notes = std::mem::take(&mut self.notes);
        let result = match (&signature.result, declarator.derived.get(1..)) {
            (Some(_), Some(rest)) => {
                let ty = self.build(base.ty.clone(), rest)?;
                if let CType::Object(object) = &ty {
                    notes.extend(object.notes.iter().cloned());
                }
                let words = self.spelled(&whole, &without).replace("()", "");
                Some(self.written(words.trim_end().to_owned(), base.meaning(rest.is_empty(), &ty), &ty))
            }
            _ => None,
        };
        notes.extend(parameters.iter().flat_map(|p| p.notes()).cloned());
        if parameters.as_ref().is_some_and(|p| p.silent) && !self.strict {
            notes.push(format!(
                "`{name}()` leaves open what is passed; drawn as if nothing were, which `{name}(void)` would say"
            ));
        }
        let mut seen: Vec<String> = Vec::new();
        notes.retain(|note| {
            let new = !seen.contains(note);
            seen.push(note.clone());
            new
        });
        let unnamed = || signature.arguments().map(|ty| Written { ty: type_name(ty), ..Written::default() });
        let arguments = parameters.map_or_else(|| unnamed().collect(), |p| p.written.clone());
        let text = self.spelled(&whole, &[]);
        Ok(Ok(Declaration { name: name.to_owned(), signature, text, arguments, result, notes }))
    }

    fn written(&self, ty: String, means: Option<String>, of: &CType) -> Written {
        let record = match of {
            CType::Object(object) => object.record.clone(),
            _ => None,
        };
        Written { name: String::new(), ty, means, record }
    }

    /// Parses `_Static_assert(…);`; an assertion that fails is an error.
    pub(crate) fn assertion(&mut self) -> Result<(), ParseError> {
        let start = self.next();
        self.expect("(")?;
        let holds = self.constant()? != 0;
        if self.accept(",") {
            while !self.at(")") && self.peek().kind != TokenKind::End {
                self.next();
            }
        }
        self.expect(")")?;
        self.accept(";");
        if holds { Ok(()) } else { self.fail(start, "this does not hold on this target") }
    }

    /// Applies `#pragma pack`.
    pub(crate) fn pack(&mut self) {
        let TokenKind::Pack(pack) = self.next().kind else { return };
        match pack {
            Pack::Set(limit) => {
                self.packs.pop();
                self.packs.push(limit);
            }
            Pack::Push(limit) => {
                let limit = limit.or(self.packs.last().copied()).unwrap_or(0);
                self.packs.push(limit);
            }
            Pack::Pop => {
                self.packs.pop();
            }
        }
        if self.packs.is_empty() {
            self.packs.push(0);
        }
    }

    /// Skips a declaration that was not understood, and records the error under the names that it seems to declare.
    /// Returns the name of the function, if it seems to be one.
    fn recover(&mut self, start: usize, error: &ParseError) -> Option<String> {
        self.position = start;
        self.depth = 0;
        self.idle = 0;
        let is_typedef = self.peek().kind == TokenKind::Word("typedef")
            || self.ahead(1).kind == TokenKind::Word("typedef");
        let (mut function, mut last, mut inner) = (None, None, None);
        let mut before = TokenKind::Punct(";");
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::End => break,
                TokenKind::Punct(";") => {
                    self.next();
                    break;
                }
                TokenKind::Punct("(") => {
                    if let (TokenKind::Word(name), None) = (before, &function)
                        && !is_keyword(name)
                        && !crate::words::is_attribute(name)
                    {
                        function = Some(name);
                    }
                    if let (TokenKind::Punct("*"), TokenKind::Word(name)) =
                        (self.ahead(1).kind, self.ahead(2).kind)
                    {
                        inner.get_or_insert(name);
                    }
                    if self.skip_group().is_err() {
                        break;
                    }
                    before = TokenKind::Punct(")");
                    continue;
                }
                TokenKind::Punct("{") => {
                    let is_body = before == TokenKind::Punct(")") || before == TokenKind::Punct(";");
                    if self.skip_group().is_err() || is_body {
                        break;
                    }
                    before = TokenKind::Punct("}");
                    continue;
                }
                kind => {
                    last = if let TokenKind::Word(name) = kind { Some(name) } else { last };
                    self.next();
                }
            }
            before = token.kind;
        }
        if self.position == start {
            self.next();
        }
        if is_typedef {
            if let Some(name) = inner.or(last) {
                self.typedefs.insert(name, CType::Bad(Rc::new(error.clone())));
            }
            return None;
        }
        function.map(str::to_owned)
    }
}

/// Object under the name of a typedef, which becomes the title of a record without a tag.
fn titled(object: Object, name: &str) -> Object {
    let record = object.record.map(|record| {
        if record.title.contains('{') {
            Rc::new(WrittenRecord { title: name.to_owned(), ..(*record).clone() })
        } else {
            record
        }
    });
    Object { record, ..object }
}
