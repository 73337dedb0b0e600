//! The instructions: one table of those of 32 bits, [`FORMS`], and one of the compressed ones, [`SHORTS`], each of which
//! stands for one of the first.
//!
//! Encodings are those of the unprivileged manual, as GNU as 2.40 and LLVM write them. Letters stand for operands; `fields`
//! says where each lies.

use super::fields::{self, Reg};
use super::vector::isa::with_vectors;
use crate::fields::Layout;

/// Width of a general register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Xlen {
    /// RV32.
    Rv32,
    /// RV64.
    Rv64,
}

impl Xlen {
    /// Both widths.
    pub const ALL: [Self; 2] = [Self::Rv32, Self::Rv64];

    /// Width in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Rv32 => 32,
            Self::Rv64 => 64,
        }
    }
}

/// The widths that have an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Widths {
    /// RV32 and RV64.
    Both,
    /// RV32 alone.
    Only32,
    /// RV64 alone.
    Only64,
}

impl Widths {
    /// Returns whether a width is one of them.
    pub const fn has(self, xlen: Xlen) -> bool {
        matches!((self, xlen), (Self::Both, _) | (Self::Only32, Xlen::Rv32) | (Self::Only64, Xlen::Rv64))
    }
}

/// The part of the architecture that an instruction belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extension {
    /// Base integers.
    I,
    /// Multiplication and division.
    M,
    /// Atomic memory operations.
    A,
    /// Singles.
    F,
    /// Doubles.
    D,
    /// Halves.
    Zfh,
    /// Conversions between halves and doubles: Zfh and D.
    ZfhD,
    /// Control and status registers.
    Zicsr,
    /// The fence of instruction fetches.
    Zifencei,
    /// Compressed instructions.
    C,
    /// Compressed accesses to singles: C and F.
    Cf,
    /// Compressed accesses to doubles: C and D.
    Cd,
    /// More compressed instructions.
    Zcb,
    /// Addresses.
    Zba,
    /// Basic bit manipulation; Zbkb has some of its instructions, too.
    Zbb,
    /// Products without carries; Zbkc has two of them, too.
    Zbc,
    /// Single bits.
    Zbs,
    /// Bit manipulation for cryptography: what Zbb has not.
    Zbkb,
    /// Permutations.
    Zbkx,
    /// AES, decryption.
    Zknd,
    /// AES, encryption; those for keys are in Zknd, too.
    Zkne,
    /// SHA-2.
    Zknh,
    /// SM4.
    Zksed,
    /// SM3.
    Zksh,
    /// Conditional zeros.
    Zicond,
    /// More on floating-point numbers.
    Zfa,
    /// Prefetches, which are hints.
    Zicbop,
    /// The hint that a loop waits.
    Zihintpause,
    /// Vectors.
    V,
}

/// An instruction of 32 bits.
#[derive(Debug)]
pub struct Form {
    /// The operation, which no other row has.
    pub op: Op,
    /// The name; one of [`NAME_PARTS`] may stand in it.
    pub mnemonic: &'static str,
    /// The operands as text: a letter of [`fields`] for each, all else as it is.
    pub syntax: &'static str,
    /// The bits that are the same in all instructions of this row.
    pub value: u32,
    /// Which bits those are, on RV64.
    pub mask: u32,
    /// Extension that it belongs to.
    pub extension: Extension,
    /// Who has it.
    pub widths: Widths,
}

/// A compressed instruction.
#[derive(Debug)]
pub struct Short {
    /// The name.
    pub mnemonic: &'static str,
    /// The operands as text, as in [`Form::syntax`].
    pub syntax: &'static str,
    /// The bits that are the same in all instructions of this row.
    pub value: u16,
    /// Which bits those are.
    pub mask: u16,
    /// Extension that it belongs to.
    pub extension: Extension,
    /// Who has it.
    pub widths: Widths,
    /// The operation that it stands for.
    pub op: Op,
    /// Destination.
    pub rd: Reg,
    /// First source.
    pub rs1: Reg,
    /// Second source.
    pub rs2: Reg,
    /// Constant; [`fields::short::NONE`] for 0.
    pub imm: &'static Immediate,
    /// Values that are reserved: no instruction has them.
    pub reserved: Limits,
    /// Values that make the instruction a hint, which no assembler chooses by itself.
    pub hints: Limits,
}

/// The constant of a compressed instruction.
#[derive(Debug, PartialEq, Eq)]
pub struct Immediate {
    /// Its bits.
    pub layout: Layout,
    /// Width of the value in bits, with zeros below its unit.
    pub width: u8,
    /// True if the upper bit is a sign.
    pub signed: bool,
    /// The value where the word has none of its bits.
    pub fixed: i32,
}

/// Values that a compressed instruction does not take. Each letter is one: `d` register 0 as destination, `s` as first and `t`
/// as second source, `p` register 2 as destination, `i` the constant 0.
pub type Limits = &'static str;

/// A part of a name that says the value of a field.
#[derive(Debug)]
pub struct NamePart {
    /// What stands for it in [`Form::mnemonic`].
    pub sign: &'static str,
    /// The texts, by the values that the field can have.
    pub texts: &'static [Option<&'static str>],
    /// The field.
    pub field: &'static fields::Field,
}

/// The parts of names: suffixes of atomic operations by their bits `aq` and `rl`, and numbers of fields in a segment.
#[rustfmt::skip]
pub static NAME_PARTS: [NamePart; 2] = [
    NamePart { sign: "{o}", texts: &[Some(""), Some(".rl"), Some(".aq"), Some(".aqrl")], field: &fields::bits::ORDERING },
    NamePart {
        sign: "{n}",
        texts: &[None, Some("2"), Some("3"), Some("4"), Some("5"), Some("6"), Some("7"), Some("8")],
        field: &fields::bits::SEGMENT,
    },
];

/// Names of rounding modes by code; there are no modes 5 and 6.
pub const ROUNDINGS: [Option<&str>; 8] =
    [Some("rne"), Some("rtz"), Some("rdn"), Some("rup"), Some("rmm"), None, None, Some("dyn")];

/// Code of the rounding mode that `frm` says.
pub const DYNAMIC: u8 = 7;

/// A decoded instruction.
///
/// Slots that its form does not have are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// The operation.
    pub op: Op,
    /// Row of [`SHORTS`] of a compressed instruction.
    pub short: Option<u8>,
    /// Destination.
    pub rd: u8,
    /// First source, or the constant of `csrrwi` and its like.
    pub rs1: u8,
    /// Second source.
    pub rs2: u8,
    /// Third source, or the number of fields in a segment less 1.
    pub rs3: u8,
    /// Rounding mode, the bits `aq` and `rl`, or 1 where no mask counts.
    pub mode: u8,
    /// Constant; offset in bytes; the upper part of `lui` and `auipc` with zeros below; number of a control register; sets of a
    /// fence.
    pub imm: i32,
}

