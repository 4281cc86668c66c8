// Keys that work everywhere, unless one is writing.
import { useEffect } from "preact/hooks";
import { chosen, compared, fly, identityOf, marks, lightUp, shelf, show, shown, showPage } from "../state/table";
import { dialog, drawerOpen, goTo, isMedium, isNarrow, notice, showsSessions, tableOver, toggleSessions, toggleTable } from "../state/page";
import { talk } from "../state/talk";
import { decideBy } from "./permission";

// Where brackets are written with AltGr or Option, that is no modifier.
const isPlainKey = (event: KeyboardEvent) =>
  !event.metaKey && (event.getModifierState("AltGraph") || (!event.ctrlKey && (!event.altKey || /^[[\]/?]$/.test(event.key))));

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);

function escape(): boolean {
  if (drawerOpen.value) return close(() => (drawerOpen.value = false));
  if (chosen.value) return close(() => (chosen.value = null));
  if (compared.value) return close(() => (compared.value = null));
  if (isNarrow.value && tableOver.value) return close(() => (tableOver.value = false));
  if (notice.value?.kind === "error") return close(() => (notice.value = null));
  const open = talk.peek();
  if (open?.isBusy.peek()) return close(() => void open.stop());
  return false;
}
function close(act: () => void): boolean {
  act();
  return true;
}

function goToMark(n: number): boolean {
  const mark = marks.value.find((each) => each.n === n);
  if (!mark) return false;
  if (isNarrow.value) tableOver.value = true;
  lightUp(mark.id);
  if (shown.value) fly(mark.rect, identityOf(shown.value));
  return true;
}

// To the page, or the picture, before and behind.
function step(by: number): boolean {
  const page = shown.peek()?.page;
  if (page) return close(() => showPage(page.file, page.number + by));
  const list = shelf.peek();
  const next = list[list.findIndex((each) => each.key === shown.peek()?.key) + by];
  if (!next) return false;
  return close(() => show(next.key, false));
}

export function search(): boolean {
  if (isMedium.value) drawerOpen.value = true;
  else if (!showsSessions.value) toggleSessions();
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>("#search")?.focus());
  return true;
}

function plain(key: string): boolean {
  const open = talk.peek();
  if (open && open.conversation.questions.peek().length > 0 && decideBy(key, open)) return true;
  if (/^[1-9]$/.test(key)) return goToMark(Number(key));
  switch (key) {
    case "/":
      return search();
    case "n":
      return close(() => goTo("#/"));
    case "[":
      return close(toggleSessions);
    case "]":
      return close(toggleTable);
    case ",":
      return step(-1);
    case ".":
      return step(1);
    case "?":
      return close(() => (dialog.value = "keys"));
    default:
      return false;
  }
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  let done = false;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    done = close(() => (dialog.value = dialog.value === "palette" ? "none" : "palette"));
  } else if (dialog.value !== "none") {
    return;
  } else if (event.key === "Escape") {
    done = escape();
  } else if (isPlainKey(event)) {
    // Never while one writes: a sentence begins with any letter, and some of them would let a tool run.
    const isHeld = event.repeat && /^[yna]$/.test(event.key); // one press, one answer
    if (!isWriting(event.target) && !isHeld) done = plain(event.key);
  }
  if (done) event.preventDefault();
}

export function useKeys(): void {
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
