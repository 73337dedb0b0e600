//! Two types of one name, or of one use, against each other: what those who use them in memory see of the difference.

use super::super::rulings::Rulings;
use super::super::types::bytes;
use super::super::work::Exhausted;
use super::calls::{Value, moved};
use super::shapes::{Class, Enumeration, Id, Member, Record, Shape, Shapes};
use super::{Face, Interface};
use crosscall_model::counted;
use crosscall_model::plan::ClauseId;
use crosscall_reports::audit::Source;
use crosscall_reports::audit::layout::Kind;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Types inside each other that are followed: none that is read is deeper.
const MOST_DEPTH: usize = 256;

/// A difference that is seen.
#[derive(Debug, Clone)]
pub(super) struct Difference {
    pub(super) kind: Kind,
    pub(super) name: String,
    pub(super) clauses: Vec<ClauseId>,
    pub(super) subject: String,
    pub(super) before: String,
    pub(super) now: String,
    /// Declarations of both sides.
    pub(super) sources: [Option<Source>; 2],
}

/// Two sets of declarations, or one and itself.
pub(super) struct Alike<'i, 'r, 'd> {
    before: &'i Shapes,
    now: &'i Shapes,
    pub(super) rulings: &'r mut Rulings<'d>,
    /// True for records that users of the library know by their address alone.
    is_hidden: &'i dyn Fn(&Record) -> bool,
    /// Records that some units only announce, where that is taken for a sign that users of the library do not see more.
    announced: HashSet<&'i str>,
    /// Records of both sides by name, where they are whole.
    whole: [HashMap<&'i str, Id>; 2],
    /// All differences of named types, each once.
    pub(super) found: Vec<Difference>,
    /// Numbers of the differences of each pair of types.
    of_pairs: HashMap<(Id, Id), Vec<usize>>,
    /// Pairs of types that were come to, and whether they are alike as far as that is known.
    visited: HashMap<(Id, Id), bool>,
    /// Pairs of records of one name that pointers lead to.
    pending: Vec<(Id, Id)>,
    /// Numbers of those that the types of a declaration lead to.
    touched: BTreeSet<usize>,
    /// Names of records that were compared, and of those that are hidden.
    pub(super) compared: BTreeSet<String>,
    pub(super) hidden: BTreeSet<String>,
}

/// Result of comparing two declarations.
#[derive(Debug, Default)]
pub(super) struct Compared {
    /// Differences of the declaration itself.
    pub(super) own: Vec<Difference>,
    /// Numbers of differences of types that it leads to.
    pub(super) of_types: BTreeSet<usize>,
    /// Why the places of its values could not be compared.
    pub(super) left_out: Option<Rc<str>>,
}

impl<'i, 'r, 'd> Alike<'i, 'r, 'd> {
    /// Nothing compared yet.
    pub(super) fn new(
        (before, now): (&'i Interface, &'i Interface),
        rulings: &'r mut Rulings<'d>,
        (is_hidden, is_guessed): (&'i dyn Fn(&Record) -> bool, bool),
    ) -> Alike<'i, 'r, 'd> {
        Alike {
            before: &before.shapes,
            now: &now.shapes,
            rulings,
            is_hidden,
            announced: if is_guessed { announced(before, now) } else { HashSet::new() },
            whole: [before, now].map(|side| side.shapes.whole()),
            found: Vec::new(),
            of_pairs: HashMap::new(),
            visited: HashMap::new(),
            pending: Vec::new(),
            touched: BTreeSet::new(),
            compared: BTreeSet::new(),
            hidden: BTreeSet::new(),
        }
    }

    /// Compares two declarations of one symbol.
    pub(super) fn faces(&mut self, before: &Face, now: &Face) -> Result<Compared, Exhausted> {
        self.visited.clear();
        self.touched.clear();
        let mut compared = match (&before.call, &now.call) {
            (Some(_), Some(_)) => self.functions(before, now)?,
            (None, None) => self.variables(before, now)?,
            _ => Compared { own: vec![whole(Kind::Symbol, "symbol", before, now)], ..Compared::default() },
        };
        compared.of_types = self.finish()?;
        Ok(compared)
    }

