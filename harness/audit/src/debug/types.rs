//! Types of debug information as types of C. What a type looks like is held against the document on the way: a record is
//! judged with what is known of its members' types.

use super::entries::{Entries, Entry, Outcome, Wrong, key};
use super::nodes::{Count, Node, Nodes, text};
use super::rulings::{Ruling, Rulings};
use super::work::Exhausted;
use crosscall_model::{Scalar, Type, counted};
use crosscall_oracle::abi::TypeFacts;
use crosscall_reports::audit::Source;
use crosscall_reports::audit::layout::Kind;
use gimli::constants as dw;
use std::collections::HashMap;
use std::rc::Rc;

/// Types inside each other that are followed.
const MOST_DEPTH: usize = 48;

/// Parts of a type.
pub(super) const MOST_WEIGHT: usize = 2048;

/// Parts of all types of a file.
const MOST_PARTS: usize = 1 << 21;

/// A type that is known.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) ty: Rc<Type>,
    /// Number of its parts.
    pub(super) weight: usize,
    /// Alignment that a type definition gives it.
    pub(super) raised: Option<u64>,
    /// True if it is only a guess, of what debug information does not record: how such a record is passed is not known.
    pub(super) is_vague: bool,
    /// True for an array without a length.
    pub(super) is_open: bool,
    /// True for a class that is passed by its address whatever it consists of.
    pub(super) by_address: bool,
}

/// A type, or why it is not known well enough.
pub(super) type Found = Result<Known, Rc<str>>;

/// Types of one file.
pub(super) struct Types<'n, 'a, 'd> {
    pub(super) nodes: &'n Nodes<'a>,
    pub(super) rulings: &'n mut Rulings<'d>,
    pub(super) entries: &'n mut Entries,
    /// Number of the file.
    pub(super) file: u32,
    memo: HashMap<usize, Option<Found>>,
    parts: usize,
}

