// Inline assembly of every flavour that GCC passes through.
int status(void) { int x; __asm__ volatile("movfs %0,status" : "=r"(x)); return x; }
void quiet(void) { __asm__ volatile("gid\n\tnop ` nop\n\tgie" ::: "memory"); }
int reverse(int x) { int y; __asm__("bitr %0,%1" : "=r"(y) : "r"(x)); return y; }
int spin(int n) { __asm__ volatile("1:\tsub %0,%0,#1\n\tbne 1b" : "+r"(n)); return n; }
__asm__("\t.text\n\t.balign 8\n\t.global _by_hand\n_by_hand:\n\tadd r0,r0,r1 ; sum\n\trts\n\t.size _by_hand,.-_by_hand");
