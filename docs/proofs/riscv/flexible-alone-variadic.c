/* RISCV-ARG-24: is a structure empty that has no byte, and a flexible array? The document does not say, but a caller and the function
   that it calls have to take it in the same way. */
#include "proof.h"

struct nothing {
	struct {
	} first;
	unsigned long long last[];
};

int behind(int, ...);

#ifdef CALLER
static struct nothing object;

int main(void)
{
	return tell("behind the structure", 0x2b, behind(1, object, 0x2b));
}
#else
int behind(int first, ...)
{
	__builtin_va_list list;
	__builtin_va_start(list, first);
	__builtin_va_arg(list, struct nothing);
	int found = __builtin_va_arg(list, int);
	__builtin_va_end(list);
	return found;
}
#endif
