//! Components of the DPU's cases. Its document has neither half-precision numbers nor vectors (DPU-S05).

use crosscall_model::Scalar::*;

use super::{Parts, Repertoire, Scalars, USUAL};
use crate::directed::dpu;

pub(super) const REPERTOIRE: Repertoire = Repertoire {
    scalars: Scalars {
        words: &[Int, UnsignedInt, Int],
        wide: &[LongLong, UnsignedLongLong, Long, UnsignedLong],
        ..USUAL
    },
    parts: &[Parts::Complex(Float), Parts::Complex(Double), Parts::Complex(LongDouble)],
    settling: dpu::settling,
    ..Repertoire::USUAL
};
