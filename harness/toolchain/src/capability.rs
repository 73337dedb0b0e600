//! Features of C, and of what Rust has of it, that a toolchain supports, found out by compiling one tiny declaration for each.
//!
//! A feature that a compiler does not have makes the cases that need it *unsupported*; that is never a
//! failure of the compiler.

use super::Toolchain;
use super::answers::Place;
use super::bisect::{Bench, compile_batch};
use super::compile::{CompileFailure, FailureKind, compile};
use super::language::Language;
use super::units::CompileContext;
use crosscall_generator::c_unit::{complex, vertex};
use crosscall_generator::{Rare, has_scalar, rust_unit, usual_lanes};
use crosscall_model::{Case, EnumType, Form, Member, Record, RecordKind, Scalar, Target, Type};
use std::collections::BTreeSet;

/// Something that a compiler may not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// A scalar type, passed and returned.
    Scalar(Scalar),
    /// An atomic type, as parameter, result and member.
    Atomic(Scalar),
    /// `_BitInt` of at most so many bits, 64 or 128.
    BitInt(u8),
    /// Arithmetic types whose typedefs raise and lower their alignment, up to 16.
    AlignedTypedef,
    /// Records whose typedefs raise and lower their alignment, up to 16.
    AlignedRecordTypedef,
    /// An array of no elements among other members.
    ZeroArray,
    /// A complex type.
    Complex(Scalar),
    /// A vector of a scalar type.
    Vector(Scalar),
    /// A vector whose number of lanes is no power of two.
    OddVector,
    /// A bit-field of a scalar type.
    BitField(Scalar),
    /// A bit-field of an enumerated type.
    EnumBitField,
    /// A bit-field of an enumerated type with more bits than the fewest bytes have that hold its constants.
    WideEnumBitField,
    /// An enumerated type of few constants that is as wide as `int`.
    IntEnum,
    /// An enumerated type whose constants need more than 32 bits.
    WideEnum,
    /// A record without members.
    EmptyRecord,
    /// A record that holds nothing but unnamed bit-fields.
    NamelessRecord,
    /// `__attribute__((packed))` on a record.
    Packed,
    /// `__attribute__((aligned(n)))` on a record; n up to 16.
    AlignedRecord,
    /// `__attribute__((aligned(n)))` on a member; n up to 16.
    AlignedMember,
    /// Alignments above 16 bytes.
    LargeAlignment,
    /// A structure by value, as argument and result.
    Structure,
    /// A union by value, as argument and result.
    Union,
    /// A variadic function.
    Variadic,
    /// A structure among the unnamed arguments.
    VariadicStructure,
    /// A `va_list` that is handed on, by value or by address.
    VaListPassed,
    /// A function that is declared and defined without a prototype.
    Unprototyped,
    /// A function inside a function, which uses its variables.
    NestedFunction,
    /// An array whose size is known at run time only.
    VariableArray,
    /// `__builtin_alloca`.
    Alloca,
    /// A function that nobody calls and that ends the program. C has no words for it, so that no compiler of C is
    /// asked, and none is taken to have it.
    Vertex,
    /// A member of a class. Neither C nor GNU C has it, nor what follows.
    Method,
    /// A function with two results.
    Pair,
    /// A vector of a length that only the call knows.
    VariableVector,
}

