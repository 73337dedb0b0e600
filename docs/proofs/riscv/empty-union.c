/* RISCV-ARG-34: an empty union is ignored, and the structure holds a real and an integer, or two reals. */
#include "proof.h"

struct s {
	float first;
	union {
	} nothing;
	float second;
};

#include "second-member.h"
