// What a person says in the session that is open: asked, asked again, changed, and who is to answer.
import { computed, effect, signal } from "@preact/signals";
import * as api from "../protocol/api";
import { ApiError, Unreachable } from "../protocol/http";
import { line } from "../protocol/socket";
import type { UserItem } from "./conversation";
import { attachments, beginEdit, composerError, editing, leaveEdit, NEW, newId, words, type Attachment } from "./draft";
import { forgetFiles, remember } from "./keep";
import { openSession, sentence, tell, tellError } from "./page";
import { withoutHeading } from "./pictures";
import { chooseNextModel, nextModel, updateSession } from "./sessions";
import { modelInUse, openTalk, talk, type Pending, type Talk } from "./talk";

const outgoing = (sid: string, text: string, files: Attachment[], leftOut: Attachment[]): Pending => ({
  key: `${newId()}-${Math.random().toString(36).slice(2)}`,
  sid,
  text,
  attachments: files,
  leftOut,
  state: "sending",
  share: 0,
  turn: 0,
  stop: new AbortController(),
});

export const sendsWhenBack = signal(false);
let isBeginning = false;

// The session to speak in: the one that is open, or a new one. The same Talk goes on in it.
async function talkToUse(): Promise<Talk> {
  const open = talk.peek();
  if (open && open.loading.peek() !== "missing") return open;
  const made = await api.createSession(nextModel.peek() || undefined);
  updateSession(made);
  // What is in the line goes along, with all that was typed meanwhile.
  const line = { words: words.peek(), attachments: attachments.peek() };
  openTalk(made.session_id);
  openSession(made.session_id);
  words.value = line.words;
  attachments.value = line.attachments;
  void forgetDraft(NEW);
  return talk.peek() as Talk;
}

export async function say(text: string, files: Attachment[], leftOut: Attachment[] = []): Promise<void> {
  const use = await talkToUse();
  use.sent.value++;
  void use.push(outgoing(use.sid, text, files, leftOut));
}

export async function sendDraft(): Promise<void> {
  const typed = words.peek();
  const text = typed.trim();
  const attached = attachments.peek().filter((each) => !each.refused);
  const refused = attachments.peek().filter((each) => each.refused);
  const files = attached.length > 0 ? attached : meant.peek();
  if ((!text && attached.length === 0) || isBeginning) return;
  const edited = editing.peek();
  isBeginning = true;
  try {
    if (edited) {
      const made = await api.branch(edited.sid, edited.seq);
      updateSession(made);
      leaveEdit();
      openTalk(made.session_id);
      openSession(made.session_id);
      tell("This goes on in a branch; the session it came from is unchanged.");
    } else {
      await talkToUse(); // may fail: the draft stays
      takeFromLine(typed, attached);
    }
    await say(text, files, refused);
    sendsWhenBack.value = false;
  } catch (error) {
    if (error instanceof Unreachable) sendsWhenBack.value = true;
    else composerError.value = { message: sentence((error as Error).message), advice: (error as ApiError).advice ?? "" };
  } finally {
    isBeginning = false;
  }
}

// What came into it meanwhile stays there.
function takeFromLine(typed: string, files: Attachment[]): void {
  const now = words.peek();
  words.value = now.startsWith(typed) ? now.slice(typed.length) : now;
  attachments.value = attachments.peek().filter((each) => !each.refused && !files.some((sent) => sent.id === each.id));
  composerError.value = null;
}

// local/ocr has no talk to remember: a question of it is about the pictures that were said last. Where those are parts,
// a question without a picture is about the whole ones again.
export const meant = computed<Attachment[]>(() => {
  const open = talk.value;
  if (!open || !modelInUse.value.startsWith("local/") || attachments.value.length > 0 || editing.value) return [];
  const last = open.conversation.items.value.findLast((item) => item.kind === "user" && item.images.length + item.files.length > 0);
  if (last?.kind !== "user" || last.files.length > 0 || !last.images.every((image) => image.crop)) return [];
  const whole = known(open.sid, last).map(({ crop: _, ...item }) => item);
  return whole.filter((item, i) => whole.findIndex((each) => each.imageId === item.imageId) === i);
});

async function forgetDraft(key: string): Promise<void> {
  remember(`draft.${key}`, null);
  await forgetFiles(key);
}

effect(() => {
  if (line.value === "open" && sendsWhenBack.peek()) void sendDraft();
});

function known(sid: string, item: UserItem): Attachment[] {
  const documents = item.files.flatMap((file) =>
    file.file_id
      ? [{ id: newId(), kind: "pdf" as const, name: file.filename ?? "document.pdf", fileId: file.file_id, sid, preview: "", bytes: 0, width: 0, height: 0 }]
      : [],
  );
  const images = item.images.flatMap((image) =>
    image.image_id
      ? [
          {
            id: newId(),
            kind: "picture" as const,
            name: image.filename || "picture",
            imageId: image.image_id,
            sid,
            preview: api.imagePath(sid, image.image_id, "thumb"),
            bytes: 0,
            width: image.width ?? 0,
            height: image.height ?? 0,
            ...(image.crop ? { crop: { x: image.crop[0], y: image.crop[1], width: image.crop[2], height: image.crop[3] } } : {}),
          },
        ]
      : [],
  );
  return [...documents, ...images];
}

export function edit(item: UserItem): void {
  const open = talk.peek();
  if (!open) return;
  beginEdit({ sid: open.sid, seq: item.seq }, withoutHeading(item.text), known(open.sid, item));
  document.querySelector<HTMLTextAreaElement>("#words")?.focus();
}

// The same again: in its place where nothing was answered, otherwise in a branch.
export async function retry(item: UserItem, wasAnswered: boolean): Promise<void> {
  const open = talk.peek();
  if (!open) return;
  const files = known(open.sid, item);
  const text = withoutHeading(item.text);
  if (!wasAnswered) return say(text, files);
  try {
    const made = await api.branch(open.sid, item.seq);
    updateSession(made);
    openTalk(made.session_id);
    openSession(made.session_id);
    await say(text, files);
    tell("Asked again in a branch; the first answer is kept in the session it came from.");
  } catch (error) {
    tellError(error);
  }
}

export function chooseModel(name: string): void {
  const open = talk.peek();
  if (open) void open.setModel(name);
  else chooseNextModel(name);
}
