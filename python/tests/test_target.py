"""What descriptions say of targets."""

from __future__ import annotations

import dataclasses
import json
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
