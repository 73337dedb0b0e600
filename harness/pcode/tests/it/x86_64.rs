//! x86-64 beside the host's processor.

use crate::compared::Compared;
use crate::referee::{CODE, DATA, Random, X86_64, word};
use crosscall_machines::listing::Style;
use crosscall_machines::machine::Machine;
use crosscall_pcode::processor::{Processor, disassemble};

/// Snippets: words, each with all of the patterns. A pattern has a size for `r` and `m` (registers and memory), or none for all of
/// them; see [`Writer::operand`].
#[rustfmt::skip]
const SNIPPETS: &[(&str, &str)] = &[
    ("add or adc sbb and sub xor cmp mov", "rN,rN|rN,mN|mN,rN|rN,iN|mN,iN"),
    ("test", "rN,rN|mN,rN|rN,iN|mN,iN"),
    ("inc dec neg not mul imul div idiv", "rN|mN"),
    ("add sub and xor", "lock mN,rN|lock mN,iN"), ("inc dec neg not", "lock mN"),
    ("imul", "rW,rW|rW,mW|rW,rW,iN|rW,mW,iN"),
    ("shl shr sar rol ror rcl rcr", "rN,c|mN,c|rN,cl|mN,cl|rN,1|mN,1"),
    ("shld shrd", "rW,rW,k|mW,rW,k|r32,r32,cl|r64,r64,cl|m64,r64,cl|m32,r32,cl"),
    ("bt bts btr btc", "rW,rW|rW,c|mW,c"),
    ("bsf bsr", "rW,rW|rW,mW"), ("popcnt tzcnt", "rW,rW|rW,mW"),
    ("bswap", "r32|r64"),
    ("xchg", "rN,rN|mN,rN"), ("xadd cmpxchg", "rN,rN|mN,rN|lock mN,rN"), ("cmpxchg16b", "m128|lock m128"),
    ("movzx movsx", "r16,r8|r32,r8|r64,r8|r32,r16|r64,r16|r16,m8|r32,m8|r64,m8|r32,m16|r64,m16"), ("movsxd", "r64,r32|r64,m32"),
    ("movabs", "r64,i64"), ("lea", "rW,m"),
    ("cbw cwde cdqe cwd cdq cqo clc stc cmc sahf cld std nop endbr64 pause mfence lfence sfence", ""),
    ("seto setno setb setae sete setne setbe seta sets setns setp setnp setl setge setle setg", "r8|m8"),
    ("cmovo cmovno cmovb cmovae cmove cmovne cmovbe cmova cmovs cmovns cmovp cmovnp cmovl cmovge cmovle cmovg", "rW,rW|rW,mW"),
    ("jo jno jb jae je jne jbe ja js jns jp jnp jl jge jle jg", "!W 1f\nincl rax\n1:"),
    ("push", "r64|i32|m64|i8"), ("pop", "r64|m64"), ("leave cld", ""), ("pushfq", "!W\npopfq|!W\npop rax"),
    ("movsb movsw movsq stosb stosw stosd stosq lodsb lodsw lodsd lodsq scasb scasw scasd scasq cmpsb cmpsw cmpsq", ""),
    ("movsd cmpsd", "!W"),
    ("movsb movsw movsd movsq stosb stosw stosd stosq", "!rep W"), ("scasb scasw scasd scasq cmpsb cmpsw cmpsd cmpsq", "!repe W|!repne W"),
    ("call", "!W 1f\n1: pop rax|!W 1f\nnop\nud2\n1: pop rax"), ("jmp", "!W 1f\nud2\n1:|!lea rax,[rip+1f]\nW rax\nud2\n1:"), ("call", "!lea rax,[rip+1f]\nW rax\nud2\n1:"),
    ("ret", "!lea rax,[rip+1f]\npush rax\nW\nud2\n1:|!lea rax,[rip+1f]\npush rax\nW 16\nud2\n1:"),
    ("jrcxz jecxz", "!W 1f\nincl rax\n1:"),
    ("ud2 hlt int3", ""),
    // Moves of vectors.
    ("movaps movapd movups movupd movdqa movdqu", "x,x|x,m128|m128,x"), ("movq", "x,x|x,m64|m64,x|x,r64|r64,x"),
    ("movd", "x,r32|r32,x|x,m32|m32,x"), ("movss", "x,x|x,m32|m32,x"), ("movsd", "x,x|x,m64|m64,x"),
    ("movhps movlps movhpd movlpd", "x,m64|m64,x"), ("movhlps movlhps", "x,x"), ("movntps movntpd movntdq", "m128,x"),
    ("movmskps movmskpd pmovmskb", "r32,x"),
    // Numbers.
    ("addps subps mulps divps sqrtps minps maxps addpd subpd mulpd divpd sqrtpd minpd maxpd", "x,x|x,m128"),
    ("addss subss mulss divss sqrtss minss maxss ucomiss comiss cvtss2sd", "x,x|x,m32"),
    ("addsd subsd mulsd divsd sqrtsd minsd maxsd ucomisd comisd cvtsd2ss", "x,x|x,m64"),
    ("cmpeqps cmpltps cmpleps cmpunordps cmpneqps cmpnltps cmpnleps cmpordps cmpeqpd cmpltpd cmplepd cmpunordpd cmpneqpd cmpnltpd cmpnlepd cmpordpd", "x,x|x,m128"),
    ("cmpeqss cmpltss cmpless cmpunordss cmpneqss cmpnltss cmpnless cmpordss", "x,x|x,m32"),
    ("cmpeqsd cmpltsd cmplesd cmpunordsd cmpneqsd cmpnltsd cmpnlesd cmpordsd", "x,x|x,m64"),
    ("cvtsi2ss cvtsi2sd", "x,r32|x,r64|x,m32|x,m64"), ("cvttss2si cvtss2si", "r32,x|r64,x|r32,m32|r64,m32"),
    ("cvttsd2si cvtsd2si", "r32,x|r64,x|r32,m64|r64,m64"), ("cvtdq2pd cvtps2pd", "x,x|x,m64"),
    ("cvtdq2ps cvtps2dq cvttps2dq cvtpd2ps cvtpd2dq cvttpd2dq", "x,x|x,m128"),
    ("andps andpd orps orpd xorps xorpd andnps andnpd unpcklps unpcklpd unpckhps unpckhpd", "x,x|x,m128"), ("shufps shufpd", "x,x,i8|x,m128,i8"),
    // Integers in vectors.
    ("paddb paddw paddd paddq psubb psubw psubd psubq paddsb paddsw paddusb paddusw psubsb psubsw psubusb psubusw pand pandn por pxor \
      pcmpeqb pcmpeqw pcmpeqd pcmpgtb pcmpgtw pcmpgtd pmaxub pmaxsw pminub pminsw pmullw pmulhw pmulhuw pmuludq pmaddwd psadbw pavgb pavgw \
      packsswb packssdw packuswb punpcklbw punpcklwd punpckldq punpcklqdq punpckhbw punpckhwd punpckhdq punpckhqdq", "x,x|x,m128"),
    ("psllw pslld psllq psrlw psrld psrlq psraw psrad", "x,x|x,m128|x,c"), ("pslldq psrldq", "x,c"),
    ("pshufd pshuflw pshufhw", "x,x,i8|x,m128,i8"), ("pinsrw", "x,r32,i3|x,m16,i3"), ("pextrw", "r32,x,i3"),
    ("haddps haddpd hsubps hsubpd addsubps addsubpd movshdup movsldup", "x,x|x,m128"), ("movddup", "x,x|x,m64"),
    // Control.
    ("stmxcsr", "m32"), ("ldmxcsr", "!push 0x5f80\nW [rsp]|!push 0x1fa0\nW [rsp]"), ("fnstcw fldcw", "!fnstcw [rsp]\nW [rsp]|!push 0xf7f\nfldcw [rsp]\nW [rsp]"),
    ("prefetcht0 prefetchnta prefetcht1 prefetcht2", "m8"), ("nop", "!W word ptr cs:[rax+rax]|!W dword ptr [rax+0]|!data16 cs W word ptr [rax+rax+512]|!xchg ax,ax|!data16 data16 W word ptr [rax+rax+512]"),
    ("ret", "!lea rax,[rip+1f]\npush rax\nrep W\nud2\n1:|!lea rax,[rip+1f]\npush rax\nbnd W\nud2\n1:"), ("jmp", "!lea rax,[rip+1f]\nnotrack W rax\nud2\n1:|!lea rax,[rip+1f]\npush rax\nW [rsp]\nud2\n1:"), ("call", "!lea rax,[rip+1f]\npush rax\nW [rsp]\nud2\n1:"),
    ("lea", "r64,m|r32,m|r16,m"), ("mov", "!W rax,[rip+1f]\njmp 2f\n1: .quad 77\n2:|!W eax,[rip+1f]\njmp 2f\n1: .quad 77\n2:"), ("movapd addps mulpd pand unpckhpd punpckhqdq sqrtps pslld cvtdq2ps", "!jmp 1f\n.balign 16\n2: .quad 77,0x3f8000004\n1: W xmm3,[rip+2b]|!jmp 1f\n.balign 16\n2: .quad 77,0x3f8000004\n1: W xmm3,[rip+2b+8]"),
    // The x87.
    ("fld", "m32|m64|m80|s|!fld1\nW st(0)"), ("fst", "m32|m64|s"), ("fstp", "m32|m64|m80|s"), ("fild", "m16|m32|m64"), ("fist", "m16|m32"), ("fistp fisttp", "m16|m32|m64"),
    ("fadd fsub fsubr fmul fdiv fdivr", "m32|m64|0,s|s,0"), ("fiadd fisub fisubr fimul fidiv fidivr", "m16|m32"), ("faddp fsubp fsubrp fmulp fdivp fdivrp", "s,0|!W st(1),st"),
    ("fcom fcomp", "m32|m64|s"), ("fucom fucomp", "s|!W st(1)|!W st(2)"), ("fcom fcomp", "!W st(1)|!W st(2)"), ("fcompp fucompp ftst fchs fabs fsqrt frndint fld1 fldz fxam", ""),
    ("fcomi fucomi fcomip fucomip", "0,s"), ("fxch", "s|!W st(1)"), ("fnstsw", "!W ax|m16"), ("fnclex fnop", ""),
    ("fcmovb fcmove fcmovbe fcmovu fcmovnb fcmovne fcmovnu", "0,s"), 
];

