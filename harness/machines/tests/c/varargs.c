// Variable argument lists, both sides.
#include <stdarg.h>
extern int many(const char *, ...);
int total(int n, ...) {
    va_list list;
    int sum = 0;
    va_start(list, n);
    while (n--) sum += va_arg(list, int);
    va_end(list);
    return sum;
}
double mixed(const char *kinds, ...) {
    va_list list, again;
    double sum = 0;
    va_start(list, kinds);
    va_copy(again, list);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'd': sum += va_arg(list, double); break;
        case 'l': sum += va_arg(list, long long); break;
        case 'p': sum += *va_arg(list, char *); break;
        default: sum += va_arg(list, int);
        }
    sum += va_arg(again, int);
    va_end(again);
    va_end(list);
    return sum;
}
int call(void) { return many("%d %f %lld", 1, 2.5, 3ll, 'c', 4.5f) + total(3, 1, 2, 3); }
