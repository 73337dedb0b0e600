//! Probes for the invented target, which runs on the machine of ForwardCom. What its document wants beside what that
//! machine does is left right before a call (INVENTED-CALL-02).

use crosscall_model::Target;
use crosscall_model::target::Register;

use super::forwardcom::ForwardCom;

/// The spelling.
pub(super) static INVENTED: ForwardCom =
    ForwardCom { facts: Target::Invented.facts(), link: Some(Register(5)) };
