/* No clause: a typedef that lowers the alignment of a long long stops the compiler of the called half. */
#include "proof.h"

typedef long long number __attribute__((aligned(4)));

number given(void);
word callee(void);

#ifdef CALLER
number given(void)
{
	return 0x2b;
}
int main(void)
{
	return tell("the result", 0x2b, callee());
}
#else
word callee(void)
{
	number kept;
	kept = given();
	return (word)kept;
}
#endif
