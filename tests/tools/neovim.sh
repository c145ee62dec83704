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
