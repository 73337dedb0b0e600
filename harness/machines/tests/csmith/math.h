/* What Csmith's checked arithmetic needs of math.h, without a C library. */
#ifndef CROSSCALL_MATH_H
#define CROSSCALL_MATH_H

#define fabsf(x) __builtin_fabsf(x)
#define ldexpf(x, exponent) __builtin_ldexpf(x, exponent)

#endif
