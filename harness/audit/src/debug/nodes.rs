//! The entries of debug information that are about types and functions, read once, in their order.

use super::work::{Exhausted, Work};
use crosscall_machines::debug_file::DebugFile;
use crosscall_reports::audit::Source;
use gimli::constants as dw;
use gimli::{
    Abbreviations, Attribute, AttributeValue, DebugAbbrev, DebuggingInformationEntry, Dwarf, DwarfSections,
    EndianSlice, LittleEndian, Unit, UnitHeader, UnitType,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Bytes of a section.
pub(crate) type Bytes<'a> = EndianSlice<'a, LittleEndian>;

/// Most units and entries of a file that are kept.
const MOST_UNITS: usize = 1 << 17;
const MOST_NODES: usize = 1 << 21;

/// Bytes of names that are kept; of those of symbols, and of a compiler's name, behind which are its options.
const LONGEST_NAME: usize = 200;
const LONGEST_TEXT: usize = 4096;

/// Bytes of abbreviations of a unit that are read at once; hardly any unit has more.
const USUAL_ABBREVIATIONS: usize = 1 << 16;

/// Sections that readers of types and functions need, decompressed where they are not too large.
#[derive(Debug, Default)]
pub(crate) struct Sections<'a> {
    all: BTreeMap<String, Cow<'a, [u8]>>,
    /// Parts that could not be read, in words.
    pub(super) notes: Vec<String>,
}

/// `SHF_COMPRESSED`.
const COMPRESSED: u64 = 0x800;

/// Most bytes that a section may have when it is decompressed, and how many times its compressed size.
const MOST_DECOMPRESSED: usize = 1 << 28;
const MOST_TIMES: usize = 256;

impl<'a> Sections<'a> {
    /// The sections of a file.
    pub(crate) fn of(file: &'a DebugFile) -> Sections<'a> {
        let mut sections = Sections::default();
        for section in &file.sections {
            let (name, data) = (section.name.as_str(), section.data.as_slice());
            let contents = if section.flags & COMPRESSED != 0 {
                decompressed(data)
            } else if let Some(rest) = name.strip_prefix(".zdebug_") {
                // The older form: a mark, and the size with the highest byte first.
                let inflated = data.strip_prefix(b"ZLIB").and_then(|rest| rest.get(8..)).and_then(inflate);
                match inflated {
                    Some(bytes) => {
                        sections.all.insert(format!(".debug_{rest}"), Cow::Owned(bytes));
                        continue;
                    }
                    None => None,
                }
            } else {
                Some(Cow::Borrowed(data))
            };
            match contents {
                Some(contents) => {
                    sections.all.insert(name.to_owned(), contents);
                }
                None => sections.notes.push(format!(
                    "section {name} is compressed in a way that is not read; `objcopy --decompress-debug-sections` helps"
                )),
            }
        }
        sections
    }

    /// Contents of a section; empty where there is none.
    pub(crate) fn bytes(&self, name: &str) -> Bytes<'_> {
        EndianSlice::new(self.all.get(name).map_or(&[], |bytes| bytes), LittleEndian)
    }

    /// True if there is debug information about types and functions.
    pub(super) fn has_entries(&self) -> bool {
        [".debug_info", ".debug_types"].iter().any(|name| !self.bytes(name).slice().is_empty())
    }
}

/// A section behind the header that `SHF_COMPRESSED` stands for: a kind, 1 for zlib, the size, and an alignment.
fn decompressed(data: &[u8]) -> Option<Cow<'_, [u8]>> {
    let kind = u32::from_le_bytes(*data.first_chunk()?);
    let headers = [12, 24];
    // The width of the file is not known here: only behind its own header does a stream begin.
    let start = headers.into_iter().find(|at| data.get(*at).is_some_and(|byte| byte & 0x0f == 8))?;
    (kind == 1).then(|| data.get(start..).and_then(inflate).map(Cow::Owned))?
}

fn inflate(data: &[u8]) -> Option<Vec<u8>> {
    let most = data.len().saturating_mul(MOST_TIMES).min(MOST_DECOMPRESSED);
    miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(data, most).ok()
}

