//! Types and functions as they are spelled in C.

use super::super::nodes::{Count, Link, Nodes, text};
use gimli::constants as dw;

/// Types inside one that are spelled.
const MOST_TYPES: usize = 48;

/// The spelling of a type; `void` for none.
pub(super) fn spelling(nodes: &Nodes<'_>, link: Option<Link>) -> String {
    spelled(nodes, link, &mut MOST_TYPES.clone())
}

/// The type with a declarator at the place where C has it, such as the name of a parameter.
pub(super) fn declaring(nodes: &Nodes<'_>, link: Option<Link>, declarator: &str) -> String {
    let ty = spelling(nodes, link);
    match declarator {
        "" => ty,
        _ if ty.ends_with('*') => format!("{ty}{declarator}"),
        _ => format!("{ty} {declarator}"),
    }
}

/// The spelling, of which so many types are left.
fn spelled(nodes: &Nodes<'_>, link: Option<Link>, left: &mut usize) -> String {
    let Some(link) = link else { return "void".to_owned() };
    let found = nodes.find(link).and_then(|at| Some((at, nodes.list.get(at)?)));
    let Some((at, node)) = found.filter(|_| *left > 0) else { return "…".to_owned() };
    *left -= 1;
    let mut inner = || spelled(nodes, node.ty, left);
    let mut pointer = |mark: &str| {
        let to = inner();
        if to.ends_with('*') || to.ends_with('&') { format!("{to}{mark}") } else { format!("{to} {mark}") }
    };
    let tagged = |tag: &str| match node.name {
        [] => format!("{tag} without a name"),
        _ => format!("{tag} {}", nodes.qualified(at)),
    };
    match node.tag {
        dw::DW_TAG_pointer_type => pointer("*"),
        dw::DW_TAG_reference_type => pointer("&"),
        dw::DW_TAG_rvalue_reference_type => pointer("&&"),
        dw::DW_TAG_const_type => format!("const {}", inner()),
        dw::DW_TAG_volatile_type => format!("volatile {}", inner()),
        dw::DW_TAG_atomic_type => format!("_Atomic {}", inner()),
        dw::DW_TAG_restrict_type => inner(),
        dw::DW_TAG_structure_type | dw::DW_TAG_class_type => tagged("struct"),
        dw::DW_TAG_union_type => tagged("union"),
        dw::DW_TAG_enumeration_type => tagged("enum"),
        dw::DW_TAG_array_type => {
            let ranges = nodes.children(at).filter_map(|child| nodes.list.get(child));
            let lengths =
                ranges.filter(|child| child.tag == dw::DW_TAG_subrange_type).map(|range| match range.count {
                    Count::Known(count) => format!("[{count}]"),
                    Count::Absent | Count::Computed => "[]".to_owned(),
                });
            format!("{} {}", inner(), lengths.collect::<String>())
        }
        dw::DW_TAG_subroutine_type => {
            let result = inner();
            let children = nodes.children(at).filter_map(|child| nodes.list.get(child));
            let parameters = children.filter_map(|child| match child.tag {
                dw::DW_TAG_formal_parameter => Some(spelled(nodes, child.ty, left)),
                dw::DW_TAG_unspecified_parameters => Some("...".to_owned()),
                _ => None,
            });
            let parameters: Vec<String> = parameters.take(MOST_TYPES).collect();
            format!("{result} ({})", parameters.join(", "))
        }
        _ => text(node.name),
    }
}