impl std::fmt::Display for Feature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Feature::Scalar(scalar) => write!(f, "type {}", scalar.c_name()),
            Feature::Atomic(scalar) => write!(f, "atomic type of {}", scalar.c_name()),
            Feature::BitInt(bits) => write!(f, "_BitInt of up to {bits} bits"),
            Feature::AlignedTypedef => f.write_str("typedef with an alignment"),
            Feature::AlignedRecordTypedef => f.write_str("typedef of a record with an alignment"),
            Feature::ZeroArray => f.write_str("array of no elements"),
            Feature::Complex(scalar) => write!(f, "complex type of {}", scalar.c_name()),
            Feature::Vector(scalar) => write!(f, "vector of {}", scalar.c_name()),
            Feature::OddVector => f.write_str("vector of a number of lanes that is no power of two"),
            Feature::BitField(scalar) => write!(f, "bit-field of {}", scalar.c_name()),
            Feature::EnumBitField => f.write_str("bit-field of an enumeration"),
            Feature::WideEnumBitField => f.write_str("bit-field wider than a short enumeration"),
            Feature::IntEnum => f.write_str("enumeration that is always as wide as int"),
            Feature::WideEnum => f.write_str("enumeration of more than 32 bits"),
            Feature::EmptyRecord => f.write_str("empty record"),
            Feature::NamelessRecord => f.write_str("record of unnamed bit-fields only"),
            Feature::Packed => f.write_str("packed record"),
            Feature::AlignedRecord => f.write_str("aligned record"),
            Feature::AlignedMember => f.write_str("aligned member"),
            Feature::LargeAlignment => f.write_str("alignment above 16"),
            Feature::Structure => f.write_str("structure by value"),
            Feature::Union => f.write_str("union by value"),
            Feature::Variadic => f.write_str("variadic function"),
            Feature::VariadicStructure => f.write_str("structure as an unnamed argument"),
            Feature::VaListPassed => f.write_str("va_list handed on"),
            Feature::Unprototyped => f.write_str("function without a prototype"),
            Feature::NestedFunction => f.write_str("nested function"),
            Feature::VariableArray => f.write_str("array of variable size"),
            Feature::Alloca => f.write_str("__builtin_alloca"),
            Feature::Vertex => f.write_str("vertex"),
            Feature::Method => f.write_str("member function"),
            Feature::Pair => f.write_str("function with two results"),
            Feature::VariableVector => f.write_str("vector of variable length"),
        }
    }
}

/// The features that do not depend on a scalar, with a text that needs them. `#` is replaced by a
/// number, so that all texts fit into one unit.
const TEXTS: &[(Feature, &str)] = &[
    (
        Feature::EnumBitField,
        "enum e# { A#, B# = 5 }; struct s# { enum e# m : 3; }; struct s# f#(struct s# a) { return a; }",
    ),
    (
        Feature::WideEnumBitField,
        "enum e# { A#, B# = 5 }; struct s# { enum e# m : 9; }; struct s# f#(struct s# a) { return a; }",
    ),
    (
        Feature::IntEnum,
        "enum e# { A#, B# = 5 }; typedef char t#[sizeof(enum e#) < sizeof(int) ? -1 : 1]; enum e# f#(enum e# a) { return a; }",
    ),
    (Feature::WideEnum, "enum e# { A# = 0x123456789aLL }; enum e# f#(enum e# a) { return a; }"),
    (
        Feature::BitInt(64),
        "_BitInt(17) g# = (_BitInt(17))5u; unsigned _BitInt(50) f#(unsigned _BitInt(50) a, _BitInt(17) b) { g# = b; return a; }",
    ),
    (
        Feature::BitInt(128),
        "unsigned _BitInt(100) g# = (unsigned _BitInt(100))1ull << 64 | 5ull; _BitInt(65) f#(_BitInt(65) a) { return a; }",
    ),
    (
        Feature::AlignedTypedef,
        "typedef int t# __attribute__((aligned(16))); typedef long long u# __attribute__((aligned(4))); typedef char c#[_Alignof(t#) == 16 && _Alignof(u#) == 4 ? 1 : -1]; struct s# { char a; t# b; u# c[2]; }; u# f#(t# a, u# *b, struct s# c) { return a + *b + c.b + c.c[1]; }",
    ),
    (
        Feature::AlignedRecordTypedef,
        "struct r# { int a; }; typedef struct r# t# __attribute__((aligned(16))); struct w# { long long a; }; typedef struct w# u# __attribute__((aligned(4))); typedef char c#[_Alignof(t#) == 16 && sizeof (t#) == 4 && _Alignof(u#) == 4 ? 1 : -1]; struct s# { char a; t# b; u# c; }; t# f#(t# a, u# *b, struct s# c) { return c.b; }",
    ),
    (
        Feature::ZeroArray,
        "struct s# { int a[0]; int b; }; struct s# g# = { { }, 5 }; struct s# f#(struct s# a) { return a; }",
    ),
    // GCC knows no such attribute, and none that makes such a vector.
    (
        Feature::OddVector,
        "typedef int t# __attribute__((ext_vector_type(3))); t# g# = { 1, 2, 3 }; int f#(t# a) { return a[1]; }",
    ),
    (Feature::EmptyRecord, "struct s# { }; struct s# f#(struct s# a) { return a; }"),
    (Feature::NamelessRecord, "struct s# { int : 5; }; struct s# f#(struct s# a) { return a; }"),
    (
        Feature::Packed,
        "struct __attribute__((packed)) s# { char a; int b; }; struct s# f#(struct s# a) { return a; }",
    ),
    (
        Feature::AlignedRecord,
        "struct __attribute__((aligned(16))) s# { char a; }; struct s# f#(struct s# a) { return a; }",
    ),
    (
        Feature::AlignedMember,
        "struct s# { char a; int b __attribute__((aligned(16))); }; struct s# f#(struct s# a) { return a; }",
    ),
    (
        Feature::LargeAlignment,
        "struct __attribute__((aligned(256))) s# { char a; }; struct s# f#(struct s# a) { return a; }",
    ),
    (Feature::Structure, "struct s# { int a, b, c; }; struct s# f#(struct s# a) { return a; }"),
    (Feature::Union, "union s# { int a; char b[6]; }; union s# f#(union s# a) { return a; }"),
    (
        Feature::Variadic,
        "int f#(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); n = __builtin_va_arg(l, int); __builtin_va_end(l); return n; }",
    ),
    (
        Feature::VariadicStructure,
        "struct s# { int a, b, c; }; int f#(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); n = __builtin_va_arg(l, struct s#).b; __builtin_va_end(l); return n; }",
    ),
    (
        Feature::VaListPassed,
        "static int g#(__builtin_va_list l) { return __builtin_va_arg(l, int); } static int h#(__builtin_va_list *l) { return __builtin_va_arg(*l, int); } int f#(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); n = h#(&l); n = g#(l); __builtin_va_end(l); return n; }",
    ),
    (Feature::Unprototyped, "int g#(); int f#(a, b) int a; int b; { return g#(b, a); }"),
    (Feature::NestedFunction, "int f#(int a) { int g(void) { return a; } return g(); }"),
    (
        Feature::VariableArray,
        "int f#(int n) { volatile unsigned char a[n]; a[0] = 1; a[n - 1] = 2; return a[0]; }",
    ),
    (
        Feature::Alloca,
        "int f#(int n) { volatile unsigned char *a = __builtin_alloca(n); a[0] = 1; a[n - 1] = 2; return a[0]; }",
    ),
];

