// The line at a box: ask about this part.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { request } from "../protocol/http";
import { wholePixels, type Rect, type Size } from "../looking/rect";
import { attachments, newId, type Attachment } from "../state/draft";
import { isNarrow, tableOver, tell, tellError } from "../state/page";
import type { Picture } from "../state/pictures";
import { say } from "../state/speaking";
import { chosen, readingOf, shelf } from "../state/table";
import { modelInUse } from "../state/talk";
import { copyText } from "./copy";
import { Icon } from "./icon";
import { textOf, wordsIn } from "./text_layer";

const SUGGESTIONS = ["What is this?", "Read the text"];
const CHANGED = "What changed here?"; // where there is something to compare with, and one who can

async function askAbout(picture: Picture, rect: Rect, question: string): Promise<void> {
  const crop = wholePixels(rect, picture);
  // A page has no id: its picture goes along as bytes.
  const isPage = !picture.imageId && !picture.draftId;
  const inDraft = attachments.peek().find((each) => each.id === picture.draftId);
  const item: Attachment = inDraft
    ? { ...inDraft, crop }
    : {
        id: newId(),
        kind: "picture",
        name: picture.name,
        ...(picture.imageId ? { imageId: picture.imageId } : {}),
        ...(picture.sid ? { sid: picture.sid } : {}),
        preview: picture.thumb,
        bytes: 0,
        width: picture.width,
        height: picture.height,
        crop,
      };
  try {
    if (isPage) item.file = await (await request("GET", picture.url)).blob();
    if (inDraft) attachments.value = attachments.peek().filter((each) => each.id !== inDraft.id);
    await say(question, [item]);
    tableOver.value = false;
  } catch (error) {
    if (inDraft) attachments.value = [...attachments.peek(), inDraft];
    tellError(error);
  }
}

interface Props {
  picture: Picture;
  rect: Rect; // in pixels of the picture
  onScreen: Rect;
  room: Size;
  takesFocus: boolean;
  onClose: () => void;
}

const WIDTH = 484; // all suggestions in one row
const HEIGHT = 92;
const HEIGHT_OF_TWO = 124;

export function AskLine({ picture, rect, onScreen, room, takesFocus, onClose }: Props) {
  const [words, setWords] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // Before the next key is pressed: it belongs into the line.
  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true });
  }, [takesFocus, rect]);
  const ask = (question: string) => {
    if (!question.trim()) return;
    chosen.value = null;
    void askAbout(picture, rect, question.trim());
  };
  const canCompare = shelf.value.length > 1 && !modelInUse.value.startsWith("local/");
  const reading = readingOf(picture)?.value;
  const text = reading ? textOf(wordsIn(reading, rect)) : "";
  const width = Math.min(WIDTH, room.width - 16);
  const below = onScreen.y + onScreen.height + 8;
  const height = width < WIDTH ? HEIGHT_OF_TWO : HEIGHT;
  const top = below + height < room.height ? below : Math.max(8, onScreen.y - height - 8);
  const left = Math.min(Math.max(8, onScreen.x), Math.max(8, room.width - width - 8));
  const place = isNarrow.value ? {} : { left: `${left}px`, top: `${top}px`, width: `${width}px` };
  return (
    <form
      class="ask"
      style={place}
      aria-label="Ask about this part"
      onSubmit={(event) => {
        event.preventDefault();
        ask(words);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") onClose();
      }}
    >
      <div class="ask-row">
        <input
          ref={input}
          type="text"
          dir="auto"
          aria-label="Ask about this part"
          placeholder="Ask about this…"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <button type="submit" class="primary" aria-label="Ask" disabled={!words.trim()}>
          <Icon name="send" />
        </button>
        <button type="button" class="icon-button" aria-label="Let go" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div class="ask-row suggestions">
        {(canCompare ? [...SUGGESTIONS, CHANGED] : SUGGESTIONS).map((each) => (
          <button type="button" key={each} onClick={() => ask(each)}>
            {each}
          </button>
        ))}
        {!picture.draftId && (
          // There from the beginning: what comes later would move the others under a finger.
          <button
            type="button"
            disabled={!text}
            onClick={() => {
              copyText(text);
              tell("The text is copied.");
            }}
          >
            Copy text
          </button>
        )}
      </div>
    </form>
  );
}
