//! Random cases.
//!
//! Cases are correct by construction: [`crate::valid::check`] holds for each of them. They are biased to
//! where calling conventions break: register files just full or one over, double words at odd places,
//! structures of every size, wrappers around a type, passed and returned.

mod forms;
mod lists;
mod records;
mod scalars;

use arbitrary::Unstructured;
use crosscall_model::{Case, Form, Signature, Style, Target, Type, Value};

use crate::config::Config;
use crate::draw::Draw;
use crate::repertoire::{self, Repertoire};
use crate::special;
use crate::valid::{is_promoted, signature_fits};
use crate::values;
use crate::widths::Widths;

/// Percentage of functions that are vertices, on targets that have them: vertices differ little from each other.
const VERTICES: u32 = 4;

/// Random case from the decisions of a stream.
pub fn case(draw: &mut Draw<'_, '_>, config: &Config, target: Target, widths: &Widths) -> Case {
    let start = draw.byte();
    let repertoire = repertoire::of(target);
    let mut maker = Maker { draw, config, repertoire, widths, leaves: config.max_leaves };
    let style = maker.style();
    if maker.is_vertex() {
        let style = Style { form: Form::Vertex, recursive: false, tail: false, ..style };
        let signature = Signature { result: None, parameters: Vec::new(), variadic: None };
        return Case { target, signature, arguments: Vec::new(), result: None, style };
    }
    let signature = maker.signature();
    let form = maker.form(&signature);
    let (arguments, result) = maker.values((&signature, form), start);
    let case = Case { target, signature, arguments, result, style: Style { form, ..style } };
    maker.with_rare_form(case, start)
}

/// Random case from the bytes of a fuzzer.
pub fn from_bytes(bytes: &mut Unstructured<'_>, config: &Config, target: Target, widths: &Widths) -> Case {
    case(&mut Draw::new(bytes), config, target, widths)
}

/// Generator of the parts of one case.
struct Maker<'m, 'a, 'b> {
    draw: &'m mut Draw<'a, 'b>,
    config: &'m Config,
    repertoire: &'static Repertoire,
    widths: &'m Widths,
    /// Number of further scalars that the case may have.
    leaves: u32,
}