/// Features of which nobody is asked, for C has no words for them, or a target's compilers have none.
const UNASKED: [Feature; 4] = [Feature::Vertex, Feature::Method, Feature::Pair, Feature::VariableVector];

/// True if no text needs a feature on a target, so that what lacks it is not the compiler.
fn has_no_words(target: Target, feature: Feature) -> bool {
    UNASKED.contains(&feature) && (feature != Feature::Vertex || vertex(target).is_empty())
}

/// True if a case of the target can need a feature: no compiler is asked for what none will ask of it.
fn is_in_cases(target: Target, feature: Feature) -> bool {
    let rare = Rare::of(target);
    match feature {
        Feature::Atomic(scalar) => rare.atomics && has_scalar(target, scalar),
        Feature::Complex(scalar) if !scalar.is_floating() => {
            rare.complex_integers && has_scalar(target, scalar)
        }
        Feature::BitInt(_) => rare.bit_ints,
        Feature::AlignedTypedef => rare.aligned,
        Feature::ZeroArray => rare.zero_arrays,
        Feature::OddVector => rare.odd_vectors,
        Feature::AlignedRecordTypedef => rare.aligned_records,
        Feature::Scalar(scalar)
        | Feature::Complex(scalar)
        | Feature::Vector(scalar)
        | Feature::BitField(scalar) => has_scalar(target, scalar),
        _ => true,
    }
}

/// Every feature that a target's cases can need, with the text that needs it as the target's compilers take it.
fn texts(target: Target) -> Vec<(Feature, String)> {
    let mut all = all_texts(target);
    all.retain(|(feature, _)| is_in_cases(target, *feature));
    all
}