/// Reference from one entry to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// By its place: the distance from the start of `.debug_info`, or beyond [`OF_TYPES`] of `.debug_types`.
    Place(u64),
    /// By the signature of a type.
    Signature(u64),
}

/// Added to places in `.debug_types`.
const OF_TYPES: u64 = 1 << 48;

/// Number of elements of an array's dimension.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Count {
    /// None is given.
    #[default]
    Absent,
    /// So many.
    Known(u64),
    /// It is computed when the program runs.
    Computed,
}

/// Facts of an entry that are yes or no.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flags {
    pub(super) declaration: bool,
    pub(super) external: bool,
    pub(super) artificial: bool,
    pub(super) vector: bool,
    pub(super) class: bool,
    pub(super) prototyped: bool,
}

/// An entry.
#[derive(Debug, Clone)]
pub(super) struct Node<'a> {
    pub(super) place: u64,
    pub(super) tag: gimli::DwTag,
    depth: isize,
    /// Number behind the last entry that is inside this one.
    end: usize,
    /// Number of the entry around it, if that is kept.
    pub(super) parent: Option<usize>,
    /// Number of its unit.
    pub(super) unit: u32,
    pub(super) flags: Flags,
    pub(super) name: &'a [u8],
    pub(super) linkage: &'a [u8],
    pub(super) ty: Option<Link>,
    /// Another entry that says the rest of this one.
    pub(super) origin: Option<Link>,
    /// Size in bytes.
    pub(super) size: Option<u64>,
    /// Width of a bit-field.
    pub(super) bits: Option<u64>,
    /// Distance of a bit-field from the most significant bit of its unit, as DWARF 2 and 3 count.
    pub(super) bits_above: Option<i64>,
    /// Distance of a bit-field from the start of the record in bits.
    pub(super) bit_place: Option<u64>,
    /// Distance of a member from the start of the record in bytes; `Err` where it has to be computed.
    pub(super) offset: Option<Result<u64, ()>>,
    pub(super) align: Option<u64>,
    pub(super) encoding: Option<gimli::DwAte>,
    /// Entry of a virtual function in its class's table.
    pub(super) slot: Option<u64>,
    /// How a class of C++ is passed.
    pub(super) passed: Option<gimli::DwCc>,
    /// Value of an enumeration constant.
    pub(super) value: Option<i128>,
    pub(super) count: Count,
    pub(super) line: u64,
    pub(super) file: u64,
    /// Address of the first instruction.
    pub(super) start: Option<u64>,
    pub(super) location: Option<AttributeValue<Bytes<'a>>>,
    pub(super) frame_base: Option<AttributeValue<Bytes<'a>>>,
}

/// Most entries around one whose names are read.
const MOST_AROUND: usize = 16;

/// Languages that have got their numbers after DWARF 5.
const C_23: gimli::DwLang = gimli::DwLang(0x3e);
const C_PLUS_PLUS_23: gimli::DwLang = gimli::DwLang(0x3a);

/// A unit.
#[derive(Debug)]
pub(super) struct Known<'a> {
    pub(super) unit: Unit<Bytes<'a>>,
    pub(super) language: gimli::DwLang,
    pub(super) producer: &'a [u8],
}

impl Known<'_> {
    /// True for C and the languages that share its types.
    pub(super) fn is_of_c(&self) -> bool {
        let plain = [dw::DW_LANG_C89, dw::DW_LANG_C, dw::DW_LANG_C99, dw::DW_LANG_C11, dw::DW_LANG_C17];
        let more = [C_23, dw::DW_LANG_ObjC, dw::DW_LANG_OpenCL];
        plain.contains(&self.language) || more.contains(&self.language) || self.is_of_cpp()
    }

    /// True for C23.
    pub(super) fn is_of_c23(&self) -> bool {
        self.language == C_23
    }

    /// True for C++.
    pub(super) fn is_of_cpp(&self) -> bool {
        let all = [
            dw::DW_LANG_C_plus_plus,
            dw::DW_LANG_C_plus_plus_03,
            dw::DW_LANG_C_plus_plus_11,
            dw::DW_LANG_C_plus_plus_14,
            dw::DW_LANG_C_plus_plus_17,
            dw::DW_LANG_C_plus_plus_20,
            C_PLUS_PLUS_23,
            dw::DW_LANG_ObjC_plus_plus,
        ];
        all.contains(&self.language)
    }
}

