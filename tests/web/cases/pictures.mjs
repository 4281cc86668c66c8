// Pictures in: from the clipboard, dropped, refused; and what is sent of them.
import { randomBytes } from "node:crypto";
import { attach, equal, pixelsOf, say, truly, until } from "../harness.mjs";
import { letters, plain, png, quarters, QUARTERS } from "../png.mjs";

// In the page: how many files of that draft the browser keeps.
const keptFiles = (draft) =>
  new Promise((resolve) => {
    const opened = indexedDB.open("fovea");
    opened.onsuccess = () => {
      const asked = opened.result.transaction("drafts").objectStore("drafts").get(draft);
      asked.onsuccess = () => {
        opened.result.close();
        resolve(asked.result?.length ?? 0);
      };
    };
  });

export const cases = {
  async "opens by the printed address, and the token leaves the address bar"(world) {
    const page = await world.page();
    equal(new URL(page.url()).search, "", "the query");
    truly((await page.context().cookies()).some((cookie) => cookie.httpOnly), "no cookie was set");
    truly(await page.locator(".samples button").count(), "no samples are offered");
    equal(page.complaints, [], "complaints");
  },

  async "a sample works without a key, and its answer has places"(world) {
    const page = await world.page();
    await page.locator(".sample").first().click();
    await page.locator(".answer .spot").first().waitFor();
    truly((await page.locator(".mark").count()) >= 1, "no place is marked");
    equal(page.complaints, [], "complaints");
  },

  async "a picture is pasted from the clipboard"(world) {
    const page = await world.page({ permissions: ["clipboard-read", "clipboard-write"] });
    await world.open(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
    const base64 = plain(320, 200, [20, 120, 220]).toString("base64");
    await page.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
    }, base64);
    await page.keyboard.press("Control+V");
    await page.locator(".chip").waitFor();
    truly((await page.locator(".chip .num").innerText()).includes("320×200"), "the chip does not say its size");
    await page.locator(".chip .num", { hasText: /≈ \d+ tokens/ }).waitFor();
    equal(page.complaints, [], "complaints");
  },

  async "several files of a clipboard are taken at once, their names are not"(world) {
    const page = await world.page();
    const files = [plain(120, 80, [20, 120, 220]), plain(90, 60, [220, 120, 20])].map((bytes) => bytes.toString("base64"));
    await page.locator("#words").focus();
    await page.evaluate((list) => {
      const data = new DataTransfer();
      list.forEach((base64, i) => {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        data.items.add(new File([bytes], `shot ${i + 1}.png`, { type: "image/png" }));
      });
      data.setData("text/plain", "/home/me/shot 1.png\n/home/me/shot 2.png"); // as file managers give them
      document.querySelector("#words").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, files);
    await page.locator(".chip").nth(1).waitFor();
    equal(await page.locator(".chip-name").allInnerTexts(), ["shot 1.png", "shot 2.png"], "the chips");
    equal(await page.locator("#words").inputValue(), "", "the line");
  },

  async "the screen is captured as one picture, and nothing is recorded any more"(world) {
    const browser = await world.launch("--auto-accept-this-tab-capture");
    try {
      const page = await world.page({ browser });
      await page.evaluate(() => {
        const real = navigator.mediaDevices.getDisplayMedia.bind(navigator.mediaDevices);
        navigator.mediaDevices.getDisplayMedia = async (options) => (window.stream = await real({ ...options, preferCurrentTab: true }));
      });
      await page.getByRole("button", { name: "Capture the screen" }).click();
      await page.locator(".chip").waitFor();
      truly(/^screen \d\d-\d\d-\d\d\.png$/.test(await page.locator(".chip-name").innerText()), "it has another name");
      const [width, height] = (await page.locator(".chip .num").innerText()).match(/\d+/g).map(Number);
      truly(width >= 700 && height >= 400, `it is ${width}×${height}`);
      const colours = await page.evaluate(async () => {
        const bitmap = await createImageBitmap(document.querySelector(".chip img"));
        const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
        pen.drawImage(bitmap, 0, 0);
        const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
        const seen = new Set();
        for (let at = 0; at < data.length; at += 4) seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
        return seen.size;
      });
      truly(colours > 10, `it has ${colours} colours`);
      equal(await page.evaluate(() => window.stream.getTracks().map((track) => track.readyState)), ["ended"], "the recording");
      equal(page.complaints, [], "complaints");
    } finally {
      await browser.close();
    }
  },

  async "a whole screen is captured, and can be asked about"(world) {
    // Chromium's own picture of a screen, and nobody who has to press a button.
    const browser = await world.launch("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream");
    try {
      const page = await world.page({ browser });
      await world.open(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
      await page.getByRole("button", { name: "Capture the screen" }).click();
      await page.locator(".chip .num", { hasText: /≈ [\d,]+ tokens/ }).waitFor();
      const size = (await page.locator(".chip .num").innerText()).match(/\d+/g).slice(0, 2).map(Number);
      truly(size[0] >= 640 && size[1] >= 360, `it is ${size.join("×")}`);
      await say(page, "what is on my screen?");
      await page.locator(".receipt-line", { hasText: "1 picture: pixels" }).waitFor();
      equal(page.complaints, [], "complaints");
    } finally {
      await browser.close();
    }
  },

  async "who chooses no screen is told, and nothing is attached"(world) {
    const page = await world.page();
    await page.evaluate(() => {
      navigator.mediaDevices.getDisplayMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    });
    await page.getByRole("button", { name: "Capture the screen" }).click();
    await page.locator(".notice", { hasText: "No screen was chosen." }).waitFor();
    equal(await page.locator(".chip").count(), 0, "chips");
  },

  async "on a phone the camera's picture is taken"(world) {
    const page = await world.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const asked = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Take a photo", exact: true }).click();
    const chooser = await asked;
    equal(await chooser.element().evaluate((input) => [input.accept, input.getAttribute("capture")]), ["image/*", "environment"], "what is asked for");
    await chooser.setFiles({ name: "IMG_0001.jpg", mimeType: "image/png", buffer: plain(300, 400, [90, 160, 90]) });
    await page.locator(".chip-name", { hasText: "IMG_0001.jpg" }).waitFor();
    truly((await page.locator(".chip .num").innerText()).includes("300×400"), "the chip does not say its size");
  },

  async "two pictures are dropped and asked about"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
    await attach(page, [
      { name: "one.png", bytes: plain(400, 300, [200, 30, 30]) },
      { name: "two.png", bytes: plain(300, 400, [30, 30, 200]) },
    ]);
    await page.locator(".chip").nth(1).waitFor();
    await say(page, "what are these two?");
    await page.locator(".receipt-line").waitFor();
    equal(await page.locator(".message.user .thumb").count(), 2, "pictures in the message");
    const sent = world.aimock.requests().findLast((body) => JSON.stringify(body).includes("what are these two?"));
    equal(sent.messages.at(-1).content.filter((block) => block.type === "image").length, 2, "pictures upstream");
    equal(await page.locator(".shelf-item:not(.add)").count(), 2, "pictures on the shelf");
    await page.locator(".receipt-line").click();
    equal(await page.locator(".receipt-body tbody tr").count(), 2, "rows of the receipt");
    equal(page.complaints, [], "complaints");
  },

  async "refused files say why, and the draft outlives a reload"(world) {
    const page = await world.page();
    await attach(page, [
      { name: "notes.txt", bytes: Buffer.from("hello"), type: "text/plain" },
      { name: "broken.png", bytes: Buffer.from("no picture") },
      { name: "good.png", bytes: plain(64, 64, [9, 9, 9]) },
    ]);
    await page.locator(".chip").nth(2).waitFor();
    equal(await page.locator(".chip.refused").count(), 2, "refused");
    truly((await page.locator(".chip.refused").first().innerText()).includes("not a picture"), "it does not say why");
    await page.locator("#words").fill("keep this");
    await page.waitForFunction(() => localStorage.getItem("fovea.draft.new") === "keep this");
    await until("the pictures are kept", () => page.evaluate(keptFiles, "new").then((count) => count === 3));
    await page.reload();
    await page.locator(".chip").nth(2).waitFor();
    equal(await page.locator("#words").inputValue(), "keep this", "the words");
  },

  async "pictures of a draft outlive other sessions and any number of reloads"(world) {
    const page = await world.page();
    const [here, there] = [await world.daemon.newSession(), await world.daemon.newSession()];
    const go = async (hash) => {
      await page.goto(`${world.base}/${hash}`);
      await page.locator("#words").waitFor();
    };
    for (const [hash, draft] of [[`#/s/${here}`, here], ["#/", "new"]]) {
      await go(hash);
      await attach(page, [{ name: "kept.png", bytes: plain(64, 64, [9, 90, 9]) }]);
      await page.locator(".chip").waitFor();
      await page.locator("#words").fill(`about ${draft}`);
      await until("it is kept", () => page.evaluate(keptFiles, draft).then((count) => count === 1));
    }
    for (let i = 0; i < 2; i++) {
      await go(`#/s/${there}`);
      await page.locator(".chip").waitFor({ state: "detached" });
      for (const [hash, words] of [[`#/s/${here}`, `about ${here}`], ["#/", "about new"]]) {
        await go(hash);
        await page.waitForFunction((wanted) => document.querySelector("#words").value === wanted, words);
        await page.locator(".chip", { hasText: "kept.png" }).waitFor();
        await page.reload();
        await page.locator(".chip", { hasText: "kept.png" }).waitFor();
        equal(await page.locator("#words").inputValue(), words, "the words");
      }
    }
    await page.getByRole("button", { name: "Remove kept.png" }).click();
    await until("it is kept no more", () => page.evaluate(keptFiles, "new").then((count) => count === 0));
    equal(await page.evaluate(keptFiles, here), 1, "pictures of the other draft");
    equal(page.complaints, [], "complaints");
  },

  async "a file that the daemon refuses is named, and marked in the draft"(world) {
    const page = await world.page();
    await attach(page, [
      { name: "good.png", bytes: plain(64, 64, [9, 9, 9]) },
      { name: "paper.pdf", bytes: Buffer.from("%PDF-1.4 not really"), type: "application/pdf" },
    ]);
    await page.locator(".chip").nth(1).waitFor();
    await say(page, "read it");
    await page.locator(".chip.refused").waitFor();
    const chip = await page.locator(".chip.refused").innerText();
    truly(chip.includes("paper.pdf") && !/images\[/i.test(chip), `the chip says: ${chip}`);
    truly(chip.replace("paper.pdf", "").trim().length > 20, `no reason is given: ${chip}`);
    const note = await page.locator(".composer-note.error").innerText();
    truly(note.includes("paper.pdf"), `the file is not named: ${note}`);
    equal(await page.locator(".chip:not(.refused) .chip-name").allInnerTexts(), ["good.png"], "the others");
    equal(await page.locator("#words").inputValue(), "read it", "the words");
    await page.locator("#words").press("Enter"); // without it
    await page.locator(".receipt-line").waitFor();
    equal(await page.locator(".message.user .thumb").count(), 1, "pictures that were sent");
  },

  async "what a picture will take is told before, and is what it took"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
    await attach(page, [{ name: "sheet.png", bytes: letters(3840, 2160) }]);
    await page.locator(".chip .num", { hasText: /\[downscaled\] \+ \d+ tiles · ≈ [\d,]+ tokens/ }).waitFor();
    const told = /\+ (\d+) tiles · ≈ ([\d,]+)/.exec(await page.locator(".chip .num").innerText()).slice(1);
    await say(page, "what is it?");
    await page.locator(".receipt-line").click();
    const row = await page.locator(".receipt-body tbody tr").innerText();
    truly(row.includes(`${told[0]} tiles`) && row.includes(told[1]), `told: ${told}; taken: ${row}`);
    await page.locator(".model-button").click();
    await page.locator(".choices input").fill("local/ocr");
    await page.locator(".choices li").first().click();
    await attach(page, [{ name: "again.png", bytes: plain(300, 200, [4, 4, 4]) }]);
    await page.locator(".chip .num", { hasText: "300×200" }).waitFor();
    truly(!(await page.locator(".chip .num").innerText()).includes("tokens"), "tokens of a model that counts none");
  },

  async "a picture over the daemon's limit is told at once, not tried for ever"(world) {
    const page = await world.page();
    const noise = randomBytes(2300 * 1700 * 3); // which no format makes smaller
    const colourAt = (x, y) => noise.subarray((y * 2300 + x) * 3, (y * 2300 + x) * 3 + 3);
    await attach(page, [{ name: "huge.png", bytes: png(2300, 1700, colourAt) }]);
    await page.locator(".chip").waitFor();
    if ((await page.locator(".chip.refused").count()) === 0) await say(page, "look");
    await page.locator(".chip.refused", { hasText: "huge.png" }).waitFor();
    truly(/MB/.test(await page.locator(".chip.refused").innerText()), "it does not say how much is taken");
  },

  async "a long upload shows how far it is, and can be stopped"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
    const noise = randomBytes(700 * 500 * 3);
    await attach(page, [{ name: "noise.png", bytes: png(700, 500, (x, y) => noise.subarray((y * 700 + x) * 3, (y * 700 + x) * 3 + 3)) }]);
    await page.locator(".chip").waitFor();
    const line = await page.context().newCDPSession(page);
    await line.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 40_000 });
    await say(page, "look at this");
    await page.locator(".message.pending", { hasText: /Sending .*[1-9]\d? %/ }).waitFor();
    await page.locator(".uploading.sending .ring .done").waitFor();
    await page.getByRole("button", { name: "Do not send noise.png" }).click();
    await page.locator(".message.pending").waitFor({ state: "detached" });
    await page.locator(".chip", { hasText: "noise.png" }).waitFor();
    equal(await page.locator("#words").inputValue(), "look at this", "the words");
    equal(await page.locator(".composer-note.error").count(), 0, "errors");
    await line.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    await page.locator("#words").press("Enter");
    await page.locator(".receipt-line").waitFor();
    equal(await page.locator(".message.user").count(), 1, "messages");
  },

  async "cells of a spreadsheet are pasted as words, a picture of them elsewhere"(world) {
    const page = await world.page();
    const base64 = plain(60, 40, [20, 120, 220]).toString("base64");
    const paste = (selector) =>
      page.locator(selector).evaluate((node, data) => {
        const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", "a\tb\n1\t2");
        clipboardData.items.add(new File([bytes], "image.png", { type: "image/png" }));
        return node.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, base64);
    truly(await paste("#words"), "the words are not left to the line");
    equal(await page.locator(".chip").count(), 0, "chips");
    truly(!(await paste("main")), "the picture is not taken");
    await page.locator(".chip").waitFor();
  },

  async "a box that is drawn goes upstream as that part's pixels"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
    await attach(page, [{ name: "quarters.png", bytes: quarters(800, 600) }]);
    await page.locator(".chip").waitFor();
    await say(page, "first of all");
    await page.locator(".receipt-line").waitFor();
    const picture = await page.locator(".stage .picture").boundingBox();
    const at = (x, y) => [picture.x + (x / 800) * picture.width, picture.y + (y / 600) * picture.height];
    await page.mouse.move(...at(450, 50));
    await page.mouse.down();
    await page.mouse.move(...at(600, 150), { steps: 5 });
    await page.mouse.move(...at(750, 250), { steps: 5 });
    await page.mouse.up();
    await page.locator(".ask input").fill("what is this part?");
    await page.locator(".ask input").press("Enter");
    await page.locator(".answer").nth(1).waitFor();
    const sent = await until("the request is kept", () => world.aimock.requests().findLast((body) => JSON.stringify(body).includes("what is this part?")));
    const image = sent.messages.at(-1).content.filter((block) => block.type === "image").at(-1);
    const seen = await pixelsOf(page, image.source.data, image.source.media_type, [[0.1, 0.1], [0.5, 0.5], [0.9, 0.9]]);
    truly(Math.abs(seen.width - 300) <= 4 && Math.abs(seen.height - 200) <= 4, `the part has ${seen.width}×${seen.height}`);
    for (const colour of seen.colours) {
      truly(colour.every((part, i) => Math.abs(part - QUARTERS[1][i]) <= 12), `the part's colour is ${colour}`);
    }
    equal(await page.locator(".message.user .thumb img.cropped").count(), 1, "the part in the message");
    equal(page.complaints, [], "complaints");
  },

  async "a picture without its end is refused at once, and what was refused stays when a send fails"(world) {
    const page = await world.page();
    await world.open(page, await world.daemon.newSession("anthropic/claude-opus-4-7"));
    const bytes = plain(300, 200, [30, 90, 200]);
    await attach(page, [
      { name: "good.png", bytes },
      { name: "cut.png", bytes: bytes.subarray(0, bytes.length - 30) },
      { name: "words.txt", bytes: Buffer.from("words"), type: "text/plain" },
    ]);
    await page.locator(".chip.refused", { hasText: "The file is damaged." }).waitFor();
    await page.locator(".chip").nth(2).waitFor();
    // As the daemon answers to what only it can see.
    await page.route("**/messages", (route) =>
      route.fulfill({ status: 400, json: { status: 400, title: "Bad request", code: "DECODE_FAILED", detail: "images[0]: PNG ends inside its IDAT chunk, which declares 4096 bytes" } }),
    );
    await say(page, "look");
    await page.locator(".composer-note.error", { hasText: "good.png was refused; nothing was sent." }).waitFor();
    equal(await page.locator(".chip.refused .chip-name").allInnerTexts(), ["good.png", "cut.png", "words.txt"], "the chips");
    truly((await page.locator(".chip.refused").first().innerText()).includes("The file is damaged. Open it"), "it is not said in plain words");
    await page.unroute("**/messages");
    await page.locator("#words").press("Enter");
    await page.getByText("Sent without good.png, cut.png, words.txt: they were refused.").waitFor();
    equal(await page.locator(".chip").count(), 0, "chips");
    await page.locator(".receipt-line").waitFor();
    equal(page.complaints, [], "complaints");
  },
};