    /// Compares two records of one name; returns the numbers of their differences.
    pub(super) fn types(&mut self, before: Id, now: Id) -> Result<BTreeSet<usize>, Exhausted> {
        self.visited.clear();
        self.touched.clear();
        self.alike((before, now), "", 0)?;
        self.finish()
    }

    /// Compares what pointers lead to; returns the numbers of all differences of types.
    fn finish(&mut self) -> Result<BTreeSet<usize>, Exhausted> {
        while let Some(pair) = self.pending.pop() {
            self.alike(pair, "", 0)?;
        }
        Ok(std::mem::take(&mut self.touched))
    }

    fn variables(&mut self, before: &Face, now: &Face) -> Result<Compared, Exhausted> {
        let is_alike = self.alike((before.ty, now.ty), &before.symbol, 0)?;
        let own = if is_alike { Vec::new() } else { vec![whole(Kind::Variable, "variable", before, now)] };
        Ok(Compared { own, ..Compared::default() })
    }

    fn functions(&mut self, before: &Face, now: &Face) -> Result<Compared, Exhausted> {
        let (old_shape, new_shape) = (self.before.get(before.ty), self.now.get(now.ty));
        let (Shape::Function(old_result, old, old_open), Shape::Function(result, new, open)) =
            (old_shape, new_shape)
        else {
            return Ok(Compared { left_out: Some("its types are not known".into()), ..Compared::default() });
        };
        let mut compared = Compared::default();
        if !before.has_prototype || !now.has_prototype {
            return Ok(Compared { left_out: Some("it is declared without a prototype".into()), ..compared });
        }
        let (old_call, call) = match (&before.call, &now.call) {
            (Some(Ok(old_call)), Some(Ok(call))) => (Some(old_call), Some(call)),
            (Some(Err(reason)), _) | (_, Some(Err(reason))) => {
                compared.left_out = Some(reason.clone());
                (None, None)
            }
            _ => (None, None),
        };
        if old.len() != new.len() || old_open != open {
            compared.own.push(whole(Kind::Function, "function", before, now));
        }
        let moved = match (old_call, call) {
            (Some(old_call), Some(call)) => moved(self.rulings, old_call, call)?,
            _ => Vec::new(),
        };
        let mut values = vec![(Value::Result, *old_result, *result)];
        let parameters = old.iter().zip(new).enumerate();
        values.extend(parameters.map(|(number, (old, new))| (Value::Parameter(number), *old, *new)));
        for (value, old, new) in values {
            let is_nothing = |shape: &Shape| matches!(shape, Shape::Void);
            let (from, to) = (self.before.get(old), self.now.get(new));
            if value == Value::Result && is_nothing(from) {
                continue;
            }
            let is_gone = value == Value::Result && is_nothing(to);
            let is_alike = !is_gone && self.alike((old, new), &before.symbol, 0)?;
            let moved = moved.iter().find(|moved| moved.value == value);
            if is_alike && moved.is_none() {
                continue;
            }
            compared.own.push(of_value(
                (before, now),
                value,
                moved.map(|moved| (moved.before.as_str(), moved.now.as_str(), moved.clauses.as_slice())),
            ));
        }
        Ok(compared)
    }

