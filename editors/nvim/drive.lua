-- Drives every request of `tablewright lsp` from Neovim, without a screen.
--
--   TABLEWRIGHT=target/release/tablewright nvim --headless -u NONE -i NONE -l editors/nvim/drive.lua FILE WORD MILLISECONDS
--
-- FILE is opened in the main file that the server finds for it, or that the database TABLEWRIGHT_DATABASE names. WORD is
-- a name in it, with a `def` before it; no answer takes longer than MILLISECONDS. `cargo runner neovim` runs it. The script
-- prints a line for each request: its name, how long the answer took, and how large it is. It ends with 1 where an
-- answer is an error, or is empty although Neovim's own commands need it.

local file, word = arg[1], arg[2]
local patience = tonumber(arg[3] or "60000")
local program = assert(os.getenv("TABLEWRIGHT"), "TABLEWRIGHT is the program")
local failures = 0

local function say(...)
  io.stdout:write(string.format(...), "\n")
end

local function fail(...)
  failures = failures + 1
  say("FAILED " .. ...)
end

vim.filetype.add({ extension = { td = "tablegen" } })
local published, messages = {}, {}
local handlers = {
  ["textDocument/publishDiagnostics"] = function(_, result)
    published[result.uri] = result.diagnostics
  end,
  ["window/showMessage"] = function(_, result)
    table.insert(messages, result.message)
  end,
}

local capabilities = vim.lsp.protocol.make_client_capabilities()
capabilities.workspace.workspaceEdit.resourceOperations = { "rename", "create", "delete" }
vim.cmd.edit(vim.fn.fnameescape(file))
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start({
  name = "tablewright",
  cmd = { program, "lsp" },
  root_dir = vim.fs.dirname(file),
  capabilities = capabilities,
  handlers = handlers,
  init_options = {
    lints = false,
    debounceMilliseconds = 10,
    databases = { os.getenv("TABLEWRIGHT_DATABASE") },
  },
}, { bufnr = buffer })
local client = assert(vim.lsp.get_client_by_id(assert(id, "the server starts")))
local uri = vim.uri_from_bufnr(buffer)
assert(vim.wait(patience, function() return client.initialized end, 5), "the server answers")

local row, column
for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
  local at = line:find("^%s*def[m]?%s+" .. word .. "%f[^%w_]")
  if at and not row then
    row, column = number - 1, line:find(word, 1, true) - 1
  end
end
assert(row, "the word is in the file")
local document = { uri = uri }
local position = { line = row, character = column }
local whole = {
  start = { line = 0, character = 0 },
  ["end"] = { line = vim.api.nvim_buf_line_count(buffer), character = 0 },
}
local here = { start = position, ["end"] = position }
local at_word = { textDocument = document, position = position }
local layout = { tabSize = 2, insertSpaces = true }

local function size(value)
  if type(value) ~= "table" then return value == nil and 0 or 1 end
  if value.items then return #value.items end
  if value.data then return #value.data end
  return vim.islist(value) and #value or 1
end

-- Asks, and expects an answer that is not empty, unless `may_be_empty`.
local function ask(method, params, may_be_empty)
  local start = vim.uv.hrtime()
  local answer, why = client:request_sync(method, params, patience, buffer)
  local elapsed = (vim.uv.hrtime() - start) / 1e6
  if not answer then
    fail("%s: %s", method, why)
    return
  end
  local result = answer.result
  if result == vim.NIL then result = nil end
  local count = size(result)
  say("%-44s %9.1f ms %7d", method, elapsed, count)
  if answer.err then
    fail("%s: %s", method, answer.err.message)
  elseif count == 0 and not may_be_empty then
    fail("%s: the answer is empty", method)
  end
  return result
end

local hover = ask("textDocument/hover", at_word)
if hover then say("  %s", vim.split(hover.contents.value or "", "\n")[2] or "") end
ask("textDocument/definition", at_word)
ask("textDocument/typeDefinition", at_word)
ask("textDocument/implementation", at_word, true)
ask("textDocument/references",
  { textDocument = document, position = position, context = { includeDeclaration = true } })
ask("textDocument/documentHighlight", at_word)
ask("textDocument/documentSymbol", { textDocument = document })
ask("workspace/symbol", { query = word })
local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1]
local colon = line:find(":", 1, true) or #line
local in_header = { textDocument = document, position = { line = row, character = colon } }
ask("textDocument/completion", in_header)
local bracket = line:find("<", 1, true)
if bracket then
  local in_arguments = { line = row, character = bracket }
  ask("textDocument/signatureHelp", { textDocument = document, position = in_arguments })
