// When a tool asks: what lets it run, what does not, and what is seen of it afterwards.
import { equal, say, truly } from "../harness.mjs";

const MODEL = "anthropic/claude-opus-4-7";

async function asked(world, words = "search it") {
  const page = await world.page();
  const sid = await world.daemon.newSession(MODEL);
  await world.open(page, sid);
  await say(page, words);
  await page.locator(".permission").waitFor();
  return { page, sid };
}

const outcome = (page, at = 0) => page.locator(".tool-state").nth(at).innerText();

export const cases = {
  async "a tool asks, says exactly what will run, and hears the answer"(world) {
    const { page } = await asked(world);
    truly((await page.locator(".permission").innerText()).includes("secret-word"), "it does not say what will run");
    await page.locator(".brand").click(); // out of the line
    await page.keyboard.press("y");
    await page.locator(".prose", { hasText: "I have searched." }).waitFor();
    equal(await page.locator(".permission").count(), 0, "questions left");
    truly((await outcome(page)).includes("allowed by you"), "it does not say who allowed it");
    await say(page, "search it again");
    await page.locator(".permission").waitFor();
    await page.reload();
    await page.locator(".permission").waitFor();
    await page.getByRole("button", { name: /Refuse/ }).click();
    await page.locator(".tool.failed .tool-state", { hasText: "refused by you" }).waitFor();
    equal(await page.locator(".tool .bad").count(), 0, "failures");
    await page.locator(".receipt-line").nth(1).waitFor();
    await page.reload();
    await page.locator(".tool.failed").waitFor();
    truly((await outcome(page)).includes("allowed by you"), "it is forgotten who allowed it");
    equal((await outcome(page, 1)).split("\n")[0], "refused by you", "the card, after a reload");
    equal(page.complaints, [], "complaints");
  },

  async "a tool that waits for an answer does not run"(world) {
    const { page } = await asked(world);
    await page.locator(".tool .tool-state", { hasText: "waits for you" }).waitFor();
    equal(await page.locator(".tool .spinner").count(), 0, "spinners");
    truly(!(await page.locator(".tool").innerText()).includes("is running"), "it is said to run");
    await page.getByRole("button", { name: /Refuse/ }).click();
    await page.locator(".tool.failed .tool-state", { hasText: "refused by you" }).waitFor();
    equal(page.complaints, [], "complaints");
  },

  async "no letter of a sentence lets a tool run"(world) {
    const { page } = await asked(world);
    await page.locator("#words").focus();
    for (const words of ["and wait, do not touch the disk", "you may not", "no"]) {
      await page.locator("#words").fill("");
      await page.locator("#words").pressSequentially(words);
      equal(await page.locator("#words").inputValue(), words, "the line");
    }
    await page.locator("#search").fill("");
    await page.locator("#search").pressSequentially("any");
    equal(await page.locator(".permission").count(), 1, "questions");
    equal(await page.locator(".tool.done").count(), 0, "tools that ran");
    await page.locator("#words").focus();
    for (let i = 0; i < 8 && !(await page.locator(".permission button:focus").count()); i++) await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("n");
    await page.locator(".tool.failed").waitFor();
    equal(page.complaints, [], "complaints");
  },

  async "what was allowed for good is told, and can be taken back"(world) {
    const { page, sid } = await asked(world);
    await page.getByRole("button", { name: /Always in this session/ }).click();
    await page.locator(".prose", { hasText: "I have searched." }).waitFor();
    await page.getByText("runs without asking here.").waitFor();
    await page.goto(`${world.base}/#/`);
    await page.getByText("runs without asking here.").waitFor({ state: "detached" });
    await world.open(page, sid);
    await say(page, "search it again");
    await page.locator(".prose", { hasText: "I have searched." }).nth(1).waitFor();
    await page.getByRole("button", { name: /Ask again before/ }).click();
    await say(page, "search it once more");
    await page.locator(".permission").waitFor();
    await page.getByRole("button", { name: /Refuse/ }).click();
    await page.locator(".tool.failed").waitFor();
    equal(page.complaints, [], "complaints");
  },
};
