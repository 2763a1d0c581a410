import tablewright


def opcodes(description):
    """Writes the opcodes of an interpreter as a table in C."""
    lines = ["static const struct Opcode Opcodes[256] = {"]
    numbers = {}
    for opcode in sorted(description.classes["Opcode"].records, key=lambda each: int(each["Number"])):
        number, text, operands = int(opcode["Number"]), opcode["Text"], opcode["Operands"]
        first = numbers.setdefault(number, opcode)
        if first != opcode:
            raise opcode.error(f"'{first.name}' has the number {number:#x}, too", field="Number")
        lines.append(f'  [{number:#x}] = {{"{text}", {len(operands)}}}, // {opcode.name}')
    return "\n".join([*lines, "};", ""])


tablewright.run_backend(opcodes)
