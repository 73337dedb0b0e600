//! Nyuzi: its ABI according to its document, read independently of the oracle.

mod arguments;
mod data;
mod dialect;
mod emit;
mod faults;
mod free;
mod readings;
mod registers;
mod results;
pub(crate) mod value;
mod vectors;

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
        Target::Nyuzi
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
        results::classify(result, self)
    }

    fn pointer_align(&self, laid: &Laid) -> u32 {
        // S10 temporary
        laid.align.min(self.largest_temporary)
    }

    fn parts_are_separate(&self) -> bool {
        // S13 argument
        self.complex_as_two
    }

    fn caller_extends(&self) -> bool {
        // S08
        self.caller_extends
    }

    fn counts_on_extension(&self, ty: &Type) -> bool {
        // S08 excludes plain char.
        *ty != Type::Scalar(Scalar::Char)
    }

    fn extends_on_stack(&self) -> bool {
        // ARG-02 slot
        !self.natural_slots
    }

    fn writes_slots(&self) -> bool {
        // S10 slots
        self.writes_slots
    }

    fn caller_copies(&self) -> bool {
        // S10 copy
        self.caller_copies
    }

    fn extends_results_exactly(&self) -> bool {
        // S15
        self.exact_extension
    }

    fn result_room_in_frame(&self) -> bool {
        // RET-03
        self.room_in_frame && !self.breaks(Mechanism::RoomOutside)
    }

    fn returned_address(&self) -> AddressBack {
        // RET-01 again
        AddressBack { register: Reg(0), kept: self.address_returned }
    }
}
