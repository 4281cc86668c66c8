// The list of sessions, who one is, and the models there are.
import { effect, signal } from "@preact/signals";
import * as api from "../protocol/api";
import { ApiError } from "../protocol/http";
import type { Models, Session, Whoami } from "../protocol/types";
import { goTo, place, tellError } from "./page";
import { recall, remember } from "./keep";

export const sessions = signal<Session[] | null>(null);
export const moreAfter = signal<string | null>(null);
export const me = signal<Whoami | null>(null);
export const models = signal<Models | null>(null);
export const isShutOut = signal(false);
export const nextModel = signal(recall("model") ?? ""); // of the next new session

export async function loadSessions(): Promise<void> {
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

// Those at work elsewhere say nothing to this page: they are asked for, more often while there are any.
const SOON_MS = 3000;
const LATER_MS = 20_000;
let nextLook = 0;
export function watchSessions(): void {
  effect(() => {
    const isAtWork = (sessions.value ?? []).some((each) => (each.turns?.length ?? 0) > 0);
    clearTimeout(nextLook);
    const look = () => {
      nextLook = window.setTimeout(look, LATER_MS); // also where the answer changes nothing, or there is none
      if (!document.hidden) void loadSessions();
    };
    nextLook = window.setTimeout(look, isAtWork ? SOON_MS : LATER_MS);
  });
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

export async function loadMore(): Promise<void> {
  if (!moreAfter.value) return;
  const page = await api.listSessions(moreAfter.value);
  sessions.value = [...(sessions.value ?? []), ...page.sessions];
  moreAfter.value = page.next;
}

export async function loadAround(): Promise<void> {
  try {
    [me.value, models.value] = await Promise.all([api.whoami(), api.models()]);
  } catch {
    // told by the list, or by the bar
  }
}

export function updateSession(changed: Session): void {
  const list = sessions.value ?? [];
  const has = list.some((each) => each.session_id === changed.session_id);
  sessions.value = has
    ? list.map((each) => (each.session_id === changed.session_id ? { ...each, ...changed } : each))
    : [changed, ...list];
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
    sessions.value = (sessions.value ?? []).filter((each) => each.session_id !== sid);
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
export const shortTitle = (title: string) => title.replace(/^(.{1,200}?), a recording of [\d:.]+,[\s\S]* as [\s\S]*$/, "$1");
export const titleOf = (session: Session | undefined) => shortTitle(session?.title ?? "") || "New session";
