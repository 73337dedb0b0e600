//! Subjects of tests: a call, an input of a tool, or an expression.

use crate::c;
use crate::case::Case;
use crate::expression::ValueCase;
use crate::target::Target;
use crate::tool::ToolCase;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Case of any kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum About {
    /// Call of a C function.
    Call(Case),
    /// Input of an assembler or a linker.
    Tool(ToolCase),
    /// C expression.
    Value(ValueCase),
}

/// Kind of case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CaseKind {
    /// Call of a C function.
    Call,
    /// Output of an assembler or a linker.
    Tool,
    /// Value of a C expression.
    Value,
}

impl CaseKind {
    /// Name in data.
    pub const fn name(self) -> &'static str {
        match self {
            CaseKind::Call => "call",
            CaseKind::Tool => "tool",
            CaseKind::Value => "value",
        }
    }

    /// Every kind.
    pub const ALL: [CaseKind; 3] = [CaseKind::Call, CaseKind::Tool, CaseKind::Value];
}

impl fmt::Display for CaseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CaseKind::Call => "a call",
            CaseKind::Tool => "an assembler or a linker",
            CaseKind::Value => "the value of an expression",
        })
    }
}

impl About {
    /// Target processor.
    pub fn target(&self) -> Target {
        self.by_ref().target()
    }

    /// Call, if the case is one.
    pub fn call(&self) -> Option<&Case> {
        self.by_ref().call()
    }

    /// Kind of the case.
    pub fn matter(&self) -> CaseKind {
        self.by_ref().matter()
    }

    /// Borrowed form.
    pub fn by_ref(&self) -> AboutRef<'_> {
        match self {
            About::Call(case) => AboutRef::Call(case),
            About::Tool(case) => AboutRef::Tool(case),
            About::Value(case) => AboutRef::Value(case),
        }
    }

    /// Title of the case: the declaration of the function, the statement, the relocation, or the expression.
    pub fn title(&self) -> String {
        self.by_ref().title()
    }

    /// Values of the arguments of a call, or of the operands of an expression.
    pub fn arguments(&self) -> Vec<String> {
        match self {
            About::Call(case) => case.arguments.iter().map(ToString::to_string).collect(),
            About::Tool(_) => Vec::new(),
            About::Value(case) => case.operand_values().iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<Case> for About {
    fn from(case: Case) -> About {
        About::Call(case)
    }
}

impl From<ToolCase> for About {
    fn from(case: ToolCase) -> About {
        About::Tool(case)
    }
}

impl From<ValueCase> for About {
    fn from(case: ValueCase) -> About {
        About::Value(case)
    }
}

/// Borrowed case of any kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AboutRef<'a> {
    /// Call of a C function.
    Call(&'a Case),
    /// Input of an assembler or a linker.
    Tool(&'a ToolCase),
    /// C expression.
    Value(&'a ValueCase),
}

impl<'a> AboutRef<'a> {
    /// Target processor.
    pub fn target(self) -> Target {
        match self {
            AboutRef::Call(case) => case.target,
            AboutRef::Tool(case) => case.target,
            AboutRef::Value(case) => case.target,
        }
    }

    /// Call, if the case is one.
    pub fn call(self) -> Option<&'a Case> {
        match self {
            AboutRef::Call(case) => Some(case),
            AboutRef::Tool(_) | AboutRef::Value(_) => None,
        }
    }

    /// Kind of the case.
    pub fn matter(self) -> CaseKind {
        match self {
            AboutRef::Call(_) => CaseKind::Call,
            AboutRef::Tool(_) => CaseKind::Tool,
            AboutRef::Value(_) => CaseKind::Value,
        }
    }

    /// Title of the case: the declaration of the function, the statement, the relocation, or the expression.
    pub fn title(self) -> String {
        match self {
            AboutRef::Call(case) => c::signature(&case.signature, "f"),
            AboutRef::Tool(case) => case.to_string(),
            AboutRef::Value(case) => case.title(),
        }
    }

    /// Copy of the case.
    pub fn to_owned(self) -> About {
        match self {
            AboutRef::Call(case) => About::Call(case.clone()),
            AboutRef::Tool(case) => About::Tool(case.clone()),
            AboutRef::Value(case) => About::Value(case.clone()),
        }
    }
}

impl<'a> From<&'a Case> for AboutRef<'a> {
    fn from(case: &'a Case) -> AboutRef<'a> {
        AboutRef::Call(case)
    }
}

impl<'a> From<&'a ToolCase> for AboutRef<'a> {
    fn from(case: &'a ToolCase) -> AboutRef<'a> {
        AboutRef::Tool(case)
    }
}

impl<'a> From<&'a ValueCase> for AboutRef<'a> {
    fn from(case: &'a ValueCase) -> AboutRef<'a> {
        AboutRef::Value(case)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pairing;
    use crate::tool::{Beside, Input, InputRelocation, InputSection, InputSymbol, LinkInput, SymbolAt};

    fn survives(about: &About) {
        let json = serde_json::to_string(about).unwrap();
        assert_eq!(&serde_json::from_str::<About>(&json).unwrap(), about, "{json}");
    }

    #[test]
    fn cases_without_calls_are_read_back() {
        let places =
            [SymbolAt::Absolute(u64::MAX), SymbolAt::Section(0, 4), SymbolAt::Undefined, SymbolAt::Weak];
        let relocation =
            InputRelocation { section: 0, offset: 2, kind: u32::MAX, symbol: 3, addend: i64::MIN };
        let link = |beside| LinkInput {
            sections: vec![InputSection { address: 1 << 63, bytes: vec![0, 0xff] }],
            symbols: places.map(|place| InputSymbol { name: "x".to_owned(), place }).to_vec(),
            relocations: vec![relocation.clone()],
            beside,
        };
        let beside = [
            None,
            Some(Beside::Caller { changes: [1, u32::MAX], expects: Some([0, 2]) }),
            Some(Beside::WeakAgain),
            Some(Beside::CallsNowhere),
            Some(Beside::Flagged { flags: u32::MAX }),
            Some(Beside::Starts),
        ];
        let links = beside.map(|beside| Input::Link(link(beside)));
        for input in [Input::Statement("add r0,r1,#3".to_owned())].into_iter().chain(links) {
            survives(&About::Tool(ToolCase { target: Target::ForwardCom, input }));
        }
        let bits = [f64::NAN.to_bits(), (-0.0f64).to_bits(), f64::MIN_POSITIVE.to_bits(), u64::MAX, 1];
        survives(&About::Value(ValueCase {
            target: Target::Nyuzi,
            operation: "add-float".to_owned(),
            operands: vec![bits.to_vec(), Vec::new()],
            folded: true,
        }));
    }

    #[test]
    fn names_in_data_are_those_of_the_command_line() {
        let quoted = |name: &str| format!("\"{name}\"");
        for target in Target::ALL {
            assert_eq!(serde_json::to_string(&target).unwrap(), quoted(target.name()));
        }
        for pairing in Pairing::ALL {
            assert_eq!(serde_json::to_string(&pairing).unwrap(), quoted(pairing.name()));
        }
        assert_eq!(
            CaseKind::ALL.map(|matter| serde_json::to_string(&matter).unwrap()),
            ["call", "tool", "value"].map(quoted)
        );
    }
}
