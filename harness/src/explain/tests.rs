use super::real::{Subject, real};
use super::real_text;
use crosscall_base::error::Error;
use crosscall_base::process::Limits;
use crosscall_declarations::{Declaration, ParseError, Source};
use crosscall_embedded::Fault;
use crosscall_explain::dialect::Dialect;
use crosscall_explain::differences::differences;
use crosscall_explain::environment::UnderDialect;
use crosscall_explain::input::{self, Found, Input};
use crosscall_explain::{case_of, explain, explain_as, forms, json, text, types};
use crosscall_model::{Form, Target, c};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_reports::picture::{Page, on_page};
use crosscall_selftest::mutants::{Mutation, Workbench};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::hook::Hook;
use crosscall_toolchain::units::CompileContext;
use expect_test::expect;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A text with declarations as it is read for a target.
fn read(target: Target, text: &str) -> Result<Source, ParseError> {
    let dialect = Dialect::preferred(target);
    crosscall_declarations::read(text, &UnderDialect { target, dialect: &dialect })
}

/// The only declaration of a text.
fn declaration(target: Target, text: &str) -> Result<Declaration, ParseError> {
    read(target, text).unwrap().functions.swap_remove(0).declaration
}

/// Finds the declarations of an input for a target.
fn found(target: Target, input: &Input, chosen: &[&str]) -> Result<Found, Error> {
    let dialect = Dialect::preferred(target);
    let chosen: Vec<String> = chosen.iter().map(|name| (*name).to_owned()).collect();
    input::found(input, &UnderDialect { target, dialect: &dialect }, &chosen)
}

fn picture(declaration: &str, readings: &str, all: bool) -> String {
    let target = Target::Epiphany;
    let parsed = crosscall_declarations::parse(declaration).unwrap();
    let dialect = Dialect::parse(target, readings).unwrap();
    let explanation = explain(target, &parsed, &dialect);
    let others = all.then(|| differences(&explanation, target, &parsed, &dialect));
    text::render(&explanation, others.as_deref())
}

fn shown(declaration: &str) -> String {
    let whole = picture(declaration, "", false);
    // The registers that survive and the list of clauses are the same in every picture.
    whole.split("\n  across the call").next().unwrap_or_default().to_owned()
}

/// A picture of a type that nobody has worked out for a target would be a guess.
#[test]
fn types_of_few_compilers_are_drawn_where_they_are_known() {
    let asked = |target, text: &str| declaration(target, text).map(|_| ()).map_err(|error| error.to_string());
    let wide = Target::Riscv(crosscall_model::target::riscv::Abi::Lp64);
    let narrow = Target::Riscv(crosscall_model::target::riscv::Abi::Ilp32);
    for text in ["void f(_Atomic int)", "void f(int _Complex)"] {
        assert_eq!(asked(wide, text), Ok(()));
        assert_eq!(asked(Target::Epiphany, text), Ok(()));
    }
    for text in ["void f(_BitInt(7))", "void f(__bf16)"] {
        assert_eq!(asked(wide, text), Ok(()));
        let refused = asked(Target::Epiphany, text).unwrap_err();
        assert!(
            refused.contains("is not drawn: how it travels is not worked out for this target"),
            "{refused}"
        );
    }
    assert_eq!(asked(wide, "__int128 f(void)"), Ok(()));
    assert!(asked(narrow, "__int128 f(void)").is_err());
}

