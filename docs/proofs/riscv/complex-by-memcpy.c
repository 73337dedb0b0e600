/* No clause: the function called makes a copy of an argument by reference, and loses what is behind it, in registers. */
#include "proof.h"

word callee(long double _Complex, word, ...);

#ifdef CALLER
#include "memory.h"

int main(void)
{
	return tell("the second argument", 0x2b, callee(1, 0x2b));
}
#else
__attribute__((noipa)) static void use(void *at)
{
}
word callee(long double _Complex number, word behind, ...)
{
	use(&number);
	return behind;
}
#endif
