# Neovim without a screen is a client of upc-lsp: diagnostics while typing, hover, definition and
# a rename in a file that is not open.
command -v nvim || exit 0
nvim --headless -u NONE +'lua os.exit(vim.fn.has("nvim-0.7") == 1 and 0 or 1)' || exit 0
cat >a.upc <<'END'
#include <upc.h>
shared [4] int table[8 * THREADS];
int half(int x);
int main(void) {
  table[MYTHREAD] = half(4);
  return 0;
}
END
echo 'int half(int x) { return x / 2; }' >b.upc
cat >client.lua <<'END'
local function fail(why) io.stderr:write(why .. "\n") vim.cmd("cquit") end
local function wait(what, test)
  if not vim.wait(60000, test, 50) then fail("waited in vain for " .. what) end
end
local function request(method, line, column, more)
  local params = vim.tbl_extend("force", {
    textDocument = vim.lsp.util.make_text_document_params(),
    position = { line = line, character = column },
  }, more or {})
  local answers = vim.lsp.buf_request_sync(0, method, params, 60000) or {}
  for _, answer in pairs(answers) do return answer.result end
  fail("no answer to " .. method)
end
vim.cmd("edit a.upc")
local id = vim.lsp.start_client({
  name = "upc", cmd = { vim.env.UPC_LSP }, root_dir = vim.fn.getcwd(),
})
wait("the server", function() return vim.lsp.get_client_by_id(id) ~= nil end)
vim.lsp.buf_attach_client(0, id)
wait("the start", function() return vim.lsp.get_client_by_id(id).initialized end)

local hover = request("textDocument/hover", 4, 4).contents.value
if not hover:find("i / 4 %% THREADS") then fail("hover: " .. hover) end
local target = request("textDocument/definition", 4, 21)
if not (target[1] or target).uri:find("b.upc") then fail("definition") end

vim.api.nvim_buf_set_lines(0, 5, 6, true, { "  return MYTHRAED;" })
wait("the message", function() return #vim.diagnostic.get(0) == 1 end)
local message = vim.diagnostic.get(0)[1].message
if not message:find("MYTHREAD") then fail("message: " .. message) end
vim.api.nvim_buf_set_lines(0, 5, 6, true, { "  return 0;" })
wait("no message", function() return #vim.diagnostic.get(0) == 0 end)

local edit = request("textDocument/rename", 2, 5, { newName = "halved" })
vim.lsp.util.apply_workspace_edit(edit, "utf-16")
vim.cmd("wall")
vim.cmd("quitall")
END
UPC_LSP=$(dirname "$UPCC")/upc-lsp nvim --headless -u NONE -n -c 'luafile client.lua'
test "$(grep -c 'halved(' a.upc)" = 2
grep -q 'int halved(' b.upc
"$UPCC" -o a a.upc b.upc

# The set-up of docs/editors.md, as it is there: the editor starts the server by the file's name,
# and a rename reaches files that are not open.
cat >page.lua <<'END'
if vim.fn.has("nvim-0.8") == 0 then
  vim.g.do_filetype_lua = 1
  vim.lsp.start = function(config) vim.lsp.buf_attach_client(0, vim.lsp.start_client(config)) end
end
END
awk '/^```lua$/ { on = 1; next } /^```$/ { on = 0 } on' "$ROOT/docs/editors.md" >>page.lua
test "$(grep -c 'vim.lsp.start({' page.lua)" = 1
echo 'int half(int x); int quarter(int x) { return half(half(x)); }' >quarter.upc
echo 'int half(int x) { return x / 2; }' >half.upc
cat >page_client.lua <<'END'
local function fail(why) io.stderr:write(why .. "\n") vim.cmd("cquit") end
vim.cmd("edit quarter.upc")
if vim.bo.filetype ~= "upc" then fail("the file type is " .. vim.bo.filetype) end
local params = {
  textDocument = vim.lsp.util.make_text_document_params(),
  position = { line = 0, character = 5 }, newName = "halved",
}
local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
local function renamed()
  if not (clients()[1] and clients()[1].initialized) then return false end
  for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/rename", params, 5000) or {}) do
    if answer.result then
      vim.lsp.util.apply_workspace_edit(answer.result, "utf-16")
      return true
    end
  end
end
if not vim.wait(60000, renamed, 50) then fail("no rename") end
vim.cmd("wall")
vim.cmd("quitall")
END
PATH="$(dirname "$UPCC"):$PATH" nvim --headless -u page.lua -n -c 'luafile page_client.lua'
test "$(grep -o halved quarter.upc | wc -l)" = 3
grep -q 'int halved(' half.upc
