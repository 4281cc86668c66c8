// The line to ask in: words, pictures as chips, and which model answers.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import {
  attachments,
  composerError,
  detach,
  editing,
  leaveEdit,
  words,
  type Attachment,
} from "../state/draft";
import { estimateOf, lookAt } from "../state/estimates";
import type { Estimate } from "../protocol/types";
import { dialog } from "../state/page";
import { models } from "../state/sessions";
import { edit, meant, sendDraft, sendsWhenBack } from "../state/speaking";
import { modelInUse, talk, type Talk } from "../state/talk";
import { show } from "../state/table";
import { count, bytes, isTouch, plural } from "./format";
import { Icon } from "./icon";
import { canCaptureScreen, captureScreen, pickFiles, takePhoto } from "./pick";

export function EstimateWords({ estimate }: { estimate: Estimate }) {
  return (
    <>
      {estimate.downscaled && <span class="tag"> [downscaled]</span>}
      {estimate.tiles > 0 && ` + ${plural(estimate.tiles, "tile")}`}
      {estimate.tokens > 0 && (
        <>
          {" · "}
          <span class="kept">{`≈ ${count(estimate.tokens)} tokens`}</span>
        </>
      )}
    </>
  );
}

function Chip({ item }: { item: Attachment }) {
  const isPicture = item.kind === "picture" && item.preview;
  const crop = item.crop;
  useEffect(() => lookAt(item), [item.id]);
  const estimate = item.refused ? undefined : estimateOf(item);
  const size = crop ? `part ${Math.round(crop.width)}×${Math.round(crop.height)}` : item.width ? `${item.width}×${item.height}` : item.bytes ? bytes(item.bytes) : "";
  return (
    <li class={`chip ${item.refused ? "refused" : ""}`}>
      {isPicture ? (
        <button type="button" class="chip-picture" aria-label={`Show ${item.name}`} onClick={() => show(item.imageId ?? item.id)}>
          <img src={item.preview} alt="" />
        </button>
      ) : (
        <span class="chip-picture">
          <Icon name={item.kind === "address" ? "link" : item.kind === "video" ? "film" : "file"} />
        </span>
      )}
      <span class="chip-about">
        <bdi class="chip-name" title={item.name}>{item.name}</bdi>
        {item.refused ? (
          <span class="bad">
            {item.refused.reason} <span class="advice">{item.refused.advice}</span>
          </span>
        ) : (
          <span class="num">
            {size || (item.kind === "address" && "is looked at…")}
            {estimate && <EstimateWords estimate={estimate} />}
          </span>
        )}
      </span>
      <button type="button" class="icon-button" aria-label={`Remove ${item.name}`} onClick={() => detach(item.id)}>
        <Icon name="close" />
      </button>
    </li>
  );
}

function ModelButton() {
  const name = modelInUse.value;
  const model = models.value?.models.find((each) => each.name === name);
  const title = model && !model.ready ? (model.why ?? "not ready") : "Choose the model";
  return (
    <button type="button" class="model-button" title={title} onClick={() => (dialog.value = "models")}>
      <span class="unseen">Model: </span>
      <span class="model-name">{name || "choose one"}</span>
      {model && !model.ready && <span class="amber-text">not ready</span>}
    </button>
  );
}

// What runs without asking, and the way back.
function AlwaysAllowed({ talk: open }: { talk: Talk }) {
  return (
    <div class="composer-note">
      <span>
        {[...open.allowed.value].map((tool) => (
          <span key={tool} class="always">
            <code>{tool}</code> runs without asking here.{" "}
            <button type="button" class="quiet" onClick={() => open.always(tool, false)}>
              Ask again<span class="unseen"> before {tool} runs</span>
            </button>
          </span>
        ))}
      </span>
    </div>
  );
}

