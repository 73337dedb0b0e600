//! Cases for the open questions of the invented document, and for functions that nobody calls.

use super::settling::vertices;
use super::*;

/// Adds narrow arguments in every register; lists of parameters of several entries; vertices.
pub(crate) fn settling(list: &mut List) {
    for narrow in [Char, UnsignedChar, Short, Int] {
        list.pass([narrow.into(), narrow.into(), narrow.into()]);
        list.call(Some(narrow.into()), Vec::new());
    }
    for last in [Type::from(Long), Type::from(Float), Type::Vector { element: Double, lanes: 8 }] {
        list.pass((0..5).map(|_| Type::from(Long)).chain([last]));
    }
    vertices(list);
}
