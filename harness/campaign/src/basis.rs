//! Everything that the verdicts of a batch depend on, as one digest. A batch with the same digest in an earlier column of a
//! store has the same verdicts: what came out of the compilers is the same to everybody who links and runs it, and so are
//! the judge and what is known of the subjects.

use super::RunSettings;
use crate::contents::Contents;
use crosscall_base::digest::Digest;
use crosscall_engine::unit::Compiled;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::{Toolchain, class, worker};
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

/// See [`program`].
static PROGRAM: LazyLock<Option<String>> =
    LazyLock::new(|| std::env::current_exe().ok().and_then(|path| worker::digest(&path)));

/// Digest of this very program; none where it cannot be read.
pub(super) fn program() -> Option<&'static str> {
    PROGRAM.as_deref()
}

/// A digest in the making.
#[derive(Clone, Default)]
pub(super) struct Basis(Digest);

impl Hasher for Basis {
    fn write(&mut self, bytes: &[u8]) {
        self.0.add(bytes);
    }

    /// Of the digest 64 bits; its [name](Basis::name) has more.
    fn finish(&self) -> u64 {
        u64::try_from(self.0.clone().number() & u128::from(u64::MAX)).unwrap_or_default()
    }
}

/// Products of subjects as the judge sees them.
pub(super) trait Product {
    /// Adds everything that verdicts depend on.
    fn add_to(&self, basis: &mut Basis);
}

impl Basis {
    /// Everything but the products: this program, what the lists say, and what is known of the subjects. None where the
    /// program cannot be distinguished from others.
    pub(super) fn of(settings: &RunSettings, subjects: &[Toolchain], known: &[Knowledge]) -> Option<Basis> {
        let mut basis = Basis::default();
        program()?.hash(&mut basis);
        for entry in settings.known.counting() {
            format!("{entry:?}").hash(&mut basis);
        }
        for (subject, known) in subjects.iter().zip(known) {
            subject.name.hash(&mut basis);
            subject.emulator.hash(&mut basis);
            subject.emulator.first().map(|name| worker::program_digest(name)).hash(&mut basis);
            for other in subjects {
                class::is_one(subject, other).hash(&mut basis);
            }
            for entry in settings.known.counting() {
                entry.is_about(subject.known_as()).hash(&mut basis);
            }
            known.hash(&mut basis);
        }
        Some(basis)
    }

    /// Name of the digest, with the products of a batch: 32 hexadecimal digits.
    pub(super) fn name(&self, batch: &impl Product) -> String {
        let mut whole = self.clone();
        batch.add_to(&mut whole);
        whole.0.text()
    }
}

impl Product for Compiled {
    fn add_to(&self, basis: &mut Basis) {
        let Compiled { objects, written, failures, together, forms, incidents } = self;
        objects.len().hash(basis);
        for (ks, object) in objects {
            ks.hash(basis);
            Contents::of(object).hash(basis);
        }
        written.hash(basis);
        forms.hash(basis);
        failures.hash(basis);
        together.hash(basis);
        incidents.hash(basis);
    }
}
