/* RISCV-LAYOUT-03: a vector is aligned as its lanes are. */
#include "proof.h"

#ifdef CALLER
typedef int two __attribute__((vector_size(8)));
typedef long long four __attribute__((vector_size(32)));
struct s {
	int before;
	four vector;
};
int main(void)
{
	int wrong = tell("alignment of two lanes of 4 bytes", 4, _Alignof(two));
	wrong |= tell("alignment of four lanes of 8 bytes", 8, _Alignof(four));
	return tell("offset of these behind an int", 8, __builtin_offsetof(struct s, vector)) | wrong;
}
#endif
