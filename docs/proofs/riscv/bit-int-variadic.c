/* RISCV-VAR-02, RISCV-TYPE-22: an unnamed _BitInt of 65 to 128 bits begins in an even register. */
#include "proof.h"

word callee(int, ...);

#ifdef CALLER
int main(void)
{
	return tell("the lower half", 0x1234, callee(1, (_BitInt(67))0x1234));
}
#else
word callee(int first, ...)
{
	__builtin_va_list list;
	__builtin_va_start(list, first);
	_BitInt(67) number = __builtin_va_arg(list, _BitInt(67));
	__builtin_va_end(list);
	return (word)number;
}
#endif
