// The extension in VS Code itself: what a person sees in a window, and what is in the files afterwards.
"use strict";

const assert = require("node:assert");
const { mkdirSync, mkdtempSync, readFileSync, existsSync, rmSync, statSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");
const { prepare, start } = require("./server");
const { Window, browser, until } = require("./window");

const root = resolve(__dirname, "../../../..");
const vsix = join(__dirname, "../../bt-trees.vsix");

const TREES = `pub Guard(Npc) = selector <
    hunt: sequence < find_prey -> prey, go(prey) >, patrol, wiat(2.0) >
`;
const FORMATTED = `pub Guard(Npc) = selector <
    hunt: sequence < find_prey -> prey, go(prey) >,
    patrol,
    wait(2.0),
>
`;
const RUST = `fn main() {}

bt! {
    pub Wolf(Npc) = selector < hunt: sequence < find_prey -> prey, go(prey) >, pat: patrol >
}
`;

/** The command `bt` that was built last. */
function command() {
    const built = ["release", "debug"].map((profile) => join(root, "target", profile, "bt")).filter(existsSync);
    const newest = built.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
    const found = process.env.BT || newest[0];
    if (!found) {
        throw new Error("build the command first: cargo build -p bt-cli; or name it in BT");
    }
    return found;
}

/** Makes a folder with a project and the settings of a user. */
function workspace() {
    const folder = mkdtempSync(join(tmpdir(), "bt-window-"));
    const project = join(folder, "project");
    const user = join(folder, "data", "User");
    mkdirSync(join(project, ".vscode"), { recursive: true });
    mkdirSync(user, { recursive: true });
    writeFileSync(join(project, "guard.bt"), TREES);
    writeFileSync(join(project, "wolf.rs"), RUST);
    // In a browser, VS Code saves by itself, but then it does not format.
    const quiet = { "workbench.startupEditor": "none", "chat.disableAIFeatures": true, "files.autoSave": "off" };
    writeFileSync(join(user, "settings.json"), JSON.stringify({ ...quiet, "bt.server.path": command() }));
    return { folder, project };
}

/** The line and the column of a word in a text, both from 1. */
function place(text, word) {
    const lines = text.slice(0, text.indexOf(word)).split("\n");
    return [lines.length, lines.at(-1).length + 1];
}

/** What the inspector says of the token at a place. */
async function token(window, at) {
    await window.go(...at);
    await window.command("Developer: Inspect Editor Tokens and Scopes");
    const texts = () => window.texts(".token-inspect-widget");
    const [text] = await until("the inspector", texts, (texts) => texts.length === 1 && texts[0].includes("scopes"));
    await window.press("Escape");
    await until("no inspector", texts, (texts) => texts.length === 0);
    return text;
}

async function problems(window, what, test) {
    await window.command("Problems: Focus on Problems View");
    const rows = () => window.texts(".markers-panel .monaco-list-row");
    return until(`problems: ${what}`, rows, test);
}

/** Everything that the outline of the file in front lists. */
async function outline(window) {
    const input = window.page.locator(".quick-input-widget .quick-input-box input");
    await window.press("Control+Shift+o");
    await input.waitFor({ state: "visible" });
    const rows = () => window.texts(".quick-input-list .monaco-list-row");
    const found = await until("the outline", rows, (rows) => rows.length > 2);
    await window.press("Escape");
    await input.waitFor({ state: "hidden" });
    return found.join("\n");
}

async function rename(window, at, name) {
    await window.go(...at);
    await window.press("F2");
    const input = window.page.locator(".rename-box input, .rename-input");
    await input.waitFor({ state: "visible" });
    await input.fill(name);
    await window.press("Enter");
    const lines = () => window.texts(".view-line");
    await until(`the name ${name}`, lines, (lines) => lines.join().includes(`${name}:`));
}

/** Saves the file in front, and waits until it is on the disk as expected. */
async function saved(window, file, expected) {
    await window.press("Control+s");
    await until(file, () => readFileSync(file, "utf8"), (text) => text === expected);
}

const steps = {
    "a .bt file is highlighted": async (window) => {
        await window.file("guard.bt");
        const label = await token(window, place(TREES, "hunt"));
        assert.match(label, /entity\.name\.label\.bt/);
        assert.match(label, /languagebt/);
        assert.match(await token(window, place(TREES, "selector")), /keyword\.control\.node\.bt/);
        assert.match(await token(window, place(TREES, "find_prey")), /entity\.name\.function\.leaf\.bt/);
    },
    "the server adds what it knows": async (window) => {
        const widget = async () => token(window, place(TREES, "hunt"));
        await until("a semantic token", widget, (text) => text.includes("semantic token typelabel"));
    },
    "errors are in the list of problems": async (window) => {
        const rows = await problems(window, "the typo", (rows) => rows.join().includes("wiat"));
        assert.match(rows.join(), /unknown leaf `wiat`.*did you mean `wait`/s);
    },
    "a hover shows the docs of a node": async (window) => {
        await window.file("guard.bt");
        await window.go(...place(TREES, "selector"));
        await window.command("Show or Focus Hover");
        await until("a hover", () => window.texts(".monaco-hover"), (texts) => texts.join().includes("until one"));
        await window.press("Escape");
    },
    "completion has the nodes, and the problem goes": async (window) => {
        await window.go(...place(TREES, "wiat"));
        await window.press("Shift+Control+ArrowRight");
        await window.press("Delete");
        await window.page.keyboard.type("wai");
        await window.press("Control+Space");
        const row = window.page.locator(".suggest-widget .monaco-list-row", { hasText: /^wait/ });
        await row.first().waitFor({ state: "visible", timeout: 30_000 });
        const rows = await window.texts(".suggest-widget .monaco-list-row");
        assert.ok(rows.some((row) => row.startsWith("wait_until")), rows.join());
        await window.press("Escape");
        await window.type("t");
        await problems(window, "none", (rows) => rows.length === 0);
    },
    "a file is formatted when it is saved": async (window, project) => {
        await window.file("guard.bt");
        await saved(window, join(project, "guard.bt"), FORMATTED);
    },
    "labels are renamed": async (window, project) => {
        await rename(window, place(TREES, "hunt"), "chase");
        await saved(window, join(project, "guard.bt"), FORMATTED.replace("hunt", "chase"));
    },
    "the outline has the nodes of a file": async (window) => {
        const found = await outline(window);
        for (const name of ["Guard", "chase", "patrol"]) {
            assert.match(found, new RegExp(name));
        }
    },
    "trees are highlighted in Rust": async (window) => {
        await window.file("wolf.rs");
        assert.match(await token(window, place(RUST, "hunt")), /entity\.name\.label\.bt.*source\.rust/s);
        assert.match(await token(window, place(RUST, "fn")), /keyword\.other\.fn\.rust/);
    },
    "labels in Rust are renamed, and other code stays": async (window, project) => {
        await rename(window, place(RUST, "hunt"), "chase");
        await saved(window, join(project, "wolf.rs"), RUST.replace("hunt", "chase"));
        assert.match(await outline(window), /Wolf.*chase.*pat/s);
    },
    "changes of a tree are offered": async (window) => {
        await window.go(...place(RUST, "hunt"));
        await window.press("Control+.");
        const rows = () => window.texts(".action-widget .monaco-list-row");
        await until("actions", rows, (rows) => rows.join().includes("Wrap into"));
        await window.press("Escape");
    },
    "a command that is missing is reported, and the server starts once it is there": async (window, project) => {
        const settings = join(project, ".vscode", "settings.json");
        writeFileSync(settings, JSON.stringify({ "bt.server.path": "/none/bt" }));
        const toasts = () => window.texts(".notification-list-item-message");
        await until("the message", toasts, (texts) => texts.join().includes("`/none/bt lsp` does not start"));
        rmSync(settings);
        await window.file("guard.bt");
        await window.go(1, 1);
        await window.type("!");
        await problems(window, "after the restart", (rows) => rows.length > 0);
    },
};

async function main() {
    browser();
    if (!existsSync(vsix)) {
        throw new Error("package the extension first: npm run package, in editors/vscode");
    }
    prepare();
    const { folder, project } = workspace();
    let server;
    let window;
    try {
        server = await start(folder, vsix);
        window = await Window.open(server.address, project);
        for (const [name, step] of Object.entries(steps)) {
            await step(window, project);
            console.log(`ok: ${name}`);
        }
    } catch (error) {
        await window?.page.screenshot({ path: join(__dirname, "failure.png") }).catch(() => {});
        throw error;
    } finally {
        await window?.close();
        server?.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}

main().then(
    () => process.exit(0),
    (error) => {
        console.error(error.message);
        process.exit(1);
    },
);
