//! Configuration of random cases.
//!
//! All numbers are in one list with their meaning, default and range. The list generates the fields
//! and the swarm mode, in which every case has a random configuration of its own: omitting some features makes room for
//! more of the others.

use crosscall_model::{Target, Type};

use crate::draw::Draw;
use crate::repertoire::Repertoire;

/// Kind of a configuration number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Relative frequency among the weights of its group.
    Weight,
    /// Percentage.
    Percent,
    /// Bound, which swarm mode does not change.
    Limit,
}

/// Number of the configuration.
#[derive(Debug, Clone, Copy)]
pub struct Knob {
    /// Kind of number.
    pub role: Role,
    /// Default value.
    pub default: u32,
    /// Greatest value.
    pub max: u32,
}

macro_rules! knobs {
    ($($role:ident $name:ident = $default:literal, max $max:literal, $doc:literal;)*) => {
        /// Frequencies and bounds of random cases.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Config {
            $(#[doc = $doc] pub $name: u32,)*
            /// Types that are preferred as parameters, such as those that lead to states of the register assignment
            /// that no case has reached yet.
            pub wanted: Vec<Type>,
        }

        impl Default for Config {
            fn default() -> Config {
                Config { $($name: $default,)* wanted: Vec::new() }
            }
        }

        /// Every number of the configuration, in the order of the fields.
        pub const KNOBS: &[Knob] = &[
            $(Knob { role: Role::$role, default: $default, max: $max },)*
        ];

        impl Config {
            /// Values in the order of [`KNOBS`].
            fn numbers_mut(&mut self) -> Vec<&mut u32> {
                vec![$(&mut self.$name),*]
            }
        }
    };
}

