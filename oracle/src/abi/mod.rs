//! The rules, one folder a target: what its document says, and no mechanism. What is the same for all is beside the
//! folders: `data` lays types out, `call` sends values, `area` orders stack arguments, [`automaton`] enumerates the
//! allocation.

mod aarch64;
mod area;
mod automaton;
mod call;
mod data;
pub mod dpu;
mod environment;
pub mod epiphany;
pub mod forwardcom;
#[cfg(feature = "invented")]
pub mod invented;
pub mod ipu;
pub mod nyuzi;
mod passing;
mod riscv;
mod rules;
mod tool;
mod typedefs;
mod value;
mod x86_64;

pub use automaton::{Automaton, Step, Transition};
pub use data::TypeFacts;
pub use environment::{CEnvironment, OpenWidths, SystemWidths};
pub use tool::{Operand, row_of};

use crate::choose::{Chooser, Permits};
use crate::clause::catalogue;
use automaton::Allocate;
use crosscall_model::expression::{Operation, ValueCase, ValuePlan};
use crosscall_model::layout::{Image, Layout};
use crosscall_model::plan::{ClauseId, Part, Plan};
use crosscall_model::tool::table::Table;
use crosscall_model::tool::{ToolCase, ToolPlan};
use crosscall_model::{Case, Scalar, Target, Type, Value};
use data::Data;
use rules::Rules;
use tool::Tools;
use value::Values;

/// Byte that probes send in the padding of a value.
pub const PADDING: u8 = 0xd9;

/// A document as rules. A value that does not fit its type is taken as undetermined.
trait Document: Data + Allocate {
    /// Names of C's environment that the document leaves to the compiler.
    fn c_environment(&self) -> CEnvironment;

    /// True if a plain `char` is signed, where nothing is said of the bits above one that travels; where that is an
    /// open question, its usual answer.
    fn plain_char_is_signed(&self) -> bool {
        true
    }

    /// Number of bits of a `_Bool` that code which copies one owes to anybody; `None` where all of them.
    fn boolean_bits(&self) -> Option<u32> {
        None
    }

    /// Demands on a call. Questions that every case asks come first: a search that tries the last questions first
    /// then spends its effort on those that the case is about.
    fn plan(&self, case: &Case, rules: &mut Rules<'_>) -> Plan;

    /// True if the alignment that a typedef gives an arithmetic type counts where a value of it is passed by itself.
    fn typedef_alignment_counts(&self, _rules: &mut Rules<'_>) -> bool {
        false
    }

    /// The same of a record.
    fn record_typedef_alignment_counts(&self, rules: &mut Rules<'_>) -> bool {
        self.typedef_alignment_counts(rules)
    }

    /// The clause on a value of such a type that is passed.
    fn passed_typedef_clause(&self) -> Option<ClauseId> {
        self.typedef_clause()
    }

    /// Structures that the document writes out field by field.
    fn structs(&self) -> Vec<DocumentedStruct> {
        Vec::new()
    }

    /// Demands on object files.
    fn object(&self) -> ObjectPlan;
}

/// Rules of a target, by what they are about.
struct RuleSet {
    /// Calls, data and object files.
    document: &'static dyn Document,
    /// Assembler and linker; `None` where those are not written down yet.
    tools: Option<&'static dyn Tools>,
    /// Values of expressions; `None` where those are not written down.
    values: Option<&'static dyn Values>,
}

impl RuleSet {
    /// Rules of a document of which everything is written down.
    fn whole<D: Document + Tools + Values>(document: &'static D) -> RuleSet {
        RuleSet { values: Some(document), ..RuleSet::without_values(document) }
    }

