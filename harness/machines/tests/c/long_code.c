// A function too long for short branches from end to end.
extern int f(int, int);
#define STEP(n) x = f(x, n) + (x > n ? 3 * n : -n); if (x == n * 77) goto done;
#define FIVE(n) STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3) STEP(n + 4)
int long_code(int x) {
    while (x) { FIVE(0) FIVE(10) FIVE(20) FIVE(300) FIVE(4000) FIVE(50000) }
done:
    return x;
}
int long_loop(int x, int n) {
    for (int i = 0; i < n; i++) { FIVE(1) FIVE(2) if (x & 1) continue; FIVE(3) }
done:
    return x;
}
