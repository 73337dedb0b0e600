/* AARCH64-TYPE-37: a _BitInt of 65 to 128 bits is aligned to 16. */
#include "proof.h"

word callee(void);

#ifdef CALLER
int main(void)
{
	return tell("alignment", 16, callee());
}
#else
word callee(void)
{
	return _Alignof(_BitInt(65));
}
#endif
