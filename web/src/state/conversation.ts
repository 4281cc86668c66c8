// What was said in one session, made from envelopes. Knows nothing of the page or the network: whatever was told
// twice (by the log, by the socket, after a reconnect) is there once, by its seq.
import { signal } from "@preact/signals";
import { plainName } from "../looking/names";
import type { Block, DocumentRow, Envelope, EventData, ImageBlock, FileBlock, ReceiptRow, Tokens, LabelledBox } from "../protocol/types";

export interface UserItem {
  kind: "user";
  key: string;
  seq: number;
  ts: string;
  text: string;
  images: ImageBlock[];
  files: FileBlock[];
  filesFirst?: boolean; // they stand before the pictures
}
export interface AnswerItem {
  kind: "answer";
  key: string;
  seq: number;
  ts: string;
  text: string;
  thinking: string;
  about: ImageBlock[]; // what it was shown last
  files: FileBlock[]; // documents that were sent so far
  end?: EndItem;
  isPart?: boolean; // it was stopped, or broke off: nobody keeps these words
}
export interface ToolItem {
  kind: "tool";
  key: string;
  seq: number;
  id: string;
  name: string;
  input: unknown;
  state: "running" | "done" | "failed";
  startedAt: number;
  endedAt: number;
  text: string;
  images: ImageBlock[];
  progress: string;
  decided?: "allowed" | "refused"; // by a person, who was asked
}
export interface EndItem {
  kind: "end";
  key: string;
  seq: number;
  ts: string;
  turn: number;
  subtype: string;
  model: string;
  cost: number;
  usage?: Tokens;
  receipt: ReceiptRow[];
  receiptMore: number;
  documents: DocumentRow[];
  duration: number;
  error?: { code: string; message: string };
  boxes: LabelledBox[];
}
export type Item = UserItem | AnswerItem | ToolItem | EndItem;

export interface Live {
  text: string;
  thinking: string;
  isCut: boolean; // its beginning was told before we came
  step: Step | null; // what happens before its first word; none: nobody tells
  notices: string[]; // what a person should know meanwhile
}
export type Step =
  | ({ kind: "progress" } & EventData["progress"])
  | { kind: "calling"; name: string }
  | { kind: "retry"; attempt: number; most: number; until: number };
export interface Question {
  id: string;
  name: string;
  input: unknown;
  why: string;
}

const LEAST_MS = 30;
const MOST_MS = 400;
export const QUIET: Live = { text: "", thinking: "", isCut: false, step: null, notices: [] };

const textOf = (blocks: Block[]) =>
  blocks
    .filter((block) => block.type === "text")
    .map((block) => block.text)
    .join("\n\n");
const isFile = (block: Block | undefined) => block?.type === "document" || block?.type === "video";
const named = <T extends { filename?: string }>(each: T): T => (each.filename ? { ...each, filename: plainName(each.filename) } : each);
const imagesIn = (blocks: Block[]) =>
  blocks.filter((block): block is ImageBlock => block.type === "image_ref" || block.type === "image").map(named);
const filesIn = (blocks: Block[]) =>
  blocks.filter((block): block is FileBlock => block.type === "document" || block.type === "video").map(named);

export class Conversation {
  readonly items = signal<Item[]>([]);
  readonly live = signal<Live>(QUIET);
  readonly questions = signal<Question[]>([]);
  lastSeq = 0;
  private about: ImageBlock[] = [];
  private files: FileBlock[] = [];
  private earlier = new Set<string>(); // pictures of turns that have ended
  private shownNow = new Set<string>(); // and of the one that runs
  private thinking = "";
  private list: Item[] = [];
  private errors = new Map<number, { code: string; message: string }>();
  private coming = ""; // of the live answer, not shown yet
  private drawing = 0;

  constructor(private readonly onUser: (item: UserItem) => void = () => {}) {}

  // Here, just now. What it gives back makes it a question again.
  decide(call: string, isAllowed: boolean): () => void {
    const question = this.questions.peek().find((each) => each.id === call);
    if (this.decided({ id: call, name: "", verdict: isAllowed ? "allow" : "deny", rule: "", by: "person" })) this.items.value = [...this.list];
    return () => {
      const found = this.tool(call);
      if (!found || found.state !== "running") return; // it was answered elsewhere, or is over
      const { decided: _, ...open } = found;
      this.replace(found, open);
      this.items.value = [...this.list];
      if (question) this.questions.value = [...this.questions.peek().filter((each) => each.id !== call), question];
    };
  }

