/* What the programs share: a line with what the document expects and what was seen. */
#ifdef CALLER
#include <stdio.h>
#include <string.h>

static int tell(const char *what, unsigned long expected, unsigned long seen)
{
	printf("%s: expected 0x%lx, seen 0x%lx\n", what, expected, seen);
	return expected != seen;
}
#endif
