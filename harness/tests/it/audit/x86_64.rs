//! Corrupters of x86-64, and functions with faults that libraries had.

use super::corrupters::{Corrupter, Syntax, corrupter};
use crosscall_model::Target;
use crosscall_model::target::Register;

pub(super) struct X86_64;

impl Syntax for X86_64 {
    fn function(&self, name: &str, code: &str) -> String {
        format!("\t.globl {name}\n{name}:\n{code}\tret\n")
    }

    fn overwrite(&self, register: Register) -> Option<String> {
        let info = Target::X86_64.register(register)?;
        Some(match (info.file, info.name) {
            ("r", name) => format!("\tmovq $1, %{name}\n"),
            ("xmm", name) => format!("\tpxor %{name}, %{name}\n"),
            (_, "rflags") => "\tstd\n".to_owned(),
            (_, "mxcsr") => "\tstmxcsr -8(%rsp)\n\txorl $0x4000, -8(%rsp)\n\tldmxcsr -8(%rsp)\n".to_owned(),
            (_, "fpcw") => "\tfnstcw -8(%rsp)\n\txorw $0x400, -8(%rsp)\n\tfldcw -8(%rsp)\n".to_owned(),
            // Only with the stack of the x87.
            _ => return None,
        })
    }

    fn corrupters(&self) -> Vec<Corrupter> {
        vec![
            corrupter("access beyond the stack pointer", "X86-STACK-09", "\tmovl %eax, -136(%rsp)\n"),
            corrupter(
                "stack pointer not restored",
                "X86-REG-06",
                "\tpopq %rcx\n\tpushq %rcx\n\tpushq %rcx\n",
            ),
            corrupter("write to the caller's stack", "X86-STACK-02", "\tmovq %rax, 16(%rsp)\n"),
            // The return address is already there.
            corrupter("stack pointer misaligned at a call", "X86-STACK-04", "\tcall g\n"),
            corrupter("depends on r10", "X86-REG-08", "\tmovl %r10d, %eax\n"),
            corrupter("depends on rax", "X86-REG-07", "\taddl %edi, %eax\n").of("int f(int x)", &[]),
            corrupter("depends on rbx", "X86-REG-03", "\tmovl %ebx, %eax\n"),
            corrupter("depends on rsi", "X86-REG-07", "\tleal (%rdi,%rsi), %eax\n").of("int f(int x)", &[]),
            corrupter("depends on xmm3", "X86-REG-12", "\taddsd %xmm3, %xmm0\n")
                .of("double f(double x)", &[]),
            corrupter("depends on the unwritten stack", "", "\tmovl -16(%rsp), %eax\n"),
            corrupter("depends on the caller's stack", "X86-ARG-46", "\tmovl 24(%rsp), %eax\n"),
            corrupter("reads beside p", "", "\tmovzbl 8(%rdi), %ecx\n\txorl %eax, %eax\n"),
            corrupter("writes beside p", "X86-S31", "\tmovb $0, 7(%rdi)\n"),
            corrupter("writes p", "X86-S31", "\tmovb $0, 3(%rdi)\n"),
            corrupter("depends on the old contents of p", "", "\tmovl (%rdi), %eax\n"),
            // The result in the wrong register.
            corrupter("depends on xmm0", "X86-REG-12", "\tcvtsi2sdl %edi, %xmm1\n")
                .of("double f(int x)", &[]),
            corrupter(
                "address of the result",
                "X86-RET-04",
                "\tmovq $0, (%rdi)\n\tmovq $0, 8(%rdi)\n\tmovq $0, 16(%rdi)\n\tleaq 8(%rdi), %rax\n",
            )
            .of("struct { long a[3]; } f(void)", &[]),
        ]
    }
}

#[cfg(feature = "pcode")]
mod faults {
    use super::super::repaired::{Repaired, catch_and_clear};
    use crosscall_model::Target;

    const CALLBACK: &str = "int f(int (*g)(int), int x)";

