/* RISCV-ARG-17: what is behind a structure of nothing but a half, which travels in a floating-point register, has the first integer
   register. */
#include "proof.h"

#ifdef CALLER
struct s {
	_Float16 half;
};
word callee(struct s s, word behind);
int main(void)
{
	struct s s = { 1 };
	return tell("what is behind", 0x2b, callee(s, 0x2b));
}
#else
/* Compiled by whatever compiler: the first integer register. */
word in_first_register(word first) __asm__("callee");
word in_first_register(word first)
{
	return first;
}
#endif