    /// True if those who use the one in memory can use the other; differences of types with names are noted by themselves and
    /// make no difference here.
    fn alike(&mut self, (a, b): (Id, Id), context: &str, depth: usize) -> Result<bool, Exhausted> {
        self.rulings.work.spend(4)?;
        if let Some(known) = self.visited.get(&(a, b)) {
            return Ok(*known);
        }
        if depth > MOST_DEPTH {
            return Ok(true);
        }
        self.visited.insert((a, b), true);
        let (before, now) = (self.before, self.now);
        let is_alike = match (before.get(a), now.get(b)) {
            (Shape::Unknown, _) | (_, Shape::Unknown) | (Shape::Void, _) | (_, Shape::Void) => true,
            (Shape::Scalar(class, size), Shape::Scalar(other, other_size)) => {
                class == other && size == other_size
            }
            (Shape::Pointer(a), Shape::Pointer(b)) => match (before.get(*a), now.get(*b)) {
                (Shape::Record(record), Shape::Record(_)) if self.is_private(record) => {
                    self.hidden.insert(record.name.clone());
                    true
                }
                // However long a chain of them is, one comes behind the other.
                (Shape::Record(record), Shape::Record(other)) if is_same(record, other) => {
                    self.pending.push((*a, *b));
                    true
                }
                _ => self.alike((*a, *b), context, depth + 1)?,
            },
            (Shape::Array(a, count), Shape::Array(b, other)) => {
                let is_as_long = count.is_none() || other.is_none() || count == other;
                is_as_long && self.alike((*a, *b), context, depth + 1)?
            }
            (Shape::Function(result, parameters, is_open), Shape::Function(other, others, other_open)) => {
                let mut is_alike = parameters.len() == others.len() && is_open == other_open;
                is_alike &= self.alike((*result, *other), context, depth + 1)?;
                for (a, b) in parameters.iter().zip(others) {
                    is_alike &= self.alike((*a, *b), context, depth + 1)?;
                }
                is_alike
            }
            (Shape::Record(old), Shape::Record(new)) => self.records((a, b), (old, new), context, depth)?,
            (Shape::Enumeration(old), Shape::Enumeration(new)) => {
                self.enumerations((a, b), old, new);
                old.size == new.size
            }
            (Shape::Enumeration(one), Shape::Scalar(Class::Integer, size))
            | (Shape::Scalar(Class::Integer, size), Shape::Enumeration(one)) => one.size == *size,
            _ => false,
        };
        self.visited.insert((a, b), is_alike);
        Ok(is_alike)
    }

    fn records(
        &mut self,
        pair: (Id, Id),
        (old, new): (&Rc<Record>, &Rc<Record>),
        context: &str,
        depth: usize,
    ) -> Result<bool, Exhausted> {
        if old.size.is_none() || new.size.is_none() {
            return self.announced(old, new, context, depth);
        }
        let name = match (old.name.as_str(), new.name.as_str()) {
            ("", "") => context.to_owned(),
            (name, other) if name == other => name.to_owned(),
            _ => {
                // Another name for what may be the same.
                let pairs = old.members.iter().zip(&new.members);
                let mut is_alike = old.size == new.size && old.members.len() == new.members.len();
                for (a, b) in pairs {
                    is_alike &= a.place == b.place && a.width == b.width;
                    is_alike = is_alike && self.alike((a.ty, b.ty), context, depth + 1)?;
                }
                return Ok(is_alike);
            }
        };
        let found = self.members(&name, old, new, depth)?;
        self.compared.insert(name);
        self.note(pair, found);
        Ok(true)
    }

    /// Compares a record that one side only announces at this place with what it is elsewhere.
    fn announced(
        &mut self,
        old: &Rc<Record>,
        new: &Rc<Record>,
        context: &str,
        depth: usize,
    ) -> Result<bool, Exhausted> {
        let whole = [(&self.whole[0], old), (&self.whole[1], new)]
            .map(|(known, record)| known.get(record.name.as_str()).copied());
        let [Some(a), Some(b)] = whole else { return Ok(true) };
        if matches!(self.before.get(a), Shape::Record(record) if self.is_private(record)) {
            self.hidden.insert(old.name.clone());
            return Ok(true);
        }
        self.alike((a, b), context, depth + 1)
    }

    /// True for a record that users of the library are taken to know by its address alone. Where nobody says which headers they
    /// include, they are taken to do without what units of the library do without; in C++ units announce what others see.
    fn is_private(&self, record: &Record) -> bool {
        (self.is_hidden)(record) || !record.is_cpp && self.announced.contains(record.name.as_str())
    }

