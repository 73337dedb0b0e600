/* RISCV-S01: is a narrow _Atomic integer extended? The document does not say, and two compilers differ. The called half looks at the
   whole register. */
#include "proof.h"

#ifdef CALLER
word callee(_Atomic unsigned char);
_Atomic unsigned char value = 0x89;
int main(void)
{
	return tell("the register", 0x89, callee(value));
}
#else
word callee(word in_register)
{
	return in_register;
}
#endif
