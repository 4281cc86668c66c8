// Where one is (#/s/ID, #/usage), which panes are open, and short notices.
import { signal } from "@preact/signals";
import { recall, remember } from "./keep";

export type Place = { view: "chat"; sid: string | null } | { view: "usage" };

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // typed by hand
  }
}

function placeIn(hash: string): Place {
  const session = /^#\/s\/([^/]+)$/.exec(hash);
  if (session?.[1]) return { view: "chat", sid: decoded(session[1]) };
  if (hash === "#/usage") return { view: "usage" };
  return { view: "chat", sid: null };
}

export const place = signal<Place>(placeIn(location.hash));
window.addEventListener("hashchange", () => (place.value = placeIn(location.hash)));

export const goTo = (hash: string) => {
  if (location.hash !== hash) location.hash = hash;
};
export const openSession = (sid: string) => goTo(`#/s/${encodeURIComponent(sid)}`);

export const showsSessions = signal(recall("sessions") !== "folded");
export const showsTable = signal(recall("table") !== "folded");
export const drawerOpen = signal(false); // sessions, where they are a drawer
export const tableOver = signal(false); // the table, where it lies over the conversation

export const isNarrow = signal(false);
export const isMedium = signal(false);
const narrow = window.matchMedia("(max-width: 759px)");
const medium = window.matchMedia("(max-width: 1099px)");
const measure = () => {
  isNarrow.value = narrow.matches;
  isMedium.value = medium.matches;
};
narrow.addEventListener("change", measure);
medium.addEventListener("change", measure);
measure();

export function toggleSessions(): void {
  if (isMedium.value) {
    drawerOpen.value = !drawerOpen.value;
    return;
  }
  showsSessions.value = !showsSessions.value;
  remember("sessions", showsSessions.value ? null : "folded");
}
export function toggleTable(): void {
  if (isNarrow.value) {
    tableOver.value = !tableOver.value;
    return;
  }
  showsTable.value = !showsTable.value;
  remember("table", showsTable.value ? null : "folded");
}

export type Dialog = "none" | "palette" | "keys" | "models" | "address";
export const dialog = signal<Dialog>("none");

export type Theme = "system" | "light" | "dark";
export const theme = signal<Theme>((recall("theme") as Theme | null) ?? "system");
export function setTheme(next: Theme): void {
  theme.value = next;
  remember("theme", next === "system" ? null : next);
  if (next === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = next;
}

export interface Notice {
  text: string;
  advice: string;
  kind: "info" | "error";
  act?: { label: string; run: () => void };
}
export const notice = signal<Notice | null>(null);
let fading = 0;
export function tell(text: string, options: Partial<Notice> = {}): void {
  notice.value = { text, advice: "", kind: "info", ...options };
  clearTimeout(fading);
  if (options.kind !== "error") fading = window.setTimeout(() => (notice.value = null), 6000);
}
export function tellError(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  const message = error instanceof Error ? error.message : String(error);
  const advice = (error as { advice?: string }).advice ?? "";
  tell(sentence(message), { kind: "error", advice });
}

// A name, or a part of what was sent, is not written with a capital because it comes first.
const BEGINS_WITH_NAME = /^\S*[\d[\]_.:/]|^\S+ cannot be reached/;
// The line's own words after "cannot be reached" say the same again.
const TWICE = /( cannot be reached): (?:(https?:\/\/[^\s:]+(?::\d+)?)\S*: )?(?:Failed|Could ?n.t|Could not) (?:to )?connect[\s\S]*$/;
export const sentence = (given: string) => {
  const text = given.replace(TWICE, (_, words: string, where = "") => (where ? `${words} at ${where}` : words));
  const whole = BEGINS_WITH_NAME.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
};

export const said = signal(""); // for screen readers
