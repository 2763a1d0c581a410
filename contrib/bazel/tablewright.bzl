"""Tablewright as the TableGen programs of LLVM's Bazel rules.

In WORKSPACE:

    load("//bazel:tablewright.bzl", "tablewright")
    tablewright(name = "tablewright", path = "/usr/local/bin/tablewright")

Then a rule such as gentbl_cc_library has `tblgen = "@tablewright//:mlir-tblgen"`.

In Bazel's sandbox the program sees the declared inputs only, and no version file of LLVM. So the repository names the
release: `release = "23"`, or `version_file = "@llvm-raw//:cmake/Modules/LLVMVersion.cmake"`, which is read.
"""

_TOOLS = [
    "llvm-tblgen",
    "llvm-min-tblgen",
    "clang-tblgen",
    "mlir-tblgen",
    "lldb-tblgen",
    "offload-tblgen",
    "tblgen-to-irdl",
]

def _tool_impl(ctx):
    # The program behaves as the one whose name it is called by, and in the release that follows the name.
    name = ctx.label.name + ("-" + ctx.attr.release if ctx.attr.release else "")
    program = ctx.actions.declare_file(name)
    ctx.actions.symlink(output = program, target_file = ctx.file.program, is_executable = True)
    return [DefaultInfo(executable = program, files = depset([program]))]

tablewright_tool = rule(
    _tool_impl,
    doc = "The program under the name of the rule.",
    attrs = {
        "program": attr.label(
            doc = "The program tablewright.",
            allow_single_file = True,
            mandatory = True,
        ),
        "release": attr.string(doc = "The release of LLVM, such as 23; found out without it."),
    },
    executable = True,
)

def _release_of(text):
    """The release that the text of `LLVMVersion.cmake` or `llvm-config.h` names."""
    for line in text.split("\n"):
        words = line.replace("(", " ").replace(")", " ").replace("\t", " ").split(" ")
        words = [word for word in words if word]
        if len(words) >= 3 and words[0] in ["set", "#define"] and words[1] == "LLVM_VERSION_MAJOR":
            return words[2]
    return fail("the version file sets no LLVM_VERSION_MAJOR")

def _tablewright_impl(ctx):
    path = ctx.attr.path or ctx.which("tablewright")
    if not path:
        fail("tablewright is not in PATH; the attribute `path` names it")
    release = ctx.attr.release
    if not release and ctx.attr.version_file:
        release = _release_of(ctx.read(ctx.attr.version_file))
    ctx.symlink(path, "bin/tablewright")
    ctx.symlink(ctx.attr._rules, "tablewright.bzl")
    tool = 'tablewright_tool(name = "%s", program = "bin/tablewright", release = "%s")\n'
    ctx.file("BUILD.bazel", "".join(
        [
            'load(":tablewright.bzl", "tablewright_tool")\n',
            'package(default_visibility = ["//visibility:public"])\n',
        ] + [tool % (name, release) for name in ["tablewright"] + _TOOLS],
    ))

tablewright = repository_rule(
    _tablewright_impl,
    doc = "A repository with the programs of LLVM's TableGen, all of which are Tablewright.",
    attrs = {
        "path": attr.string(doc = "The program; searched for in PATH without it."),
        "release": attr.string(doc = "The release of LLVM, such as 23."),
        "version_file": attr.label(
            doc = "LLVM's `cmake/Modules/LLVMVersion.cmake` or `llvm/Config/llvm-config.h`, which names the release.",
            allow_single_file = True,
        ),
        "_rules": attr.label(default = Label("//:tablewright.bzl")),
    },
    environ = ["PATH"],
)
