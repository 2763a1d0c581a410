"""Loading: files, text, includes, macros, releases, and what goes wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import tablewright


def test_a_file_is_loaded_by_path_and_by_name(tmp_path: Path) -> None:
    main = tmp_path / "main.td"
    main.write_text('include "base.td"\ndef x : Base;\n')
    (tmp_path / "base.td").write_text("class Base;\n")
    for path in (main, str(main)):
        description = tablewright.load(path)
        assert description.records.names == ["x"]
        assert description.name == str(main)
        assert description.files == [str(main), str(tmp_path / "base.td")]


@pytest.mark.parametrize("kind", [str, Path, lambda folder: [folder], lambda folder: (str(folder),)])
def test_include_is_a_directory_or_several(tmp_path: Path, kind: type) -> None:
    folder = tmp_path / "inc"
    folder.mkdir()
    (folder / "base.td").write_text("class Base;\n")
    text = 'include "base.td"\ndef x : Base;'
    assert tablewright.loads(text, include=kind(folder)).records.names == ["x"]


def test_the_source_tree_of_a_file_is_searched_unless_told_otherwise(tmp_path: Path) -> None:
    landmark = tmp_path / "llvm/include/llvm/Target/Target.td"
    landmark.parent.mkdir(parents=True)
    landmark.write_text("class Target;\n")
    main = tmp_path / "llvm/lib/Target/Small/Small.td"
    main.parent.mkdir(parents=True)
    main.write_text('include "llvm/Target/Target.td"\ndef Small : Target;\n')
    assert tablewright.load(main).records.names == ["Small"]
    with pytest.raises(tablewright.LoadError, match="could not find include file|Could not find"):
        tablewright.load(main, find_includes=False)


def test_macros_and_files_in_memory(tmp_path: Path) -> None:
    text = '#ifdef MORE\ninclude "more.td"\n#endif\n'
    files = {"more.td": "def more;"}
    assert tablewright.loads(text, define="MORE", files=files).records.names == ["more"]
    assert tablewright.loads(text, define=["MORE"], files={Path("more.td"): ""}).records.names == []
    assert tablewright.loads(text, files=files).records.names == []


def test_the_release_is_detected_or_named() -> None:
    assert tablewright.loads("def x;", release=19).release == "19"
    assert tablewright.loads("def x;", release="22.1.8").release == "22"
    with pytest.raises(ValueError, match="unknown LLVM release 'latest'"):
        tablewright.loads("def x;", release="latest")


def test_names_that_are_not_utf8_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.td"
    path.write_bytes(b'def x { string s = "caf\xe9"; }')
    value = tablewright.load(path).records["x"]["s"]
    assert value == "caf\udce9"
    assert value.encode(errors="surrogateescape") == b"caf\xe9"
    assert tablewright.loads('def x { string s = "caf\udce9é"; }').records["x"]["s"] == "caf\udce9é"


def test_a_file_that_is_not_there_is_an_error_of_python(tmp_path: Path) -> None:
    path = tmp_path / "missing.td"
    with pytest.raises(FileNotFoundError) as caught:
        tablewright.load(path)
    assert caught.value.filename == str(path)
    assert caught.value.strerror == "No such file or directory"


def test_a_folder_names_the_description_in_it(toy_path: Path, tmp_path: Path) -> None:
    (tmp_path / "Main.td").write_text('include "Part.td"\n')
    (tmp_path / "Part.td").write_text("def x : NotHere;\n")
    with pytest.raises(IsADirectoryError, match="the description in this folder is '.*Main.td'"):
        tablewright.load(tmp_path)
    with pytest.raises(tablewright.LoadError, match="is a part of '.*Main.td': give that file"):
        tablewright.load(tmp_path / "Part.td")


def test_a_syntax_error_has_its_location_and_its_text() -> None:
    with pytest.raises(tablewright.LoadError) as caught:
        tablewright.loads("def x;\ndef y", name="a.td")
    error = caught.value
    assert error.location == tablewright.Location("a.td", 2, 6)
    assert str(error).startswith("a.td:2:6: error: ")
    assert [each.severity for each in error.diagnostics] == ["error"]
    assert error.diagnostics[0].code is not None
    assert error.diagnostics[0].code.startswith("TW1")


def test_all_errors_are_listed_with_what_was_meant() -> None:
    with pytest.raises(tablewright.LoadError) as caught:
        tablewright.loads("class Base;\ndef x : Bse;\ndef y : Nothing;", name="a.td")
    first, second = caught.value.diagnostics
    assert first.message == "Couldn't find class 'Bse'"
    assert first.suggestion == "did you mean 'Base'?"
    assert (second.location, second.suggestion) == (tablewright.Location("a.td", 3, 9), None)
    assert "Base" in str(caught.value)


def test_an_include_that_is_missing_is_an_error_of_the_description() -> None:
    with pytest.raises(tablewright.LoadError) as caught:
        tablewright.loads('include "missing.td"', name="a.td")
    assert "missing.td" in str(caught.value)
    assert caught.value.location is not None


def test_warnings_are_kept() -> None:
    text = "class C<int n>;"
    assert tablewright.loads(text).diagnostics == []
    (warning,) = tablewright.loads(text, name="a.td", warn_unused_template_args=True).diagnostics
    assert (warning.severity, str(warning.location)) == ("warning", "a.td:1:13")
    assert str(warning) == warning.rendered


def test_progress_is_reported_and_may_end_loading() -> None:
    seen: list[tablewright.Progress] = []
    text = "foreach i = 0-99 in def x#i;"
    tablewright.loads(text, progress=seen.append)
    assert seen[-1] == tablewright.Progress(files=1, statements=1, records=100)

    class Enough(Exception):
        pass

    def stop(_: tablewright.Progress) -> None:
        raise Enough

    with pytest.raises(Enough):
        tablewright.loads(text, progress=stop)


def test_arguments_of_other_types_are_refused() -> None:
    with pytest.raises(TypeError):
        tablewright.load(5)  # type: ignore[arg-type]
    with pytest.raises((TypeError, AttributeError)):
        tablewright.loads(5)  # type: ignore[arg-type]


def test_the_files_of_a_loaded_description_may_change(tmp_path: Path) -> None:
    folder = tmp_path / "inc"
    folder.mkdir()
    (folder / "base.td").write_text("class Base { int n = 1; }\n")
    main = tmp_path / "main.td"
    main.write_text('include "base.td"\ndef x : Base { let n = 2; }\n')
    record = tablewright.load(main, include=folder).records["x"]
    shutil.rmtree(folder)
    main.unlink()
    explanation = record.explain("n")
    assert [step.kind for step in explanation.steps] == ["declared", "let"]
    assert explanation.value == "2"
