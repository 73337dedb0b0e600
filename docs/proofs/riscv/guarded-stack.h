/* What the programs share that show an access below the stack pointer: calls of `callee` on a stack at whose end nothing can be read or
   written. At the first access there a handler on a stack of its own compares the address with the stack pointer. The end comes nearer by
   16 bytes with each call, so that every step in which a function lowers its stack pointer is met. */

word callee(word argument);

#ifdef CALLER
#define PAGE 4096
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_NODEFER 0x40000000

struct info {
	int numbers[3];
	void *address;
};

/* What the kernel knows of the interrupted program: the first registers are pc, ra and sp. */
struct context {
	word flags;
	void *link;
	struct {
		void *lowest;
		int flags;
		word size;
	} stack;
	unsigned char mask[128];
	word registers[32] __attribute__((aligned(16)));
};

static unsigned char guarded[5 * PAGE] __attribute__((aligned(PAGE)));
static unsigned char of_handler[4 * PAGE] __attribute__((aligned(16)));
/* ra, sp, gp, tp and what functions give back, while `callee` runs. */
word saved[16];

word call_on(word argument, void *stack);
void back(void);

static void touched(int signal, struct info *info, struct context *context)
{
	word address = (word)info->address, sp = context->registers[2];
	(void)signal;
	if (address < sp)
		ask(94, tell("bytes below the stack pointer", 0, sp - address), 0, 0, 0);
	context->registers[0] = (word)back;
}

#if __riscv_xlen == 64
#define STORE "sd "
#define LOAD "ld "
#define WORD "8"
#else
#define STORE "sw "
#define LOAD "lw "
#define WORD "4"
#endif
#ifdef __riscv_32e
#define OTHERS(what)
#else
#define OTHERS(what) \
	EACH(what, s2, 4) EACH(what, s3, 5) EACH(what, s4, 6) EACH(what, s5, 7) EACH(what, s6, 8) EACH(what, s7, 9) EACH(what, s8, 10) \
	EACH(what, s9, 11) EACH(what, s10, 12) EACH(what, s11, 13)
#endif
#define EACH(what, register, index) "\t" what #register ", " #index "*" WORD "(t1)\n"
#define ALL(what) EACH(what, ra, 0) EACH(what, sp, 1) EACH(what, s0, 2) EACH(what, s1, 3) OTHERS(what)
__asm__(".text\ncall_on:\n\tla t1, saved\n" ALL(STORE) "\tmv sp, a1\n\tcall callee\n"
	".globl back\nback:\n\tla t1, saved\n" ALL(LOAD) "\tret\n");

int main(void)
{
	static struct {
		void (*handler)(int, struct info *, struct context *);
		word flags;
		unsigned char mask[8];
	} action = { touched, SA_ONSTACK | SA_NODEFER | SA_SIGINFO, { 0 } };
	static struct {
		void *lowest;
		int flags;
		word size;
	} stack = { of_handler, 0, sizeof of_handler };
	int step;

	/* sigaltstack, and rt_sigaction of SIGSEGV. */
	ask(132, (word)&stack, 0, 0, 0);
	ask(134, 11, (word)&action, 0, sizeof action.mask);
	/* mprotect: four pages that nobody may touch, below one. */
	ask(226, (word)guarded, 4 * PAGE, 0, 0);
	for (step = 1; step < PAGE / 16; step++)
		call_on(3, guarded + 4 * PAGE + 16 * step);
	return tell("bytes below the stack pointer", 0, 0);
}
#endif
