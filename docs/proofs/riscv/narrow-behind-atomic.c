/* RISCV-ARG-04: behind an atomic real, too, an unsigned narrow integer has zeros above it in the last register. The called half looks at
   the whole register. */
#include "proof.h"

#ifdef CALLER
word callee(word, word, word, word, word, word, word, _Atomic float, unsigned char);
_Atomic float real = 1;
volatile signed char value = -0x77;
int main(void)
{
	return tell("the register", 0x89, callee(1, 2, 3, 4, 5, 6, 7, real, (unsigned char)value));
}
#else
word callee(word a, word b, word c, word d, word e, word f, word g, float real, word last)
{
	(void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)real;
	return last;
}
#endif