knobs! {
    Limit max_parameters = 24, max 24, "Most arguments, unnamed ones included.";
    Limit max_leaves = 72, max 512, "About how many scalars a case has in its arguments and its result.";
    Limit max_depth = 3, max 8, "Deepest nesting of records.";
    Limit max_align = 16, max 4096, "Greatest alignment in an attribute, in bytes.";
    Limit rare_forms = 8, max 100, "Percentage of cases with a rare form of a type.";
    Limit register_words = 4, max 32, "Size of a register file for arguments; lists are made to end around it.";

    Weight list_mixed = 8, max 1000, "Parameter list: each parameter on its own.";
    Weight list_edge = 8, max 1000, "Parameter list: registers nearly or just full, then something wide or odd.";
    Weight list_uniform = 2, max 1000, "Parameter list: one type many times.";
    Weight list_alternating = 3, max 1000, "Parameter list: two types in turn.";
    Weight list_sized = 4, max 1000, "Parameter list: structures of every size from 1 to 40 bytes.";
    Weight list_wrapped = 2, max 1000, "Parameter list: types and structures around them.";
    Weight list_wanted = 12, max 1000, "Parameter list: around one of the wanted types, when there are any.";

    Weight type_scalar = 12, max 1000, "Parameter: arithmetic type.";
    Weight type_record = 8, max 1000, "Parameter: structure or union.";
    Weight type_pointer = 2, max 1000, "Parameter: pointer to data or to a function.";
    Weight type_enum = 1, max 1000, "Parameter: enumeration.";

    Weight scalar_word = 8, max 1000, "Scalar: `int`, `unsigned`, `long`, `unsigned long`.";
    Weight scalar_narrow = 6, max 1000, "Scalar: a kind of `char` or `short`.";
    Weight scalar_wide = 6, max 1000, "Scalar: `long long`, `unsigned long long`.";
    Weight scalar_double = 5, max 1000, "Scalar: `double`.";
    Weight scalar_float = 4, max 1000, "Scalar: `float`.";
    Weight scalar_bool = 1, max 1000, "Scalar: `_Bool`.";
    Weight scalar_long_double = 1, max 1000, "Scalar: `long double`.";

    Weight record_mixed = 8, max 1000, "Record: one to six members, each on its own.";
    Weight record_sized = 5, max 1000, "Record: a number of equal members.";
    Weight record_wrapper = 2, max 1000, "Record: a single member.";
    Weight record_bits = 3, max 1000, "Record: bit-fields, perhaps among other members.";
    Weight record_empty = 1, max 1000, "Record: without members.";

    Weight member_scalar = 12, max 1000, "Member: arithmetic type.";
    Weight member_array = 3, max 1000, "Member: array.";
    Weight member_record = 3, max 1000, "Member: record.";
    Weight member_pointer = 1, max 1000, "Member: pointer.";
    Weight member_enum = 1, max 1000, "Member: enumeration.";
    Weight member_bits = 1, max 1000, "Member: bit-field.";

    Weight result_scalar = 6, max 1000, "Result: arithmetic type, pointer or enumeration.";
    Weight result_record = 6, max 1000, "Result: structure or union.";
    Weight result_void = 3, max 1000, "Result: none.";
    Weight result_parameter = 3, max 1000, "Result: the type of a parameter, or a structure around it.";

    Percent union = 18, max 100, "Records that are unions.";
    Percent packed = 8, max 100, "Records with the attribute `packed`.";
    Percent aligned = 6, max 100, "Records with the attribute `aligned`.";
    Percent member_aligned = 4, max 100, "Members with the attribute `aligned`.";
    Percent unnamed_bits = 12, max 100, "Bit-fields without a name, half of them of width zero.";
    Percent variadic = 15, max 100, "Variadic functions.";

    Percent calls = 30, max 100, "Callees that call another function first.";
    Percent live = 30, max 100, "Callers that keep values alive across the call.";
    Percent locals = 25, max 100, "Callees with a local array.";
    Percent address_taken = 20, max 100, "Callees that read parameters through their addresses.";

    Weight scalar_spelled = 1, max 1000, "Scalar: `wchar_t`, `size_t`, `ptrdiff_t`, rare types; `_BitInt`, `_Atomic` and typedefs with an alignment beside scalars.";
    Weight type_complex = 1, max 1000, "Parameter or result: complex type.";
    Weight type_vector = 1, max 1000, "Parameter or result: vector.";
    Weight member_complex = 1, max 1000, "Member: complex type of two words at most.";
    Weight member_vector = 1, max 1000, "Member: vector of two words at most.";
    Weight record_flexible = 1, max 1000, "Record: a structure that ends in a flexible array member.";

    Percent held = 35, max 100, "Callees that keep values alive across their calls; they make calls then.";
    Percent rounds = 15, max 100, "Loops around the calls, in which the values kept alive change.";
    Percent dynamic = 10, max 100, "Arrays whose size is known only when the code runs.";
    Percent written = 20, max 100, "Callees that write their parameters.";
    Percent recursive = 8, max 100, "Callees that call themselves.";
    Percent pointer = 12, max 100, "Calls through pointers.";
    Percent others = 15, max 100, "Calls of other functions besides.";
    Percent tail = 12, max 100, "Calls at the end of functions.";
    Percent computed = 12, max 100, "Callers that compute each argument by a call.";

    Percent va_list = 30, max 100, "Variadic callees that hand their `va_list` on.";
    Percent unprototyped = 15, max 100, "Functions without a prototype, where the types allow it.";
    Percent nested = 6, max 100, "Calls from a nested function, and callees whose parameters one reads.";

    Percent method = 12, max 100, "Functions of objects, where the target's compilers have them.";
    Percent pair = 12, max 100, "Functions with two results, where the target's compilers have them.";
    Percent variable = 25, max 100, "Vectors of variable length, where the target's compilers have them.";

    Percent returns = 30, max 100, "Callees that can return from other places than their end.";
    Percent special = 20, max 100, "Cases with special values: zero, minus one, ends of types, no numbers, null.";
}

impl Config {
    /// Usual configuration with the sizes of a target's convention.
    pub fn of(target: Target) -> Config {
        let Repertoire { register_words, leaves, .. } = *crate::repertoire::of(target);
        Config { register_words, max_leaves: leaves, ..Config::default() }
    }

    /// Random configuration: about half of the frequencies have their default, the others are zero, one or three
    /// times the default.
    pub fn swarm(draw: &mut Draw<'_, '_>, target: Target) -> Config {
        let mut config = Config::of(target);
        for (knob, value) in KNOBS.iter().zip(config.numbers_mut()) {
            if knob.role != Role::Limit {
                *value = match draw.weighted(&[5, 2, 2, 1]) {
                    0 => knob.default,
                    1 => 0,
                    2 => (knob.default * 3).min(knob.max),
                    _ => 1,
                };
            }
        }
        config.max_parameters = draw.pick(&[8, 5, 12, 24]).copied().unwrap_or(8);
        config
    }
}
