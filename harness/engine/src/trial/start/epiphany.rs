//! Epiphany's loader: fixed structures in low memory, and a block of arguments. The start-up code clears `.bss` if it
//! has to, copies the stack arguments, loads the argument registers and calls the function.

use super::Wanted;
use crate::machine::TrialError;
use crosscall_model::plan::{ClauseId, Plan};
use crosscall_oracle::abi::epiphany::start::{
    self, StartError, expected_configuration, expected_start, prepare,
};
use crosscall_oracle::choose::Chooser;
use std::ops::Range;
use std::sync::Arc;

/// The loader.
pub(super) struct Loader;

const MEMORY: Range<u64> = 0x400..0x2000;
const ARGS: u32 = 0x400;
const SPILL: u32 = 0x480;
const DATA: u32 = 0x1000;

/// A start, with what is written for it.
#[derive(Debug)]
struct Request {
    request: start::Request,
    writes: Vec<(u64, Vec<u8>)>,
}

impl super::Loader for Loader {
    fn memory(&self) -> Range<u64> {
        MEMORY
    }

    fn text(&self, entry: &str, back: &str, area: u64) -> String {
        include_str!("epiphany.s")
            .replace("@ENTRY@", entry)
            .replace("@BACK@", back)
            .replace("@AREA@", &area.to_string())
    }

    fn request(&self, function: u64, plan: &Plan) -> Result<Option<Arc<dyn super::Request>>, TrialError> {
        let request = start::Request {
            function: u32::try_from(function)
                .map_err(|_| TrialError::Failed("a function out of reach".to_owned()))?,
            args: ARGS,
            spill: SPILL,
            data: DATA,
            bss_cleared: true,
            workgroup: [0x3543_4c57, 1, 0x808, 32, 8, 4, 4, 1, 2],
            external_memory: [0x3543_4d45, 0x8e00_0000],
        };
        let preparation = match prepare(plan, &request) {
            Ok(preparation) => preparation,
            Err(StartError::Place(_)) => return Ok(None),
            Err(error) => return Err(TrialError::Failed(error.to_string())),
        };
        let writes: Vec<(u64, Vec<u8>)> =
            preparation.writes.into_iter().map(|(address, bytes)| (address.into(), bytes)).collect();
        let beyond = |(address, bytes): &(u64, Vec<u8>)| {
            *address >= MEMORY.start && address + bytes.len() as u64 > MEMORY.end
        };
        if writes.iter().any(beyond) {
            return Err(TrialError::Failed("the arguments do not fit into the loader's memory".to_owned()));
        }
        Ok(Some(Arc::new(Request { request, writes })))
    }
}

impl super::Request for Request {
    fn writes(&self) -> &[(u64, Vec<u8>)] {
        &self.writes
    }

    fn expected(&self, plan: &Plan, chooser: &mut Chooser<'_>) -> Option<Wanted> {
        let expected = expected_start(plan, &self.request, chooser).ok()?;
        let (offset, bytes) = expected.stack;
        Some(Wanted {
            pc: expected.pc.into(),
            registers: expected
                .registers
                .into_iter()
                .map(|(register, value)| (register, value.into()))
                .collect(),
            sp_align: expected.sp_align,
            stack: (offset.cast_signed(), bytes),
            bss_survives: expected.bss_survives,
            clauses: expected.clauses,
            bss_clauses: expected.bss_clauses,
        })
    }

    fn configuration(&self) -> Vec<(u64, Vec<u8>, Vec<ClauseId>)> {
        let all = expected_configuration(&self.request).into_iter();
        all.map(|(address, bytes, clauses)| (address.into(), bytes, clauses)).collect()
    }
}
