# expect s0=610
# Fibonacci number 15 by double recursion, with a frame of 64 bytes.
        .globl main
main:   move s0, 15
fib:    cmplt_i s1, s0, 2
        bz s1, 1f
        ret
1:      add_i sp, sp, -64
        store_32 ra, 60(sp)
        store_32 s24, 56(sp)
        store_32 s25, 52(sp)
        move s24, s0
        sub_i s0, s24, 1
        call fib
        move s25, s0
        sub_i s0, s24, 2
        call fib
        add_i s0, s0, s25
        load_32 s25, 52(sp)
        load_32 s24, 56(sp)
        load_32 ra, 60(sp)
        add_i sp, sp, 64
        ret
