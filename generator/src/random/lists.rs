//! Parameter lists.

use crosscall_model::{Scalar, Type};

use super::Maker;
use crate::valid::is_promoted;

impl Maker<'_, '_, '_> {
    /// Types of the named parameters.
    pub(super) fn parameters(&mut self) -> Vec<Type> {
        let config = self.config;
        let wanted = if config.wanted.is_empty() { 0 } else { config.list_wanted };
        let mut list = match self.draw.weighted(&[
            config.list_mixed,
            config.list_edge,
            config.list_uniform,
            config.list_alternating,
            config.list_sized,
            config.list_wrapped,
            wanted,
        ]) {
            0 => self.mixed(),
            1 => self.edge(),
            2 => self.in_turn(1),
            3 => self.in_turn(2),
            4 => self.sizes(),
            5 => self.wrapped(),
            _ => self.around_wanted(),
        };
        list.truncate(config.max_parameters as usize);
        list
    }

    /// Type for a parameter.
    fn parameter(&mut self) -> Type {
        let config = self.config;
        let rest = config.type_scalar + config.type_pointer + config.type_enum;
        if self.leaves > 1 && self.draw.weighted(&[rest, config.type_record]) == 1 {
            self.record(0)
        } else {
            self.simple()
        }
    }

    fn words(&mut self, count: u32) -> Vec<Type> {
        (0..count).map(|_| self.word()).collect()
    }

    /// Number of parameters: usually few, sometimes many.
    fn count(&mut self) -> u32 {
        let bound = *self.draw.pick(&[4, 6, 8, 24]).unwrap_or(&4);
        self.draw.below(bound.min(self.config.max_parameters) + 1)
    }

    fn mixed(&mut self) -> Vec<Type> {
        (0..self.count()).map(|_| self.parameter()).collect()
    }

    /// Words until the registers are nearly full, just full or one over; then a value that may need more than one,
    /// and further words, which may be back-filled.
    fn edge(&mut self) -> Vec<Type> {
        let full = self.config.register_words;
        let before = (full + 2).saturating_sub(self.draw.below(5).min(full + 2));
        let mut list = self.words(before);
        list.push(match self.draw.weighted(&[5, 4, 2, 2]) {
            0 => self.wide(),
            1 => self.sized(),
            2 => self.record(0),
            _ => {
                let inner = self.wide();
                self.wrapper(inner)
            }
        });
        let after = self.draw.below(4);
        list.extend((0..after).map(|_| if self.draw.chance(70) { self.word() } else { self.parameter() }));
        list
    }

    /// A few types in turn, repeatedly.
    fn in_turn(&mut self, types: u32) -> Vec<Type> {
        let before = self.leaves;
        let types: Vec<Type> = (0..types).map(|_| self.parameter()).collect();
        let each = (before - self.leaves).max(1);
        let full = self.config.register_words;
        let count = *self.draw.pick(&[full, full + 1, full.saturating_sub(1), 2 * full, 24]).unwrap_or(&full);
        let affordable = (before / each).max(1) * types.len() as u32;
        self.spend(count.min(affordable));
        types.iter().cycle().take(count.min(affordable) as usize).cloned().collect()
    }

    fn sizes(&mut self) -> Vec<Type> {
        let before = self.draw.below(self.config.register_words + 1);
        let mut list = self.words(before);
        for _ in 0..self.draw.between(1, 3) {
            list.push(self.sized());
            if self.draw.chance(40) {
                list.push(self.word());
            }
        }
        list
    }

    fn wrapped(&mut self) -> Vec<Type> {
        let mut list = Vec::new();
        for _ in 0..self.draw.between(1, 4) {
            let inner = self.simple();
            if self.draw.chance(40) {
                list.push(inner.clone());
            }
            list.push(self.wrapper(inner));
        }
        list
    }

    fn around_wanted(&mut self) -> Vec<Type> {
        let before = self.draw.below(self.config.register_words + 3);
        let mut list: Vec<Type> =
            (0..before).map(|_| if self.draw.chance(60) { self.word() } else { self.wide() }).collect();
        for _ in 0..self.draw.between(1, 3) {
            let wanted = &self.config.wanted;
            list.extend(self.draw.pick(wanted).cloned());
        }
        list.extend((0..self.draw.below(3)).map(|_| self.word()));
        list
    }

    /// Unnamed arguments of a variadic function. Adapts the named parameters: there is at least one, and the default
    /// promotions do not change the type of the last one.
    pub(super) fn unnamed(&mut self, parameters: &mut Vec<Type>) -> Vec<Type> {
        let most = self.config.max_parameters.max(1) as usize;
        parameters.truncate(most);
        match parameters.last_mut() {
            Some(
                Type::Scalar(
                    Scalar::Int
                    | Scalar::UnsignedInt
                    | Scalar::Long
                    | Scalar::UnsignedLong
                    | Scalar::LongLong
                    | Scalar::UnsignedLongLong
                    | Scalar::Double
                    | Scalar::LongDouble
                    | Scalar::Size
                    | Scalar::PointerDifference,
                )
                | Type::DataPointer
                | Type::FunctionPointer
                | Type::Complex(_)
                | Type::Vector { .. }
                | Type::Record(_),
            ) => {}
            Some(ty @ Type::Aligned(..)) if is_promoted(ty) => {}
            Some(last) => *last = Scalar::Int.into(),
            None => parameters.push(Scalar::Int.into()),
        }
        let room = u32::try_from(most - parameters.len()).unwrap_or(0);
        let bound = *self.draw.pick(&[3, 6, 10]).unwrap_or(&3);
        let count = self.draw.below(bound.min(room) + 1);
        (0..count).map(|_| self.promoted()).collect()
    }
}