  // Many at once tell the page once.
  takeAll(envelopes: Envelope[]): void {
    for (const envelope of envelopes) this.fold(envelope);
    this.items.value = [...this.list];
  }

  take(envelope: Envelope): void {
    if (this.fold(envelope)) this.items.value = [...this.list];
  }

  // Pieces that were lost while nobody listened come whole with the message.
  cutLive(): void {
    this.thinking = "";
    this.settle();
    this.live.value = { ...QUIET, isCut: true };
    this.questions.value = [];
  }

  private fold(envelope: Envelope): boolean {
    if (envelope.seq !== undefined) {
      if (envelope.seq <= this.lastSeq) return false;
      this.lastSeq = envelope.seq;
    }
    const seq = envelope.seq ?? 0;
    switch (envelope.type) {
      case "message":
        this.message(envelope.data, seq, envelope.ts);
        return true;
      case "tool_call":
        this.toolCall(envelope.data, seq, envelope.ts);
        return true;
      case "error":
        this.errors.set(envelope.data.turn_id, envelope.data);
        return false;
      case "result":
        this.result(envelope.data, seq, envelope.ts);
        return true;
      case "permission_decided":
        return this.decided(envelope.data);
      default:
        return this.moment(envelope);
    }
  }

  private message(data: EventData["message"], seq: number, ts: string): void {
    const key = `m${seq}`;
    const text = textOf(data.content);
    if (data.role === "user") {
      const images = imagesIn(data.content);
      const item: UserItem = { kind: "user", key, seq, ts, text, images, files: filesIn(data.content) };
      if (isFile(data.content.find((block) => isFile(block) || block.type.startsWith("image")))) item.filesFirst = true;
      if (images.length > 0) this.about = images;
      this.note(images);
      if (item.files.length > 0) this.files = [...this.files, ...item.files];
      this.list.push(item);
      this.onUser(item);
      return;
    }
    if (text.trim() || this.thinking) {
      this.list.push({ kind: "answer", key, seq, ts, text, thinking: this.thinking, about: this.about, files: this.files });
    }
    this.thinking = "";
    this.settle();
    this.live.value = QUIET;
    for (const block of data.content) {
      if (block.type !== "tool_use") continue;
      const found = this.tool(block.id);
      if (found) this.replace(found, { ...found, name: block.name, input: block.input });
      else this.list.push(newTool(block.id, block.name, block.input, seq, Date.parse(ts)));
    }
  }

  private toolCall(data: EventData["tool_call"], seq: number, ts: string): void {
    const known = this.tool(data.id) ?? newTool(data.id, data.name, data.input, seq, 0);
    if (!this.list.includes(known)) this.list.push(known);
    const images = imagesIn(data.result);
    if (images.length > 0) this.about = images;
    this.note(images);
    this.replace(known, {
      ...known,
      name: data.name || known.name,
      input: data.input ?? known.input,
      state: data.is_error ? "failed" : "done",
      endedAt: Date.parse(ts),
      text: textOf(data.result),
      images,
    });
    this.questions.value = this.questions.value.filter((each) => each.id !== data.id);
  }

  // By a rule before anybody is asked, and by a person then.
  private decided({ id, verdict, by }: EventData["permission_decided"]): boolean {
    this.questions.value = this.questions.value.filter((each) => each.id !== id);
    const found = this.tool(id);
    if (!found || by !== "person") return false;
    this.replace(found, { ...found, decided: verdict === "allow" ? "allowed" : "refused" });
    return true;
  }

  private result(data: EventData["result"], seq: number, ts: string): void {
    const end: EndItem = {
      kind: "end",
      key: `e${seq}`,
      seq,
      ts,
      turn: data.turn_id,
      subtype: data.subtype,
      model: data.model,
      cost: data.cost_usd,
      usage: data.usage,
      receipt: (data.receipt ?? []).map(named).map((row) => (this.isEarlier(row.image_id ?? "") ? { ...row, earlier: true } : row)),
      receiptMore: data.receipt_more ?? 0,
      documents: (data.documents ?? []).map(named),
      duration: data.duration_ms,
      boxes: data.boxes ?? [],
    };
    const error = this.errors.get(data.turn_id);
    if (error) end.error = error;
    for (const id of this.shownNow) this.earlier.add(id);
    this.shownNow.clear();
    this.keepPart(data.subtype, seq, ts);
    const last = this.list.findLast((item) => item.kind === "answer" || item.kind === "user");
    if (last?.kind === "answer") this.replace(last, { ...last, end });
    this.list = this.list.map((item) =>
      item.kind === "tool" && item.state === "running" ? { ...item, state: "failed", text: item.text || "It did not finish." } : item,
    );
    this.list.push(end);
    this.settle();
    this.live.value = QUIET;
    this.thinking = "";
    this.questions.value = [];
  }