/// Every feature with its text, also those that no generated case of a target needs: one from a file may.
fn all_texts(target: Target) -> Vec<(Feature, String)> {
    let mut all = Vec::new();
    let lanes = usual_lanes(target);
    let values: Vec<String> = (1..=lanes).map(|lane| lane.to_string()).collect();
    let values = values.join(", ");
    for scalar in Scalar::ALL {
        let name = scalar.c_name_without_header();
        // Some compilers have the type and no conversion to it, which constants need.
        let constant =
            if scalar == Scalar::BrainHalf { format!("{name} g# = ({name})1.5f; ") } else { String::new() };
        all.push((Feature::Scalar(scalar), format!("{constant}{name} f#({name} a) {{ return a; }}")));
        all.push((
            Feature::Atomic(scalar),
            format!(
                "struct s# {{ _Atomic {name} m; }}; _Atomic {name} f#(_Atomic {name} a, struct s# b) {{ a = b.m; return a; }}"
            ),
        ));
        if scalar != Scalar::Bool {
            let value = complex(target, scalar, &[format!("({name})1"), format!("({name})2")]);
            let text = format!(
                "{name} _Complex g# = {value}; {name} f#({name} _Complex a) {{ return __imag__ a; }}"
            );
            all.push((Feature::Complex(scalar), text));
        }
        if scalar != Scalar::Bool {
            let text = format!(
                "typedef {name} t# __attribute__((vector_size({lanes} * sizeof ({name})))); t# g# = {{ {values} }}; {name} f#(t# a) {{ return a[1]; }}"
            );
            all.push((Feature::Vector(scalar), text));
        }
        if !scalar.is_floating() {
            let text = format!("struct s# {{ {name} m : 1; }}; struct s# f#(struct s# a) {{ return a; }}");
            all.push((Feature::BitField(scalar), text));
        }
    }
    all.extend(TEXTS.iter().map(|(feature, text)| (*feature, (*text).to_owned())));
    let vertex = vertex(target);
    if !vertex.is_empty() {
        all.push((Feature::Vertex, format!("{vertex}void f#(void) {{ }}")));
    }
    all
}

/// Features that are tried of a compiler of Rust: types that it may have, or not have on a target. `@` is replaced by a number.
fn rust_texts(target: Target) -> Vec<(Feature, String)> {
    let function = "#[no_mangle] pub unsafe extern \"C\" fn";
    let scalars = Scalar::ALL.into_iter().filter(|scalar| has_scalar(target, *scalar));
    let names = scalars.filter_map(|scalar| Some((scalar, rust_unit::scalar_name(scalar)?)));
    let text =
        |(scalar, name)| (Feature::Scalar(scalar), format!("{function} f@(a: {name}) -> {name} {{ a }}"));
    names.map(text).collect()
}

/// Features that a toolchain supports.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Capabilities {
    /// Features that it has.
    pub supported: BTreeSet<Feature>,
    /// Features that it has not.
    pub unsupported: BTreeSet<Feature>,
}

impl Capabilities {
    /// All features: for the embedded code generator, which speaks for itself.
    pub fn all() -> Capabilities {
        let [target, ..] = Target::ALL;
        let supported = texts(target).into_iter().map(|(feature, _)| feature).collect();
        Capabilities { supported, unsupported: BTreeSet::new() }
    }

    /// Why the toolchain is not asked to compile a case: something that the case needs and the toolchain has not, or for
    /// which there are no words in C.
    pub fn lacks(&self, toolchain: &str, case: &Case) -> Option<String> {
        let feature = needs(case).into_iter().find(|feature| self.unsupported.contains(feature))?;
        Some(match has_no_words(case.target, feature) {
            true => format!("crosscall has no C text for a {feature} on this target"),
            false => format!("{toolchain} has no {feature}"),
        })
    }
}

/// Capabilities of a toolchain. What no compiler of C takes part in is not asked of it.
///
/// # Errors
/// As for [`probe`].
pub fn of(toolchain: &Toolchain, context: CompileContext<'_>) -> Result<Capabilities, CompileFailure> {
    match toolchain.kind.is_compiler() {
        true => probe(Bench::new(toolchain, "capability", context)),
        false => Ok(Capabilities::all()),
    }
}

