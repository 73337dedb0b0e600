//! Properties that hold for all operands.

use crate::support::random::Xorshift;
use crosscall_machines::forwardcom::formats::{InstructionKind, Template};
use crosscall_machines::forwardcom::{decode, encode};
use proptest::prelude::*;

use super::disassembly::{operands, pairs};

/// This many cases, or as many as PROPTEST_CASES says.
fn config(cases: u32) -> ProptestConfig {
    let named = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    ProptestConfig { cases: named.unwrap_or(cases), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(64))]

    /// An encoded instruction decodes to the same operation with the same operands, in every form.
    #[test]
    fn encodings_decode(seed in 1u64..) {
        let mut random = Xorshift(seed);
        for (form, format) in pairs() {
            let mut one = operands(&mut random, format);
            let words = match encode(format, form, &one) {
                Ok(words) => words,
                Err(_) => {
                    one.operand_type &= 3;
                    match encode(format, form, &one) {
                        Ok(words) => words,
                        // The number of the filler is no trap.
                        Err(error) => {
                            prop_assert!(matches!(form.name, "trap" | "breakpoint"), "{} {error}", form.name);
                            continue;
                        }
                    }
                }
            };
            let bytes = words.bytes();
            let Ok(again) = decode(&bytes[..4 * format.words()]) else {
                panic!("{} in {:x} is not decoded", form.name, format.tag);
            };
            prop_assert_eq!(again.words, words);
            // A word may hold the values of a more special form, such as the filler among traps.
            prop_assert_eq!(encode(again.format, again.form, &again.operands()).expect("it was decoded"), words);
            prop_assert_eq!(again.form.op1, form.op1, "{} {}", form.name, again.form.name);
        }
    }

    /// Whatever the bytes, decoding gives an instruction that encodes to them, or an error.
    #[test]
    fn decoded_words_encode(words in any::<[u32; 3]>()) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        for length in [4, 8, 12] {
            if let Ok(one) = decode(&bytes[..length]) {
                let again = encode(one.format, one.form, &one.operands()).expect("the fields are in range");
                // Second modes without a meaning are read as others, and a jump need not use every field of its
                // template: `jump r0` has no use for the constant of template C. So with
                // `fence` and `compare_swap`, whose format has a constant that they have no use for.
                let same = decode(&again.bytes()[..one.size()]).expect("it was encoded");
                prop_assert_eq!((same.operands(), same.form.name), (one.operands(), one.form.name));
                if one.format.template != Template::E && one.format.kind != InstructionKind::Jump {
                    let unused = usize::from(one.format.tag == 0x259);
                    prop_assert_eq!(&again.bytes()[unused..one.size()], &bytes[unused..one.size()]);
                }
            }
        }
    }
}
