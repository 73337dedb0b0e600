//! Instructions of ForwardCom in the language of its assembler, for any document about calls.

use std::fmt::Write;

use crosscall_model::digits::append_row;

use crate::directives::Directives;
use crate::emit::{Access, Emit, Op, Reg, Text};

/// Printer of instructions on numbers of one size.
pub(crate) struct Printer {
    /// Signed and unsigned type of the numbers.
    pub(crate) types: [&'static str; 2],
    /// Printer for numbers of 4 bytes.
    pub(crate) ints: Option<&'static Printer>,
    /// Scratch register: offsets and lengths, and callees' addresses.
    pub(crate) scratch: Reg,
    /// Vector register without a value, for operations on other vectors, where there is one.
    pub(crate) spare: Option<Reg>,
    /// Register that holds the return link at a call, counted in instructions, where a document demands that.
    pub(crate) link: Option<Reg>,
    /// Prefix of C names.
    pub(crate) prefix: &'static str,
    /// Declaration of the registers that a function changes.
    pub(crate) changed: Changed,
}

/// Declaration of the registers that a function changes: a mask of general and one of vector registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Changed {
    /// Same masks for every function.
    Always([u32; 2]),
    /// Masks of the changed registers: those that its own instructions change, and all that unknown callees may
    /// change.
    Found,
    /// Masks of the registers that its own instructions change, as if it made no calls; for functions under test
    /// only.
    Own,
}

/// Types of operations on whole registers.
pub(crate) const WHOLE: [&str; 2] = ["int64 ", "uint64 "];
/// Types of operations on numbers of 4 bytes.
pub(crate) const INTS: [&str; 2] = ["int32 ", "uint32 "];

#[rustfmt::skip]
const NAMES: [&str; 64] = [
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
    "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29", "r30", "sp",
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15",
    "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31",
];

/// Byte that vectors are combined with where no vector register is free.
const PATTERN: &str = "0x5a";
/// Number of bytes on a line of data.
const ROW: usize = 16;
/// Text before the masks of changed registers.
const REGISTER_USE: &str = "reguse = ";
/// Mask of the registers of each file that an unknown callee may change: registers 0 to 15.
const BY_CALLS: u32 = 0xffff;

fn is_vector(r: Reg) -> bool {
    r.0 >= 32
}

/// Masks of the general and vector registers that instructions change and do not restore.
fn changed_by(code: &str, with_calls: bool) -> [u32; 2] {
    let mut changed = [0; 2];
    for line in code.lines() {
        let line = line.strip_prefix('\t').unwrap_or(line);
        if line.starts_with("//") {
            continue;
        }
        let leaves = line.starts_with("call") || line.starts_with("jump ") && !line.starts_with("jump L");
        if with_calls && leaves {
            changed = changed.map(|file| file | BY_CALLS);
        }
        // In a store, the first equals sign may precede a length; a bracket precedes it in any case.
        let Some((to, _)) = line.split_once('=').filter(|(to, _)| !to.contains('[')) else { continue };
        let Some(name) = to.trim_end().rsplit(' ').next() else { continue };
        let number = |file| name.strip_prefix(file).and_then(|n: &str| n.parse::<u32>().ok());
        for (mask, file) in changed.iter_mut().zip(['r', 'v']) {
            *mask |= number(file).map_or(0, |number| 1_u32.checked_shl(number).unwrap_or(0));
        }
    }
    // The higher registers are callee-saved and were restored.
    changed.map(|file| file & BY_CALLS)
}

impl Printer {
    fn signed(&self) -> &'static str {
        let [signed, _] = self.types;
        signed
    }

    /// Operand type and text of an operator.
    fn operator(&self, op: Op) -> (&'static str, &'static str) {
        let [signed, unsigned] = self.types;
        match op {
            Op::Add => (signed, " + "),
            Op::Subtract => (signed, " - "),
            Op::Or => (signed, " | "),
            Op::ExclusiveOr => (signed, " ^ "),
            Op::ShiftLeft => (signed, " << "),
            Op::ShiftRight => (unsigned, " >> "),
            Op::ShiftRightSigned => (signed, " >> "),
        }
    }

    fn place(&self, text: &mut Text, base: Reg, offset: i64, rest: &str) {
        text.pieces(&["[", self.name(base)]);
        if offset >= 0 {
            text.pieces(&["+"]);
        }
        text.number(offset);
        text.pieces(&[rest, "]"]);
    }
}

