use super::dialect::Dialect;
use super::differences::differences;
use super::real::{Subject, real};
use super::{explain, json, real_text, text};
use crate::campaign::units::Workshop;
use crate::mutants::{Edit, Mutation, Workbench};
use crate::picture::{Page, on_page};
use crate::toolchain::Toolchain;
use crate::toolchain::process::Limits;
use crosscall_embedded::Fault;
use crosscall_model::{Target, c};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::Knowledge;
use expect_test::{Expect, expect};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn picture(declaration: &str, readings: &str, all: bool) -> String {
    let target = Target::Epiphany;
    let parsed = c::parse(declaration).unwrap();
    let dialect = Dialect::parse(target, readings).unwrap();
    let explanation = explain(target, &parsed, &dialect);
    let others = all.then(|| differences(&explanation, target, &parsed, &dialect));
    text::render(&explanation, others.as_deref())
}

fn shows(declaration: &str, expected: &Expect) {
    let whole = picture(declaration, "", false);
    // The registers that survive and the list of clauses are the same in every picture.
    let part = whole.split("\nafter the call").next().unwrap_or_default();
    let part = part.split("\n  after the call").next().unwrap_or_default();
    expected.assert_eq(part);
}

#[test]
fn a_struct_of_12_bytes_returned() {
    expect![[r#"
        epiphany: struct { int a, b, c; } f(int)

        at the call
            r0        r1
          +---------+---------+
          | &result | a0      |
          +---------+---------+
          argument  type  travels  clauses
          --------  ----  -------  -----------------------------------
          a0        int   in r1    ARG-01 TYPE-02 RET-06 REG-03 ARG-05
                 +-----------------------------------------------------------------------------+
          r0 --> | result: 12 bytes, aligned to 4; the caller provides it, the callee fills it |
                 +-----------------------------------------------------------------------------+
          the return address is in r14 (lr) [CALL-03 CALL-02 REG-10 CALL-01]

        at the return
            r0
          +---------+
          | &result |
          +---------+
          result  type                     travels                          clauses
          ------  -----------------------  -------------------------------  -------------------------------
          result  struct { int a, b, c; }  in memory; its address in r0,    RET-06 S12 LAYOUT-01 LAYOUT-09
                                           and at the return in r0          LAYOUT-02 TYPE-02 REG-03

        records in memory
          struct { int a, b, c; }: 12 bytes, aligned to 4
            bytes  bits  member
            -----  ----  ------
            0-3          int a
            4-7          int b
            8-11         int c

          after the call       registers                                    clauses
          -------------------  -------------------------------------------  -------------------------------
          hold what they held  r4-r11, r14 (lr)-r15, config, status, imask  REG-06 REG-02 REG-07 REG-11 S04
          hold anything        r0-r3, r12 (ip), r16-r27, r32-r63            REG-03 REG-08 REG-12 REG-14
          never written        r28-r31                                      REG-13
          not spoken of        r13 (sp)

          stack pointer                                                clauses
          -------------  --------------------------------------------  --------------------------
          always         a multiple of 4                               STACK-08 STACK-01
          at a call      a multiple of 8                               STACK-09 STACK-08 STACK-01
          grows          downwards                                     STACK-03 STACK-02
          callee's area  8 bytes from SP upwards belong to the callee  STACK-03 ARG-06 S09
          at the return  as it was at entry                            REG-09

        readings in force where the document is open
          REG-14              R1  general use, caller-saved: the role text is a copy of the row above (also
                                  possible: R2, R3)
          ARG-06:area         R2  the first is 8 bytes above the stack pointer; the 8 bytes below it belong
                                  to the callee (also possible: R1)
          RET-06:position     R1  the extra argument is the first, in r0, and the others follow (also
                                  possible: R2)
          RET-06:again        R3  r0 holds the address again at return (also possible: R4)
          STACK-08:alignment  R3  4 at all times and 8 at public interfaces, the constraint that the section
                                  announces and leaves out (also possible: R2, R1)

        clauses that place the values
          TYPE-02    Data are little-endian.
          LAYOUT-01  The members of an aggregate follow each other in memory.
          LAYOUT-02  An aggregate has the alignment of its most aligned component.
          LAYOUT-09  Members are laid out in the order of their declaration.
          REG-03     r0 to r3 (A1 to A4) carry argument values and the result, and are caller-saved.
          REG-10     r14 is the link register.
          ARG-01     The first arguments travel in r0 to r3, one word argument to a register, from left to
                     right. (R2, an order that is not specified, predicts nothing and is not offered.)
          ARG-05     If there are few parameters, only registers are used: no stack traffic while the four
                     registers suffice. Whether a list of four words may miss out because a double word
                     skips a register is decided by how double words start and back-fill (R1, R2).
          RET-06     A composite larger than 4 bytes, or whose size one side cannot know, is stored at an
                     address that is passed as an extra argument.
          CALL-01    Routines of a publicly visible interface follow the procedure call standard.
          CALL-02    BL and JALR put the address of the next instruction into the link register and the
                     target into the program counter; the next instruction is 2 or 4 bytes further, by the
                     length of the call (R1), not at a fixed distance (R2, impossible with a 16-bit JALR).
          CALL-03    The link register is a further parameter: the return address.
          S12        Position of the address for a result in memory, and whether r0 holds it again at
                     return.

        `crosscall clauses --target epiphany` has the others.
    "#]]
    .assert_eq(&picture("struct { int a, b, c; } f(int)", "", false));
}

#[test]
fn many_arguments() {
    shows(
        "long f(char, double, short, struct { char a; long long b; }, unsigned char, ...)",
        &expect![[r#"
            epiphany: long f(char, double, short, struct { char a; long long b; }, unsigned char, ...)

            at the call
                r0         r1         r2         r3
              +----------+----------+----------+----------+
              | a0       | -        | a1[0..3] | a1[4..7] |
              +----------+----------+----------+----------+
              stack  bytes  holds
              -----  -----  --------------------------------
              SP+0   8      (belongs to the callee)
              SP+8   4      a2: short, sign-extended
              SP+12  4      address of a3
              SP+16  4      a4: unsigned char, zero-extended
              argument  type                          travels                       clauses
              --------  ----------------------------  ----------------------------  ----------------------------
              a0        char                          in r0, sign-extended to 4     ARG-01 REG-03 ARG-05
                                                      bytes
              a1        double                        in r2:r3                      ARG-04 ARG-03 ARG-02 S07
                                                                                    TYPE-02 REG-03 ARG-05
              a2        short                         in SP+8, sign-extended to 4   ARG-03 ARG-06 ARG-01 TYPE-02
                                                      bytes                         S09 STACK-02 STACK-03 S05
              a3        struct { char a; long long    in memory; its address in     S06 ARG-03 ARG-06 ARG-01 S10
                        b; }                          SP+12                         LAYOUT-01 LAYOUT-09 TYPE-02
                                                                                    S09 STACK-02 STACK-03
              a4        unsigned char                 in SP+16, zero-extended to 4  ARG-03 ARG-06 ARG-01 S09
                                                      bytes                         STACK-02 STACK-03 S05
                        +---------------------------------------------------------+
              SP+12 --> | a3: 16 bytes, aligned to 8; the callee may only read it |
                        +---------------------------------------------------------+
              the return address is in r14 (lr) [CALL-03 CALL-02 REG-10 CALL-01]

            at the return
                r0
              +--------+
              | result |
              +--------+
              result  type  travels  clauses
              ------  ----  -------  ---------------------
              result  long  in r0    RET-02 TYPE-02 REG-03

            records in memory
              struct { char a; long long b; }: 16 bytes, aligned to 8
                bytes  bits  member
                -----  ----  -----------
                0            char a
                1-7          (padding)
                8-15         long long b
        "#]],
    );
    shows(
        "void f(void)",
        &expect![[r#"
        epiphany: void f(void)

        at the call
          nothing is passed
          the return address is in r14 (lr) [CALL-03 CALL-02 REG-10 CALL-01]

        at the return
          no result
    "#]],
    );
    shows(
        "unsigned char f(int, ..., double, struct { short a; })",
        &expect![[r#"
            epiphany: unsigned char f(int, ..., double, struct { short a; })

            at the call
                r0         r1         r2         r3
              +----------+----------+----------+----------+
              | a0       | -        | v0[0..3] | v0[4..7] |
              +----------+----------+----------+----------+
              stack  bytes  holds
              -----  -----  -----------------------
              SP+0   8      (belongs to the callee)
              SP+8   2      v1: struct { short a; }
              argument  type                 travels   clauses
              --------  -------------------  --------  ---------------------------------------------------------
              a0        int                  in r0     ARG-01 TYPE-02 REG-03 ARG-05
              v0        double               in r2:r3  S14 ARG-04 ARG-03 ARG-02 S07 TYPE-02 REG-03 ARG-05
              v1        struct { short a; }  in SP+8   S06 S14 ARG-03 ARG-06 ARG-01 TYPE-02 S09 STACK-02
                                                       STACK-03
              the return address is in r14 (lr) [CALL-03 CALL-02 REG-10 CALL-01]

            at the return
                r0
              +--------+
              | result |
              +--------+
              result  type           travels                          clauses
              ------  -------------  -------------------------------  -------------
              result  unsigned char  in r0, zero-extended to 4 bytes  RET-01 REG-03

            records in memory
              struct { short a; }: 2 bytes, aligned to 2
                bytes  bits  member
                -----  ----  -------
                0-1          short a
        "#]],
    );
    shows(
        "union { struct { int a : 3; int : 0; unsigned b : 9; } s; char c[5]; } go(void (*)(void), enum { A, B = 300 })",
        &expect![[r#"
            epiphany: union { struct { int a : 3; int : 0; unsigned b : 9; } s; char c[5]; } go(void (*)(void),
                      enum { A, B = 300 })

            at the call
                r0        r1        r2
              +---------+---------+---------+
              | &result | a0      | a1      |
              +---------+---------+---------+
              argument  type                 travels  clauses
              --------  -------------------  -------  ---------------------------------------
              a0        void (*)(void)       in r1    ARG-01 S01 TYPE-02 RET-06 REG-03 ARG-05
              a1        enum { A, B = 300 }  in r2    ARG-01 S01 TYPE-02 RET-06 REG-03 ARG-05
                     +----------------------------------------------------------------------------+
              r0 --> | result: 8 bytes, aligned to 4; the caller provides it, the callee fills it |
                     +----------------------------------------------------------------------------+
              the return address is in r14 (lr) [CALL-03 CALL-02 REG-10 CALL-01]

            at the return
                r0
              +---------+
              | &result |
              +---------+
              result  type                          travels                       clauses
              ------  ----------------------------  ----------------------------  ----------------------------
              result  union { struct { int a : 3;   in memory; its address in     RET-06 S12 S13 LAYOUT-05
                      int : 0; unsigned b : 9; }    r0, and at the return in r0   LAYOUT-01 LAYOUT-09 S02
                      s; char c[5]; }                                             TYPE-03 LAYOUT-02 LAYOUT-08
                                                                                  LAYOUT-03 LAYOUT-11
                                                                                  LAYOUT-10 LAYOUT-06 TYPE-02
                                                                                  REG-03

            records in memory
              union { struct { int a : 3; int : 0; unsigned b : 9; } s; char c[5]; }: 8 bytes, aligned to 4
                bytes  bits  member
                -----  ----  ------------------------------------------------
                0-7          struct { int a : 3; int : 0; unsigned b : 9; } s
                0-4          char c[5]
              struct { int a : 3; int : 0; unsigned b : 9; }: 8 bytes, aligned to 4
                bytes  bits   member
                -----  -----  --------------
                0      0-2    int a : 3
                0-3    3-31   (padding)
                4-5    32-40  unsigned b : 9
                5-7    41-63  (padding)
        "#]],
    );
}

#[test]
fn other_readings() {
    let whole = picture("int f(int, long long)", "", true);
    let part = whole.split("\nother readings").nth(1).unwrap_or_default();
    expect![[r#"
        , one at a time
          REG-14=R2: r32 to r43 are callee-saved, being named among the registers for local variables, and
          r44 to r63 caller-saved
              - after the call       registers                             clauses
              - -------------------  ------------------------------------  -------------------------------
              - hold what they held  r4-r11, r14 (lr)-r15, config,         REG-06 REG-02 REG-07 REG-11 S04
              - status, imask
              - hold anything        r0-r3, r12 (ip), r16-r27, r32-r63     REG-03 REG-08 REG-12 REG-14
              - never written        r28-r31                               REG-13
              + after the call       registers                          clauses
              + -------------------  ---------------------------------  ---------------------------------
              + hold what they held  r4-r11, r14 (lr)-r15, r32-r43,     REG-06 REG-02 REG-07 REG-11
              + config, status, imask              REG-14 REG-05 S04
              + hold anything        r0-r3, r12 (ip), r16-r27, r44-r63  REG-03 REG-08 REG-12 REG-14
              + never written        r28-r31                            REG-13
          REG-14=R3: reserved for constants: compiled code does not write them
              - hold anything        r0-r3, r12 (ip), r16-r27, r32-r63     REG-03 REG-08 REG-12 REG-14
              - never written        r28-r31                               REG-13
              + hold anything        r0-r3, r12 (ip), r16-r27              REG-03 REG-08 REG-12
              + never written        r28-r63                               REG-13 REG-14
          ARG-03:start=R2: any two consecutive argument registers
              - r0         r1         r2         r3
              - +----------+----------+----------+----------+
              - | a0       | -        | a1[0..3] | a1[4..7] |
              - +----------+----------+----------+----------+
              + r0         r1         r2
              + +----------+----------+----------+
              + | a0       | a1[0..3] | a1[4..7] |
              + +----------+----------+----------+
              - a1        long long  in r2:r3  ARG-03 ARG-02 S07 TYPE-02 REG-03 ARG-05
              + a1        long long  in r1:r2  ARG-03 ARG-02 S07 TYPE-02 REG-03 ARG-05
          ARG-03:order=R4: the low word is in the register with the higher number
              - | a0       | -        | a1[0..3] | a1[4..7] |
              + | a0       | -        | a1[4..7] | a1[0..3] |
              - a1        long long  in r2:r3  ARG-03 ARG-02 S07 TYPE-02 REG-03 ARG-05
              + a1        long long  in r3:r2  ARG-03 ARG-02 S07 TYPE-02 REG-03 ARG-05
          ARG-06:area=R1: the first is at the stack pointer
              - stack pointer                                                clauses
              - -------------  --------------------------------------------  --------------------------
              - always         a multiple of 4                               STACK-08 STACK-01
              - at a call      a multiple of 8                               STACK-09 STACK-08 STACK-01
              - grows          downwards                                     STACK-03 STACK-02
              - callee's area  8 bytes from SP upwards belong to the callee  STACK-03 ARG-06 S09
              - at the return  as it was at entry                            REG-09
              + stack pointer                      clauses
              + -------------  ------------------  --------------------------
              + always         a multiple of 4     STACK-08 STACK-01
              + at a call      a multiple of 8     STACK-09 STACK-08 STACK-01
              + grows          downwards           STACK-03 STACK-02
              + at the return  as it was at entry  REG-09
          STACK-08:alignment=R2: 8 at all times: the sentence is right and the formula is not
              - always         a multiple of 4                               STACK-08 STACK-01
              + always         a multiple of 8                               STACK-09 STACK-08 STACK-01
          STACK-08:alignment=R1: 4 at all times: the formula is right and the sentence is not
              - -------------  --------------------------------------------  --------------------------
              + -------------  --------------------------------------------  -------------------
              - at a call      a multiple of 8                               STACK-09 STACK-08 STACK-01
              + at a call      a multiple of 4                               STACK-08 STACK-01
    "#]]
    .assert_eq(part.split("\nclauses").next().unwrap_or_default());
}

#[test]
fn wrong_dialects_say_what_is_known() {
    let error = |text: &str| Dialect::parse(Target::Epiphany, text).unwrap_err();
    expect!["`S06` is no CLAUSE=READING, such as S06=R2"].assert_eq(&error("S06"));
    expect!["epiphany has no clause `S99`; `crosscall clauses --target epiphany` lists them"]
        .assert_eq(&error("S99=R1"));
    expect!["EPIPHANY-TYPE-01 is not open: there is one way to read it"].assert_eq(&error("TYPE-01=R2"));
    expect!["EPIPHANY-S06 has no reading `R99`; it has R2, R1, R3, R4"].assert_eq(&error("S06=R99"));
}

#[test]
fn json_is_one_object() {
    let parsed = c::parse("struct { int a, b, c; } f(char)").unwrap();
    let dialect = Dialect::preferred(Target::Epiphany);
    let explanation = explain(Target::Epiphany, &parsed, &dialect);
    let value = json::object(&explanation, None);
    assert_eq!(value["result"]["transfer"]["how"], "reference");
    assert_eq!(value["records"][0]["size"], 12);
    assert_eq!(value["registers"].as_array().unwrap().len(), Target::Epiphany.registers().len());
}

/// A picture on a page of some width: names stay, and no line is wider than the page but for what cannot be broken.
fn on_width(width: usize, expected: &Expect) {
    let target = Target::Dpu;
    let dialect = Dialect::preferred(target);
    let told = super::environment::Told { target, dialect: &dialect };
    let text = "typedef struct node { struct node *next; uint_fast16_t hits; char name[2 * sizeof(long)]; } node_t;\n\
        static node_t visit(node_t n, int (*each)(int, double), const char *const path, double w[n], va_list ap) { }";
    let source = c::read(text, &told).unwrap();
    let declaration = source.functions[0].declaration.clone().unwrap();
    let picture = on_page(Page { width, colours: false }, || {
        text::render(&explain(target, &declaration, &dialect), None)
    });
    expected.assert_eq(picture.split("\n  after the call").next().unwrap_or_default());
}

#[test]
fn names_of_the_user_at_80_columns() {
    on_width(
        80,
        &expect![[r#"
        dpu: node_t visit(node_t n, int (*each)(int, double), const char *const path,
             double w[n], va_list ap)
          note: how wide `uint_fast16_t` is, no document says: taken for `unsigned
                short`, as clang has it
          note: what a `va_list` is, the document does not say: taken for one pointer
                (DPU-S18)

        at the call
            r0        r1        r2        r3        r4        r5
          +---------+---------+---------+---------+---------+---------+
          | &result | &n      | each    | path    | w       | ap      |
          +---------+---------+---------+---------+---------+---------+
          argument  type                   travels                clauses
          --------  ---------------------  ---------------------  ---------------------
          n         node_t                 in memory; its         ARG-05 ARG-01 ARG-03
                                           address in r1          LAYOUT-02 S07
                                                                  LAYOUT-07 LAYOUT-06
                                                                  TYPE-15 RET-04 S17
                                                                  REG-03
          each      int (*)(int, double)   in r2                  ARG-01 ARG-03 TYPE-15
                                                                  RET-04 S17 REG-04
          path      const char *const      in r3                  ARG-01 ARG-03 TYPE-15
                                                                  RET-04 S17 REG-04
          w         double[n] (a pointer)  in r4                  ARG-01 ARG-03 TYPE-15
                                                                  RET-04 S17 REG-04
          ap        va_list (a pointer)    in r5                  ARG-01 ARG-03 TYPE-15
                                                                  RET-04 S17 REG-04
                 +--------------------------------------------------------------+
          r1 --> | n: 24 bytes, aligned to 4; a copy that the callee may change |
                 +--------------------------------------------------------------+
                 +--------------------------------------------------------------------+
          r0 --> | result: 24 bytes, aligned to 4; the caller provides it, the callee |
                 | fills it                                                           |
                 +--------------------------------------------------------------------+
          the return address is in r23 (lr) [REG-08 S24]
          the caller's own return address is in SP-8 [STACK-09 CALL-01 STACK-08 CALL-04
          CALL-05]
          the caller's own stack pointer is in SP-4 [STACK-10 CALL-03 STACK-09 STACK-08
          CALL-04 CALL-05]

        at the return
            r0
          +---------+
          | &result |
          +---------+
          result  type    travels                         clauses
          ------  ------  ------------------------------  ------------------------------
          result  node_t  in memory; its address in r0,   RET-04 LAYOUT-02 S07 LAYOUT-07
                          and at the return in r0         LAYOUT-06 TYPE-15 REG-02

        records in memory
          struct node: 24 bytes, aligned to 4
            bytes  bits  member
            -----  ----  -------------------------
            0-3          struct node *next
            4-5          uint_fast16_t hits
            6-21         char name[2*sizeof(long)]
            22-23        (padding)
    "#]],
    );
}

#[test]
fn names_of_the_user_at_120_columns() {
    on_width(
        120,
        &expect![[r#"
        dpu: node_t visit(node_t n, int (*each)(int, double), const char *const path, double w[n], va_list ap)
          note: how wide `uint_fast16_t` is, no document says: taken for `unsigned short`, as clang has it
          note: what a `va_list` is, the document does not say: taken for one pointer (DPU-S18)

        at the call
            r0        r1        r2        r3        r4        r5
          +---------+---------+---------+---------+---------+---------+
          | &result | &n      | each    | path    | w       | ap      |
          +---------+---------+---------+---------+---------+---------+
          argument  type                   travels                       clauses
          --------  ---------------------  ----------------------------  -------------------------------------------------------
          n         node_t                 in memory; its address in r1  ARG-05 ARG-01 ARG-03 LAYOUT-02 S07 LAYOUT-07 LAYOUT-06
                                                                         TYPE-15 RET-04 S17 REG-03
          each      int (*)(int, double)   in r2                         ARG-01 ARG-03 TYPE-15 RET-04 S17 REG-04
          path      const char *const      in r3                         ARG-01 ARG-03 TYPE-15 RET-04 S17 REG-04
          w         double[n] (a pointer)  in r4                         ARG-01 ARG-03 TYPE-15 RET-04 S17 REG-04
          ap        va_list (a pointer)    in r5                         ARG-01 ARG-03 TYPE-15 RET-04 S17 REG-04
                 +--------------------------------------------------------------+
          r1 --> | n: 24 bytes, aligned to 4; a copy that the callee may change |
                 +--------------------------------------------------------------+
                 +-----------------------------------------------------------------------------+
          r0 --> | result: 24 bytes, aligned to 4; the caller provides it, the callee fills it |
                 +-----------------------------------------------------------------------------+
          the return address is in r23 (lr) [REG-08 S24]
          the caller's own return address is in SP-8 [STACK-09 CALL-01 STACK-08 CALL-04 CALL-05]
          the caller's own stack pointer is in SP-4 [STACK-10 CALL-03 STACK-09 STACK-08 CALL-04 CALL-05]

        at the return
            r0
          +---------+
          | &result |
          +---------+
          result  type    travels                                             clauses
          ------  ------  --------------------------------------------------  --------------------------------------------------
          result  node_t  in memory; its address in r0, and at the return in  RET-04 LAYOUT-02 S07 LAYOUT-07 LAYOUT-06 TYPE-15
                          r0                                                  REG-02

        records in memory
          struct node: 24 bytes, aligned to 4
            bytes  bits  member
            -----  ----  -------------------------
            0-3          struct node *next
            4-5          uint_fast16_t hits
            6-21         char name[2*sizeof(long)]
            22-23        (padding)
    "#]],
    );
}

/// What a broken compiler does is drawn beside what the document says.
#[test]
fn a_compiler_beside_the_document() {
    let target = Target::Epiphany;
    let dialect = Dialect::preferred(target);
    let told = super::environment::Told { target, dialect: &dialect };
    let text = "struct p { int x, y; }; long move(int how, int far, double away, struct p by)";
    let declaration = c::read(text, &told).unwrap().functions[0].declaration.clone().unwrap();
    let explanation = explain(target, &declaration, &dialect);
    let (limits, stop) = (Limits::default(), AtomicBool::new(false));
    let folder = std::env::temp_dir();
    let workshop = Workshop { work_dir: &folder, limits: &limits, stop: &stop };
    let real_of = |fault: Option<&str>| {
        let mutation = fault.map(|fault| {
            let edit = Edit::of_fault(Fault::by_name(target, fault).unwrap());
            Mutation::new(edit, Arc::new(Workbench::default()))
        });
        let toolchain = Toolchain { mutation, ..Toolchain::embedded(target) };
        let subject = Subject { toolchain, knowledge: Knowledge::new(catalogue(target)) };
        real(&declaration, &explanation, &dialect, &subject, workshop)
    };
    let shown = |fault| on_page(Page::PLAIN, || real_text::render(&explanation, &real_of(fault)));
    expect![[r#"

        what embedded-epiphany really does (crosscall 0.1.0)
          value   the document                    when it calls  when it is called
          ------  ------------------------------  -------------  -----------------
          how     in r0                           the same       the same
          far     in r1                           the same       the same
          away    in r2:r3                        the same       the same
          by      in memory; its address in SP+8  in SP+0        in SP+0
          result  in r0                           the same       the same
          it reads ARG-06:area as R1: the first is at the stack pointer; drawn above is R2 (--dialect
          ARG-06:area=R1)
          it reads S06 as R3: always by value, word by word; drawn above is R2 (--dialect S06=R3)
          what was tried is as the document says, read so
    "#]]
    .assert_eq(&shown(None));
    expect![[r#"

        what embedded-epiphany really does (crosscall 0.1.0)
          value   the document                  when it calls                 when it is called
          ------  ----------------------------  ----------------------------  ----------------------------
          how     in r0                         found in r1                   the subject read it from r1
          far     in r1                         found in r0                   the subject read it from r0
          away    in r2:r3                      not known: it did not come    the same
                                                back
          by      in memory; its address in     found in [sp+0]               the subject read it from
                  SP+8                                                        [sp+0]
          result  in r0                         not known: it did not come    the same
                                                back
          this is against the document under every reading:
          how, when it calls: expected 0x15141312 in r0; seen there: 0x19181716; found in r1 [ARG-01 TYPE-02
          REG-03 ARG-05]
          far, when it calls: expected 0x19181716 in r1; seen there: 0x15141312; found in r0 [ARG-01 TYPE-02
          REG-03 ARG-05]
          how, when it is called: expected 0x15141312; seen 0x19181716; the subject read it from r1 [ARG-01
          TYPE-02 REG-03 ARG-05]
          far, when it is called: expected 0x19181716; seen 0x15141312; the subject read it from r0 [ARG-01
          TYPE-02 REG-03 ARG-05]
    "#]]
    .assert_eq(&shown(Some("arguments-swapped")));
    let object = real_text::object(&real_of(Some("arguments-swapped")));
    assert_eq!(object["sides"][1]["violates"], true);
    assert_eq!(object["sides"][1]["departures"][0]["subject"], "how");
}
