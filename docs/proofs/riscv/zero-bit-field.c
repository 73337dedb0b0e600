/* RISCV-ARG-35: a bit-field of width 0 is ignored, and the structure holds two reals. */
#include "proof.h"

struct s {
	float first;
	int : 0;
	float second;
};

#include "second-member.h"
