//! What a test is about: a call, or what a tool makes of its input.

use crate::c;
use crate::case::Case;
use crate::target::Target;
use crate::tool::ToolCase;

/// A case of any kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum About {
    /// A call of a C function.
    Call(Case),
    /// The input of an assembler or a linker.
    Tool(ToolCase),
}

impl About {
    /// The processor.
    pub fn target(&self) -> Target {
        match self {
            About::Call(case) => case.target,
            About::Tool(case) => case.target,
        }
    }

    /// The call, if it is about one.
    pub fn call(&self) -> Option<&Case> {
        match self {
            About::Call(case) => Some(case),
            About::Tool(_) => None,
        }
    }

    /// The tool's input, if it is about one.
    pub fn tool(&self) -> Option<&ToolCase> {
        match self {
            About::Call(_) => None,
            About::Tool(case) => Some(case),
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

/// The same, borrowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AboutRef<'a> {
    /// A call of a C function.
    Call(&'a Case),
    /// The input of an assembler or a linker.
    Tool(&'a ToolCase),
}

impl About {
    /// The same, borrowed.
    pub fn by_ref(&self) -> AboutRef<'_> {
        match self {
            About::Call(case) => AboutRef::Call(case),
            About::Tool(case) => AboutRef::Tool(case),
        }
    }

    /// What people call it: the declaration of the function, the statement, or the relocation.
    pub fn title(&self) -> String {
        self.by_ref().title()
    }
}

impl<'a> AboutRef<'a> {
    /// The call, if it is about one.
    pub fn call(self) -> Option<&'a Case> {
        match self {
            AboutRef::Call(case) => Some(case),
            AboutRef::Tool(_) => None,
        }
    }

    /// What people call it: the declaration of the function, the statement, or the relocation.
    pub fn title(self) -> String {
        match self {
            AboutRef::Call(case) => c::signature(&case.signature, "f"),
            AboutRef::Tool(case) => case.to_string(),
        }
    }

    /// The case itself.
    pub fn to_owned(self) -> About {
        match self {
            AboutRef::Call(case) => About::Call(case.clone()),
            AboutRef::Tool(case) => About::Tool(case.clone()),
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