const SIZES: [u32; 4] = [8, 16, 32, 64];

struct Writer<'a>(&'a mut Random);

impl Writer<'_> {
    fn register(&mut self, size: u32) -> String {
        #[rustfmt::skip]
        const NAMES: [[&str; 14]; 4] = [
            ["al", "cl", "dl", "bl", "sil", "dil", "bpl", "ah", "ch", "r8b", "r10b", "r13b", "r15b", "dh"],
            ["ax", "cx", "dx", "bx", "si", "di", "bp", "r8w", "r10w", "r11w", "r12w", "r13w", "r14w", "r15w"],
            ["eax", "ecx", "edx", "ebx", "esi", "edi", "ebp", "r8d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"],
            ["rax", "rcx", "rdx", "rbx", "rsi", "rdi", "rbp", "r8", "r10", "r11", "r12", "r13", "r14", "r15"],
        ];
        NAMES[size.trailing_zeros() as usize - 3][self.0.below(14) as usize].to_owned()
    }

    /// `r` and `m` with a size, `N` for the present one; `x`; `s`, `0`: registers of the x87; `i` with a size; `c`: a small number.
    fn operand(&mut self, operand: &str, size: u32) -> String {
        let (kind, width) = operand.split_at(1);
        let width = if matches!(width, "N" | "W") { size } else { width.parse().unwrap_or(0) };
        match kind {
            "r" => self.register(width),
            "x" => format!("xmm{}", self.0.below(16)),
            "s" => format!("st({})", 1 + self.0.below(3)),
            "0" => "st".to_owned(),
            "c" if operand == "cl" => "cl".to_owned(),
            "c" => self.0.below(70).to_string(),
            "k" => self.0.below(16).to_string(),
            "1" => "1".to_owned(),
            "i" => {
                let any = self.0.integer();
                let value = match width {
                    0..8 => (any & ((1 << width) - 1)) as i64,
                    8 => (any as i8).into(),
                    16 => (any as i16).into(),
                    64 if operand == "i64" => any as i64,
                    _ => (any as i32).into(),
                };
                value.to_string()
            }
            _ => {
                let kind = match width {
                    8 => "byte ptr ",
                    16 => "word ptr ",
                    32 => "dword ptr ",
                    64 => "qword ptr ",
                    80 => "tbyte ptr ",
                    128 => "xmmword ptr ",
                    _ => "",
                };
                let base = self.0.choose(&["rbx", "rsi", "rdi", "rsp", "r12", "r13"]);
                let place = match self.0.below(7) {
                    5 => {
                        format!("[{}+{}]", self.0.choose(&["ebx", "esi", "r13d", "esp"]), 4 * self.0.below(3))
                    }
                    6 => format!("[{}+r9d*{}]", self.0.choose(&["ebx", "edi", "r12d"]), 1 << self.0.below(3)),
                    0 => format!("[{base}]"),
                    1 => format!("[{base}+{}]", 16 * self.0.below(3)),
                    2 => format!("[{base}+r9*{}]", 1 << self.0.below(4)),
                    3 => format!("[{base}+r9-{}]", self.0.below(20)),
                    _ => format!("ds:{:#x}", DATA + 0x780 + 16 * self.0.below(4)),
                };
                kind.to_owned() + &place
            }
        }
    }

    fn snippet(&mut self, word: &str, pattern: &str, size: u32) -> String {
        if let Some(text) = pattern.strip_prefix('!') {
            return text
                .replace("incl", "inc")
                .split('\n')
                .map(|line| line.replace('W', word))
                .collect::<Vec<_>>()
                .join("\n");
        }
        let (lock, pattern) = match pattern.strip_prefix("lock ") {
            Some(rest) => ("lock ", rest),
            None => ("", pattern),
        };
        loop {
            let operands: Vec<String> =
                pattern.split(',').filter(|one| !one.is_empty()).map(|one| self.operand(one, size)).collect();
            let is_high = |one: &String| matches!(one.as_str(), "ah" | "ch" | "dh");
            let needs_prefix = |one: &String| {
                ["r8", "r9", "r1", "sil", "dil", "bpl"].iter().any(|name| one.contains(name))
                    || one.starts_with('r')
            };
            if !(operands.iter().any(is_high) && operands.iter().any(needs_prefix)) {
                return format!("{lock}{word} {}", operands.join(","));
            }
        }
    }
}

