//! Meanings of a mnemonic: the forms of that name, and the other names that LLVM gives to forms
//! with certain operands.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

use super::super::fields::OperandKind;
use super::super::isa::{Form, Int, MOST_OPERANDS, Op, forms};
use super::super::special;

/// A form under one of the names it can be written with.
pub(super) struct Candidate {
    pub(super) form: &'static Form,
    /// The operands in the order of the text, by their index in the form.
    pub(super) written: Vec<usize>,
    /// The values of those that are not written.
    pub(super) preset: [u32; MOST_OPERANDS],
    /// An operand that is the same as another: from, to.
    pub(super) same: Option<(usize, usize)>,
    /// The number is stored with the other sign: `sub d, s, 5` is `add d, s, -5`.
    pub(super) negated: bool,
}

impl Candidate {
    fn plain(form: &'static Form) -> Self {
        let written = (0..form.operands.len()).collect();
        Self { form, written, preset: [0; MOST_OPERANDS], same: None, negated: false }
    }

    /// With operand `index` left out, and this value in its place.
    fn without(mut self, index: usize, value: u32) -> Self {
        self.written.retain(|&other| other != index);
        if let Some(place) = self.preset.get_mut(index) {
            *place = value;
        }
        self
    }

    /// With operand `to` left out; it is the same as operand `from`.
    fn repeating(mut self, from: usize, to: usize) -> Self {
        self.same = Some((from, to));
        self.without(to, 0)
    }

    fn kind(&self, index: usize) -> Option<OperandKind> {
        self.form.operands.get(index).map(|operand| operand.kind)
    }
}

/// Candidates by name, in the order in which they are tried.
pub(super) static CANDIDATES: LazyLock<FxHashMap<String, Vec<Candidate>>> = LazyLock::new(|| {
    let mut table: FxHashMap<String, Vec<Candidate>> = FxHashMap::default();
    for form in forms() {
        table.entry(form.mnemonic.to_owned()).or_default().push(Candidate::plain(form));
    }
    for form in forms() {
        for (name, candidate) in other_names(form) {
            table.entry(name).or_default().push(candidate);
        }
    }
    table
});

/// The other names of a form.
fn other_names(form: &'static Form) -> Vec<(String, Candidate)> {
    let plain = || Candidate::plain(form);
    let kinds: Vec<OperandKind> = form.operands.iter().map(|operand| operand.kind).collect();
    let mut names: Vec<(String, Candidate)> = Vec::new();
    let mut add = |name: &str, candidate: Candidate| names.push((name.to_owned(), candidate));
    if form.has_delta() {
        // `base, offset`: the delta is `$mzero`.
        add(form.mnemonic, plain().without(2, 15));
    }
    let constant = form.operands.iter().find(|operand| operand.width() == 16);
    match form.op {
        Op::Set if kinds.first() == Some(&OperandKind::M) => {
            add("nop", plain().without(0, special::NOP_M.into()).without(1, 0));
        }
        Op::Set => add("fnop", plain().without(0, special::NOP_A.into()).without(1, 0)),
        Op::Int(Int::Or) if plain().kind(2).is_some_and(OperandKind::is_register) => {
            add("zero", plain().without(1, 15).without(2, 15));
        }
        Op::Wide(super::super::isa::Wide::Or64) => {
            add("zero", plain().without(1, 14).without(2, 14));
            add("mov", plain().without(2, 14));
        }
        Op::Int(Int::Or) if plain().kind(2) == Some(OperandKind::Unsigned) => {
            add("mov", plain().without(2, 0))
        }
        Op::Copy => add("mov", plain()),
        Op::MoveIf => add("movnz", plain()),
        Op::GetUpper => add("get", plain()),
        Op::PutUpper => add("put", plain()),
        Op::Put => add("strap", plain().without(0, 255).without(1, 15)),
        Op::Int(Int::Roll16) => add("swap16", plain().repeating(1, 2)),
        Op::Int(Int::Add | Int::Sub | Int::CmpEq | Int::Max | Int::Min) if constant.is_some() => {
            let signed = constant.is_some_and(|operand| operand.kind == OperandKind::Signed);
            add(&format!("{}{}", form.mnemonic, if signed { "s" } else { "z" }), plain());
            if signed && form.op == Op::Int(Int::Add) {
                add("sub", Candidate { negated: true, ..plain() });
            }
        }
        _ => {}
    }
    match form.mnemonic {
        "f16v4sisoamp" => add("f16v4sisov2amp", plain()),
        "f16v4sisoslic" => add("f16v4sisov2slic", plain()),
        _ => {}
    }
    names
}
