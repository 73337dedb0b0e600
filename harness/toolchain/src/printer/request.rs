//! The request that a printer is given: the cases of a unit, with all that it has to define and to call.

use super::types::{Described, Place, Step, Types, Written, member_name};
use super::{OUTPUT, VERSION};
use crosscall_engine::machine;
use crosscall_engine::unit::Role;
use crosscall_model::unit::{self, Holds, LayoutItem, Slot, bit_field_values};
use crosscall_model::{Case, Form, Pairing, Target, Type, Value, c};
use crosscall_reports::names;
use serde::{Deserialize, Serialize};

#[derive(Serialize)]
struct Request {
    version: u32,
    target: &'static str,
    abi: &'static str,
    /// Text in front of the symbols of C in an object file.
    symbol_prefix: String,
    address_bytes: usize,
    role: &'static str,
    /// Name of the file that the printer writes.
    output: String,
    cases: Vec<Asked>,
}

/// Symbols of a case in a role.
#[derive(Debug, Default)]
pub(super) struct Contract {
    /// Symbols that a unit defines.
    pub(super) defined: Vec<String>,
    /// Symbols of the other side of its calls.
    pub(super) others: Vec<String>,
}

impl Contract {
    pub(super) fn of(role: Role, k: usize, case: &Case) -> Contract {
        let asked = Asked::of(role, k, case);
        let objects = asked.objects.into_iter().map(|object| object.symbol);
        let arrays = asked.slots.map(|slots| slots.symbol).into_iter();
        let numbers = asked.numbers.map(|numbers| numbers.symbol);
        let others = match role {
            Role::Callee => vec![unit::clobber(k), unit::caller(k), unit::back(k)],
            Role::Caller => vec![unit::callee(k), unit::back(k)],
            Role::Layout => Vec::new(),
        };
        Contract {
            defined: asked.define.into_iter().chain(objects).chain(arrays).chain(numbers).collect(),
            others,
        }
    }
}

/// A case of a request.
#[derive(Default, Serialize)]
struct Asked {
    case: usize,
    declaration: String,
    types: Vec<Described>,
    result: Option<String>,
    parameters: Vec<String>,
    unnamed: Option<Vec<String>>,
    objects: Vec<Object>,
    define: Option<String>,
    call: Option<Call>,
    slots: Option<Slots>,
    stores: Vec<Store>,
    #[serde(rename = "return")]
    returned: Option<String>,
    numbers: Option<Numbers>,
}

/// Object with external linkage and a value.
#[derive(Serialize)]
struct Object {
    symbol: String,
    r#type: String,
    value: Written,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
}

#[derive(Serialize)]
struct Call {
    symbol: String,
    times: u64,
    arguments: Vec<String>,
}

#[derive(Serialize)]
struct Slots {
    symbol: String,
    count: usize,
    bytes: u64,
}

/// Contents of a slot.
#[derive(Serialize)]
struct Store {
    slot: usize,
    #[serde(flatten)]
    from: From,
    bytes: u64,
}

#[derive(Serialize)]
#[serde(tag = "from", rename_all = "lowercase")]
enum From {
    Argument {
        argument: usize,
        #[serde(flatten)]
        part: Part,
    },
    Result {
        #[serde(flatten)]
        part: Part,
    },
    Widened {
        argument: usize,
        r#type: String,
    },
    Constant {
        value: String,
    },
}

/// Part of a value.
#[derive(Serialize)]
struct Part {
    path: Vec<Step>,
    r#type: String,
    #[serde(flatten)]
    place: Place,
}

#[derive(Serialize)]
struct Numbers {
    symbol: String,
    of: Vec<Number>,
}

#[derive(Serialize)]
struct Number {
    what: &'static str,
    r#type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<String>,
}

/// The text of a request.
pub fn text(role: Role, cases: &[(usize, &Case)]) -> String {
    let target = cases.first().map_or(Target::Epiphany, |(_, case)| case.target);
    request(role, target, cases)
}

/// A request without cases, which every printer can serve.
pub fn empty(target: Target) -> String {
    request(Role::Callee, target, &[])
}

