// The session that is open: what was said, what waits, and what one can do with it.
import { computed, signal, type Signal } from "@preact/signals";
import * as api from "../protocol/api";
import { ApiError, Unreachable } from "../protocol/http";
import { join, line } from "../protocol/socket";
import type { Session } from "../protocol/types";
import { Conversation, type UserItem } from "./conversation";
import { attachments, composerError, draftKey, megabytes, NEW, openDraft, withPreview, words, type Attachment } from "./draft";
import { deliver, type Outgoing } from "./outgoing";
import { forgetFiles, recallFiles, rememberFiles } from "./keep";
import { withoutHeading } from "./pictures";
import { said, sentence, tell, tellError } from "./page";
import { models, noteTurns, nextModel, sessions, shortTitle, updateSession } from "./sessions";

export interface Pending extends Outgoing {
  state: "sending" | "offline" | "queued";
  share: number; // of the upload
  turn: number;
  stop: AbortController;
}

// Of each session that was open; going to another one and back changes nothing about it.
const alwaysAllowed = new Map<string, Signal<ReadonlySet<string>>>();

type Kept = Outgoing & { turn: number }; // 0: the daemon does not have it yet
// Code and the signs of Markdown say nothing to an ear.
const aloud = (text: string) =>
  text
    .replace(/```[\s\S]*?(```|$)/g, " (code) ")
    .replace(/[*_`#>|]+/g, "")
    .replace(/\s+/g, " ")
    .slice(0, 300);

const RETRY_MS = 3000;
const JOIN_MS = 1000;
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/; // of a session; anything else in the address is no part of a path

// "images[2]: it is damaged": which of the files, and why.
function refusedFile(message: string): { index: number; reason: string } | undefined {
  const match = /\bimages\[(\d+)\](:?)\s*([\s\S]*)$/i.exec(message);
  if (!match) return undefined;
  const why = (match[2] ? "" : "it ") + (match[3] ?? "");
  return { index: Number(match[1]), reason: sentence(why.replace(/\b\d{5,} bytes\b/g, (size) => megabytes(parseInt(size, 10)))) };
}

function tellLeftOut({ leftOut = [] }: Outgoing): void {
  if (leftOut.length > 0) tell(`Sent without ${leftOut.map((each) => each.name).join(", ")}: ${leftOut.length === 1 ? "it was" : "they were"} refused.`);
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

export class Talk {
  readonly conversation: Conversation;
  readonly about = signal<Session | null>(null);
  readonly pending = signal<Pending[]>([]);
  readonly turns = signal<number[]>([]);
  readonly loading = signal<"loading" | "ready" | "missing">("loading");
  readonly trouble = signal("");
  readonly otherTab = signal(false);
  readonly sent = signal(0); // messages from here, since it is open
  readonly allowed: Signal<ReadonlySet<string>>; // tools that run without asking, until the page is closed
  readonly isBusy = computed(() => this.turns.value.length > 0 || this.pending.value.some((each) => each.state === "sending"));
  private readonly ended = new Set<number>();
  private readonly mine: string[] = []; // words of this tab that are not heard back yet
  private readonly seen = new Set<string>(); // keys of messages that were on their way since it is open
  private leave = () => {};
  private tellListening = () => {};
  private readonly listening = new Promise<void>((resolve) => (this.tellListening = resolve));
  private isOpen = true;
  private isReplaying = true;

  constructor(readonly sid: string) {
    this.allowed = alwaysAllowed.get(sid) ?? signal<ReadonlySet<string>>(new Set());
    alwaysAllowed.set(sid, this.allowed);
    this.conversation = new Conversation((item) => this.heardUser(item));
    void this.open();
  }

  private async open(): Promise<void> {
    if (!NAME.test(this.sid)) return void (this.loading.value = "missing");
    try {
      const [about, first] = await Promise.all([api.session(this.sid), api.log(this.sid, 0)]);
      this.about.value = about;
      this.takeTurns(about.turns, []);
      let page = first;
      const all = [...page.events];
      while (page.next !== null && this.isOpen) {
        page = await api.log(this.sid, page.next);
        all.push(...page.events);
      }
      this.conversation.takeAll(all);
      this.loading.value = "ready";
    } catch (error) {
      if (isGone(error)) return void (this.loading.value = "missing");
      this.loading.value = "ready"; // what is missing comes by the socket, from the beginning
      if (!(error instanceof Unreachable)) this.trouble.value = (error as Error).message;
    }
    if (!this.isOpen) return;
    if (this.turns.value.length > 0) this.conversation.cutLive();
    this.leave = join(this.sid, {
      lastSeq: () => this.conversation.lastSeq,
      hear: (envelope) => this.hear(envelope),
      joined: () => void this.joined(),
      lost: () => this.conversation.cutLive(),
      refused: (message) => void this.refused(message),
    });
    for (const kept of (await recallFiles<Kept[]>(`out.${this.sid}`)) ?? []) {
      if (this.seen.has(kept.key)) continue; // it was said, and may have been heard, while this was being read
      const turn = kept.turn ?? 0;
      const item: Pending = { ...kept, attachments: kept.attachments.map(withPreview), state: "offline", share: 0, turn, stop: new AbortController() };
      if (turn === 0) void this.push(item);
      else if (this.turns.value.includes(turn) && !this.isHeard(kept.text)) {
        this.mine.push(item.text.trim());
        this.setPending([...this.pending.value, { ...item, state: "queued" }]);
      }
    }
  }

  // Whether the words of the turn that runs are these.
  private isHeard(text: string): boolean {
    const items = this.conversation.items.peek();
    const begun = items.slice(items.findLastIndex((each) => each.kind === "end") + 1);
    return begun.some((each) => each.kind === "user" && withoutHeading(each.text).trim() === text.trim());
  }

  close(): void {
    this.isOpen = false;
    this.leave();
  }

  private hear(envelope: Parameters<Conversation["take"]>[0]): void {
    if (envelope.type === "deleted") return this.vanish();
    if (envelope.type === "result" || envelope.type === "withdrawn") {
      const turn = envelope.data.turn_id;
      this.ended.add(turn);
      this.turns.value = this.turns.value.filter((each) => each !== turn);
      this.setPending(this.pending.value.filter((each) => each.turn !== turn || turn === 0));
    }
    if (envelope.type === "permission_request" && this.allowed.peek().has(envelope.data.name)) {
      void this.answer(envelope.data.id, true);
    }
    this.conversation.take(envelope);
    if (envelope.type === "result") this.afterTurn(envelope.data.subtype);
  }

  // It was deleted, perhaps while it was being opened.
  private vanish(): void {
    this.turns.value = [];
    this.setPending([]);
    this.loading.value = "missing";
  }

  private async refused(message: string): Promise<void> {
    const isThere = await api.session(this.sid).then(
      () => true,
      (error) => !isGone(error),
    );
    if (isThere) this.trouble.value = message;
    else this.vanish();
  }

  private async joined(): Promise<void> {
    this.isReplaying = false;
    this.tellListening();
    this.trouble.value = "";
    const known = this.turns.value;
    try {
      const about = await api.session(this.sid);
      this.about.value = about;
      this.takeTurns(about.turns, known);
      if (this.turns.value.length === 0) this.conversation.live.value = { ...this.conversation.live.value, isCut: false };
    } catch (error) {
      if (isGone(error)) return this.vanish(); // the bar tells what else there is
    }
    for (const each of this.pending.value) if (each.state === "offline") void this.push(each);
  }

  // What the daemon tells was true when it was asked: turns that were taken since are not in it.
  private takeTurns(told: number[] | undefined, known: number[]): void {
    const since = this.turns.value.filter((turn) => !known.includes(turn));
    const all = new Set([...(told ?? []), ...since].filter((turn) => !this.ended.has(turn)));
    this.turns.value = [...all].sort((a, b) => a - b);
  }

  private heardUser(item: UserItem): void {
    // A recording brings a line of its own along.
    const isSame = (given: string) => withoutHeading(item.text).trim() === given.trim();
    const own = this.pending.value.find((each) => isSame(each.text));
    if (own) this.setPending(this.pending.value.filter((each) => each !== own));
    const at = this.mine.findIndex(isSame);
    if (at >= 0) this.mine.splice(at, 1);
    else if (!this.isReplaying) {
      this.otherTab.value = true;
      void this.joined();
    }
  }

  private afterTurn(subtype: string): void {
    this.otherTab.value = false;
    const last = this.conversation.items.peek().findLast((item) => item.kind === "answer");
    // Other endings are alerts, or what the person did.
    if (subtype === "success" && last?.kind === "answer") said.value = `Fovea: ${aloud(last.text)}`;
  }

  private setPending(list: Pending[]): void {
    for (const each of list) this.seen.add(each.key);
    this.pending.value = list;
    const kept: Kept[] = list.map(({ key, sid, text, attachments: files, turn }) => ({ key, sid, text, attachments: files, turn }));
    const name = `out.${this.sid}`;
    void (kept.length > 0 ? rememberFiles(name, kept) : forgetFiles(name));
  }
  private update(item: Pending, change: Partial<Pending>): void {
    Object.assign(item, change);
    this.setPending([...this.pending.value]);
  }

  async push(item: Pending): Promise<void> {
    if (!this.pending.value.includes(item)) {
      this.setPending([...this.pending.value, item]);
      this.mine.push(item.text.trim());
    }
    this.update(item, { state: "sending" });
    try {
      // What happens before the first word is told once: who asks listens first, if that takes no time.
      await Promise.race([this.listening, new Promise((resolve) => setTimeout(resolve, JOIN_MS))]);
      item.stop.signal.throwIfAborted();
      const turn = await deliver(item, (share) => this.update(item, { share }), item.stop.signal);
      item.turn = turn;
      tellLeftOut(item);
      if (!this.ended.has(turn) && !this.turns.value.includes(turn)) this.turns.value = [...this.turns.value, turn];
      if (this.ended.has(turn)) this.setPending(this.pending.value.filter((each) => each !== item));
      else this.update(item, { state: "queued" });
    } catch (error) {
      if (error instanceof Unreachable) {
        this.update(item, { state: "offline" });
        // Whoever comes back joins again, and sends it then; where only this request was lost, it is tried again.
        window.setTimeout(() => line.peek() === "open" && item.state === "offline" && this.isOpen && void this.push(item), RETRY_MS);
        return;
      }
      this.setPending(this.pending.value.filter((each) => each !== item));
      this.takeBack(item, error);
    }
  }

  // It was refused: everything is in the draft again, with the reason.
  private takeBack(item: Pending, error: unknown): void {
    this.forgetMine(item.text);
    if (draftKey.value !== this.sid) return tellError(error);
    const isCancelled = error instanceof DOMException;
    const message = isCancelled ? "" : sentence((error as Error).message);
    const advice = (error as { advice?: string }).advice ?? "";
    const blamed = refusedFile(message);
    const isDamaged = error instanceof ApiError && error.code === "DECODE_FAILED";
    const files = item.attachments.map((each, i) => (i === blamed?.index ? { ...each, refused: { reason: isDamaged ? "The file is damaged." : blamed.reason, advice } } : each));
    this.intoDraft(item.text, [...files, ...(item.leftOut ?? [])]);
    if (isCancelled) return;
    const name = blamed && item.attachments[blamed.index]?.name;
    composerError.value = name ? { message: `${name} was refused; nothing was sent.`, advice: "" } : { message, advice };
  }

  // Before what is being written: it was there first.
  private intoDraft(text: string, files: Attachment[]): void {
    words.value = [text, words.value].filter((each) => each.trim()).join("\n\n");
    attachments.value = [...files, ...attachments.value];
  }

  async stop(): Promise<void> {
    for (const each of this.pending.value) if (each.state === "sending") each.stop.abort();
    try {
      for (const each of await this.withdrawWaiting()) {
        this.forgetMine(each.text);
        this.intoDraft(each.text, each.attachments);
      }
      await api.cancel(this.sid);
    } catch (error) {
      tellError(error);
    }
  }

  // Cancelling would take these with it; the last comes first, so that they stand in the line in their order.
  private async withdrawWaiting(): Promise<Pending[]> {
    const gone: Pending[] = [];
    for (const each of this.pending.value.filter((one) => one.state === "queued").reverse()) {
      try {
        await api.withdraw(this.sid, each.turn);
        gone.push(each);
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error; // it has begun
      }
    }
    this.setPending(this.pending.value.filter((each) => !gone.includes(each)));
    this.turns.value = this.turns.value.filter((turn) => !gone.some((each) => each.turn === turn));
    return gone;
  }

  async withdraw(item: Pending): Promise<void> {
    if (item.state !== "queued") item.stop.abort();
    try {
      if (item.state === "queued") await api.withdraw(this.sid, item.turn);
    } catch (error) {
      return tellError(error);
    }
    this.turns.value = this.turns.value.filter((each) => each !== item.turn);
    this.setPending(this.pending.value.filter((each) => each !== item));
    this.forgetMine(item.text);
    if (item.state === "queued") this.intoDraft(item.text, item.attachments); // others come back as they end
  }

  // Of another tab, or of before.
  async withdrawTurns(turns: number[]): Promise<void> {
    try {
      for (const turn of turns) await api.withdraw(this.sid, turn);
    } catch (error) {
      tellError(error);
    }
    await this.joined();
  }

  private forgetMine(text: string): void {
    const at = this.mine.indexOf(text.trim());
    if (at >= 0) this.mine.splice(at, 1);
  }

  always(tool: string, allow: boolean): void {
    const next = new Set(this.allowed.peek());
    if (allow) next.add(tool);
    else next.delete(tool);
    this.allowed.value = next;
  }

  async answer(call: string, allow: boolean): Promise<void> {
    // At once: the tool's end may be told before the daemon's answer to this comes.
    const takeBack = this.conversation.decide(call, allow);
    try {
      await api.decide(this.sid, call, allow);
    } catch (error) {
      takeBack();
      tellError(error);
    }
  }

  async setModel(model: string): Promise<void> {
    try {
      const changed = await api.changeSession(this.sid, { model });
      this.about.value = changed;
      updateSession(changed);
    } catch (error) {
      tellError(error);
    }
  }
}

export const talk = signal<Talk | null>(null);

export function openTalk(sid: string | null): void {
  if (talk.peek()?.sid === sid) return;
  const before = talk.peek();
  if (before) {
    before.close();
    noteTurns(before.sid, before.turns.peek());
  }
  said.value = "";
  talk.value = sid ? new Talk(sid) : null;
  void openDraft(sid ?? NEW);
}

// Who answers what is asked here: the session's own model, or the daemon's; before there is a session, the one chosen
// for it. Empty while nobody knows.
export const modelInUse = computed(() => {
  const open = talk.value;
  if (!open || open.loading.value === "missing") return nextModel.value || models.value?.default || "";
  const about = open.about.value;
  return about ? about.model || models.value?.default || "" : "";
});
export const titleNow = computed(() => {
  const sid = talk.value?.sid;
  const title = sessions.value?.find((each) => each.session_id === sid)?.title || talk.value?.about.value?.title;
  return shortTitle(title ?? "");
});
