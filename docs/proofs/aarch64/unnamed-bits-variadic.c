/* AARCH64-S07, AARCH64-VAR-01: a structure of an unnamed bit-field without a name, and an int behind it. */
#include "proof.h"

struct bits { int : 5; };

word callee(int, ...);

#ifdef CALLER
struct bits value;
int main(void)
{
	return tell("the int", 0x2b, callee(1, value, 0x2b));
}
#else
word callee(int count, ...)
{
	__builtin_va_list list;
	__builtin_va_start(list, count);
	struct bits got = __builtin_va_arg(list, struct bits);
	int behind = __builtin_va_arg(list, int);
	__builtin_va_end(list);
	(void)got;
	return behind;
}
#endif