fn request(role: Role, target: Target, cases: &[(usize, &Case)]) -> String {
    let request = Request {
        version: VERSION,
        target: target.name(),
        abi: names::variant(target),
        symbol_prefix: machine::symbol(target, ""),
        address_bytes: target.address_bytes(),
        role: role.unit_name(),
        output: OUTPUT.to_owned(),
        cases: cases.iter().map(|(k, case)| Asked::of(role, *k, case)).collect(),
    };
    for_people(&serde_json::to_string(&request).unwrap_or_default())
}

/// Nested arrays and objects of JSON that have a line for each of their items; those deeper inside are on one line.
const DEEPEST: usize = 4;

/// Compact JSON with lines that people can read.
fn for_people(compact: &str) -> String {
    let (mut out, mut depth) = (String::with_capacity(compact.len() * 3 / 2), 0usize);
    let (mut is_text, mut is_escaped) = (false, false);
    let mut characters = compact.chars().peekable();
    while let Some(c) = characters.next() {
        if is_text {
            out.push(c);
            is_text = is_escaped || c != '"';
            is_escaped = c == '\\' && !is_escaped;
            continue;
        }
        let line = |out: &mut String, depth: usize| {
            out.push('\n');
            *out += &"  ".repeat(depth);
        };
        match c {
            '[' | '{' => {
                out.push(c);
                depth += 1;
                match characters.peek() {
                    Some(']' | '}') => {
                        depth -= 1;
                        out.extend(characters.next());
                    }
                    _ if depth <= DEEPEST => line(&mut out, depth),
                    _ => {}
                }
            }
            ']' | '}' => {
                depth -= 1;
                if depth < DEEPEST {
                    line(&mut out, depth);
                }
                out.push(c);
            }
            ',' if depth <= DEEPEST => {
                out.push(c);
                line(&mut out, depth);
            }
            ',' | ':' => {
                out.push(c);
                out.push(' ');
            }
            _ => {
                is_text = c == '"';
                out.push(c);
            }
        }
    }
    out + "\n"
}

/// Name of the file that the text of a request asks for, and the numbers of its cases; `None` where it is none.
pub(super) fn asked(text: &str) -> Option<(String, Vec<usize>)> {
    #[derive(Deserialize)]
    struct Numbered {
        case: usize,
    }
    #[derive(Deserialize)]
    struct OfRequest {
        output: String,
        cases: Vec<Numbered>,
    }
    let request: OfRequest = serde_json::from_str(text).ok()?;
    Some((request.output, request.cases.into_iter().map(|asked| asked.case).collect()))
}

/// First need of a case in a role for which requests have no words.
pub fn lacks(role: Role, case: &Case) -> Option<&'static str> {
    match case.style.form {
        _ if role == Role::Layout && case.signature.types().next().is_none() => Some("layouts of no types"),
        Form::Vertex => Some("vertices"),
        Form::Method => Some("member functions"),
        Form::Pair => Some("functions with two results"),
        Form::Variable => Some("vectors of variable length"),
        // Its caller may owe the function called more than one that knows the parameters, as x86-64's number in al.
        Form::Unprototyped if role == Role::Caller => Some("calls without a prototype"),
        // The others differ in their text alone.
        Form::Prototype | Form::Unprototyped | Form::VaListPassed | Form::VaListPointer | Form::Nested => {
            None
        }
    }
}

