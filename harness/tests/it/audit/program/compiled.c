/* Calls of all kinds: by address, by themselves, with many arguments, records, floating-point numbers where the ABI has them. */

typedef int order(const void *, const void *);

struct pair {
    long first;
    int second;
};

struct large {
    int part[8];
};

static unsigned state = 1;

static unsigned next(void)
{
    state = state * 1103515245u + 12345u;
    return state >> 8;
}

__attribute__((noinline)) int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

__attribute__((noinline)) void sort(int *from, int count, order *compare)
{
    int less = 0, kept;
    if (count < 2)
        return;
    for (int i = 1; i < count; i++) {
        if (compare(&from[i], &from[0]) < 0) {
            less++;
            kept = from[less];
            from[less] = from[i];
            from[i] = kept;
        }
    }
    kept = from[0];
    from[0] = from[less];
    from[less] = kept;
    sort(from, less, compare);
    sort(from + less + 1, count - less - 1, compare);
}

__attribute__((noinline)) struct pair twice(struct pair of, int again)
{
    struct pair result = {of.first + of.second, of.second * 2};
    return again > 0 ? twice(result, again - 1) : result;
}

__attribute__((noinline)) struct large filled(int with)
{
    struct large result;
    for (int i = 0; i < 8; i++)
        result.part[i] = with + i;
    return result;
}

__attribute__((noinline)) long many(int a, long b, int c, long d, int e, long f, int g, long h, int i, long j)
{
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10;
}

#ifdef __riscv_flen
__attribute__((noinline)) double mean(double a, double b, int depth)
{
    return depth > 0 ? mean(b, (a + b) * 0.5, depth - 1) * 0.5 + a * 0.5 : a;
}
#endif

__attribute__((noinline)) int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int numbers[200];

int main(void)
{
    int wrong = 0;
    for (int i = 0; i < 200; i++)
        numbers[i] = (int)next();
    sort(numbers, 200, by_value);
    for (int i = 1; i < 200; i++)
        wrong |= numbers[i - 1] > numbers[i];
    struct pair of = twice((struct pair){1, 2}, 5);
    wrong |= (of.first != 127 || of.second != 128) << 1;
    struct large large = filled(10);
    wrong |= (large.part[0] + large.part[7] != 27) << 2;
    wrong |= (many(1, 1, 1, 1, 1, 1, 1, 1, 1, 1) != 55) << 3;
    wrong |= (fibonacci(12) != 144) << 4;
#ifdef __riscv_flen
    wrong |= (mean(4.0, 4.0, 6) != 4.0) << 5;
#endif
    return wrong;
}
