// ARGS: --print-enums --class=Registers
class Register;