    /// Rules of a document of which nothing is written down about expressions.
    fn without_values<D: Document + Tools>(document: &'static D) -> RuleSet {
        RuleSet { document, tools: Some(document), values: None }
    }
}

/// Rules of a target. This is the one place where rules are chosen by target.
fn rule_set(target: Target) -> RuleSet {
    match target {
        Target::Epiphany => RuleSet::whole(&epiphany::Epiphany),
        Target::Nyuzi => RuleSet::whole(&nyuzi::Nyuzi),
        Target::Dpu => RuleSet::without_values(&dpu::Dpu),
        Target::Ipu => RuleSet::without_values(&ipu::Ipu),
        Target::ForwardCom => RuleSet::whole(&forwardcom::ForwardCom),
        Target::Riscv(abi) => RuleSet::without_values(riscv::of(abi)),
        Target::X86_64 => RuleSet { document: &x86_64::X86_64, tools: None, values: None },
        Target::Aarch64 => RuleSet { document: &aarch64::Aarch64, tools: None, values: None },
        #[cfg(feature = "invented")]
        Target::Invented => RuleSet { document: &invented::Invented, tools: None, values: None },
    }
}

/// Document of a target: calls, data and object files.
fn document(target: Target) -> &'static dyn Document {
    rule_set(target).document
}

/// A number that a compiler must have computed, with the clauses that fix it. The order of
/// [`crosscall_model::unit::layout_items`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExpectedNumber {
    /// The number; `None` where the document leaves it open.
    pub value: Option<u64>,
    /// Clauses that fix it, the most telling first.
    pub clauses: Vec<ClauseId>,
}

/// Demands of a document on a case's types: numbers and bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LayoutPlan {
    /// One for each of [`crosscall_model::unit::layout_items`].
    pub numbers: Vec<ExpectedNumber>,
    /// One for each of [`crosscall_model::unit::valued_types`].
    pub images: Vec<ExpectedImage>,
    /// Alignment in bytes of the address of each of these objects.
    pub objects: Vec<ExpectedNumber>,
}

/// The bytes of an initialised object, with the clauses that fix them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExpectedImage {
    /// The bytes.
    pub image: Image,
    /// The scalars inside, where it is a composite.
    pub parts: Vec<Part>,
    /// The clause on the order of bytes, where there are more than one.
    pub byte_order: Option<ClauseId>,
    /// Clauses that fix them, the most telling first.
    pub clauses: Vec<ClauseId>,
}

/// Demands of a document on the object file that defines a function.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ObjectPlan {
    /// Clauses by which a function is a global symbol in a section of code.
    pub symbol_clauses: Vec<ClauseId>,
    /// The numbers of relocations that are known, each with its clause.
    pub relocations: Vec<(u32, ClauseId)>,
    /// Clauses by which there are no others.
    pub relocation_clauses: Vec<ClauseId>,
    /// Name for the known ones, in words.
    pub relocations_of: &'static str,
    /// Addresses that no program may occupy, with their clauses.
    pub reserved: Vec<(std::ops::Range<u64>, ClauseId)>,
    /// Demands on numbers of its header.
    pub header: Vec<HeaderRule>,
    /// The most bytes that the function may have, with the clause.
    pub most_code: Option<(u64, ClauseId)>,
}

/// Demand on a number of an object file's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeaderRule {
    /// Which number.
    pub field: HeaderField,
    /// The bits that count.
    pub mask: u32,
    /// Their value.
    pub value: u32,
    /// The clauses, the most telling first.
    pub clauses: &'static [ClauseId],
}

/// A number of an object file's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeaderField {
    /// The width of addresses, `EI_CLASS`.
    Class,
    /// The byte order, `EI_DATA`.
    ByteOrder,
    /// The operating system's interface, `EI_OSABI`.
    OsAbi,
    /// The flags, `e_flags`.
    Flags,
}

impl HeaderField {
    /// Its name in ELF.
    pub fn name(self) -> &'static str {
        match self {
            HeaderField::Class => "EI_CLASS",
            HeaderField::ByteOrder => "EI_DATA",
            HeaderField::OsAbi => "EI_OSABI",
            HeaderField::Flags => "e_flags",
        }
    }
}

/// A structure of the document, against which a compiler's layout can be held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentedStruct {
    /// Its name in the document.
    pub name: &'static str,
    /// Address of its first byte, where it has a fixed one.
    pub address: Option<u64>,
    /// Its type; types of the runtime are taken as the 4-byte types that the offsets require.
    pub ty: Type,
    /// Names of the fields and their offsets in bytes from the start of the structure.
    pub fields: Vec<(&'static str, u64)>,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment in bytes, where the document states it.
    pub align: Option<u64>,
    /// Clauses that fix all this, the most telling first.
    pub clauses: Vec<ClauseId>,
}

