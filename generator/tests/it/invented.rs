//! Cases and probes for the target of the tests.

use crosscall_generator::{Widths, case, directed, valid};
use crosscall_model::{Case, Form, Scalar, Target};

use crate::cases;
use crate::probe::carry_out;
use crate::support::ilp32_bits;
use crate::support::plans::INVENTED;

#[test]
fn registers_may_know_their_length_and_parameters_may_be_in_a_list() {
    let wide = carry_out(&INVENTED, 500);
    assert!(wide > 250, "{wide}");
}

#[test]
fn cases_are_read_back() {
    cases::assert_read_back(Target::Invented);
}

/// Vertices are there where a target has them, and nowhere else; nothing goes in and nothing comes back.
#[test]
fn nobody_calls_a_vertex() {
    let width = |scalar| match scalar {
        Scalar::Long | Scalar::UnsignedLong | Scalar::Size | Scalar::PointerDifference => 64,
        Scalar::Double | Scalar::LongDouble => 32,
        _ => ilp32_bits(scalar),
    };
    let widths = Widths::new(Target::Invented, &width);
    let directed = directed::cases(Target::Invented, &width);
    let random = (0..2000).map(|i| case(Target::Invented, 1, i, &width));
    let cases: Vec<Case> = directed.into_iter().chain(random).collect();
    for case in &cases {
        assert_eq!(valid::check(case, &widths), Ok(()), "{case:?}");
    }
    let vertices = cases.iter().filter(|case| case.style.form == Form::Vertex);
    assert_eq!(vertices.clone().filter(|case| case.signature.types().next().is_some()).count(), 0);
    assert!(vertices.count() > 40);
    assert!(cases::random_cases(2000).all(|case| case.style.form != Form::Vertex));
}
