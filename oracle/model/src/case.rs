//! Cases: the subject of one test, without the way in which it is carried out.

use crate::about::CaseKind;
use crate::ctype::Signature;
use crate::target::Target;
use crate::value::Value;
use serde::{Deserialize, Serialize};

/// Signature with values.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Case {
    /// Target processor.
    pub target: Target,
    /// Types of the function.
    pub signature: Signature,
    /// One value for each of [`Signature::arguments`], in that order.
    pub arguments: Vec<Value>,
    /// Value that the callee returns, when the function has a result.
    pub result: Option<Value>,
    /// Other things that the C code around the call does.
    pub style: Style,
}

/// Things that a subject's code does in addition to passing values. Each puts pressure on a different part of a
/// compiler; none of them changes the document's demands on the case. The exact code is described in
/// [`unit`](crate::unit).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Style {
    /// The callee calls another function before it reads its parameters, so that they have to
    /// survive that call.
    pub calls: bool,
    /// Number of word values that the caller keeps alive across the call (0 to [`Style::MOST_LIVE`]).
    pub live: u8,
    /// Size in bytes of a local array that the callee writes and reads (0 for none, at most
    /// [`Style::MOST_LOCALS`]).
    pub locals: u16,
    /// The callee reads its parameters through their addresses.
    pub address_taken: bool,
    /// Number of word values that the callee keeps alive across its own calls (0 to [`Style::MOST_LIVE`]).
    pub held: u8,
    /// Number of rounds of a loop around the call, on either side, that computes new values from those kept alive (0
    /// for no loop, at most [`Style::MOST_ROUNDS`]).
    pub rounds: u8,
    /// Size in bytes of an array of variable length (0 for none, at most [`Style::MOST_DYNAMIC`]), which both sides
    /// have. An odd size is a variable-length array, an even one comes from `alloca`.
    pub dynamic: u16,
    /// The callee writes its parameters before its calls, and puts the old values back after them.
    pub written: bool,
    /// The callee calls itself with the arguments that it got.
    pub recursive: bool,
    /// Functions are called through pointers to them.
    pub pointer: bool,
    /// Both sides also call functions of other signatures, with one call's result as another's argument.
    pub others: bool,
    /// The call is the last thing that a function of the caller's side does, and the callee ends with a
    /// call, too.
    pub tail: bool,
    /// The caller computes each argument by a call of its own.
    pub computed: bool,
    /// Number of places before its end from which the callee can return (0 to [`Style::MOST_RETURNS`]); the harness
    /// makes it return from each of them.
    pub returns: u8,
    /// Form in which the two functions are written.
    pub form: Form,
}

impl Style {
    /// Style that only passes values.
    pub const PLAIN: Style = Style {
        calls: false,
        live: 0,
        locals: 0,
        address_taken: false,
        held: 0,
        rounds: 0,
        dynamic: 0,
        written: false,
        recursive: false,
        pointer: false,
        others: false,
        tail: false,
        computed: false,
        returns: 0,
        form: Form::Prototype,
    };
    /// The greatest [`Style::live`] and [`Style::held`].
    pub const MOST_LIVE: u8 = 24;
    /// The greatest [`Style::locals`].
    pub const MOST_LOCALS: u16 = 4096;
    /// The greatest [`Style::rounds`].
    pub const MOST_ROUNDS: u8 = 4;
    /// The greatest [`Style::dynamic`].
    pub const MOST_DYNAMIC: u16 = 1024;
    /// The greatest [`Style::returns`].
    pub const MOST_RETURNS: u8 = 2;

    /// True if the memory of [`Style::dynamic`] bytes is an array; false if it comes from `__builtin_alloca`.
    pub fn has_variable_array(&self) -> bool {
        self.dynamic % 2 == 1
    }

    /// Number of places from which the callee can return: its end and [`Style::returns`] others. A recursive
    /// function, a nested one and one that ends the program have only their end.
    pub fn ways_out(&self) -> u8 {
        let has_more = !self.recursive && !matches!(self.form, Form::Nested | Form::Vertex);
        if has_more { self.returns.min(Style::MOST_RETURNS) + 1 } else { 1 }
    }
}