/// All snippets: a word and a text.
fn snippets(random: &mut Random) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (words, patterns) in SNIPPETS {
        for word in words.split_whitespace() {
            for pattern in patterns.split('|') {
                let sizes = if pattern.contains('W') && !pattern.starts_with('!') {
                    &SIZES[1..]
                } else if pattern.contains('N') {
                    &SIZES[..]
                } else {
                    &SIZES[..1]
                };
                for size in sizes {
                    for _ in 0..if word.starts_with('f') { 8 } else { 3 } {
                        all.push((word.to_owned(), Writer(random).snippet(word, pattern, *size)));
                    }
                }
            }
        }
    }
    all
}

/// Flags that the manual leaves open. The adjust flag is not modelled.
fn undefined(word: &str) -> u64 {
    let [cf, pf, af, zf, sf, of]: [u64; 6] = [1, 4, 16, 64, 128, 2048];
    af | match word {
        "mul" | "imul" => pf | zf | sf,
        "div" | "idiv" => cf | pf | zf | sf | of,
        "bt" | "bts" | "btr" | "btc" => pf | sf | of,
        "bsf" | "bsr" => cf | pf | sf | of,
        "tzcnt" | "lzcnt" => pf | sf | of,
        "shl" | "shr" | "sar" | "rol" | "ror" | "rcl" | "rcr" => of,
        "shld" | "shrd" => cf | pf | zf | sf | of,
        _ => 0,
    }
}