/// A name, cut off where it is very long.
pub(super) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.get(..LONGEST_NAME).unwrap_or(bytes)).into_owned()
}

/// Entries of a file.
#[derive(Debug)]
pub(super) struct Nodes<'a> {
    pub(super) dwarf: Dwarf<Bytes<'a>>,
    pub(super) units: Vec<Known<'a>>,
    pub(super) list: Vec<Node<'a>>,
    /// Entries by place.
    places: HashMap<u64, u32>,
    signatures: HashMap<u64, u64>,
    /// Parts that could not be read, in words.
    pub(super) notes: Vec<String>,
}

impl<'a> Nodes<'a> {
    /// Reads the entries of a file, as far as they can be read.
    pub(super) fn read(sections: &'a Sections<'_>, work: &mut Work) -> Nodes<'a> {
        let load = |id: gimli::SectionId| Ok::<_, ()>(sections.bytes(id.name()));
        let loaded = DwarfSections::load(load);
        let dwarf = match loaded {
            Ok(loaded) => loaded.borrow(|section| *section),
            Err(()) => Dwarf::default(),
        };
        let mut nodes = Nodes {
            dwarf,
            units: Vec::new(),
            list: Vec::new(),
            places: HashMap::new(),
            signatures: HashMap::new(),
            notes: sections.notes.clone(),
        };
        let abbreviations = sections.bytes(gimli::SectionId::DebugAbbrev.name());
        if nodes.read_units(abbreviations, work).is_err() {
            let note = "the debug information is larger than what is read; the rest was left out";
            nodes.notes.push(note.to_owned());
        }
        nodes
    }

    fn read_units(&mut self, abbreviations: Bytes<'a>, work: &mut Work) -> Result<(), Exhausted> {
        let mut tables: HashMap<usize, Option<Arc<Abbreviations>>> = HashMap::new();
        let mut headers = Vec::new();
        let mut damage = None;
        for header in self.dwarf.units().chain(self.dwarf.type_units()) {
            match header {
                Ok(header) => headers.push(header),
                Err(error) => damage = Some(error),
            }
            if headers.len() == MOST_UNITS {
                break;
            }
        }
        if let Some(error) = damage {
            self.notes.push(format!("the debug information is damaged: {error}"));
        }
        if headers.len() == MOST_UNITS {
            self.notes.push(format!("only {MOST_UNITS} units are read"));
        }
        for header in headers {
            work.spend(16)?;
            let at = header.debug_abbrev_offset().0;
            let table = match tables.get(&at) {
                Some(table) => table.clone(),
                None => {
                    let table = abbreviations_at(abbreviations, at, work)?;
                    tables.insert(at, table.clone());
                    table
                }
            };
            let Some(table) = table else {
                self.notes.push("a unit has no abbreviations that can be read".to_owned());
                continue;
            };
            if let Err(error) = self.read_unit(header, table, work)? {
                self.notes.push(format!("a unit is damaged: {error}"));
            }
        }
        Ok(())
    }

    /// Reads the entries of a unit up to the first that is damaged.
    fn read_unit(
        &mut self,
        header: UnitHeader<Bytes<'a>>,
        table: Arc<Abbreviations>,
        work: &mut Work,
    ) -> Result<gimli::Result<()>, Exhausted> {
        let base = match header.debug_info_offset() {
            Some(offset) => offset.0 as u64,
            None => header.debug_types_offset().map_or(0, |offset| offset.0 as u64).saturating_add(OF_TYPES),
        };
        if let UnitType::Type { type_signature, type_offset }
        | UnitType::SplitType { type_signature, type_offset } = header.type_()
        {
            self.signatures.insert(type_signature.0, base.saturating_add(type_offset.0 as u64));
        }
        let unit = match Unit::new_with_abbreviations(&self.dwarf, header, table) {
            Ok(unit) => unit,
            Err(error) => return Ok(Err(error)),
        };
        let number = u32::try_from(self.units.len()).unwrap_or(u32::MAX);
        let (mut language, mut producer) = (dw::DW_LANG_C, &[][..]);
        let end = self.read_entries(&unit, (base, number), (&mut language, &mut producer), work);
        self.units.push(Known { unit, language, producer });
        end
    }

    fn read_entries(
        &mut self,
        unit: &Unit<Bytes<'a>>,
        (base, number): (u64, u32),
        (language, producer): (&mut gimli::DwLang, &mut &'a [u8]),
        work: &mut Work,
    ) -> Result<gimli::Result<()>, Exhausted> {
        let mut entries = match unit.entries_raw(None) {
            Ok(entries) => entries,
            Err(error) => return Ok(Err(error)),
        };
        let mut entry = DebuggingInformationEntry::null();
        // Tags of the entries around the next one, and kept entries that are still open.
        let mut around: Vec<gimli::DwTag> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut end = Ok(());
        while !entries.is_empty() {
            let (offset, depth) = (entries.next_offset(), entries.next_depth());
            let abbreviation = match entries.read_abbreviation() {
                Ok(Some(abbreviation)) => abbreviation,
                Ok(None) => {
                    work.spend(1)?;
                    continue;
                }
                Err(error) => {
                    end = Err(error);
                    break;
                }
            };
            work.spend(4 + abbreviation.attributes().len() as u64)?;
            if let Err(error) = entries.read_attributes(abbreviation.attributes(), &mut entry.attrs) {
                end = Err(error);
                break;
            }
            let level = usize::try_from(depth).unwrap_or(0);
            around.truncate(level);
            let tag = abbreviation.tag();
            let outer = around.last().copied().unwrap_or(dw::DW_TAG_null);
            around.resize(level, dw::DW_TAG_null);
            around.push(tag);
            let count = self.list.len();
            close(&mut self.list, &mut open, depth, count);
            if outer == dw::DW_TAG_null && level == 0 {
                for attribute in &entry.attrs {
                    match (attribute.name(), attribute.value()) {
                        (dw::DW_AT_language, AttributeValue::Language(reported)) => *language = reported,
                        (dw::DW_AT_producer, reported) => {
                            *producer = string(&self.dwarf, unit, reported, (LONGEST_TEXT, work))?
                        }
                        _ => {}
                    }
                }
                continue;
            }
            if !is_kept(tag, outer) {
                continue;
            }
            if self.list.len() >= MOST_NODES {
                return Err(Exhausted);
            }
            let mut node = Node::new(base.saturating_add(offset.0 as u64), tag, depth, number);
            for attribute in &entry.attrs {
                node.take(attribute, (&self.dwarf, unit), base, work)?;
            }
            if let Ok(at) = u32::try_from(self.list.len()) {
                self.places.insert(node.place, at);
            }
            node.parent = open.last().copied();
            open.push(self.list.len());
            self.list.push(node);
        }
        let count = self.list.len();
        close(&mut self.list, &mut open, isize::MIN, count);
        Ok(end)
    }

    /// The entry that a link leads to.
    pub(super) fn find(&self, link: Link) -> Option<usize> {
        let place = match link {
            Link::Place(place) => place,
            Link::Signature(signature) => *self.signatures.get(&signature)?,
        };
        self.places.get(&place).map(|at| *at as usize)
    }

    /// Numbers of the entries right inside another one.
    pub(super) fn children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let (depth, unit) = self.list.get(at).map_or((0, 0), |node| (node.depth, node.unit));
        let mut next = at + 1;
        std::iter::from_fn(move || {
            loop {
                let node = self.list.get(next)?;
                if node.depth <= depth || node.unit != unit {
                    return None;
                }
                let this = next;
                next = node.end.max(this + 1);
                if node.depth == depth + 1 {
                    return Some(this);
                }
            }
        })
    }

    /// The entries around an entry, from the inside.
    fn around(&self, at: usize) -> impl Iterator<Item = &Node<'a>> + '_ {
        let parent = |node: &Node<'_>| node.parent.and_then(|at| self.list.get(at));
        let first = self.list.get(at).and_then(parent);
        std::iter::successors(first, move |node| parent(node)).take(MOST_AROUND)
    }

    /// Name of an entry with those of the namespaces and classes around it.
    pub(super) fn qualified(&self, at: usize) -> String {
        let Some(node) = self.list.get(at) else { return String::new() };
        if !self.unit_of(node).is_some_and(Known::is_of_cpp) {
            return text(node.name);
        }
        let name = |node: &Node<'_>| match node.name {
            [] => "(without a name)".to_owned(),
            name => text(name),
        };
        let mut names: Vec<String> = self.around(at).map(name).collect();
        names.reverse();
        names.push(text(node.name));
        names.join("::")
    }

    /// True if other units can mean the same type by its name: it is neither of a function nor of a namespace without a name.
    pub(super) fn has_linkage(&self, at: usize) -> bool {
        self.around(at).all(|node| !node.name.is_empty() && node.tag != dw::DW_TAG_subprogram)
    }

    /// The unit of an entry.
    pub(super) fn unit_of(&self, node: &Node<'_>) -> Option<&Known<'a>> {
        self.units.get(node.unit as usize)
    }

    /// True if the unit of an entry is in C or a language that shares its types.
    pub(super) fn is_of_c(&self, node: &Node<'_>) -> bool {
        self.unit_of(node).is_some_and(Known::is_of_c)
    }

    /// File and line of an entry's declaration. The path is text and is not opened.
    pub(super) fn declared(&self, node: &Node<'_>) -> Option<Source> {
        let known = self.unit_of(node).filter(|_| node.line > 0)?;
        let program = known.unit.line_program.as_ref()?;
        let file = program.header().file(node.file)?;
        let name = self.dwarf.attr_string(&known.unit, file.path_name()).ok()?;
        Some(Source { file: text(name.slice()), line: node.line })
    }
}