/// Demands of the document on a call.
pub fn plan(case: &Case, chooser: &mut Chooser<'_>) -> Plan {
    typedefs::plan(document(case.target), case, &mut Rules::new(chooser))
}

/// Names of C's environment that the document of a target leaves to the compiler.
pub fn c_environment(target: Target) -> CEnvironment {
    document(target).c_environment()
}

/// True if a plain `char` is signed, where a plan says nothing of what is above one.
pub(crate) fn plain_char_is_signed(target: Target) -> bool {
    document(target).plain_char_is_signed()
}

/// True if a plain `char` is a signed type under the readings of a chooser.
pub fn is_char_signed(target: Target, chooser: &mut Chooser<'_>) -> bool {
    let (data, mut rules) = (document(target), Rules::new(chooser));
    let sign = data.basic(Scalar::Char.as_type(), &mut rules).and_then(|basic| basic.sign);
    sign.is_some_and(|sign| data.is_signed(sign, &mut rules))
}

/// The clause on the order of bytes.
pub(crate) fn byte_order(target: Target) -> ClauseId {
    document(target).named_clauses().byte_order
}

/// Number of bits of a copied `_Bool` that belong to the value; `None` where all do.
pub(crate) fn boolean_bits(target: Target) -> Option<u32> {
    document(target).boolean_bits()
}

/// Demands of the document on the case's types.
pub fn layout_plan(case: &Case, chooser: &mut Chooser<'_>) -> LayoutPlan {
    data::layout_plan(document(case.target), case, &mut Rules::new(chooser))
}

/// The structures that the document of a target writes out field by field.
pub fn documented_structs(target: Target) -> Vec<DocumentedStruct> {
    document(target).structs()
}

/// Demands of a target's document on object files.
pub fn object_plan(target: Target) -> ObjectPlan {
    document(target).object()
}

/// Output that a document demands of an assembler or linker for a case; `None` where nothing is written down of them.
pub fn tool_plan(case: &ToolCase, chooser: &mut Chooser<'_>) -> Option<ToolPlan> {
    let tools = rule_set(case.target).tools?;
    Some(tool::plan(tools, case, &mut Rules::new(chooser)))
}

/// Statements and relocations of a target; none where they are not written down yet.
pub fn tool_table(target: Target) -> Option<&'static Table> {
    rule_set(target).tools.map(Tools::table)
}

/// Value that an expression has to have; `None` where nothing is written down of it.
pub fn value_plan(case: &ValueCase, chooser: &mut Chooser<'_>) -> Option<ValuePlan> {
    let RuleSet { document, values, .. } = rule_set(case.target);
    value::plan(values?, document, case, &mut Rules::new(chooser))
}

/// Expressions of which the document of a target says what their value is.
pub fn value_table(target: Target) -> Vec<&'static Operation> {
    rule_set(target).values.map(value::table).unwrap_or_default()
}

/// Layout of a type.
pub fn layout(target: Target, ty: &Type, chooser: &mut Chooser<'_>) -> Layout {
    data::layout(document(target), ty, &mut Rules::new(chooser))
}

/// Demands of the document of a target on one type, as far as debug information shows it.
pub fn type_facts(target: Target, ty: &Type, chooser: &mut Chooser<'_>) -> TypeFacts {
    data::facts(document(target), ty, &mut Rules::new(chooser))
}

/// Bytes of a value; padding holds `filler`. Parts of the value that do not fit the type stay filler.
pub fn image(target: Target, ty: &Type, value: &Value, filler: u8, chooser: &mut Chooser<'_>) -> Image {
    data::image(document(target), ty, value, filler, &mut Rules::new(chooser))
}

/// The allocation automaton of a target's argument rules under the preferred readings of `permits`.
pub fn automaton(target: Target, permits: &dyn Permits) -> Automaton {
    document(target).automaton(catalogue(target), permits)
}

/// The steps of [`automaton`] that a call takes under the readings of a chooser.
pub fn automaton_trace(case: &Case, chooser: &mut Chooser<'_>) -> Vec<Step> {
    let (document, mut rules) = (document(case.target), Rules::new(chooser));
    let signature = typedefs::travelling(document, &case.signature, &mut rules);
    document.trace(&signature, &mut rules)
}
