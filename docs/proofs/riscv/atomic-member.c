/* RISCV-S01: is a structure with an _Atomic real taken apart? The document does not say, and two compilers differ. */
#include "proof.h"

struct pair {
	_Atomic float real;
	int integer;
};
word callee(struct pair);

#ifdef CALLER
struct pair value = {2.0f, 5};
int main(void)
{
	return tell("the real", 0x40000000, callee(value));
}
#else
word callee(struct pair pair)
{
	return bits_of(pair.real);
}
#endif
