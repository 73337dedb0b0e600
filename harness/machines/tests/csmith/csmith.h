/*
 * Platform header for programs made by Csmith, without a C library: the same on a 32-bit x86 host and
 * on a target that has only the simulator's `trap` or serial port. The checked arithmetic comes from Csmith's own
 * safe_math.h; the checksum is a CRC over the values, as in Csmith's runtime, and is written as eight
 * hexadecimal digits and a newline.
 */
#ifndef CROSSCALL_CSMITH_H
#define CROSSCALL_CSMITH_H

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* limits.h would pull in the host's C library. */
#undef CHAR_BIT
#define CHAR_BIT 8
#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX (INT_MAX * 2u + 1u)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX (LONG_MAX * 2ul + 1ul)

/* Inline, so that functions not called are not compiled at -O0 either. */
#define STATIC static inline
#define UNDEFINED(value) (value)
#define LOG_INDEX
#define LOG_EXEC
#define INT_BIT (sizeof(int) * CHAR_BIT)
#define _CSMITH_BITFIELD(width) (((width) > INT_BIT) ? ((width) % INT_BIT) : (width))
#define assert(condition) ((void)0)
/* Only called to say where an array differs, which nobody asks for. */
#define printf(...) ((void)0)

/* GCC 12 for Epiphany cannot compile multiplication and division at -O0: the functions that do it are
   compiled at -O1 there, the program that calls them at -O0. */
#if defined(__epiphany__) && !defined(__OPTIMIZE__)
#pragma GCC push_options
#pragma GCC optimize("O1")
#define CROSSCALL_POP_OPTIONS
#endif
#define FUNC_NAME(x) (safe_##x)
#include <safe_math.h>
#undef FUNC_NAME
#ifdef CROSSCALL_POP_OPTIONS
#pragma GCC pop_options
#endif

#if defined(__epiphany__)
static void platform_write(const char *text, unsigned size)
{
    register int file __asm__("r0") = 1;
    register const char *from __asm__("r1") = text;
    register unsigned length __asm__("r2") = size;
    __asm__ volatile("trap 0" : "+r"(file), "+r"(from), "+r"(length) : : "r3", "memory");
}
#elif defined(__i386__)
static void platform_write(const char *text, unsigned size)
{
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "0"(4), "b"(1), "c"(text), "d"(size) : "memory");
}

int main(void);

__attribute__((force_align_arg_pointer)) void _start(void)
{
    int result = main();
    __asm__ volatile("int $0x80" : : "a"(1), "b"(result));
    __builtin_unreachable();
}

void *memcpy(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memset(void *to, int value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((volatile char *)to)[i] = (char)value;
    return to;
}
#elif defined(__NYUZI__)
/* The serial port of the simulator can always take a byte. */
static void platform_write(const char *text, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        *(volatile unsigned *)0xFFFF0048u = (unsigned char)text[i];
}
#else
#error "this header knows Epiphany, Nyuzi and 32-bit x86"
#endif

static uint32_t crc32_tab[256];
static uint32_t crc32_context = 0xFFFFFFFFu;

static void platform_main_begin(void)
{
}

static void crc32_gentab(void)
{
    for (uint32_t index = 0; index < 256; index++) {
        uint32_t value = index;
        for (int bit = 0; bit < 8; bit++)
            value = (value & 1) ? (value >> 1) ^ 0xEDB88320u : value >> 1;
        crc32_tab[index] = value;
    }
}

static void crc32_byte(uint8_t byte)
{
    crc32_context = (crc32_context >> 8) ^ crc32_tab[(crc32_context ^ byte) & 0xFF];
}

static void platform_hex(uint32_t value)
{
    char text[9];
    for (int digit = 7; digit >= 0; digit--, value >>= 4)
        text[digit] = "0123456789abcdef"[value & 15];
    text[8] = '\n';
    platform_write(text, 9);
}

/* With CSMITH_TRACE every value that enters the checksum is written too. */
static void transparent_crc(uint64_t value, char *name, int flag)
{
    for (int shift = 0; shift < 64; shift += 8)
        crc32_byte((uint8_t)(value >> shift));
#ifdef CSMITH_TRACE
    unsigned length = 0;
    while (name[length])
        length++;
    platform_write(name, length);
    platform_write(" ", 1);
    platform_hex((uint32_t)(value >> 32));
    platform_hex((uint32_t)value);
#else
    (void)name;
#endif
    (void)flag;
}

static void transparent_crc_bytes(char *bytes, int count, char *name, int flag)
{
    for (int index = 0; index < count; index++)
        crc32_byte((uint8_t)bytes[index]);
    (void)name;
    (void)flag;
}

static void platform_main_end(uint32_t checksum, int flag)
{
    (void)flag;
    platform_hex(checksum);
}

#endif
