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
pub enum Matter {
    /// Call of a C function.
    Call,
    /// Output of an assembler or a linker.
    Tool,
    /// Value of a C expression.
    Value,
}

impl Matter {
    /// Every kind.
    pub const ALL: [Matter; 3] = [Matter::Call, Matter::Tool, Matter::Value];
}

impl fmt::Display for Matter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Matter::Call => "a call",
            Matter::Tool => "an assembler or a linker",
            Matter::Value => "the value of an expression",
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
    pub fn matter(&self) -> Matter {
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
    pub fn matter(self) -> Matter {
        match self {
            AboutRef::Call(_) => Matter::Call,
            AboutRef::Tool(_) => Matter::Tool,
            AboutRef::Value(_) => Matter::Value,
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