impl Directives for Printer {
    fn comment_mark(&self) -> &'static str {
        "//"
    }

    fn symbol_prefix(&self) -> &'static str {
        self.prefix
    }

    fn local_prefix(&self) -> &'static str {
        "L"
    }

    fn sections(&self) -> [[&'static str; 2]; 3] {
        [
            ["code section read execute ip\n", "code end\n"],
            ["data section read write datap\n", "data end\n"],
            ["bss section read write datap uninitialized\n", "bss end\n"],
        ]
    }

    fn outside(&self, text: &mut String, name: &str) {
        // A document whose functions all declare the same masks expects the same of other functions.
        let expected = match self.changed {
            Changed::Always(changed) if changed != [0; 2] => ", reguse = 0xffffffff, 0xffffffff",
            _ => "",
        };
        let _ = writeln!(text, "extern {}{name}: function{expected}", self.prefix);
    }

    fn begin_function(&self, text: &mut String, name: &str) {
        let [general, vectors] = if let Changed::Always(changed) = self.changed { changed } else { [0; 2] };
        let prefix = self.prefix;
        let _ =
            writeln!(text, "{prefix}{name} function public, {REGISTER_USE}{general:#010x}, {vectors:#010x}");
    }

    fn end_function(&self, text: &mut String, name: &str) {
        if matches!(self.changed, Changed::Found | Changed::Own)
            && let Some(at) = text.rfind(REGISTER_USE).map(|at| at + REGISTER_USE.len())
            && let Some(code) = text.get(at..)
        {
            let [general, vectors] =
                changed_by(code, self.changed == Changed::Found || !name.starts_with('f'));
            let end = at + code.find('\n').unwrap_or(code.len());
            text.replace_range(at..end, &format!("{general:#010x}, {vectors:#010x}"));
        }
        let _ = writeln!(text, "{}{name} end", self.prefix);
    }

    fn align(&self, text: &mut String, bytes: u32) {
        let _ = writeln!(text, "\talign ({bytes})");
    }

    fn object(&self, text: &mut String, name: &str, contents: &[u8], _align: u32) {
        let name = format!("{}{name}", self.prefix);
        let _ = writeln!(text, "public {name}: datap");
        self.table(text, &name, contents);
    }

    fn begin_object(&self, text: &mut String, name: &str) {
        let _ = writeln!(text, "public {0}{name}: datap\n{0}{name}:", self.prefix);
    }

    fn number(&self, text: &mut String, value: u64, size: u32) {
        let bytes = value.to_le_bytes();
        append_row(text, "int8", bytes.get(..size as usize).unwrap_or(&bytes));
    }

    fn table(&self, text: &mut String, name: &str, contents: &[u8]) {
        let _ = writeln!(text, "{name}:");
        contents.chunks(ROW).for_each(|row| append_row(text, "int8", row));
    }

    /// Writes the machine's form of the address: where a document counts code in instructions, the assembler has no
    /// syntax for that number, and this address never leaves its unit.
    fn pointer(&self, text: &mut String, name: &str, function: &str) {
        let _ = writeln!(text, "{0}{name}: int64 {0}{function}", self.prefix);
    }

    fn zeros(&self, text: &mut String, name: &str, size: u64) {
        let _ = writeln!(text, "public {0}{name}: datap\nint8 {0}{name}[{size}]", self.prefix);
    }
}

