// A daemon with aimock behind it, a browser before it, and what the cases need of them.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { baseFor } from "./front.mjs";

export const PATIENCE = Number(process.env.WEB_TEST_PATIENCE_MS ?? 60_000); // for anything at all, on a busy machine
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const here = fileURLToPath(new URL(".", import.meta.url));

export function lineWith(stream, wanted) {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: stream });
    const seen = [];
    lines.on("line", (line) => {
      seen.push(line);
      if (line.includes(wanted)) resolve(line);
    });
    lines.on("close", () => reject(new Error(`it ended without "${wanted}":\n${seen.join("\n")}`)));
  });
}

export class Aimock {
  static async start(fixtures, folder) {
    const mock = new Aimock();
    mock.record = join(folder, "record");
    mkdirSync(mock.record, { recursive: true });
    const file = join(folder, "fixtures.json");
    writeFileSync(file, JSON.stringify({ fixtures }));
    const program = join(here, "../node/aimock.mjs");
    mock.process = spawn(process.execPath, [program, "--fixtures", file, "--record", mock.record], { stdio: ["pipe", "pipe", "inherit"] });
    mock.url = JSON.parse(await lineWith(mock.process.stdout, '"url"')).url;
    return mock;
  }
  requests() {
    const bodies = readdirSync(this.record).filter((name) => name.endsWith(".body")).sort();
    return bodies
      .filter((name) => existsSync(join(this.record, name.replace(".body", ".json"))))
      .map((name) => JSON.parse(readFileSync(join(this.record, name), "utf8") || "null"));
  }
  stop() {
    this.process.stdin.end();
  }
}

