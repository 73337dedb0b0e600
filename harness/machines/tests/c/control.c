// Switches, loops, goto and computed jumps.
extern int external(int);
extern void sink(int, ...);
int dense(int x) {
    switch (x) {
    case 0: return 3;
    case 1: return external(1);
    case 2: return 99;
    case 3: return -7;
    case 4: return external(x) + 4;
    case 5: return 1 << 20;
    case 6: sink(1, 2, 3);
    case 7: return 12;
    default: return 0;
    }
}
int sparse(int x) {
    switch (x) {
    case -1000: return 1;
    case 5: return 2;
    case 70000: return 3;
    case 0x7fffffff: return 4;
    }
    return 5;
}
int loops(const int *p, int n) {
    int total = 0, i, j;
    for (i = 0; i < n; i++) {
        if (p[i] < 0) continue;
        for (j = i; j < n; j += 2) {
            if (p[j] == 17) goto out;
            total += p[i] * p[j];
        }
    }
out:
    do total ^= external(total); while (total & 1);
    return total;
}
int computed(int x) {
    static void *const places[] = { &&a, &&b, &&c };
    goto *places[x & 1];
a:  x += 1;
b:  x *= 3;
c:  return x;
}
