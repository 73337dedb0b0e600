/* RISCV-ARG-49: a structure of an integer and a real comes back in a register of each kind, wherever its members lie in memory. With
   OUTSIDE the call is in the program's half in Zig. */
#include "proof.h"

struct packed {
	char first;
	float real;
} __attribute__((packed));
struct packed callee(void);
#ifdef CALLER
#ifdef OUTSIDE
word call(void);
#else
word call(void)
{
	return bits_of(callee().real);
}
#endif
int main(void)
{
	return tell("the real of the result", 0x3fc00000, call());
}
#else
struct packed value = {1, 1.5f};
struct packed callee(void)
{
	return value;
}
#endif
