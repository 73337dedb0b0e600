//! AArch64 beside QEMU.

use crate::compared::Compared;
use crate::referee::{AARCH64, DATA, Random, word};
use crosscall_machines::machine::{FaultKind, Machine};
use crosscall_pcode::processor::{self, Processor};

/// Snippets: words, each with all of the patterns. `W` and `X` are general registers, `B` `H` `S` `D` `Q` scalars, `V.4s` and its
/// like vectors (`V.*` all arrangements, `V.f` those of singles and doubles), `#a-b` a number, `M` a register that points to data,
/// `?` a condition.
#[rustfmt::skip]
const SNIPPETS: &[(&str, &str)] = &[
    ("add sub adds subs", "W,W,W|X,X,X|W,W,W,lsl #0-31|X,X,X,asr #0-63|W,W,W,lsr #0-31|W,W,#0-4095|X,X,#0-4095|X,X,#0-4095,lsl 12|W,W,#0-4095,lsl 12|X,X,W,sxtw|X,X,W,uxtw|W,W,W,sxtb|X,X,W,sxtw #0-4|X,X,W,uxtb #0-4|W,W,W,sxth #0-4|X,X,W,uxtw #0-4|X,X,X,sxtx #0-4"),
    ("cmp cmn", "W,W|X,X|X,W,sxtw|X,W,uxtw|W,#0-4095,lsl 12|X,#0-4095,lsl 12|W,W,lsl #0-31|W,W,sxth|W,W,uxtb|W,#0-4095|X,#0-4095|X,W,sxtw #0-3|X,X,lsl #0-63"), ("neg negs", "W,W|X,X|X,X,lsl #0-63"),
    ("adc adcs sbc", "W,W,W|X,X,X"), ("sbcs", "X,X,X"), ("ngc", "W,W|X,X"), ("ngcs", "X,X"),
    ("and orr eor ands bic orn eon bics", "W,W,W|X,X,X|W,W,W,ror #0-31|X,X,X,lsl #0-63"), ("and orr eor ands", "W,W,#bit|X,X,#bit"),
    ("tst", "W,W|X,X|W,W,lsl #0-31|X,X,asr #0-63|W,#bit|X,#bit"), ("mvn", "W,W|X,X|X,X,lsr #0-63|W,W,lsl #0-31"), ("mov", "W,W|X,X|W,#0-65535|X,#0-65535|X,#bit|W,#bit"),
    ("movz movn movk", "W,#0-65535|X,#0-65535|X,#0-65535,lsl 16|X,#0-65535,lsl 32|X,#0-65535,lsl 48|W,#0-65535,lsl 16"),
    ("lsl lsr asr ror", "W,W,W|X,X,X|W,W,#0-31|X,X,#0-63"), ("extr", "W,W,W,#0-31|X,X,X,#0-63"),
    ("sxtb sxth", "W,W|X,W"), ("sxtw", "X,W"), ("uxtb uxth", "W,W"),
    ("ubfx sbfx bfxil", "W,W,#8-15,#1-16|X,X,#16-31,#1-32"), ("ubfiz sbfiz bfi", "W,W,#8-15,#1-16|X,X,#16-31,#1-32"), ("bfc", "W,#8-15,#1-16|X,#16-31,#1-32"),
    ("clz cls rbit rev rev16", "W,W|X,X"), ("rev32", "X,X"),
    ("mul mneg", "W,W,W|X,X,X"), ("madd msub", "W,W,W,W|X,X,X,X"), ("smull umull smnegl umnegl", "X,W,W"), ("smaddl umaddl smsubl umsubl", "X,W,W,X"),
    ("smulh umulh", "X,X,X"), ("sdiv udiv", "W,W,W|X,X,X"),
    ("csel csinc csinv csneg", "W,W,W,?|X,X,X,?"), ("cset csetm", "W,?|X,?"), ("cinc cinv cneg", "W,W,?|X,X,?"),
    ("ccmp ccmn", "W,W,#0-15,?|X,X,#0-15,?|W,#0-31,#0-15,?|X,#0-31,#0-15,?"),
    ("b.eq b.ne b.hs b.lo b.mi b.pl b.vs b.vc b.hi b.ls b.ge b.lt b.gt b.le", "!@ 1f\nadd x0,x0,1\n1:"),
    ("cbz cbnz", "!@ w0,1f\nadd x0,x0,1\n1:|!@ x0,1f\nadd x0,x0,1\n1:"), ("tbz tbnz", "!@ w0,3,1f\nadd x0,x0,1\n1:|!@ x0,33,1f\nadd x0,x0,1\n1:"),
    ("b bl", "!@ 1f\nudf 0\n1:"), ("mrs", "!@ x3,tpidr_el0\nmov x3,0"), ("br blr ret", "!adr x5,1f\n@ x5\nudf 0\n1:"), ("ret", "!adr x30,1f\n@\nudf 0\n1:"), ("adr", "!@ x1,.+20|!@ x20,.-8"), ("adrp", "!@ x1,."),
    ("nop hint", "!nop|!bti c|!hint 34|!hint 36|!paciasp|!autiasp|!yield|!dmb ish|!dmb ishld|!dsb sy|!isb|!prfm pldl1keep,[x1]"),
    ("mrs", "!@ x3,nzcv|!@ x3,fpcr|!@ x3,fpsr"), ("msr", "!@ nzcv,x3"), ("msr", "!mov x3,0x400000\n@ fpcr,x3|!mov x3,0x1f\n@ fpsr,x3"),
    ("udf brk", "!@ 0"),
    // Loads and stores.
    ("ldr str", "W,A4|X,A8|B,A1|H,A2|S,A4|D,A8|Q,A16"), ("ldrb strb", "W,A1"), ("ldrh strh", "W,A2"), ("ldrsb", "W,A1|X,A1"), ("ldrsh", "W,A2|X,A2"), ("ldrsw", "X,A4"),
    ("ldur stur", "W,U|X,U|B,U|H,U|S,U|D,U|Q,U"), ("ldurb sturb ldurh sturh ldursb ldursh", "W,U"), ("ldursw", "X,U"),
    ("ldp", "w1,w3,P4|x1,x3,P8|s1,s3,P4|d1,d3,P8|q1,q3,P16"), ("stp", "W,W,P4|X,X,P8|S,S,P4|D,D,P8|Q,Q,P16"), 
    ("ldr", "!@ x1,1f\nb 2f\n.balign 8\n1: .quad 0x8123456789abcdef\n2:|!@ w1,1f\nb 2f\n1: .word 0x89abcdef\n2:|!@ d1,1f\nb 2f\n.balign 8\n1: .quad 0x8123456789abcdef\n2:|!@ q1,1f\nb 2f\n.balign 16\n1: .quad 0x8123456789abcdef,3\n2:"),
    ("ldrsw", "!@ x1,1f\nb 2f\n1: .word 0x89abcdef\n2:"),
    ("ldar ldxr ldaxr", "W,[M]|X,[M]"), ("stlr", "W,[M]|X,[M]"), ("ldarb ldarh stlrb stlrh", "W,[M]"),
    ("stxr stlxr", "!ldxr w1,[x19]\nadd w1,w1,1\n@ w2,w1,[x19]|!ldaxr x1,[x19]\nadd x1,x1,1\n@ w2,x1,[x19]|!ldxr w1,[x19]\n@ w2,w1,[x19]\n@ w3,w4,[x19]"), ("stxrb stlxrh", "!@ w2,w1,[x19]"), ("stxrb stlxrb", "!ldaxrb w1,[x19]\n@ w2,w4,[x19]"), ("stxrh stlxrh", "!ldxrh w1,[x19]\n@ w2,w4,[x19]"),
    ("ldpsw", "x1,x3,P4|x20,x3,P4|x22,x23,P4"), ("cas casa casal casl", "W,W,[M]|X,X,[M]"), ("ldadd ldadda ldaddl ldaddal ldclr ldclra ldclrl ldclral ldeor ldeora ldeorl ldeoral ldset ldseta ldsetl ldsetal swp swpa swpl swpal", "W,W,[M]|X,X,[M]"),
    ("ld1 st1", "{V.16b},[M],16|{V.8b},[M],8|{V.4s},[M],16|{V.2d},[M],16|{V.2s},[M]|{V.2s},[M],8|{V.1d},[M]|{V.8h},[M]|{V.s}[2],[M],4|{V.d}[1],[M],8|{V.h}[3],[M],2|{V.b}[3],[M],1|{v1.4s,v2.4s},[M]|{V.16b},[M]|{V.8b},[M]|{V.4s},[M]|{V.2d},[M]|{V.4h},[M],8|{V.8h},[M],16|{V.s}[2],[M]|{V.d}[1],[M]|{V.b}[7],[M]|{V.h}[3],[M]|{v1.16b,v2.16b},[M]|{v1.2d,v2.2d,v3.2d},[M]|{v1.4s,v2.4s,v3.4s,v4.4s},[M],64"),
    ("ld1r", "{V.8b},[M]|{V.4h},[M]|{V.16b},[M],1|{V.8b},[M],1|{V.8h},[M],2|{V.4h},[M],2|{V.4s},[M],4|{V.2s},[M],4|{V.2d},[M],8|{V.16b},[M]|{V.8h},[M]|{V.4s},[M]|{V.2d},[M]|{V.2s},[M]"), ("ld2 st2", "{v1.4s,v2.4s},[M]|{v1.2d,v2.2d},[M]|{v1.16b,v2.16b},[M]|{v1.8h,v2.8h},[M]"),
    ("ld3 st3", "{v1.4s,v2.4s,v3.4s},[M]|{v1.16b,v2.16b,v3.16b},[M]"), ("ld4 st4", "{v1.4s,v2.4s,v3.4s,v4.4s},[M]|{v1.16b,v2.16b,v3.16b,v4.16b},[M]|{v1.2d,v2.2d,v3.2d,v4.2d},[M]"),
    // Scalars.
    ("fmov", "S,S|D,D|W,S|S,W|X,D|D,X|H,H|X,V.d[1]|V.d[1],X|S,1.5|D,-0.125|V.4s,2.0|V.2d,-1.0|V.2s,0.5"),
    ("fadd fsub fmul fdiv fnmul fmax fmin fmaxnm fminnm", "S,S,S|D,D,D|H,H,H"), ("fabs fneg fsqrt frintn frintp frintm frintz frinta frintx frinti", "S,S|D,D|H,H"),
    ("fmadd fmsub fnmadd fnmsub", "S,S,S,S|D,D,D,D|H,H,H,H"), ("fabd", "S,S,S|D,D,D"),
    ("fcmp fcmpe", "S,S|D,D|H,H|S,0.0|D,0.0"), ("fccmp fccmpe", "S,S,#0-15,?|D,D,#0-15,?"), ("fcsel", "S,S,S,?|D,D,D,?|H,H,H,?"),
    ("fcvt", "S,D|D,S|H,S|H,D|S,H|D,H"),
    ("fcvtzs fcvtzu fcvtns fcvtnu fcvtas fcvtau fcvtps fcvtpu fcvtms fcvtmu", "W,S|X,S|W,D|X,D|W,H|X,H"), ("scvtf ucvtf", "S,W|S,X|D,W|D,X|H,W|H,X"),
    ("scvtf ucvtf fcvtzs fcvtzu", "S,S|D,D"), ("scvtf ucvtf", "S,W,#1-32|D,W,#1-32"), 
    ("add sub cmeq cmgt cmge cmhi cmhs cmtst", "D,D,D"), ("shl sshr ushr", "D,D,#1-63"), ("addp", "D,V.2d"), ("faddp", "S,V.2s|D,V.2d"),
    ("fcmeq fcmge fcmgt facge facgt", "S,S,S|D,D,D"), ("mov", "S,V.s[1]|D,V.d[1]|B,V.b[3]|H,V.h[5]"),
    // Vectors.
    ("add sub", "V.*,V.*,V.*|V.2d,V.2d,V.2d"), ("mul mla mls", "V.i,V.i,V.i|V.8b,V.8b,V.8b|V.16b,V.16b,V.16b|V.4s,V.4s,v3.s[2]|V.8h,V.8h,v3.h[5]"), ("and orr eor bic orn bsl bit bif", "V.8b,V.8b,V.8b|V.16b,V.16b,V.16b"),
    ("mov not mvn cnt", "V.8b,V.8b|V.16b,V.16b"), ("rbit", "V.8b,V.8b|V.16b,V.16b"),
    ("cmeq cmgt cmge cmhi cmhs cmtst", "V.*,V.*,V.*|V.2d,V.2d,V.2d"), ("cmeq cmgt cmge cmle cmlt", "V.*,V.*,#0-0|V.2d,V.2d,#0-0"),
    ("smax smin umax umin smaxp sminp umaxp uminp sabd uabd shadd uhadd srhadd urhadd shsub uhsub", "V.*,V.*,V.*"), ("addp", "V.*,V.*,V.*|V.2d,V.2d,V.2d"),
    ("sshl ushl", "V.*,V.*,V.*|V.2d,V.2d,V.2d"), ("abs neg", "V.*,V.*|V.2d,V.2d"), ("cls clz", "V.*,V.*"),
    ("rev64", "V.*,V.*"), ("rev32", "V.8b,V.8b|V.16b,V.16b|V.4h,V.4h|V.8h,V.8h"), ("rev16", "V.8b,V.8b|V.16b,V.16b"),
    ("zip1 zip2 uzp1 uzp2 trn1 trn2", "V.*,V.*,V.*|V.2d,V.2d,V.2d"), ("ext", "V.8b,V.8b,V.8b,#0-7|V.16b,V.16b,V.16b,#0-15"),
    ("tbl", "V.8b,{V.16b},V.8b|V.16b,{V.16b},V.16b"),
    ("addv smaxv sminv umaxv uminv", "B,V.8b|B,V.16b|H,V.4h|H,V.8h|S,V.4s"), ("saddlv uaddlv", "H,V.8b|H,V.16b|S,V.4h|S,V.8h|D,V.4s"),
    ("saddlp uaddlp sadalp uadalp", "V.4h,V.8b|V.8h,V.16b|V.2s,V.4h|V.4s,V.8h|V.2d,V.4s"),
    ("shl", "V.8b,V.8b,#0-7|V.16b,V.16b,#0-7|V.4h,V.4h,#0-15|V.8h,V.8h,#0-15|V.2s,V.2s,#0-31|V.4s,V.4s,#0-31|V.2d,V.2d,#0-63"),
    ("sshr ushr ssra usra", "V.8b,V.8b,#1-7|V.16b,V.16b,#1-7|V.4h,V.4h,#1-15|V.8h,V.8h,#1-15|V.2s,V.2s,#1-31|V.4s,V.4s,#1-31|V.2d,V.2d,#1-63"),
    ("sxtl uxtl", "V.8h,V.8b|V.4s,V.4h|V.2d,V.2s"), ("sxtl2 uxtl2", "V.8h,V.16b|V.4s,V.8h|V.2d,V.4s"),
    ("sshll ushll", "V.8h,V.8b,#1-7|V.4s,V.4h,#1-15|V.2d,V.2s,#1-31"), ("sshll2 ushll2", "V.8h,V.16b,#1-7|V.4s,V.8h,#1-15|V.2d,V.4s,#1-31"),
    ("xtn", "V.8b,V.8h|V.4h,V.4s|V.2s,V.2d"), ("xtn2", "V.16b,V.8h|V.8h,V.4s|V.4s,V.2d"),
    ("shrn", "V.8b,V.8h,#1-8|V.4h,V.4s,#1-16|V.2s,V.2d,#1-32"), ("shrn2", "V.16b,V.8h,#1-8|V.8h,V.4s,#1-16|V.4s,V.2d,#1-32"),
    ("smull umull smlal umlal smlsl umlsl saddl uaddl ssubl usubl", "V.8h,V.8b,V.8b|V.4s,V.4h,V.4h|V.2d,V.2s,V.2s"),
    ("smull2 umull2 smlal2 umlal2 saddl2 uaddl2 ssubl2 usubl2", "V.8h,V.16b,V.16b|V.4s,V.8h,V.8h|V.2d,V.4s,V.4s"),
    ("saddw uaddw ssubw usubw", "V.8h,V.8h,V.8b|V.4s,V.4s,V.4h|V.2d,V.2d,V.2s"), ("saddw2 uaddw2 ssubw2 usubw2", "V.8h,V.8h,V.16b|V.4s,V.4s,V.8h|V.2d,V.2d,V.4s"),
    ("addhn subhn", "V.8b,V.8h,V.8h|V.4h,V.4s,V.4s|V.2s,V.2d,V.2d"),
    ("dup", "V.8b,W|V.16b,W|V.4h,W|V.8h,W|V.2s,W|V.4s,W|V.2d,X|V.16b,v3.b[7]|V.8h,v3.h[5]|V.4s,v3.s[2]|V.2d,v3.d[1]|V.2s,v3.s[3]"),
    ("mov", "V.b[7],W|V.h[5],W|V.s[2],W|V.d[1],X|V.d[0],X|V.b[3],v5.b[9]|V.h[2],v5.h[6]|V.s[1],v5.s[3]|V.d[1],v5.d[0]|V.d[0],v5.d[1]"),
    ("umov", "W,V.b[7]|W,V.h[5]|W,V.s[2]|X,V.d[1]"), ("smov", "W,V.b[7]|W,V.h[5]|X,V.s[2]|X,V.b[3]|X,V.h[6]"), ("mov", "W,V.s[2]|X,V.d[1]"),
    ("movi", "V.8b,#0-255|V.16b,#0-255|V.4h,#0-255|V.8h,#0-255|V.4h,#0-255,lsl 8|V.8h,#0-255,lsl 8|V.2s,#0-255|V.2s,#0-255,lsl 16|V.2s,#0-255,msl 16|V.4s,#0-255|V.4s,#0-255,lsl 24|V.4s,#0-255,lsl 16|V.4s,#0-255,msl 8|V.2d,0xff00ff0000ffff00|D,0xff00ff00ff00ff00|V.2d,#0-0"),
    ("mvni", "V.4h,#0-255|V.8h,#0-255|V.4h,#0-255,lsl 8|V.2s,#0-255,lsl 8|V.2s,#0-255,msl 8|V.8h,#0-255,lsl 8|V.2s,#0-255|V.4s,#0-255|V.4s,#0-255,lsl 16|V.4s,#0-255,msl 8"), ("orr bic", "V.4s,#0-255|V.4h,#0-255|V.4h,#0-255,lsl 8|V.8h,#0-255,lsl 8|V.2s,#0-255|V.4s,#0-255,lsl 8|V.8h,#0-255|V.2s,#0-255,lsl 24"),
    ("fadd fsub fmul fdiv fmax fmin fmaxnm fminnm fabd faddp fmaxp fminp fmaxnmp fminnmp", "V.f,V.f,V.f"), ("fmla fmls", "V.f,V.f,V.f|V.4s,V.4s,v3.s[2]|V.2d,V.2d,v3.d[1]|V.2s,V.2s,v3.s[1]"), ("fmul", "V.4s,V.4s,v3.s[2]|V.2d,V.2d,v3.d[1]"),
    ("fmla fmls", "S,S,v3.s[2]|D,D,v3.d[1]"), ("fmul", "S,S,v3.s[2]|D,D,v3.d[1]"),
    ("fabs fneg fsqrt frintn frintp frintm frintz frinta frintx frinti", "V.f,V.f"), ("fcmeq fcmge fcmgt facge facgt", "V.f,V.f,V.f"), ("fcmeq fcmge fcmgt fcmle fcmlt", "V.f,V.f,0.0"),
    ("scvtf ucvtf fcvtzs fcvtzu fcvtns fcvtas fcvtms fcvtps", "V.f,V.f"), ("fcvtl", "V.4s,V.4h|V.2d,V.2s"), ("fcvtl2", "V.4s,V.8h|V.2d,V.4s"), ("fcvtn", "V.4h,V.4s|V.2s,V.2d"), ("fcvtn2", "V.8h,V.4s|V.4s,V.2d"),
    ("fmaxv fminv fmaxnmv fminnmv", "S,V.4s"),
];

