/* RISCV-LAYOUT-04: a vector is as large as its lanes. */
#include "proof.h"

#ifdef CALLER
typedef int three __attribute__((vector_size(12)));
struct s {
	three vector;
	int behind;
};
int main(void)
{
	int wrong = tell("size of three lanes of 4 bytes", 12, sizeof(three));
	return tell("offset of an int behind them", 12, __builtin_offsetof(struct s, behind)) | wrong;
}
#endif