impl Maker<'_, '_, '_> {
    /// Values of the arguments and the result, from a byte on.
    fn values(&mut self, (signature, form): (&Signature, Form), start: u8) -> (Vec<Value>, Option<Value>) {
        let (mut arguments, mut result) = values::fill(signature, self.widths, start);
        if self.draw.chance(self.config.special) {
            let choice = (0..8).fold(0, |number, _| number << 8 | u64::from(self.draw.byte()));
            special::sprinkle((signature, form), self.widths, &mut arguments, &mut result, choice);
        }
        (arguments, result)
    }

    fn style(&mut self) -> Style {
        let config = self.config;
        let mut style = Style { calls: self.draw.chance(config.calls), ..Style::default() };
        if self.draw.chance(config.live) {
            style.live = self.kept_words();
        }
        if self.draw.chance(config.locals) {
            let bound = *self.draw.pick(&[8, 64, 64, 600, 4096]).unwrap_or(&8);
            style.locals = u16::try_from(self.draw.between(1, bound)).unwrap_or(1);
        }
        style.address_taken = self.draw.chance(config.address_taken);
        if self.draw.chance(config.held) {
            style.held = self.kept_words();
            style.calls = true;
        }
        if self.draw.chance(config.rounds) {
            style.rounds = u8::try_from(self.draw.between(1, Style::MOST_ROUNDS.into())).unwrap_or(1);
        }
        if self.draw.chance(config.dynamic) {
            let bound = *self.draw.pick(&[40, 40, u32::from(Style::MOST_DYNAMIC)]).unwrap_or(&40);
            style.dynamic = u16::try_from(self.draw.between(1, bound)).unwrap_or(1);
        }
        style.written = self.draw.chance(config.written);
        style.recursive = self.draw.chance(config.recursive);
        style.pointer = self.draw.chance(config.pointer);
        style.others = self.draw.chance(config.others);
        style.tail = self.draw.chance(config.tail);
        style.computed = self.draw.chance(config.computed);
        if self.draw.chance(config.returns) {
            style.returns = u8::try_from(self.draw.between(1, Style::MOST_RETURNS.into())).unwrap_or(1);
        }
        style
    }

    /// Number of words that are kept alive: few, as many as there are registers for them, or more.
    fn kept_words(&mut self) -> u8 {
        let (low, high) =
            self.draw.pick(&[(1, 8), (6, 14), (12, u32::from(Style::MOST_LIVE))]).copied().unwrap_or((1, 8));
        u8::try_from(self.draw.between(low, high)).unwrap_or(1)
    }

    /// True if the function is a vertex. Takes no decision where there are none.
    fn is_vertex(&mut self) -> bool {
        self.repertoire.forms.contains(&Form::Vertex) && self.draw.chance(VERTICES)
    }

    /// Form that is possible for the signature.
    fn form(&mut self, signature: &Signature) -> Form {
        let config = self.config;
        let plain = signature.parameters.iter().all(is_promoted);
        let other = signature.variadic.is_none().then(|| self.other_form(signature)).flatten();
        let form = match &signature.variadic {
            None if other.is_some() => other.unwrap_or_default(),
            Some(_) if self.draw.chance(config.va_list) => {
                if self.draw.chance(50) {
                    Form::VaListPassed
                } else {
                    Form::VaListPointer
                }
            }
            None if plain && self.draw.chance(config.unprototyped) => Form::Unprototyped,
            _ if self.draw.chance(config.nested) => Form::Nested,
            _ => Form::Prototype,
        };
        if self.repertoire.forms.contains(&form) { form } else { Form::Prototype }
    }

    /// Form outside of C, if the target's compilers have one that is possible for the signature.
    fn other_form(&mut self, signature: &Signature) -> Option<Form> {
        let forms = self.repertoire.forms;
        let config = self.config;
        let others =
            [(Form::Method, config.method), (Form::Pair, config.pair), (Form::Variable, config.variable)];
        let fits = |form: &Form| forms.contains(form) && signature_fits(signature, *form);
        let mut left = others.into_iter().filter(|(form, _)| fits(form));
        left.find(|(_, percent)| self.draw.chance(*percent)).map(|(form, _)| form)
    }

    /// Adapts a signature to a form outside of C, sometimes.
    fn adapt(&mut self, signature: &mut Signature) {
        let has = |form| self.repertoire.forms.contains(&form);
        let [method, pair] = [Form::Method, Form::Pair].map(has);
        if method && signature.variadic.is_none() && self.draw.chance(self.config.method) {
            signature.parameters.truncate((self.config.max_parameters as usize).saturating_sub(1));
            signature.parameters.insert(0, Type::DataPointer);
        }
        if pair && signature.variadic.is_none() && self.draw.chance(self.config.pair) {
            signature.result = Some(Type::structure([self.simple(), self.simple()]));
        }
    }

    fn signature(&mut self) -> Signature {
        // The result takes its share of the scalars first, so that long lists leave some for it.
        let early = self.draw.weighted(&[
            self.config.result_scalar,
            self.config.result_record,
            self.config.result_void,
            self.config.result_parameter,
        ]);
        let mut result = match early {
            0 => Some(self.simple()),
            1 => Some(self.record(0)),
            _ => None,
        };
        let mut parameters = self.parameters();
        if early == 3 {
            let of = self.draw.pick(&parameters).cloned().unwrap_or_else(|| self.scalar().into());
            let wrap = self.draw.chance(50);
            let open = of.record().is_some_and(|record| record.flexible().is_some());
            result = Some(if wrap && !open { Type::structure([self.narrowed(of)]) } else { of });
        }
        let variadic = self.draw.chance(self.config.variadic).then(|| self.unnamed(&mut parameters));
        let mut signature = Signature { result, parameters, variadic };
        self.adapt(&mut signature);
        signature
    }
}
