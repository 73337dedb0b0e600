/* RISCV-ARG-49: a structure of an integer and a real travels in a register of each kind, the real taken from its place in the
   structure. The called half has an integer of as many bytes in place of the `_BitInt`, which takes the same registers. */
#include "proof.h"

#ifdef CALLER
struct pair {
	unsigned _BitInt(40) whole;
	float real;
};
#else
struct pair {
	unsigned long long whole;
	float real;
};
#endif
word callee(struct pair);
#ifdef CALLER
struct pair value = {1, 1.5f};
int main(void)
{
	return tell("the real of the structure", 0x3fc00000, callee(value));
}
#else
word callee(struct pair argument)
{
	return bits_of(argument.real);
}
#endif
