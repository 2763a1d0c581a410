"""TableGen for Python: read ``.td`` files and query their records.

``load`` reads a description and returns a `Description`: records, classes and fields as Python values. ``Target``
reads an LLVM target's description: instructions, registers, patterns and more. ``run_backend`` turns a function into
a TableGen backend with a command line.

>>> import tablewright
>>> description = tablewright.loads("class C<int n> { int Size = n; } def x : C<4>;")
>>> description.records["x"]["Size"]
4
"""

from importlib.metadata import version as _version

from ._backend import run_backend
from ._description import Description, Group, load, loads
from ._errors import (
    AnalysisError,
    Diagnostic,
    Error,
    LoadError,
    Note,
    QueryError,
    UnknownNameError,
)
from ._execution import (
    RunOutcome,
    SelectedInstruction,
    SelectedOperand,
    Selection,
    SelectionAttempt,
    Stop,
    TraceStep,
    TriedPattern,
)
from ._explanations import (
    Expansion,
    FieldExplanation,
    FieldSummary,
    Parameter,
    Parent,
    RecordExplanation,
    Step,
)
from ._models import (
    BitTest,
    DecodedField,
    DecodedInstruction,
    DecodedOperand,
    DecodedX86,
    DecodedX86Operand,
    Disassembled,
    Encoding,
    Feature,
    Instruction,
    Operand,
    OperandType,
    Pattern,
    Processor,
    Register,
    RegisterClass,
    Schedule,
    ScheduledInstruction,
    SubRegister,
)
from ._named_list import NamedList
from ._server import Answer, RequestError, Server
from ._tablewright import Class, Dag, Field, Record
from ._target import Target
from ._values import Bits, FieldBit, Location, Progress, Unresolved, Unset, Value, unset

__version__ = _version(__name__)

__all__ = [
    "AnalysisError",
    "Answer",
    "BitTest",
    "Bits",
    "Class",
    "Dag",
    "DecodedField",
    "DecodedInstruction",
    "DecodedOperand",
    "DecodedX86",
    "DecodedX86Operand",
    "Disassembled",
    "Description",
    "Diagnostic",
    "Encoding",
    "Error",
    "Expansion",
    "Feature",
    "Field",
    "FieldBit",
    "FieldExplanation",
    "FieldSummary",
    "Group",
    "Instruction",
    "LoadError",
    "Location",
    "NamedList",
    "Note",
    "Operand",
    "OperandType",
    "Parameter",
    "Parent",
    "Pattern",
    "Processor",
    "Progress",
    "QueryError",
    "Record",
    "RecordExplanation",
    "Register",
    "RegisterClass",
    "RequestError",
    "RunOutcome",
    "Schedule",
    "ScheduledInstruction",
    "SelectedInstruction",
    "SelectedOperand",
    "Selection",
    "SelectionAttempt",
    "Server",
    "Step",
    "Stop",
    "SubRegister",
    "Target",
    "TraceStep",
    "TriedPattern",
    "UnknownNameError",
    "Unresolved",
    "Unset",
    "Value",
    "load",
    "loads",
    "run_backend",
    "unset",
]

# Tracebacks then show public names, for example `tablewright.LoadError`.
for _name in __all__:
    _member = globals()[_name]
    if isinstance(_member, type) and _member.__module__ != __name__:
        _member.__module__ = __name__
del _name, _member
