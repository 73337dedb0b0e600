//! A program that shows what becomes of registers and of the stack: the subject's unit as it was tested, a counterpart in
//! assembly that writes down what it sees, and a `main` in C that compares.

use super::words::bytes_of;
use crosscall_engine::machine;
use crosscall_engine::unit::Role;
use crosscall_generator::probe::watch::{self, Watch};
use crosscall_machines::executable::Executable;
use crosscall_machines::machine::Machine;
use crosscall_model::plan::{Passed, Piece, Place, Plan, Preservation, Transfer};
use crosscall_model::unit::{self, SLOT_BYTES, Slot};
use crosscall_model::{Case, Pairing, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::language::Language;
use std::fmt::Write;

/// A place in memory, by a name of C and a distance in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Spot {
    object: String,
    offset: u64,
}

/// Expectation of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Want {
    /// The bytes at another place.
    Same(Spot, u64),
    /// These bytes, as far as the bits of a mask count.
    Bytes(Vec<u8>, Vec<u8>),
}

/// One thing that is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Item {
    /// Its description.
    what: String,
    seen: Spot,
    want: Want,
}

/// The program, not yet tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    /// Names and texts.
    pub files: Vec<(&'static str, String)>,
    items: Vec<Item>,
}

/// The program for a call; `None` where it cannot be written for the target, or nothing would be compared.
pub fn program(
    language: Language,
    case: &Case,
    plan: &Plan,
    pairing: Pairing,
    knowledge: &Knowledge,
) -> Option<Watched> {
    let target = case.target;
    let mut chooser = Chooser::new(knowledge.catalogue(), knowledge);
    let (role, name, watch, mut items) = match pairing {
        Pairing::Callee => {
            let watch = watch::caller(case, plan)?;
            let items = at_return(target, plan, &watch);
            (Role::Callee, "call.s", watch, items)
        }
        Pairing::Caller => {
            let watch = watch::callee(case, plan)?;
            let items = at_entry(target, plan, &watch);
            (Role::Caller, "callee.s", watch, items)
        }
        _ => return None,
    };
    let (slots, object) = match role {
        Role::Callee => (unit::received_slots(case), unit::received(0)),
        _ => (unit::returned_slots(case), unit::returned(0)),
    };
    items.extend(in_slots(target, &slots, &object, &mut chooser));
    if items.is_empty() {
        return None;
    }
    let main = main_text(&items);
    let unit = match language {
        Language::C | Language::Request => "case.c",
        Language::Rust => "case.rs",
    };
    Some(Watched {
        files: vec![(unit, language.text(role, &[(0, case)])), (name, watch.text), ("main.c", main)],
        items,
    })
}

impl Watched {
    /// Number of things that are compared.
    pub fn count(&self) -> usize {
        self.items.len()
    }

    /// Of a program that has run: what is not as it has to be.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn failed(
        &self,
        target: Target,
        program: &Executable,
        machine: &mut (dyn Machine + Send),
    ) -> Result<Vec<&str>, String> {
        let read = |spot: &Spot, bytes: usize| -> Result<Vec<u8>, String> {
            let no = || format!("`{}` cannot be read", spot.object);
            let at = program.address_of(&machine::symbol(target, &spot.object)).ok_or_else(no)?;
            let mut found = vec![0; bytes];
            machine.read(at + spot.offset, &mut found).map_err(|_| no())?;
            Ok(found)
        };
        let mut failed = Vec::new();
        for item in &self.items {
            let (want, mask) = match &item.want {
                Want::Same(spot, bytes) => {
                    let bytes = usize::try_from(*bytes).map_err(|e| e.to_string())?;
                    (read(spot, bytes)?, vec![0xff; bytes])
                }
                Want::Bytes(bytes, mask) => (bytes.clone(), mask.clone()),
            };
            let seen = read(&item.seen, want.len())?;
            if seen.iter().zip(&want).zip(&mask).any(|((seen, want), mask)| (seen ^ want) & mask != 0) {
                failed.push(item.what.as_str());
            }
        }
        Ok(failed)
    }

    /// Description of the program's result.
    pub fn says(failed: &[&str]) -> String {
        format!(
            "`case.c` is the unit of the finding; its counterpart is in assembly and writes down what it sees, and `main` \
             returns how many things are not as the document has them. It returns {}: {}. It would return 0 for code that \
             keeps to the document.",
            failed.len(),
            failed.join("; ")
        )
    }
}