const CONDITIONS: [&str; 14] =
    ["eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"];

/// Random operands, and the way in which the next access addresses memory.
struct Writer<'a>(&'a mut Random, u64);

impl Writer<'_> {
    fn general(&mut self) -> String {
        // x17 leads back; x19 to x21 point to data.
        let any = self.0.below(28);
        if any == 17 || any == 18 { "zr".to_owned() } else { any.to_string() }
    }

    fn base(&mut self) -> &'static str {
        self.0.choose(&["x19", "x20", "x21", "sp"])
    }

    fn memory(&mut self, kind: &str, unit: u64) -> String {
        let base = self.base();
        let signed = |random: &mut Random| (random.below(9) as i64 - 4) * unit as i64;
        match (kind, self.1 % 5) {
            ("U", _) => format!("[{base},{}]", self.0.below(60) as i64 - 30),
            ("P", 0) => format!("[{base}],{}", signed(self.0)),
            ("P", 1) => format!("[{base},{}]!", signed(self.0)),
            ("P", _) => format!("[{base},{}]", signed(self.0)),
            (_, 0) => format!("[{base},{}]", self.0.below(5) * unit),
            (_, 1) => format!("[{base}],{}", self.0.below(60) as i64 - 30),
            (_, 2) => format!("[{base},{}]!", self.0.below(60) as i64 - 30),
            (_, 3) => format!("[{base},x9]"),
            _ if unit == 1 => format!("[{base},w9,sxtw]"),
            _ => format!(
                "[{base},{},{} {}]",
                self.0.choose(&["w9", "w9"]),
                self.0.choose(&["sxtw", "uxtw"]),
                unit.trailing_zeros()
            ),
        }
    }

    fn operand(&mut self, operand: &str) -> String {
        let mut text = operand.to_owned();
        if let Some(range) = operand.strip_prefix('#') {
            if range == "bit" {
                return self
                    .0
                    .choose(&[
                        "0xff",
                        "0x7ffffffe",
                        "0xf0f0f0f0",
                        "0x1",
                        "0x00ff00ff",
                        "0xffffff00",
                        "0x55555555",
                    ])
                    .to_owned();
            }
            let (low, high) = range.split_once('-').expect("a range");
            let (low, high): (u64, u64) = (low.parse().expect("low"), high.parse().expect("high"));
            return (low + self.0.below(high - low + 1)).to_string();
        }
        if operand == "?" {
            return self.0.choose(&CONDITIONS).to_owned();
        }
        if operand.contains('M') {
            return text.replace('M', self.base());
        }
        match operand {
            "W" | "X" => return operand.to_lowercase() + &self.general(),
            "B" | "H" | "S" | "D" | "Q" => return format!("{}{}", operand.to_lowercase(), self.0.below(32)),
            _ => {}
        }
        for kind in ["A", "U", "P"] {
            if let Some(unit) = operand.strip_prefix(kind) {
                return self.memory(kind, unit.parse().unwrap_or(1));
            }
        }
        while let Some(at) = text.find('V') {
            text.replace_range(at..at + 1, &format!("v{}", self.0.below(32)));
        }
        text
    }

    fn snippet(&mut self, word: &str, pattern: &str) -> String {
        if let Some(text) = pattern.strip_prefix('!') {
            return text.replace('@', word);
        }
        let mut parts: Vec<String> = Vec::new();
        for operand in pattern.split(',') {
            // A shift is one word with its kind.
            let (kind, number) = operand
                .split_once(" #")
                .map_or(("", operand), |(kind, range)| (kind, &operand[operand.len() - range.len() - 1..]));
            let text = self.operand(number);
            parts.push(if kind.is_empty() { text } else { format!("{kind} {text}") });
        }
        format!("{word} {}", parts.join(","))
    }
}

