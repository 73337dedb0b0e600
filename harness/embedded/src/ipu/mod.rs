//! IPU: its ABI according to its document, read independently of the oracle.

mod arguments;
mod data;
mod dialect;
mod emit;
mod faults;
mod free;
mod readings;
mod registers;

use crosscall_model::{Target, Type};

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
        Target::Ipu
    }

    fn fault(&self) -> Option<Mechanism> {
        self.fault
    }

    fn has_vertices(&self) -> bool {
        // 14.2
        true
    }
}

impl Passing for Dialect {
    fn assign(&self, call: &Call<'_>) -> Assignment {
        arguments::assign(call, self)
    }

    fn returned(&self, result: Option<&Laid>) -> Returned {
        arguments::returned(result, self)
    }

    fn passed_as<'l>(&self, laid: &'l Laid) -> &'l Laid {
        // ARG-10, RET-04: a bit-field is alone in its container, and the bits beside it are unspecified.
        match arguments::only_member(laid, self) {
            Some((inner, _, false)) => inner,
            _ => laid,
        }
    }

    fn pointer_align(&self, laid: &Laid) -> u32 {
        // S15
        laid.align.min(self.largest_temporary)
    }

    fn parts_are_separate(&self) -> bool {
        // S04 complex
        self.complex_as_two
    }

    fn caller_extends(&self) -> bool {
        // ARG-09
        true
    }

    fn counts_on_extension(&self, _ty: &Type) -> bool {
        // ARG-09
        true
    }

    fn extends_on_stack(&self) -> bool {
        // ARG-09 does not distinguish places of a scalar.
        true
    }

    fn writes_slots(&self) -> bool {
        // STACK-08
        self.writes_slots
    }

    fn caller_copies(&self) -> bool {
        // ARG-12
        true
    }

    fn extends_results_exactly(&self) -> bool {
        // RET-03
        true
    }

    fn result_room_in_frame(&self) -> bool {
        // RET-06, RET-07: memory that is not visible to others.
        !self.breaks(Mechanism::RoomOutside)
    }

    fn returned_address(&self) -> AddressBack {
        // S16
        AddressBack { register: Reg(0), kept: self.address_returned }
    }
}