/// The comparisons of a caller after the call.
fn at_return(target: Target, plan: &Plan, watch: &Watch) -> Vec<Item> {
    let mut items = Vec::new();
    let preservation =
        |register| plan.registers.iter().find(|rule| rule.register == register).map(|rule| rule.preservation);
    for (register, offset) in &watch.registers {
        if !matches!(
            preservation(*register),
            Some(Preservation::Preserved | Preservation::Fixed | Preservation::Reserved)
        ) {
            continue;
        }
        let info = target.register(*register);
        items.push(Item {
            what: format!("{} at return", target.register_name(*register)),
            seen: spot(watch::AT_RETURN, *offset),
            want: Want::Same(spot(watch::AT_CALL, *offset), info.map_or(4, |info| info.bytes.into())),
        });
    }
    let word = target.word() as u64;
    items.push(Item {
        what: "the stack pointer at return".to_owned(),
        seen: spot(watch::POINTER_AT_RETURN, word),
        want: Want::Same(spot(watch::POINTER_AT_CALL, word), word),
    });
    if let Some(result) = &plan.result {
        match &result.transfer {
            Transfer::Direct(pieces) => {
                items.extend(values(result, pieces, watch, watch::AT_RETURN, "at return"))
            }
            Transfer::ByReference { .. } if plan.stack.room_clauses.is_empty() => items.push(Item {
                what: "the result in memory".to_owned(),
                seen: spot("room0", 0),
                want: Want::Bytes(result.image.bytes.clone(), result.image.mask.clone()),
            }),
            _ => {}
        }
    }
    items
}

/// The comparisons of a called function at its entry.
fn at_entry(target: Target, plan: &Plan, watch: &Watch) -> Vec<Item> {
    let mut items = Vec::new();
    let align = plan.stack.align_at_call.0.max(plan.stack.align_always.0);
    if align.is_power_of_two() && align > 1 {
        let word = target.word();
        items.push(Item {
            what: format!("the stack pointer at entry, a multiple of {align}"),
            seen: spot(watch::POINTER_AT_ENTRY, word as u64),
            want: Want::Bytes(vec![0; word], (align - 1).to_le_bytes().into_iter().take(word).collect()),
        });
    }
    for passed in &plan.arguments {
        if let Transfer::Direct(pieces) = &passed.transfer {
            items.extend(values(passed, pieces, watch, watch::AT_ENTRY, "at entry"));
        }
    }
    items
}

/// The bytes of a value where they have to be.
fn values(passed: &Passed, pieces: &[Piece], watch: &Watch, registers: &str, when: &str) -> Vec<Item> {
    let item = |piece: &Piece| -> Option<Item> {
        let (bytes, mask): (Vec<u8>, Vec<u8>) = bytes_of(passed, piece)?.into_iter().unzip();
        let seen = match piece.place {
            Place::Register { register, byte } => {
                let (_, offset) = watch.registers.iter().find(|(r, _)| *r == register)?;
                spot(registers, offset + u64::from(byte))
            }
            Place::Stack { offset } => {
                let at = u64::try_from(offset.checked_sub(watch.stack.0)?).ok()?;
                (at + bytes.len() as u64 <= watch.stack.1).then(|| spot(watch::STACK_AT_ENTRY, at))?
            }
            Place::Pointed { .. } => return None,
        };
        let what = match pieces.len() {
            1 => format!("{} {when}", passed.name),
            _ => {
                let Piece { offset, len, .. } = piece;
                format!("bytes {offset} to {} of {} {when}", offset + len - 1, passed.name)
            }
        };
        Some(Item { what, seen, want: Want::Bytes(bytes, mask) })
    };
    pieces.iter().filter_map(item).collect()
}