/// State before and after: general registers, flags, and the image of `fxsave`.
const SIZE: usize = 16 * 8 + 16 + 512;

fn state(random: &mut Random, word: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let near = |random: &mut Random, unit: u64| DATA + 0x780 + random.below(128 / unit) * unit;
    let is_string = word.len() > 4
        && ["movs", "stos", "lods", "scas", "cmps"].iter().any(|begin| word.starts_with(begin));
    for register in 0..16 {
        let unit = random.choose(&[&[1u64][..], &[16], &[16], &[16]])[0];
        let value = match register {
            3 | 6 | 7 | 12 | 13 => near(random, unit),
            4 => near(random, 16),
            5 if word == "leave" => near(random, 8),
            1 if is_string && word.len() < 6 => random.below(9),
            2 if word.ends_with("div") && random.below(2) == 0 => random.below(3),
            9 => random.below(3) * unit,
            _ => random.integer(),
        };
        bytes.extend_from_slice(&value.to_le_bytes());
    }
    let flags = 0x202 | random.next() & 0x8d5 | if random.below(4) == 0 { 0x400 } else { 0 };
    bytes.extend_from_slice(&flags.to_le_bytes());
    bytes.extend_from_slice(&[0; 8]);
    let full = random.below(9);
    let top = random.below(8);
    let control = 0x37f | if random.below(4) == 0 { random.below(4) << 10 } else { 0 };
    let mxcsr: u32 = 0x1f80 | if random.below(4) == 0 { (random.below(4) as u32) << 13 } else { 0 };
    let mut image = vec![0; 512];
    image[..2].copy_from_slice(&(control as u16).to_le_bytes());
    image[2..4].copy_from_slice(&((top << 11) as u16 + random.below(2) as u16 * 0x4500).to_le_bytes());
    let tags = (0..full).fold(0u8, |tags, number| tags | 1 << ((top + number) & 7));
    image[4] = tags;
    image[24..28].copy_from_slice(&mxcsr.to_le_bytes());
    for number in 0..8 {
        let (sign, fraction) = (random.next() & 1, random.next());
        let (exponent, fraction) = match random.below(12) {
            0 => (0, 0),
            1 => (0x7fff, 1 << 63),
            2 => (0x7fff, 3 << 62 | fraction >> 8),
            3 => (0x3fff + random.below(70), 1 << 63 | fraction << random.below(63)),
            4 => (random.below(0x7ffe) + 1, 1 << 63 | fraction),
            5 => (0x3fff, 1 << 63),
            _ => (0x3ff0 + random.below(60), 1 << 63 | fraction >> random.below(3)),
        };
        let value = u128::from(sign) << 79 | u128::from(exponent) << 64 | u128::from(fraction);
        image[32 + 16 * number..][..10].copy_from_slice(&value.to_le_bytes()[..10]);
    }
    for number in 0..16 {
        image[160 + 16 * number..][..16].copy_from_slice(&random.vector().to_le_bytes());
    }
    bytes.extend(image);
    bytes
}