impl<'n, 'a, 'd> Types<'n, 'a, 'd> {
    /// Nothing known yet.
    pub(super) fn new(
        nodes: &'n Nodes<'a>,
        rulings: &'n mut Rulings<'d>,
        entries: &'n mut Entries,
        file: u32,
    ) -> Types<'n, 'a, 'd> {
        Types { nodes, rulings, entries, file, memo: HashMap::new(), parts: 0 }
    }

    /// The type of an entry.
    pub(super) fn of(&mut self, at: usize, depth: usize) -> Result<Found, Exhausted> {
        if let Some(known) = self.memo.get(&at) {
            return Ok(known.clone().unwrap_or_else(|| Err("a type that contains itself".into())));
        }
        if depth > MOST_DEPTH {
            return Ok(Err("types are nested too deeply".into()));
        }
        self.rulings.work.spend(8)?;
        self.memo.insert(at, None);
        let found = self.read(at, depth)?;
        self.memo.insert(at, Some(found.clone()));
        Ok(found)
    }

    /// The type that an entry names.
    pub(super) fn inner(&mut self, at: usize, depth: usize) -> Result<Found, Exhausted> {
        let link = self.nodes.list.get(at).and_then(|node| node.ty);
        match link.and_then(|link| self.nodes.find(link)) {
            Some(inner) => self.of(inner, depth + 1),
            None => Ok(Err("a type that the debug information does not have".into())),
        }
    }

    fn read(&mut self, at: usize, depth: usize) -> Result<Found, Exhausted> {
        let nodes = self.nodes;
        let Some(node) = nodes.list.get(at) else { return Ok(Err("no type".into())) };
        match node.tag {
            dw::DW_TAG_base_type => self.base(node),
            dw::DW_TAG_pointer_type | dw::DW_TAG_reference_type | dw::DW_TAG_rvalue_reference_type => {
                self.pointer(at, node)
            }
            dw::DW_TAG_typedef => {
                self.named_type(at, node)?;
                let align = node.align;
                let inner = self.inner(at, depth)?;
                Ok(inner.map(|known| Known { raised: align.or(known.raised), ..known }))
            }
            dw::DW_TAG_const_type
            | dw::DW_TAG_volatile_type
            | dw::DW_TAG_restrict_type
            | dw::DW_TAG_immutable_type => self.inner(at, depth),
            dw::DW_TAG_atomic_type => {
                let inner = self.inner(at, depth)?;
                Ok(inner.and_then(|known| match *known.ty {
                    Type::Scalar(scalar) => Ok(Known { ty: Rc::new(Type::Atomic(scalar)), ..known }),
                    Type::DataPointer | Type::FunctionPointer | Type::Enum(_) => Ok(known),
                    _ => Err("an atomic record".into()),
                }))
            }
            dw::DW_TAG_array_type => self.array(at, node, depth),
            dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type => {
                match node.origin.filter(|_| node.flags.declaration).and_then(|link| nodes.find(link)) {
                    Some(whole) if whole != at => self.of(whole, depth + 1),
                    _ => self.record(at, node, depth),
                }
            }
            dw::DW_TAG_enumeration_type => match node.origin.and_then(|link| nodes.find(link)) {
                Some(whole) if whole != at && node.flags.declaration => self.of(whole, depth + 1),
                _ => self.enumeration(at, node, depth),
            },
            _ => Ok(Err("a type that C does not have".into())),
        }
    }

    /// Takes a type with so many parts, if there is room for it.
    pub(super) fn known(&mut self, ty: Type, weight: usize) -> Found {
        if weight > MOST_WEIGHT {
            return Err("a type with too many parts".into());
        }
        self.parts += weight;
        if self.parts > MOST_PARTS {
            return Err("the types of the file have too many parts".into());
        }
        Ok(Known {
            ty: Rc::new(ty),
            weight,
            raised: None,
            is_vague: false,
            is_open: false,
            by_address: false,
        })
    }

    /// An arithmetic type.
    fn base(&mut self, node: &Node<'_>) -> Result<Found, Exhausted> {
        let (Some(size), Some(encoding)) = (node.size, node.encoding) else {
            return Ok(Err("a base type without a size".into()));
        };
        let name = text(node.name);
        if let Some(ty) = named(&name) {
            let seen = Seen { size, signed: signedness(encoding) };
            return self.basic(&name, ty, seen);
        }
        if name.contains("_BitInt") {
            return Ok(Err("a _BitInt, whose width the debug information does not have".into()));
        }
        // Another language's name, or one that a compiler has made up: the type of C that is the same.
        let parts = [Scalar::Float, Scalar::Double, Scalar::LongDouble];
        for part in parts.into_iter().filter(|_| encoding == dw::DW_ATE_complex_float) {
            let ty = Type::Complex(part);
            if self.rulings.usual(&ty, 1)?.size.value == Some(size) {
                return Ok(self.known(ty, 2));
            }
        }
        for scalar in like(encoding) {
            let ty = Type::Scalar(*scalar);
            if self.rulings.usual(&ty, 1)?.size.value == Some(size) {
                return Ok(self.known(ty, 1));
            }
        }
        Ok(Err(format!("`{name}` is no type of C").into()))
    }

    /// Holds a type of one part against the document.
    fn basic(&mut self, name: &str, ty: Type, seen: Seen) -> Result<Found, Exhausted> {
        let key = key((&ty, name, seen.size, seen.signed));
        if let Some(entry) = self.entries.known(Kind::BaseType, key, self.file) {
            return match entry.outcome.clone() {
                Outcome::Agrees => Ok(self.known(ty, 1)),
                _ => Ok(Err(format!("`{name}` is not as the document has it").into())),
            };
        }
        let wrong = |facts: &TypeFacts| seen.wrong(facts);
        let ruling = self.rulings.rule(&ty, 1, &wrong)?;
        let is_reported = ruling.nearest.as_ref().is_some_and(|facts| !facts.size.clauses.is_empty());
        let outcome = if !is_reported {
            Outcome::LeftOut("the document says nothing of it".into())
        } else if ruling.is_fitting() {
            self.entries.exercise(&ruling.clauses);
            Outcome::Agrees
        } else {
            let hint = self.hint(&ty, 1, &wrong)?;
            Outcome::Disagrees(seen.reported(name, ruling.nearest.as_ref(), hint))
        };
        let found = match outcome {
            Outcome::Disagrees(_) => Err(format!("`{name}` is not as the document has it").into()),
            _ => self.known(ty, 1),
        };
        self.enter(Kind::BaseType, key, name, outcome, ruling, (0, None));
        Ok(found)
    }

    /// Explanation of a disagreement, if something known explains it.
    pub(super) fn hint(
        &mut self,
        ty: &Type,
        weight: usize,
        wrong: &dyn Fn(&TypeFacts) -> usize,
    ) -> Result<Option<String>, Exhausted> {
        let departure = self.rulings.departure(ty, weight, wrong)?;
        Ok(departure.map(|(answer, text)| {
            format!("a known departure from the document explains it: {answer}: {text}")
        }))
    }

    /// Adds a thing that was compared in this file.
    pub(super) fn enter(
        &mut self,
        kind: Kind,
        key: u64,
        name: &str,
        outcome: Outcome,
        ruling: Ruling,
        (inner, source): (u64, Option<Source>),
    ) {
        let fits = if ruling.is_complete { ruling.fits } else { Vec::new() };
        let fits = Rc::new(fits);
        let name = name.to_owned();
        self.entries.add(key, Entry { kind, name, outcome, fits, inner, source, files: vec![self.file] });
    }

    /// Notes that something cannot be compared, the first time that it comes up.
    pub(super) fn leave_out(&mut self, kind: Kind, key: u64, name: &str, reason: Rc<str>) {
        if self.entries.known(kind, key, self.file).is_none() {
            self.enter(kind, key, name, Outcome::LeftOut(reason), Ruling::default(), (0, None));
        }
    }

    fn pointer(&mut self, at: usize, node: &Node<'_>) -> Result<Found, Exhausted> {
        let (ty, name) = match self.is_function(at) {
            true => (Type::FunctionPointer, "pointer to a function"),
            false => (Type::DataPointer, "pointer"),
        };
        match node.size {
            Some(size) => self.basic(name, ty, Seen { size, signed: None }),
            None => Ok(self.known(ty, 1)),
        }
    }

    /// True if a pointer leads to a function.
    fn is_function(&self, at: usize) -> bool {
        let mut at = at;
        for _ in 0..MOST_DEPTH {
            let link = self.nodes.list.get(at).and_then(|node| node.ty);
            let Some(inner) = link.and_then(|link| self.nodes.find(link)) else { return false };
            match self.nodes.list.get(inner).map(|node| node.tag) {
                Some(dw::DW_TAG_subroutine_type) => return true,
                Some(dw::DW_TAG_typedef | dw::DW_TAG_const_type | dw::DW_TAG_volatile_type) => at = inner,
                _ => return false,
            }
        }
        false
    }

    /// Holds `size_t` and its like against the document: types that C defines by other types.
    fn named_type(&mut self, at: usize, node: &Node<'_>) -> Result<(), Exhausted> {
        let nodes = self.nodes;
        let scalar = match node.name {
            b"size_t" => Scalar::Size,
            b"ptrdiff_t" => Scalar::PointerDifference,
            b"wchar_t" => Scalar::WideChar,
            _ => return Ok(()),
        };
        let mut inner = at;
        for _ in 0..MOST_DEPTH {
            let link = nodes.list.get(inner).and_then(|node| node.ty);
            let Some(next) = link.and_then(|link| nodes.find(link)) else { return Ok(()) };
            let Some(base) = nodes.list.get(next) else { return Ok(()) };
            match (base.tag, base.size, base.encoding) {
                (dw::DW_TAG_base_type, Some(size), Some(encoding)) => {
                    let seen = Seen { size, signed: signedness(encoding) };
                    return self.basic(&text(node.name), Type::Scalar(scalar), seen).map(drop);
                }
                (dw::DW_TAG_typedef | dw::DW_TAG_const_type, ..) => inner = next,
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    fn array(&mut self, at: usize, node: &Node<'_>, depth: usize) -> Result<Found, Exhausted> {
        let nodes = self.nodes;
        let element = match self.inner(at, depth)? {
            Ok(element) => element,
            Err(reason) => return Ok(Err(reason)),
        };
        let mut counts = Vec::new();
        for child in nodes.children(at) {
            self.rulings.work.spend(1)?;
            if let Some(range) = nodes.list.get(child).filter(|child| child.tag == dw::DW_TAG_subrange_type) {
                counts.push(range.count);
            }
        }
        if counts.len() > MOST_DEPTH {
            return Ok(Err("an array of too many dimensions".into()));
        }
        if node.flags.vector {
            return Ok(self.vector(&element, &counts));
        }
        if element.raised.is_some() {
            return Ok(Err("an array of a type that a definition aligns".into()));
        }
        if counts.is_empty() {
            counts.push(Count::Absent);
        }
        let (mut ty, mut weight) = ((*element.ty).clone(), element.weight);
        for (number, count) in counts.iter().enumerate().rev() {
            let length = match count {
                Count::Known(length) => u32::try_from(*length).ok(),
                Count::Absent if number == 0 => Some(0),
                Count::Absent | Count::Computed => None,
            };
            let Some(length) = length else {
                return Ok(Err("an array whose length is not known".into()));
            };
            ty = Type::Array(Box::new(ty), length);
            weight += 1;
        }
        let is_vague = element.is_vague;
        let is_open = counts.first() == Some(&Count::Absent);
        Ok(self.known(ty, weight).map(|known| Known { is_vague, is_open, ..known }))
    }

    fn vector(&mut self, element: &Known, counts: &[Count]) -> Found {
        let lanes = match counts {
            [Count::Known(lanes)] if lanes.is_power_of_two() => u32::try_from(*lanes).ok(),
            _ => None,
        };
        match (&*element.ty, lanes) {
            (Type::Scalar(scalar), Some(lanes)) if lanes <= 256 => {
                self.known(Type::Vector { element: *scalar, lanes }, 1 + lanes as usize)
            }
            _ => Err("a vector of another kind".into()),
        }
    }
}

/// Facts in debug information about a type of one part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub(super) size: u64,
    pub(super) signed: Option<bool>,
}

impl Seen {
    fn wrong(self, facts: &TypeFacts) -> usize {
        let sign = self.signed.zip(facts.signed.as_ref().and_then(|signed| signed.value));
        let is_other = sign.is_some_and(|(seen, wanted)| u64::from(seen) != wanted);
        usize::from(facts.size.value != Some(self.size)) + usize::from(is_other)
    }

    pub(super) fn reported(self, name: &str, facts: Option<&TypeFacts>, hint: Option<String>) -> Vec<Wrong> {
        let Some(facts) = facts else { return Vec::new() };
        let mut all = Vec::new();
        if facts.size.value != Some(self.size) {
            all.push(Wrong {
                kind: Kind::BaseType,
                name: format!("base type {name}"),
                clauses: facts.size.clauses.clone(),
                subject: format!("size of `{name}`"),
                expected: bytes(facts.size.value.unwrap_or(0)),
                observed: bytes(self.size),
                hint: hint.clone(),
            });
        }
        if let (Some(seen), Some(wanted)) = (self.signed, &facts.signed)
            && wanted.value != Some(u64::from(seen))
        {
            let words = |signed: bool| if signed { "signed" } else { "unsigned" }.to_owned();
            all.push(Wrong {
                kind: Kind::BaseType,
                name: format!("base type {name}"),
                clauses: wanted.clauses.clone(),
                subject: format!("sign of `{name}`"),
                expected: words(!seen),
                observed: words(seen),
                hint,
            });
        }
        all
    }
}

/// So many bytes.
pub(super) fn bytes(count: u64) -> String {
    counted(count, "byte")
}

/// Sign of an integer type.
fn signedness(encoding: gimli::DwAte) -> Option<bool> {
    match encoding {
        dw::DW_ATE_signed | dw::DW_ATE_signed_char => Some(true),
        dw::DW_ATE_unsigned | dw::DW_ATE_unsigned_char => Some(false),
        _ => None,
    }
}

/// Types of C of an encoding, the usual ones first.
fn like(encoding: gimli::DwAte) -> &'static [Scalar] {
    use Scalar::{
        Bool, Double, Float, Half, Int, Int128, Long, LongDouble, LongLong, Short, SignedChar, UnsignedChar,
        UnsignedInt, UnsignedInt128, UnsignedLong, UnsignedLongLong, UnsignedShort,
    };
    match encoding {
        dw::DW_ATE_boolean => &[Bool],
        dw::DW_ATE_signed | dw::DW_ATE_signed_char => &[SignedChar, Short, Int, Long, LongLong, Int128],
        dw::DW_ATE_unsigned | dw::DW_ATE_unsigned_char | dw::DW_ATE_UTF => {
            &[UnsignedChar, UnsignedShort, UnsignedInt, UnsignedLong, UnsignedLongLong, UnsignedInt128]
        }
        dw::DW_ATE_float => &[Half, Float, Double, LongDouble],
        _ => &[],
    }
}

