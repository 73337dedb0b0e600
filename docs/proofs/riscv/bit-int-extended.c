/* RISCV-ARG-06: an unsigned _BitInt that is narrower than a register has zeros above it. The called half looks at the whole
   register. */
#include "proof.h"

#ifdef CALLER
word callee(unsigned _BitInt(17));
unsigned _BitInt(17) value = 0x10201;
int main(void)
{
	return tell("the register", 0x10201, callee(value));
}
#else
word callee(word in_register)
{
	return in_register;
}
#endif
