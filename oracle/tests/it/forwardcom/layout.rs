//! Layouts for ForwardCom by the document, worked out by hand.

use super::{DOCUMENT, FORWARDCOM};

/// FORWARDCOM-TYPE-02, -05, -14, -LAYOUT-01, -S01
#[test]
fn fundamental_types() {
    let rows = [
        ("char", "1 1"),
        ("unsigned short", "2 2"),
        ("int", "4 4"),
        ("long", "8 8"),
        ("unsigned long long", "8 8"),
        ("void *", "8 8"),
        ("void (*)(void)", "8 8"),
        ("float", "4 4"),
        ("double", "8 8"),
        ("long double", "8 8"),
        ("_Bool", "1 1"),
        ("size_t", "8 8"),
        ("enum { A }", "4 4"),
        ("float _Complex", "8 4"),
    ];
    FORWARDCOM.assert_laid_out(&DOCUMENT, &rows);
    let others = FORWARDCOM.readings(&[
        ("FORWARDCOM-TYPE-02/long", "R3"),
        ("FORWARDCOM-TYPE-14", "R2"),
        ("FORWARDCOM-LAYOUT-01/composites", "R3"),
    ]);
    FORWARDCOM.assert_laid_out(&others, &[("long", "4 4"), ("_Bool", "4 4"), ("float _Complex", "8 8")]);
}

/// FORWARDCOM-LAYOUT-01, -02, -S03, -S04
#[test]
fn composite_types() {
    FORWARDCOM.assert_laid_out(
        &DOCUMENT,
        &[
            ("struct { char a; int b; }", "8 4 0 32"),
            ("struct { char a; long b; short c; }", "24 8 0 64 128"),
            ("union { char a[5]; int b; }", "8 4 0 0"),
            ("struct { char a; short b[3]; }", "8 2 0 16"),
            // An array of 8 bytes is aligned to 8, wherever it is.
            ("struct { char a; short b[4]; }", "16 8 0 64"),
            ("struct { char a[9]; }", "16 8 0"),
            ("struct { char a[7]; }", "7 1 0"),
            ("struct { short a; char b[2][4]; }", "16 8 0 64"),
            ("int [[gnu::aligned(16)]]", "4 16"),
            ("long [[gnu::aligned(2)]]", "8 2"),
            ("struct { char a; int [[gnu::aligned(16)]] b; char c; }", "32 16 0 128 160"),
            ("struct { char a; long [[gnu::aligned(4)]] b[2]; char c; }", "32 8 0 64 192"),
            ("struct __attribute__((packed)) { char a; int [[gnu::aligned(16)]] b; }", "5 1 0 8"),
            ("struct __attribute__((packed)) { char a; int b; }", "5 1 0 8"),
        ],
    );
    FORWARDCOM.assert_laid_out(
        &FORWARDCOM.readings(&[("FORWARDCOM-LAYOUT-02", "R2")]),
        &[("struct { char a; short b[4]; }", "10 2 0 16"), ("struct { char a[9]; }", "9 1 0")],
    );
    // A record of 2, 4 or 8 bytes is aligned to its size.
    FORWARDCOM.assert_laid_out(
        &FORWARDCOM.readings(&[("FORWARDCOM-LAYOUT-01/composites", "R3")]),
        &[("struct { int a, b; }", "8 8 0 32"), ("struct { char a, b, c; }", "3 1 0 8 16")],
    );
}