impl Instruction {
    /// An instruction of 32 bits with all operands 0.
    pub const fn new(op: Op) -> Self {
        Self { op, short: None, rd: 0, rs1: 0, rs2: 0, rs3: 0, mode: 0, imm: 0 }
    }

    /// Length in bytes.
    pub const fn size(&self) -> usize {
        if self.short.is_some() { 2 } else { 4 }
    }
}

/// Makes the operations and the table from one list: operation, name, operands, value, mask, extension, widths.
macro_rules! instructions {
    ($($op:ident $name:literal $syntax:literal $value:literal $mask:literal $extension:ident $widths:ident;)*) => {
        /// Operations, in the order of [`FORMS`].
        #[allow(missing_docs, reason = "the names of the table")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Op {
            $($op,)*
        }

        /// Every instruction of 32 bits; the place of a row is the number of its operation. Where several rows fit a word the
        /// first one counts.
        pub static FORMS: &[Form] = &[
            $(Form {
                op: Op::$op,
                mnemonic: $name,
                syntax: $syntax,
                value: $value,
                mask: $mask,
                extension: Extension::$extension,
                widths: Widths::$widths,
            },)*
        ];
    };
}

with_vectors! { instructions! {
    Lui        "lui"           "d,u"        0x00000037 0x0000007f I        Both;
    Auipc      "auipc"         "d,u"        0x00000017 0x0000007f I        Both;
    Jal        "jal"           "d,a"        0x0000006f 0x0000007f I        Both;
    Jalr       "jalr"          "d,o(s)"     0x00000067 0x0000707f I        Both;
    Beq        "beq"           "s,t,p"      0x00000063 0x0000707f I        Both;
    Bne        "bne"           "s,t,p"      0x00001063 0x0000707f I        Both;
    Blt        "blt"           "s,t,p"      0x00004063 0x0000707f I        Both;
    Bge        "bge"           "s,t,p"      0x00005063 0x0000707f I        Both;
    Bltu       "bltu"          "s,t,p"      0x00006063 0x0000707f I        Both;
    Bgeu       "bgeu"          "s,t,p"      0x00007063 0x0000707f I        Both;
    Lb         "lb"            "d,o(s)"     0x00000003 0x0000707f I        Both;
    Lh         "lh"            "d,o(s)"     0x00001003 0x0000707f I        Both;
    Lw         "lw"            "d,o(s)"     0x00002003 0x0000707f I        Both;
    Ld         "ld"            "d,o(s)"     0x00003003 0x0000707f I        Only64;
    Lbu        "lbu"           "d,o(s)"     0x00004003 0x0000707f I        Both;
    Lhu        "lhu"           "d,o(s)"     0x00005003 0x0000707f I        Both;
    Lwu        "lwu"           "d,o(s)"     0x00006003 0x0000707f I        Only64;
    Sb         "sb"            "t,q(s)"     0x00000023 0x0000707f I        Both;
    Sh         "sh"            "t,q(s)"     0x00001023 0x0000707f I        Both;
    Sw         "sw"            "t,q(s)"     0x00002023 0x0000707f I        Both;
    Sd         "sd"            "t,q(s)"     0x00003023 0x0000707f I        Only64;
    Addi       "addi"          "d,s,j"      0x00000013 0x0000707f I        Both;
    Slti       "slti"          "d,s,j"      0x00002013 0x0000707f I        Both;
    Sltiu      "sltiu"         "d,s,j"      0x00003013 0x0000707f I        Both;
    Xori       "xori"          "d,s,j"      0x00004013 0x0000707f I        Both;
    PrefetchI  "prefetch.i"   "f(s)"      0x00006013 0x01f07fff Zicbop   Both;
    PrefetchR  "prefetch.r"   "f(s)"      0x00106013 0x01f07fff Zicbop   Both;
    PrefetchW  "prefetch.w"   "f(s)"      0x00306013 0x01f07fff Zicbop   Both;
    Ori        "ori"           "d,s,j"      0x00006013 0x0000707f I        Both;
    Andi       "andi"          "d,s,j"      0x00007013 0x0000707f I        Both;
    Slli       "slli"          "d,s,>"      0x00001013 0xfc00707f I        Both;
    Srli       "srli"          "d,s,>"      0x00005013 0xfc00707f I        Both;
    Srai       "srai"          "d,s,>"      0x40005013 0xfc00707f I        Both;
    Add        "add"           "d,s,t"      0x00000033 0xfe00707f I        Both;
    Sub        "sub"           "d,s,t"      0x40000033 0xfe00707f I        Both;
    Sll        "sll"           "d,s,t"      0x00001033 0xfe00707f I        Both;
    Slt        "slt"           "d,s,t"      0x00002033 0xfe00707f I        Both;
    Sltu       "sltu"          "d,s,t"      0x00003033 0xfe00707f I        Both;
    Xor        "xor"           "d,s,t"      0x00004033 0xfe00707f I        Both;
    Srl        "srl"           "d,s,t"      0x00005033 0xfe00707f I        Both;
    Sra        "sra"           "d,s,t"      0x40005033 0xfe00707f I        Both;
    Or         "or"            "d,s,t"      0x00006033 0xfe00707f I        Both;
    And        "and"           "d,s,t"      0x00007033 0xfe00707f I        Both;
    Addiw      "addiw"         "d,s,j"      0x0000001b 0x0000707f I        Only64;
    Slliw      "slliw"         "d,s,<"      0x0000101b 0xfe00707f I        Only64;
    Srliw      "srliw"         "d,s,<"      0x0000501b 0xfe00707f I        Only64;
    Sraiw      "sraiw"         "d,s,<"      0x4000501b 0xfe00707f I        Only64;
    Addw       "addw"          "d,s,t"      0x0000003b 0xfe00707f I        Only64;
    Subw       "subw"          "d,s,t"      0x4000003b 0xfe00707f I        Only64;
    Sllw       "sllw"          "d,s,t"      0x0000103b 0xfe00707f I        Only64;
    Srlw       "srlw"          "d,s,t"      0x0000503b 0xfe00707f I        Only64;
    Sraw       "sraw"          "d,s,t"      0x4000503b 0xfe00707f I        Only64;
    Pause      "pause"        ""          0x0100000f 0xffffffff Zihintpause Both;
    Fence      "fence"         "P,Q"        0x0000000f 0xf00fffff I        Both;
    FenceTso   "fence.tso"     ""           0x8330000f 0xffffffff I        Both;
    Ecall      "ecall"         ""           0x00000073 0xffffffff I        Both;
    Ebreak     "ebreak"        ""           0x00100073 0xffffffff I        Both;
    FenceI     "fence.i"       ""           0x0000100f 0xffffffff Zifencei Both;
    Csrrw      "csrrw"         "d,E,s"      0x00001073 0x0000707f Zicsr    Both;
    Csrrs      "csrrs"         "d,E,s"      0x00002073 0x0000707f Zicsr    Both;
    Csrrc      "csrrc"         "d,E,s"      0x00003073 0x0000707f Zicsr    Both;
    Csrrwi     "csrrwi"        "d,E,Z"      0x00005073 0x0000707f Zicsr    Both;
    Csrrsi     "csrrsi"        "d,E,Z"      0x00006073 0x0000707f Zicsr    Both;
    Csrrci     "csrrci"        "d,E,Z"      0x00007073 0x0000707f Zicsr    Both;
    Mul        "mul"           "d,s,t"      0x02000033 0xfe00707f M        Both;
    Mulh       "mulh"          "d,s,t"      0x02001033 0xfe00707f M        Both;
    Mulhsu     "mulhsu"        "d,s,t"      0x02002033 0xfe00707f M        Both;
    Mulhu      "mulhu"         "d,s,t"      0x02003033 0xfe00707f M        Both;
    Div        "div"           "d,s,t"      0x02004033 0xfe00707f M        Both;
    Divu       "divu"          "d,s,t"      0x02005033 0xfe00707f M        Both;
    Rem        "rem"           "d,s,t"      0x02006033 0xfe00707f M        Both;
    Remu       "remu"          "d,s,t"      0x02007033 0xfe00707f M        Both;
    Mulw       "mulw"          "d,s,t"      0x0200003b 0xfe00707f M        Only64;
    Divw       "divw"          "d,s,t"      0x0200403b 0xfe00707f M        Only64;
    Divuw      "divuw"         "d,s,t"      0x0200503b 0xfe00707f M        Only64;
    Remw       "remw"          "d,s,t"      0x0200603b 0xfe00707f M        Only64;
    Remuw      "remuw"         "d,s,t"      0x0200703b 0xfe00707f M        Only64;
    LrW        "lr.w{o}"       "d,0(s)"     0x1000202f 0xf9f0707f A        Both;
    ScW        "sc.w{o}"       "d,t,0(s)"   0x1800202f 0xf800707f A        Both;
    AmoSwapW   "amoswap.w{o}"  "d,t,0(s)"   0x0800202f 0xf800707f A        Both;
    AmoAddW    "amoadd.w{o}"   "d,t,0(s)"   0x0000202f 0xf800707f A        Both;
    AmoXorW    "amoxor.w{o}"   "d,t,0(s)"   0x2000202f 0xf800707f A        Both;
    AmoAndW    "amoand.w{o}"   "d,t,0(s)"   0x6000202f 0xf800707f A        Both;
    AmoOrW     "amoor.w{o}"    "d,t,0(s)"   0x4000202f 0xf800707f A        Both;
    AmoMinW    "amomin.w{o}"   "d,t,0(s)"   0x8000202f 0xf800707f A        Both;
    AmoMaxW    "amomax.w{o}"   "d,t,0(s)"   0xa000202f 0xf800707f A        Both;
    AmoMinuW   "amominu.w{o}"  "d,t,0(s)"   0xc000202f 0xf800707f A        Both;
    AmoMaxuW   "amomaxu.w{o}"  "d,t,0(s)"   0xe000202f 0xf800707f A        Both;
    LrD        "lr.d{o}"       "d,0(s)"     0x1000302f 0xf9f0707f A        Only64;
    ScD        "sc.d{o}"       "d,t,0(s)"   0x1800302f 0xf800707f A        Only64;
    AmoSwapD   "amoswap.d{o}"  "d,t,0(s)"   0x0800302f 0xf800707f A        Only64;
    AmoAddD    "amoadd.d{o}"   "d,t,0(s)"   0x0000302f 0xf800707f A        Only64;
    AmoXorD    "amoxor.d{o}"   "d,t,0(s)"   0x2000302f 0xf800707f A        Only64;
    AmoAndD    "amoand.d{o}"   "d,t,0(s)"   0x6000302f 0xf800707f A        Only64;
    AmoOrD     "amoor.d{o}"    "d,t,0(s)"   0x4000302f 0xf800707f A        Only64;
    AmoMinD    "amomin.d{o}"   "d,t,0(s)"   0x8000302f 0xf800707f A        Only64;
    AmoMaxD    "amomax.d{o}"   "d,t,0(s)"   0xa000302f 0xf800707f A        Only64;
    AmoMinuD   "amominu.d{o}"  "d,t,0(s)"   0xc000302f 0xf800707f A        Only64;
    AmoMaxuD   "amomaxu.d{o}"  "d,t,0(s)"   0xe000302f 0xf800707f A        Only64;
    Flw        "flw"           "D,o(s)"     0x00002007 0x0000707f F        Both;
    Fsw        "fsw"           "T,q(s)"     0x00002027 0x0000707f F        Both;
    FmaddS     "fmadd.s"       "D,S,T,R,m"  0x00000043 0x0600007f F        Both;
    FmsubS     "fmsub.s"       "D,S,T,R,m"  0x00000047 0x0600007f F        Both;
    FnmsubS    "fnmsub.s"      "D,S,T,R,m"  0x0000004b 0x0600007f F        Both;
    FnmaddS    "fnmadd.s"      "D,S,T,R,m"  0x0000004f 0x0600007f F        Both;
    FaddS      "fadd.s"        "D,S,T,m"    0x00000053 0xfe00007f F        Both;
    FsubS      "fsub.s"        "D,S,T,m"    0x08000053 0xfe00007f F        Both;
    FmulS      "fmul.s"        "D,S,T,m"    0x10000053 0xfe00007f F        Both;
    FdivS      "fdiv.s"        "D,S,T,m"    0x18000053 0xfe00007f F        Both;
    FsqrtS     "fsqrt.s"       "D,S,m"      0x58000053 0xfff0007f F        Both;
    FsgnjS     "fsgnj.s"       "D,S,T"      0x20000053 0xfe00707f F        Both;
    FsgnjnS    "fsgnjn.s"      "D,S,T"      0x20001053 0xfe00707f F        Both;
    FsgnjxS    "fsgnjx.s"      "D,S,T"      0x20002053 0xfe00707f F        Both;
    FminS      "fmin.s"        "D,S,T"      0x28000053 0xfe00707f F        Both;
    FmaxS      "fmax.s"        "D,S,T"      0x28001053 0xfe00707f F        Both;
    FleS       "fle.s"         "d,S,T"      0xa0000053 0xfe00707f F        Both;
    FltS       "flt.s"         "d,S,T"      0xa0001053 0xfe00707f F        Both;
    FeqS       "feq.s"         "d,S,T"      0xa0002053 0xfe00707f F        Both;
    FclassS    "fclass.s"      "d,S"        0xe0001053 0xfff0707f F        Both;
    FcvtWS     "fcvt.w.s"      "d,S,m"      0xc0000053 0xfff0007f F        Both;
    FcvtSW     "fcvt.s.w"      "D,s,m"      0xd0000053 0xfff0007f F        Both;
    FcvtWuS    "fcvt.wu.s"     "d,S,m"      0xc0100053 0xfff0007f F        Both;
    FcvtSWu    "fcvt.s.wu"     "D,s,m"      0xd0100053 0xfff0007f F        Both;
    FcvtLS     "fcvt.l.s"      "d,S,m"      0xc0200053 0xfff0007f F        Only64;
    FcvtSL     "fcvt.s.l"      "D,s,m"      0xd0200053 0xfff0007f F        Only64;
    FcvtLuS    "fcvt.lu.s"     "d,S,m"      0xc0300053 0xfff0007f F        Only64;
    FcvtSLu    "fcvt.s.lu"     "D,s,m"      0xd0300053 0xfff0007f F        Only64;
    FmvXW      "fmv.x.w"       "d,S"        0xe0000053 0xfff0707f F        Both;
    FmvWX      "fmv.w.x"       "D,s"        0xf0000053 0xfff0707f F        Both;
    Fld        "fld"           "D,o(s)"     0x00003007 0x0000707f D        Both;
    Fsd        "fsd"           "T,q(s)"     0x00003027 0x0000707f D        Both;
    FmaddD     "fmadd.d"       "D,S,T,R,m"  0x02000043 0x0600007f D        Both;
    FmsubD     "fmsub.d"       "D,S,T,R,m"  0x02000047 0x0600007f D        Both;
    FnmsubD    "fnmsub.d"      "D,S,T,R,m"  0x0200004b 0x0600007f D        Both;
    FnmaddD    "fnmadd.d"      "D,S,T,R,m"  0x0200004f 0x0600007f D        Both;
    FaddD      "fadd.d"        "D,S,T,m"    0x02000053 0xfe00007f D        Both;
    FsubD      "fsub.d"        "D,S,T,m"    0x0a000053 0xfe00007f D        Both;
    FmulD      "fmul.d"        "D,S,T,m"    0x12000053 0xfe00007f D        Both;
    FdivD      "fdiv.d"        "D,S,T,m"    0x1a000053 0xfe00007f D        Both;
    FsqrtD     "fsqrt.d"       "D,S,m"      0x5a000053 0xfff0007f D        Both;
    FsgnjD     "fsgnj.d"       "D,S,T"      0x22000053 0xfe00707f D        Both;
    FsgnjnD    "fsgnjn.d"      "D,S,T"      0x22001053 0xfe00707f D        Both;
    FsgnjxD    "fsgnjx.d"      "D,S,T"      0x22002053 0xfe00707f D        Both;
    FminD      "fmin.d"        "D,S,T"      0x2a000053 0xfe00707f D        Both;
    FmaxD      "fmax.d"        "D,S,T"      0x2a001053 0xfe00707f D        Both;
    FleD       "fle.d"         "d,S,T"      0xa2000053 0xfe00707f D        Both;
    FltD       "flt.d"         "d,S,T"      0xa2001053 0xfe00707f D        Both;
    FeqD       "feq.d"         "d,S,T"      0xa2002053 0xfe00707f D        Both;
    FclassD    "fclass.d"      "d,S"        0xe2001053 0xfff0707f D        Both;
    FcvtWD     "fcvt.w.d"      "d,S,m"      0xc2000053 0xfff0007f D        Both;
    FcvtDW     "fcvt.d.w"      "D,s,M"      0xd2000053 0xfff0007f D        Both;
    FcvtWuD    "fcvt.wu.d"     "d,S,m"      0xc2100053 0xfff0007f D        Both;
    FcvtDWu    "fcvt.d.wu"     "D,s,M"      0xd2100053 0xfff0007f D        Both;
    FcvtLD     "fcvt.l.d"      "d,S,m"      0xc2200053 0xfff0007f D        Only64;
    FcvtDL     "fcvt.d.l"      "D,s,m"      0xd2200053 0xfff0007f D        Only64;
    FcvtLuD    "fcvt.lu.d"     "d,S,m"      0xc2300053 0xfff0007f D        Only64;
    FcvtDLu    "fcvt.d.lu"     "D,s,m"      0xd2300053 0xfff0007f D        Only64;
    FmvXD      "fmv.x.d"       "d,S"        0xe2000053 0xfff0707f D        Only64;
    FmvDX      "fmv.d.x"       "D,s"        0xf2000053 0xfff0707f D        Only64;
    Flh        "flh"           "D,o(s)"     0x00001007 0x0000707f Zfh      Both;
    Fsh        "fsh"           "T,q(s)"     0x00001027 0x0000707f Zfh      Both;
    FmaddH     "fmadd.h"       "D,S,T,R,m"  0x04000043 0x0600007f Zfh      Both;
    FmsubH     "fmsub.h"       "D,S,T,R,m"  0x04000047 0x0600007f Zfh      Both;
    FnmsubH    "fnmsub.h"      "D,S,T,R,m"  0x0400004b 0x0600007f Zfh      Both;
    FnmaddH    "fnmadd.h"      "D,S,T,R,m"  0x0400004f 0x0600007f Zfh      Both;
    FaddH      "fadd.h"        "D,S,T,m"    0x04000053 0xfe00007f Zfh      Both;
    FsubH      "fsub.h"        "D,S,T,m"    0x0c000053 0xfe00007f Zfh      Both;
    FmulH      "fmul.h"        "D,S,T,m"    0x14000053 0xfe00007f Zfh      Both;
    FdivH      "fdiv.h"        "D,S,T,m"    0x1c000053 0xfe00007f Zfh      Both;
    FsqrtH     "fsqrt.h"       "D,S,m"      0x5c000053 0xfff0007f Zfh      Both;
    FsgnjH     "fsgnj.h"       "D,S,T"      0x24000053 0xfe00707f Zfh      Both;
    FsgnjnH    "fsgnjn.h"      "D,S,T"      0x24001053 0xfe00707f Zfh      Both;
    FsgnjxH    "fsgnjx.h"      "D,S,T"      0x24002053 0xfe00707f Zfh      Both;
    FminH      "fmin.h"        "D,S,T"      0x2c000053 0xfe00707f Zfh      Both;
    FmaxH      "fmax.h"        "D,S,T"      0x2c001053 0xfe00707f Zfh      Both;
    FleH       "fle.h"         "d,S,T"      0xa4000053 0xfe00707f Zfh      Both;
    FltH       "flt.h"         "d,S,T"      0xa4001053 0xfe00707f Zfh      Both;
    FeqH       "feq.h"         "d,S,T"      0xa4002053 0xfe00707f Zfh      Both;
    FclassH    "fclass.h"      "d,S"        0xe4001053 0xfff0707f Zfh      Both;
    FcvtWH     "fcvt.w.h"      "d,S,m"      0xc4000053 0xfff0007f Zfh      Both;
    FcvtHW     "fcvt.h.w"      "D,s,m"      0xd4000053 0xfff0007f Zfh      Both;
    FcvtWuH    "fcvt.wu.h"     "d,S,m"      0xc4100053 0xfff0007f Zfh      Both;
    FcvtHWu    "fcvt.h.wu"     "D,s,m"      0xd4100053 0xfff0007f Zfh      Both;
    FcvtLH     "fcvt.l.h"      "d,S,m"      0xc4200053 0xfff0007f Zfh      Only64;
    FcvtHL     "fcvt.h.l"      "D,s,m"      0xd4200053 0xfff0007f Zfh      Only64;
    FcvtLuH    "fcvt.lu.h"     "d,S,m"      0xc4300053 0xfff0007f Zfh      Only64;
    FcvtHLu    "fcvt.h.lu"     "D,s,m"      0xd4300053 0xfff0007f Zfh      Only64;
    FmvXH      "fmv.x.h"       "d,S"        0xe4000053 0xfff0707f Zfh      Both;
    FmvHX      "fmv.h.x"       "D,s"        0xf4000053 0xfff0707f Zfh      Both;
    FcvtSD     "fcvt.s.d"      "D,S,m"      0x40100053 0xfff0007f D        Both;
    FcvtDS     "fcvt.d.s"      "D,S,M"      0x42000053 0xfff0007f D        Both;
    FcvtSH     "fcvt.s.h"      "D,S,M"      0x40200053 0xfff0007f Zfh      Both;
    FcvtHS     "fcvt.h.s"      "D,S,m"      0x44000053 0xfff0007f Zfh      Both;
    FcvtDH     "fcvt.d.h"      "D,S,M"      0x42200053 0xfff0007f ZfhD     Both;
    FcvtHD     "fcvt.h.d"      "D,S,m"      0x44100053 0xfff0007f ZfhD     Both;
    AddUw      "add.uw"       "d,s,t"     0x0800003b 0xfe00707f Zba      Only64;
    Sh1add     "sh1add"       "d,s,t"     0x20002033 0xfe00707f Zba      Both;
    Sh2add     "sh2add"       "d,s,t"     0x20004033 0xfe00707f Zba      Both;
    Sh3add     "sh3add"       "d,s,t"     0x20006033 0xfe00707f Zba      Both;
    Sh1addUw   "sh1add.uw"    "d,s,t"     0x2000203b 0xfe00707f Zba      Only64;
    Sh2addUw   "sh2add.uw"    "d,s,t"     0x2000403b 0xfe00707f Zba      Only64;
    Sh3addUw   "sh3add.uw"    "d,s,t"     0x2000603b 0xfe00707f Zba      Only64;
    SlliUw     "slli.uw"      "d,s,>"     0x0800101b 0xfc00707f Zba      Only64;
    Andn       "andn"         "d,s,t"     0x40007033 0xfe00707f Zbb      Both;
    Orn        "orn"          "d,s,t"     0x40006033 0xfe00707f Zbb      Both;
    Xnor       "xnor"         "d,s,t"     0x40004033 0xfe00707f Zbb      Both;
    Clz        "clz"          "d,s"       0x60001013 0xfff0707f Zbb      Both;
    Ctz        "ctz"          "d,s"       0x60101013 0xfff0707f Zbb      Both;
    Cpop       "cpop"         "d,s"       0x60201013 0xfff0707f Zbb      Both;
    Clzw       "clzw"         "d,s"       0x6000101b 0xfff0707f Zbb      Only64;
    Ctzw       "ctzw"         "d,s"       0x6010101b 0xfff0707f Zbb      Only64;
    Cpopw      "cpopw"        "d,s"       0x6020101b 0xfff0707f Zbb      Only64;
    Min        "min"          "d,s,t"     0x0a004033 0xfe00707f Zbb      Both;
    Minu       "minu"         "d,s,t"     0x0a005033 0xfe00707f Zbb      Both;
    Max        "max"          "d,s,t"     0x0a006033 0xfe00707f Zbb      Both;
    Maxu       "maxu"         "d,s,t"     0x0a007033 0xfe00707f Zbb      Both;
    SextB      "sext.b"       "d,s"       0x60401013 0xfff0707f Zbb      Both;
    SextH      "sext.h"       "d,s"       0x60501013 0xfff0707f Zbb      Both;
    ZextH32    "zext.h"       "d,s"       0x08004033 0xfff0707f Zbb      Only32;
    ZextH64    "zext.h"       "d,s"       0x0800403b 0xfff0707f Zbb      Only64;
    Rol        "rol"          "d,s,t"     0x60001033 0xfe00707f Zbb      Both;
    Ror        "ror"          "d,s,t"     0x60005033 0xfe00707f Zbb      Both;
    Rori       "rori"         "d,s,>"     0x60005013 0xfc00707f Zbb      Both;
    Rolw       "rolw"         "d,s,t"     0x6000103b 0xfe00707f Zbb      Only64;
    Rorw       "rorw"         "d,s,t"     0x6000503b 0xfe00707f Zbb      Only64;
    Roriw      "roriw"        "d,s,<"     0x6000501b 0xfe00707f Zbb      Only64;
    OrcB       "orc.b"        "d,s"       0x28705013 0xfff0707f Zbb      Both;
    Rev832     "rev8"         "d,s"       0x69805013 0xfff0707f Zbb      Only32;
    Rev864     "rev8"         "d,s"       0x6b805013 0xfff0707f Zbb      Only64;
    Clmul      "clmul"        "d,s,t"     0x0a001033 0xfe00707f Zbc      Both;
    Clmulr     "clmulr"       "d,s,t"     0x0a002033 0xfe00707f Zbc      Both;
    Clmulh     "clmulh"       "d,s,t"     0x0a003033 0xfe00707f Zbc      Both;
    Bclr       "bclr"         "d,s,t"     0x48001033 0xfe00707f Zbs      Both;
    Bext       "bext"         "d,s,t"     0x48005033 0xfe00707f Zbs      Both;
    Binv       "binv"         "d,s,t"     0x68001033 0xfe00707f Zbs      Both;
    Bset       "bset"         "d,s,t"     0x28001033 0xfe00707f Zbs      Both;
    Bclri      "bclri"        "d,s,>"     0x48001013 0xfc00707f Zbs      Both;
    Bexti      "bexti"        "d,s,>"     0x48005013 0xfc00707f Zbs      Both;
    Binvi      "binvi"        "d,s,>"     0x68001013 0xfc00707f Zbs      Both;
    Bseti      "bseti"        "d,s,>"     0x28001013 0xfc00707f Zbs      Both;
    Pack       "pack"         "d,s,t"     0x08004033 0xfe00707f Zbkb     Both;
    Packh      "packh"        "d,s,t"     0x08007033 0xfe00707f Zbkb     Both;
    Packw      "packw"        "d,s,t"     0x0800403b 0xfe00707f Zbkb     Only64;
    Brev8      "brev8"        "d,s"       0x68705013 0xfff0707f Zbkb     Both;
    Zip        "zip"          "d,s"       0x08f01013 0xfff0707f Zbkb     Only32;
    Unzip      "unzip"        "d,s"       0x08f05013 0xfff0707f Zbkb     Only32;
    Xperm4     "xperm4"       "d,s,t"     0x28002033 0xfe00707f Zbkx     Both;
    Xperm8     "xperm8"       "d,s,t"     0x28004033 0xfe00707f Zbkx     Both;
    Aes32dsi   "aes32dsi"     "d,s,t,y"   0x2a000033 0x3e00707f Zknd     Only32;
    Aes32dsmi  "aes32dsmi"    "d,s,t,y"   0x2e000033 0x3e00707f Zknd     Only32;
    Aes64ds    "aes64ds"      "d,s,t"     0x3a000033 0xfe00707f Zknd     Only64;
    Aes64dsm   "aes64dsm"     "d,s,t"     0x3e000033 0xfe00707f Zknd     Only64;
    Aes64im    "aes64im"      "d,s"       0x30001013 0xfff0707f Zknd     Only64;
    Aes32esi   "aes32esi"     "d,s,t,y"   0x22000033 0x3e00707f Zkne     Only32;
    Aes32esmi  "aes32esmi"    "d,s,t,y"   0x26000033 0x3e00707f Zkne     Only32;
    Aes64es    "aes64es"      "d,s,t"     0x32000033 0xfe00707f Zkne     Only64;
    Aes64esm   "aes64esm"     "d,s,t"     0x36000033 0xfe00707f Zkne     Only64;
    Aes64ks1i  "aes64ks1i"    "d,s,Y"     0x31001013 0xff00707f Zkne     Only64;
    Aes64ks2   "aes64ks2"     "d,s,t"     0x7e000033 0xfe00707f Zkne     Only64;
    Sha256sum0 "sha256sum0"   "d,s"       0x10001013 0xfff0707f Zknh     Both;
    Sha256sum1 "sha256sum1"   "d,s"       0x10101013 0xfff0707f Zknh     Both;
    Sha256sig0 "sha256sig0"   "d,s"       0x10201013 0xfff0707f Zknh     Both;
    Sha256sig1 "sha256sig1"   "d,s"       0x10301013 0xfff0707f Zknh     Both;
    Sha512sum0 "sha512sum0"   "d,s"       0x10401013 0xfff0707f Zknh     Only64;
    Sha512sum1 "sha512sum1"   "d,s"       0x10501013 0xfff0707f Zknh     Only64;
    Sha512sig0 "sha512sig0"   "d,s"       0x10601013 0xfff0707f Zknh     Only64;
    Sha512sig1 "sha512sig1"   "d,s"       0x10701013 0xfff0707f Zknh     Only64;
    Sha512sum0r "sha512sum0r"  "d,s,t"     0x50000033 0xfe00707f Zknh     Only32;
    Sha512sum1r "sha512sum1r"  "d,s,t"     0x52000033 0xfe00707f Zknh     Only32;
    Sha512sig0l "sha512sig0l"  "d,s,t"     0x54000033 0xfe00707f Zknh     Only32;
    Sha512sig1l "sha512sig1l"  "d,s,t"     0x56000033 0xfe00707f Zknh     Only32;
    Sha512sig0h "sha512sig0h"  "d,s,t"     0x5c000033 0xfe00707f Zknh     Only32;
    Sha512sig1h "sha512sig1h"  "d,s,t"     0x5e000033 0xfe00707f Zknh     Only32;
    Sm4ed      "sm4ed"        "d,s,t,y"   0x30000033 0x3e00707f Zksed    Both;
    Sm4ks      "sm4ks"        "d,s,t,y"   0x34000033 0x3e00707f Zksed    Both;
    Sm3p0      "sm3p0"        "d,s"       0x10801013 0xfff0707f Zksh     Both;
    Sm3p1      "sm3p1"        "d,s"       0x10901013 0xfff0707f Zksh     Both;
    CzeroEqz   "czero.eqz"    "d,s,t"     0x0e005033 0xfe00707f Zicond   Both;
    CzeroNez   "czero.nez"    "d,s,t"     0x0e007033 0xfe00707f Zicond   Both;
    FliS       "fli.s"        "D,k"       0xf0100053 0xfff0707f Zfa      Both;
    FminmS     "fminm.s"      "D,S,T"     0x28002053 0xfe00707f Zfa      Both;
    FmaxmS     "fmaxm.s"      "D,S,T"     0x28003053 0xfe00707f Zfa      Both;
    FroundS    "fround.s"     "D,S,m"     0x40400053 0xfff0007f Zfa      Both;
    FroundnxS  "froundnx.s"   "D,S,m"     0x40500053 0xfff0007f Zfa      Both;
    FleqS      "fleq.s"       "d,S,T"     0xa0004053 0xfe00707f Zfa      Both;
    FltqS      "fltq.s"       "d,S,T"     0xa0005053 0xfe00707f Zfa      Both;
    FliD       "fli.d"        "D,k"       0xf2100053 0xfff0707f Zfa      Both;
    FminmD     "fminm.d"      "D,S,T"     0x2a002053 0xfe00707f Zfa      Both;
    FmaxmD     "fmaxm.d"      "D,S,T"     0x2a003053 0xfe00707f Zfa      Both;
    FroundD    "fround.d"     "D,S,m"     0x42400053 0xfff0007f Zfa      Both;
    FroundnxD  "froundnx.d"   "D,S,m"     0x42500053 0xfff0007f Zfa      Both;
    FleqD      "fleq.d"       "d,S,T"     0xa2004053 0xfe00707f Zfa      Both;
    FltqD      "fltq.d"       "d,S,T"     0xa2005053 0xfe00707f Zfa      Both;
    FliH       "fli.h"        "D,k"       0xf4100053 0xfff0707f Zfa      Both;
    FminmH     "fminm.h"      "D,S,T"     0x2c002053 0xfe00707f Zfa      Both;
    FmaxmH     "fmaxm.h"      "D,S,T"     0x2c003053 0xfe00707f Zfa      Both;
    FroundH    "fround.h"     "D,S,m"     0x44400053 0xfff0007f Zfa      Both;
    FroundnxH  "froundnx.h"   "D,S,m"     0x44500053 0xfff0007f Zfa      Both;
    FleqH      "fleq.h"       "d,S,T"     0xa4004053 0xfe00707f Zfa      Both;
    FltqH      "fltq.h"       "d,S,T"     0xa4005053 0xfe00707f Zfa      Both;
    FcvtmodWD  "fcvtmod.w.d"  "d,S,z"     0xc2801053 0xfff0707f Zfa      Both;
    FmvhXD     "fmvh.x.d"     "d,S"       0xe2100053 0xfff0707f Zfa      Only32;
    FmvpDX     "fmvp.d.x"     "D,s,t"     0xb2000053 0xfe00707f Zfa      Only32;
} }

