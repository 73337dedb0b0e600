//! Counterparts that are played: what a probe puts into registers, stack and memory, for whoever can do that from outside of the
//! machine. What only the machine itself can do, a call, a return and what destroys flags, is in a few instructions that
//! are the same for every plan ([`stubs`]).

use crosscall_model::plan::{Link, Place, Plan, Preservation, RegisterRule, Transfer, WayOut};
use crosscall_model::target::Register;
use crosscall_model::{Case, Target, unit};

pub use super::fill::{Contents, Object, Word};
pub use super::record::Record;

use super::fill::{self, Filled, Filling};
use super::sides::{self, Shape};
use super::spelling::Spelling;
use super::text::Text;
use super::{record, spelling_of};

/// Bytes of memory of the stubs in which objects of a played caller lie, at a multiple of [`AREA_ALIGN`].
pub const AREA_BYTES: u64 = 4096;

/// Alignment of that memory in bytes.
pub const AREA_ALIGN: u64 = 64;

/// Name in C of that memory.
pub const AREA: &str = "area_of_callers";

/// Name in C of the instruction by which a played function returns.
pub fn leave(k: usize) -> String {
    format!("leave{k}")
}

/// Contents of a register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The register.
    pub register: Register,
    /// Words of the target, the lowest first.
    pub words: Vec<Word>,
    /// Number of bytes in them that count; of a register of variable length its length.
    pub bytes: usize,
}

/// Everything that a caller does before its call. Registers that carry nothing hold poison by then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Frame record, which comes first.
    pub record: Option<Record>,
    /// Bytes by which the stack pointer moves towards the end of the stack, behind the record.
    pub moved: u64,
    /// Alignment of the stack pointer in bytes, towards lower addresses.
    pub align: u64,
    /// Distance of the first word from the stack pointer then, in bytes.
    pub lowest: i64,
    /// Words of the stack in the order of their addresses.
    pub stack: Vec<Word>,
    /// Space for a result in the stack, with its distance from the stack pointer in bytes.
    pub room: Option<(i64, Object)>,
    /// Distances from the stack pointer at which links are stored: the stack pointer of the beginning where it is true, or else
    /// the return address.
    pub links: Vec<(i64, bool)>,
    /// Objects in memory.
    pub objects: Vec<Object>,
    /// Registers that carry something.
    pub registers: Vec<Content>,
}

/// Everything that a function does before it returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Result in memory.
    pub result: Option<InMemory>,
    /// Bytes of the stack that it destroys, after the distance of the first one from the stack pointer.
    pub own: (i64, Vec<u8>),
    /// True if it destroys flags.
    pub has_flags: bool,
    /// Registers that it destroys.
    pub destroyed: Vec<Register>,
    /// Registers that carry something.
    pub registers: Vec<Content>,
}

/// A result that is written where the caller says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InMemory {
    /// Place of its address at the function's entry.
    pub pointer: Place,
    /// Register in which the address goes back.
    pub returned: Option<Register>,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The caller of case `k` under a plan.
///
/// # Errors
/// The demand that cannot be played, in words: it takes a probe.
pub fn call(k: usize, case: &Case, plan: &Plan) -> Result<Call, String> {
    let spelling = spelling_of(case.target);
    if plan.way_out == WayOut::Exit {
        return Err("a function that does not return".to_owned());
    }
    let (mut filling, objects) = fill::call(k, spelling.facts(), plan);
    let record = record::of(plan)?;
    let Shape { lowest, words, moved, align, frame } = Shape::of(spelling.facts(), plan, &mut filling);
    let link = |linkage: &crosscall_model::plan::Linkage| match linkage.place {
        Place::Stack { offset } => Ok((offset, linkage.link == Link::CallersStackPointer)),
        _ => Err(format!("the {} in a register", linkage.link.words())),
    };
    let links = sides::passed_links(plan).map(link).collect::<Result<_, _>>()?;
    let registers = contents(spelling, &mut filling, record.as_ref().map(|record| record.pointer));
    whole(&filling)?;
    Ok(Call {
        record,
        moved,
        align,
        lowest,
        stack: words.into_iter().map(|(word, _)| word).collect(),
        room: frame.map(|frame| (frame.offset, frame.room)),
        links,
        objects,
        registers,
    })
}

