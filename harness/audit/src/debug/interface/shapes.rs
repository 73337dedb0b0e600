//! Types as those see them who use them in memory: what they are made of, through pointers too, kept after their file is gone.

use super::super::entries::key;
use super::super::nodes::{Count, Node, Nodes, text};
use super::super::records::place;
use super::super::types::Types;
use super::super::work::Exhausted;
use super::spelling::spelling;
use crosscall_model::{RecordKind, Type};
use crosscall_reports::audit::Source;
use gimli::constants as dw;
use std::collections::HashMap;
use std::rc::Rc;

/// Number of a type among [`Shapes`].
pub(in super::super) type Id = u32;

/// Most types that are kept.
const MOST_SHAPES: usize = 1 << 21;

/// Most numbers that tell two types apart.
const MOST_MARKS: usize = 256;

/// Most members, constants or parameters of one.
const MOST_PARTS: usize = 4096;

/// Types inside each other that are followed.
const MOST_DEPTH: usize = 64;

/// What a scalar is, apart from its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in super::super) enum Class {
    Integer,
    Boolean,
    Floating,
    Complex,
    Other(u8),
}

/// A type.
#[derive(Debug, Clone)]
pub(in super::super) enum Shape {
    /// No type at all, or nothing that is known.
    Void,
    Scalar(Class, u64),
    Pointer(Id),
    /// The result, the parameters, and whether there may be more.
    Function(Id, Vec<Id>, bool),
    Array(Id, Option<u64>),
    Record(Rc<Record>),
    Enumeration(Rc<Enumeration>),
    /// The one with this number.
    Same(Id),
    /// One that cannot be compared.
    Unknown,
}

/// A structure, union or class.
#[derive(Debug, Clone)]
pub(in super::super) struct Record {
    /// `struct s`, or the name that a type definition gives it; empty for one without a name.
    pub(in super::super) name: String,
    pub(in super::super) is_union: bool,
    /// Size in bytes; `None` where it is only declared.
    pub(in super::super) size: Option<u64>,
    pub(in super::super) members: Vec<Member>,
    /// Virtual functions with their entries in the table.
    pub(in super::super) virtuals: Vec<(String, u64)>,
    pub(in super::super) source: Option<Source>,
    /// Number of the link, and of the first file that has it.
    pub(in super::super) link: u32,
    pub(in super::super) file: u32,
    pub(in super::super) is_cpp: bool,
    /// True where one name stands for one type in all of a program.
    pub(in super::super) is_of_program: bool,
    /// A number that is the same for those that no unit tells apart.
    pub(in super::super) mark: u64,
    /// The same for the oracle, where it is known.
    pub(in super::super) ty: Option<Rc<Type>>,
}

/// A member, or a base class.
#[derive(Debug, Clone)]
pub(in super::super) struct Member {
    pub(in super::super) name: String,
    /// Place in bits, if it is a constant.
    pub(in super::super) place: Option<u64>,
    /// Width of a bit-field.
    pub(in super::super) width: Option<u8>,
    pub(in super::super) ty: Id,
    pub(in super::super) spelled: String,
}

/// An enumeration.
#[derive(Debug, Clone)]
pub(in super::super) struct Enumeration {
    pub(in super::super) name: String,
    pub(in super::super) size: u64,
    pub(in super::super) constants: Vec<(String, i128)>,
    pub(in super::super) source: Option<Source>,
}

/// Types of many files, the same one once.
#[derive(Debug, Default)]
pub(in super::super) struct Shapes {
    list: Vec<Shape>,
    /// Records and enumerations by what makes them the same.
    known: HashMap<u64, Id>,
    /// True if there were more than are kept.
    pub(in super::super) is_full: bool,
}

impl Shapes {
    /// A type.
    pub(in super::super) fn get(&self, id: Id) -> &Shape {
        let mut id = id;
        for _ in 0..MOST_DEPTH {
            match self.list.get(id as usize) {
                Some(Shape::Same(next)) => id = *next,
                Some(shape) => return shape,
                None => break,
            }
        }
        &Shape::Unknown
    }

    /// All records with their numbers.
    pub(in super::super) fn records(&self) -> impl Iterator<Item = (Id, &Rc<Record>)> {
        (0..).zip(&self.list).filter_map(|(id, shape)| match shape {
            Shape::Record(record) => Some((id, record)),
            _ => None,
        })
    }

    /// Records by name, where they are not only announced.
    pub(in super::super) fn whole(&self) -> HashMap<&str, Id> {
        let whole = self.records().filter(|(_, record)| record.size.is_some() && !record.name.is_empty());
        whole.map(|(id, record)| (record.name.as_str(), id)).collect()
    }

