/* RISCV-ARG-45: a structure of two reals has a floating-point register for each. */
#include "proof.h"

#ifdef CALLER
struct s {
	_Float16 half;
	float single;
};
word callee(struct s s);
int main(void)
{
	struct s s = { 1, 2 };
	return tell("the second register", bits_of(2), callee(s));
}
#else
/* Compiled by whatever compiler: what a structure of two reals has its second member in. */
word in_second_register(float first, float second) __asm__("callee");
word in_second_register(float first, float second)
{
	(void)first;
	return bits_of(second);
}
#endif