/// Gives the machine a state, and reads one from it. The tags of `fxsave` say only what is empty.
fn put(machine: &mut dyn Machine, state: &[u8]) {
    for register in 0..16 {
        machine.set_register(register, word(state, usize::from(register) * 8));
    }
    machine.set_register(40, word(state, 128));
    let image = &state[144..];
    machine.set_register(41, word(image, 24) & 0xffff_ffff);
    machine.set_register(42, word(image, 0) & 0xffff);
    machine.set_register(43, word(image, 2) & 0xffff);
    let tags = (0..8).fold(0, |tags, bit| tags | if image[4] >> bit & 1 == 0 { 3 << (2 * bit) } else { 0 });
    machine.set_register(44, tags);
    for number in 0..8usize {
        machine.set_register_bytes(32 + number as u16, &image[32 + 16 * number..][..10]);
    }
    for number in 0..16usize {
        machine.set_register_bytes(16 + number as u16, &image[160 + 16 * number..][..16]);
    }
}

fn take(machine: &dyn Machine) -> Vec<u8> {
    let mut state = vec![0; SIZE];
    for register in 0..16usize {
        state[register * 8..][..8].copy_from_slice(&machine.register(register as u16).to_le_bytes());
    }
    state[128..136].copy_from_slice(&machine.register(40).to_le_bytes());
    let image = &mut state[144..];
    image[..2].copy_from_slice(&machine.register(42).to_le_bytes()[..2]);
    image[2..4].copy_from_slice(&machine.register(43).to_le_bytes()[..2]);
    let tags = machine.register(44);
    image[4] = (0..8).fold(0, |all, bit| all | if tags >> (2 * bit) & 3 == 3 { 0 } else { 1 << bit });
    image[24..28].copy_from_slice(&machine.register(41).to_le_bytes()[..4]);
    for number in 0..8usize {
        machine.register_bytes(32 + number as u16, &mut image[32 + 16 * number..][..10]);
    }
    for number in 0..16usize {
        machine.register_bytes(16 + number as u16, &mut image[160 + 16 * number..][..16]);
    }
    state
}

