# expect s0=338350
# The sum of the squares of 1 to 100.
        .globl main
main:   move s0, 0
        move s1, 100
1:      mull_i s2, s1, s1
        add_i s0, s0, s2
        sub_i s1, s1, 1
        bnz s1, 1b
        ret
