/* RISCV-ARG-10: with 64-bit registers the unused bits of the upper half of a signed _BitInt are copies of its sign. The calling half
   looks at the whole register. */
#include "proof.h"

#ifdef CALLER
struct words {
	word low, high;
};
struct words callee(word);
int main(void)
{
	return tell("the upper half", (word)-7, callee(2).high);
}
#else
_BitInt(68) value = (_BitInt(68))0x0807060504030201ull - ((_BitInt(68))7 << 64);
_BitInt(68) callee(word way)
{
	if (way == 1)
		return value;
	return value;
}
#endif
