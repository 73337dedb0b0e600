//! Cases and everything that is written from them: random and directed signatures, values, C text for a
//! subject, assembly probes from a plan, smaller variants of a case.
//!
//! Cases for assemblers and linkers are drawn from a table, [`tool`].
//!
//! Nothing here knows a rule of an ABI. A probe is written from a plan that the oracle made, and the few
//! facts about a data model that values need come from the caller as [`Widths`].

pub mod c_unit;
pub mod config;
pub mod directed;
pub mod draw;
pub mod expression;
pub mod poison;
pub mod probe;
pub mod random;
mod repertoire;
pub mod seed;
pub mod shrink;
pub mod special;
pub mod tool;
pub mod valid;
pub mod values;
pub mod widths;

pub use config::Config;
pub use repertoire::usual_lanes;
pub use widths::Widths;

use crosscall_model::{Case, Scalar, Target, Type};

/// The version of the generator: the same seed and number give the same case in every program of one
/// version, and other cases in others. It stands beside each seed that is told.
///
/// It is raised with every change of what a seed means; a test compares the first cases with those of
/// `tests/versions.txt`.
pub const VERSION: u32 = 5;

/// Random case number `index` of a seed, with a configuration of its own drawn from the same stream
/// (swarm testing). It means the same on every host. `width` gives the width of each scalar in bits.
pub fn case(target: Target, seed: u64, index: u64, width: &dyn Fn(Scalar) -> u32) -> Case {
    steered_case(target, seed, index, &[], width)
}

/// Like [`case`], with types that are preferred as parameters: such as lead to states of a convention's
/// register assignment that no case has reached yet. Without wanted types it is the same case.
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

/// A random case in which every decision follows a configuration that the caller made.
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