fn snippets(random: &mut Random) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (words, patterns) in SNIPPETS {
        for word in words.split_whitespace() {
            for pattern in patterns.split('|') {
                let kinds: &[&str] = match pattern {
                    _ if pattern.contains(".*") => &["8b", "16b", "4h", "8h", "2s", "4s"],
                    _ if pattern.contains(".i") => &["4h", "8h", "2s", "4s"],
                    _ if pattern.contains(".f") => &["2s", "4s", "2d"],
                    _ => &[""],
                };
                for kind in kinds {
                    let pattern = pattern
                        .replace(".*", &format!(".{kind}"))
                        .replace(".i", &format!(".{kind}"))
                        .replace(".f", &format!(".{kind}"));
                    let is_memory = pattern.contains(",A") || pattern.contains(",P");
                    for way in 0..if is_memory { 20 } else { 5 } {
                        all.push((word.to_owned(), Writer(random, way).snippet(word, &pattern)));
                    }
                }
            }
        }
    }
    all
}

const SIZE: usize = 36 * 8 + 512;

fn state(random: &mut Random, _: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let near = |random: &mut Random, unit: u64| DATA + 0x7c0 + random.below(128 / unit) * unit;
    for register in 0..31 {
        let value = match register {
            19..22 => {
                let unit = if random.below(4) == 0 { 1 } else { 16 };
                near(random, unit)
            }
            9 => random.below(5),
            _ => random.integer(),
        };
        bytes.extend_from_slice(&value.to_le_bytes());
    }
    let control = if random.below(4) == 0 { random.below(4) << 22 } else { 0 };
    for value in [near(random, 16), random.below(16) << 28, control, 0, 0] {
        bytes.extend_from_slice(&value.to_le_bytes());
    }
    for _ in 0..32 {
        bytes.extend_from_slice(&random.vector().to_le_bytes());
    }
    bytes
}

