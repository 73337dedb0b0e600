//! Zfa, which QEMU 7.2 does not know, beside arithmetic of the host: each instruction with all pairs of some numbers.

use crate::support::calls::{address, program};
use crosscall_machines::machine::{Machine, Stop};
use crosscall_machines::riscv::execute::{Core32, Core64};
use crosscall_machines::riscv::special::FCSR;

const A0: u16 = 10;
const FA0: u16 = 42;
const INEXACT: u64 = 1;
const INVALID: u64 = 16;

/// Doubles at the edges of what instructions distinguish.
fn doubles() -> Vec<f64> {
    let around = |value: f64| [value.next_down(), value, value.next_up()];
    let bounds = [
        0.5,
        1.0,
        1.5,
        2.5,
        2147483647.0,
        2147483648.0,
        4294967296.0,
        4503599627370496.0,
        9007199254740992.0,
        1e15,
        3e9,
    ];
    let mut list: Vec<f64> = bounds.into_iter().flat_map(around).collect();
    list.extend([
        0.0,
        5e-324,
        f64::MIN_POSITIVE,
        1e-300,
        1e20,
        1.25e25,
        f64::MAX,
        f64::INFINITY,
        123456789.123,
        4294967297.75,
    ]);
    let negative: Vec<f64> = list.iter().map(|value| -value).collect();
    list.extend(negative);
    list.push(f64::NAN);
    list.push(f64::from_bits(0x7ff0_0000_0000_0001));
    list
}

/// A format as the host computes with it: every number of it is a double.
struct Format {
    letter: char,
    /// Bits of a double rounded to nearest, and back.
    narrow: fn(f64) -> u64,
    wide: fn(u64) -> f64,
    nan: u64,
    quiet: u64,
    above: u64,
    smallest: u64,
}

fn half_to_double(bits: u64) -> f64 {
    let (sign, exponent, fraction) = (bits >> 15 & 1, (bits >> 10 & 31) as i32, bits & 0x3ff);
    let magnitude = match exponent {
        31 if fraction == 0 => f64::INFINITY,
        31 => f64::from_bits(0x7ff0_0000_0000_0000 | fraction << 42),
        0 => fraction as f64 * 2f64.powi(-24),
        _ => (1024 + fraction) as f64 * 2f64.powi(exponent - 25),
    };
    if sign == 1 { -magnitude } else { magnitude }
}

/// The half nearest to a double, by trial of all.
fn double_to_half(value: f64) -> u64 {
    let sign = u64::from(value.is_sign_negative()) << 15;
    if value.is_nan() {
        let quiet = value.to_bits() >> 51 & 1;
        return if quiet == 1 { 0x7e00 } else { 0x7d00 };
    }
    let magnitude = value.abs();
    let half = |bits: u64| half_to_double(bits);
    let above = (0..0x7c00).find(|bits| half(*bits) >= magnitude);
    let Some(above) = above else { return sign | if magnitude < 65520.0 { 0x7bff } else { 0x7c00 } };
    if half(above) == magnitude || above == 0 {
        return sign | above;
    }
    let (low, high) = (magnitude - half(above - 1), half(above) - magnitude);
    sign | if low < high || low == high && above % 2 == 1 { above - 1 } else { above }
}

const FORMATS: [Format; 3] = [
    Format {
        letter: 'd',
        narrow: f64::to_bits,
        wide: f64::from_bits,
        nan: 0x7ff8_0000_0000_0000,
        quiet: 1 << 51,
        above: 0,
        smallest: 1 << 52,
    },
    Format {
        letter: 's',
        narrow: |value| {
            if value.is_nan() {
                0x7fa0_0000 | (value.to_bits() >> 51 & 1) << 22
            } else {
                (value as f32).to_bits().into()
            }
        },
        wide: |bits| {
            let value = f32::from_bits(bits as u32);
            // The host may make a signalling one quiet.
            if value.is_nan() {
                f64::from_bits(0x7ff0_0000_0000_0001 | (bits >> 22 & 1) << 51)
            } else {
                value.into()
            }
        },
        nan: 0x7fc0_0000,
        quiet: 1 << 22,
        above: 0xffff_ffff << 32,
        smallest: 1 << 23,
    },
    Format {
        letter: 'h',
        narrow: double_to_half,
        wide: half_to_double,
        nan: 0x7e00,
        quiet: 1 << 9,
        above: 0xffff_ffff_ffff << 16,
        smallest: 1 << 10,
    },
];

impl Format {
    fn numbers(&self) -> Vec<u64> {
        let mut list: Vec<u64> = doubles().into_iter().map(self.narrow).collect();
        list.sort_unstable();
        list.dedup();
        list
    }

    fn signals(&self, bits: u64) -> bool {
        (self.wide)(bits).is_nan() && bits & self.quiet == 0
    }

    /// The bits of a result in a register.
    fn boxed(&self, value: f64) -> u64 {
        self.above | if value.is_nan() { self.nan } else { (self.narrow)(value) }
    }
}

/// One instruction that can be called.
struct Called<M> {
    machine: M,
    start: u64,
}

impl<M: Machine> Called<M> {
    fn new(mut machine: M, target: &str, instruction: &str) -> Self {
        let program = program(target, &format!("\t.global f\nf:\t{instruction}\n\tret\n"));
        machine.load(&program).expect("it fits");
        let start = address(&program, "f");
        Called { machine, start }
    }