  // Sessions of before do not say which pictures were there already.
  private isEarlier(image: string): boolean {
    return this.earlier.has(image) && !this.shownNow.has(image);
  }
  private note(images: ImageBlock[]): void {
    for (const image of images) if (image.image_id) this.shownNow.add(image.image_id);
  }

  // What was said until it was stopped stays in sight.
  private keepPart(subtype: string, seq: number, ts: string): void {
    this.settle();
    const { text, isCut } = this.live.peek();
    if (subtype === "success" || !text.trim()) return;
    this.list.push({ kind: "answer", key: `part${seq}`, seq, ts, text: (isCut ? "… " : "") + text, thinking: this.thinking, about: this.about, files: this.files, isPart: true });
  }

  // What is told as it happens, and not kept.
  private moment(envelope: Envelope): boolean {
    const live = this.live.value;
    switch (envelope.type) {
      case "text_delta":
        this.coming += envelope.data.text;
        this.draw();
        return false;
      case "reply_so_far":
        // Whoever came in the middle: in the place of what was heard of it.
        this.coming = "";
        this.thinking = envelope.data.thinking;
        this.live.value = { ...live, text: envelope.data.text, thinking: envelope.data.thinking, isCut: false, step: null };
        return false;
      case "thinking_delta":
        this.thinking += envelope.data.text;
        this.draw();
        return false;
      case "tool_start":
        this.live.value = { ...live, step: { kind: "calling", name: envelope.data.name } };
        return false;
      case "progress":
        this.live.value = { ...live, step: { kind: "progress", ...envelope.data } };
        return false;
      case "tool_progress": {
        const { id, done, total, message } = envelope.data;
        const found = this.tool(id);
        const progress = message || (total ? `${done} of ${total}` : String(done));
        if (found) this.replace(found, { ...found, progress });
        return found !== undefined;
      }
      case "permission_request":
        if (!this.questions.value.some((each) => each.id === envelope.data.id)) {
          this.questions.value = [...this.questions.value, envelope.data];
        }
        return false;
      case "retry": {
        const { attempt, max_retries, wait_ms } = envelope.data;
        // What was written of the reply that failed is written anew.
        this.settle();
        this.thinking = "";
        this.live.value = { ...live, text: "", thinking: "", step: { kind: "retry", attempt, most: max_retries, until: Date.now() + wait_ms } };
        return false;
      }
      case "reroute":
        this.notice(`Asking ${envelope.data.to} instead: ${envelope.data.reason}`);
        return false;
      case "compact":
        this.notice(`${envelope.data.messages} older messages were summed up.`);
        return false;
      case "warning":
        this.notice(envelope.data.message);
        return false;
      default:
        return false;
    }
  }

  private notice(words: string): void {
    const live = this.live.peek();
    if (!live.notices.includes(words)) this.live.value = { ...live, notices: [...live.notices, words] };
  }

  // Pieces come faster than they can be drawn, and a longer text takes longer.
  private draw(): void {
    if (this.drawing) return;
    const pace = Math.min(MOST_MS, Math.max(LEAST_MS, this.live.peek().text.length / 200));
    this.drawing = window.setTimeout(() => this.settle(), pace);
  }
  private settle(): void {
    clearTimeout(this.drawing);
    this.drawing = 0;
    const live = this.live.peek();
    if (this.coming || this.thinking !== live.thinking) {
      this.live.value = { ...live, text: live.text + this.coming, thinking: this.thinking || live.thinking, step: null };
    }
    this.coming = "";
  }

  private tool(id: string): ToolItem | undefined {
    return this.list.findLast((item): item is ToolItem => item.kind === "tool" && item.id === id);
  }
  private replace(old: Item, next: Item): void {
    const at = this.list.lastIndexOf(old);
    if (at >= 0) this.list[at] = next;
  }
}

function newTool(id: string, name: string, input: unknown, seq: number, startedAt: number): ToolItem {
  const key = `t${id}-${seq}`;
  return { kind: "tool", key, seq, id, name, input, state: "running", startedAt, endedAt: 0, text: "", images: [], progress: "" };
}