/// Ends entries that are as deep as the next one or deeper.
fn close(list: &mut [Node<'_>], open: &mut Vec<usize>, depth: isize, count: usize) {
    while let Some(node) = open.last().and_then(|last| list.get_mut(*last)).filter(|node| node.depth >= depth)
    {
        node.end = count;
        open.pop();
    }
}

/// Reads a table of abbreviations: usually few bytes, all that follow only where that is not enough.
fn abbreviations_at(
    section: Bytes<'_>,
    at: usize,
    work: &mut Work,
) -> Result<Option<Arc<Abbreviations>>, Exhausted> {
    let rest = section.slice().get(at..).unwrap_or_default();
    let usual = rest.get(..USUAL_ABBREVIATIONS).unwrap_or(rest);
    for bytes in [usual, rest] {
        work.spend(64 + bytes.len() as u64 / 8)?;
        let table = DebugAbbrev::new(bytes, LittleEndian).abbreviations(gimli::DebugAbbrevOffset(0));
        if let Ok(table) = table {
            return Ok(Some(Arc::new(table)));
        }
    }
    Ok(None)
}

/// A string of an attribute, cut off where it is longer than what is kept; empty where there is none.
fn string<'a>(
    dwarf: &Dwarf<Bytes<'a>>,
    unit: &Unit<Bytes<'a>>,
    value: AttributeValue<Bytes<'a>>,
    (most, work): (usize, &mut Work),
) -> Result<&'a [u8], Exhausted> {
    let bytes = dwarf.attr_string(unit, value).map_or(&[][..], |name| name.slice());
    work.spend(1 + bytes.len() as u64 / 64)?;
    Ok(bytes.get(..most).unwrap_or(bytes))
}

