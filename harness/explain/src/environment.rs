//! A target for the reader of C: its document's sizes, under a dialect, and the names of headers.

use super::dialect::Dialect;
use super::names;
use crosscall_declarations::{Environment, HeaderName};
use crosscall_generator::{Rare, has_scalar};
use crosscall_model::layout::Layout;
use crosscall_model::{Scalar, Target, Type};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;

/// A target under a dialect.
#[derive(Debug, Clone, Copy)]
pub struct UnderDialect<'d> {
    /// The target.
    pub target: Target,
    /// The readings in force.
    pub dialect: &'d Dialect,
}

impl UnderDialect<'_> {
    fn chooser(&self) -> Chooser<'_> {
        Chooser::new(catalogue(self.target), self.dialect)
    }
}

impl Environment for UnderDialect<'_> {
    fn layout(&self, ty: &Type) -> Option<Layout> {
        Some(abi::layout(self.target, ty, &mut self.chooser()))
    }

    fn char_is_signed(&self) -> Option<bool> {
        Some(abi::is_char_signed(self.target, &mut self.chooser()))
    }

    fn has(&self, ty: &Type) -> bool {
        match ty {
            Type::Scalar(scalar @ (Scalar::Int128 | Scalar::UnsignedInt128 | Scalar::BrainHalf)) => {
                has_scalar(self.target, *scalar)
            }
            _ => Rare::of(self.target).has(ty),
        }
    }

    fn name(&self, name: &str) -> Option<HeaderName> {
        names::name(self.target, name)
    }

    fn standard(&self, name: &str, foreign: bool) -> Option<HeaderName> {
        names::standard(self.target, name, foreign)
    }

    fn machines(&self) -> &[&str] {
        abi::c_environment(self.target).machines
    }
}
