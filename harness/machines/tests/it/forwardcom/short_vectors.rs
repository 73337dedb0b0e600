//! Instructions that look at the first element of a vector that is shorter than an element.

use std::fmt::Write;

use crosscall_machines::forwardcom::assemble;
use crosscall_machines::forwardcom::execute::Core;
use crosscall_machines::forwardcom::link::{link, link_options};
use crosscall_machines::machine::{Machine, State, Stop};

/// The bytes that `v1` begins with; `v2` has the first eight.
const BYTES: [u8; 16] = [0x81, 0x40, 0x20, 0xC1, 5, 6, 7, 0x88, 9, 10, 11, 12, 13, 14, 15, 16];

/// A conditional jump on `v1` and `v2`, and whether it is taken: the first elements as 64 bits.
type Jump = (&'static str, fn(u64, u64) -> bool);

fn float(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// `v1` in the place of the destination.
const OF_THE_DESTINATION: [Jump; 11] = [
    ("float test_bit(v1, 0), jump_true", |a, _| a & 1 != 0),
    ("float test_bit(v1, 15), jump_true", |a, _| a >> 15 & 1 != 0),
    ("float test_bit(v1, 31), jump_true", |a, _| a >> 31 & 1 != 0),
    ("double test_bit(v1, 63), jump_true", |a, _| a >> 63 & 1 != 0),
    ("float test_bits_and(v1, 0x81), jump_true", |a, _| a & 0x81 == 0x81),
    ("double test_bits_or(v1, 0x4000), jump_true", |a, _| a & 0x4000 != 0),
    ("double v1 = and(v1, v1), jump_zero", |a, _| a == 0),
    ("float v1 = xor(v1, v2), jump_zero", |a, b| (a ^ b) as u32 == 0),
    ("float compare(v1, v2), jump_equal", |a, b| float(a) == float(b)),
    ("double compare(v1, v2), jump_below", |a, b| f64::from_bits(a) < f64::from_bits(b)),
    ("float compare(v1, 0), jump_below", |a, _| float(a) < 0.0),
];

/// `v1` in another place.
const OF_A_SOURCE: [Jump; 3] = [
    ("float v3 = or(v1, v2), jump_zero", |a, b| (a | b) as u32 == 0),
    ("double v3 = and(v2, v1), jump_nzero", |a, b| a & b != 0),
    ("float compare(v2, v1), jump_above", |a, b| float(b) > float(a)),
];

fn run(text: &str) -> Core {
    let object = assemble("short.as", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let program = link(&[&object], &link_options()).unwrap_or_else(|error| panic!("{error}"));
    let mut core = Core::new().expect("the default map");
    core.load(&program).expect("it fits");
    let back = core.begin_call(program.address_of("main").expect("a symbol"));
    assert_eq!(core.run(100_000), Stop::Breakpoint(back));
    core
}

/// A function `main` around code, with the bytes at `bytes`.
fn program(code: &str) -> String {
    let list: Vec<String> = BYTES.iter().map(u8::to_string).collect();
    let list = list.join(", ");
    format!(
        "data section read write datap\nbytes: int8 {list}\ndata end\n\
         code section execute align=4\nmain function public\n{code}return\nmain end\ncode end\n"
    )
}

/// `forw -emu` takes the same jumps, where the bytes of the register behind its length are 0 there too.
#[test]
fn conditional_jumps_see_the_bytes_that_exist() {
    for length in [0usize, 1, 2, 3, 4, 5, 7, 8, 16] {
        let mut code = "int64 r0 = 0\n".to_owned();
        for (number, (text, _)) in OF_THE_DESTINATION.iter().chain(&OF_A_SOURCE).enumerate() {
            let _ = write!(
                code,
                "int64 r8 = address([bytes])\nint64 r9 = {length}\nint8 v1 = [r8, length=r9]\n\
                 int64 r9 = 8\nint8 v2 = [r8, length=r9]\n\
                 {text} T{number}\njump E{number}\nT{number}: int64 r0 |= {}\nE{number}: nop\n",
                1 << number
            );
        }
        let taken = run(&program(&code)).register(0);
        let part = |length: usize| (0..length.min(8)).fold(0, |all, i| all | u64::from(BYTES[i]) << (8 * i));
        let whole = |text: &str| {
            let size = if text.starts_with("double") { 8 } else { 4 };
            if length < size { 0 } else { part(length) }
        };
        for (number, (text, condition)) in OF_THE_DESTINATION.iter().chain(&OF_A_SOURCE).enumerate() {
            let is_source = number >= OF_THE_DESTINATION.len();
            let first = if is_source { whole(text) } else { part(length) };
            let expected = condition(first, part(8));
            assert_eq!(taken >> number & 1 != 0, expected, "{text} with {length} bytes");
        }
    }
}

/// `vec2gp` takes the bytes that exist.
#[test]
fn a_short_vector_goes_to_a_general_register() {
    for (length, value) in [(0, 0), (1, 0x81), (3, 0x20_4081), (4, 0xC120_4081), (9, 0xC120_4081)] {
        let text = program(&format!(
            "int64 r8 = address([bytes])\nint64 r9 = {length}\nint8 v1 = [r8, length=r9]\nfloat r0 = vec2gp(v1)\n"
        ));
        assert_eq!(run(&text).register(0), value, "{length} bytes");
    }
}

/// A jump that has no result changes no register, also not the length of one.
#[test]
fn a_test_leaves_the_length() {
    let text = program(
        "int64 r8 = address([bytes])\nint64 r9 = 3\nint8 v1 = [r8, length=r9]\n\
         if (float v1 & 1) {\n int64 r1 = get_len(v1)\n}\nint64 r0 = r1\n",
    );
    assert_eq!(run(&text).register(0), 3);
}

/// The loop of the vendor's string functions: a vector of one byte holds the answer, and is tested as a float.
#[test]
fn a_string_function_ends() {
    let text = "
data section read write datap align=8
text: int8 \"This sentence has more bytes than one vector register of one hundred and twenty-eight, so the loop\"
int8 \" must go round before it finds the end\", 0
int64 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
data end
code section execute align=4
main function public
    int64 r1 = address([text])
    int64 r4 = r1
    int64 r3 = 0x100
    int64 v0 = 0
    int8 v0 = set_len(v0, r3)
    int64 r3 = get_len(v0)
    int64 r1 -= r3
    int64 r5 = 0
    int8 v1 = gp2vec(r5)
    while (float !(v1 & 1)) {
        int64 r1 += r3
        int8 v2 = [r1, length = r3]
        int8 v2 = (v0 == v2)
        int8 v1 = bool_reduce(v2, 2)
    }
    int64 r0 = r1
    while (int8 r6 != 0) {
        int64 r0++
        int8 r6 = [r0 - 1]
    }
    int8 r6 = [r0]
    while (int8 r6 != 0) {
        int64 r0++
        int8 r6 = [r0]
    }
    int64 r0 -= r4
    return
main end
code end
";
    assert_eq!(run(text).register(0), 98 + 38);
}