    /// Adds a type.
    pub(in super::super) fn add(&mut self, shape: Shape) -> Id {
        if self.list.len() >= MOST_SHAPES {
            self.is_full = true;
            return Id::MAX;
        }
        self.list.push(shape);
        Id::try_from(self.list.len() - 1).unwrap_or(Id::MAX)
    }

    /// A number for a type that is the same for those that no unit tells apart.
    pub(in super::super) fn mark(&self, id: Id) -> u64 {
        let mut parts = Vec::new();
        self.collect(id, &mut parts);
        key(parts)
    }

    /// Numbers for what a type consists of, as far as that fits.
    fn collect(&self, id: Id, parts: &mut Vec<u64>) {
        if parts.len() >= MOST_MARKS {
            return;
        }
        match self.get(id) {
            Shape::Void => parts.push(1),
            Shape::Unknown | Shape::Same(_) => parts.push(2),
            Shape::Scalar(class, size) => parts.push(key((class, size))),
            Shape::Pointer(to) => {
                parts.push(3);
                self.collect(*to, parts);
            }
            Shape::Array(element, count) => {
                parts.push(key((4, count)));
                self.collect(*element, parts);
            }
            Shape::Function(result, parameters, is_open) => {
                parts.push(key((5, parameters.len(), is_open)));
                self.collect(*result, parts);
                parameters.iter().for_each(|parameter| self.collect(*parameter, parts));
            }
            Shape::Record(record) => parts.push(key((&record.name, record.mark))),
            Shape::Enumeration(enumeration) => parts.push(key((&enumeration.name, &enumeration.constants))),
        }
    }

    fn set(&mut self, id: Id, shape: Shape) {
        if let Some(place) = self.list.get_mut(id as usize) {
            *place = shape;
        }
    }
}

/// Reads types of one file into [`Shapes`].
pub(in super::super) struct Reader<'r, 't, 'n, 'a, 'd> {
    pub(in super::super) shapes: &'r mut Shapes,
    pub(in super::super) types: &'t mut Types<'n, 'a, 'd>,
    memo: HashMap<usize, Id>,
    /// Number of the link that the file is of.
    link: u32,
    /// Names that type definitions give to types that have none of their own.
    defined: HashMap<usize, &'a [u8]>,
    /// Entries of types that pointers lead to, with the numbers that are kept for them.
    pending: Vec<(usize, Id)>,
}

