//! RISC-V: what the document says of its ABIs, against the embedded code generator, a separate reading of it.

use crate::common::campaigns;
use crosscall_model::target::riscv::Abi;
use crosscall_model::{Pairing, Target};

#[test]
fn debug() {
    let fault = std::env::var("F").unwrap();
    for abi in [Abi::Lp64d] {
        let target = Target::Riscv(abi);
        let subject = campaigns::broken(target, &fault);
        let report = campaigns::report(&campaigns::settings(target, vec![subject], &[Pairing::Callee], 64));
        for s in &report.targets {
            println!("{:?} {:?} {:#?}", s.counts, s.reasons, s.failures.iter().take(3).collect::<Vec<_>>());
        }
    }
}
