// One message each: of a person, of Fovea, and one that is on its way.
import { useState } from "preact/hooks";
import { localMarkdown } from "../looking/local_text";
import type { AnswerItem, Live, UserItem } from "../state/conversation";
import type { Attachment } from "../state/draft";
import { frameOf, isCutShort, withoutHeading } from "../state/pictures";
import { sentence } from "../state/page";
import { edit, retry } from "../state/speaking";
import { type Pending, type Talk } from "../state/talk";
import { flyToSpot, focusAnswer, goToCitation, groundedAnswer, lightUp, lit } from "../state/table";
import { bytes, time } from "./format";
import { copyText } from "./copy";
import { Icon } from "./icon";
import { Markdown } from "./markdown";
import { memo } from "./memo";
import { FrameStrip, PageStrip } from "./strips";
import { Thumb } from "./thumb";
import { Waiting } from "./waiting";

export const UserMessage = memo(function UserMessage({ item, talk, wasAnswered }: { item: UserItem; talk: Talk; wasAnswered: boolean }) {
  const frames = item.images.filter((image) => frameOf(image));
  const files = item.files.map((file, i) => <PageStrip key={i} file={file} sid={talk.sid} />);
  const words = frames.length > 0 ? withoutHeading(item.text) : item.text;
  return (
    <article class="message user" aria-label="You">
      <header>
        <span class="who">You</span>
        <time dateTime={item.ts}>{time(item.ts)}</time>
        <span class="acts">
          <button type="button" class="icon-button" aria-label="Edit and send again, in a branch" title="Edit and send again, in a branch" onClick={() => edit(item)}>
            <Icon name="edit" />
          </button>
          <button type="button" class="icon-button" aria-label="Ask again" title="Ask again" onClick={() => void retry(item, wasAnswered)}>
            <Icon name="retry" />
          </button>
        </span>
      </header>
      {(item.images.length > 0 || item.files.length > 0) && (
        <div class="thumbs">
          {item.filesFirst && files}
          {item.images.filter((image) => !frameOf(image)).map((image, i) => (
            <Thumb key={i} image={image} sid={talk.sid} />
          ))}
          {frames.length > 0 && <FrameStrip images={frames} sid={talk.sid} isCut={isCutShort(item.text)} />}
          {!item.filesFirst && files}
        </div>
      )}
      {words && <div class="said" dir="auto">{words}</div>}
    </article>
  );
});

export function Thinking({ text, isLive }: { text: string; isLive: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="thinking">
      <button type="button" class="receipt-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class={`turn ${isOpen ? "open" : ""}`}>
          <Icon name="chevron" />
        </span>
        {isLive ? "Thinking…" : "Thought"}
      </button>
      {isOpen && <div class="thought" dir="auto">{text}</div>}
    </div>
  );
}

export const Answer = memo(function Answer({ item, follows }: { item: AnswerItem; follows: boolean }) {
  const { text, spots } = groundedAnswer(item);
  const isLocal = item.end?.model.startsWith("local/") ?? false;
  const mine = lit.value?.startsWith(`${item.key}.`) ? Number(lit.value.split(".")[1]) : null;
  return (
    <article class={`message answer ${follows ? "follows" : ""} ${item.isPart ? "part" : ""}`} aria-label={item.isPart ? "Fovea, broken off" : "Fovea"}>
      <header>
        {!follows && <span class="who">Fovea</span>}
        {!follows && <time dateTime={item.ts}>{time(item.ts)}</time>}
        <span class="acts">
          <button
            type="button"
            class="icon-button"
            aria-label="Copy the answer"
            title="Copy the answer"
            onClick={() => copyText(item.text)}
          >
            <Icon name="copy" />
          </button>
        </span>
      </header>
      {item.thinking && <Thinking text={item.thinking} isLive={false} />}
      <Markdown
        text={isLocal ? localMarkdown(text) : text}
        spots={spots}
        lit={mine}
        onGo={(target) => goToCitation(item, target)}
        onSpot={(n, how) => {
          if (how === "press") return flyToSpot(item, n);
          if (how === "over") focusAnswer.value = item.key;
          lightUp(how === "over" ? `${item.key}.${n}` : null);
        }}
      />
    </article>
  );
});

