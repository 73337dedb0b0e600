/* AARCH64-VAR-01, AARCH64-LAYOUT-12: a structure of two short vectors is an HVA, whatever their lanes are. The called half asks va_arg for
   an unnamed one. */
#include "proof.h"

typedef int integers __attribute__((vector_size(8)));
typedef float floats __attribute__((vector_size(8)));
struct pair { integers first; floats second; };

word callee(int, ...);

#ifdef CALLER
struct pair value = { { 3, 4 }, { 1, 2 } };
int main(void)
{
	return tell("the second vector", 0x400000003f800000, callee(1, value));
}
#else
word callee(int count, ...)
{
	__builtin_va_list list;
	__builtin_va_start(list, count);
	struct pair got = __builtin_va_arg(list, struct pair);
	__builtin_va_end(list);
	word bits;
	__builtin_memcpy(&bits, &got.second, sizeof bits);
	return bits;
}
#endif