#[test]
fn a_struct_of_12_bytes_returned() {
    expect![[r#"
        epiphany: struct { int a, b, c; } f(int)

        at the call
            r0        r1
          +---------+---------+
          | &result | arg0    |
          +---------+---------+
          argument  type  travels  clauses
          --------  ----  -------  -----------------------------------
          arg0      int   in r1    ARG-01 TYPE-02 RET-06 REG-03 ARG-05
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
          result  struct { int a, b, c; }  in memory, at the address        RET-06 S12 LAYOUT-01 LAYOUT-09
                                           passed in r0, which is in r0 at  LAYOUT-02 TYPE-02 REG-03
                                           the return

        records in memory
          struct { int a, b, c; }: 12 bytes, aligned to 4
            bytes  bits  member
            -----  ----  ------
            0-3          int a
            4-7          int b
            8-11         int c

          across the call     registers                          clauses
          ------------------  ---------------------------------  ---------------------------
          callee-saved        r4-r11, r14 (lr)-r15               REG-06 REG-02 REG-07 REG-11
          callee-saved modes  config, status, imask              S04
          no loop armed       lc                                 S04
          caller-saved        r0-r3, r12 (ip), r16-r27, r32-r63  REG-03 REG-08 REG-12 REG-14
          never written       r28-r31                            REG-13

          stack pointer                                                clauses
          -------------  --------------------------------------------  --------------------------
          always         a multiple of 4                               STACK-08 STACK-01
          at a call      a multiple of 8                               STACK-09 STACK-08 STACK-01
          grows          downwards                                     STACK-03 STACK-02
          callee's area  8 bytes from SP upwards belong to the callee  STACK-03 ARG-06 S09
          at the return  as it was at entry                            REG-09

        interpretations in force where the document is open
          REG-14              What becomes of r32 to r63? R1: general use, caller-saved: the role text is a
                              copy of the row above (also possible: R2, R3)
          ARG-06:area         Where does the first stack argument lie? R2: the first is 8 bytes above the
                              stack pointer; the 8 bytes below it belong to the callee (also possible: R1)
          RET-06:position     Where does the address for a result travel? R1: the extra argument is the
                              first, in r0, and the others follow (also possible: R2)
          RET-06:again        Is that address in r0 again at return? R3: r0 holds the address again at
                              return (also possible: R4)
          STACK-08:alignment  How is the stack pointer aligned? R3: 4 at all times and 8 at public
                              interfaces, the constraint that the section announces and leaves out (also
                              possible: R2, R1)

        clauses that place the values
          TYPE-02    Data are little-endian.
          LAYOUT-01  The members of an aggregate follow each other in memory.
          LAYOUT-02  An aggregate has the alignment of its most aligned component.
          LAYOUT-09  Members are laid out in the order of their declaration.
          REG-03     r0 to r3 (A1 to A4) carry argument values and the result, and are caller-saved.
          REG-10     r14 is the link register.
          ARG-01     The first arguments travel in r0 to r3, one word argument to a register, from left to
                     right. (An order that is not specified, predicts nothing and is not offered.)
          ARG-05     If there are few parameters, only registers are used: no stack traffic while the four
                     registers suffice. Whether a list of four words may miss out because a double word
                     skips a register is decided by how double words start and back-fill.
          RET-06     An aggregate larger than 4 bytes, or whose size one side cannot know, is stored at an
                     address that is passed as an extra argument.
          CALL-01    Routines of a publicly visible interface follow the procedure call standard.
          CALL-02    BL and JALR put the address of the next instruction into the link register and the
                     target into the program counter; the next instruction is 2 or 4 bytes further, by the
                     length of the call, not at a fixed distance (impossible with a 16-bit JALR).
          CALL-03    The link register is a further parameter: the return address.
          S12        Position of the address for a result in memory, and whether r0 holds it again at
                     return.

        `crosscall clauses --target epiphany` has the others.
    "#]]
    .assert_eq(&picture("struct { int a, b, c; } f(int)", "", false));
}

#[test]
fn many_arguments() {
    expect![[r#"
        epiphany: long f(char, double, short, struct { char a; long long b; }, unsigned char, ...)

        at the call
            r0           r1           r2           r3
          +------------+------------+------------+------------+
          | arg0       | -          | arg1[0..3] | arg1[4..7] |
          +------------+------------+------------+------------+
          stack  bytes  holds
          -----  -----  ----------------------------------
          SP+0   8      (belongs to the callee)
          SP+8   4      arg2: short, sign-extended
          SP+12  4      address of arg3
          SP+16  4      arg4: unsigned char, zero-extended
          argument  type                          travels                       clauses
          --------  ----------------------------  ----------------------------  ----------------------------
          arg0      char                          in r0, sign-extended to 4     ARG-01 REG-03 ARG-05
                                                  bytes
          arg1      double                        in r2:r3                      ARG-04 ARG-03 ARG-02 S07
                                                                                TYPE-02 REG-03 ARG-05
          arg2      short                         in SP+8, sign-extended to 4   ARG-03 ARG-06 ARG-01 TYPE-02
                                                  bytes                         S09 STACK-02 STACK-03 S05
          arg3      struct { char a; long long    in memory; its address in     S06 ARG-03 ARG-06 ARG-01 S10
                    b; }                          SP+12                         LAYOUT-01 LAYOUT-09 TYPE-02
                                                                                S09 STACK-02 STACK-03
          arg4      unsigned char                 in SP+16, zero-extended to 4  ARG-03 ARG-06 ARG-01 S09
                                                  bytes                         STACK-02 STACK-03 S05
                    +-----------------------------------------------------------+
          SP+12 --> | arg3: 16 bytes, aligned to 8; the callee may only read it |
                    +-----------------------------------------------------------+
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
    "#]]
    .assert_eq(&shown("long f(char, double, short, struct { char a; long long b; }, unsigned char, ...)"));
    expect![[r#"
        epiphany: void f(void)

        at the call
          nothing is passed
          the return address is in r14 (lr) [CALL-03 CALL-02 REG-10 CALL-01]

        at the return
          no result
    "#]]
    .assert_eq(&shown("void f(void)"));
    expect![[r#"
        epiphany: unsigned char f(int, ..., double, struct { short a; })

        at the call
            r0                r1                r2                r3
          +-----------------+-----------------+-----------------+-----------------+
          | arg0            | -               | variadic0[0..3] | variadic0[4..7] |
          +-----------------+-----------------+-----------------+-----------------+
          stack  bytes  holds
          -----  -----  ------------------------------
          SP+0   8      (belongs to the callee)
          SP+8   2      variadic1: struct { short a; }
          argument   type                 travels   clauses
          ---------  -------------------  --------  --------------------------------------------------------
          arg0       int                  in r0     ARG-01 TYPE-02 REG-03 ARG-05
          variadic0  double               in r2:r3  S14 ARG-04 ARG-03 ARG-02 S07 TYPE-02 REG-03 ARG-05
          variadic1  struct { short a; }  in SP+8   S06 S14 ARG-03 ARG-06 ARG-01 TYPE-02 S09 STACK-02
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
    "#]]
    .assert_eq(&shown("unsigned char f(int, ..., double, struct { short a; })"));
    expect![[r#"
        epiphany: union { struct { int a : 3; int : 0; unsigned b : 9; } s; char c[5]; } go(void (*)(void),
                  enum { A, B = 300 })

        at the call
            r0        r1        r2
          +---------+---------+---------+
          | &result | arg0    | arg1    |
          +---------+---------+---------+
          argument  type                 travels  clauses
          --------  -------------------  -------  ---------------------------------------
          arg0      void (*)(void)       in r1    ARG-01 S01 TYPE-02 RET-06 REG-03 ARG-05
          arg1      enum { A, B = 300 }  in r2    ARG-01 S01 TYPE-02 RET-06 REG-03 ARG-05
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
          result  union { struct { int a : 3;   in memory, at the address     RET-06 S12 S13 LAYOUT-05
                  int : 0; unsigned b : 9; }    passed in r0, which is in r0  LAYOUT-01 LAYOUT-09 S02
                  s; char c[5]; }               at the return                 TYPE-03 LAYOUT-02 LAYOUT-08
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
    "#]]
    .assert_eq(&shown("union { struct { int a : 3; int : 0; unsigned b : 9; } s; char c[5]; } go(void (*)(void), enum { A, B = 300 })"));
}

#[test]
fn other_readings() {
    let whole = picture("int f(int, long long)", "", true);
    let part = whole.split("\nother interpretations").nth(1).unwrap_or_default();
    expect![[r#"
        , one at a time
          REG-14: What becomes of r32 to r63? R2: r32 to r43 are callee-saved, being named among the
          registers for local variables, and r44 to r63 caller-saved
              - ------------------  ---------------------------------  ---------------------------
              - callee-saved        r4-r11, r14 (lr)-r15               REG-06 REG-02 REG-07 REG-11
              + ------------------  ---------------------------------  -----------------------------------
              + callee-saved        r4-r11, r14 (lr)-r15, r32-r43      REG-06 REG-02 REG-07 REG-11 REG-14
              + REG-05
              - caller-saved        r0-r3, r12 (ip), r16-r27, r32-r63  REG-03 REG-08 REG-12 REG-14
              + caller-saved        r0-r3, r12 (ip), r16-r27, r44-r63  REG-03 REG-08 REG-12 REG-14
          REG-14: What becomes of r32 to r63? R3: reserved for constants: compiled code does not write them
              - across the call     registers                          clauses
              - ------------------  ---------------------------------  ---------------------------
              - callee-saved        r4-r11, r14 (lr)-r15               REG-06 REG-02 REG-07 REG-11
              - callee-saved modes  config, status, imask              S04
              - no loop armed       lc                                 S04
              - caller-saved        r0-r3, r12 (ip), r16-r27, r32-r63  REG-03 REG-08 REG-12 REG-14
              - never written       r28-r31                            REG-13
              + across the call     registers                 clauses
              + ------------------  ------------------------  ---------------------------
              + callee-saved        r4-r11, r14 (lr)-r15      REG-06 REG-02 REG-07 REG-11
              + callee-saved modes  config, status, imask     S04
              + no loop armed       lc                        S04
              + caller-saved        r0-r3, r12 (ip), r16-r27  REG-03 REG-08 REG-12
              + never written       r28-r63                   REG-13 REG-14
          ARG-03:start: Where may a double word start? R2: any two consecutive argument registers
              - r0           r1           r2           r3
              - +------------+------------+------------+------------+
              - | arg0       | -          | arg1[0..3] | arg1[4..7] |
              - +------------+------------+------------+------------+
              + r0           r1           r2
              + +------------+------------+------------+
              + | arg0       | arg1[0..3] | arg1[4..7] |
              + +------------+------------+------------+
              - arg1      long long  in r2:r3  ARG-03 ARG-02 S07 TYPE-02 REG-03 ARG-05
              + arg1      long long  in r1:r2  ARG-03 ARG-02 S07 TYPE-02 REG-03 ARG-05
          ARG-03:order: Which of two registers holds the low word of an argument? R4: the low word is in the
          register with the higher number
              - | arg0       | -          | arg1[0..3] | arg1[4..7] |
              + | arg0       | -          | arg1[4..7] | arg1[0..3] |
              - arg1      long long  in r2:r3  ARG-03 ARG-02 S07 TYPE-02 REG-03 ARG-05
              + arg1      long long  in r3:r2  ARG-03 ARG-02 S07 TYPE-02 REG-03 ARG-05
          ARG-06:area: Where does the first stack argument lie? R1: the first is at the stack pointer
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
          STACK-08:alignment: How is the stack pointer aligned? R2: 8 at all times: the sentence is right
          and the formula is not
              - always         a multiple of 4                               STACK-08 STACK-01
              + always         a multiple of 8                               STACK-09 STACK-08 STACK-01
          STACK-08:alignment: How is the stack pointer aligned? R1: 4 at all times: the formula is right and
          the sentence is not
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
    expect!["`S06` is not a CLAUSE=READING, such as S06=R2"].assert_eq(&error("S06"));
    expect!["epiphany has no clause `S99`; `crosscall clauses --target epiphany` lists them"]
        .assert_eq(&error("S99=R1"));
    expect!["EPIPHANY-TYPE-01 is not open: there is one way to read it"].assert_eq(&error("TYPE-01=R2"));
    expect!["EPIPHANY-S06 has no interpretation `R99`; it has R2, R1, R3, R4"].assert_eq(&error("S06=R99"));
}

#[test]
fn json_is_one_object() {
    let parsed = crosscall_declarations::parse("struct { int a, b, c; } f(char)").unwrap();
    let dialect = Dialect::preferred(Target::Epiphany);
    let explanation = explain(Target::Epiphany, &parsed, &dialect);
    let value = json::object(&explanation, None);
    assert_eq!(value["result"]["transfer"]["how"], "reference");
    assert_eq!(value["records"][0]["size"], 12);
    assert_eq!(value["registers"].as_array().unwrap().len(), Target::Epiphany.registers().len());
}

/// A picture on a narrow page: names stay, and no line is wider than the page but for what cannot be broken.
#[test]
fn names_of_the_user_at_80_columns() {
    let target = Target::Dpu;
    let text = "typedef struct node { struct node *next; uint_fast16_t hits; char name[2 * sizeof(long)]; } node_t;\n\
        static node_t visit(node_t n, int (*each)(int, double), const char *const path, double w[n], va_list ap) { }";
    let declaration = declaration(target, text).unwrap();
    let picture = on_page(Page { width: 80, colours: false }, || {
        text::render(&explain(target, &declaration, &Dialect::preferred(target)), None)
    });
    expect![[r#"
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
          result  node_t  in memory, at the address       RET-04 LAYOUT-02 S07 LAYOUT-07
                          passed in r0, which is in r0    LAYOUT-06 TYPE-15 REG-02
                          at the return

        records in memory
          struct node: 24 bytes, aligned to 4
            bytes  bits  member
            -----  ----  -------------------------
            0-3          struct node *next
            4-5          uint_fast16_t hits
            6-21         char name[2*sizeof(long)]
            22-23        (padding)
    "#]]
    .assert_eq(picture.split("\n  across the call").next().unwrap_or_default());
}

/// The behaviour of a broken compiler is drawn beside the document's.
#[test]
fn a_compiler_beside_the_document() {
    let target = Target::Epiphany;
    let dialect = Dialect::preferred(target);
    let text = "struct p { int x, y; }; long move(int how, int far, double away, struct p by)";
    let declaration = declaration(target, text).unwrap();
    let explanation = explain(target, &declaration, &dialect);
    let (limits, stop) = (Limits::default(), AtomicBool::new(false));
    let folder = std::env::temp_dir();
    let context = CompileContext { work_dir: &folder, limits: &limits, stop: &stop };
    let real_of = |fault: Option<&str>| {
        let hook = fault.map(|fault| -> Arc<dyn Hook> {
            let fault = Fault::by_name(target, fault).unwrap();
            Arc::new(Mutation::new(fault, Arc::new(Workbench::default())))
        });
        let toolchain = Toolchain { hook, ..Toolchain::embedded(target) };
        let subject = Subject { toolchain, knowledge: Knowledge::new(catalogue(target)) };
        real(&declaration, &explanation, &dialect, &subject, context)
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
          this is against the document under every interpretation:
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

/// Result of parsing a text for a target: its functions with their bare types and notes, or why not.
fn read_as(target: Target, text: &str) -> String {
    let source = read(target, text).unwrap();
    let mut lines: Vec<String> = source
        .machine
        .iter()
        .map(|machine| format!("for {}, seen in {}", machine.name, machine.seen))
        .collect();
    lines.extend(source.contradictions.iter().map(|c| format!("{} is {}, not {}", c.name, c.is, c.declared)));
    for function in &source.functions {
        match &function.declaration {
            Ok(found) => {
                lines.push(c::signature(&found.signature, &found.name));
                lines.extend(found.notes.iter().map(|note| format!("  note: {note}")));
            }
            Err(error) => lines.push(error.to_string()),
        }
    }
    lines.join("\n") + "\n"
}

const HOST: &str = "# 1 \"/usr/include/x86_64-linux-gnu/bits/types.h\" 1 3 4\n\
    typedef unsigned long int __uint64_t; typedef long int __off64_t; typedef long int __time_t;\n\
    # 1 \"/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h\" 1 3 4\n\
    typedef long unsigned int size_t; typedef __uint64_t uint64_t; typedef __time_t time_t;\n\
    typedef long gint64; typedef unsigned long gsize; typedef unsigned long uLong; typedef int wchar_t;\n";

#[test]
fn names_of_c_mean_what_they_mean_on_the_target() {
    let functions = "uint64_t f(size_t n, __off64_t at, uLong x); wchar_t g(time_t); gint64 h(gsize);\n";
    let host = format!("{HOST}{functions}");
    expect![[r#"
        for x86_64-linux-gnu, seen in /usr/include/x86_64-linux-gnu/bits/types.h
        __uint64_t is unsigned long long, not unsigned long
        __off64_t is long long, not long
        unsigned long long f(size_t, long long, unsigned long)
        wchar_t g(long)
          note: how wide `time_t` is, no document says: taken for `long`, as C libraries mostly have it
        long long h(size_t)
          note: `gint64` is taken for `long long`: its name says 64 bits, and the `long` that the text has for it has 32 here
          note: `gsize` is taken for `size_t`: GLib says that it is a `size_t`, and the text has another machine's
    "#]].assert_eq(&read_as(Target::Epiphany, &host));
    expect![[r#"
        for x86_64-linux-gnu, seen in /usr/include/x86_64-linux-gnu/bits/types.h
        size_t is size_t, not unsigned long
        gsize is size_t, not unsigned long
        unsigned long long f(size_t, long long, unsigned long)
        wchar_t g(long)
          note: how wide `time_t` is, no document says: taken for `long`, as C libraries mostly have it
        long long h(size_t)
          note: `gsize` is taken for `size_t`: GLib says that it is a `size_t`, and the text has another machine's
    "#]].assert_eq(&read_as(Target::Dpu, &host));
    // Without line markers the typedefs show it.
    let bare: Vec<&str> = host.lines().filter(|line| !line.starts_with('#')).collect();
    let text = bare.join("\n");
    assert_eq!(
        read_as(Target::Epiphany, &text).split_once('\n').unwrap().0,
        "for another machine, seen in `typedef unsigned long __uint64_t`"
    );
    assert_eq!(
        read_as(Target::Epiphany, &text).split_once('\n').unwrap().1,
        read_as(Target::Epiphany, &host).split_once('\n').unwrap().1
    );
    // A text for the target itself is taken at its word where C leaves the width to it.
    let own = "# 1 \"/opt/lib/gcc/epiphany-elf/12/include/stdint.h\" 1 3\n\
        typedef long long time_t; typedef short int_fast8_t; typedef unsigned int size_t;\n\
        void f(time_t, int_fast8_t, size_t);\n";
    expect![[r#"
        void f(long long, short, size_t)
    "#]]
    .assert_eq(&read_as(Target::Epiphany, own));
    // A text that has 64 bits for a name of POSIX has chosen them.
    let chosen = "typedef __off64_t off_t; off_t f(void);\n";
    let with_64_bits = read_as(Target::Epiphany, &format!("{HOST}{chosen}"));
    assert!(with_64_bits.ends_with("\nlong long f(void)\n"), "{with_64_bits}");
    // `bool` may be a program's own.
    expect![[r#"
        void f(int)
    "#]]
    .assert_eq(&read_as(Target::Epiphany, "typedef int bool; void f(bool);\n"));
}

#[test]
fn names_that_are_not_known() {
    expect![[r#"
        void *f(void *, void *, void (*)(void), void *)
          note: `far_t` is not known; only its address travels, so it is taken as opaque
          note: `near_t` is not known; only its address travels, so it is taken as opaque
    "#]].assert_eq(&read_as(
        Target::Nyuzi,
        "typedef far_t *handle; far_t *f(handle h, const near_t *const x, void (*done)(near_t *), far_t all[]);\n",
    ));
    expect![[r#"
        line 1, column 1: expected a type, but `first_t` is not known as one, nor is what follows: `second_t`, `fourth_t`; declare them with `typedef` before
          first_t f(int, second_t x, third_t *, struct { fourth_t a; first_t b; } s);
          ^^^^^^^
    "#]].assert_eq(&read_as(
        Target::Nyuzi,
        "first_t f(int, second_t x, third_t *, struct { fourth_t a; first_t b; } s);\n",
    ));
    expect![[r#"
        line 1, column 1: expected a type, but `EXPORT` is not known as one; declare it with `typedef` before
          EXPORT int f(void); EXPORT void g(void);
          ^^^^^^
        line 1, column 21: expected a type, but `EXPORT` is not known as one; declare it with `typedef` before
          EXPORT int f(void); EXPORT void g(void);
                              ^^^^^^
    "#]]
    .assert_eq(&read_as(Target::Nyuzi, "EXPORT int f(void); EXPORT void g(void);\n"));
}

/// The picture of a type, with the clauses at its end left out.
fn type_picture(target: Target, question: &str) -> String {
    match found(target, &Input::typed(question), &[]) {
        Ok(found) => {
            let asked = found.asked.expect("a type is asked for");
            types::render(&types::explain_type(target, &asked, &Dialect::preferred(target)), true)
        }
        Err(error) => format!("{error}\n"),
    }
}

#[test]
fn types_are_laid_out() {
    let of = |questions: &[&str]| -> String {
        questions.iter().map(|question| type_picture(Target::Dpu, question)).collect::<Vec<_>>().join("\n")
    };
    expect![[r#"
        dpu: struct { char a; long long b; }

        records in memory
          struct { char a; long long b; }: 16 bytes, aligned to 8
            bytes  bits  member
            -----  ----  -----------
            0            char a
            1-7          (padding)
            8-15         long long b

        numbers
          what                                           is  clauses
          ---------------------------------------------  --  -----------------------
          sizeof (struct { char a; long long b; })       16  LAYOUT-02 LAYOUT-01 S07
          _Alignof (struct { char a; long long b; })     8   LAYOUT-01
          offsetof (struct { char a; long long b; }, a)  0   S07 TYPE-02 LAYOUT-02
          offsetof (struct { char a; long long b; }, b)  8   S07 TYPE-08 LAYOUT-02

        interpretations in force where the document is open
          TYPE-02  Is plain `char` signed? R1: plain char is signed (also possible: R2)

        dpu: t

        records in memory
          t: 12 bytes, aligned to 4
            bytes  bits  member
            -----  ----  --------------
            0      0-2   unsigned f : 3
            0-3    3-31  (padding)
            4-11         struct p p[2]
          struct p: 4 bytes, aligned to 4
            bytes  bits  member
            -----  ----  -------
            0-3          char *n

        numbers
          what                     is        clauses
          -----------------------  --------  -----------------------------------------------
          sizeof (t)               12        LAYOUT-02 LAYOUT-01 S07 S08 LAYOUT-07 LAYOUT-06
          _Alignof (t)             4         LAYOUT-01 S08 LAYOUT-06
          offsetof (t, p)          4         S07 LAYOUT-06 LAYOUT-02 S08 LAYOUT-07
          the bit-field f of t is  unsigned  S08 TYPE-05
          sizeof (struct p)        4         LAYOUT-02 LAYOUT-01
          _Alignof (struct p)      4         LAYOUT-01
          offsetof (struct p, n)   0         S07 TYPE-11 LAYOUT-02
    "#]]
    .assert_eq(&of(&[
        "struct { char a; long long b; }",
        "typedef struct { unsigned f : 3; struct p { char *n; } p[2]; } t; t",
    ]));
    expect![[r#"
        dpu: wchar_t

        in memory
          bytes  holds
          -----  -------
          0-3    wchar_t

        numbers
          what                is        clauses
          ------------------  --------  -------
          sizeof (wchar_t)    4         S04
          _Alignof (wchar_t)  4         S04
          wchar_t is          unsigned  S04

        interpretations in force where the document is open
          S04:wchar  What is `wchar_t`? R3: wchar_t is unsigned int, as the vendor's headers have it (also
                     possible: R4, R5)

        dpu: char *[3]

        in memory
          bytes  holds
          -----  ---------
          0-11   char *[3]

        numbers
          what                  is  clauses
          --------------------  --  ---------
          sizeof (char *[3])    12  LAYOUT-07
          _Alignof (char *[3])  4   LAYOUT-06

        dpu: int (*)(int, double)

        in memory
          bytes  holds
          -----  --------------------
          0-3    int (*)(int, double)

        numbers
          what                             is  clauses
          -------------------------------  --  -------
          sizeof (int (*)(int, double))    4   TYPE-12
          _Alignof (int (*)(int, double))  4   TYPE-12

        dpu: t (short[5])

        in memory
          bytes  holds
          -----  ------------
          0-9    t (short[5])

        numbers
          what          is  clauses
          ------------  --  ---------
          sizeof (t)    10  LAYOUT-07
          _Alignof (t)  2   LAYOUT-06
    "#]]
    .assert_eq(&of(&["wchar_t", "char *[3]", "int (*)(int, double)", "typedef short t[5]"]));
    expect![[r#"
        dpu: sizeof(t[3]) is 24

        records in memory
          t: 8 bytes, aligned to 4
            bytes  bits  member
            -----  ----  ---------
            0            char a
            1-3          (padding)
            4-7          size_t n

        numbers
          what             is  clauses
          ---------------  --  ---------------------------
          sizeof (t[3])    24  LAYOUT-07 LAYOUT-02 S07 S04
          _Alignof (t[3])  4   LAYOUT-06 S04
          sizeof (t)       8   LAYOUT-02 LAYOUT-01 S07 S04
          _Alignof (t)     4   LAYOUT-01 S04
          offsetof (t, a)  0   S07 TYPE-02 LAYOUT-02 S04
          offsetof (t, n)  4   S07 S04 LAYOUT-02

        interpretations in force where the document is open
          TYPE-02   Is plain `char` signed? R1: plain char is signed (also possible: R2)
          S04:size  How large are `size_t` and `ptrdiff_t`? R1: size_t and ptrdiff_t have 32 bits, as
                    pointers have (also possible: R2)

        dpu: _Alignof(double) *2 is 16

        in memory
          bytes  holds
          -----  ------
          0-7    double

        numbers
          what               is  clauses
          -----------------  --  -------
          sizeof (double)    8   TYPE-10
          _Alignof (double)  8   TYPE-10
    "#]]
    .assert_eq(&of(&["typedef struct { char a; size_t n; } t; sizeof (t[3])", "_Alignof(double) * 2"]));
    expect![[r#"
        the declaration: line 1, column 1: `void` has no layout
          void
          ^^^^

        the declaration: line 1, column 8: `struct s` has no definition before its use; give it, or a pointer to it
          struct s
                 ^

        the declaration: line 1, column 1: expected a type, but `nosuch` is not known as one; declare it with `typedef` before
          nosuch
          ^^^^^^

        the declaration: line 1, column 5: `x` is not a function; expected `(` and parameters behind a name
          int x
              ^

        the declaration: line 1, column 1: this asks for the size of no type
          sizeof 3
          ^^^^^^

        the declaration: line 1, column 14: expected the end of the question, found `int`
          sizeof (int) int
                       ^^^
    "#]].assert_eq(&of(&["void", "struct s", "nosuch", "int x", "sizeof 3", "sizeof (int) int"]));
}

/// A type defined inside a declaration that a user types is defined once, and a type before a function is no question.
#[test]
fn a_function_is_no_question() {
    for text in [
        "typedef struct { int x; } t; t f(struct p { int x, y; } a, struct p *b, t c)",
        "struct s { int x; }; struct s *f(struct s *)",
        "struct s { int x; } (*f(int))(struct q { int x; } *)",
        "int (*f(void))[3]",
        "int *g(int), f(int)",
    ] {
        let found = found(Target::Nyuzi, &Input::typed(text), &["f"]);
        let is_drawn = found.map(|found| found.functions.iter().all(|f| f.declaration.is_ok()));
        assert_eq!(is_drawn, Ok(true), "{text}");
    }
}

/// A type in its clauses: those that the numbers name are printed below.
#[test]
fn a_type_has_its_clauses() {
    let target = Target::Epiphany;
    let asked = found(target, &Input::typed("struct { char a; int b; }"), &[]).unwrap().asked.unwrap();
    let explanation = types::explain_type(target, &asked, &Dialect::preferred(target));
    let whole = types::render(&explanation, false);
    let prose = whole.split("clauses that lay it out").nth(1).expect("the clauses");
    for clause in explanation.numbers.iter().flat_map(|number| &number.clauses) {
        assert!(prose.contains(target.short(clause)), "{clause}: {prose}");
    }
    let object = types::object(&explanation);
    assert_eq!(
        (&object["numbers"][0]["item"], &object["numbers"][0]["value"]),
        (&"sizeof (struct { char a; int b; })".into(), &8.into())
    );
}

#[test]
fn a_brief_picture() {
    let parsed = crosscall_declarations::parse("long f(char a, short b)").unwrap();
    let dialect = Dialect::preferred(Target::Nyuzi);
    let explanation = explain(Target::Nyuzi, &parsed, &dialect);
    expect![[r#"
        nyuzi: long f(char a, short b)

        at the call
            s0       s1
          +--------+--------+
          | a      | b      |
          +--------+--------+
          argument  type   travels                          clauses
          --------  -----  -------------------------------  ----------------------
          a         char   in s0, sign-extended to 4 bytes  ARG-01 S07
          b         short  in s1, sign-extended to 4 bytes  ARG-01 TYPE-11 S07 S08
          the return address is in ra (s31) [REG-10 CALL-01]

        at the return
            s0
          +--------+
          | result |
          +--------+
          result  type  travels  clauses
          ------  ----  -------  -----------
          result  long  in s0    S14 TYPE-11

        interpretations in force where the document is open
          TYPE-01  Is plain `char` signed? R1: plain char is signed (also possible: R2)
          REG-08   Is fp an ordinary register where no frame pointer is needed? R2: it is for nothing else:
                   a function without need of a frame pointer never writes it (also possible: R1)
          S08      Who extends narrow arguments? R1: the caller extends, by the signedness of the type;
                   plain char is not checked, since who extends it cannot be told from how (also possible:
                   R2)
          S19      Is anything below the stack pointer read or written? R1: nothing below the stack pointer
                   is read or written (also possible: R2)
    "#]]
    .assert_eq(&text::brief(&explanation, None));
}

/// A form of function that only one document has is asked for by the document's name for it.
#[test]
fn forms_of_functions() {
    let shown = |target: Target, form: Form, text: &str| {
        let parsed = crosscall_declarations::parse(text).unwrap();
        let dialect = Dialect::preferred(target);
        if let Err(error) = forms::check(&case_of(form, target, &parsed.signature)) {
            return format!("{error}\n");
        }
        let picture = text::brief(&explain_as(form, target, &parsed, &dialect), None);
        picture.split("\ninterpretations in force").next().unwrap_or_default().to_owned()
    };
    let vector = "typedef float v4 __attribute__((vector_size(16))); v4 f(v4 x, int n)";
    let all = [
        shown(Target::Ipu, Form::Vertex, "void f(void)"),
        shown(Target::ForwardCom, Form::Method, "int f(void *self, int x)"),
        shown(Target::ForwardCom, Form::Pair, "struct { long a; double b; } f(int)"),
        shown(Target::ForwardCom, Form::Variable, vector),
        shown(Target::Ipu, Form::Vertex, "int f(void)"),
        shown(Target::Dpu, Form::Pair, "struct { long a; double b; } f(int)"),
    ];
    expect![[r#"
        ipu: void f(void)
          note: a vertex: the machine enters it, and no code calls it

        at the call
          nothing is passed

        at the return
          no result

        forwardcom: int f(void *self, int x)
          note: a member function: the first parameter is the address of its object

        at the call
            r0       r1
          +--------+--------+
          | self   | x      |
          +--------+--------+
          argument  type    travels  clauses
          --------  ------  -------  -----------------------------------
          self      void *  in r0    ARG-33 ARG-02 ARG-05 ARG-01 TYPE-01
          x         int     in r1    ARG-05 ARG-02 ARG-01 TYPE-01 S08

        at the return
            r0
          +--------+
          | result |
          +--------+
          result  type  travels  clauses
          ------  ----  -------  ------------------
          result  int   in r0    RET-01 TYPE-01 S08

        forwardcom: struct { long a; double b; } f(int)
          note: a function with two results: the members of the structure are returned each for itself

        at the call
            r0
          +--------+
          | arg0   |
          +--------+
          argument  type  travels  clauses
          --------  ----  -------  --------------------------------
          arg0      int   in r0    ARG-05 ARG-02 ARG-01 TYPE-01 S08

        at the return
            r0
          +--------------+
          | result[0..7] |
          +--------------+
            v0
          +---------------+
          | result[8..15] |
          +---------------+
          result  type                          travels   clauses
          ------  ----------------------------  --------  --------------------------------------------------
          result  struct { long a; double b; }  in r0:v0  RET-03 S15 ARG-04 S03 TYPE-02 LAYOUT-01 TYPE-01
                                                          S09

        records in memory
          struct { long a; double b; }: 16 bytes, aligned to 8
            bytes  bits  member
            -----  ----  --------
            0-7          long a
            8-15         double b

        forwardcom: v4 f(v4 x, int n)
          note: its vectors are of variable length

        at the call
            r0
          +--------+
          | n      |
          +--------+
            v0
          +--------+
          | x      |
          +--------+
          argument  type                      travels  clauses
          --------  ------------------------  -------  ----------------------------------------------
          x         v4 (a vector of 4 float)  in v0    ARG-06 ARG-04 ARG-01 ARG-03 ARG-07 S04 TYPE-01
          n         int                       in r0    ARG-05 ARG-02 ARG-01 TYPE-01 S08

        at the return
            v0
          +--------+
          | result |
          +--------+
          result  type                      travels  clauses
          ------  ------------------------  -------  --------------------------------
          result  v4 (a vector of 4 float)  in v0    RET-01 ARG-03 ARG-07 S04 TYPE-01

        --form vertex: needs a function without parameters and result, `void f(void)`

        --form pair: dpu does not speak of it; forwardcom does
    "#]]
    .assert_eq(&all.join("\n"));
}

#[test]
fn vectors_are_shown_as_such() {
    let text = "typedef int v16 __attribute__((vector_size(64))); v16 f(float __attribute__((ext_vector_type(16))) x, v16 y);";
    let arguments = declaration(Target::Nyuzi, text).unwrap().arguments;
    assert_eq!(
        arguments.iter().map(|argument| argument.type_and_meaning()).collect::<Vec<_>>(),
        ["float __attribute__((ext_vector_type(16))) (a vector of 16 float)", "v16 (a vector of 16 int)"]
    );
}

const LP64D: Target = Target::Riscv(crosscall_model::target::riscv::Abi::Lp64d);
const ILP32D: Target = Target::Riscv(crosscall_model::target::riscv::Abi::Ilp32d);

/// Picture of a function for RISC-V, on a wide page.
fn riscv(target: Target, text: &str) -> String {
    let dialect = Dialect::preferred(target);
    let parsed = crosscall_declarations::parse(text).unwrap();
    on_page(Page { width: 200, colours: false }, || text::render(&explain(target, &parsed, &dialect), None))
}

/// The integer convention has the return address in a caller-saved register and the stack pointer in one that is preserved.
#[test]
fn the_return_address_is_caller_saved() {
    let parsed = crosscall_declarations::parse("void f(void)").unwrap();
    let explanation = explain(LP64D, &parsed, &Dialect::preferred(LP64D));
    let picture = text::render(&explanation, None);
    let row = picture.lines().find(|line| line.contains("caller-saved")).unwrap();
    assert!(row.contains("  ra (x1), "), "{picture}");
    assert!(!picture.contains("unspecified"), "{picture}");
    let object = json::object(&explanation, None);
    let fates = |name: &str| {
        let of = |r: &&serde_json::Value| r["register"] == name;
        let rule = object["registers"].as_array().unwrap().iter().find(of).unwrap();
        (rule["fate"].as_str().unwrap().to_owned(), rule["clauses"][0].as_str().unwrap().to_owned())
    };
    assert_eq!(fates("ra"), ("scratch".to_owned(), "RISCV-REG-02".to_owned()));
    assert_eq!(fates("sp"), ("preserved".to_owned(), "RISCV-REG-03".to_owned()));
}

/// NaN-boxing is told of the register that the float is in, whatever is in the last one.
#[test]
fn narrow_reals_are_nan_boxed() {
    for (text, words) in [
        ("void f(float)", "in fa0 (f10), NaN-boxed to 8 bytes"),
        ("void f(struct { float f; int i; })", "in fa0 (f10):a0 (x10), fa0 (f10) NaN-boxed to 8 bytes"),
        ("void f(struct { int i; float f; })", "in a0 (x10):fa0 (f10), fa0 (f10) NaN-boxed to 8 bytes"),
        ("void f(struct { float f, g; })", "in fa0 (f10):fa1 (f11), NaN-boxed to 8 bytes"),
        ("void f(struct { double d; int i; })", "in fa0 (f10):a0 (x10)  "),
    ] {
        let picture = riscv(LP64D, text);
        assert!(picture.contains(words), "{text}: {picture}");
    }
    // By the integer convention the bits above are undefined.
    let picture = riscv(LP64D, "void f(int, ..., struct { float f; })");
    assert!(!picture.contains("NaN-boxed"), "{picture}");
}

/// At the return no register holds the address of a result in memory (RISCV-RET-04).
#[test]
fn a_result_in_memory_has_no_register_at_the_return() {
    let picture = riscv(LP64D, "struct { long a, b, c; } f(void)");
    let (_, end) = picture.split_once("\nat the return\n").unwrap();
    let row = end.lines().find(|line| line.contains("result")).unwrap();
    let words = "at the address passed in a0 (x10), which need not be in a register at the return";
    assert!(end.contains(words), "{row}");
}

/// A reading comes with its question.
#[test]
fn readings_have_their_questions() {
    let picture = riscv(LP64D, "void f(struct { float f; int x[]; })");
    let line = "Is a flexible array counted among the members? R1: it is, so that";
    assert!(picture.contains(line), "{picture}");
    assert!(!riscv(LP64D, "void f(struct { float f; int x[0]; })").contains("flexible"));
}

/// `T m[0]` is not counted (RISCV-ARG-36), `T m[]` is, and where it leads to the integer convention is seen in the picture.
#[test]
fn arrays_of_no_elements_behind_a_real() {
    assert!(riscv(LP64D, "void f(struct { float f; int x[0]; })").contains("in fa0 (f10), NaN-boxed"));
    assert!(riscv(LP64D, "void f(struct { float f; int x[]; })").contains("in a0 (x10)  "));
    assert!(
        riscv(LP64D, "void f(struct { float f, g; struct { } e[0]; })").contains("in fa0 (f10):fa1 (f11)")
    );
}

/// The document says what a `va_list` is, and what a `wint_t` is on Linux; glibc has 64 bits for times and sizes with 32-bit registers.
#[test]
fn names_that_the_document_of_riscv_or_its_systems_define() {
    expect![[r#"
        void f(void *, unsigned int, long, unsigned int)
          note: `va_list` is `void *` (RISCV-VAR-06)
          note: `wint_t` is `unsigned int` (RISCV-TYPE-39)
          note: how wide `time_t` is, no document says: taken for `long`, as glibc has it
          note: how wide `nlink_t` is, no document says: taken for `unsigned int`, as glibc has it
    "#]]
    .assert_eq(&read_as(LP64D, "void f(va_list, wint_t, time_t, nlink_t);"));
    expect![[r#"
        void f(void *, long long, long long, unsigned long long, long)
          note: `__builtin_va_list` is `void *` (RISCV-VAR-06)
          note: how wide `time_t` is, no document says: taken for `long long`, as glibc has it
          note: how wide `off_t` is, no document says: taken for `long long`, as glibc has it
          note: how wide `ino_t` is, no document says: taken for `unsigned long long`, as glibc has it
          note: how wide `clock_t` is, no document says: taken for `long`, as glibc has it
    "#]]
    .assert_eq(&read_as(ILP32D, "void f(__builtin_va_list, time_t, off_t, ino_t, clock_t);"));
}

/// An attribute that is not known is told wherever it stands, and one that makes another type or convention is refused.
#[test]
fn attributes_that_are_not_known() {
    let note = "the attribute `odd` is not known here";
    for text in [
        "void f(int) __attribute__((odd));",
        "typedef int t __attribute__((odd)); void f(t);",
        "struct s { int a; } __attribute__((odd)); void f(struct s);",
        "struct s { int a __attribute__((odd)); }; void f(struct s);",
        "typedef struct __attribute__((odd)) { int a; } t; t f(void);",
    ] {
        assert!(read_as(LP64D, text).contains(note), "{text}");
    }
    for (text, name) in [
        ("typedef int t __attribute__((mode(TI))); void f(t);", "the mode `TI` is not drawn"),
        (
            "struct s { int a __attribute__((mode(DI))); }; void f(struct s);",
            "put this attribute behind the type",
        ),
        ("void f(int a __attribute__((mode(DI))));", "an attribute of a parameter has no meaning here"),
        ("typedef int t; int f(void) __attribute__((mode(DI)));", "put this attribute behind the type"),
        (
            "typedef int t __attribute__((riscv_rvv_vector_bits(128))); void f(t);",
            "`riscv_rvv_vector_bits` is not drawn",
        ),
        ("typedef float t __attribute__((matrix_type(4, 4))); void f(t);", "`matrix_type` is not drawn"),
        ("void f(int) __attribute__((riscv_vector_cc));", "`riscv_vector_cc` is not drawn"),
    ] {
        let read = read_as(LP64D, text);
        assert!(read.contains(name), "{text}: {read}");
    }
}

/// A line for each function, with bare names of registers.
#[test]
fn functions_in_a_line_each() {
    let line = |text: &str| {
        let parsed = crosscall_declarations::parse(text).unwrap();
        let line = text::line(&parsed.name, &explain(LP64D, &parsed, &Dialect::preferred(LP64D)));
        line.trim_start().to_owned()
    };
    expect![[r#"
          f()
          g(arg0 a1, arg1 fa0:a2, arg2 [a3]) -> [a0]
          h(arg0 a0, arg1 a1, arg2 a2, arg3 a3, arg4 a4, arg5 a5, arg6 a6, arg7 a7, n [sp+0]) -> fa0
    "#]]
    .assert_eq(
        &[
            "void f(void)",
            "struct { long a, b, c; } g(int, struct { float f; int i; }, struct { long a, b, c; })",
            "double h(long, long, long, long, long, long, long, long, int n)",
        ]
        .map(line)
        .concat(),
    );
}

/// A text with many functions is read in time that grows with their number.
#[test]
fn many_functions_are_chosen_quickly() {
    let text: String = (0..20_000).map(|i| format!("int f{i}(int); extern int x{i};\n")).collect();
    let input = Input::read(text, "many.h");
    let before = std::time::Instant::now();
    let found = found(LP64D, &input, &["*"]).unwrap();
    assert_eq!(found.functions.len(), 20_000);
    // By the square of their number it takes minutes.
    assert!(before.elapsed().as_secs() < 30, "{:?}", before.elapsed());
}