/// Finds out what a compiler takes: all texts in one unit, in halves where that fails.
///
/// # Errors
/// The compiler cannot be run at all, or compiles nothing.
pub fn probe(bench: Bench<'_>) -> Result<Capabilities, CompileFailure> {
    let toolchain = bench.toolchain;
    let language = toolchain.kind.written_in();
    let simplest = language.simplest(toolchain.target);
    if let Err(mut failure) = compile(toolchain, &simplest, "capability", bench.context()) {
        if failure.kind.depends_on_source() {
            failure.detail = match failure.detail.as_str() {
                "" if language == Language::Request => {
                    "it does not even serve a request without cases".to_owned()
                }
                "" => format!("it does not even compile `{}`", simplest.lines().last().unwrap_or_default()),
                detail => detail.to_owned(),
            };
        }
        return Err(failure);
    }
    // It says of each case what it has not.
    if language == Language::Request {
        return Ok(Capabilities::all());
    }
    let target = toolchain.target;
    let (texts, unsupported, number, head) = match language {
        // What it has no words for it names itself.
        Language::Rust => (rust_texts(target), BTreeSet::new(), '@', rust_unit::prelude(target)),
        Language::C | Language::Request => {
            let in_cases = |(feature, _): &(Feature, String)| is_in_cases(target, *feature);
            let (texts, elsewhere): (Vec<_>, Vec<_>) = all_texts(target).into_iter().partition(in_cases);
            let unasked = UNASKED.into_iter().filter(|feature| has_no_words(target, *feature));
            let unsupported = unasked.chain(elsewhere.into_iter().map(|(feature, _)| feature)).collect();
            (texts, unsupported, '#', String::new())
        }
    };
    let questions: Vec<String> = texts.iter().map(|(_, text)| text.clone()).collect();
    let place = Place::of(toolchain, &questions);
    let mut capabilities = Capabilities { unsupported, ..Capabilities::default() };
    if let Some(yes) = place.as_ref().and_then(|place| place.read(texts.len())) {
        for (index, (feature, _)) in texts.iter().enumerate() {
            let into = if yes.contains(&index) {
                &mut capabilities.supported
            } else {
                &mut capabilities.unsupported
            };
            into.insert(*feature);
        }
        return Ok(capabilities);
    }
    let render = |indices: &[usize]| {
        let one = |i: &usize| {
            texts
                .get(*i)
                .map(|(_, text)| format!("/* case {i} */\n{}\n", text.replace(number, &i.to_string())))
        };
        head.clone() + &indices.iter().filter_map(one).collect::<String>()
    };
    let indices: Vec<usize> = (0..texts.len()).collect();
    let batch = compile_batch(Bench { unit_name: "capability", ..bench }, &indices, &render)?;
    let accepted: BTreeSet<usize> =
        batch.units.iter().flat_map(|(indices, _)| indices).copied().filter(|i| *i < texts.len()).collect();
    for index in &accepted {
        capabilities.supported.extend(texts.get(*index).map(|(feature, _)| *feature));
    }
    // What crashed or took too long may go well the next time.
    let is_certain =
        batch.failures.iter().all(|(_, failure)| matches!(failure.kind, FailureKind::Rejected(_)));
    for (index, failure) in &batch.failures {
        // A compiler that crashes or hangs has not said that it lacks anything: the cases will show it.
        let refused = matches!(failure.kind, FailureKind::Rejected(_));
        let into = if refused { &mut capabilities.unsupported } else { &mut capabilities.supported };
        into.extend(texts.get(*index).map(|(feature, _)| *feature));
    }
    if capabilities.supported.is_empty()
        && let Some((_, mut failure)) = batch.failures.into_iter().next()
    {
        failure.detail = "it takes none of the types and declarations that it was tried with".to_owned();
        return Err(failure);
    }
    if let Some(place) = place.filter(|_| is_certain) {
        place.keep(&accepted);
    }
    Ok(capabilities)
}