    /// Keeps differences of a pair of types, once, and takes note of them for the declaration that is being compared.
    fn note(&mut self, pair: (Id, Id), found: Vec<Difference>) {
        if !self.of_pairs.contains_key(&pair) {
            let mut numbers = Vec::new();
            for difference in found {
                let same = |known: &Difference| {
                    (&known.name, &known.subject, &known.before, &known.now)
                        == (&difference.name, &difference.subject, &difference.before, &difference.now)
                };
                let number = self.found.iter().position(same).unwrap_or_else(|| {
                    self.found.push(difference.clone());
                    self.found.len() - 1
                });
                numbers.push(number);
            }
            self.of_pairs.insert(pair, numbers);
        }
        self.touched.extend(self.of_pairs.get(&pair).into_iter().flatten());
    }

    fn members(
        &mut self,
        name: &str,
        old: &Rc<Record>,
        new: &Rc<Record>,
        depth: usize,
    ) -> Result<Vec<Difference>, Exhausted> {
        let facts = new.ty.as_ref().map(|ty| self.rulings.usual(ty, 8)).transpose()?;
        let sources = [old.source.clone(), new.source.clone()];
        let mut found = Vec::new();
        let mut add = |kind: Kind,
                       subject: String,
                       what: String,
                       [before, now]: [String; 2],
                       clauses: Vec<ClauseId>| {
            let sources = sources.clone();
            found.push(Difference { kind, name: what, clauses, subject, before, now, sources });
        };
        let is_old = |name: &str| old.members.iter().any(|member| member.name == name);
        let mut nameless = 0;
        for member in &old.members {
            self.rulings.work.spend(2)?;
            let mut named = new.members.iter().enumerate().filter(|(_, other)| other.name == member.name);
            let mut counterpart = if member.name.is_empty() {
                nameless += 1;
                named.nth(nameless - 1)
            } else {
                named.next()
            };
            if counterpart.is_none() {
                // A new name for the same bytes is seen in no binary.
                let mut others = new.members.iter().enumerate();
                let other = others.find(|(_, other)| {
                    other.place == member.place && other.width == member.width && !is_old(&other.name)
                });
                if let Some((number, other)) = other
                    && self.alike((member.ty, other.ty), name, depth + 1)?
                {
                    counterpart = Some((number, other));
                }
            }
            let called = if member.name.is_empty() { "without a name" } else { &member.name };
            let what = format!("member {name}.{called}");
            let Some((number, other)) = counterpart else {
                let subject = format!("member `{called}` of {name}");
                add(Kind::Member, subject, what, [at(member), "no such member".to_owned()], Vec::new());
                continue;
            };
            let context = format!("{name}.{called}");
            if (member.place, member.width) != (other.place, other.width) {
                let place = facts.as_ref().and_then(|facts| facts.places.get(number));
                let clauses = place.map_or(Vec::new(), |place| place.clauses.clone());
                let subject = format!("place of member `{called}` of {name}");
                add(Kind::Member, subject, what.clone(), [at(member), at(other)], clauses);
            }
            if !self.alike((member.ty, other.ty), &context, depth + 1)? {
                let clauses = facts.as_ref().map_or(Vec::new(), |facts| facts.size.clauses.clone());
                let subject = format!("type of member `{called}` of {name}");
                let both = [member, other].map(|member| format!("`{}`", member.spelled));
                add(Kind::Member, subject, what, both, clauses);
            }
        }
        for (function, slot) in &old.virtuals {
            let other = new.virtuals.iter().find(|(other, _)| other == function).map(|(_, slot)| *slot);
            if other != Some(*slot) {
                let words = |slot: u64| format!("entry {slot}");
                let both = [words(*slot), other.map_or("no such function".to_owned(), words)];
                let subject = format!("virtual function `{function}` in the table of {name}");
                add(Kind::Record, subject, format!("record {name}"), both, Vec::new());
            }
        }
        if let (Some(before), Some(now)) = (old.size, new.size)
            && before != now
        {
            let clauses = facts.as_ref().map_or(Vec::new(), |facts| facts.size.clauses.clone());
            let both = [bytes(before), bytes(now)];
            add(Kind::Record, format!("size of {name}"), format!("record {name}"), both, clauses);
        }
        if old.is_union != new.is_union {
            let both =
                [old, new].map(|record| if record.is_union { "a union" } else { "a structure" }.to_owned());
            add(Kind::Record, name.to_owned(), format!("record {name}"), both, Vec::new());
        }
        Ok(found)
    }

