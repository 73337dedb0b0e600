/* RISCV-TYPE-22: with 64-bit registers a _BitInt of 65 to 128 bits is aligned to 16. */
#include "proof.h"

#ifdef CALLER
struct behind_a_byte {
	char byte;
	_BitInt(65) number;
};
int main(void)
{
	int differs = tell("_Alignof", 16, _Alignof(_BitInt(65)));
	return differs | tell("offset behind a byte", 16, __builtin_offsetof(struct behind_a_byte, number));
}
#endif