impl<'r, 't, 'n, 'a, 'd> Reader<'r, 't, 'n, 'a, 'd> {
    /// Nothing read yet.
    pub(in super::super) fn new(
        shapes: &'r mut Shapes,
        types: &'t mut Types<'n, 'a, 'd>,
        link: u32,
    ) -> Reader<'r, 't, 'n, 'a, 'd> {
        let nodes = types.nodes;
        let definitions = nodes.list.iter().filter(|node| node.tag == dw::DW_TAG_typedef);
        let defined = definitions.filter_map(|node| {
            let at = node.ty.and_then(|link| nodes.find(link))?;
            nodes.list.get(at).filter(|inner| inner.name.is_empty()).map(|_| (at, node.name))
        });
        let defined = defined.collect();
        Reader { shapes, types, memo: HashMap::new(), link, defined, pending: Vec::new() }
    }

    /// Reads the types that pointers lead to: one behind the other, however long their chains are.
    pub(in super::super) fn finish(&mut self) -> Result<(), Exhausted> {
        while let Some((at, id)) = self.pending.pop() {
            let found = self.of(at, 0)?;
            if found != id {
                self.shapes.set(id, Shape::Same(found));
            }
        }
        Ok(())
    }

    /// The type that an entry names; no type at all where it names none.
    pub(in super::super) fn named_by(&mut self, at: usize, depth: usize) -> Result<Id, Exhausted> {
        let nodes = self.types.nodes;
        match nodes.list.get(at).and_then(|node| node.ty) {
            None => Ok(self.shapes.add(Shape::Void)),
            Some(link) => match nodes.find(link) {
                Some(inner) => self.of(inner, depth + 1),
                None => Ok(self.shapes.add(Shape::Unknown)),
            },
        }
    }

    /// The type of an entry.
    pub(in super::super) fn of(&mut self, at: usize, depth: usize) -> Result<Id, Exhausted> {
        if let Some(id) = self.memo.get(&at) {
            return Ok(*id);
        }
        self.types.rulings.work.spend(16)?;
        let nodes = self.types.nodes;
        let Some(node) = nodes.list.get(at).filter(|_| depth < MOST_DEPTH) else {
            return Ok(self.shapes.add(Shape::Unknown));
        };
        // One that leads back to itself is known by its number.
        let id = self.shapes.add(Shape::Unknown);
        self.memo.insert(at, id);
        let shape = match node.tag {
            dw::DW_TAG_typedef
            | dw::DW_TAG_const_type
            | dw::DW_TAG_volatile_type
            | dw::DW_TAG_restrict_type
            | dw::DW_TAG_atomic_type
            | dw::DW_TAG_immutable_type => {
                let inner = self.named_by(at, depth)?;
                self.memo.insert(at, inner);
                return Ok(inner);
            }
            dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type => {
                let whole = node.origin.filter(|_| node.flags.declaration).and_then(|link| nodes.find(link));
                let found = match whole.filter(|whole| *whole != at) {
                    Some(whole) => self.of(whole, depth + 1)?,
                    None => self.record(at, node, id, depth)?,
                };
                self.memo.insert(at, found);
                return Ok(found);
            }
            dw::DW_TAG_base_type => scalar(node),
            dw::DW_TAG_pointer_type | dw::DW_TAG_reference_type | dw::DW_TAG_rvalue_reference_type => {
                let to = node.ty.and_then(|link| nodes.find(link));
                let id = self.shapes.add(if node.ty.is_none() { Shape::Void } else { Shape::Unknown });
                self.pending.extend(to.map(|to| (to, id)));
                Shape::Pointer(id)
            }
            dw::DW_TAG_subroutine_type => self.function(at, depth)?,
            dw::DW_TAG_array_type => self.array(at, node, depth)?,
            dw::DW_TAG_enumeration_type => self.enumeration(at, node)?,
            dw::DW_TAG_unspecified_type => Shape::Void,
            _ => Shape::Unknown,
        };
        self.shapes.set(id, shape);
        Ok(id)
    }

    /// The type of a function, or of a pointer's function.
    pub(in super::super) fn function(&mut self, at: usize, depth: usize) -> Result<Shape, Exhausted> {
        let nodes = self.types.nodes;
        let result = self.named_by(at, depth)?;
        let (mut parameters, mut is_open) = (Vec::new(), false);
        for child in nodes.children(at).take(MOST_PARTS) {
            self.types.rulings.work.spend(1)?;
            match nodes.list.get(child).map(|child| child.tag) {
                Some(dw::DW_TAG_formal_parameter) => parameters.push(self.named_by(child, depth)?),
                Some(dw::DW_TAG_unspecified_parameters) => is_open = true,
                _ => {}
            }
        }
        Ok(Shape::Function(result, parameters, is_open))
    }

    fn array(&mut self, at: usize, node: &Node<'_>, depth: usize) -> Result<Shape, Exhausted> {
        let nodes = self.types.nodes;
        let mut inner = self.named_by(at, depth)?;
        let ranges = nodes.children(at).filter_map(|child| nodes.list.get(child));
        let mut counts: Vec<Count> =
            ranges.filter(|child| child.tag == dw::DW_TAG_subrange_type).map(|range| range.count).collect();
        if node.flags.vector {
            let bytes = node.size.or(match (counts.as_slice(), self.shapes.get(inner)) {
                ([Count::Known(count)], Shape::Scalar(_, size)) => count.checked_mul(*size),
                _ => None,
            });
            return Ok(bytes.map_or(Shape::Unknown, |bytes| Shape::Scalar(Class::Other(u8::MAX), bytes)));
        }
        let outer = if counts.is_empty() { Count::Absent } else { counts.remove(0) };
        let length = |count: Count| match count {
            Count::Known(count) => Some(count),
            Count::Absent | Count::Computed => None,
        };
        for count in counts.into_iter().rev() {
            inner = self.shapes.add(Shape::Array(inner, length(count)));
        }
        Ok(Shape::Array(inner, length(outer)))
    }

    fn enumeration(&mut self, at: usize, node: &Node<'_>) -> Result<Shape, Exhausted> {
        let nodes = self.types.nodes;
        let Some(size) = node.size.filter(|_| !node.flags.declaration) else { return Ok(Shape::Unknown) };
        let mut constants = Vec::new();
        for child in nodes.children(at).take(MOST_PARTS) {
            self.types.rulings.work.spend(1)?;
            let constant = nodes.list.get(child).filter(|child| child.tag == dw::DW_TAG_enumerator);
            constants.extend(constant.and_then(|constant| Some((text(constant.name), constant.value?))));
        }
        let name = match node.name {
            [] => self.defined.get(&at).map_or(String::new(), |name| text(name)),
            _ => format!("enum {}", nodes.qualified(at)),
        };
        let source = nodes.declared(node);
        Ok(Shape::Enumeration(Rc::new(Enumeration { name, size, constants, source })))
    }

    /// A record under a number that is kept for it, or the one that is the same.
    fn record(&mut self, at: usize, node: &Node<'_>, id: Id, depth: usize) -> Result<Id, Exhausted> {
        let nodes = self.types.nodes;
        let is_union = node.tag == dw::DW_TAG_union_type;
        let kind = if is_union { "union" } else { "struct" };
        let qualified = nodes.qualified(at);
        let name = match node.name {
            [] => self.defined.get(&at).map_or(String::new(), |name| text(name)),
            _ => format!("{kind} {qualified}"),
        };
        let is_cpp = nodes.unit_of(node).is_some_and(|unit| unit.is_of_cpp());
        let mut record = Record {
            link: self.link,
            file: self.types.file,
            is_cpp,
            is_of_program: is_cpp && is_of_program(nodes, at, &name),
            name,
            is_union,
            size: node.size.filter(|_| !node.flags.declaration),
            members: Vec::new(),
            virtuals: Vec::new(),
            source: nodes.declared(node),
            mark: 0,
            ty: None,
        };
        let mut parts = Vec::new();
        for child in nodes.children(at) {
            self.types.rulings.work.spend(2)?;
            let Some(member) = nodes.list.get(child) else { continue };
            if let Some(slot) = member.slot.filter(|_| record.virtuals.len() < MOST_PARTS) {
                let name = if member.linkage.is_empty() { member.name } else { member.linkage };
                record.virtuals.push((text(name), slot));
            }
            let is_base = member.tag == dw::DW_TAG_inheritance;
            let is_part = is_base || member.tag == dw::DW_TAG_member;
            if !is_part || member.flags.external || member.flags.declaration || parts.len() >= MOST_PARTS {
                continue;
            }
            let of_type = match member.bits {
                Some(_) => self.storage(child),
                None => 0,
            };
            let kind = if is_union { RecordKind::Union } else { RecordKind::Struct };
            let found = place(member, of_type, kind);
            let spelled = spelling(nodes, member.ty);
            let name = if is_base { format!("base class {spelled}") } else { text(member.name) };
            parts.push((child, name, found, spelled));
        }
        let marks: Vec<_> = parts.iter().map(|(_, name, found, spelled)| (name, found, spelled)).collect();
        record.mark = key((
            (self.link, &record.name, record.is_union, record.size, &marks, &record.virtuals),
            record.source.as_ref().map(|source| (&source.file, source.line)),
        ));
        if let Some(known) = self.shapes.known.get(&record.mark).filter(|_| !record.name.is_empty()) {
            return Ok(*known);
        }
        if !record.name.is_empty() {
            self.shapes.known.insert(record.mark, id);
        }
        for (child, name, found, spelled) in parts {
            let ty = self.named_by(child, depth)?;
            let (place, width) = found.map_or((None, None), |(place, width)| (Some(place), width));
            record.members.push(Member { name, place, width, ty, spelled });
        }
        if record.size.is_some() {
            record.ty = self.types.of(at, 0)?.ok().map(|known| known.ty);
        }
        self.shapes.set(id, Shape::Record(Rc::new(record)));
        Ok(id)
    }

    /// Size in bytes of the type of a bit-field.
    fn storage(&self, at: usize) -> u64 {
        let nodes = self.types.nodes;
        let mut at = at;
        for _ in 0..MOST_DEPTH {
            let link = nodes.list.get(at).and_then(|node| node.ty);
            let Some(inner) = link.and_then(|link| nodes.find(link)) else { return 0 };
            match nodes.list.get(inner).and_then(|node| node.size) {
                Some(size) => return size,
                None => at = inner,
            }
        }
        0
    }
}

