use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::{parse, parse_type, signature, type_name};
use crate::ctype::{EnumType, Member, Record, RecordKind, Scalar, Signature, Type};

fn shown(text: &str) -> String {
    match parse(text) {
        Ok(found) => signature(&found.signature, &found.name),
        Err(error) => error.to_string(),
    }
}

fn check(texts: &[&str], expected: Expect) {
    let lines: Vec<String> = texts.iter().map(|text| shown(text)).collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn what_people_type() {
    check(
        &[
            "long f(int, struct { char a; long long b; })",
            "typedef unsigned char u8; struct s { u8 a, b[3]; }; u8 f(struct s, ...);",
            "int printf(const char *format, ..., double, char, float, struct { int a; })",
            "long unsigned int f(short signed x, int long long unsigned y, double long z, char signed c)",
            "f()",
            "void f()",
            "void f(void)",
            "extern uint8_t f(int8_t, uint64_t, size_t n, bool flag, ptrdiff_t d)",
            "typedef int size_t; size_t f(size_t)",
            "void *f(int a[3], int b[], int c[][4], char **d, int (*e)(int), void g(int), int (*h)[3])",
            "void (*f(int x, void (*y)(void)))(void)",
            "int (*f(void))[3]",
            "enum color { RED, GREEN = 7, BLUE, X = -2, Y = GREEN }; int f(enum color, enum { A }, int [BLUE])",
            "int f(struct { int a : 3; unsigned : 0; _Bool b : 1, c : 1; } x) ; ; ",
            "int f(struct __attribute__((packed, aligned(8))) { char a; int b; })",
            "int f(struct { char a; int b __attribute__((aligned(16))); _Alignas(4) char c, d; } __attribute__((__packed__)))",
            "int f(struct { char a __attribute__((packed)); int b __attribute__((packed)); })",
            "int f(union { float a; struct { int x, y; }; struct empty {} e; void (*p[2])(void); })",
            "struct node { struct node *next; int v; }; struct node f(struct unknown *, union u *const volatile p)",
            "/* a */ int // b\n f(int a /* c */, volatile int b)",
            "typedef void handler(int); typedef struct p { handler *h; } p; p f(p, handler *, handler g)",
            "int f(int a[const static 3], int (b), int (c)[2], int (*(d))(int (x)))",
            "double _Complex f(_Complex float, __complex__ long double, struct { _Complex double z[2]; })",
            "typedef int v4 __attribute__((vector_size(16))); v4 f(float __attribute__((ext_vector_type(2))), ..., v4)",
            "__attribute__((vector_size(4))) char f(struct { short __attribute__((__vector_size__(8))) v; } x)",
            "void f(wchar_t, _Float16, size_t[4])",
        ],
        expect![[r#"
            long f(int, struct { char m0; long long m1; })
            unsigned char f(struct { unsigned char m0; unsigned char m1[3]; }, ...)
            int printf(void *, ..., double, int, double, struct { int m0; })
            unsigned long f(short, unsigned long long, long double, signed char)
            line 1, column 1: expected a type, but `f` is not known as one; declare it with `typedef` before
              f()
              ^
            void f(void)
            void f(void)
            unsigned char f(signed char, unsigned long long, size_t, _Bool, ptrdiff_t)
            int f(int)
            void *f(void *, void *, void *, void *, void (*)(void), void (*)(void), void *)
            void (*f(int, void (*)(void)))(void)
            void *f(void)
            int f(enum { e0 = 0, e1 = 7, e2 = 8, e3 = -2, e4 = 7 }, enum { e0 = 0 }, void *)
            int f(struct { int m0 : 3; unsigned int : 0; _Bool m2 : 1; _Bool m3 : 1; })
            int f(struct __attribute__((packed, aligned(8))) { char m0; int m1; })
            int f(struct __attribute__((packed)) { char m0; int m1 __attribute__((aligned(16))); char m2 __attribute__((aligned(4))); char m3 __attribute__((aligned(4))); })
            int f(struct __attribute__((packed)) { char m0; int m1; })
            int f(union { float m0; struct { int m0; int m1; } m1; struct { } m2; void (*m3[2])(void); })
            struct { void *m0; int m1; } f(void *, void *)
            int f(int, int)
            struct { void (*m0)(void); } f(struct { void (*m0)(void); }, void (*)(void), void (*)(void))
            int f(void *, int, void *, void (*)(void))
            double _Complex f(float _Complex, long double _Complex, struct { double _Complex m0[2]; })
            int __attribute__((ext_vector_type(4))) f(float __attribute__((ext_vector_type(2))), ..., int __attribute__((ext_vector_type(4))))
            char __attribute__((ext_vector_type(4))) f(struct { short __attribute__((ext_vector_type(4))) m0; })
            void f(wchar_t, _Float16, void *)"#]],
    );
}

#[test]
fn what_is_wrong() {
    let long = format!("{}int f(foo)", " ".repeat(200));
    check(
        &[
            "",
            "int",
            "int x",
            "int f(foo x)",
            "int f(int",
            "int f(int x y)",
            "int f(int,)",
            "int f(...)",
            "int f(int, ..., int, ...)",
            "int f(void, int)",
            "int f(void x)",
            "int f(struct s)",
            "struct s f(int)",
            "int f(struct { int a })",
            "int f(struct { int a[]; })",
            "int f(struct { int : 3 = 4; })",
            "int f(struct { int a : 0; })",
            "int f(struct { char a : 9; })",
            "int f(struct { float a : 9; })",
            "int f(struct { int; })",
            "int f(struct { void a; })",
            "int f(struct { char a; int b __attribute__((packed)); })",
            "struct s { int a; }; struct s { int a; }; int f(void)",
            "struct s { int a; }; int f(union s)",
            "typedef struct { char c; } s __attribute__((packed)); int f(s)",
            "typedef int; int f(void)",
            "int f(enum {})",
            "int f(enum { A = B })",
            "int f(enum { A = 0xffffffffffffffff })",
            "int f(int) int g(int)",
            "int f(int); int g(int)",
            "int f(int)(int)",
            "int f(int)[3]",
            "long float f(int)",
            "long long long f(int)",
            "unsigned double f(int)",
            "struct s { int a; }; struct s int f(void)",
            "int _Complex f(void)",
            "_Complex f(void)",
            "_Complex _Complex float f(void)",
            "_Float16 int f(void)",
            "void f(int __attribute__((vector_size(6))))",
            "void f(int __attribute__((vector_size(12))))",
            "void f(long __attribute__((vector_size(16))))",
            "void f(void * __attribute__((ext_vector_type(4))))",
            "void f(_Bool __attribute__((ext_vector_type(4))))",
            "void f(struct { int a __attribute__((ext_vector_type(4))); })",
            "void f(int a __attribute__((ext_vector_type(4))))",
            "typedef struct { int a; } s __attribute__((ext_vector_type(4))); void f(s)",
            "int f(int) __attribute__((noreturn))",
            "int f(_Alignas(3) int)",
            "int f(struct { _Alignas(3) int a; })",
            "int f(int) /* never ends",
            "#include <stdint.h>\nint f(void)",
            "int f(int a = 3)",
            "int f(int 09)",
            "int f(int $)",
            "int\n\tf(\tint,\n\tmumble)",
            "int f(int é)",
            "int struct(int)",
            "int f(int,\n  char  \n // and so on\n\n",
            &long,
        ],
        expect![[r#"
            line 1, column 1: expected a function declaration such as `int f(int)`, found the end of the text
            line 1, column 4: expected the name of a function, found the end of the text
              int
                 ^
            line 1, column 6: expected `(` and the parameters of the function, found the end of the text
              int x
                   ^
            line 1, column 7: expected a type, but `foo` is not known as one; declare it with `typedef` before
              int f(foo x)
                    ^^^
            line 1, column 10: expected `,` or `)`, found the end of the text
              int f(int
                       ^
            line 1, column 13: expected `,` or `)`, found `y`
              int f(int x y)
                          ^
            line 1, column 11: expected a parameter, found `)`
              int f(int,)
                        ^
            line 1, column 7: C wants a named parameter before `...`
              int f(...)
                    ^^^
            line 1, column 22: `...` stands here a second time
              int f(int, ..., int, ...)
                                   ^^^
            line 1, column 7: a parameter cannot be `void`
              int f(void, int)
                    ^^^^
            line 1, column 7: a parameter cannot be `void`
              int f(void x)
                    ^^^^
            line 1, column 14: this record has no definition before its use
              int f(struct s)
                           ^
            line 1, column 8: this record has no definition before its use
              struct s f(int)
                     ^
            line 1, column 22: expected `;`, found `}`
              int f(struct { int a })
                                   ^
            line 1, column 20: an array without a length is the last member of a structure, behind others
              int f(struct { int a[]; })
                                 ^
            line 1, column 24: expected `;`, found `=`
              int f(struct { int : 3 = 4; })
                                     ^
            line 1, column 24: the width of this bit-field is a number from 1 to 32
              int f(struct { int a : 0; })
                                     ^
            line 1, column 25: the width of this bit-field is a number from 1 to 8
              int f(struct { char a : 9; })
                                      ^
            line 1, column 26: only integer types have bit-fields
              int f(struct { float a : 9; })
                                       ^
            line 1, column 16: this member has no name
              int f(struct { int; })
                             ^^^
            line 1, column 21: a member cannot be `void`
              int f(struct { void a; })
                                  ^
            line 1, column 28: `packed` on a single member is not supported; put it on the whole record
              int f(struct { char a; int b __attribute__((packed)); })
                                         ^
            line 1, column 29: `struct s` is defined twice
              struct s { int a; }; struct s { int a; }; int f(void)
                                          ^
            line 1, column 34: `s` was declared as `struct s`
              struct s { int a; }; int f(union s)
                                               ^
            line 1, column 28: an attribute here changes the name and not the record; put it behind `}`
              typedef struct { char c; } s __attribute__((packed)); int f(s)
                                         ^
            line 1, column 12: expected a name for the type, found `;`
              typedef int; int f(void)
                         ^
            line 1, column 14: expected at least one constant before the end of the enumeration, found `)`
              int f(enum {})
                           ^
            line 1, column 18: expected an integer constant, found `B`
              int f(enum { A = B })
                               ^
            line 1, column 18: this constant needs more than 64 bits
              int f(enum { A = 0xffffffffffffffff })
                               ^^^^^^^^^^^^^^^^^^
            line 1, column 12: expected `;`, found `int`
              int f(int) int g(int)
                         ^^^
            line 1, column 13: there is more than one function
              int f(int); int g(int)
                          ^^^
            line 1, column 6: a function cannot return a function
              int f(int)(int)
                   ^
            line 1, column 6: a function cannot return an array
              int f(int)[3]
                   ^
            line 1, column 1: these words do not name a type together
              long float f(int)
              ^^^^
            line 1, column 1: these words do not name a type together
              long long long f(int)
              ^^^^
            line 1, column 1: these words do not name a type together
              unsigned double f(int)
              ^^^^^^^^
            line 1, column 31: `int` does not go with the type before it
              struct s { int a; }; struct s int f(void)
                                            ^^^
            line 1, column 1: these words do not name a type together
              int _Complex f(void)
              ^^^
            line 1, column 1: these words do not name a type together
              _Complex f(void)
              ^^^^^^^^
            line 1, column 1: these words do not name a type together
              _Complex _Complex float f(void)
              ^^^^^^^^
            line 1, column 1: these words do not name a type together
              _Float16 int f(void)
              ^^^^^^^^
            line 1, column 12: the size of this vector is a multiple of 4
              void f(int __attribute__((vector_size(6))))
                         ^^^^^^^^^^^^^
            line 1, column 12: the number of lanes is a power of two up to 256
              void f(int __attribute__((vector_size(12))))
                         ^^^^^^^^^^^^^
            line 1, column 13: the size of this type is the target's; write `ext_vector_type(LANES)`
              void f(long __attribute__((vector_size(16))))
                          ^^^^^^^^^^^^^
            line 1, column 8: an attribute of a parameter has no meaning here
              void f(void * __attribute__((ext_vector_type(4))))
                     ^^^^
            line 1, column 14: there is no vector of this type
              void f(_Bool __attribute__((ext_vector_type(4))))
                           ^^^^^^^^^^^^^
            line 1, column 21: put this attribute behind the type, before the name
              void f(struct { int a __attribute__((ext_vector_type(4))); })
                                  ^
            line 1, column 8: an attribute of a parameter has no meaning here
              void f(int a __attribute__((ext_vector_type(4))))
                     ^^^
            line 1, column 29: there is no vector of this type
              typedef struct { int a; } s __attribute__((ext_vector_type(4))); void f(s)
                                          ^^^^^^^^^^^^^
            line 1, column 12: expected `;`, found `__attribute__`
              int f(int) __attribute__((noreturn))
                         ^^^^^^^^^^^^^
            line 1, column 16: an alignment is a power of two from 1 to 4096
              int f(_Alignas(3) int)
                             ^
            line 1, column 25: an alignment is a power of two from 1 to 4096
              int f(struct { _Alignas(3) int a; })
                                      ^
            line 1, column 12: this comment has no end; expected `*/`
              int f(int) /* never ends
                         ^^
            line 1, column 1: preprocessor lines are not understood; give the declarations themselves
              #include <stdint.h>
              ^
            line 1, column 13: expected `,` or `)`, found `=`
              int f(int a = 3)
                          ^
            line 1, column 11: `09` is not an integer constant of at most 64 bits
              int f(int 09)
                        ^^
            line 1, column 11: a declaration has no `$`
              int f(int $)
                        ^
            line 3, column 2: expected a type, but `mumble` is not known as one; declare it with `typedef` before
               mumble)
               ^^^^^^
            line 1, column 11: a declaration has no `é`
              int f(int é)
                        ^
            line 1, column 5: expected a name, found `struct`
              int struct(int)
                  ^^^^^^
            line 2, column 7: expected `,` or `)`, found the end of the text
                char
                    ^
            line 1, column 207: expected a type, but `foo` is not known as one; declare it with `typedef` before
                                                                    int f(foo)
                                                                          ^^^"#]],
    );
}

#[test]
fn bounds() {
    let mut doubling = String::from("struct s0 { int a; };");
    for i in 1..40 {
        doubling += &format!("struct s{i} {{ struct s{} a, b; }};", i - 1);
    }
    let deep = format!("int f({}int{})", "struct { ".repeat(60), " a; } b".repeat(60));
    let arrays = format!("int f(struct {{ int a{}; }})", "[100]".repeat(9));
    let parens = format!("int f(int {}x{})", "(".repeat(5000), ")".repeat(5000));
    let many = format!("int f({}int)", "int, ".repeat(127));
    let big = " ".repeat(70_000);
    let messages: Vec<String> = [doubling + "int f(struct s39)", deep, arrays, parens, many, big]
        .iter()
        .map(|text| parse(text).map(|_| ()).unwrap_err().message)
        .collect();
    expect![[r#"
        the types have more than 131072 members in all
        nested deeper than 48 levels
        the types have more than 131072 members in all
        nested deeper than 48 levels
        more than 127 parameters
        the text is longer than 65536 bytes"#]]
    .assert_eq(&messages.join("\n"));
}

#[test]
fn single_types() {
    assert_eq!(parse_type("unsigned").map(|t| type_name(&t)), Ok("unsigned int".to_owned()));
    assert_eq!(parse_type("int[3][2]").map(|t| type_name(&t)), Ok("int[3][2]".to_owned()));
    assert!(parse_type("void").is_err());
    assert!(parse_type("int (int)").is_err());
    assert!(parse_type("int, int").is_err());
}

fn scalar() -> impl Strategy<Value = Scalar> {
    proptest::sample::select(Scalar::ALL.to_vec())
}

fn member(ty: impl Strategy<Value = Type>) -> impl Strategy<Value = Member> {
    let align = || proptest::option::weighted(0.2, (0u32..7).prop_map(|n| 1 << n));
    let plain = (ty, align()).prop_map(|(ty, align)| Member { align, ..Member::plain(ty) });
    let field = (scalar(), 0u8..=64, any::<bool>(), align()).prop_filter_map(
        "width fits",
        |(scalar, bits, named, align)| {
            let limit = match scalar {
                Scalar::Bool => 1,
                Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 8,
                Scalar::Short | Scalar::UnsignedShort => 16,
                Scalar::Int | Scalar::UnsignedInt => 32,
                _ if scalar.is_floating() => return None,
                _ => 64,
            };
            let bits = bits % (limit + 1);
            let named = named && bits > 0;
            Some(Member { ty: scalar.into(), bits: Some(bits), named, align })
        },
    );
    prop_oneof![3 => plain, 1 => field]
}

fn any_type() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![
        6 => scalar().prop_map(Type::Scalar),
        1 => proptest::sample::select(vec![Scalar::Half, Scalar::Float, Scalar::Double, Scalar::LongDouble])
            .prop_map(Type::Complex),
        1 => (scalar(), 0u32..9)
            .prop_filter("there is such a vector", |(s, _)| !matches!(s, Scalar::Bool | Scalar::LongDouble))
            .prop_map(|(element, power)| Type::Vector { element, lanes: 1 << power }),
        1 => Just(Type::DataPointer),
        1 => Just(Type::FunctionPointer),
        1 => proptest::collection::vec(any::<i64>(), 1..4).prop_map(|constants| Type::Enum(EnumType { constants })),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let array = (inner.clone(), 0u32..5).prop_map(|(elem, len)| Type::Array(Box::new(elem), len));
        let record = (
            any::<bool>(),
            proptest::collection::vec(member(prop_oneof![4 => inner.clone(), 1 => array]), 0..5),
            any::<bool>(),
            proptest::option::weighted(0.3, (0u32..7).prop_map(|n| 1 << n)),
        );
        record.prop_map(|(is_union, members, packed, align)| {
            let kind = if is_union { RecordKind::Union } else { RecordKind::Struct };
            Type::Record(Box::new(Record { kind, members, packed, align }))
        })
    })
}

fn promotes_to_itself(ty: &Type) -> bool {
    use Scalar::{Bool, Char, Float, Short, SignedChar, UnsignedChar, UnsignedShort};
    let narrow = [Bool, Char, SignedChar, UnsignedChar, Short, UnsignedShort, Float];
    !matches!(ty, Type::Scalar(scalar) if narrow.contains(scalar))
}

fn any_signature() -> impl Strategy<Value = Signature> {
    let unnamed = proptest::collection::vec(any_type().prop_filter("promoted", promotes_to_itself), 0..4);
    (
        proptest::option::of(any_type()),
        proptest::collection::vec(any_type(), 0..6),
        proptest::option::weighted(0.3, unnamed),
    )
        .prop_map(|(result, parameters, variadic)| {
            let variadic = variadic.filter(|_| !parameters.is_empty());
            Signature { result, parameters, variadic }
        })
}

proptest! {
    #[test]
    fn printed_text_is_read_back(original in any_signature()) {
        let text = signature(&original, "f");
        let read = parse(&text).map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(read.name, "f");
        prop_assert_eq!(read.signature, original, "{}", text);
    }

    #[test]
    fn damaged_text_is_no_danger(
        original in any_signature(), edits in proptest::collection::vec((any::<usize>(), any::<char>(), 0u8..3), 1..6),
    ) {
        let mut text: Vec<char> = signature(&original, "f").chars().collect();
        for (at, c, kind) in edits {
            let at = at % text.len().max(1);
            match kind {
                0 => text.insert(at, c),
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.truncate(at.max(1)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(read) = parse(&text) {
            let printed = signature(&read.signature, &read.name);
            prop_assert_eq!(parse(&printed).map(|d| d.signature), Ok(read.signature));
        }
    }

    #[test]
    fn mixed_tokens_are_no_danger(
        words in proptest::collection::vec(
            proptest::sample::select(vec![
                "int", "char", "long", "unsigned", "struct", "union", "enum", "{", "}", "(", ")", "[", "]", "*",
                ",", ";", ":", "=", "-", "...", "3", "a", "f", "s", "typedef", "const", "void",
                "__attribute__((packed))", "_Alignas(8)", "0",
            ]), 0..40),
    ) {
        let text = words.join(" ");
        if let Ok(read) = parse(&text) {
            let printed = signature(&read.signature, &read.name);
            prop_assert_eq!(parse(&printed).map(|d| d.signature), Ok(read.signature), "{}", text);
        }
    }

    #[test]
    fn any_bytes_are_no_danger(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        if let Err(error) = parse(&text) {
            prop_assert!(error.line >= 1 && error.column >= 1 && !error.to_string().is_empty());
        }
    }
}

/// A flexible array member is told from an array of no elements, which GNU C has anywhere.
#[test]
fn flexible_array_members() {
    for text in [
        "void f(struct { int m0; char m1[]; })",
        "void f(struct { int m0; short m1[][3]; })",
        "void f(struct { int m0[0]; char m1; })",
        "void f(union { int m0; char m1[0]; })",
        "void f(struct { char m0[0]; })",
    ] {
        let signature = parse(text).unwrap_or_else(|e| panic!("{e}")).signature;
        assert_eq!(super::print::signature(&signature, "f"), text);
    }
    for text in [
        "void f(struct { char m0[]; int m1; })",
        "void f(struct { int m0; char m1[]; int m2; })",
        "void f(union { int m0; char m1[]; })",
        "void f(struct { int : 3; char m0[]; })",
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.contains("is the last member of a structure, behind others"), "{error}");
    }
}