impl Asked {
    fn of(role: Role, k: usize, case: &Case) -> Asked {
        let types = Types::new(k, case);
        let signature = &case.signature;
        let named = |all: &[Type]| all.iter().map(|ty| types.name(ty)).collect::<Vec<_>>();
        let mut asked = Asked {
            case: k,
            declaration: c::signature(signature, &unit::callee(k)),
            result: signature.result.as_ref().map(|ty| types.name(ty)),
            parameters: named(&signature.parameters),
            unnamed: signature.variadic.as_deref().map(named),
            ..Asked::default()
        };
        let object = |symbol: String, (ty, value): (&Type, &Value)| Object {
            symbol,
            r#type: types.name(ty),
            value: value.into(),
            // It would be the answer of a layout.
            image: (role != Role::Layout).then(|| types.image(ty, value)),
        };
        let call = |symbol: String, pairing: Pairing, arguments: Vec<String>| {
            unit::calls(case, pairing, 0).map(|times| Call { symbol, times, arguments })
        };
        match role {
            Role::Callee => {
                let result = signature.result.as_ref().zip(case.result.as_ref());
                asked.objects = result.map(|of| object(unit::result(k), of)).into_iter().collect();
                asked.define = Some(unit::callee(k));
                asked.call = call(unit::clobber(k), Pairing::Callee, Vec::new());
                asked.store(&types, case, unit::received(k), &unit::received_slots(case));
                asked.returned = result.map(|_| unit::result(k));
            }
            Role::Caller => {
                let arguments = signature.arguments().zip(&case.arguments).enumerate();
                asked.objects = arguments.map(|(i, of)| object(unit::argument(k, i), of)).collect();
                asked.define = Some(unit::caller(k));
                let names = asked.objects.iter().map(|object| object.symbol.clone()).collect();
                asked.call = call(unit::callee(k), Pairing::Caller, names);
                asked.store(&types, case, unit::returned(k), &unit::returned_slots(case));
            }
            Role::Layout => {
                for (i, (ty, value)) in unit::valued_types(case).into_iter().enumerate() {
                    asked.objects.push(object(unit::image(k, i), (ty, value)));
                    for (j, only) in bit_field_values(ty, value).iter().enumerate() {
                        asked.objects.push(object(unit::bits(k, i, j), (ty, only)));
                    }
                }
                let of: Vec<Number> =
                    unit::layout_items(case).iter().map(|item| Number::of(&types, item)).collect();
                asked.numbers = (!of.is_empty()).then(|| Numbers { symbol: unit::layout(k), of });
            }
        }
        asked.types = types.describe();
        asked
    }