/// What differs of two states.
fn differences(machine: &dyn Machine, [before, theirs]: [&[u8]; 2], name: &str) -> Vec<String> {
    let (ours, is_x87) = (&*take(machine), name.starts_with('f') || name == "emms");
    let mut found = Vec::new();
    for register in 0..16 {
        let [a, b] = [ours, theirs].map(|state| word(state, register * 8));
        if a != b {
            found.push(format!("register {register}: {a:#x}, processor {b:#x}"));
        }
    }
    let mask = 0xcd5 & !undefined(name);
    let [a, b] = [ours, theirs].map(|state| word(state, 128) & mask);
    if a != b {
        found.push(format!("flags: {a:#x}, processor {b:#x}, before {:#x}", word(before, 128)));
    }
    let [a, b] = [ours, theirs].map(|state| &state[144..]);
    if a[24..28] != b[24..28] {
        found.push(format!("mxcsr: {:x?}, processor {:x?}", &a[24..28], &b[24..28]));
    }
    if is_x87 {
        // The stack fault and the summary of exceptions that do not trap are not modelled, nor is what rounding was.
        let status = |image: &[u8]| u16::from_le_bytes([image[2], image[3]]) & 0x7d3f;
        if a[..2] != b[..2] || status(a) != status(b) || a[4] != b[4] {
            found.push(format!("x87: {:x?}, processor {:x?}", &a[..5], &b[..5]));
        }
    }
    for number in 0..24 {
        let (at, size) = if number < 8 { (32 + 16 * number, 10) } else { (32 + 16 * number, 16) };
        let [x, y] = [a, b].map(|image| &image[at..at + size]);
        if x != y && (number >= 8 || is_x87) {
            let name = if number < 8 { format!("st{number}") } else { format!("xmm{}", number - 8) };
            found.push(format!(
                "{name}: {x:x?}, processor {y:x?}, before {:x?}",
                &before[144 + at..144 + at + size]
            ));
        }
    }
    found
}

#[test]
fn instructions_do_what_the_host_does() {
    let compared = Compared {
        processor: Processor::X86_64,
        tools: X86_64,
        referee: include_str!("x86_64.c"),
        machine: 62,
        filler: 0xcc,
        size: SIZE,
        list: include_str!("../../src/processor/x86_64/compared.txt"),
        snippets,
        state,
        put,
        differences,
        is_stricter: |_| false,
        split: |code| {
            let lines = disassemble(Processor::X86_64, code, CODE, Style::Vendor);
            lines.into_iter().map(|line| line.bytes).collect()
        },
        key: |name, _| name.to_owned(),
    };
    compared.check();
}
