/* RISCV-ARG-43, -45: a structure is what its members and theirs are: two reals, in an array, too, take two floating-point registers.
   With OUTSIDE the call is in the program's half in Zig. */
#include "proof.h"

struct two {
	float reals[2];
};
#ifdef CALLER
word callee(struct two);
#ifdef OUTSIDE
word call(void);
#else
struct two value = {{1.5f, 2.5f}};
word call(void)
{
	return callee(value);
}
#endif
int main(void)
{
	return tell("the second real", 0x40200000, call());
}
#else
word callee(struct two argument)
{
	return bits_of(argument.reals[1]);
}
#endif