/// The type of C with a name, as compilers write it.
fn named(name: &str) -> Option<Type> {
    let rest = name.strip_prefix("complex ").or_else(|| name.strip_prefix("_Complex "));
    if let Some(part) = rest {
        return match scalar(part)? {
            part @ (Scalar::Float | Scalar::Double | Scalar::LongDouble) => Some(Type::Complex(part)),
            _ => None,
        };
    }
    scalar(name).map(Type::Scalar)
}

fn scalar(name: &str) -> Option<Scalar> {
    Some(match name {
        "_Bool" | "bool" => Scalar::Bool,
        "char" => Scalar::Char,
        "signed char" => Scalar::SignedChar,
        "unsigned char" => Scalar::UnsignedChar,
        "short int" | "short" => Scalar::Short,
        "short unsigned int" | "unsigned short" => Scalar::UnsignedShort,
        "int" => Scalar::Int,
        "unsigned int" => Scalar::UnsignedInt,
        "long int" | "long" => Scalar::Long,
        "long unsigned int" | "unsigned long" => Scalar::UnsignedLong,
        "long long int" | "long long" => Scalar::LongLong,
        "long long unsigned int" | "unsigned long long" => Scalar::UnsignedLongLong,
        "float" => Scalar::Float,
        "double" => Scalar::Double,
        "long double" => Scalar::LongDouble,
        "_Float16" => Scalar::Half,
        "__bf16" => Scalar::BrainHalf,
        "wchar_t" => Scalar::WideChar,
        "__int128" => Scalar::Int128,
        "__int128 unsigned" | "unsigned __int128" => Scalar::UnsignedInt128,
        _ => return None,
    })
}
