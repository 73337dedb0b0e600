use expect_test::{Expect, expect};
use proptest::prelude::*;

use crate::{parse, parse_type};
use crosscall_model::c::{signature, type_name};
use crosscall_model::ctype::{EnumType, Member, Record, RecordKind, Scalar, Signature, Type};

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
            "typedef int i __attribute__((aligned(16))); typedef i j __attribute__((aligned(2))); i f(j, struct { i a; }, ..., i, float [[gnu::aligned(8)]])",
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
            void f(wchar_t, _Float16, void *)
            int [[gnu::aligned(16)]] f(int [[gnu::aligned(2)]], struct { int [[gnu::aligned(16)]] m0; }, ..., int [[gnu::aligned(16)]], double)"#]],
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
            "void f(int __attribute__((ext_vector_type(300))))",
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
            line 1, column 14: `struct s` has no definition before its use; give it, or a pointer to it
              int f(struct s)
                           ^
            line 1, column 8: `struct s` has no definition before its use; give it, or a pointer to it
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
            line 1, column 28: `packed` on a single member is not supported here; put it on the whole record
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
            int _Complex f(void)
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
            line 1, column 12: a vector has 1 to 256 lanes
              void f(int __attribute__((ext_vector_type(300))))
                         ^^^^^^^^^^^^^
            line 1, column 13: the size of this type is the target's; write `ext_vector_type(LANES)`
              void f(long __attribute__((vector_size(16))))
                          ^^^^^^^^^^^^^
            line 1, column 15: this attribute has no meaning for a pointer here
              void f(void * __attribute__((ext_vector_type(4))))
                            ^^^^^^^^^^^^^
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
            line 1, column 1: preprocessor lines are not understood; give the declarations themselves, or the text after the preprocessor (`cc -E FILE | crosscall explain --function NAME … -`)
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

