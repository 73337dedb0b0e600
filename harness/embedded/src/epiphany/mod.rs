//! Epiphany: its ABI according to its document, read independently of the oracle.

mod arguments;
mod data;
mod dialect;
mod emit;
mod faults;
mod readings;
mod registers;
mod results;
pub(crate) mod value;

use crosscall_model::names::epiphany::ComplexArgument;
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
        Target::Epiphany
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
        // TYPE-14 stack: a double word that the caller copies to its stack has the stack's alignment of double words.
        let align = if laid.align == 8 { self.stack_double_align } else { laid.align };
        // S03 temporary
        align.min(self.largest_temporary)
    }

    fn parts_are_separate(&self) -> bool {
        // S24 argument
        self.complex_argument == ComplexArgument::TwoArguments
    }

    fn caller_extends(&self) -> bool {
        // S05
        self.caller_extends
    }

    fn counts_on_extension(&self, ty: &Type) -> bool {
        // S05 excludes plain char.
        *ty != Type::Scalar(crosscall_model::Scalar::Char)
    }

    fn extends_on_stack(&self) -> bool {
        // ARG-06 slot
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
        // RET-01
        self.exact_extension
    }

    fn result_room_in_frame(&self) -> bool {
        // RET-06: any memory of the caller.
        true
    }

    fn returned_address(&self) -> AddressBack {
        // RET-06 again
        AddressBack { register: Reg(0), kept: self.result_pointer_returned }
    }
}
