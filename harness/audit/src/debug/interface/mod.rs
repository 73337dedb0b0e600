//! Functions, variables and records of files as other files see them, kept after the files are gone: what two objects of one link,
//! or two versions of a library, say of one name can be held against each other.

mod alike;
mod calls;
mod one_link;
mod shapes;
mod spelling;
mod versions;

pub(super) use one_link::{Conflicts, conflicts, link};
pub use versions::compared;

use super::functions::Callable;
use super::nodes::{Node, Nodes, text};
use super::types::Types;
use super::work::Exhausted;
use crosscall_engine::machine;
use crosscall_machines::object_file::Binding;
use crosscall_model::Signature;
use crosscall_reports::audit::Source;
use crosscall_reports::audit::layout::{Kind, LeftOut};
use gimli::constants as dw;
use shapes::{Id, Reader, Shapes};
use spelling::declaring;
use std::collections::HashSet;
use std::rc::Rc;

/// Most declarations that are kept.
const MOST_FACES: usize = 1 << 18;

/// Most parameters of a function that are kept.
const MOST_PARAMETERS: usize = 256;

/// A function or variable as a unit declares it.
#[derive(Debug, Clone)]
pub(super) struct Face {
    /// Name of the symbol.
    symbol: String,
    is_definition: bool,
    /// Number of the file.
    file: u32,
    source: Option<Source>,
    /// The declaration in C.
    text: String,
    ty: Id,
    /// True for a function whose parameters are given.
    has_prototype: bool,
    /// Of a function, what the oracle needs, or why it is not known.
    call: Option<Result<Call, Rc<str>>>,
}

/// A function's types as the oracle needs them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Call {
    signature: Signature,
    names: Vec<String>,
    weight: usize,
}

/// A symbol that a file defines for others.
#[derive(Debug)]
struct Exported {
    name: String,
    file: u32,
    is_weak: bool,
}

/// What files show of themselves.
#[derive(Debug, Default)]
pub(super) struct Interface {
    faces: Vec<Face>,
    known: HashSet<u64>,
    shapes: Shapes,
    /// All symbols that files define for others, whether or not debug information has them.
    symbols: Vec<Exported>,
    /// True if there is more than is kept.
    is_full: bool,
}

/// Kinds of symbols that stand for functions and data.
const KINDS: [u8; 4] = [1, 2, 6, 10];

impl Interface {
    /// Reads what a file shows.
    pub(super) fn read(
        &mut self,
        types: &mut Types<'_, '_, '_>,
        callable: &Callable<'_>,
        link: u32,
    ) -> Result<(), Exhausted> {
        let (nodes, file) = (types.nodes, types.file);
        let visible = callable.symbols().filter(|symbol| KINDS.contains(&symbol.kind));
        let mut names: HashSet<&str> = HashSet::new();
        for symbol in visible {
            let name = bare(&symbol.name);
            if names.insert(name) {
                let is_weak = symbol.binding == Binding::Weak;
                self.symbols.push(Exported { name: name.to_owned(), file, is_weak });
            }
        }
        let mut reader = Reader::new(&mut self.shapes, types, link);
        for (at, node) in nodes.list.iter().enumerate() {
            if !nodes.is_of_c(node) {
                continue;
            }
            let face = match node.tag {
                dw::DW_TAG_subprogram => of_function(&mut reader, at, node, &names)?,
                dw::DW_TAG_variable => of_variable(&mut reader, at, node, &names)?,
                dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type => {
                    reader.of(at, 0)?;
                    None
                }
                _ => None,
            };
            let Some(face) = face else { continue };
            reader.finish()?;
            let same = (link, &face.symbol, &face.text, &face.call, face.is_definition.then_some(file));
            let mark = super::entries::key((same, reader.shapes.mark(face.ty)));
            if !self.known.insert(mark) {
                continue;
            }
            if self.faces.len() >= MOST_FACES {
                self.is_full = true;
                break;
            }
            self.faces.push(face);
        }
        reader.finish()?;
        self.is_full |= self.shapes.is_full;
        Ok(())
    }
}

/// Names that are given of many.
const EXAMPLES: usize = 4;

/// Things with these names that could not be compared.
fn left_out(kind: Kind, reason: String, mut names: Vec<String>) -> LeftOut {
    let count = names.len() as u64;
    names.truncate(EXAMPLES);
    LeftOut { kind, reason, count, examples: names }
}

/// A name without a version of the symbol.
fn bare(name: &str) -> &str {
    name.split('@').next().unwrap_or(name)
}

/// An entry that stands for a symbol.
struct Declared<'n, 'a> {
    symbol: String,
    /// Entry with all that is known of it, and its number.
    whole: &'n Node<'a>,
    whole_at: usize,
    /// Name in C.
    name: String,
}

