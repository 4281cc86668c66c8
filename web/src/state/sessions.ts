// The list of sessions, who one is, and the models there are.
import { signal } from "@preact/signals";
import * as api from "../protocol/api";
import { ApiError } from "../protocol/http";
import { onSessionChange } from "../protocol/socket";
import type { Models, Session, Whoami } from "../protocol/types";
import { plainName } from "../looking/names";
import { goTo, place, tellError } from "./page";
import { recall, remember } from "./keep";

export const sessions = signal<Session[] | null>(null);
export const moreAfter = signal<string | null>(null);
export const me = signal<Whoami | null>(null);
export const models = signal<Models | null>(null);
export const isShutOut = signal(false);
export const nextModel = signal(recall("model") ?? ""); // of the next new session

// One question at a time: what was answered last is also what is shown.
let asking: Promise<unknown> = Promise.resolve();
function inTurn<T>(ask: () => Promise<T>): Promise<T> {
  const done = asking.then(ask);
  asking = done.catch(() => {});
  return done;
}

export const loadSessions = () => inTurn(loadFirst);
async function loadFirst(): Promise<void> {
  try {
    const page = await api.listSessions();
    // Older ones that were asked for stay.
    const fresh = new Set(page.sessions.map((each) => each.session_id));
    const oldest = page.sessions.at(-1)?.last_use ?? "";
    const older = page.next === null ? [] : (sessions.peek() ?? []).filter((each) => !fresh.has(each.session_id) && each.last_use < oldest);
    sessions.value = [...page.sessions, ...older];
    if (older.length === 0) moreAfter.value = page.next;
    isShutOut.value = false;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) isShutOut.value = true;
    sessions.value ??= [];
  }
}

// Which of them changed is told as it happens; how they are now is asked.
const SOON_MS = 30;
const MANY = 8; // are asked for together
const changed = new Set<string>();
export function watchSessions(): void {
  onSessionChange({
    watching: () => void loadSessions(), // what changed before is told nobody
    changed: (sid) => {
      if (document.hidden) return; // all are asked for when it is looked at again
      if (changed.size === 0) setTimeout(() => void inTurn(lookAtChanged), SOON_MS);
      changed.add(sid);
    },
  });
}
async function lookAtChanged(): Promise<void> {
  const all = [...changed];
  changed.clear();
  if (all.length > MANY) return loadFirst();
  await Promise.all(all.map(lookAtOne));
}
async function lookAtOne(sid: string): Promise<void> {
  try {
    updateSession(await api.session(sid));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) drop(sid);
  }
}

// Whoever searches wants all of them.
let isLoadingAll = false;
export async function loadAll(): Promise<void> {
  if (isLoadingAll) return;
  isLoadingAll = true;
  try {
    while (moreAfter.peek()) await loadMore();
  } catch (error) {
    tellError(error);
  } finally {
    isLoadingAll = false;
  }
}

export const loadMore = () =>
  inTurn(async () => {
    if (!moreAfter.peek()) return;
    const page = await api.listSessions(moreAfter.peek() ?? "");
    // The list may have moved since the page before.
    const known = new Set((sessions.peek() ?? []).map((each) => each.session_id));
    sessions.value = [...(sessions.peek() ?? []), ...page.sessions.filter((each) => !known.has(each.session_id))];
    moreAfter.value = page.next;
  });

export async function loadAround(): Promise<void> {
  try {
    [me.value, models.value] = await Promise.all([api.whoami(), api.models()]);
  } catch {
    // told by the list, or by the bar
  }
}

// The last used first, as the daemon lists them.
export function updateSession(fresh: Session): void {
  const list = sessions.peek() ?? [];
  const rest = list.filter((each) => each.session_id !== fresh.session_id);
  const at = rest.findIndex((each) => each.last_use <= fresh.last_use);
  // One that is older than all that were asked for comes with the others of its age.
  if (at < 0 && moreAfter.peek() && rest.length === list.length) return;
  sessions.value = at < 0 ? [...rest, fresh] : [...rest.slice(0, at), fresh, ...rest.slice(at)];
}
function drop(sid: string): void {
  sessions.value = (sessions.peek() ?? []).filter((each) => each.session_id !== sid);
}

// What goes on in a session that is left.
export function noteTurns(sid: string, turns: number[]): void {
  const list = sessions.peek();
  if (list) sessions.value = list.map((each) => (each.session_id === sid ? { ...each, turns } : each));
}

export async function rename(sid: string, title: string): Promise<void> {
  try {
    updateSession(await api.changeSession(sid, { title }));
  } catch (error) {
    tellError(error);
  }
}

export async function remove(sid: string): Promise<void> {
  try {
    await api.deleteSession(sid);
    drop(sid);
    if (place.value.view === "chat" && place.value.sid === sid) goTo("#/");
  } catch (error) {
    tellError(error);
  }
}

export function chooseNextModel(name: string): void {
  nextModel.value = name;
  remember("model", name === models.value?.default ? null : name);
}

// A recording names itself at length; its name is enough.
export const shortTitle = (title: string) => plainName(title).replace(/^(.{1,200}?), a recording of [\d:.]+,[\s\S]* as [\s\S]*$/, "$1");
export const titleOf = (session: Session | undefined) => shortTitle(session?.title ?? "") || "New session";
