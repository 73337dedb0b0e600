/* No clause: the function called makes a copy of an argument by reference, and loses what is behind it, in registers. */
#include "proof.h"

word callee(long double _Complex, word, ...);

#ifdef CALLER
int main(void)
{
	return tell("the second argument", 0x2b, callee(1, 0x2b));
}
#else
void *memcpy(void *to, const void *from, __SIZE_TYPE__ size)
{
	for (__SIZE_TYPE__ i = 0; i < size; i++)
		((volatile char *)to)[i] = ((const volatile char *)from)[i];
	return to;
}
__attribute__((noipa)) static void use(void *at)
{
}
word callee(long double _Complex number, word behind, ...)
{
	use(&number);
	return behind;
}
#endif
