/* RISCV-ARG-06: on the stack, too, a signed _BitInt has copies of its sign above it. The called half looks at the lowest byte. */
#include "proof.h"

#ifdef CALLER
word callee(word, word, word, word, word, word, word, word, _BitInt(7));
_BitInt(7) value = -26;
int main(void)
{
	return tell("the byte on the stack", 0xe6, callee(1, 2, 3, 4, 5, 6, 7, 8, value));
}
#else
word callee(word a, word b, word c, word d, word e, word f, word g, word h, word on_stack)
{
	(void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
	return on_stack & 0xff;
}
#endif
