/* RISCV-ARG-51: where no integer register is left, a structure of a real and an integer lies on the stack as a whole. With OUTSIDE
   the call is in the program's half in Zig. */
#include "proof.h"

struct pair {
	float real;
	int whole;
};
#ifdef CALLER
word callee(word, word, word, word, word, word, word, word, struct pair);
#ifdef OUTSIDE
word call(void);
#else
struct pair value = {2.1725f, 0x0f0e0d0c};
word call(void)
{
	return callee(1, 2, 3, 4, 5, 6, 7, 8, value);
}
#endif
int main(void)
{
	return tell("the integer of the structure on the stack", 0x0f0e0d0c, call());
}
#else
word callee(word a, word b, word c, word d, word e, word f, word g, word h, struct pair on_stack)
{
	(void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
	return (word)on_stack.whole;
}
#endif
