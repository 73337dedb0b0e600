//! Invented target: its document (`oracle/clauses/invented.toml`), read independently of the oracle.

mod arguments;
mod data;
mod dialect;
mod faults;
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
    toolchain: &[],
    faults: faults::FAULTS,
    convention: |readings, fault| Box::new(Dialect::new(readings, fault)),
};

impl Convention for Dialect {
    fn target(&self) -> Target {
        Target::Invented
    }

    fn fault(&self) -> Option<Mechanism> {
        self.fault
    }

    fn has_vertices(&self) -> bool {
        // CALL-03
        true
    }
}

impl Passing for Dialect {
    fn assign(&self, call: &Call<'_>) -> Assignment {
        arguments::assign(call, self)
    }

    fn returned(&self, result: Option<&Laid>) -> Returned {
        arguments::returned(result)
    }

    fn pointer_align(&self, laid: &Laid) -> u32 {
        // ARG-04: a copy has the alignment of its type.
        laid.align
    }

    fn parts_are_separate(&self) -> bool {
        // ARG-02: a complex value is one value.
        false
    }

    fn caller_extends(&self) -> bool {
        // ARG-01 extension
        self.caller_extends
    }

    fn counts_on_extension(&self, _ty: &Type) -> bool {
        // ARG-01 extension
        true
    }

    fn extends_on_stack(&self) -> bool {
        // ARG-03, ARG-05: whole entries, whole words.
        true
    }

    fn writes_slots(&self) -> bool {
        // ARG-03: the list belongs to the caller; ARG-05: only unnamed arguments are on the stack.
        false
    }

    fn caller_copies(&self) -> bool {
        // ARG-04
        true
    }

    fn extends_results_exactly(&self) -> bool {
        // RET-01
        true
    }

    fn result_room_in_frame(&self) -> bool {
        // RET-03: anywhere in memory.
        true
    }

    fn returned_address(&self) -> AddressBack {
        // RET-03
        AddressBack { register: Reg(0), kept: true }
    }
}