/// True for entries about types and functions that other functions can see.
fn is_kept(tag: gimli::DwTag, outer: gimli::DwTag) -> bool {
    match tag {
        dw::DW_TAG_formal_parameter | dw::DW_TAG_unspecified_parameters => {
            matches!(outer, dw::DW_TAG_subprogram | dw::DW_TAG_subroutine_type)
        }
        // Those of functions are nobody else's.
        dw::DW_TAG_variable => matches!(
            outer,
            dw::DW_TAG_compile_unit
                | dw::DW_TAG_namespace
                | dw::DW_TAG_structure_type
                | dw::DW_TAG_class_type
                | dw::DW_TAG_union_type
        ),
        dw::DW_TAG_template_type_parameter | dw::DW_TAG_template_value_parameter => {
            matches!(outer, dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type)
        }
        dw::DW_TAG_base_type
        | dw::DW_TAG_pointer_type
        | dw::DW_TAG_reference_type
        | dw::DW_TAG_rvalue_reference_type
        | dw::DW_TAG_ptr_to_member_type
        | dw::DW_TAG_typedef
        | dw::DW_TAG_const_type
        | dw::DW_TAG_volatile_type
        | dw::DW_TAG_restrict_type
        | dw::DW_TAG_atomic_type
        | dw::DW_TAG_packed_type
        | dw::DW_TAG_immutable_type
        | dw::DW_TAG_array_type
        | dw::DW_TAG_subrange_type
        | dw::DW_TAG_structure_type
        | dw::DW_TAG_class_type
        | dw::DW_TAG_union_type
        | dw::DW_TAG_enumeration_type
        | dw::DW_TAG_enumerator
        | dw::DW_TAG_member
        | dw::DW_TAG_inheritance
        | dw::DW_TAG_subroutine_type
        | dw::DW_TAG_subprogram
        | dw::DW_TAG_namespace
        | dw::DW_TAG_unspecified_type => true,
        _ => false,
    }
}

