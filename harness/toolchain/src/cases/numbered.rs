//! A generated case by its number: `epiphany/call/1234@0x7` is call 1234 of seed 7 for the Epiphany, as reports and stores
//! count them.

use super::Source;
use super::lexicon::lexicon;
use crosscall_base::number::number;
use crosscall_model::expression::ValueCase;
use crosscall_model::tool::ToolCase;
use crosscall_model::{About, CaseKind, Target};
use crosscall_oracle::abi;

impl Source {
    /// The case with a number of a kind; none where the target's document has no such cases.
    pub fn numbered(&self, matter: CaseKind, index: u64) -> Option<About> {
        match matter {
            CaseKind::Call => Some(About::Call(self.case(index))),
            CaseKind::Tool => tool(self.target, self.seed, index).map(About::Tool),
            CaseKind::Value => value(self.target, self.seed, index).map(About::Value),
        }
    }
}

/// Input `index` of a target's assembler and linker; none where its document has no table of them.
pub fn tool(target: Target, seed: u64, index: u64) -> Option<ToolCase> {
    let table = abi::tool_table(target)?;
    Some(crosscall_generator::tool::case(table, target, seed, index))
}

/// Expression `index` of a target; none where its document has no table of them.
pub fn value(target: Target, seed: u64, index: u64) -> Option<ValueCase> {
    let lexicon = lexicon(target);
    crosscall_generator::expression::case(&lexicon.table, target, seed, index, &lexicon.widths)
}

/// A number of a case with everything that says which one it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbered {
    /// The target.
    pub target: Target,
    /// The kind.
    pub matter: CaseKind,
    /// The seed.
    pub seed: u64,
    /// The number.
    pub index: u64,
}

impl Numbered {
    /// Reads `TARGET/KIND/NUMBER` or `TARGET/KIND/NUMBER@SEED`, where the seed is 1 if it is not given; none for another text.
    pub fn parse(text: &str) -> Option<Numbered> {
        let (place, seed) = text.split_once('@').unwrap_or((text, "1"));
        let mut parts = place.split('/');
        let (target, kind, index) = (parts.next()?, parts.next()?, parts.next()?);
        let matter = CaseKind::ALL.into_iter().find(|matter| matter.name() == kind)?;
        if parts.next().is_some() {
            return None;
        }
        let (seed, index) = (number(seed).ok()?, number(index).ok()?);
        Some(Numbered { target: target.parse().ok()?, matter, seed, index })
    }

    /// The case.
    pub fn case(self) -> Option<About> {
        Source::new(self.target, self.seed).numbered(self.matter, self.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_named_by_its_number() {
        let named = Numbered::parse("nyuzi/value/0x10@7").unwrap();
        assert_eq!(named, Numbered { target: Target::Nyuzi, matter: CaseKind::Value, seed: 7, index: 16 });
        assert_eq!(Numbered::parse("epiphany/call/3").unwrap().seed, 1);
        for text in [
            "",
            "epiphany/call",
            "epiphany/call/x",
            "epiphany/calls/3",
            "vax/call/3",
            "epiphany/call/3/4",
            "epiphany/call/3@",
        ] {
            assert_eq!(Numbered::parse(text), None, "{text}");
        }
        let About::Call(case) = Numbered::parse("epiphany/call/900@7").unwrap().case().unwrap() else {
            panic!("no call")
        };
        assert_eq!(case, Source::new(Target::Epiphany, 7).case(900));
    }
}