export class Daemon {
  static async start({ program, folder, upstream, silent }) {
    const daemon = new Daemon();
    daemon.program = program;
    daemon.folder = folder;
    daemon.port = 0;
    const provider = (name, kind, url = upstream) => `[providers.${name}]\nkind = "${kind}"\nbase_url = "${url}"\napi_key_env = "FOVEA_TEST_KEY"\n`;
    const text =
      provider("anthropic", "anthropic") +
      provider("gemini", "gemini") +
      provider("blind", "anthropic") +
      '[models."blind-1"]\nprovider = "blind"\nvision = false\n' +
      provider("silent", "anthropic", silent) +
      '[models."silent-1"]\nprovider = "silent"\nvision = true\n' +
      '[permissions]\nask = ["filesystem_grep"]\n[workspace]\nroots = ["."]\n';
    writeFileSync(join(folder, "config.toml"), text);
    await daemon.run();
    return daemon;
  }
  async run() {
    const args = ["--config", "config.toml", "--data", join(this.folder, "data"), "serve", "--port", String(this.port)];
    const environment = { ...process.env, FOVEA_TEST_KEY: "key-for-tests", XDG_CACHE_HOME: join(this.folder, "cache"), XDG_CONFIG_HOME: join(this.folder, "none") };
    this.process = spawn(this.program, args, { cwd: this.folder, env: environment, stdio: ["ignore", "ignore", "pipe"] });
    const line = await lineWith(this.process.stderr, "ready at ");
    this.printed = line.slice(line.indexOf("http://")).trim();
    const address = new URL(this.printed);
    this.url = address.origin;
    this.port = Number(address.port);
    this.token = address.searchParams.get("token");
  }
  async stop(signal = "SIGTERM") {
    const ended = once(this.process, "exit");
    this.process.kill(signal);
    await ended;
  }
  async ask(method, path, body, type = "application/json") {
    const headers = { authorization: `Bearer ${this.token}` };
    if (body !== undefined) headers["content-type"] = type;
    const raw = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const answer = await fetch(this.url + path, { method, headers, body: raw });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : null;
  }
  async newSession(model) {
    return (await this.ask("POST", "/sessions", model ? { model } : {})).session_id;
  }
  async store(session) {
    return (await this.ask("POST", "/import", session.tar(), "application/x-tar")).session_id;
  }
  // What the program says, of the same data.
  command(...words) {
    const args = ["--config", "config.toml", "--data", join(this.folder, "data"), ...words];
    return execFileSync(this.program, args, { cwd: this.folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }
  // As it is stored when the money was spent here: what a bundle brings along was spent elsewhere.
  storeAsSpentHere(session) {
    const bundle = mkdtempSync(join(this.folder, "bundle-"));
    execFileSync("tar", ["-xf", "-", "-C", bundle], { input: session.tar() });
    this.command("sessions", "import", bundle);
  }
}

export class World {
  // With a port, others can steer its browser too, in one profile.
  static async start(program, fixtures, { port } = {}) {
    const world = new World();
    world.folder = mkdtempSync(join(tmpdir(), "fovea-web-"));
    world.aimock = await Aimock.start(fixtures, world.folder);
    world.silent = createServer(() => {}); // takes requests and never answers
    await new Promise((resolve) => world.silent.listen(0, "127.0.0.1", resolve));
    const silent = `http://127.0.0.1:${world.silent.address().port}`;
    world.daemon = await Daemon.start({ program, folder: world.folder, upstream: world.aimock.url, silent });
    world.front = await baseFor(world.daemon.url);
    world.base = world.front.url;
    const args = ["--no-sandbox"];
    if (port) {
      const profile = join(world.folder, "profile");
      world.context = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, args: [...args, `--remote-debugging-port=${port}`] });
    } else world.browser = await world.launch();
    return world;
  }
  // Another browser, with flags of its own.
  launch(...args) {
    return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", ...args] });
  }
  // A page that came in by the printed address, and whatever it complained about.
  async page({ browser = this.browser, token = this.daemon.token, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(PATIENCE);
    const page = await this.tab(context);
    await page.goto(`${this.base}/?token=${token}`);
    await page.locator("#words").waitFor();
    return page;
  }
  // One more of the same browser: with its cookies, and what it keeps.
  async tab(context) {
    const page = await context.newPage();
    page.complaints = [];
    page.on("pageerror", (error) => page.complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && /Content Security Policy|TypeError|ReferenceError/.test(message.text())) page.complaints.push(message.text());
    });
    page.joined = new Set(); // sessions whose events it hears
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        const sid = /^43\/events,.*"session_id":"([^"]+)"/.exec(String(payload))?.[1];
        if (sid) page.joined.add(sid);
      }),
    );
    return page;
  }
  // What is typed before that goes into the line of whatever was open.
  async open(page, sid) {
    await page.goto(`${this.base}/#/s/${sid}`);
    await page.locator(`.conversation[data-session="${sid}"]`).waitFor();
  }
  // Where what happens before the first word counts: a page that has not joined yet sends, and hears the rest.
  async openAndJoin(page, sid) {
    await this.open(page, sid);
    await until("it has joined", () => page.joined.has(sid));
  }
  async end() {
    await this.browser?.close();
    await this.context?.close();
    this.front?.close();
    await this.daemon?.stop();
    this.aimock?.stop();
    this.silent?.closeAllConnections();
    this.silent?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

// What this daemon cannot do yet.
export class Skipped extends Error {}

// Until it is true, or much too late.
export async function until(what, isTrue) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const value = await isTrue();
    if (value) return value;
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function equal(actual, expected, what) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
}
export function truly(value, what) {
  if (!value) throw new Error(what);
}

// Says something in the open session, as a person does.
export async function say(page, text) {
  await page.locator("#words").fill(text);
  await page.locator("#words").press("Enter");
}

export async function attach(page, files) {
  const list = files.map(({ name, bytes, type = "image/png" }) => ({ name, type, base64: Buffer.from(bytes).toString("base64") }));
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, type, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
    }
    return data;
  }, list);
  const where = page.locator(".conversation");
  await where.dispatchEvent("dragenter", { dataTransfer: transfer });
  await where.dispatchEvent("drop", { dataTransfer: transfer });
}

// The size of a picture and some of its pixels, as the browser decodes it.
export async function pixelsOf(page, base64, mime, points) {
  return page.evaluate(
    async ([data, type, wanted]) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const pen = canvas.getContext("2d");
      pen.drawImage(bitmap, 0, 0);
      const colours = wanted.map(([x, y]) => [...pen.getImageData(x * (bitmap.width - 1), y * (bitmap.height - 1), 1, 1).data.slice(0, 3)]);
      return { width: bitmap.width, height: bitmap.height, colours };
    },
    [base64, mime, points],
  );
}
