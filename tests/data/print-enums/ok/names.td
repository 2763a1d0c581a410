// ARGS: --print-enums --class=Register
// Natural order: numbers within names count as numbers.
class Register;
class Wide : Register;
def R10 : Register;
def R9 : Register;
def Q0 : Wide;
def other;