impl<'a> Node<'a> {
    fn new(place: u64, tag: gimli::DwTag, depth: isize, unit: u32) -> Node<'a> {
        Node {
            place,
            tag,
            depth,
            end: 0,
            parent: None,
            unit,
            flags: Flags::default(),
            name: &[],
            linkage: &[],
            ty: None,
            origin: None,
            size: None,
            bits: None,
            bits_above: None,
            bit_place: None,
            offset: None,
            align: None,
            encoding: None,
            slot: None,
            passed: None,
            value: None,
            count: Count::Absent,
            line: 0,
            file: 0,
            start: None,
            location: None,
            frame_base: None,
        }
    }

    /// Takes what an attribute says.
    fn take(
        &mut self,
        attribute: &Attribute<Bytes<'a>>,
        (dwarf, unit): (&Dwarf<Bytes<'a>>, &Unit<Bytes<'a>>),
        base: u64,
        work: &mut Work,
    ) -> Result<(), Exhausted> {
        let value = attribute.value();
        let number = value.udata_value();
        let is_set = matches!(value, AttributeValue::Flag(true));
        match attribute.name() {
            dw::DW_AT_name => self.name = string(dwarf, unit, value, (LONGEST_NAME, work))?,
            dw::DW_AT_linkage_name | dw::DW_AT_MIPS_linkage_name => {
                self.linkage = string(dwarf, unit, value, (LONGEST_TEXT, work))?;
            }
            dw::DW_AT_type => self.ty = link(value, base),
            dw::DW_AT_abstract_origin | dw::DW_AT_specification | dw::DW_AT_signature => {
                self.origin = link(value, base);
            }
            dw::DW_AT_byte_size => self.size = number,
            dw::DW_AT_bit_size => self.bits = number,
            dw::DW_AT_bit_offset => self.bits_above = value.sdata_value(),
            dw::DW_AT_data_bit_offset => self.bit_place = number,
            dw::DW_AT_data_member_location => {
                self.offset = Some(number.or_else(|| constant_place(value, unit)).ok_or(()));
            }
            dw::DW_AT_alignment => self.align = number,
            dw::DW_AT_encoding => {
                if let AttributeValue::Encoding(encoding) = value {
                    self.encoding = Some(encoding);
                }
            }
            dw::DW_AT_vtable_elem_location => self.slot = number.or_else(|| constant(value, unit)),
            dw::DW_AT_calling_convention => {
                if let AttributeValue::CallingConvention(passed) = value {
                    self.passed = Some(passed);
                }
            }
            dw::DW_AT_const_value => {
                self.value = match value {
                    AttributeValue::Sdata(number) => Some(number.into()),
                    _ => number.map(Into::into),
                };
            }
            dw::DW_AT_count => self.count = number.map_or(Count::Computed, Count::Known),
            dw::DW_AT_upper_bound => {
                // An array without elements ends before its first one.
                let ends = match value {
                    AttributeValue::Sdata(last) => u64::try_from(last.saturating_add(1)).ok(),
                    _ => number.map(|last| last.wrapping_add(1)),
                };
                let narrow = |count: u64| match value {
                    AttributeValue::Data4(u32::MAX) | AttributeValue::Data8(u64::MAX) => 0,
                    _ => count,
                };
                self.count = ends.map_or(Count::Computed, |count| Count::Known(narrow(count)));
            }
            dw::DW_AT_decl_line => self.line = number.unwrap_or(0),
            dw::DW_AT_decl_file => {
                self.file = match value {
                    AttributeValue::FileIndex(index) => index,
                    _ => number.unwrap_or(0),
                };
            }
            dw::DW_AT_low_pc | dw::DW_AT_entry_pc => {
                if let (Ok(Some(address)), true) = (dwarf.attr_address(unit, value), self.start.is_none()) {
                    self.start = Some(address);
                }
            }
            dw::DW_AT_ranges => {
                if let (Ok(Some(mut ranges)), true) = (dwarf.attr_ranges(unit, value), self.start.is_none()) {
                    self.start = ranges.next().ok().flatten().map(|range| range.begin);
                }
            }
            dw::DW_AT_location => self.location = Some(value),
            dw::DW_AT_frame_base => self.frame_base = Some(value),
            dw::DW_AT_declaration => self.flags.declaration = is_set,
            dw::DW_AT_external => self.flags.external = is_set,
            dw::DW_AT_artificial => self.flags.artificial = is_set,
            dw::DW_AT_GNU_vector => self.flags.vector = is_set,
            dw::DW_AT_enum_class => self.flags.class = is_set,
            dw::DW_AT_prototyped => self.flags.prototyped = is_set,
            _ => {}
        }
        Ok(())
    }
}