/// The features that a case needs.
pub fn needs(case: &Case) -> BTreeSet<Feature> {
    let mut found = BTreeSet::new();
    for ty in case.signature.types() {
        ty.visit(&mut |inner| type_needs(inner, &mut found));
        if let Type::Record(record) = ty {
            found.insert(match record.kind {
                RecordKind::Struct => Feature::Structure,
                RecordKind::Union => Feature::Union,
            });
        }
    }
    if let Some(unnamed) = &case.signature.variadic {
        found.insert(Feature::Variadic);
        let promoted = case.signature.parameters.last().into_iter().chain(unnamed);
        if { promoted }.any(|ty| matches!(ty, Type::Enum(_))) {
            found.insert(Feature::IntEnum);
        }
        if unnamed.iter().any(|ty| ty.record().is_some()) {
            found.insert(Feature::VariadicStructure);
        }
    }
    if case.style.dynamic > 0 {
        found.insert(if case.style.has_variable_array() { Feature::VariableArray } else { Feature::Alloca });
    }
    match case.style.form {
        Form::Prototype => {}
        Form::Unprototyped => {
            found.insert(Feature::Unprototyped);
        }
        Form::VaListPassed | Form::VaListPointer => {
            found.insert(Feature::VaListPassed);
        }
        Form::Nested => {
            found.insert(Feature::NestedFunction);
        }
        Form::Vertex => {
            found.insert(Feature::Vertex);
        }
        Form::Method => {
            found.insert(Feature::Method);
        }
        Form::Pair => {
            found.insert(Feature::Pair);
        }
        Form::Variable => {
            found.insert(Feature::VariableVector);
        }
    }
    found
}

fn type_needs(ty: &Type, found: &mut BTreeSet<Feature>) {
    match ty {
        Type::Scalar(scalar) => {
            found.insert(Feature::Scalar(*scalar));
        }
        Type::Enum(enumeration) => {
            let narrow = |c: &i64| (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(c);
            if !enumeration.constants.iter().all(narrow) {
                found.insert(Feature::WideEnum);
            }
        }
        Type::Record(record) => record_needs(record, found),
        Type::Complex(part) => {
            found.insert(Feature::Complex(*part));
        }
        Type::Vector { element, lanes } => {
            found.insert(Feature::Vector(*element));
            if !lanes.is_power_of_two() {
                found.insert(Feature::OddVector);
            }
        }
        Type::Atomic(scalar) => {
            found.insert(Feature::Atomic(*scalar));
        }
        Type::Aligned(scalar, align) => {
            found.insert(Feature::Scalar(*scalar));
            found.insert(Feature::AlignedTypedef);
            if *align > 16 {
                found.insert(Feature::LargeAlignment);
            }
        }
        Type::BitInt(integer) => {
            found.insert(Feature::BitInt(if integer.bits > 64 { 128 } else { 64 }));
        }
        Type::Array(_, 0) => {
            found.insert(Feature::ZeroArray);
        }
        Type::DataPointer | Type::FunctionPointer | Type::Array(..) => {}
    }
}

fn record_needs(record: &Record, found: &mut BTreeSet<Feature>) {
    if record.members.is_empty() {
        found.insert(Feature::EmptyRecord);
    } else if record.members.iter().all(|m| !m.named) {
        found.insert(Feature::NamelessRecord);
    }
    if record.packed {
        found.insert(Feature::Packed);
    }
    if record.name_align.is_some_and(|align| align > 16) {
        found.insert(Feature::LargeAlignment);
    }
    if record.name_align.is_some() {
        found.insert(Feature::AlignedRecordTypedef);
    }
    let mut align = |align: Option<u32>, feature| {
        if let Some(bytes) = align {
            found.insert(feature);
            if bytes > 16 {
                found.insert(Feature::LargeAlignment);
            }
        }
    };
    align(record.align, Feature::AlignedRecord);
    record.members.iter().for_each(|m| align(m.align, Feature::AlignedMember));
    for Member { ty, bits, .. } in &record.members {
        match (bits, ty) {
            (Some(_), Type::Scalar(scalar)) => found.insert(Feature::BitField(*scalar)),
            (Some(bits), Type::Enum(enumeration)) => {
                if u32::from(*bits) > 8 * fewest_bytes(enumeration) {
                    found.insert(Feature::WideEnumBitField);
                }
                found.insert(Feature::EnumBitField)
            }
            _ => false,
        };
    }
}

/// The fewest bytes of an integer type that holds all constants of an enumeration.
fn fewest_bytes(enumeration: &EnumType) -> u32 {
    let negative = enumeration.constants.iter().any(|c| *c < 0);
    let fits = |bytes: &u32| {
        let limit = 1i128 << (8 * bytes - u32::from(negative));
        enumeration.constants.iter().all(|c| (-limit..limit).contains(&i128::from(*c)))
    };
    [1, 2, 4].into_iter().find(fits).unwrap_or(8)
}
