//! Cases in which a compiler was accused of something new, though everything in them follows from what is known of it.

use crate::common::{self, World};

/// A value is looked for in the place of another one that is laid out by the same clauses, because a structure with a half has
/// moved both: it is not the order of bytes that is wrong.
const MOVED: &str = r#"crosscall = 1
target = "riscv64-lp64d"
signature = "unsigned _BitInt(96) f(_Float16 [[gnu::aligned(4)]], struct { _Float16 [[gnu::aligned(4)]] m0; }, struct { struct { void (*m0)(void); } m0; }, _BitInt(65), struct { _BitInt(65) m0[1]; }, struct { void *m0; })"
arguments = ["0x3332", "{0x3534}", "{{0x3d3c3b3a39383736}}", "0x14544434241403f3e", "{{0x4e4d4c4b4a494847}}", "{0x5756555453525150}"]
result = "0x636261605f5e5d5c5b5a5958"
[style]
address_taken = true
written = true
tail = true
"#;

/// A structure with a half travels like an unnamed argument, as it always does with this compiler: it does not follow two
/// conventions for functions without a prototype.
const LIKE_TWO_CONVENTIONS: &str = r#"crosscall = 1
target = "riscv64-lp64d"
signature = "void f(long long, struct { struct { long long m0[1]; } m0; }, struct { _Float16 m0; }, unsigned long long, struct { unsigned long long m0; }, struct { unsigned long long m0; })"
arguments = ["0x3e3d3c3b3a393837", "{{{0x464544434241403f}}}", "{0x4847}", "0x504f4e4d4c4b4a49", "{0x5857565554535251}", "{0x605f5e5d5c5b5a59}"]
[style]
rounds = 3
tail = true
form = "unprototyped"
"#;

#[test]
fn what_follows_from_something_known_is_not_new() {
    let world = World::new();
    for (case, pairing, subject) in
        [(MOVED, "callee", "clang-14-lp64d-O2"), (LIKE_TWO_CONVENTIONS, "caller", "clang-14-lp64d-O2")]
    {
        if common::installed_as(subject).is_none() {
            continue;
        }
        world.write("case.toml", case);
        let line = ["repro", "case.toml", "--pairing", pairing, "--toolchain", subject];
        let text = world.run_at_home(&line).exits(0).out;
        assert!(text.contains("RISCV-CLANG-04"), "{text}");
    }
}