/// The function that is called under a plan.
///
/// # Errors
/// The demand that cannot be played, in words: it takes a probe.
pub fn answer(target: Target, plan: &Plan) -> Result<Answer, String> {
    let spelling = spelling_of(target);
    let mut filling = fill::at_return(spelling.facts(), plan);
    let address = spelling.facts().address;
    let in_memory = plan.result.as_ref().and_then(|passed| match &passed.transfer {
        Transfer::ByReference { pointer, returned, .. } => Some((passed, pointer, returned)),
        Transfer::Direct(_) | Transfer::Nothing => None,
    });
    let result = match in_memory {
        None => None,
        Some((passed, pointer, returned)) => {
            let place = sides::sole_place(pointer, address).ok_or("an address in pieces")?;
            let back = returned.as_ref().map(|back| match sides::sole_place(back, address) {
                Some(Place::Register { register, byte: 0 }) => Ok(register),
                _ => Err("the address of the result returned at this place"),
            });
            Some(InMemory { pointer: place, returned: back.transpose()?, bytes: passed.image.bytes.clone() })
        }
    };
    let returned = result.as_ref().and_then(|result| result.returned);
    finish(spelling, plan, &mut filling, (result, sides::own_poison(&plan.stack)), returned)
}

/// The function that destroys every register that a callee may destroy.
///
/// # Errors
/// The demand that cannot be played, in words: it takes a probe.
pub fn clobber(target: Target, plan: &Plan) -> Result<Answer, String> {
    let spelling = spelling_of(target);
    let mut filling = fill::destroyed(spelling.facts(), plan);
    finish(spelling, plan, &mut filling, (None, (0, Vec::new())), None)
}

fn finish(
    spelling: &dyn Spelling,
    plan: &Plan,
    filling: &mut Filling,
    (result, own): (Option<InMemory>, (i64, Vec<u8>)),
    kept: Option<Register>,
) -> Result<Answer, String> {
    let registers = contents(spelling, filling, kept);
    let is_meant = |register: &Register| spelling.is_poisoned(*register) && Some(*register) != kept;
    let destroyed = filling.poisoned().filter(is_meant).collect();
    whole(filling)?;
    Ok(Answer { result, own, has_flags: !flags(spelling, &plan.registers).is_empty(), destroyed, registers })
}

/// Registers that carry something and are loaded, but one that has its contents already.
fn contents(spelling: &dyn Spelling, filling: &mut Filling, kept: Option<Register>) -> Vec<Content> {
    let content = |Filled { register, words, bytes, .. }| Content { register, words, bytes };
    let own = filling.registers().into_iter().map(content);
    own.filter(|own| spelling.is_loaded(own.register) && Some(own.register) != kept).collect()
}

fn whole(filling: &Filling) -> Result<(), String> {
    filling.problems.first().map_or(Ok(()), |problem| Err(problem.clone()))
}

/// Code that destroys the flags; it destroys the first work register, too.
fn flags(spelling: &dyn Spelling, rules: &[RegisterRule]) -> String {
    let [temporary, ..] = spelling.language().work;
    let mut code = String::new();
    spelling.destroy_flags(&mut code, rules, temporary);
    code
}

/// The register that destroying the flags destroys as well.
pub fn temporary(target: Target) -> Register {
    let [temporary, ..] = spelling_of(target).language().work;
    temporary
}

/// Side of a call that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// `call{k}` and `back{k}`, and `clobber{k}`, the function that the subject calls.
    Caller,
    /// `f{k}`.
    Callee,
}

/// Text with what the machine does itself, for the cases with these numbers. `f{k}` and `clobber{k}` destroy flags before
/// they come to `leave{k}`.
pub fn stubs(target: Target, side: Side, ks: impl Iterator<Item = usize>) -> String {
    let spelling = spelling_of(target);
    let mut text = Text::new(spelling, target);
    let all: Vec<RegisterRule> = (0..spelling.facts().registers.len())
        .filter_map(|i| u16::try_from(i).ok())
        .map(|i| RegisterRule {
            register: Register(i),
            preservation: Preservation::Scratch,
            clauses: Default::default(),
        })
        .collect();
    let flags = flags(spelling, &all);
    for k in ks {
        let function = match side {
            Side::Caller => {
                text.function(&unit::caller(k));
                spelling.pass_return_link(&mut text.code, &spelling.symbol(&unit::back(k)));
                text.call(&unit::callee(k));
                text.function(&unit::back(k));
                spelling.ret(&mut text.code);
                unit::clobber(k)
            }
            Side::Callee => unit::callee(k),
        };
        text.function(&function);
        text.code += &flags;
        text.function(&leave(k));
        spelling.ret(&mut text.code);
    }
    if side == Side::Caller {
        spelling.align(&mut text.data, AREA_ALIGN);
        spelling.label(&mut text.data, &spelling.symbol(AREA), true, "");
        spelling.space(&mut text.data, AREA_BYTES, Some(crate::poison::PADDING), "");
    }
    super::text([&text.finish(Filling::new(spelling.facts()))])
}
