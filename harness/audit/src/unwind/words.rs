//! Wrong claims in words.

use super::claims::{Cause, Wrong};
use super::table::{FrameAddress, Frames, Rule};
use crosscall_model::plan::ClauseId;
use crosscall_model::target::Register;
use crosscall_reports::audit::Fault;

/// Words of claims.
pub(crate) struct Words<'f> {
    frames: &'f Frames,
}

impl<'f> Words<'f> {
    /// Words of the claims of a program.
    pub(crate) fn of(frames: &'f Frames) -> Words<'f> {
        Words { frames }
    }

    fn register(&self, register: Register) -> &'static str {
        self.frames.registers.target.register(register).map_or("?", |info| info.name)
    }

    fn kept(&self, at: u8) -> Option<Register> {
        self.frames.registers.kept.get(usize::from(at)).map(|kept| kept.register)
    }

    /// What a finding is called, without its function, and its subject.
    fn name(&self, cause: Cause) -> (String, String) {
        match cause {
            Cause::Frame => ("cfi: frame address".to_owned(), "canonical frame address".to_owned()),
            Cause::Return => ("cfi: return address".to_owned(), "return address".to_owned()),
            Cause::Register(at) => {
                let target = self.frames.registers.target;
                let register = self.kept(at);
                let info = register.and_then(|register| target.register(register));
                let name = format!("cfi: register {}", info.map_or("?", |info| info.name));
                (name, format!("register {}", register.map_or("?".to_owned(), |r| target.register_name(r))))
            }
        }
    }

    /// The register that a cause is about, as directives name it.
    fn subject(&self, cause: Cause) -> Option<&'static str> {
        match cause {
            Cause::Frame => None,
            Cause::Register(at) => self.kept(at).map(|register| self.register(register)),
            Cause::Return => self.frames.registers.link().map(|register| self.register(register)),
        }
    }

    /// Clauses that a wrong claim contradicts: one that relies on memory beyond the stack pointer, that on this memory.
    fn clauses(&self, wrong: &Wrong) -> Vec<ClauseId> {
        let rule = self.frames.registers.stack.no_access_beyond.as_ref().filter(|_| wrong.is_beyond);
        rule.map_or(Vec::new(), |rule| rule.clauses.clone())
    }

    /// True if nothing is claimed of a register but that it is unchanged.
    pub(crate) fn is_unsaved(&self, wrong: &Wrong) -> bool {
        matches!(self.frames.rule(wrong), Some(Rule::Same(_)))
    }

    /// A claim as a fault without its place.
    pub(crate) fn fault(&self, wrong: &Wrong) -> Fault {
        let (name, subject) = self.name(wrong.cause);
        let (expected, observed) = match wrong.cause {
            Cause::Frame => self.frame_address(wrong),
            Cause::Register(_) | Cause::Return => self.value(wrong),
        };
        Fault {
            name,
            clauses: self.clauses(wrong),
            subject: format!("{subject} by call frame information"),
            expected,
            observed,
            times: wrong.times,
            fix: self.fix(wrong),
            ..Fault::default()
        }
    }

    /// A frame address: what is claimed, and what is so.
    fn frame_address(&self, wrong: &Wrong) -> (String, String) {
        let claimed = wrong.claimed.map_or_else(|| "unknown".to_owned(), |claimed| format!("{claimed:#x}"));
        let rule = match self.frames.rows.get(wrong.row).map(|row| &row.cfa) {
            Some(FrameAddress::From(base, offset)) => format!("{}{}", self.register(*base), signed(*offset)),
            _ => "an expression".to_owned(),
        };
        let moment = match self.frames.registers.target.facts().call_pushes {
            0 => "when it was called",
            _ => "before it was called",
        };
        (
            format!("CFA = {rule} = {claimed}"),
            format!("{:#x}, the stack pointer {moment}; now it is {:#x}", wrong.truth, wrong.sp),
        )
    }

    /// A value at entry: where it is claimed to be, and what is there.
    fn value(&self, wrong: &Wrong) -> (String, String) {
        let truth = wrong.truth;
        let place = |place: u64| {
            let distance = place.wrapping_sub(wrong.cfa).cast_signed();
            format!("{place:#x} (CFA{})", signed(distance))
        };
        let expected = match (self.frames.rule(wrong), wrong.place) {
            (_, Some(at)) => format!("{truth:#x} from the caller is saved at {}", place(at)),
            (Some(Rule::Same(_)) | None, _) => format!("{truth:#x} from the caller is still in it"),
            (Some(Rule::Undefined), _) => format!("{truth:#x} from the caller is lost"),
            (Some(Rule::Other(other)), _) => {
                format!("{truth:#x} from the caller is in {}", self.register(*other))
            }
            _ => format!("{truth:#x} from the caller is what an expression gives"),
        };
        let observed = match (wrong.is_beyond, wrong.claimed) {
            (true, _) => format!(
                "that is beyond the stack pointer, {:#x}, where an interrupt or a signal writes over it",
                wrong.sp
            ),
            (false, Some(claimed)) => format!("{claimed:#x}"),
            (false, None) if wrong.place.is_some() => "there is no memory".to_owned(),
            (false, None) => "the function comes back with it".to_owned(),
        };
        (expected, observed)
    }

    /// The directive that makes a claim right, as far as it is known.
    fn fix(&self, wrong: &Wrong) -> Option<String> {
        let sp = self.frames.registers.target.stack_pointer();
        if wrong.cause == Cause::Frame {
            let distance = wrong.truth.wrapping_sub(wrong.sp).cast_signed();
            let row = self.frames.rows.get(wrong.row)?;
            let is_from_sp = matches!(&row.cfa, FrameAddress::From(base, _) if *base == sp);
            let directive = match is_from_sp {
                true => format!(".cfi_def_cfa_offset {distance}"),
                false => format!(".cfi_def_cfa {}, {distance}", self.register(sp)),
            };
            return Some(format!("`{directive}` in front of this instruction"));
        }
        let name = self.subject(wrong.cause)?;
        if wrong.now == Some(wrong.truth) {
            return Some(format!(
                "`.cfi_restore {name}` behind the instruction that gives the register its value back"
            ));
        }
        let distance = wrong.found?.wrapping_sub(wrong.cfa).cast_signed();
        let directive = format!(".cfi_offset {name}, {distance}");
        Some(match self.frames.rule(wrong) {
            Some(Rule::Same(_)) => format!("`{directive}` behind the instruction that saves the register"),
            _ => format!("`{directive}`, where the value is"),
        })
    }
}

/// A number with its sign and blanks, behind something that it is added to.
fn signed(number: i64) -> String {
    let sign = if number < 0 { '-' } else { '+' };
    format!(" {sign} {}", number.unsigned_abs())
}
