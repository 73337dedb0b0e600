//! ForwardCom: its ABI according to its document, read independently of the oracle.

mod arguments;
mod data;
mod dialect;
pub(crate) mod emit;
mod faults;
mod readings;
mod registers;
mod results;
mod tuples;
pub(crate) mod value;

use crosscall_model::names::forwardcom::NarrowInteger;
use crosscall_model::{Form, Scalar, Target, Type};

use crate::convention::{AddressBack, Convention, Document, Passing};
use crate::emit::Reg;
use crate::fault::Mechanism;
use crate::laid::Laid;
use crate::places::{Assignment, Call, Returned, Way};
use dialect::Dialect;

/// Tables and convention of this target.
pub(crate) const DOCUMENT: Document = Document {
    choices: readings::CHOICES,
    toolchain: &[],
    faults: faults::FAULTS,
    convention: |readings, fault| Box::new(Dialect::new(readings, fault)),
};

impl Convention for Dialect {
    fn target(&self) -> Target {
        Target::ForwardCom
    }

    fn fault(&self) -> Option<Mechanism> {
        self.fault
    }

    fn has_other_languages(&self) -> bool {
        // ARG-03, ARG-33, RET-02, RET-03
        true
    }
}

impl Passing for Dialect {
    fn assign(&self, call: &Call<'_>) -> Assignment {
        arguments::assign(call, self)
    }

    fn returned(&self, _result: Option<&Laid>) -> Returned {
        Returned::Nothing
    }

    fn returned_in(&self, result: Option<&Laid>, ty: Option<&Type>, form: Form) -> Returned {
        match (result, ty) {
            (Some(laid), Some(ty)) => results::returned(laid, ty, form, self),
            _ => Returned::Nothing,
        }
    }

    fn pointer_align(&self, laid: &Laid) -> u32 {
        // S11: the alignment of its type.
        laid.align
    }

    fn parts_are_separate(&self) -> bool {
        // ARG-09: a complex number is one tuple.
        false
    }

    fn caller_extends(&self) -> bool {
        // S08
        self.extension != NarrowInteger::Unspecified
    }

    fn counts_on_extension(&self, ty: &Type) -> bool {
        // S08 excludes plain char, and TYPE-16 `_Bool`.
        let left_out = [Type::Scalar(Scalar::Char), Type::Scalar(Scalar::Bool)];
        self.extension == NarrowInteger::SignExtended && !left_out.contains(ty)
    }

    fn extends_by_sign(&self) -> bool {
        // S08
        self.extension != NarrowInteger::Zero
    }

    fn truth_is_lowest_bit(&self) -> bool {
        // TYPE-16
        !self.errs("truth-whole")
    }

    fn numbers_in_list(&self, call: &Call<'_>, ways: &[Way]) -> Vec<(u32, u32)> {
        arguments::lengths(call, ways, self)
    }

    fn listed_align(&self, laid: &Laid) -> u32 {
        // LAYOUT-02: a vector is in memory as an array of 8 bytes or more.
        if laid.size >= 8 { laid.align.max(8) } else { laid.align }
    }

    fn callee_owns_listed(&self) -> bool {
        // ARG-30
        !self.errs("listed-original")
    }

    fn extends_on_stack(&self) -> bool {
        // ARG-24 rest
        !self.narrow_entries
    }

    fn writes_slots(&self) -> bool {
        false
    }

    fn caller_copies(&self) -> bool {
        // S11
        self.caller_copies
    }

    fn extends_results_exactly(&self) -> bool {
        // RET-01, S08: unspecified bits get a value that is no extension.
        self.extension != NarrowInteger::Unspecified
    }

    fn extends_each_result(&self) -> bool {
        // RET-03, S08
        self.extension != NarrowInteger::Unspecified
    }

    fn lengthens(&self, form: Form) -> bool {
        // ARG-04 length; a vector of variable length has its own length (ARG-07).
        self.longer && form != Form::Variable
    }

    fn result_room_in_frame(&self) -> bool {
        // RET-04: a space anywhere in the caller's memory.
        true
    }

    fn returned_address(&self) -> AddressBack {
        // RET-05
        AddressBack { register: Reg(0), kept: true }
    }
}
