//! An observer that writes everything down.

use crosscall_machines::machine::{Observer, State};

/// Events that were observed, one line each, in order.
#[derive(Default)]
pub(crate) struct Log(pub(crate) Vec<String>);

impl Observer for Log {
    fn step(&mut self, pc: u64, state: &dyn State) {
        assert_eq!(state.pc(), pc);
        self.0.push(format!("step {pc:x}"));
    }
    fn register(&mut self, _pc: u64, register: u16, old: u64, new: u64) {
        self.0.push(format!("r{register} {old:x} -> {new:x}"));
    }
    fn read(&mut self, _pc: u64, address: u64, length: u64) {
        self.0.push(format!("read {address:x} {length}"));
    }
    fn write(&mut self, _pc: u64, address: u64, length: u64, state: &dyn State) {
        let mut old = vec![0; length as usize];
        state.read(address, &mut old).expect("the address is memory");
        self.0.push(format!("write {address:x} {length} over {old:02x?}"));
    }
    fn call(&mut self, _pc: u64, target: u64, return_address: u64) {
        self.0.push(format!("call {target:x} back to {return_address:x}"));
    }
    fn runtime_call(&mut self, _pc: u64, name: &str) {
        self.0.push(format!("runtime {name}"));
    }
}
