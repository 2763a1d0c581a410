"""What descriptions say of targets."""

from __future__ import annotations

import dataclasses
import json
import signal
import sys
import time
from pathlib import Path

import pytest

import tablewright
from tablewright import Target


@pytest.fixture(scope="module")
def target(toy: tablewright.Description) -> Target:
    return toy.target


def test_a_target_is_made_of_a_path_or_a_description(
    toy: tablewright.Description, toy_path: Path
) -> None:
    loaded = Target(toy_path, include=toy_path.parent / "prelude")
    assert loaded.name == Target(toy).name == toy.target.name == "Toy"
    assert repr(loaded) == "<Target Toy>"
    assert toy.target is toy.target
    assert Target(toy).description is toy
    with pytest.raises(TypeError, match="already loaded"):
        Target(toy, include="x")


def test_instructions_have_operands_flags_and_encodings(target: Target) -> None:
    add = target.instructions["ADD"]
    assert target.instructions[add.number] == add
    assert [operand.name for operand in add.outputs] == ["rd"]
    assert [operand.name for operand in add.operands] == ["rd", "rs", "rt"]
    assert add.inputs[0].class_ == "GPR"
    assert add.size == 4
    assert add.record["AsmString"] == add.assembly
    assert add.location.file.endswith(".td")
    (encoding,) = add.encodings
    assert encoding.width == 32
    assert "rd{2-0}" in encoding.bits
    assert str(encoding) == " ".join(encoding.bits)
    assert target.instructions["PHI"].is_generic
    writing = [each.name for each in target.instructions if "FLAGS" in each.implicit_defs]
    assert writing == ["BEQ", "BLT", "BNE"]
    with pytest.raises(KeyError, match="unknown instruction 'ADDX'"):
        target.instructions["ADDX"]


def test_models_are_plain_data(target: Target) -> None:
    add = target.instructions["ADD"]
    data = dataclasses.asdict(add)
    assert list(data)[:2] == ["name", "number"]
    assert data["inputs"][0]["class_"] == "GPR"
    assert json.loads(json.dumps(data))["location"]["line"] == add.location.line
    assert {each.name: each for each in target.instructions}["ADD"] is add
    assert hash(add) == hash(target.instructions["ADD"])
    (decoded,) = target.decode(1 << 23)
    assert dataclasses.asdict(decoded)["name"] == "ADD"


def test_registers_and_classes(target: Target) -> None:
    r0 = target.registers["R0"]
    assert (r0.namespace, r0.assembly_name) == ("Toy", "r0")
    pair = next(each for each in target.registers if each.sub_registers)
    assert pair.sub_registers[0].register in target.registers
    gpr = target.register_classes["GPR"]
    assert gpr.bits == 16
    assert "R0" in gpr.registers
    assert gpr.is_allocatable


def test_patterns_features_processors_and_schedules(target: Target) -> None:
    assert target.patterns[0].complexity >= target.patterns[-1].complexity
    assert any(pattern.record == "ADD" for pattern in target.patterns)
    mul = next(each for each in target.features if each.record == "FeatureMul")
    toy2 = target.processors["toy2"]
    assert mul.name in toy2.all_features
    assert toy2.model == "Toy2Model"
    schedule = target.schedules["Toy2Model"]
    assert "toy2" in schedule.processors
    add = next(each for each in schedule.instructions if each.name == "ADD")
    assert add.coverage == "modelled"
    assert add.latency is not None
    assert add.resources
    assert target.operand_types
    assert target.operand_types[0].record.inherits("Operand")


def test_words_are_decoded(target: Target) -> None:
    add = target.instructions["ADD"]
    word = 1 << 23 | 2 << 20 | 3 << 17
    (decoded,) = target.decode(word)
    assert decoded.name == "ADD"
    assert isinstance(decoded, tablewright.DecodedInstruction)
    assert decoded.record == add.record
    assert decoded.field_values == {"rd": 1, "rs": 2, "rt": 3}
    assert decoded.table == "DecoderTableToy32"
    assert not decoded.is_conflicting
    assert decoded.path
    assert [operand.value for operand in decoded.operands] == [1, 2, 3]
    by_text = target.decode(f"{word:#x}")
    assert by_text == target.decode(word)
    assert target.decode_all([word, word])[1] == by_text
    assert target.decode(word, tables="DecoderTableToy32", cpu="toy2", features="+short")
    with pytest.raises(TypeError, match="int.from_bytes"):
        target.decode(b"\0\0\0\0")
    with pytest.raises(ValueError, match="must not be negative"):
        target.decode(-1)
    with pytest.raises(ValueError, match="expected the mode 64, 32 or 16"):
        target.decode(0, mode=8)


