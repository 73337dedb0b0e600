/* RISCV-LAYOUT-08: a signed _BitInt has copies of its sign above it, also where its structure is taken apart. The called half looks at the
   whole register. */
#include "proof.h"

#ifdef CALLER
#include "memory.h"
struct s {
	_BitInt(17) number;
	float real;
};
word callee(struct s s);
struct s value = { -0xfdff, 1 };
int main(void)
{
	return tell("the register", (word)-0xfdff, callee(value));
}
#else
/* Compiled by whatever compiler: an integer register and a floating-point one. */
word in_two_registers(word number, float real) __asm__("callee");
word in_two_registers(word number, float real)
{
	(void)real;
	return number;
}
#endif
