/* RISCV-ARG-04: on the stack, too, a narrow signed integer has copies of its sign above it. The called half looks at the whole word
   or, with -DTYPED, at a `signed char` as its compiler finds one there. With OUTSIDE the call is in the program's half in Rust. */
#include "proof.h"

#ifdef CALLER
word callee(word, word, word, word, word, word, word, word, signed char);
#ifdef OUTSIDE
word call(void);
#else
signed char value = -119;
word call(void)
{
	return callee(1, 2, 3, 4, 5, 6, 7, 8, value);
}
#endif
int main(void)
{
	return tell("the word on the stack", (word)-119, call());
}
#else
#ifdef TYPED
typedef signed char last;
#else
typedef word last;
#endif
word callee(word a, word b, word c, word d, word e, word f, word g, word h, last on_stack)
{
	(void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
	return (word)on_stack;
}
#endif