def test_many_words_have_names(target: Target) -> None:
    word = 1 << 23
    words = [word, 0xFFFFFFFF, f"{word:x}", word]
    assert target.decode_names(words) == ["ADD", None, "ADD", "ADD"]
    decoded = target.decode_all(words)
    assert [[each.name for each in found] for found in decoded] == [["ADD"], [], ["ADD"], ["ADD"]]
    # The lists are different ones, which a program may change.
    decoded[0].clear()
    assert decoded[3]
    assert target.decode_names([]) == target.decode_all([]) == []
    with pytest.raises(tablewright.AnalysisError, match="expected a word of this target in hexadecimal digits, found 'xyz'"):
        target.decode_names([word, "xyz"])
    with pytest.raises(ValueError, match="expected the mode 64, 32 or 16"):
        target.decode_names([], mode=8)


def test_what_cannot_be_decoded_says_why(target: Target) -> None:
    with pytest.raises(tablewright.AnalysisError, match="expected a word of this target in hexadecimal digits, found 'xyz'"):
        target.decode("xyz")
    with pytest.raises(tablewright.AnalysisError, match="unknown processor 'toy3'"):
        target.decode(0, cpu="toy3")
    with pytest.raises(tablewright.AnalysisError, match="unknown decoder table 'Table'"):
        target.decode(0, tables="Table")


def test_a_description_of_no_target_says_so() -> None:
    description = tablewright.loads("class C; def x : C;")
    with pytest.raises(tablewright.AnalysisError) as caught:
        description.target.instructions
    assert "'Instruction' is not defined" in str(caught.value) or "Target" in str(caught.value)
    assert [each.severity for each in caught.value.diagnostics] == ["error"]


def test_riscv(corpus: Path) -> None:
    target = Target(corpus / "llvm/lib/Target/RISCV/RISCV.td")
    assert target.name == "RISCV"
    assert target.description.release == "19"
    (addi,) = target.decode(0x00A50513, cpu="generic-rv64")
    assert addi.name == "ADDI"
    assert addi.field_values == {"rd": 10, "rs1": 10, "imm12": 10}
    assert target.registers["X10"].assembly_name == "x10"
    assert "64bit" in target.features


def test_x86(corpus: Path) -> None:
    target = Target(corpus / "llvm/lib/Target/X86/X86.td")
    reading = {each.name for each in target.instructions if "EFLAGS" in each.implicit_uses}
    assert {"JCC_1", "CMOV32rr", "ADC32rr", "PUSHF64"} <= reading
    assert "ADD32rr" not in reading
    (add,) = target.decode(bytes.fromhex("01c890"))
    assert isinstance(add, tablewright.DecodedX86)
    assert (add.name, add.length, add.rest) == ("ADD32rr", 2, b"\x90")
    assert [operand.kind for operand in add.operands] == ["same", "register", "register"]
    assert [operand.register for operand in add.operands] == [None, "EAX", "ECX"]
    assert target.decode("01 c8")[0].name == "ADD32rr"
    assert target.decode_names([b"\x90", "01c890", b"\x0f"]) == ["NOOP", "ADD32rr", None]
    lengths = {mode: target.decode("b8 34 12 00 00", mode=mode)[0].length for mode in (64, 32, 16)}
    assert lengths == {64: 5, 32: 5, 16: 3}
    assert target.decode_names(["b83412"], mode=16) == ["MOV16ri"]
    assert [target.decode_names(["40"], mode=mode) for mode in (32, 16)] == [["INC32r_alt"], ["INC16r_alt"]]
    (load,) = target.decode("8b 44 8b 10")
    assert isinstance(load, tablewright.DecodedX86)
    memory = load.operands[1]
    assert (memory.kind, memory.bases, memory.index, memory.scale) == ("memory", (3,), 1, 4)
    assert (memory.base_registers, memory.index_register) == (("RBX",), "RCX")
    assert memory.displacement == 16
    with pytest.raises(TypeError, match="X86 decodes bytes"):
        target.decode(0x01C8)