/// Characters that a terminal obeys, that turn the direction of writing, and that have no width.
#[test]
fn the_line_that_is_shown_is_harmless() {
    check(
        &["int f(int \u{1b}[1m)", "int f(int \u{202e}x)", "[\u{59f}", "'\0\u{1b}'"],
        expect![[r#"
            line 1, column 13: `1m` is not an integer constant of at most 64 bits
              int f(int ?[1m)
                          ^^
            line 1, column 11: a declaration has no character 0x202e
              int f(int ?x)
                        ^
            line 1, column 1: expected a type, found `[`
              [?
              ^
            line 1, column 1: expected a type, found `'\0\u{1b}'`
              '??'
              ^^^^"#]],
    );
}

/// The words of a type that no value can have are shown where only a pointer to it is passed.
#[test]
fn types_in_the_words_of_the_user_are_harmless() {
    outlines(
        &["int f(struct { char a[1+\u{5}\u{0}4]; } (int))"],
        expect![[r#"
        int f(struct { char a[1+\u{5}\04]; } (int))
          int f(void (*)(void))
          : struct { char a[1+\u{5}\04]; } (int) (a pointer to a function); -> int"#]],
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
        the types of this text have more than 131072 members, those of a structure counted again wherever it is a member
        nested deeper than 48 levels
        this array is larger than any memory
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
            Some(Member { named, align, ..Member::bit_field(scalar.into(), bits) })
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
        1 => (scalar(), 0u32..7).prop_map(|(scalar, power)| Type::Aligned(scalar, 1 << power)),
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
            let is_none = members.last().is_some_and(|last| matches!(last.ty, Type::Array(_, 0)));
            let mut members: Vec<Member> = members;
            if let (true, false, Some(last)) = (packed && is_none, is_union, members.len().checked_sub(1)) {
                members[last].flexible = members[..last].iter().any(|member| member.named);
            }
            Type::Record(Box::new(Record { packed, align, ..Record::new(kind, members) }))
        })
    })
}

fn promotes_to_itself(ty: &Type) -> bool {
    use Scalar::{Bool, Char, Float, Short, SignedChar, UnsignedChar, UnsignedShort};
    let narrow = [Bool, Char, SignedChar, UnsignedChar, Short, UnsignedShort, Float];
    !ty.scalar().is_some_and(|scalar| narrow.contains(&scalar))
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
    fn any_tokens_are_no_danger_in_a_file(
        words in proptest::collection::vec(
            proptest::sample::select(vec![
                "int", "char", "unsigned", "struct", "enum", "{", "}", "(", ")", "[", "]", "*", ",", ";", ":", "=", "-",
                "...", "3", "a", "f", "s", "typedef", "sizeof", "'x'", "\"t\"", "?", "<<", "/", "~", "extern", "asm",
                "__attribute__((packed))", "__attribute__((mode(DI)))", "[[nodiscard]]", "_Static_assert", "typeof",
                "0", "1u", "\n#pragma pack(1)\n", "# 3 \"x.h\"\n", "_Float128",
            ]), 0..60),
    ) {
        let text = words.join(" ");
        if let Ok(source) = crate::read(&text, &crate::Anywhere) {
            for declaration in source.functions.iter().filter_map(|f| f.declaration.as_ref().ok()) {
                let printed = signature(&declaration.signature, &declaration.name);
                prop_assert_eq!(&parse(&printed).map(|d| d.signature), &Ok(declaration.signature.clone()), "{}", text);
                let names = declaration.signature.arguments().count();
                prop_assert_eq!(declaration.arguments.len(), names);
            }
        }
    }

    #[test]
    fn what_is_typed_is_read_the_same_in_a_file(original in any_signature()) {
        let text = signature(&original, "f");
        let source = crate::read(&text, &crate::Anywhere).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let found = source.functions.first().and_then(|f| f.declaration.as_ref().ok());
        prop_assert_eq!(found.map(|d| &d.signature), Some(&original), "{}", text);
    }

    #[test]
    fn any_bytes_are_no_danger(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        if let Err(error) = parse(&text) {
            prop_assert!(error.line >= 1 && error.column >= 1 && !error.to_string().is_empty());
        }
    }
}

/// A flexible array member is distinguished from an array of no elements, which GNU C has anywhere.
#[test]
fn flexible_array_members() {
    for text in [
        "void f(struct { int m0; char m1[]; })",
        "void f(struct { int m0; short m1[][3]; })",
        "void f(struct { int m0[0]; char m1; })",
        "void f(union { int m0; char m1[0]; })",
        "void f(struct { char m0[0]; })",
        "void f(struct { float m0; int m1[0]; })",
        "void f(struct { float m0; struct { } m1[]; })",
    ] {
        let signature = parse(text).unwrap_or_else(|e| panic!("{e}")).signature;
        assert_eq!(crosscall_model::c::signature(&signature, "f"), text);
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

/// Result of [`crate::read`] for a text: functions as they are written and as bare types, with notes and errors.
fn outline(text: &str) -> String {
    let source = match crate::read(text, &crate::Anywhere) {
        Ok(source) => source,
        Err(error) => return error.to_string(),
    };
    let mut lines = Vec::new();
    for function in &source.functions {
        match &function.declaration {
            Ok(found) => {
                lines.push(found.text.clone());
                lines.push(format!("  {}", signature(&found.signature, &found.name)));
                let written: Vec<String> = found
                    .arguments
                    .iter()
                    .map(|w| format!("{}: {}", w.name, w.type_and_meaning()))
                    .chain(found.result.iter().map(|w| format!("-> {}", w.type_and_meaning())))
                    .collect();
                lines.push(format!("  {}", written.join("; ")));
                lines.extend(found.notes.iter().map(|note| format!("  note: {note}")));
            }
            Err(error) => lines.push(format!("{}: {error}", function.name)),
        }
    }
    if source.functions.is_empty() {
        lines.extend(source.first_error.or(source.first_object).map(|error| error.to_string()));
    }
    lines.join("\n")
}

fn outlines(texts: &[&str], expected: Expect) {
    let all: Vec<String> = texts.iter().map(|text| outline(text)).collect();
    expected.assert_eq(&all.join("\n"));
}

#[test]
fn what_people_have() {
    outlines(
        &[
            "typedef struct s s; struct s { s *p; }; s f(s x)",
            "struct m { int n; char text[]; }; void f(const struct m *m)",
            "__attribute__((noinline)) static inline int f(const char *fmt, ...) __attribute__((format(printf, 1, 2)));",
            "[[nodiscard]] int f(int x [[maybe_unused]]) __asm__(\"_f\");",
            "enum { N = 2+3*4, M = 'x' - 'a', L = 1 ? ~0 : 1/0 }; struct b { char c[N]; int d[M & 7]; }; void f(struct b b)",
            "struct b { unsigned f : 2*3; int a[sizeof(int) + sizeof 'c']; }; void f(struct b b)",
            "int f(int n, int a[n], double b[n][2*n], int c[static 3], char big[1000000])",
            "int f(int (*)(int, double), void (*done)(void *), char *argv[])",
            "typedef unsigned int uInt; typedef struct z { uInt n; } *zp; typedef int (*cb)(zp); uInt f(zp z, uInt const n, cb c)",
            "typedef struct { int x, y; } point; point f(point *restrict const a, const point b)",
            "_Static_assert(sizeof(int) == 4, \"int\"); int f(int x) { return x; /* } */ } int after(void);",
            "int errno_; extern int a[], *b; int table[] = { 1, 2, { 3 } }, last; int f(void);",
            "extern \"C\" { int f(int); } extern \"C\" int g(int);",
            "typedef int big __attribute__((aligned(8))); struct s { char c; big b; }; int f(struct s s)",
            "#pragma pack(push, 1)\nstruct s { char c; int i; };\n#pragma pack(pop)\nstruct t { char c; int i; }; void f(struct s s, struct t t)",
            "struct s { char c; int i __attribute__((packed)); short h; }; void f(struct s s)",
            "typedef union { int *a; float *b; } u __attribute__((transparent_union)); int f(u x)",
            "int (*f(int x))(int, double)",
            "int f(), g(int), *h(void)",
            "int f(int a __attribute__((mystery)))",
            "_Float128 f(int); int g(_Float128 *); int h(struct { __int128 x; } *)",
        ],
        expect![[r#"
            s f(s x)
              struct { void *m0; } f(struct { void *m0; })
              x: s; -> s
            void f(const struct m *m)
              void f(void *)
              m: const struct m *
            int f(const char *fmt, ...)
              int f(void *, ...)
              fmt: const char *; -> int
            int f(int x)
              int f(int)
              x: int; -> int
            void f(struct b b)
              void f(struct { char m0[14]; int m1[7]; })
              b: struct b
            void f(struct b b)
              void f(struct { unsigned int m0 : 6; int m1[8]; })
              b: struct b
            int f(int n, int a[n], double b[n][2*n], int c[static 3], char big[1000000])
              int f(int, void *, void *, void *, void *)
              n: int; a: int[n] (a pointer); b: double[n][2*n] (a pointer); c: int[static 3] (a pointer); big: char[1000000] (a pointer); -> int
            int f(int (*)(int, double), void (*done)(void *), char *argv[])
              int f(void (*)(void), void (*)(void), void *)
              : int (*)(int, double); done: void (*)(void *); argv: char *[] (a pointer); -> int
            uInt f(zp z, uInt const n, cb c)
              unsigned int f(void *, unsigned int, void (*)(void))
              z: zp (a pointer); n: uInt const (unsigned int); c: cb (a pointer to a function); -> uInt (unsigned int)
            point f(point *restrict const a, const point b)
              struct { int m0; int m1; } f(void *, struct { int m0; int m1; })
              a: point *restrict const; b: const point; -> point
            int f(int x)
              int f(int)
              x: int; -> int
            int after(void)
              int after(void)
              -> int
            int f(void)
              int f(void)
              -> int
            int f(int)
              int f(int)
              : int; -> int
            int g(int)
              int g(int)
              : int; -> int
            int f(struct s s)
              int f(struct { char m0; int [[gnu::aligned(8)]] m1; })
              s: struct s; -> int
            void f(struct s s, struct t t)
              void f(struct __attribute__((packed)) { char m0; int m1; }, struct { char m0; int m1; })
              s: struct s; t: struct t
            void f(struct s s)
              void f(struct __attribute__((packed)) { char m0; int m1; short m2 __attribute__((aligned(2))); })
              s: struct s
            int f(u x)
              int f(void *)
              x: u (a pointer); -> int
              note: a transparent union travels as its first member would
            int (*f(int x))(int, double)
              void (*f(int))(void)
              x: int; -> int (*)(int, double)
            int f()
              int f(void)
              -> int
              note: `f()` leaves open what is passed; drawn as if nothing were, which `f(void)` would say
            int g(int)
              int g(int)
              : int; -> int
            int *h(void)
              void *h(void)
              -> int *
            int f(int a)
              int f(int)
              a: int; -> int
              note: the attribute `mystery` is not known here: the picture is as if it were not there
            f: line 1, column 1: `_Float128` is not drawn: the documents have no such floating type, or as an option at most; `long double` is drawn
              _Float128 f(int); int g(_Float128 *); int h(struct { __int128 x; } *)
              ^^^^^^^^^
            int g(_Float128 *)
              int g(void *)
              : _Float128 *; -> int
            int h(struct { __int128 x; } *)
              int h(void *)
              : struct { __int128 x; } *; -> int"#]],
    );
}

#[test]
fn what_is_no_c_of_today() {
    outlines(
        &[
            "int f(a, b) int a; char b; { return a; }",
            "int f(a) int a; { return a; } int g(int);",
            "class c { int x; }; int f(c);",
            "int f(int &x)",
            "int f(std::string s)",
            "template <class T> T f(T x)",
            "namespace n { int f(int); }",
            "int f(const struct s &x) noexcept",
            "#include <stdio.h>\nint f(int);",
            "int f(_Atomic int x)",
            "int f(__int128 x)",
            "__int128_t f(__uint128_t x)",
            "struct s; int f(struct s x)",
            "struct s { struct t x; }; int f(struct s x)",
            "enum { A = 1/0 }; int f(struct { int a[A]; } x)",
            "enum { A = 2147483647 + 1 }; int f(int)",
            "int f(struct { char a[1 << 20]; } x)",
            "int f(struct { char a[-1]; } x)",
            "int f(struct { int a[n]; } x)",
            "int f(struct { char a[43691]; } x)",
            "__attribute__((interrupt)) void f(void)",
            "_Static_assert(sizeof(int) == 8, \"wide\"); int f(int x);",
            "int x = 3;",
            "# 1 \"a.c\"\n# 40 \"/usr/include/b.h\" 3\n\nint f(nosuch x);",
        ],
        expect![[r#"
            f: line 1, column 7: this is a definition in the style before C89; write the types into the parentheses, such as `int f(int a, double b)` (called without such a declaration in sight, a `float` travels as a `double` and a `char` or `short` as an `int`)
              int f(a, b) int a; char b; { return a; }
                    ^
            f: line 1, column 7: this is a definition in the style before C89; write the types into the parentheses, such as `int f(int a, double b)` (called without such a declaration in sight, a `float` travels as a `double` and a `char` or `short` as an `int`)
              int f(a) int a; { return a; } int g(int);
                    ^
            int g(int)
              int g(int)
              : int; -> int
            f: line 1, column 27: expected a type, but `c` is not known as one; declare it with `typedef` before
              class c { int x; }; int f(c);
                                        ^
            f: line 1, column 11: expected `,` or `)`, found `&`: this is C++, and C is read here: a reference travels as a pointer; write `*`
              int f(int &x)
                        ^
            f: line 1, column 7: `std` is C++, and C is read here: write names without `std::`; `std::size_t` is `size_t`
              int f(std::string s)
                    ^^^
            f: line 1, column 1: `template` is C++, and C is read here: write the function that the template becomes, with its types put in
              template <class T> T f(T x)
              ^^^^^^^^
            line 1, column 1: `namespace` is C++, and C is read here: leave it out, and write names without `::`
              namespace n { int f(int); }
              ^^^^^^^^^
            f: line 1, column 22: expected `,` or `)`, found `&`: this is C++, and C is read here: a reference travels as a pointer; write `*`
              int f(const struct s &x) noexcept
                                   ^
            line 1, column 1: this line is for the preprocessor; give the text that it writes: `cc -E FILE | crosscall explain --function NAME … -`
              #include <stdio.h>
              ^^^^^^^^^^^^^^^^^^
            int f(_Atomic int x)
              int f(_Atomic int)
              x: _Atomic int; -> int
            int f(__int128 x)
              int f(__int128)
              x: __int128; -> int
            __int128_t f(__uint128_t x)
              __int128 f(unsigned __int128)
              x: __uint128_t (unsigned __int128); -> __int128_t (__int128)
            f: line 1, column 24: `struct s` has no definition before its use; give it, or a pointer to it
              struct s; int f(struct s x)
                                     ^
            f: line 1, column 19: `struct t` has no definition before its use; give it, or a pointer to it
              struct s { struct t x; }; int f(struct s x)
                                ^
            f: line 1, column 40: expected an integer constant, found `A`
              enum { A = 1/0 }; int f(struct { int a[A]; } x)
                                                     ^
            int f(int)
              int f(int)
              : int; -> int
            f: line 1, column 6: the values of this call consist of 1048577 scalars, elements of arrays counted one by one; up to 131072 are taken (a pointer counts as one)
              int f(struct { char a[1 << 20]; } x)
                   ^
            f: line 1, column 23: an array has no negative number of elements
              int f(struct { char a[-1]; } x)
                                    ^
            f: line 1, column 22: expected an integer constant, found `n`
              int f(struct { int a[n]; } x)
                                   ^
            int f(struct { char a[43691]; } x)
              int f(struct { char m0[43691]; })
              x: struct { char a[43691]; }; -> int
            f: line 1, column 16: the attribute `interrupt` is not drawn: how it changes a type or a call is not worked out here
              __attribute__((interrupt)) void f(void)
                             ^^^^^^^^^
            int f(int x)
              int f(int)
              x: int; -> int
            line 1, column 5: `x` is not a function; expected `(` and parameters behind a name
              int x = 3;
                  ^
            f: /usr/include/b.h:41, column 7: expected a type, but `nosuch` is not known as one; declare it with `typedef` before
              int f(nosuch x);
                    ^^^^^^"#]],
    );
}

/// Constants have the values and types that C gives them where an `int` has 32 bits and a `long long` 64.
#[test]
fn constants() {
    for (expression, value) in [
        ("2+3*4", 14),
        ("(2+3)*4", 20),
        ("1 << 4 | 3", 19),
        ("-7 / 2 + 10", 7),
        ("-7 % 3 + 10", 9),
        ("'x'", 120),
        ("'\\n' + '\\x41' + '\\101'", 140),
        ("-1 > 0u", 1),
        ("-1 < 0", 1),
        ("(0u - 1) / 0x1000000", 255),
        ("-1ll < 0u", 1),
        ("(unsigned char)300", 44),
        ("(signed char)200 + 100", 44),
        ("(_Bool)7", 1),
        ("~0u >> 28", 15),
        ("(~0ull * ~0ull) + 4", 5),
        ("0 && 1/0", 0),
        ("1 || 1/0", 1),
        ("1 ? 5 : 1/0", 5),
        ("sizeof(int) + sizeof(long long) + sizeof(char)", 13),
        ("sizeof 1ll + sizeof 'a' + sizeof((short)1)", 14),
        ("sizeof \"abc\"", 4),
        ("_Alignof(int)", 4),
        ("!5 + !0", 1),
        ("010 + 0x10 + 0b11", 27),
    ] {
        let text = format!("void f(struct {{ char a[{expression}]; int b; }} x)");
        let expected = format!("void f(struct {{ char m0[{value}]; int m1; }})");
        let source = crate::read(&text, &crate::Anywhere).unwrap();
        let found = source.functions[0].declaration.as_ref().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(signature(&found.signature, "f"), expected, "{expression}");
    }
}
