/* RISCV-ARG-10: with 32-bit registers the unused bits of the upper half of a signed _BitInt are copies of its sign. The called half
   looks at the whole register. */
#include "proof.h"

#ifdef CALLER
word callee(_BitInt(33));
_BitInt(33) value = -4;
int main(void)
{
	return tell("the upper half", 0xffffffff, callee(value));
}
#else
word callee(word low, word high)
{
	(void)low;
	return high;
}
#endif
