"""Queries, tables and groups."""

from __future__ import annotations

import pytest

import tablewright
from tablewright import unset

TEXT = """
class Register<bits<4> n> { bits<4> Encoding = n; list<Register> SubRegs = []; }
foreach i = [0, 1, 10] in def R#i : Register<i>;
def Pair : Register<8> { let SubRegs = [R1, R10]; string Note = ?; }
def op;
def other { dag d = (op R1:$a); bit b = 1; }
"""


@pytest.fixture(scope="module")
def description() -> tablewright.Description:
    return tablewright.loads(TEXT)


def names(records: list[tablewright.Record]) -> list[str]:
    return [record.name for record in records]


def test_conditions_classes_and_names(description: tablewright.Description) -> None:
    register = description.classes["Register"]
    assert names(description.query("Encoding = 1", class_="Register")) == ["R1"]
    assert names(description.query(class_=register)) == ["Pair", "R0", "R1", "R10"]
    assert names(description.query(class_=["Reg*"], name="R*")) == ["R0", "R1", "R10"]
    assert names(description.query(name=["R1", "Pair"])) == ["Pair", "R1"]
    assert names(description.query("SubRegs contains R10")) == ["Pair"]
    assert len(description.query()) == len(description.records)


def test_uses_and_order(description: tablewright.Description) -> None:
    assert names(description.query(uses="R1")) == ["Pair", "other"]
    assert description.query(uses=description.records["R10"]) == [description.records["Pair"]]
    by_encoding = description.query(class_="Register", sort="Encoding")
    assert names(by_encoding) == ["R0", "R1", "Pair", "R10"]


def test_a_table_has_values_of_python(description: tablewright.Description) -> None:
    rows = description.table("Encoding, SubRegs.Encoding, Note", class_="Register", sort="NAME")
    assert [row["record"].name for row in rows] == ["Pair", "R0", "R1", "R10"]
    pair, zero = rows[0], rows[1]
    assert list(pair) == ["record", "Encoding", "SubRegs.Encoding", "Note"]
    assert int(pair["Encoding"]) == 8
    assert [int(bits) for bits in pair["SubRegs.Encoding"]] == [1, 10]
    assert pair["Note"] is unset
    assert (zero["SubRegs.Encoding"], zero["Note"]) == ([], None)
    (row,) = description.table(["d.a", "d", "b"], name="other")
    assert row["d.a"] == description.records["R1"]
    assert (row["d"], row["b"]) == ("(op R1:$a)", 1)


def test_groups_are_in_order_of_their_values(description: tablewright.Description) -> None:
    groups = description.group("Encoding{3}", class_="Register")
    assert [(group.value, names(group.records)) for group in groups] == [
        (0, ["R0", "R1"]),
        (1, ["Pair", "R10"]),
    ]


def test_a_wrong_class_says_which_was_meant(description: tablewright.Description) -> None:
    with pytest.raises(tablewright.QueryError) as caught:
        description.query(class_="Registr")
    error = caught.value
    assert (error.part, error.suggestion, error.is_unknown_name) == ("class", "Register", True)
    assert str(error) == (
        "unknown class 'Registr'; did you mean 'Register'?\n  Registr\n  ^~~~~~~"
    )


def test_an_error_in_a_condition_is_underlined(description: tablewright.Description) -> None:
    with pytest.raises(tablewright.QueryError) as caught:
        description.query("Encoding = and 4")
    assert str(caught.value).splitlines() == [
        "expected a value, but 'and' is a keyword",
        "  Encoding = and 4",
        "             ^~~",
    ]
    assert not caught.value.is_unknown_name
    with pytest.raises(ValueError, match="did you mean 'Encoding'?"):
        description.query("Encodng = 4", class_="Register")
    with pytest.raises(tablewright.QueryError):
        description.table("Encodng", class_="Register")
    with pytest.raises(tablewright.QueryError):
        description.group("Encodng", class_="Register")
    with pytest.raises(tablewright.QueryError, match="unknown record 'R2'"):
        description.query(uses="R2")
