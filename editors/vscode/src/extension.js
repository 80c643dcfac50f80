// Starts `rulewright lsp` when a rule file is opened, and ends it with the editor.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async function () {
  const [command, ...args] = workspace.getConfiguration("rulewright").get("command");
  const tables = workspace.createFileSystemWatcher("**/*.{game,csv}");
  client = new LanguageClient(
    "rulewright",
    "Rulewright",
    { command, args },
    { documentSelector: [{ language: "rulewright" }], synchronize: { fileEvents: tables } },
  );
  await client.start();
};

exports.deactivate = () => client?.stop();
