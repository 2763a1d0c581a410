// ARGS: --gen-riscv-target-def
