/* RISCV-REG-07: s0 is given back. Without optimisation the bit-field of this structure is stored across it. */
#include "proof.h"
#include "bit-field.h"

#ifdef CALLER
/* Calls it with all bits of s0 set, and returns what is there afterwards. */
word s0_after(struct s s);
__asm__(".text\ns0_after:\n\taddi sp, sp, -16\n\tsd ra, 0(sp)\n\tsd s0, 8(sp)\n\tli s0, -1\n\tcall callee\n\tmv a0, s0\n\tld ra, 0(sp)\n"
	"\tld s0, 8(sp)\n\taddi sp, sp, 16\n\tret\n");
int main(void)
{
	struct s s = { 1, 1 };
	return tell("s0 after the call", -1ul, s0_after(s));
}
#endif
