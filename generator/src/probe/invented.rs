//! Probes for the invented target, which runs on the machine of ForwardCom. The links that its document demands in
//! addition to those of the machine are passed right before a call (INVENTED-CALL-02).

use crosscall_model::Target;
use crosscall_model::target::Register;

use super::forwardcom::ForwardCom;

/// Assembly syntax of the invented target.
pub(super) static INVENTED: ForwardCom = ForwardCom::on(Target::Invented.facts(), Some(Register(5)));