    /// Faults that hand-written libraries had, in functions made for this, and the same without them.
    #[rustfmt::skip]
    const FAULTS: &[Repaired] = &[
        // The upper half of an `int`, used as if it were extended.
        Repaired {
            prototype: "int f(const int *p, int n)",
            arguments: &["p: 1..20 of int", "n: 1..p"],
            finding: ("depends on the bits above n", "X86-S01"),
            wrong: "xorl %eax, %eax; 1: addl (%rdi), %eax; addq $4, %rdi; decq %rsi; jnz 1b",
            right: "xorl %eax, %eax; 1: addl (%rdi), %eax; addq $4, %rdi; decl %esi; jnz 1b",
        },
        // More of the stack than the red zone has.
        Repaired {
            prototype: "int f(int x)",
            arguments: &[],
            finding: ("access beyond the stack pointer", "X86-STACK-09"),
            wrong: "movl %edi, -132(%rsp); movl -132(%rsp), %eax",
            right: "movl %edi, -128(%rsp); movl -128(%rsp), %eax",
        },
        // The red zone does not outlast a call.
        Repaired {
            prototype: CALLBACK,
            arguments: &[],
            finding: ("access beyond the stack pointer", "X86-STACK-09"),
            wrong: "pushq %rbx; movl %esi, -16(%rsp); movq %rdi, %rax; movl %esi, %edi; call *%rax; addl -16(%rsp), %eax; popq %rbx",
            right: "pushq %rbx; movl %esi, %ebx; movq %rdi, %rax; movl %esi, %edi; call *%rax; addl %ebx, %eax; popq %rbx",
        },
        // Registers that a call may destroy, vector registers among them.
        Repaired {
            prototype: CALLBACK,
            arguments: &[],
            finding: ("depends on what a call left in xmm6", "X86-REG-12"),
            wrong: "pushq %rcx; movd %esi, %xmm6; movq %rdi, %rax; movl %esi, %edi; call *%rax; movd %xmm6, %edx; addl %edx, %eax; popq %rcx",
            right: "pushq %rsi; movq %rdi, %rax; movl %esi, %edi; call *%rax; popq %rdx; addl %edx, %eax",
        },
        Repaired {
            prototype: CALLBACK,
            arguments: &[],
            finding: ("stack pointer misaligned at a call", "X86-STACK-04"),
            wrong: "movq %rdi, %rax; movl %esi, %edi; call *%rax",
            right: "movq %rdi, %rax; movl %esi, %edi; subq $24, %rsp; call *%rax; addq $24, %rsp",
        },
        // Strings that go down.
        Repaired {
            prototype: "void f(char *to, const char *from, unsigned long n)",
            arguments: &["to: 0..20 bytes, out", "from: to bytes", "n: to"],
            finding: ("register rflags", "X86-REG-18"),
            wrong: "leaq -1(%rdi,%rdx), %rdi; leaq -1(%rsi,%rdx), %rsi; movq %rdx, %rcx; std; rep movsb",
            right: "leaq -1(%rdi,%rdx), %rdi; leaq -1(%rsi,%rdx), %rsi; movq %rdx, %rcx; std; rep movsb; cld",
        },
        // Rounding towards zero.
        Repaired {
            prototype: "int f(double x)",
            arguments: &["x: any"],
            finding: ("register mxcsr", "X86-REG-20"),
            wrong: "stmxcsr -4(%rsp); movl -4(%rsp), %eax; orl $0x6000, %eax; movl %eax, -8(%rsp); ldmxcsr -8(%rsp); cvtsd2si %xmm0, %eax",
            right: "stmxcsr -4(%rsp); movl -4(%rsp), %eax; orl $0x6000, %eax; movl %eax, -8(%rsp); ldmxcsr -8(%rsp); cvtsd2si %xmm0, %eax; ldmxcsr -4(%rsp)",
        },
        // What the register usually holds is not what it held.
        Repaired {
            prototype: "int f(double x)",
            arguments: &["x: any"],
            finding: ("register fpcw", "X86-REG-22"),
            wrong: "movw $0xf7f, -4(%rsp); fldcw -4(%rsp); movw $0x37f, -4(%rsp); fldcw -4(%rsp); cvttsd2si %xmm0, %eax",
            right: "fnstcw -2(%rsp); movw $0xf7f, -4(%rsp); fldcw -4(%rsp); fldcw -2(%rsp); cvttsd2si %xmm0, %eax",
        },
        Repaired {
            prototype: "int f(int a, int b)",
            arguments: &[],
            finding: ("register rbx", "X86-REG-03"),
            wrong: "movl %edi, %ebx; imull %esi, %ebx; movl %ebx, %eax",
            right: "pushq %rbx; movl %edi, %ebx; imull %esi, %ebx; movl %ebx, %eax; popq %rbx",
        },
        // Half of a register.
        Repaired {
            prototype: "int f(int a)",
            arguments: &[],
            finding: ("register r13", "X86-REG-04"),
            wrong: "movl %r13d, -4(%rsp); movl %edi, %r13d; movl %r13d, %eax; movl -4(%rsp), %r13d",
            right: "movq %r13, -8(%rsp); movl %edi, %r13d; movl %r13d, %eax; movq -8(%rsp), %r13",
        },
        Repaired {
            prototype: "struct { long a[3]; } f(long x)",
            arguments: &[],
            finding: ("address of the result", "X86-RET-04"),
            wrong: "movq %rsi, (%rdi); movq %rsi, 8(%rdi); movq %rsi, 16(%rdi); xorl %eax, %eax",
            right: "movq %rsi, (%rdi); movq %rsi, 8(%rdi); movq %rsi, 16(%rdi); movq %rdi, %rax",
        },
        // The result in the register of another type.
        Repaired {
            prototype: "double f(long x)",
            arguments: &[],
            finding: ("depends on xmm0", "X86-REG-12"),
            wrong: "cvtsi2sdq %rdi, %xmm1; movq %xmm1, %rax",
            right: "cvtsi2sdq %rdi, %xmm0",
        },
    ];

    #[test]
    fn each_is_found_and_its_correction_is_clean() {
        catch_and_clear(Target::X86_64, FAULTS);
    }
}