/// The values that the subject's own code received, and those that it kept.
fn in_slots(target: Target, slots: &[Slot<'_>], object: &str, chooser: &mut Chooser<'_>) -> Vec<Item> {
    use unit::Holds;
    let mut items = Vec::new();
    for (i, slot) in (0u64..).zip(slots) {
        let (what, ty, bits) = match &slot.holds {
            Holds::Argument { argument, leaf } => {
                (format!("argument {argument}{} as it was received", leaf.path), Some(leaf.ty), leaf.bits)
            }
            Holds::Result(leaf) => {
                (format!("the result{} as it was received", leaf.path), Some(leaf.ty), leaf.bits)
            }
            Holds::Kept { index, .. } => (format!("word {index} that was kept across the call"), None, None),
            Holds::Array(_) | Holds::Dynamic(_) => ("a local array".to_owned(), None, None),
            // Narrow values that the function widens are for the other program.
            _ => continue,
        };
        let inner = if slot.inner { ", by the call of itself" } else { "" };
        let (bytes, mask) = match (ty, bits) {
            (Some(_), Some(bits)) => (8, u128::MAX >> (128 - u32::from(bits).clamp(1, 128))),
            (Some(ty), None) => match abi::layout(target, ty, chooser).size {
                bytes @ 1..=16 => (bytes, u128::MAX),
                _ => continue,
            },
            (None, _) => (4, u128::MAX),
        };
        let take = |number: u128| -> Vec<u8> {
            number.to_le_bytes().into_iter().take(usize::try_from(bytes).unwrap_or(16)).collect()
        };
        items.push(Item {
            what: what + inner,
            seen: spot(object, i * SLOT_BYTES),
            want: Want::Bytes(take(slot.holds.expected(true) & mask), take(mask)),
        });
    }
    items
}

fn spot(object: &str, offset: u64) -> Spot {
    Spot { object: object.to_owned(), offset }
}

/// The unit with `main`. It calls nothing after the call, lest it be broken in the same way.
fn main_text(items: &[Item]) -> String {
    let mut objects: Vec<&str> = Vec::new();
    for item in items {
        let other = match &item.want {
            Want::Same(spot, _) => Some(spot.object.as_str()),
            Want::Bytes(..) => None,
        };
        for name in std::iter::once(item.seen.object.as_str()).chain(other) {
            if !objects.contains(&name) {
                objects.push(name);
            }
        }
    }
    let list = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:#04x}")).collect::<Vec<_>>().join(", ");
    let mut text = String::new();
    for name in objects {
        let _ = writeln!(text, "extern unsigned char {name}[];");
    }
    let mut rows = String::new();
    let mut longest = 1;
    for (i, item) in items.iter().enumerate() {
        let seen = format!("{} + {}", item.seen.object, item.seen.offset);
        let (want, mask, bytes) = match &item.want {
            Want::Same(spot, bytes) => {
                longest = longest.max(*bytes);
                (format!("{} + {}", spot.object, spot.offset), "all".to_owned(), *bytes)
            }
            Want::Bytes(bytes, mask) => {
                let count = bytes.len();
                let _ =
                    writeln!(text, "static const unsigned char want{i}[{count}] = {{ {} }};", list(bytes));
                let _ = writeln!(text, "static const unsigned char mask{i}[{count}] = {{ {} }};", list(mask));
                (format!("want{i}"), format!("mask{i}"), count as u64)
            }
        };
        let _ = writeln!(rows, "\t{{ \"{}\", {seen}, {want}, {mask}, {bytes}, 0 }},", item.what);
    }
    let all = list(&vec![0xff; usize::try_from(longest).unwrap_or(1)]);
    let _ = write!(
        text,
        "static const unsigned char all[{longest}] = {{ {all} }};\n\n\
         /* What is compared: where it was found, what it has to be, the bits that count, how many bytes. */\n\
         struct item {{\n\tconst char *what;\n\tconst unsigned char *seen, *want, *mask;\n\tunsigned int bytes, failed;\n\
         }} items[{}] = {{\n{rows}}};\nint verdict;\nvoid call0(void);\n\n\
         int main(void)\n{{\n\tstruct item *item;\n\tunsigned int i;\n\tcall0();\n\
         \tfor (item = items; item != items + {}; item++) {{\n\t\tfor (i = 0; i < item->bytes; i++)\n\
         \t\t\tif ((item->seen[i] ^ item->want[i]) & item->mask[i])\n\t\t\t\titem->failed = 1;\n\
         \t\tverdict += item->failed;\n\t}}\n\treturn verdict;\n}}\n",
        items.len(),
        items.len(),
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_base::process::Limits;
    use crosscall_engine::trial::program::begin_call;
    use crosscall_engine::verdict;
    use crosscall_engine::verdict::batch::Batch;
    use crosscall_engine::widths::widths;
    use crosscall_machines::machine::Stop;
    use crosscall_model::Scalar;
    use crosscall_oracle::infer::Effort;
    use crosscall_toolchain::Toolchain;
    use crosscall_toolchain::capability::Capabilities;
    use crosscall_toolchain::cases::directed_cases;
    use crosscall_toolchain::units::{CompileContext, Sources, assembly_text, compile};
    use std::sync::atomic::AtomicBool;

    /// Knowledge about the embedded code generator after some directed cases.
    fn known_of(target: Target) -> Knowledge {
        let (limits, stop, work_dir) = (Limits::default(), AtomicBool::new(false), std::env::temp_dir());
        let context = CompileContext { work_dir: &work_dir, limits: &limits, stop: &stop };
        let subject = Toolchain::embedded(target);
        let mut knowledge = Knowledge::new(crosscall_oracle::clause::catalogue(target));
        let cases: Vec<Case> = directed_cases(target, &widths(target)).into_iter().collect();
        for cases in cases.chunks(64) {
            let (batch, sources) = (Batch::new(cases), Sources::new(cases));
            for (role, pairing) in [(Role::Caller, Pairing::Caller), (Role::Callee, Pairing::Callee)] {
                let unit = compile(&subject, role, &sources, &Capabilities::all(), context).unwrap();
                verdict::calls(
                    pairing,
                    &batch,
                    &unit,
                    &mut knowledge,
                    &|_| Effort::Thorough,
                    &Default::default(),
                );
            }
        }
        knowledge
    }

    /// Differences where the embedded code generator's unit runs with the counterpart in assembly, without `main`.
    fn differs(
        case: &Case,
        pairing: Pairing,
        options: &crosscall_embedded::Options,
        knowledge: &Knowledge,
    ) -> Option<Vec<String>> {
        let target = case.target;
        let plan = abi::plan(case, &mut Chooser::new(knowledge.catalogue(), knowledge));
        let watched = program(Language::C, case, &plan, pairing, knowledge)?;
        let role = Role::of(pairing).unwrap();
        let text = assembly_text(role, &[(0, case)], options).ok()?;
        let unit = machine::assemble(target, "unit", &text).unwrap();
        let (name, text) = &watched.files[1];
        let counterpart = machine::assemble(target, name, text).unwrap_or_else(|e| panic!("{e}: {text}"));
        let program = machine::link(target, &[&unit, &counterpart]).unwrap();
        let mut machine = machine::machine(target).unwrap();
        machine.load(&program).unwrap();
        machine.seal();
        let call = program.address_of(&machine::symbol(target, "call0")).unwrap();
        let home = begin_call(target, &mut *machine, call);
        machine.set_breakpoints(&[home]);
        let ended = machine.run(1_000_000);
        let failed = watched.failed(target, &program, &mut *machine).unwrap();
        let failed = match ended {
            Stop::Breakpoint(_) => failed.into_iter().map(str::to_owned).collect(),
            other => vec![format!("{other:?}")],
        };
        machine.set_breakpoints(&[]);
        machine::give_back(target, machine);
        Some(failed)
    }

    const TARGETS: [Target; 4] = [Target::Epiphany, Target::Nyuzi, Target::Dpu, Target::Ipu];

    /// Code that keeps to the document shows nothing in such a program.
    #[test]
    fn sound_code_shows_nothing() {
        for target in TARGETS {
            let widths = widths(target);
            let by_width = |scalar: Scalar| widths.get(&scalar).copied().unwrap_or(0);
            let (mut tried, knowledge) = ([0; 2], known_of(target));
            for index in 0..60 {
                let case = crosscall_generator::case(target, 5, index, &by_width);
                if case.style.form != crosscall_model::Form::Prototype {
                    continue;
                }
                for (tried, pairing) in tried.iter_mut().zip([Pairing::Callee, Pairing::Caller]) {
                    if let Some(failed) =
                        differs(&case, pairing, &crosscall_embedded::Options::new(target), &knowledge)
                    {
                        let signature = crosscall_model::c::signature(&case.signature, "f");
                        assert_eq!(failed, Vec::<String>::new(), "{target} {pairing} {index}: {signature}");
                        *tried += 1;
                    }
                }
            }
            assert!(tried.iter().all(|tried| *tried > 25), "{target}: {tried:?}");
        }
    }

    /// A register that is not given back, and a stack pointer that is wrong at a call, are named.
    #[test]
    fn faults_are_named() {
        for target in TARGETS {
            let widths = widths(target);
            let by_width = |scalar: Scalar| widths.get(&scalar).copied().unwrap_or(0);
            let (mut shown, knowledge) = (std::collections::BTreeSet::new(), known_of(target));
            for fault in crosscall_embedded::Fault::of(target).iter().step_by(2) {
                let options = crosscall_embedded::Options::with_fault(fault);
                for index in 0..6 {
                    let case = crosscall_generator::case(target, 5, index, &by_width);
                    for pairing in [Pairing::Callee, Pairing::Caller] {
                        shown.extend(differs(&case, pairing, &options, &knowledge).into_iter().flatten());
                    }
                }
            }
            let has = |word: &str| shown.iter().any(|what| what.contains(word));
            assert!(has(" at return") && has("arg0 at entry"), "{target}: {shown:?}");
        }
    }
}