/// Numbers of the registers, and their places in a state.
fn places() -> impl Iterator<Item = (u16, usize)> {
    (0..32u16)
        .map(|register| (register, usize::from(register) * 8))
        .chain((64..67).map(|register| (register, usize::from(register) * 8 - 256)))
}

fn put(machine: &mut dyn Machine, state: &[u8]) {
    for (register, at) in places() {
        machine.set_register(register, word(state, at));
    }
    for number in 0..32usize {
        machine.set_register_bytes(32 + number as u16, &state[288 + 16 * number..][..16]);
    }
}

fn differences(machine: &dyn Machine, [before, theirs]: [&[u8]; 2], _: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (register, at) in places().filter(|(register, _)| *register != 17) {
        let (a, b) = (machine.register(register), word(theirs, at));
        if a != b {
            found.push(format!(
                "{}: {a:#x}, processor {b:#x}",
                machine.registers()[usize::from(register)].name
            ));
        }
    }
    for number in 0..32usize {
        let mut ours = [0; 16];
        machine.register_bytes(32 + number as u16, &mut ours);
        let [b, before] = [theirs, before].map(|state| &state[288 + 16 * number..][..16]);
        if ours != b {
            found.push(format!("v{number}: {ours:x?}, processor {b:x?}, before {before:x?}"));
        }
    }
    found
}

#[test]
fn instructions_do_what_qemu_does() {
    let compared = Compared {
        processor: Processor::Aarch64,
        tools: AARCH64,
        referee: include_str!("aarch64.c"),
        machine: 183,
        filler: 0,
        size: SIZE,
        list: include_str!("../../src/processor/aarch64/compared.txt"),
        snippets,
        state,
        put,
        differences,
        // QEMU does not mind a misaligned stack pointer, nor every misaligned atomic access.
        is_stricter: |fault| fault.kind == FaultKind::Misaligned,
        split: |code| code.chunks(4).map(<[u8]>::to_vec).collect(),
        key: |_, code| processor::kind(Processor::Aarch64, code),
    };
    compared.check();
}
