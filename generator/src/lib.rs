//! Generator of cases and of everything that is derived from them: random and directed signatures, values, C text for
//! a subject, assembly probes from a plan, smaller variants of a case.
//!
//! Cases for assemblers and linkers are generated from a table, [`tool`].
//!
//! This crate has no rule of an ABI. A probe is generated from a plan that the oracle made, and the few facts about a
//! data model that values depend on come from the caller as [`Widths`].

pub mod c_unit;
pub mod config;
pub mod directed;
pub mod draw;
pub mod expression;
pub mod poison;
pub mod probe;
pub mod random;
mod repertoire;
pub mod rust_unit;
pub mod seed;
pub mod shrink;
pub mod special;
pub mod tool;
mod unit_parts;
pub mod valid;
pub mod values;
pub mod widths;

pub use config::Config;
pub use repertoire::usual_lanes;
pub use widths::{Rare, Widths, has_scalar};

use crosscall_model::{Case, Scalar, Target, Type};

/// Version of the generator: a seed and a number denote the same case in every program of one version, and other
/// cases in others. It is reported beside each seed.
///
/// It is increased with every change of the meaning of a seed; a test compares the first cases with those of
/// `tests/it/TARGET/versions.txt`.
pub const VERSION: u32 = 10;

/// The oldest version whose cases of a target are those of today, with the same C text.
pub fn same_since(target: Target) -> u32 {
    match target {
        // Cases for which all languages have words.
        Target::Riscv(_) => 10,
        // New directed cases everywhere.
        _ => 9,
    }
}

/// The oldest version whose cases of a target are among those of today, with the same C text, but for random ones that have a rare
/// form today: what was recorded with it stands, and the cases that came later are not recorded.
pub fn recorded_since(target: Target) -> u32 {
    match target {
        Target::Nyuzi => 5,
        Target::Epiphany => 8,
        _ => same_since(target),
    }
}

/// On targets whose compilers speak several languages, one random case in so many is one for which all have words.
const COMMON: u64 = 4;

/// Number of random cases among which such a one is looked for; about two in five are.
const TRIES: u64 = 16;

/// Random case number `index` of a seed, with a configuration of its own from the same stream (swarm testing), the
/// same on every host. `width` returns the width of each scalar in bits.
pub fn case(target: Target, seed: u64, index: u64, width: &dyn Fn(Scalar) -> u32) -> Case {
    let first = steered_case(target, seed, index, &[], width);
    if index % COMMON != 2 || !repertoire::of(target).has_languages || is_common(&first) {
        return first;
    }
    let other = |attempt: u64| steered_case(target, seed ^ (attempt << 48), index, &[], width);
    (1..TRIES).map(other).find(is_common).unwrap_or(first)
}

/// True for a case that units in every language can be about.
pub fn is_common(case: &Case) -> bool {
    rust_unit::lacks(case, rust_unit::Wanted::Definition).is_none()
}

/// Random case like [`case`], with preferred types of parameters, such as those that lead to states of a convention's
/// register assignment that no case has reached yet. Without preferred types it is the same case.
pub fn steered_case(
    target: Target,
    seed: u64,
    index: u64,
    wanted: &[Type],
    width: &dyn Fn(Scalar) -> u32,
) -> Case {
    let stream = seed::stream(seed, index);
    let mut bytes = arbitrary::Unstructured::new(&stream);
    let mut draw = draw::Draw::new(&mut bytes);
    let config = Config { wanted: wanted.to_vec(), ..Config::swarm(&mut draw, target) };
    random::case(&mut draw, &config, target, &Widths::new(target, width))
}

/// Random case in which every decision follows a configuration of the caller.
pub fn configured_case(
    target: Target,
    seed: u64,
    index: u64,
    config: &Config,
    width: &dyn Fn(Scalar) -> u32,
) -> Case {
    let stream = seed::stream(seed, index);
    let mut bytes = arbitrary::Unstructured::new(&stream);
    random::from_bytes(&mut bytes, config, target, &Widths::new(target, width))
}
