#include <stdio.h>
#include <string.h>
#define TEST(name) void name(const unsigned char *, unsigned char *);
#include "tests.h"
#undef TEST
#define TEST(name) name,
int main(void) {
    static void (*const tests[])(const unsigned char *, unsigned char *) = {
#include "tests.h"
    };
    static unsigned char in[512] __attribute__((aligned(64))), out[512] __attribute__((aligned(64)));
    for (;;) {
        if (fread(in, 1, 256, stdin) != 256) return 0;
        for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
            memset(out, 0, sizeof out);
            tests[i](in, out);
            fwrite(out, 1, 256, stdout);
        }
    }
}
