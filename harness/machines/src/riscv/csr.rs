//! Names of control and status registers, as GNU as 2.40 and LLVM 14 have them.

/// First number of registers with a name and a number, how many, name, number of the first.
const NUMBERED: &[(u32, u32, &str, u32)] = &[
    (0xc03, 29, "hpmcounter", 3),
    (0xb03, 29, "mhpmcounter", 3),
    (0x323, 29, "mhpmevent", 3),
    (0x3a0, 16, "pmpcfg", 0),
    (0x3b0, 64, "pmpaddr", 0),
];

/// As [`NUMBERED`], with an `h` behind the number.
const UPPER: &[(u32, u32, &str, u32)] = &[(0xc83, 29, "hpmcounter", 3), (0xb83, 29, "mhpmcounter", 3)];

/// Registers by name.
#[rustfmt::skip]
const NAMED: &[(u32, &str)] = &[
    (0x001, "fflags"), (0x002, "frm"), (0x003, "fcsr"),
    (0x008, "vstart"), (0x009, "vxsat"), (0x00a, "vxrm"), (0x00f, "vcsr"), (0xc20, "vl"), (0xc21, "vtype"), (0xc22, "vlenb"),
    (0x100, "sstatus"), (0x104, "sie"), (0x105, "stvec"), (0x106, "scounteren"), (0x10a, "senvcfg"),
    (0x140, "sscratch"), (0x141, "sepc"), (0x142, "scause"), (0x143, "stval"), (0x144, "sip"), (0x180, "satp"),
    (0x300, "mstatus"), (0x301, "misa"), (0x302, "medeleg"), (0x303, "mideleg"), (0x304, "mie"), (0x305, "mtvec"),
    (0x306, "mcounteren"), (0x30a, "menvcfg"), (0x310, "mstatush"), (0x31a, "menvcfgh"), (0x320, "mcountinhibit"),
    (0x340, "mscratch"), (0x341, "mepc"), (0x342, "mcause"), (0x343, "mtval"), (0x344, "mip"),
    (0x34a, "mtinst"), (0x34b, "mtval2"), (0x747, "mseccfg"), (0x757, "mseccfgh"),
    (0x7a0, "tselect"), (0x7a1, "tdata1"), (0x7a2, "tdata2"), (0x7a3, "tdata3"), (0x7b0, "dcsr"), (0x7b1, "dpc"),
    (0xb00, "mcycle"), (0xb02, "minstret"), (0xb80, "mcycleh"), (0xb82, "minstreth"),
    (0xc00, "cycle"), (0xc01, "time"), (0xc02, "instret"), (0xc80, "cycleh"), (0xc81, "timeh"), (0xc82, "instreth"),
    (0xf11, "mvendorid"), (0xf12, "marchid"), (0xf13, "mimpid"), (0xf14, "mhartid"), (0xf15, "mconfigptr"),
];

/// Exceptions that floating-point instructions have raised.
pub const FFLAGS: u32 = 0x001;
/// Rounding mode.
pub const FRM: u32 = 0x002;
/// Both of them.
pub const FCSR: u32 = 0x003;
/// First element that a vector instruction works on.
pub const VSTART: u32 = 0x008;
/// Whether a vector instruction has saturated.
pub const VXSAT: u32 = 0x009;
/// Rounding mode of vector instructions on fixed-point numbers.
pub const VXRM: u32 = 0x00a;
/// The two before.
pub const VCSR: u32 = 0x00f;
/// Number of elements of vectors.
pub const VL: u32 = 0xc20;
/// Kind of vectors.
pub const VTYPE: u32 = 0xc21;
/// Bytes of a vector register.
pub const VLENB: u32 = 0xc22;
/// Clock cycles.
pub const CYCLE: u32 = 0xc00;
/// Time.
pub const TIME: u32 = 0xc01;
/// Instructions executed.
pub const INSTRET: u32 = 0xc02;
/// Distance from a counter to its upper half, which RV32 has.
pub const UPPER_HALF: u32 = 0x80;

/// The number of the register of this name.
pub fn number_of(name: &str) -> Option<u32> {
    let named = NAMED.iter().find(|(_, known)| *known == name).map(|&(number, _)| number);
    let in_list = |list: &[(u32, u32, &str, u32)], name: &str| {
        list.iter().find_map(|&(base, count, stem, first)| {
            let index: u32 = name.strip_prefix(stem)?.parse().ok()?;
            let offset = index.checked_sub(first).filter(|offset| *offset < count)?;
            (format!("{stem}{index}") == name).then_some(base + offset)
        })
    };
    named.or_else(|| in_list(NUMBERED, name)).or_else(|| in_list(UPPER, name.strip_suffix('h')?))
}

/// The name of a register.
pub fn name_of(number: u32) -> Option<String> {
    if let Some((_, name)) = NAMED.iter().find(|(known, _)| *known == number) {
        return Some((*name).to_owned());
    }
    let in_list = |list: &[(u32, u32, &str, u32)]| {
        list.iter().find_map(|&(base, count, stem, first)| {
            let offset = number.checked_sub(base).filter(|offset| *offset < count)?;
            Some(format!("{stem}{}", first + offset))
        })
    };
    in_list(NUMBERED).or_else(|| Some(in_list(UPPER)? + "h"))
}
