//! The programs of `docs/proofs/x86_64`, linked with the machine's `cc` and run on it.

use super::Row;

pub(super) const NEEDS: &[&str] = &["x86_64-linux-gnu-gcc", "cc"];

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    ("plain-bit-field",       "", "x86_64-linux-gnu-gcc -O2", "x86_64-linux-gnu-gcc -O2",                          false),
    ("plain-bit-field",       "", "clang-19 -O2",             "clang-14 -O2",                                      false),
    ("one-float",             "", "x86_64-linux-gnu-gcc -O2", "clang-14 -O2",                                      false),
    ("one-float",             "", "clang-19 -O2",             "x86_64-linux-gnu-gcc -O2",                          false),
    ("one-float",             "", "x86_64-linux-gnu-gcc -O2", "x86_64-linux-gnu-gcc -O0",                          true),
    ("one-float",             "", "clang-19 -O2",             "clang-14 -O2",                                      true),
    ("alignof-vector",        "", "x86_64-linux-gnu-gcc -O2", "x86_64-linux-gnu-gcc -O2",                          false),
    ("alignof-vector",        "", "clang-19 -O2",             "clang-19 -O2",                                      true),
    ("typedef-record-result", "", "x86_64-linux-gnu-gcc -O0", "x86_64-linux-gnu-gcc -O2 -mavx",                    false),
    ("typedef-record-result", "", "clang-19 -O2",             "x86_64-linux-gnu-gcc -O2 -mavx",                    false),
    ("typedef-record-result", "", "x86_64-linux-gnu-gcc -O2", "x86_64-linux-gnu-gcc -O0",                          true),
    ("typedef-record-result", "", "x86_64-linux-gnu-gcc -O2", "clang-19 -O2",                                      true),
    ("stack-at-call",         "", "x86_64-linux-gnu-gcc -O2", "x86_64-linux-gnu-gcc -O0",                          false),
    ("stack-at-call",         "", "x86_64-linux-gnu-gcc -O2", "x86_64-linux-gnu-gcc -O2",                          false),
    ("stack-at-call",         "", "x86_64-linux-gnu-gcc -O2", "x86_64-linux-gnu-gcc -O2 -fno-ipa-stack-alignment", true),
    ("stack-at-call",         "", "clang-19 -O2",             "clang-14 -O0",                                      true),
    ("unnamed-bits",          "", "x86_64-linux-gnu-gcc -O2", "x86_64-linux-gnu-gcc -O2",                          false),
    ("unnamed-bits",          "", "clang-19 -O0",             "x86_64-linux-gnu-gcc -O0",                          false),
    ("unnamed-bits",          "", "x86_64-linux-gnu-gcc -O2", "clang-19 -O2",                                      true),
    ("behind-int128",         "", "x86_64-linux-gnu-gcc -O2", "x86_64-linux-gnu-gcc -O2",                          true),
    ("behind-int128",         "", "x86_64-linux-gnu-gcc -O2", "clang-14 -O2",                                      false),
    ("behind-int128",         "", "clang-16 -O2",             "x86_64-linux-gnu-gcc -O2",                          false),
    ("behind-int128",         "", "x86_64-linux-gnu-gcc -O2", "clang-19 -O2",                                      false),
    ("behind-int128",         "", "clang-19 -O2",             "x86_64-linux-gnu-gcc -O2",                          false),
    ("behind-int128",         "", "clang-19 -O2",             "clang-19 -O2",                                      true),
    ("int128-alignment",      "", "x86_64-linux-gnu-gcc -O2", "clang-14 -O2",                                      false),
    ("int128-alignment",      "", "clang-16 -O0",             "x86_64-linux-gnu-gcc -O2",                          false),
    ("int128-alignment",      "", "x86_64-linux-gnu-gcc -O2", "clang-19 -O2",                                      true),
    ("int128-alignment",      "", "clang-19 -O2",             "x86_64-linux-gnu-gcc -O2",                          true),
    ("bool-argument",         "", "x86_64-linux-gnu-gcc -O2", "clang-19 -O2",                                      false),
    ("bool-argument",         "", "x86_64-linux-gnu-gcc -O2", "clang-14 -O0",                                      true),
    ("bool-argument",         "", "x86_64-linux-gnu-gcc -O2", "x86_64-linux-gnu-gcc -O2",                          true),
    ("one-double-result",     "", "x86_64-linux-gnu-gcc -O2", "clang-14 -O2",                                      false),
    ("one-double-result",     "", "x86_64-linux-gnu-gcc -O2", "clang-19 -O0",                                      false),
    ("one-double-result",     "", "x86_64-linux-gnu-gcc -O2", "x86_64-linux-gnu-gcc -O2",                          true),
    ("three-doubles-result",  "", "x86_64-linux-gnu-gcc -O2", "clang-14 -O2",                                      false),
    ("three-doubles-result",  "", "x86_64-linux-gnu-gcc -O2", "clang-19 -O0",                                      false),
    ("three-longs-result",    "", "x86_64-linux-gnu-gcc -O2", "clang-14 -O0",                                      false),
    ("three-longs-result",    "", "x86_64-linux-gnu-gcc -O2", "clang-19 -O2",                                      false),
    ("packed-lowered",        "", "clang-14 -O2",             "clang-14 -O2",                                      false),
    ("packed-lowered",        "", "clang-16 -O0",             "clang-16 -O0",                                      false),
    ("packed-lowered",        "", "x86_64-linux-gnu-gcc -O2", "clang-14 -O2",                                      false),
    ("packed-lowered",        "", "x86_64-linux-gnu-gcc -O2", "x86_64-linux-gnu-gcc -O2",                          true),
    ("packed-lowered",        "", "x86_64-linux-gnu-gcc -O2", "clang-19 -O2",                                      true),
];

/// Programs that a compiler does not take.
#[rustfmt::skip]
pub(super) const STOPS: &[Row] = &[
    ("three-doubles-result", "", "x86_64-linux-gnu-gcc -O2", "x86_64-linux-gnu-gcc -O2", false),
];