end
ask("textDocument/foldingRange", { textDocument = document })
ask("textDocument/selectionRange", { textDocument = document, positions = { position } })
ask("textDocument/semanticTokens/full", { textDocument = document })
ask("textDocument/semanticTokens/range", { textDocument = document, range = whole })
ask("textDocument/documentLink", { textDocument = document }, true)
ask("textDocument/inlayHint", { textDocument = document, range = whole })
ask("textDocument/prepareRename", at_word)
ask("textDocument/rename", { textDocument = document, position = position, newName = word .. "_" })
ask("textDocument/codeAction",
  { textDocument = document, range = here, context = { diagnostics = {} } })
ask("textDocument/codeLens", { textDocument = document })
local types = ask("textDocument/prepareTypeHierarchy", at_word)
if types and types[1] then
  ask("typeHierarchy/supertypes", { item = types[1] })
  ask("typeHierarchy/subtypes", { item = types[1] }, true)
end
local calls = ask("textDocument/prepareCallHierarchy", at_word)
if calls and calls[1] then
  ask("callHierarchy/incomingCalls", { item = calls[1] }, true)
  ask("callHierarchy/outgoingCalls", { item = calls[1] })
end
ask("textDocument/formatting", { textDocument = document, options = layout }, true)
ask("textDocument/rangeFormatting",
  { textDocument = document, range = here, options = layout }, true)
ask("textDocument/rangesFormatting",
  { textDocument = document, ranges = { here }, options = layout }, true)
ask("textDocument/onTypeFormatting",
  { textDocument = document, position = position, ch = ";", options = layout }, true)
ask("workspace/willRenameFiles", { files = { { oldUri = uri, newUri = uri .. "x" } } }, true)
ask("workspace/executeCommand", { command = "tablewright.roots", arguments = { uri } })
ask("workspace/executeCommand", { command = "tablewright.chooseRoot", arguments = { uri, 0 } })
ask("tablewright/references", at_word)
ask("tablewright/evaluatedRecords", at_word)
ask("tablewright/status", document)
local documents = ask("tablewright/documents", at_word) or {}
for _, offered in ipairs(documents) do
  local found = ask("workspace/textDocumentContent", { uri = offered.uri })
  say("  %s: %d bytes", offered.title, found and #found.text or 0)
end

-- An edit with an error, and back: diagnostics come and go.
local function wait_for_diagnostics(count)
  local start = vim.uv.hrtime()
  published[uri] = nil
  local seen = vim.wait(patience, function()
    return published[uri] ~= nil and (count == 0) == (#published[uri] == 0)
  end, 1)
  if not seen then fail("diagnostics after an edit: %d expected", count) end
  return (vim.uv.hrtime() - start) / 1e6
end
vim.wait(200)
local bad = "def TablewrightDrive : NoSuchClass;"
vim.api.nvim_buf_set_lines(buffer, row, row, false, { bad })
say("%-44s %9.1f ms", "diagnostics after an error", wait_for_diagnostics(1))
vim.api.nvim_buf_set_lines(buffer, row, row + 1, false, {})
say("%-44s %9.1f ms", "diagnostics after its correction", wait_for_diagnostics(0))

-- Neovim's own commands over the same requests.
vim.api.nvim_win_set_cursor(0, { row + 1, column })
local before = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
vim.lsp.buf.rename(word .. "_", { bufnr = buffer })
local is_renamed = vim.wait(patience, function()
  return vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1]:find(word .. "_", 1, true) ~= nil
end, 5)
if not is_renamed then fail("vim.lsp.buf.rename changes the name") end
vim.api.nvim_buf_set_lines(buffer, 0, -1, false, before)
vim.lsp.buf.format({ bufnr = buffer, timeout_ms = patience })
vim.lsp.inlay_hint.enable(true, { bufnr = buffer })

for _, message in ipairs(messages) do say("message: %s", message) end
client:stop()
if not vim.wait(5000, function() return client:is_stopped() end, 10) then
  fail("the server ends")
end
say(failures == 0 and "all requests were answered" or "%d failures", failures)
os.exit(failures == 0 and 0 or 1)
