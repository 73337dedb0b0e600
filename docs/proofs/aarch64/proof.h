/* What the programs of this folder share. Each is compiled twice, with -DCALLER by one compiler and without it by the other; the
   caller's half has main. */

typedef unsigned long word;

int printf(const char *, ...);

/* Says what was expected and what was seen, and ends with 1 if they differ. */
static inline int tell(const char *what, word expected, word seen)
{
	printf("%s: expected %#lx, seen %#lx\n", what, expected, seen);
	return expected != seen;
}