impl Op {
    /// The row of the operation.
    pub fn form(self) -> Option<&'static Form> {
        FORMS.get(self as usize)
    }

    /// Returns whether it is one of the extension V.
    pub fn is_vector(self) -> bool {
        self.form().is_some_and(|form| form.extension == Extension::V)
    }
}

impl Form {
    /// The bits that are the same in all instructions of this row. Shifts of RV32 have one bit less for the amount.
    pub fn mask(&self, xlen: Xlen) -> u32 {
        let short_amount = xlen == Xlen::Rv32 && self.syntax.contains('>');
        if short_amount { self.mask | 1 << 25 } else { self.mask }
    }

    /// The part of the name that says the value of a field.
    pub fn name_part(&self) -> Option<&'static NamePart> {
        NAME_PARTS.iter().find(|part| self.mnemonic.contains(part.sign))
    }

    /// The fields of the operands, and that of the name.
    pub fn fields(&self) -> impl Iterator<Item = &'static fields::Field> {
        let named = self.name_part().map(|part| part.field);
        self.syntax.chars().filter_map(fields::of_letter).chain(named)
    }

    /// The name of an instruction of this row.
    pub fn name(&self, instruction: &Instruction) -> String {
        let Some(part) = self.name_part() else { return self.mnemonic.to_owned() };
        let value = part.field.bits_of(instruction).map_or(0, |bits| part.field.extract(bits));
        let text = part.texts.get(value as usize).copied().flatten();
        self.mnemonic.replace(part.sign, text.unwrap_or("?"))
    }
}