/// The symbol of an entry that defines it for others or declares it.
fn declared<'n, 'a>(
    reader: &mut Reader<'_, '_, 'n, 'a, '_>,
    (at, node): (usize, &Node<'_>),
    is_definition: bool,
    names: &HashSet<&str>,
) -> Result<Option<Declared<'n, 'a>>, Exhausted> {
    let whole_at = reader.types.whole(at)?;
    let Some(whole) = reader.types.nodes.list.get(whole_at) else { return Ok(None) };
    let symbol = symbol(reader, (node, whole), is_definition, names);
    Ok(symbol.map(|symbol| {
        let name = if whole.name.is_empty() { symbol.clone() } else { text(whole.name) };
        Declared { symbol, whole, whole_at, name }
    }))
}

fn of_function(
    reader: &mut Reader<'_, '_, '_, '_, '_>,
    at: usize,
    node: &Node<'_>,
    names: &HashSet<&str>,
) -> Result<Option<Face>, Exhausted> {
    let nodes = reader.types.nodes;
    let is_definition = node.start.is_some() && !node.flags.declaration;
    let Some(found) = declared(reader, (at, node), is_definition, names)? else { return Ok(None) };
    let Declared { symbol, whole, whole_at, name } = found;
    // Compilers know these of themselves.
    if [node.name, whole.name].iter().any(|name| name.starts_with(b"__builtin_")) {
        return Ok(None);
    }
    let shape = reader.function(whole_at, 0)?;
    let ty = reader.shapes.add(shape);
    let call = reader.types.signature(at, whole_at)?;
    let call = call.map(|(signature, parameters, weight)| {
        let names = parameters.into_iter().map(|parameter| parameter.name).collect();
        Call { signature, names, weight }
    });
    let text = declaring(nodes, whole.ty, &format!("{name}({})", parameters(nodes, whole_at)));
    let source = nodes.declared(whole).or_else(|| nodes.declared(node));
    let has_prototype = whole.flags.prototyped || nodes.unit_of(whole).is_some_and(|unit| unit.is_of_cpp());
    let (file, call) = (reader.types.file, Some(call));
    Ok(Some(Face { symbol, is_definition, file, source, text, ty, has_prototype, call }))
}

/// Parameters of a function in C.
fn parameters(nodes: &Nodes<'_>, at: usize) -> String {
    let children = nodes.children(at).filter_map(|child| nodes.list.get(child));
    let spelled = children.filter_map(|child| match child.tag {
        dw::DW_TAG_formal_parameter => Some(declaring(nodes, child.ty, &text(child.name))),
        dw::DW_TAG_unspecified_parameters => Some("...".to_owned()),
        _ => None,
    });
    let all: Vec<String> = spelled.take(MOST_PARAMETERS).collect();
    if all.is_empty() { "void".to_owned() } else { all.join(", ") }
}

fn of_variable(
    reader: &mut Reader<'_, '_, '_, '_, '_>,
    at: usize,
    node: &Node<'_>,
    names: &HashSet<&str>,
) -> Result<Option<Face>, Exhausted> {
    let nodes = reader.types.nodes;
    let is_definition = node.location.is_some();
    let Some(found) = declared(reader, (at, node), is_definition, names)? else { return Ok(None) };
    let Declared { symbol, whole, whole_at, name } = found;
    // An array gets its length where it is defined.
    let (typed, link) = if node.ty.is_some() { (at, node.ty) } else { (whole_at, whole.ty) };
    let ty = reader.named_by(typed, 0)?;
    let text = declaring(nodes, link, &name);
    let source = nodes.declared(node).or_else(|| nodes.declared(whole));
    let file = reader.types.file;
    Ok(Some(Face { symbol, is_definition, file, source, text, ty, has_prototype: true, call: None }))
}

/// The symbol that an entry defines for others or declares, if it is one.
fn symbol(
    reader: &Reader<'_, '_, '_, '_, '_>,
    (node, whole): (&Node<'_>, &Node<'_>),
    is_definition: bool,
    names: &HashSet<&str>,
) -> Option<String> {
    if !node.flags.external && !whole.flags.external {
        return None;
    }
    // A function of a class that has no symbol of its own, such as a constructor, of which there are several.
    let is_abstract = node.linkage.is_empty() && whole.linkage.is_empty();
    let class = whole.parent.and_then(|at| reader.types.nodes.list.get(at));
    if is_abstract && class.is_some_and(|class| class.tag != dw::DW_TAG_namespace) {
        return None;
    }
    let all = [node.linkage, whole.linkage, node.name, whole.name];
    let name = String::from_utf8_lossy(all.into_iter().find(|name| !name.is_empty())?);
    let symbol = machine::symbol(reader.types.rulings.target, &name);
    let is_there = !is_definition || names.contains(symbol.as_str()) || names.contains(&*name);
    is_there.then_some(symbol)
}
