/* RISCV-ARG-17: a structure of at most the width of a register takes one register, also if it holds nothing but a complex integer. */
#include "proof.h"

#ifdef CALLER
struct s {
	short _Complex number;
};
word callee(struct s s, word behind);
int main(void)
{
	struct s s = { 1 + 2i };
	return tell("the two parts, and what is behind", 0x320001, callee(s, 0x30));
}
#else
/* Compiled by whatever compiler: what a structure of at most the width of a register comes in, and the next register. */
word in_two_registers(word first, word second) __asm__("callee");
word in_two_registers(word first, word second)
{
	return (first & 0xffffffff) + (second << 16);
}
#endif
