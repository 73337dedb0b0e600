//! Recorded products in the place of a compiler's.

use super::{Product, Recorded, Recording};
use crate::case_file::CaseFile;
use crate::language::Language;
use crate::object;
use crate::units::Sources;
use crosscall_base::digest::content_name;
use crosscall_engine::unit::{Compiled, Failure, Role};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::object::ObjectForm;
use crosscall_model::{About, Case};
use crosscall_reports::names::NOT_RECORDED;

/// Digest of a case: what makes it the same as another one.
pub fn case_key(case: &Case) -> String {
    content_name(&CaseFile::identity(&About::Call(case.clone())))
}

/// Digest of a case's unit in C, as it is recorded: the case by itself, at position 0.
pub fn text_key(role: Role, case: &Case) -> String {
    content_name(&Language::C.text(role, &[(0, case)]))
}

impl Recorded {
    /// The products for cases in one role, each in an object file of its own.
    pub fn compile(&self, role: Role, sources: &Sources<'_>) -> Compiled {
        let mut compiled = Compiled::default();
        for (k, case) in sources.cases().iter().enumerate() {
            if let Err(failure) = self.compile_one(role, (k, case), sources, &mut compiled) {
                compiled.failures.push((k, failure));
            }
        }
        compiled
    }

    /// True if a case is among its cases.
    pub fn has(&self, case: &Case) -> bool {
        self.products.contains_key(&(Role::Callee, case_key(case)))
    }

    /// The object file of a case by itself, if it is recorded and can be read.
    pub fn object(&self, role: Role, case: &Case) -> Option<(Vec<u8>, ObjectFile)> {
        let Recording { product: Product::Object(bytes), .. } = self.products.get(&(role, case_key(case)))?
        else {
            return None;
        };
        Some((bytes.clone(), object::parse(self.label.target, role.unit_name(), bytes).ok()?))
    }

    fn compile_one(
        &self,
        role: Role,
        (k, case): (usize, &Case),
        sources: &Sources<'_>,
        compiled: &mut Compiled,
    ) -> Result<(), Failure> {
        let Some(Recording { text, product }) = self.products.get(&(role, sources.case_key(k))) else {
            return Err(Failure::NotRecorded(NOT_RECORDED.to_owned()));
        };
        if *text != sources.text_key(role, k) {
            let what =
                "the C text of the case is another one than the recorded compiler had: record it again";
            return Err(Failure::NotTried(what.to_owned()));
        }
        let source = || Language::C.text(role, &[(k, case)]);
        match product {
            Product::Object(bytes) => {
                let object = object::parse(self.label.target, role.unit_name(), bytes)
                    .map_err(|e| Failure::NotTried(format!("a recorded object file cannot be read: {e}")))?;
                compiled.forms.extend(ObjectForm::of(bytes));
                compiled.objects.push((vec![k], at_position(object, k)));
                Ok(())
            }
            Product::Unsupported(reason) => Err(Failure::Unsupported(reason.clone())),
            Product::Rejected(what) => Err(Failure::Rejected { what: what.clone(), source: source() }),
            Product::Fault(what) => Err(Failure::Fault { what: what.clone(), source: source() }),
        }
    }
}

/// An object file for the case at position 0 as one for the case at position `k`: the names that a unit gives its case say
/// the position ([`crosscall_model::unit`]).
fn at_position(mut object: ObjectFile, k: usize) -> ObjectFile {
    if k > 0 {
        for symbol in &mut object.symbols {
            if let Some(name) = renamed(&symbol.name, k) {
                symbol.name = name;
            }
        }
        for group in &mut object.groups {
            if let Some(name) = renamed(&group.signature, k) {
                group.signature = name;
            }
        }
    }
    object
}

/// A name for position `k` in place of one for position 0: letters, a 0, and nothing or what does not go on with the number.
fn renamed(name: &str, k: usize) -> Option<String> {
    let digit = name.find(|c: char| c.is_ascii_digit())?;
    let (letters, rest) = name.split_at_checked(digit)?;
    let rest = rest.strip_prefix('0')?;
    let is_ours = !letters.starts_with("__") && letters.contains(|c: char| c.is_ascii_alphabetic());
    let ends = !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    (is_ours && ends).then(|| format!("{letters}{k}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_case_follow_its_position() {
        for (name, expected) in [
            ("_f0", Some("_f12")),
            ("f0", Some("f12")),
            ("_arg0_3", Some("_arg12_3")),
            ("call_same0_0", Some("call_same12_0")),
            ("bits0_1_2", Some("bits12_1_2")),
            ("f0.part.0", Some("f12.part.0")),
            ("_f10", None),
            ("_f05", None),
            ("__udivmod0", None),
            ("memcpy", None),
            ("0", None),
            (".L0", Some(".L12")),
            ("", None),
        ] {
            assert_eq!(renamed(name, 12).as_deref(), expected, "{name}");
        }
    }
}
