/* RISCV-ARG-04: on the stack, too, an unsigned narrow integer has zeros above it. The called half looks at the whole word. */
#include "proof.h"

#ifdef CALLER
word callee(word, word, word, word, word, word, word, word, unsigned char);
unsigned char value = 0x89;
int main(void)
{
	return tell("the word on the stack", 0x89, callee(1, 2, 3, 4, 5, 6, 7, 8, value));
}
#else
word callee(word a, word b, word c, word d, word e, word f, word g, word h, word on_stack)
{
	(void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
	return on_stack;
}
#endif