    /// Registers a0 and fa0 after a call with arguments in fa0 and fa1, and the flags.
    fn call(&mut self, arguments: &[u64]) -> (u64, u64, u64) {
        self.machine.begin_call(self.start);
        for (register, value) in (FA0..).zip(arguments) {
            self.machine.set_register(register, *value);
        }
        self.machine.set_register(FCSR, 0);
        assert!(matches!(self.machine.run(10), Stop::Breakpoint(_)));
        (self.machine.register(A0), self.machine.register(FA0), self.machine.register(FCSR))
    }
}

fn called(instruction: &str) -> Called<Core64> {
    Called::new(Core64::new().expect("a machine"), "riscv64", instruction)
}

fn invalid(condition: bool) -> u64 {
    if condition { INVALID } else { 0 }
}

/// A way to round to an integer.
type Round = fn(f64) -> f64;

#[test]
fn numbers_are_rounded_to_integers() {
    let modes: [(&str, Round); 5] = [
        ("rne", f64::round_ties_even),
        ("rtz", f64::trunc),
        ("rdn", f64::floor),
        ("rup", f64::ceil),
        ("rmm", f64::round),
    ];
    for format in &FORMATS {
        for (mode, round) in modes {
            for (name, tells) in [("fround", false), ("froundnx", true)] {
                let instruction = format!("{name}.{} fa0,fa0,{mode}", format.letter);
                let mut called = called(&instruction);
                for bits in format.numbers() {
                    let value = (format.wide)(bits);
                    let expected = round(value);
                    let inexact = tells && !value.is_nan() && expected != value;
                    let flags = invalid(format.signals(bits)) | if inexact { INEXACT } else { 0 };
                    let (_, result, raised) = called.call(&[format.above | bits]);
                    assert_eq!((result, raised), (format.boxed(expected), flags), "{instruction} {value}");
                }
            }
        }
    }
}

#[test]
fn numbers_are_compared() {
    for format in &FORMATS {
        for name in ["fminm", "fmaxm", "fleq", "fltq"] {
            let to = if name.ends_with('m') { "fa0" } else { "a0" };
            let instruction = format!("{name}.{} {to},fa0,fa1", format.letter);
            let mut called = called(&instruction);
            for a in format.numbers() {
                for b in format.numbers() {
                    let (x, y) = ((format.wide)(a), (format.wide)(b));
                    let is_none = x.is_nan() || y.is_nan();
                    // Zeros are in order by their signs.
                    let less = x < y || x == y && x.is_sign_negative();
                    let (lesser, greater) = if less { (x, y) } else { (y, x) };
                    let expected = match name {
                        _ if is_none && to == "fa0" => format.boxed(f64::NAN),
                        "fminm" => format.boxed(lesser),
                        "fmaxm" => format.boxed(greater),
                        "fleq" => (x <= y).into(),
                        _ => (x < y).into(),
                    };
                    let (integer, number, raised) = called.call(&[format.above | a, format.above | b]);
                    let result = if to == "a0" { integer } else { number };
                    let flags = invalid(format.signals(a) || format.signals(b));
                    assert_eq!((result, raised), (expected, flags), "{instruction} {x} {y}");
                }
            }
        }
    }
}

#[test]
fn the_lowest_word_of_an_integer_is_taken() {
    let mut called = called("fcvtmod.w.d a0,fa0,rtz");
    for value in doubles() {
        let whole = value.trunc();
        let fits = (-2147483648.0..2147483648.0).contains(&whole);
        let inexact = fits && whole != value;
        // A remainder is always exact.
        let low = if whole.is_finite() { (whole % 4294967296.0) as i64 as i32 } else { 0 };
        let flags = invalid(!fits) | if inexact { INEXACT } else { 0 };
        let (result, _, raised) = called.call(&[value.to_bits()]);
        assert_eq!((result, raised), (low as i64 as u64, flags), "{value}");
    }
}

#[test]
fn constants_are_those_of_the_list() {
    let values = [
        -1.0,
        0.0,
        2f64.powi(-16),
        2f64.powi(-15),
        2f64.powi(-8),
        2f64.powi(-7),
        0.0625,
        0.125,
        0.25,
        0.3125,
        0.375,
        0.4375,
        0.5,
        0.625,
        0.75,
        0.875,
        1.0,
        1.25,
        1.5,
        1.75,
        2.0,
        2.5,
        3.0,
        4.0,
        8.0,
        16.0,
        128.0,
        256.0,
        32768.0,
        65536.0,
        f64::INFINITY,
        f64::NAN,
    ];
    for format in &FORMATS {
        for (number, value) in (0u32..).zip(values) {
            let text = match number {
                1 => "min".to_owned(),
                30 => "inf".to_owned(),
                31 => "nan".to_owned(),
                _ => format!("{value}"),
            };
            let expected = if number == 1 { format.above | format.smallest } else { format.boxed(value) };
            let (_, result, raised) = called(&format!("fli.{} fa0,{text}", format.letter)).call(&[]);
            assert_eq!((result, raised), (expected, 0), "{text} {}", format.letter);
        }
    }
}

#[test]
fn halves_of_doubles_are_moved() {
    let core = || Core32::new().expect("a machine");
    let (upper, _, _) = Called::new(core(), "riscv32", "fmvh.x.d a0,fa0").call(&[0x8765_4321_0123_4567]);
    assert_eq!(upper, 0x8765_4321);
    let text = "li a1,0x89abcdef\n\tli a2,0x01234567\n\tfmvp.d.x fa0,a1,a2";
    let (_, double, _) = Called::new(core(), "riscv32", text).call(&[]);
    assert_eq!(double, 0x0123_4567_89ab_cdef);
}
