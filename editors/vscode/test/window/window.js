// A window of VS Code in headless Chromium, driven by its keys.
"use strict";

const { existsSync } = require("node:fs");
const { delimiter, join } = require("node:path");
const { chromium } = require("playwright-core");

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** Chromium of this machine. */
function browser() {
    const folders = (process.env.PATH || "").split(delimiter);
    const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
    const found = [process.env.CHROMIUM, ...places].find((path) => path && existsSync(path));
    if (!found) {
        throw new Error("there is no Chromium: install it (`apt-get install chromium`), or name it in CHROMIUM");
    }
    return found;
}

/** Asks until `test` holds for the answer, and returns that answer. */
async function until(what, ask, test) {
    let answer;
    for (let tries = 0; tries < 150; tries += 1) {
        answer = await ask();
        if (test(answer)) {
            return answer;
        }
        await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`${what}: found ${JSON.stringify(answer)}`);
}

class Window {
    static async open(address, folder) {
        const started = await chromium.launch({ executablePath: browser(), args: ["--no-sandbox"] });
        const page = await started.newPage({ viewport: { width: 1400, height: 900 } });
        await page.goto(`${address}?folder=${encodeURIComponent(folder)}`, { timeout: 60_000 });
        await page.waitForSelector(".monaco-workbench .explorer-folders-view", { timeout: 120_000 });
        return new Window(started, page);
    }

    constructor(started, page) {
        this.started = started;
        this.page = page;
    }

    close() {
        return this.started.close();
    }

    press(...keys) {
        return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
    }

    type(text) {
        return this.page.keyboard.insertText(text);
    }

    /** The texts of all elements that a selector finds. */
    async texts(selector) {
        const texts = await this.page.locator(selector).allTextContents();
        return texts.map((text) => text.replaceAll("\u00a0", " "));
    }

    /** Opens the list above the editor, types into it, and takes the first row once that holds a text. */
    async pick(key, text, row) {
        await this.press(key);
        const input = this.page.locator(".quick-input-widget .quick-input-box input");
        await input.waitFor({ state: "visible", timeout: 30_000 });
        await input.fill(text);
        const rows = () => this.texts(".quick-input-list .monaco-list-row");
        await until(`rows for ${text}`, rows, (rows) => rows[0]?.includes(row));
        await this.press("Enter");
        await input.waitFor({ state: "hidden", timeout: 30_000 });
    }

    async command(name) {
        await this.pick("F1", `>${name}`, name.split(": ").pop());
    }

    async file(name) {
        await this.pick("Control+p", name, name);
        const tabs = () => this.texts(".tabs-container .tab.active");
        await until(`a tab ${name}`, tabs, (tabs) => tabs.some((tab) => tab.includes(name)));
    }

    /** Moves the cursor, both from 1. */
    async go(line, column) {
        await this.pick("Control+g", `:${line}:${column}`, "");
    }
}

module.exports = { Window, browser, until };