    fn enumerations(&mut self, pair: (Id, Id), old: &Rc<Enumeration>, new: &Rc<Enumeration>) {
        if old.name != new.name || old.name.is_empty() {
            return;
        }
        let values: HashMap<&str, i128> =
            new.constants.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let mut found = Vec::new();
        let mut add = |subject: String, before: String, now: String| {
            found.push(Difference {
                kind: Kind::Enumeration,
                name: format!("enumeration {}", old.name),
                clauses: Vec::new(),
                subject,
                before,
                now,
                sources: [old.source.clone(), new.source.clone()],
            });
        };
        for (name, value) in &old.constants {
            match values.get(name.as_str()) {
                Some(other) if other == value => {}
                Some(other) => {
                    add(format!("constant `{name}` of {}", old.name), value.to_string(), other.to_string());
                }
                None if new.constants.iter().any(|(_, other)| other == value) => {}
                None => {
                    let now = "no such constant".to_owned();
                    add(format!("constant `{name}` of {}", old.name), value.to_string(), now);
                }
            }
        }
        if old.size != new.size {
            add(format!("size of {}", old.name), bytes(old.size), bytes(new.size));
        }
        self.note(pair, found);
    }
}

/// True for records of one name.
fn is_same(one: &Record, other: &Record) -> bool {
    one.name == other.name && !one.name.is_empty()
}

/// Names of records that some unit of either side only announces.
fn announced<'i>(before: &'i Interface, now: &'i Interface) -> HashSet<&'i str> {
    let records = before.shapes.records().chain(now.shapes.records());
    records.filter(|(_, record)| record.size.is_none()).map(|(_, record)| record.name.as_str()).collect()
}

/// Place of a member in words.
fn at(member: &Member) -> String {
    let place = match member.place {
        Some(bits) if bits % 8 == 0 => format!("byte {}", bits / 8),
        Some(bits) => format!("bit {} of byte {}", bits % 8, bits / 8),
        None => "a place that is computed".to_owned(),
    };
    match member.width {
        Some(width) => format!("{place}, {}", counted(width, "bit")),
        None => place,
    }
}

/// A declaration that is another one as a whole.
fn whole(kind: Kind, word: &str, before: &Face, now: &Face) -> Difference {
    Difference {
        kind,
        name: format!("{word} {}", before.symbol),
        clauses: Vec::new(),
        subject: format!("declaration of `{}`", before.symbol),
        before: format!("`{}`", before.text),
        now: format!("`{}`", now.text),
        sources: [before.source.clone(), now.source.clone()],
    }
}

/// A value of a function that is another one, or that is passed in another way.
fn of_value(
    (before, now): (&Face, &Face),
    value: Value,
    moved: Option<(&str, &str, &[ClauseId])>,
) -> Difference {
    let symbol = &before.symbol;
    let (kind, name, subject) = match value {
        Value::Result => (Kind::Function, format!("result {symbol}"), format!("result of `{symbol}`")),
        Value::Parameter(number) => {
            let named = |face: &Face| {
                let call = face.call.as_ref()?.as_ref().ok()?;
                call.names.get(number).filter(|name| !name.is_empty()).cloned()
            };
            let called = named(now).or_else(|| named(before)).unwrap_or_else(|| number.to_string());
            let subject = format!("parameter `{called}` of `{symbol}`");
            (Kind::Parameter, format!("parameter {symbol}.{called}"), subject)
        }
    };
    let words = |face: &Face, place: &str| match place {
        "" => format!("`{}`", face.text),
        place => format!("{place} (`{}`)", face.text),
    };
    let (old_place, place, clauses) = moved.unwrap_or_default();
    Difference {
        kind,
        name,
        clauses: clauses.to_vec(),
        subject,
        before: words(before, old_place),
        now: words(now, place),
        sources: [before.source.clone(), now.source.clone()],
    }
}
