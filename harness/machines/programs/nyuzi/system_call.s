# expect s0=0x0000008d s1=4 s2=0x25
# A trap handler counts what it gets: system calls by number, and one load from a misaligned address. It
# leaves the cause in s7 and the data address in s8; what is saved of a trap is gone after `eret`.
        .globl main
main:   lea s3, handler
        setcr s3, 1
        move s0, 0
        syscall 11
        syscall 100
        move s1, s7
        lea s4, word
        load_32 s5, 2(s4)
        move s2, s7
        sub_i s5, s8, s4
        add_i s0, s0, s5
        move s3, 0
        setcr s3, 1
        ret
handler:
        setcr s6, 11
        getcr s7, 3
        getcr s8, 5
        and s6, s7, 15
        cmpeq_i s6, s6, 4
        bz s6, 1f
        getcr s6, 19
        add_i s0, s0, s6
        b 2f
1:      add_i s0, s0, 28
2:      getcr s6, 2
        add_i s6, s6, 4
        setcr s6, 2
        getcr s6, 11
        eret
        .data
        .align 4
word:   .long 1, 2