impl Emit for Printer {
    fn name(&self, r: Reg) -> &'static str {
        NAMES.get(usize::from(r.0)).copied().unwrap_or("r0")
    }

    fn widest(&self) -> u32 {
        8
    }

    fn copy(&self, text: &mut Text, to: Reg, from: Reg) {
        let (to_name, name) = (self.name(to), self.name(from));
        match (is_vector(to), is_vector(from)) {
            (true, false) => text.line(&["int64 ", to_name, " = gp2vec(", name, ")"]),
            (false, true) => text.line(&["int64 ", to_name, " = vec2gp(", name, ")"]),
            (true, true) => text.line(&["int8 ", to_name, " = ", name]),
            (false, false) => text.line(&["int64 ", to_name, " = ", name]),
        }
    }

    fn operate(&self, text: &mut Text, op: Op, d: Reg, n: Reg, m: Reg) {
        let (kind, sign) = self.operator(op);
        if is_vector(d) && !is_vector(m) {
            // The vector keeps its length.
            let Some(spare) = self.spare.map(|spare| self.name(spare)) else {
                return text.line(&["int8 ", self.name(d), " = ", self.name(n), sign, PATTERN]);
            };
            text.line(&["int8 ", spare, " = gp2vec(", self.name(m), ")"]);
            return text.line(&["int8 ", self.name(d), " = ", self.name(n), sign, spare]);
        }
        text.line(&[kind, self.name(d), " = ", self.name(n), sign, self.name(m)]);
    }

    fn operate_with(&self, text: &mut Text, op: Op, d: Reg, n: Reg, value: i64) {
        let (kind, sign) = self.operator(op);
        text.line_with(&[kind, self.name(d), " = ", self.name(n), sign], value, "");
    }

    fn add(&self, text: &mut Text, d: Reg, n: Reg, value: i64) {
        let op = if value < 0 { Op::Subtract } else { Op::Add };
        self.operate_with(text, op, d, n, value.saturating_abs());
    }

    fn constant(&self, text: &mut Text, d: Reg, value: u32) {
        self.constant_long(text, d, value.into());
    }

    fn constant_long(&self, text: &mut Text, d: Reg, value: u64) {
        let to = if is_vector(d) { self.scratch } else { d };
        text.line_with(&["int64 ", self.name(to), " = "], value.cast_signed(), "");
        if to != d {
            self.copy(text, d, to);
        }
    }

    fn on_ints(&self) -> Option<&'static dyn Emit> {
        self.ints.map(|ints| ints as &dyn Emit)
    }

    fn spoil_upper(&self, text: &mut Text, d: Reg, value: u32) {
        // A vector register has nothing above its value.
        if !is_vector(d) {
            self.constant_long(text, self.scratch, u64::from(value) << 32);
            text.line(&["int64 ", self.name(d), " = ", self.name(d), " ^ ", self.name(self.scratch)]);
        }
    }

    fn address_of(&self, text: &mut Text, d: Reg, [prefix, symbol]: [&str; 2]) {
        text.line(&["int64 ", self.name(d), " = address([", prefix, symbol, "])"]);
    }

    fn access(&self, text: &mut Text, way: Access, size: u32, r: Reg, base: Reg, offset: i64) {
        let length = format!(", length={}", self.name(self.scratch));
        let (kind, rest) = match size {
            _ if is_vector(r) => {
                self.constant(text, self.scratch, size);
                ("int8 ", length.as_str())
            }
            1 => ("int8 ", ""),
            2 => ("int16 ", ""),
            4 => ("int32 ", ""),
            _ => ("int64 ", ""),
        };
        text.pieces(&["\t", kind]);
        if way == Access::Load {
            text.pieces(&[self.name(r), " = "]);
            self.place(text, base, offset, rest);
        } else {
            self.place(text, base, offset, rest);
            text.pieces(&[" = ", self.name(r)]);
        }
        text.pieces(&["\n"]);
    }

    fn branch(&self, text: &mut Text, label: usize) {
        text.line_with(&["jump L"], label as i64, "");
    }

    fn branch_not_zero(&self, text: &mut Text, r: Reg, label: usize) {
        text.line_with(&[self.signed(), "compare(", self.name(r), ", 0), jump_nequal L"], label as i64, "");
    }

    fn branch_not_below(&self, text: &mut Text, n: Reg, m: Reg, _scratch: Reg, label: usize) {
        let compared = ["compare(", self.name(n), ", ", self.name(m), "), jump_uaboveeq L"];
        let [a, b, c, d, e] = compared;
        text.line_with(&[self.signed(), a, b, c, d, e], label as i64, "");
    }

    fn set_return_link(&self, text: &mut Text, label: usize) {
        let Some(link) = self.link.map(|link| self.name(link)) else { return };
        text.line_with(&["int64 ", link, " = address([L"], label as i64, "])");
        text.line(&["uint64 ", link, " = ", link, " >> 2"]);
    }

    fn call(&self, text: &mut Text, function: Reg) {
        text.line(&["call (", self.name(function), ")"]);
    }

    fn jump(&self, text: &mut Text, to: Reg) {
        text.line(&["jump (", self.name(to), ")"]);
    }

    fn jump_to(&self, text: &mut Text, [prefix, symbol]: [&str; 2], _scratch: Reg) {
        text.line(&["jump ", prefix, symbol]);
    }

    fn ret(&self, text: &mut Text) {
        text.line(&["return"]);
    }

    fn exit(&self, text: &mut Text) {
        text.line(&["sys_call(1, 0x10)"]);
    }
}