/// True if a name of C++ stands for one type in all of a program: not if something in it is of one unit alone, or if it leaves out
/// what a template was given.
fn is_of_program(nodes: &Nodes<'_>, at: usize, name: &str) -> bool {
    let of_unit = ["(anonymous", "{", "<lambda", "(lambda", "<unnamed", "(unnamed"];
    let is_template = nodes.children(at).filter_map(|child| nodes.list.get(child)).any(|child| {
        matches!(child.tag, dw::DW_TAG_template_type_parameter | dw::DW_TAG_template_value_parameter)
    });
    !name.is_empty()
        && nodes.has_linkage(at)
        && (!is_template || name.contains('<'))
        && !of_unit.iter().any(|mark| name.contains(mark))
}

fn scalar(node: &Node<'_>) -> Shape {
    let (Some(size), Some(encoding)) = (node.size, node.encoding) else { return Shape::Unknown };
    let class = match encoding {
        dw::DW_ATE_signed
        | dw::DW_ATE_signed_char
        | dw::DW_ATE_unsigned
        | dw::DW_ATE_unsigned_char
        | dw::DW_ATE_UTF => Class::Integer,
        dw::DW_ATE_boolean => Class::Boolean,
        dw::DW_ATE_float => Class::Floating,
        dw::DW_ATE_complex_float => Class::Complex,
        other => Class::Other(other.0),
    };
    Shape::Scalar(class, size)
}