    fn store(&mut self, types: &Types, case: &Case, symbol: String, slots: &[Slot<'_>]) {
        let part = |ty: Option<&Type>, leaf| {
            let (path, place) = ty.map(|ty| types.way(ty, leaf)).unwrap_or_default();
            Part { path, r#type: types.name(leaf.ty), place }
        };
        let argument = |number: usize| case.signature.arguments().nth(number);
        let stores = slots.iter().enumerate().map(|(slot, Slot { holds, .. })| {
            let from = match holds {
                Holds::Argument { argument: number, leaf } => {
                    From::Argument { argument: *number, part: part(argument(*number), leaf) }
                }
                Holds::Result(leaf) => From::Result { part: part(case.signature.result.as_ref(), leaf) },
                Holds::Widened { argument, leaf } => {
                    From::Widened { argument: *argument, r#type: types.name(leaf.ty) }
                }
                holds => From::Constant { value: format!("{:#x}", holds.expected(true)) },
            };
            let leaf = match holds {
                Holds::Argument { leaf, .. } | Holds::Result(leaf) => Some(leaf),
                _ => None,
            };
            let bytes = match (holds.bytes(), leaf) {
                (Some(bytes), _) => bytes as u64,
                (None, Some(leaf)) if leaf.bits.is_none() => types.size(leaf.ty),
                // Bits of a bit-field are stored as an `unsigned long long`.
                _ => 8,
            };
            Store { slot, from, bytes }
        });
        self.stores = stores.collect();
        let (count, bytes) = (slots.len(), unit::SLOT_BYTES);
        self.slots = (count > 0).then_some(Slots { symbol, count, bytes });
    }
}

impl Number {
    fn of(types: &Types, item: &LayoutItem<'_>) -> Number {
        let (what, ty, member) = match item {
            LayoutItem::Size(ty) => ("size", ty, None),
            LayoutItem::Align(ty) => ("align", ty, None),
            LayoutItem::Offset(ty, index) => ("offset", ty, Some(*index)),
            LayoutItem::Signed(ty) => ("signed", ty, None),
            LayoutItem::FieldSigned(ty, index) => ("signed", ty, Some(*index)),
        };
        Number { what, r#type: types.name(ty), member: member.map(member_name) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Source;
    use serde_json::Value as Json;

    const SCHEMA: &str = include_str!("../../../../reports/schema/printer-request-1.json");

    /// The schema without keys that it does not name.
    fn schema() -> jsonschema::Validator {
        fn close(value: &mut Json) {
            if let Json::Object(map) = value {
                if map.contains_key("properties") && map.get("type").is_some_and(|ty| ty == "object") {
                    map.insert("additionalProperties".to_owned(), Json::Bool(false));
                }
                map.values_mut().for_each(close);
            }
        }
        let mut published: Json = serde_json::from_str(SCHEMA).unwrap();
        assert_eq!(published["properties"]["version"]["const"], VERSION);
        close(&mut published);
        jsonschema::validator_for(&published).unwrap()
    }

    #[test]
    fn requests_are_what_the_schema_says() {
        let schema = schema();
        for target in Target::ALL {
            let source = Source::new(target, 1);
            let cases: Vec<Case> =
                (0..300).map(|i| source.case(i)).filter(|case| lacks(Role::Layout, case).is_none()).collect();
            let cases: Vec<(usize, &Case)> = cases.iter().enumerate().collect();
            for role in [Role::Callee, Role::Caller, Role::Layout] {
                let text = text(role, &cases);
                let request: Json = serde_json::from_str(&text).unwrap();
                let wrong: Vec<String> =
                    schema.iter_errors(&request).map(|e| format!("{}: {e}", e.instance_path())).collect();
                assert_eq!(wrong, Vec::<String>::new());
                assert_eq!(asked(&text), Some((OUTPUT.to_owned(), (0..cases.len()).collect())));
            }
            assert!(schema.is_valid(&serde_json::from_str(&empty(target)).unwrap()));
        }
        for wrong in ["{}", &empty(Target::Epiphany).replace("callee", "tester")] {
            assert!(!schema.is_valid(&serde_json::from_str(wrong).unwrap()));
        }
    }

    /// Each part of a value is where its image has its bytes.
    #[test]
    fn places_are_those_of_the_images() {
        let target = Target::ALL.into_iter().find(|target| target.name() == "riscv64-lp64d").unwrap();
        let source = Source::new(target, 1);
        let mut parts = 0;
        for case in (0..500).map(|i| source.case(i)) {
            let request: Json = serde_json::from_str(&text(Role::Caller, &[(0, &case)])).unwrap();
            let images = request["cases"][0]["objects"].as_array().unwrap().clone();
            let request: Json = serde_json::from_str(&text(Role::Callee, &[(0, &case)])).unwrap();
            let leaves = unit::argument_leaves(&case);
            let stores = request["cases"][0]["stores"].as_array().unwrap();
            for (store, (argument, leaf)) in stores.iter().zip(&leaves) {
                let image = images[*argument]["image"].as_str().unwrap();
                let bits = |at: u64| {
                    let byte = u8::from_str_radix(&image[at as usize / 8 * 2..][..2], 16).unwrap();
                    u128::from(byte >> (at % 8) & 1)
                };
                let first =
                    store["bit_offset"].as_u64().unwrap_or_else(|| 8 * store["offset"].as_u64().unwrap());
                let width = match (leaf.bits, leaf.ty) {
                    (Some(bits), _) => bits.into(),
                    (None, Type::BitInt(integer)) => integer.bits.into(),
                    _ => 8 * store["bytes"].as_u64().unwrap(),
                };
                let value = (0..width).map(|bit| bits(first + bit) << bit).sum::<u128>();
                assert_eq!(value, leaf.value, "{store}: {}", c::signature(&case.signature, "f"));
                parts += 1;
            }
        }
        assert!(parts > 1000, "{parts}");
    }

    #[test]
    fn lines_are_for_people() {
        let compact = r#"{"a":[],"b":[{"c":"x, \"{ :"},{"d":{"e":[1,2]}}]}"#;
        let text = for_people(compact);
        let same: Json = serde_json::from_str(&text).unwrap();
        assert_eq!(same, serde_json::from_str::<Json>(compact).unwrap());
        assert!(text.starts_with("{\n  \"a\": [],\n  \"b\": [\n    {\n"), "{text}");
    }
}
