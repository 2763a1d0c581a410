"""Records, classes, fields and their values."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from collections.abc import Sequence

import pytest

import tablewright
from tablewright import Bits, Dag, FieldBit, Record, Unresolved, unset

TEXT = """
class Register<int n> { int Number = n; }
class Instruction<bits<4> op = 0> {
  bits<8> Inst;
  bits<3> rd;
  let Inst{7-4} = op;
  let Inst{2-0} = rd;
  string Name = NAME;
}
def ins;
def R0 : Register<0>;
def R10 : Register<10>;
def R9 : Register<9>;
def ADD : Instruction<0b1010> {
  int Size = -2;
  bit mayLoad = 1;
  bit mayStore = ?;
  list<Register> Uses = [R9, R10];
  list<list<int>> Numbers = [[1, 2], []];
  dag Operands = (ins:$op R9:$src, 4, ?:$dst, "text":$text);
  Register Result = R0;
  code Body = [{ return 0; }];
}
defvar Answer = 42;
"""


@pytest.fixture(scope="module")
def description() -> tablewright.Description:
    return tablewright.loads(TEXT, name="a.td")


@pytest.fixture()
def add(description: tablewright.Description) -> Record:
    return description.records["ADD"]


def test_values_are_values_of_python(add: Record, description: tablewright.Description) -> None:
    assert add["Size"] == -2
    assert add["mayLoad"] is True
    assert add["mayStore"] is unset
    assert add["Name"] == "ADD"
    assert add["Body"] == " return 0; "
    assert add["Numbers"] == [[1, 2], []]
    assert add["Result"] == description.records["R0"]
    assert [register.name for register in add["Uses"]] == ["R9", "R10"]


def test_a_record_is_a_mapping_of_its_fields(add: Record) -> None:
    names = ["Inst", "rd", "Name", "Size", "mayLoad", "mayStore", "Uses", "Numbers", "Operands"]
    assert list(add) == [*names, "Result", "Body"] == add.keys()
    assert len(add) == 11
    assert "Size" in add
    assert "size" not in add
    assert 5 not in add
    assert add.get("Size") == -2
    assert add.get("size") is None
    assert add.get("size", 7) == 7
    assert dict(add.items())["Size"] == -2
    assert add.values()[3] == -2
    assert bool(add)


def test_a_wrong_field_says_which_was_meant(add: Record) -> None:
    with pytest.raises(KeyError) as caught:
        add["mayLod"]
    assert isinstance(caught.value, tablewright.UnknownNameError)
    assert str(caught.value) == "unknown field 'mayLod' in record 'ADD'; did you mean 'mayLoad'?"
    assert (caught.value.name, caught.value.suggestion) == ("mayLod", "mayLoad")
    with pytest.raises(TypeError, match="expected the name of a field, not 'int'"):
        add[0]  # type: ignore[index]


def test_records_are_found_by_name_and_index(description: tablewright.Description) -> None:
    records = description.records
    assert records.names == ["ADD", "R0", "R10", "R9", "ins"]
    assert len(records) == 5
    assert records[0] == records["ADD"]
    assert records[-1].name == "ins"
    assert [record.name for record in records[1:3]] == ["R0", "R10"]
    assert "R9" in records
    assert "R8" not in records
    assert records[1] in records
    assert records.get("R8") is None
    assert records.get("R8", "none") == "none"
    assert isinstance(records, Sequence)
    assert repr(records) == "<NamedList of 5: ADD, R0, R10, …>"
    with pytest.raises(KeyError, match="unknown record 'ADDD'; did you mean 'ADD'?"):
        records["ADDD"]
    with pytest.raises(IndexError):
        records[5]


def test_classes_have_records_in_natural_order(description: tablewright.Description) -> None:
    register = description.classes["Register"]
    assert [record.name for record in register.records] == ["R0", "R9", "R10"]
    assert register.parameters == [("n", "int")]
    assert str(register.location) == "a.td:2:7"
    (number,) = register.fields
    assert (number.name, number.type) == ("Number", "int")
    assert isinstance(number.value, Unresolved)
    assert str(number.value) == "Register:n"
    assert str(number) == "int Number = Register:n"
    assert str(register).startswith("class Register<int Register:n = ?> {")
    assert repr(register) == "<Class Register>"
    with pytest.raises(KeyError, match="did you mean 'Register'?"):
        description.classes["Registr"]


def test_classes_of_records_and_classes() -> None:
    text = "class A; class B : A; class M; class C : B, M; def x : C;"
    description = tablewright.loads(text)
    x = description.records["x"]
    assert [each.name for each in x.classes] == ["A", "B", "M", "C"]
    assert [each.name for each in x.parents] == ["C"]
    assert [each.name for each in description.classes["C"].parents] == ["B", "M"]
    assert [each.name for each in description.classes["C"].classes] == ["A", "B", "M"]
    assert x.inherits("A")
    assert x.inherits(description.classes["M"])
    assert not tablewright.loads("class A; def y;").records["y"].inherits("A")
    with pytest.raises(KeyError, match="unknown class 'Z'"):
        x.inherits("Z")
    with pytest.raises(TypeError):
        x.inherits(5)  # type: ignore[arg-type]


def test_fields_have_types_and_locations(add: Record) -> None:
    fields = {field.name: field for field in add.fields}
    assert fields["Inst"].type == "bits<8>"
    assert fields["Uses"].type == "list<Register>"
    assert str(fields["Size"].location) == "a.td:15:7"
    assert fields["Size"].value == -2
    assert str(fields["Size"]) == "int Size = -2"
    assert repr(fields["Size"]) == "<Field int Size = -2>"


def test_bits_are_numbers_rows_and_text(add: Record) -> None:
    inst = add["Inst"]
    assert isinstance(inst, Bits)
    assert len(inst) == 8
    assert inst[0] == FieldBit("rd", 0)
    assert inst[3] is unset
    assert list(inst[4:]) == [False, True, False, True]
    assert str(inst) == "{ 0b1010?, rd{2-0} }"
    assert (inst.value, inst.mask, inst.is_complete) == (0b10100000, 0b11110000, False)
    with pytest.raises(ValueError, match="not all bits of"):
        int(inst)
    whole = tablewright.loads("def x { bits<4> b = 0b0110; }").records["x"]["b"]
    assert int(whole) == 6
    assert whole == 6
    assert hex(whole) == "0x6"
    assert repr(whole) == "<Bits 0b0110>"
    assert whole == Bits([False, True, True, False])
    assert hash(whole) == hash(6)
    assert whole != "0b0110"


def test_dags_have_an_operator_and_named_arguments(add: Record) -> None:
    dag = add["Operands"]
    assert isinstance(dag, Dag)
    assert dag.operator.name == "ins"
    assert dag.operator_name == "op"
    assert len(dag) == 4
    assert dag.names == ["src", "dst", "text"]
    assert [name for name, _ in dag.args] == ["src", None, "dst", "text"]
    assert dag[1] == 4
    assert dag[-1] == "text"
    assert dag["dst"] is unset
    assert "src" in dag
    assert 4 not in dag
    assert list(dag)[1] == 4
    assert str(dag) == '(ins:$op R9:$src, 4, ?:$dst, "text":$text)'
    assert dag == add["Operands"]
    assert hash(dag) == hash(add["Operands"])
    with pytest.raises(KeyError, match="unknown argument 'srk' in the dag; did you mean 'src'?"):
        dag["srk"]
    with pytest.raises(IndexError):
        dag[4]
    with pytest.raises(TypeError):
        dag[1.5]  # type: ignore[index]


def test_variables_have_values(description: tablewright.Description) -> None:
    assert description.variables == {"Answer": 42}


def test_records_are_equal_if_they_are_the_same(description: tablewright.Description) -> None:
    again = tablewright.loads(TEXT)
    add = description.records["ADD"]
    assert add == description.classes["Instruction"].records[0]
    assert len({add, description.records["ADD"]}) == 1
    assert add != again.records["ADD"]
    assert add != "ADD"
    assert description.classes["Register"] == description.classes["Register"]
    assert description.classes["Register"] != again.classes["Register"]


def test_texts_of_a_record(add: Record) -> None:
    assert repr(add) == "<Record ADD : Instruction>"
    assert str(add).startswith("def ADD {\t// Instruction\n")
    assert "  int Size = -2;" in str(add)
    assert str(add.location) == "a.td:14:5"
    assert add.locations == [add.location]


def test_anonymous_records_and_defm() -> None:
    text = "class P<int n> { int N = n; }\nmulticlass M { def _a { P p = P<3>; } }\ndefm X : M;\ndef : P<1>;"
    description = tablewright.loads(text, name="a.td")
    record = description.records["X_a"]
    assert [str(each) for each in record.locations] == ["a.td:2:20", "a.td:3:10"]
    assert record["p"].is_anonymous
    assert record["p"]["N"] == 3
    assert repr(description) == "<Description a.td: 3 records>"


def test_objects_outlive_the_description() -> None:
    description = tablewright.loads(TEXT)
    gone = weakref.ref(description)
    record = description.records["ADD"]
    dag, bits, field = record["Operands"], record["Inst"], record.fields[0]
    del description
    gc.collect()
    assert gone() is None
    assert record["Uses"][0]["Number"] == 9
    del record
    gc.collect()
    assert str(dag).startswith("(ins:$op")
    assert (len(bits), field.name) == (8, "Inst")


def test_explanations_of_a_field_and_a_record(add: Record) -> None:
    explained = add.explain("Inst")
    assert [step.kind for step in explained.steps][0] == "declared"
    assert explained.type == "bits<8>"
    assert str(explained).splitlines()[0] == "bits<8> ADD.Inst = { 0b1010?, rd{2-0} }"
    some = add.explain("Inst", bits=range(4, 8))
    assert some.bits == (7, 6, 5, 4)
    assert some.value == "0b1010"
    assert any(step.kind == "let" and step.location.line == 6 for step in some.steps)
    whole = add.explain()
    assert [parent.name for parent in whole.parents] == ["Instruction"]
    assert str(whole.parents[0]) == "Instruction<op = 0b1010>"
    assert any(line.startswith("  Inst = { 0b1010?, rd{2-0} }") for line in str(whole).splitlines())
    # What the record declares itself has the default of its declaration.
    assert [field.value for field in whole.fields if field.name == "Size" and field.is_default] == ["-2"]
    assert "Size" not in str(whole)
    with pytest.raises(KeyError, match="did you mean 'Inst'?"):
        add.explain("Ins")
    with pytest.raises(IndexError, match="bit 8 is outside the field 'Inst'"):
        add.explain("Inst", bits=[8])


def test_unset_is_one_and_false() -> None:
    assert not unset
    assert tablewright.Unset() is unset
    assert (repr(unset), str(unset)) == ("unset", "?")
    assert pickle.loads(pickle.dumps(unset)) is unset


def test_values_and_errors_can_be_pickled(add: Record) -> None:
    bits = add["Inst"]
    assert pickle.loads(pickle.dumps(bits)) == bits
    with pytest.raises(tablewright.UnknownNameError) as caught:
        add["Siz"]
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_objects_of_a_description_are_copied_but_not_pickled(
    description: tablewright.Description, add: Record
) -> None:
    objects = [add, description.classes["Register"], add["Operands"], add.fields[0]]
    for thing in objects:
        assert copy.copy(thing) is thing
        assert copy.deepcopy([thing])[0] is thing
    kinds = ["record", "class", "dag", "field", "description"]
    for kind, thing in zip(kinds, [*objects, description]):
        with pytest.raises(TypeError, match=f"a {kind} cannot be pickled, .*pass names or values"):
            pickle.dumps(thing)
    assert copy.deepcopy(description).records["ADD"] == add


def test_nesting_that_is_deep_is_no_crash() -> None:
    text = "def op;\ndef x { dag d = !foldl((op), !range(20000), acc, i, (op acc)); }"
    dag = tablewright.loads(text).records["x"]["d"]
    for _ in range(20000):
        dag = dag[0]
    assert len(dag) == 0
