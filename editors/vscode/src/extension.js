// Starts `bt lsp` for `.bt` files and for Rust files.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
    const settings = workspace.getConfiguration("bt");
    const command = settings.get("server.path") || "bt";
    client = new LanguageClient(
        "bt",
        "bt",
        { command, args: ["lsp"] },
        {
            documentSelector: [
                { scheme: "file", language: "bt" },
                { scheme: "file", language: "rust" },
            ],
            initializationOptions: {
                everywhere: settings.get("everywhere") === true,
                live: settings.get("live") || "",
            },
        },
    );
    try {
        await client.start();
    } catch (error) {
        client = undefined;
        const help = "Install it with `cargo install bt-cli`, or set `bt.server.path`.";
        window.showErrorMessage(`\`${command} lsp\` does not start: ${error.message}. ${help}`);
    }
}

async function stop() {
    const running = client;
    client = undefined;
    await running?.stop();
}

async function restart() {
    await stop();
    await start();
}

async function activate(context) {
    const changed = workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("bt")) {
            return restart();
        }
    });
    context.subscriptions.push(commands.registerCommand("bt.restart", restart), changed);
    await start();
}

module.exports = { activate, deactivate: stop };
