//! A subject that is linked and loaded once, for one probe after the other: a probe lies beside the subject's program, and
//! takes the place of the last one.

use super::program::Program;
use crate::machine::{self, TrialError};
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{LinkOptions, OpenReference};
use crosscall_machines::object_file::{ObjectFile, SymbolPlace};
use crosscall_model::Target;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// Bytes of the longest field of a relocation.
const LONGEST_FIELD: usize = 16;

/// A subject's program with room for a probe.
#[derive(Debug)]
pub struct Exchange {
    program: Program,
    /// Options for what lies beside the subject.
    options: LinkOptions,
    /// References of the subject to what probes define, by symbol.
    open: BTreeMap<String, Vec<OpenReference>>,
    /// Symbols among them that have an address in the present probe.
    given: BTreeSet<String>,
    /// Writable sections of the subject.
    writable: Vec<Range<u64>>,
}

impl Exchange {
    /// Links a subject without a probe, and loads it; `None` where nothing can be linked to lie beside a program.
    ///
    /// # Errors
    /// The error of the linker or the loader.
    pub fn new(target: Target, subject: &ObjectFile) -> Result<Option<Exchange>, TrialError> {
        if machine::tools(target).tools().relocate.is_none() {
            return Ok(None);
        }
        let mut executable = machine::link_some(target, &[subject])?;
        let mut open: BTreeMap<String, Vec<OpenReference>> = BTreeMap::new();
        for reference in std::mem::take(&mut executable.open) {
            if reference.in_got {
                return Ok(None);
            }
            open.entry(reference.name.clone()).or_default().push(reference);
        }
        let options = machine::options_for_some(target).beside(&executable);
        let program = Program::load(target, executable, &[subject])?;
        let writable = program.writable.clone();
        Ok(Some(Exchange { program, options, open, given: BTreeSet::new(), writable }))
    }

    /// Puts a probe in the place of the last one.
    ///
    /// # Errors
    /// The error of the linker or the loader: there may be no room here where there is some in a program of its own. The
    /// program then has no probe.
    pub fn put(&mut self, probe: &[Arc<ObjectFile>]) -> Result<(), TrialError> {
        self.define(probe);
        let probe: Vec<&ObjectFile> = probe.iter().map(|object| &**object).collect();
        let executable = machine::link_with(&self.options, self.program.target, &probe)?;
        self.program.machine.reset();
        let loaded = self.program.machine.load_beside(&executable);
        loaded.map_err(|e| TrialError::Failed(e.to_string()))?;
        self.refer(&executable)?;
        self.program.machine.seal();
        self.program.writable.clone_from(&self.writable);
        self.program.put_beside(executable);
        Ok(())
    }

    /// Symbols of the subject that a probe refers to get their addresses.
    fn define(&mut self, probe: &[Arc<ObjectFile>]) {
        let symbols = probe.iter().flat_map(|object| &object.symbols);
        let wanted = symbols.filter(|symbol| symbol.place == SymbolPlace::Undefined);
        let own = |name: &str| self.program.own_symbol(name).filter(|symbol| symbol.section.is_some());
        let found = wanted.filter_map(|symbol| Some((symbol.name.clone(), own(&symbol.name)?.address)));
        self.options.defined = found.collect();
    }

    /// Has the subject refer to what a probe defines, and no longer to what the last one defined.
    fn refer(&mut self, probe: &Executable) -> Result<(), TrialError> {
        let address = |name: &str| probe.globals.get(name).filter(|s| s.section.is_some()).map(|s| s.address);
        let open = probe.globals.keys().filter(|name| self.open.contains_key(*name));
        let mut given: BTreeSet<String> = open.filter(|name| address(name).is_some()).cloned().collect();
        let names: Vec<String> = given.union(&self.given).cloned().collect();
        std::mem::swap(&mut self.given, &mut given);
        for name in names {
            let value = address(&name);
            for OpenReference { site, .. } in self.open.get(&name).into_iter().flatten() {
                let site = value.map_or(*site, |symbol| crosscall_machines::link::Site { symbol, ..*site });
                let cannot =
                    |why: String| TrialError::Failed(format!("`{name}` cannot be referred to: {why}"));
                let machine = &mut self.program.machine;
                let field = (1..=LONGEST_FIELD).rev().find_map(|len| machine.bytes(site.place, len));
                let mut field = field.map(<[u8]>::to_vec).unwrap_or_default();
                let relocated = machine::tools(self.program.target).relocate(&site, &mut field);
                relocated.transpose().map_err(|e| cannot(format!("{e:?}")))?;
                machine.write(site.place, &field).map_err(|e| cannot(e.to_string()))?;
            }
        }
        Ok(())
    }

    /// The program with the present probe.
    pub fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    /// Ends the program and keeps its machine for another one.
    pub fn retire(self) {
        self.program.retire();
    }
}