/// Makes the table of compressed instructions: name, operands, value, mask, extension, widths; what it stands for: operation,
/// destination, sources, constant; reserved values and hints.
macro_rules! shorts {
    ($($name:literal $syntax:literal $value:literal $mask:literal $extension:ident $widths:ident
        => $op:ident $rd:ident $rs1:ident $rs2:ident $imm:ident $reserved:literal $hints:literal;)*) => {
        /// Every compressed instruction. Where several rows fit a word the first one counts.
        pub static SHORTS: &[Short] = &[
            $(Short {
                mnemonic: $name,
                syntax: $syntax,
                value: $value,
                mask: $mask,
                extension: Extension::$extension,
                widths: Widths::$widths,
                op: Op::$op,
                rd: Reg::$rd,
                rs1: Reg::$rs1,
                rs2: Reg::$rs2,
                imm: &fields::short::$imm,
                reserved: $reserved,
                hints: $hints,
            },)*
        ];
    };
}

shorts! {
    "c.addi4spn" "d,s,i"  0x0000 0xe003 C  Both   => Addi   P2   Sp   Zero ADDI4SPN        "i"  "";
    "c.fld"      "D,o(s)" 0x2000 0xe003 Cd Both   => Fld    P2   P7   Zero DOUBLE          ""   "";
    "c.lw"       "d,o(s)" 0x4000 0xe003 C  Both   => Lw     P2   P7   Zero WORD            ""   "";
    "c.flw"      "D,o(s)" 0x6000 0xe003 Cf Only32 => Flw    P2   P7   Zero WORD            ""   "";
    "c.ld"       "d,o(s)" 0x6000 0xe003 C  Only64 => Ld     P2   P7   Zero DOUBLE          ""   "";
    "c.fsd"      "T,o(s)" 0xa000 0xe003 Cd Both   => Fsd    Zero P7   P2   DOUBLE          ""   "";
    "c.sw"       "t,o(s)" 0xc000 0xe003 C  Both   => Sw     Zero P7   P2   WORD            ""   "";
    "c.fsw"      "T,o(s)" 0xe000 0xe003 Cf Only32 => Fsw    Zero P7   P2   WORD            ""   "";
    "c.sd"       "t,o(s)" 0xe000 0xe003 C  Only64 => Sd     Zero P7   P2   DOUBLE          ""   "";
    "c.nop"      ""       0x0001 0xffff C  Both   => Addi   Zero Zero Zero NONE            ""   "";
    "c.addi"     "d,i"    0x0001 0xe003 C  Both   => Addi   R7   R7   Zero SIGNED          ""   "di";
    "c.nop"      "i"      0x0001 0xef83 C  Both   => Addi   Zero Zero Zero SIGNED          ""   "d";
    "c.jal"      "a"      0x2001 0xe003 C  Only32 => Jal    Ra   Zero Zero JUMP            ""   "";
    "c.addiw"    "d,i"    0x2001 0xe003 C  Only64 => Addiw  R7   R7   Zero SIGNED          "d"  "";
    "c.li"       "d,i"    0x4001 0xe003 C  Both   => Addi   R7   Zero Zero SIGNED          ""   "d";
    "c.addi16sp" "d,i"    0x6101 0xef83 C  Both   => Addi   Sp   Sp   Zero ADDI16SP        "i"  "";
    "c.lui"      "d,u"    0x6001 0xe003 C  Both   => Lui    R7   Zero Zero LUI             "ip" "d";
    "c.srli64"   "d"      0x8001 0xfc7f C  Both   => Srli   P7   P7   Zero NONE            ""   "i";
    "c.srli"     "d,>"    0x8001 0xec03 C  Both   => Srli   P7   P7   Zero AMOUNT          ""   "i";
    "c.srai64"   "d"      0x8401 0xfc7f C  Both   => Srai   P7   P7   Zero NONE            ""   "i";
    "c.srai"     "d,>"    0x8401 0xec03 C  Both   => Srai   P7   P7   Zero AMOUNT          ""   "i";
    "c.andi"     "d,i"    0x8801 0xec03 C  Both   => Andi   P7   P7   Zero SIGNED          ""   "";
    "c.sub"      "d,t"    0x8c01 0xfc63 C  Both   => Sub    P7   P7   P2   NONE            ""   "";
    "c.xor"      "d,t"    0x8c21 0xfc63 C  Both   => Xor    P7   P7   P2   NONE            ""   "";
    "c.or"       "d,t"    0x8c41 0xfc63 C  Both   => Or     P7   P7   P2   NONE            ""   "";
    "c.and"      "d,t"    0x8c61 0xfc63 C  Both   => And    P7   P7   P2   NONE            ""   "";
    "c.subw"     "d,t"    0x9c01 0xfc63 C  Only64 => Subw   P7   P7   P2   NONE            ""   "";
    "c.addw"     "d,t"    0x9c21 0xfc63 C  Only64 => Addw   P7   P7   P2   NONE            ""   "";
    "c.j"        "a"      0xa001 0xe003 C  Both   => Jal    Zero Zero Zero JUMP            ""   "";
    "c.beqz"     "s,p"    0xc001 0xe003 C  Both   => Beq    Zero P7   Zero BRANCH          ""   "";
    "c.bnez"     "s,p"    0xe001 0xe003 C  Both   => Bne    Zero P7   Zero BRANCH          ""   "";
    "c.slli64"   "d"      0x0002 0xf07f C  Both   => Slli   R7   R7   Zero NONE            ""   "i";
    "c.slli"     "d,>"    0x0002 0xe003 C  Both   => Slli   R7   R7   Zero AMOUNT          ""   "di";
    "c.fldsp"    "D,o(s)" 0x2002 0xe003 Cd Both   => Fld    R7   Sp   Zero LOAD_DOUBLE_SP  ""   "";
    "c.lwsp"     "d,o(s)" 0x4002 0xe003 C  Both   => Lw     R7   Sp   Zero LOAD_WORD_SP    "d"  "";
    "c.flwsp"    "D,o(s)" 0x6002 0xe003 Cf Only32 => Flw    R7   Sp   Zero LOAD_WORD_SP    ""   "";
    "c.ldsp"     "d,o(s)" 0x6002 0xe003 C  Only64 => Ld     R7   Sp   Zero LOAD_DOUBLE_SP  "d"  "";
    "c.jr"       "s"      0x8002 0xf07f C  Both   => Jalr   Zero R7   Zero NONE            "s"  "";
    "c.mv"       "d,t"    0x8002 0xf003 C  Both   => Add    R7   Zero R2   NONE            "t"  "d";
    "c.ebreak"   ""       0x9002 0xffff C  Both   => Ebreak Zero Zero Zero NONE            ""   "";
    "c.jalr"     "s"      0x9002 0xf07f C  Both   => Jalr   Ra   R7   Zero NONE            "s"  "";
    "c.add"      "d,t"    0x9002 0xf003 C  Both   => Add    R7   R7   R2   NONE            "t"  "d";
    "c.fsdsp"    "T,o(s)" 0xa002 0xe003 Cd Both   => Fsd    Zero Sp   R2   STORE_DOUBLE_SP ""   "";
    "c.swsp"     "t,o(s)" 0xc002 0xe003 C  Both   => Sw     Zero Sp   R2   STORE_WORD_SP   ""   "";
    "c.fswsp"    "T,o(s)" 0xe002 0xe003 Cf Only32 => Fsw    Zero Sp   R2   STORE_WORD_SP   ""   "";
    "c.sdsp"     "t,o(s)" 0xe002 0xe003 C  Only64 => Sd     Zero Sp   R2   STORE_DOUBLE_SP ""   "";
    "c.lbu"      "d,o(s)" 0x8000 0xfc03 Zcb Both   => Lbu     P2   P7   Zero BYTE    "" "";
    "c.lhu"      "d,o(s)" 0x8400 0xfc43 Zcb Both   => Lhu     P2   P7   Zero HALF    "" "";
    "c.lh"       "d,o(s)" 0x8440 0xfc43 Zcb Both   => Lh      P2   P7   Zero HALF    "" "";
    "c.sb"       "t,o(s)" 0x8800 0xfc03 Zcb Both   => Sb      Zero P7   P2   BYTE    "" "";
    "c.sh"       "t,o(s)" 0x8c00 0xfc43 Zcb Both   => Sh      Zero P7   P2   HALF    "" "";
    "c.mul"      "d,t"    0x9c41 0xfc63 Zcb Both   => Mul     P7   P7   P2   NONE    "" "";
    "c.zext.b"   "d"      0x9c61 0xfc7f Zcb Both   => Andi    P7   P7   Zero LOW_BYTE "" "";
    "c.sext.b"   "d"      0x9c65 0xfc7f Zcb Both   => SextB   P7   P7   Zero NONE    "" "";
    "c.zext.h"   "d"      0x9c69 0xfc7f Zcb Only32 => ZextH32 P7   P7   Zero NONE    "" "";
    "c.zext.h"   "d"      0x9c69 0xfc7f Zcb Only64 => ZextH64 P7   P7   Zero NONE    "" "";
    "c.sext.h"   "d"      0x9c6d 0xfc7f Zcb Both   => SextH   P7   P7   Zero NONE    "" "";
    "c.zext.w"   "d"      0x9c71 0xfc7f Zcb Only64 => AddUw   P7   P7   Zero NONE    "" "";
    "c.not"      "d"      0x9c75 0xfc7f Zcb Both   => Xori    P7   P7   Zero ALL     "" "";
}

/// Names of the general registers in calls.
pub static REGISTERS: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6",
    "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
];

/// Names of the floating-point registers in calls.
pub static FLOAT_REGISTERS: [&str; 32] = [
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2", "fa3", "fa4",
    "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8",
    "ft9", "ft10", "ft11",
];

/// Numbers of the general registers by name.
pub static NUMBERED: [&str; 32] = [
    "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15",
    "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30",
    "x31",
];

/// Numbers of the floating-point registers by name.
pub static FLOAT_NUMBERED: [&str; 32] = [
    "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12", "f13", "f14", "f15",
    "f16", "f17", "f18", "f19", "f20", "f21", "f22", "f23", "f24", "f25", "f26", "f27", "f28", "f29", "f30",
    "f31",
];

/// The return address.
pub const RA: u8 = 1;
/// The stack pointer.
pub const SP: u8 = 2;