/// The entry to which a value leads.
fn link(value: AttributeValue<Bytes<'_>>, base: u64) -> Option<Link> {
    match value {
        AttributeValue::UnitRef(offset) => Some(Link::Place(base.checked_add(offset.0 as u64)?)),
        AttributeValue::DebugInfoRef(offset) => Some(Link::Place(offset.0 as u64)),
        AttributeValue::DebugTypesRef(signature) => Some(Link::Signature(signature.0)),
        _ => None,
    }
}

/// The number that an expression is.
fn constant(value: AttributeValue<Bytes<'_>>, unit: &Unit<Bytes<'_>>) -> Option<u64> {
    let AttributeValue::Exprloc(expression) = value else { return None };
    let mut operations = expression.operations(unit.encoding());
    match (operations.next(), operations.next()) {
        (Ok(Some(gimli::Operation::UnsignedConstant { value })), Ok(None)) => Some(value),
        _ => None,
    }
}

/// The distance that an expression adds to the address of a record, as DWARF 2 writes the places of members.
fn constant_place(value: AttributeValue<Bytes<'_>>, unit: &Unit<Bytes<'_>>) -> Option<u64> {
    let expression = match value {
        AttributeValue::Exprloc(expression) => expression,
        AttributeValue::Block(bytes) => gimli::Expression(bytes),
        _ => return None,
    };
    let mut operations = expression.operations(unit.encoding());
    match (operations.next(), operations.next()) {
        (Ok(Some(gimli::Operation::PlusConstant { value })), Ok(None)) => Some(value),
        _ => None,
    }
}