impl std::fmt::Display for Style {
    /// Writes the differences from [`Style::PLAIN`], separated by single spaces; nothing if there are none.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shapes = [
            ("calls", self.calls),
            ("address-taken", self.address_taken),
            ("written", self.written),
            ("recursive", self.recursive),
            ("pointer", self.pointer),
            ("others", self.others),
            ("tail", self.tail),
            ("computed", self.computed),
        ];
        let numbers = [
            ("live", self.live.into()),
            ("locals", self.locals),
            ("held", self.held.into()),
            ("rounds", self.rounds.into()),
            ("dynamic", self.dynamic),
            ("returns", self.returns.into()),
        ];
        let mut words: Vec<String> =
            shapes.iter().filter(|(_, set)| *set).map(|(name, _)| (*name).to_owned()).collect();
        words.extend(numbers.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name}={n}")));
        if self.form != Form::Prototype {
            words.push(self.form.name().to_owned());
        }
        f.write_str(&words.join(" "))
    }
}

/// Forms in which C writes a function and a call of it. They have the same meaning at the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Form {
    /// A declaration with the types of the parameters.
    #[default]
    Prototype,
    /// `int f();` for the caller, a list of names followed by their declarations for the callee. Requires a function
    /// that is not variadic, and parameters whose types the default promotions do not change.
    Unprototyped,
    /// The callee passes its `va_list` to a function that reads the unnamed arguments. Requires a variadic function.
    VaListPassed,
    /// [`Form::VaListPassed`] by the address of the `va_list`.
    VaListPointer,
    /// The call is made by a nested function (GNU C), and a nested function reads the parameters.
    Nested,
    /// The function is a vertex, in the terms of accelerators' vendors: it is entered by the machine and not by a
    /// call, has no parameters and no result, and ends the program.
    Vertex,
    /// The function is a member of a class: its first parameter is the pointer to the object that it is called for.
    Method,
    /// The result is a structure whose two members are two results of the function.
    Pair,
    /// The vectors among parameters and result have variable length: the number of lanes is that of this call.
    Variable,
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 9] = [
        Form::Prototype,
        Form::Unprototyped,
        Form::VaListPassed,
        Form::VaListPointer,
        Form::Nested,
        Form::Vertex,
        Form::Method,
        Form::Pair,
        Form::Variable,
    ];

    /// Name in files.
    pub fn name(self) -> &'static str {
        match self {
            Form::Prototype => "prototype",
            Form::Unprototyped => "unprototyped",
            Form::VaListPassed => "va-list",
            Form::VaListPointer => "va-list-pointer",
            Form::Nested => "nested",
            Form::Vertex => "vertex",
            Form::Method => "method",
            Form::Pair => "pair",
            Form::Variable => "variable",
        }
    }
}

/// Item of a list with a name, or a message with the known names.
pub(crate) fn by_name<T: Copy>(
    what: &str,
    all: &[T],
    name: fn(T) -> &'static str,
    text: &str,
) -> Result<T, String> {
    all.iter().copied().find(|item| name(*item) == text).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|item| name(*item)).collect();
        format!("unknown {what} `{text}`; known: {}", known.join(", "))
    })
}

impl std::str::FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Form, String> {
        by_name("form", &Form::ALL, Form::name, text)
    }
}

/// Roles of the subject and its counterpart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pairing {
    /// The subject calls a probe.
    Caller,
    /// A probe calls the subject.
    Callee,
    /// One subject calls another.
    Cross,
    /// Constants are read from the subject's object file; nothing runs.
    Layout,
    /// Header, relocations, symbols and sections of the subject's object file; nothing runs.
    Object,
    /// The subject is an assembler or a linker: bytes, or a refusal.
    Tool,
    /// The value of an expression in C.
    Value,
}

impl Pairing {
    /// Every pairing.
    pub const ALL: [Pairing; 7] = [
        Pairing::Caller,
        Pairing::Callee,
        Pairing::Cross,
        Pairing::Layout,
        Pairing::Object,
        Pairing::Tool,
        Pairing::Value,
    ];

    /// Kind of the cases that are tested in it.
    pub fn matter(self) -> CaseKind {
        match self {
            Pairing::Caller | Pairing::Callee | Pairing::Cross | Pairing::Layout | Pairing::Object => {
                CaseKind::Call
            }
            Pairing::Tool => CaseKind::Tool,
            Pairing::Value => CaseKind::Value,
        }
    }

    /// Name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Pairing::Caller => "caller",
            Pairing::Callee => "callee",
            Pairing::Cross => "cross",
            Pairing::Layout => "layout",
            Pairing::Object => "object",
            Pairing::Tool => "tool",
            Pairing::Value => "value",
        }
    }
}

impl std::fmt::Display for Pairing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Pairing {
    type Err = String;

    fn from_str(text: &str) -> Result<Pairing, String> {
        by_name("pairing", &Pairing::ALL, Pairing::name, text)
    }
}
