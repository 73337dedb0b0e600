//! DPU: its ABI according to its document, read independently of the oracle.

mod arguments;
mod data;
mod dialect;
mod emit;
mod faults;
mod readings;
mod registers;

use crosscall_model::{Scalar, Target, Type};

use crate::convention::{AddressBack, Convention, Document, Passing};
use crate::emit::Reg;
use crate::fault::Mechanism;
use crate::laid::Laid;
use crate::places::{Assignment, Call, Returned};
use dialect::Dialect;

/// Tables and convention of this target.
pub(crate) const DOCUMENT: Document = Document {
    choices: readings::CHOICES,
    toolchain: readings::TOOLCHAIN,
    faults: faults::FAULTS,
    convention: |readings, fault| Box::new(Dialect::new(readings, fault)),
};

impl Convention for Dialect {
    fn target(&self) -> Target {
        Target::Dpu
    }

    fn fault(&self) -> Option<Mechanism> {
        self.fault
    }
}

impl Passing for Dialect {
    fn assign(&self, call: &Call<'_>) -> Assignment {
        arguments::assign(call, self)
    }

    fn returned(&self, result: Option<&Laid>) -> Returned {
        arguments::returned(result, self)
    }

    fn pointer_align(&self, laid: &Laid) -> u32 {
        // S10
        laid.align.min(self.largest_temporary)
    }

    fn parts_are_separate(&self) -> bool {
        // S05 argument
        self.complex_as_two
    }

    fn caller_extends(&self) -> bool {
        // ARG-02
        self.caller_extends
    }

    fn counts_on_extension(&self, ty: &Type) -> bool {
        // ARG-02: only plain `char` is excluded, because the other side may treat its sign differently.
        *ty != Type::Scalar(Scalar::Char)
    }

    fn extends_on_stack(&self) -> bool {
        // ARG-02, VAR-01: a promoted value is a word wherever it is.
        true
    }

    fn writes_slots(&self) -> bool {
        // S16
        self.writes_slots
    }

    fn caller_copies(&self) -> bool {
        // ARG-05 copy
        self.caller_copies
    }

    fn extends_results_exactly(&self) -> bool {
        // RET-01
        self.exact_extension
    }

    fn result_room_in_frame(&self) -> bool {
        // RET-04 does not specify the place of the space.
        true
    }

    fn returned_address(&self) -> AddressBack {
        // RET-04 again
        AddressBack { register: Reg(0), kept: self.address_returned }
    }
}