export function LiveAnswer({ live, otherTab, follows }: { live: Live; otherTab: boolean; follows: boolean }) {
  return (
    <article class={`message answer live ${follows && !otherTab ? "follows" : ""}`} aria-label="Fovea, answering" aria-busy="true">
      <header>
        {!(follows && !otherTab) && <span class="who">Fovea</span>}
        {otherTab && <span class="quiet-text">Another tab is talking in this session.</span>}
      </header>
      {live.notices.map((words) => (
        <p key={words} class="live-notice" role="status" dir="auto">{sentence(words)}</p>
      ))}
      {live.thinking && <Thinking text={live.thinking} isLive />}
      {live.text && <Markdown text={(live.isCut ? "… " : "") + live.text} isLive />}
      {(!live.text || live.step) && <Waiting step={live.step} isThinking={live.thinking !== ""} />}
    </article>
  );
}

export function PendingMessage({ item, talk, place }: { item: Pending; talk: Talk; place: number }) {
  const percent = Math.round(item.share * 100);
  const size = item.attachments.reduce((sum, each) => sum + each.bytes, 0);
  const words = {
    sending: size > 0 ? `Sending ${bytes(size)}… ${percent} %` : "Sending…",
    offline: "Waits for the connection",
    queued: place > 0 ? "Waits its turn" : "Accepted",
  }[item.state];
  return (
    <article class="message user pending" aria-label="You, not answered yet">
      <header>
        <span class="who">You</span>
        <span class="quiet-text" role="status">{words}</span>
        {(place > 0 || item.state !== "queued") && (
          <button type="button" class="quiet" onClick={() => void talk.withdraw(item)}>
            Withdraw
          </button>
        )}
      </header>
      {item.attachments.length > 0 && (
        <div class="thumbs">
          {item.attachments.map((each) => (
            <Uploading key={each.id} item={each} share={item.state === "sending" && each.file ? item.share : null} onCancel={() => void talk.withdraw(item)} />
          ))}
        </div>
      )}
      {item.text && <div class="said" dir="auto">{item.text}</div>}
    </article>
  );
}

// What is on its way: a ring on it, and a way to stop it.
function Uploading({ item, share, onCancel }: { item: Attachment; share: number | null; onCancel: () => void }) {
  const isSending = share !== null;
  return (
    <span class={`uploading ${isSending ? "sending" : ""}`} title={item.name}>
      {item.preview ? <img src={item.preview} alt="" /> : <span class="uploading-file"><Icon name={item.kind === "video" ? "film" : "file"} /> <bdi>{item.name}</bdi></span>}
      {isSending && (
        <button type="button" class="uploading-stop" aria-label={`Do not send ${item.name}`} title="Do not send it" onClick={onCancel}>
          <Ring share={share} />
          <Icon name="close" />
        </button>
      )}
    </span>
  );
}

// Messages that wait and were not written here.
export function WaitingElsewhere({ turns, talk }: { turns: number[]; talk: Talk }) {
  return (
    <div class="waiting-elsewhere quiet-text">
      <span role="status">{turns.length === 1 ? "One more message waits its turn." : `${turns.length} more messages wait their turn.`}</span>
      <button type="button" class="quiet" onClick={() => void talk.withdrawTurns(turns)}>
        Withdraw
      </button>
    </div>
  );
}

export function Ring({ share }: { share: number }) {
  const around = 2 * Math.PI * 6;
  return (
    <svg class="ring" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle cx="8" cy="8" r="6" />
      <circle class="done" cx="8" cy="8" r="6" stroke-dasharray={`${around * share} ${around}`} />
    </svg>
  );
}