export function Composer() {
  const area = useRef<HTMLTextAreaElement>(null);
  const open = talk.value;
  const busy = open?.isBusy.value ?? false;
  const list = attachments.value;
  const isAsked = (open?.conversation.questions.value.length ?? 0) > 0;
  const hasSomething = words.value.trim() !== "" || list.some((each) => !each.refused);

  useLayoutEffect(() => {
    const node = area.current;
    if (!node) return;
    node.style.height = "auto";
    node.style.height = `${Math.min(node.scrollHeight, 240)}px`;
  }, [words.value]);
  useEffect(() => {
    if (!matchMedia("(pointer: coarse)").matches) area.current?.focus({ preventScroll: true });
  }, [open?.sid]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      void sendDraft();
    } else if (event.key === "ArrowUp" && words.value === "" && list.length === 0) {
      const last = open?.conversation.items.value.findLast((item) => item.kind === "user");
      if (last?.kind === "user") {
        event.preventDefault();
        edit(last);
      }
    } else if (event.key === "Escape" && editing.value) {
      event.stopPropagation();
      leaveEdit();
    }
  };

  return (
    <form
      class="composer"
      aria-label="Ask"
      onSubmit={(event) => {
        event.preventDefault();
        void sendDraft();
      }}
    >
      {editing.value && (
        <div class="composer-note">
          <span>You are changing an earlier message. It will be sent in a branch.</span>
          <button type="button" class="quiet" onClick={leaveEdit}>
            Cancel the change
          </button>
        </div>
      )}
      {composerError.value && (
        <div class="composer-note error" role="alert">
          <Icon name="alert" />
          <span dir="auto">
            {composerError.value.message} <span class="advice">{composerError.value.advice}</span>
          </span>
          <button type="button" class="icon-button" aria-label="Close" onClick={() => (composerError.value = null)}>
            <Icon name="close" />
          </button>
        </div>
      )}
      {open && open.allowed.value.size > 0 && <AlwaysAllowed talk={open} />}
      {meant.value.length > 0 && (
        <div class="composer-note">
          <span>
            This will be about <bdi>{meant.value.map((item) => item.name).join(", ")}</bdi> as a whole. Draw a box to ask about a part.
          </span>
        </div>
      )}
      {sendsWhenBack.value && <div class="composer-note">This is sent when Fovea answers again.</div>}
      {list.length > 0 && (
        <ul class="chips" aria-label="Pictures to send">
          {list.map((item) => (
            <Chip key={item.id} item={item} />
          ))}
        </ul>
      )}
      <textarea
        id="words"
        ref={area}
        rows={1}
        dir="auto"
        aria-label="Ask, or paste a picture"
        placeholder={isAsked ? (isTouch ? "A tool asks, above" : "A tool asks above; Shift Tab goes there") : busy ? "Ask more; it waits its turn" : "Ask, or paste a picture"}
        value={words.value}
        onInput={(event) => (words.value = event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="composer-row">
        <button type="button" class="icon-button" aria-label="Attach files" title="Attach files" onClick={pickFiles}>
          <Icon name="paperclip" />
        </button>
        <button type="button" class="icon-button" aria-label="Attach by address" title="Attach by address" onClick={() => (dialog.value = "address")}>
          <Icon name="link" />
        </button>
        <button type="button" class="icon-button only-touch" aria-label="Take a photo" title="Take a photo" onClick={takePhoto}>
          <Icon name="camera" />
        </button>
        {canCaptureScreen() && (
          <button type="button" class="icon-button not-touch" aria-label="Capture the screen" title="Capture the screen" onClick={() => void captureScreen()}>
            <Icon name="screen" />
          </button>
        )}
        <ModelButton />
        <span class="grow" />
        {busy && (
          <button type="button" class="stop" title="Stop  Esc" onClick={() => void open?.stop()}>
            <Icon name="stop" /> Stop
          </button>
        )}
        <button type="submit" class="primary send" disabled={!hasSomething} aria-label={busy ? "Send; it waits its turn" : "Send"} title="Send  Enter">
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}
