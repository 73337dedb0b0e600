//! Cases for the open questions of the invented document, and for functions that nobody calls.

use crosscall_model::Form;

use super::{Char, Double, Float, Int, List, Long, Short, Signature, Style, Type, UnsignedChar};

/// Adds narrow arguments in every register; lists of parameters of several entries; vertices.
pub(crate) fn settling(list: &mut List) {
    for narrow in [Char, UnsignedChar, Short, Int] {
        list.pass([narrow.into(), narrow.into(), narrow.into()]);
        list.call(Some(narrow.into()), Vec::new());
    }
    for last in [Type::from(Long), Type::from(Float), Type::Vector { element: Double, lanes: 8 }] {
        list.pass((0..5).map(|_| Type::from(Long)).chain([last]));
    }
    let vertex = Style { form: Form::Vertex, ..Style::PLAIN };
    for style in [
        vertex,
        Style { calls: true, ..vertex },
        Style { calls: true, held: 12, rounds: 2, ..vertex },
        Style { locals: 600, dynamic: 33, others: true, ..vertex },
    ] {
        list.add(Signature { result: None, parameters: Vec::new(), variadic: None }, style);
    }
}