def test_text_and_machine_code(toy_path: Path) -> None:
    asm = toy_path.parent.parent / "asm-syntax"
    include = [asm, toy_path.parent, toy_path.parent / "prelude"]
    target = Target(asm / "ToyAsm.td", include=include)
    code = target.assemble("addi r1, r2, -5", cpu="toy2")
    assert code == bytes.fromhex("fbffa020")
    first, second = target.disassemble(code + b"\xff\xff", cpu="toy2")
    assert (first.offset, first.data, first.text, first.name) == (0, code, "addi\tr1, r2, -5", "ADDI")
    assert (second.offset, second.text, second.name) == (4, None, None)
    with pytest.raises(ValueError, match="line 1, column 14: operand 3: expected a number"):
        target.assemble("addi r1, r2, 40000")
    with pytest.raises(tablewright.AnalysisError, match="unknown processor"):
        target.assemble("nop", cpu="toy9")


@pytest.fixture(scope="module")
def running(toy_path: Path) -> Target:
    """The example target with operand syntax and semantics."""
    examples = toy_path.parent.parent
    asm, semantics = examples / "asm-syntax", examples / "semantics"
    include = [semantics, asm, toy_path.parent, toy_path.parent / "prelude"]
    return Target(semantics / "ToyRun.td", include=include)


def test_trees_become_instructions(running: Target) -> None:
    selection = running.select("(set i16:$d, (add i16:$a, 5))")
    (add,) = selection.instructions
    assert str(selection) == str(add) == "$d = ADDI $a, 5"
    assert (add.name, add.results, add.pattern) == ("ADDI", ("$d",), "ADDI")
    assert [(operand.kind, str(operand)) for operand in add.operands] == [("value", "$a"), ("number", "5")]
    assert add.location is not None and add.location.file.endswith("ToyInstrInfo.td")
    assert (add.function, add.block) == (None, None)
    assert str(selection.values["d"]) == "$d"
    assert selection.trace == selection.not_selected == ()


def test_selection_explains_what_it_tries(running: Target) -> None:
    tree = "(set i32:$d, (mul (sext i16:$a), (sext i16:$b)))"
    selection = running.select(tree, trace=True)
    assert selection.instructions == ()
    assert selection.not_selected[0].startswith("(mul ")
    (tried,) = selection.trace[0].tried
    assert tried.record == "MUL"
    assert "the subtarget has not" in tried.reason
    assert tried.location is not None and tried.location.file.endswith("ToyInstrInfo.td")
    assert str(running.select(tree, cpu="toy2")) == "$d = MUL $a, $b"
    # The opposite of the number has 17 bits.
    (attempt,) = running.select("(set i16:$d, (sub i16:$a, -32768))", trace=True).trace[:1]
    assert attempt.selected == "SUB"
    assert "minusSImm16" in attempt.tried[0].reason
    with pytest.raises(ValueError, match="^line 2, column 2: "):
        running.select("(set i16:$d,\n (adds i16:$a, 5))")
    with pytest.raises(tablewright.AnalysisError, match="unknown hardware mode 'wide'"):
        running.select("(set i16:$d, (add i16:$a, 5))", hw_mode="wide")


def test_functions_of_ir_become_instructions(running: Target) -> None:
    text = "define i16 @f(i16 %a) {\n  %b = add i16 %a, 1\n  ret i16 %b\n}\n"
    selection = running.select_ir(text)
    assert [(each.function, each.name) for each in selection.instructions][0] == ("f", "ADDI")
    assert selection.values == {}
    with pytest.raises(ValueError, match="line 2: "):
        running.select_ir("define i16 @f(i16 %a) {\n  %b = frem i16 %a, 1\n}\n")


def test_object_files_are_run(running: Target, tmp_path: Path) -> None:
    program = running.assemble_object("""
main:   addi r6, r6, -2
        stw r7, 0(r6)
        add r0, r0, r1
        call put
        ldw r7, 0(r6)
        addi r6, r6, 2
        jr r7
""")
    outcome = running.run(program, args=[40, 2], trace=True)
    assert (outcome.output, outcome.result, outcome.instructions, outcome.stop) == ("42\n", 42, 7, None)
    names = ["addi", "stw", "add", "call", "ldw", "addi", "jr"]
    assert [step.text.split()[0] for step in outcome.trace] == names
    assert outcome.trace[2].changes == ("r0=0x2a",)
    assert outcome.trace[2].place == "main+0x8"
    assert len(outcome.trace[2].data) == 4
    path = tmp_path / "program.o"
    path.write_bytes(program)
    assert running.run(path, args=[1, 2]).registers["r3"] is not None
    assert running.run(path, args=[1, 2]).trace == ()
    main = running.assemble_object("main: mv r3, r7\ncall twice\njr r3")
    twice = running.assemble_object(".globl twice\ntwice: add r0, r0, r0\njr r7")
    assert running.run([main, twice], args=[-3]).result == -6


def test_programs_stop_with_a_reason(running: Target) -> None:
    outcome = running.run(running.assemble_object("main: jmp main"), max_instructions=10)
    assert outcome.result is None
    assert outcome.stop is not None
    assert (outcome.stop.kind, outcome.stop.place, outcome.instructions) == ("limit", "main", 10)
    assert str(outcome.stop) == "main (0x100): the limit of 10 instructions"
    wild = running.run(running.assemble_object("main: mv r3, r7\ncall put\njr r3"), trace=True)
    assert wild.stop is not None
    assert (wild.stop.kind, wild.stop.place) == ("not-an-instruction", "main+0x8")
    assert [step.place for step in wild.trace] == ["main", "main+0x4", "main+0x8"]
    with pytest.raises(ValueError, match="'object 1': "):
        running.run(b"no object file")
    with pytest.raises(ValueError, match="the program has no symbol 'f'"):
        running.run(running.assemble_object("main: jr r7"), entry="f")
    with pytest.raises(tablewright.AnalysisError, match="unknown"):
        running.run(running.assemble_object("main: jr r7"), callee_saved="CSR_None")


def test_a_run_without_an_end_stops_at_the_limit(running: Target) -> None:
    program = running.assemble_object("main: ldi r1, 0\nloop: addi r1, r1, 1\njmp loop")
    outcome = running.run(program, max_instructions=1000, max_trace=3, trace=True)
    assert outcome.stop is not None
    assert outcome.stop.message == "the limit of 1000 instructions"
    # The trace keeps the last instructions.
    assert [step.place for step in outcome.trace] == ["loop", "loop+0x4", "loop"]
    long = running.run(program, max_instructions=100_200, trace=True)
    assert (long.instructions, len(long.trace)) == (100_200, 100_000)


@pytest.mark.skipif(sys.platform != "linux", reason="the test counts threads in /proc")
def test_an_exception_in_python_ends_the_run(running: Target) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    def threads() -> int:
        return len(list(Path("/proc/self/task").iterdir()))

    program = running.assemble_object("main: jmp main")
    before, handler = threads(), signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.raises(KeyboardInterrupt):
            running.run(program, max_instructions=1 << 60)
    finally:
        signal.signal(signal.SIGALRM, handler)
    deadline = time.monotonic() + 30
    while threads() > before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert threads() <= before


def test_the_rules_of_global_isel_select_too(toy_path: Path) -> None:
    target = Target(toy_path.parent / "ToyGISel.td", include=[toy_path.parent / "prelude"])
    tree = "(set i16:$d, (sub i16:$a, 7))"
    assert str(target.select(tree, global_isel=True)) == "$d = ADDI $a, -7"
    (attempt,) = target.select(tree, global_isel=True, trace=True).trace
    assert attempt.selected is not None
    with pytest.raises(tablewright.AnalysisError, match="GlobalISel has no rule for Toy"):
        Target(toy_path, include=[toy_path.parent / "prelude"]).select(tree, global_isel=True)
