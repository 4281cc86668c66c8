// What a tool was asked and what it gave, folded to one line; its pictures are always in sight.
import { useState } from "preact/hooks";
import type { ToolItem } from "../state/conversation";
import { Thumb } from "./thumb";
import { Icon } from "./icon";
import { seconds } from "./format";
import { memo } from "./memo";
import { talk } from "../state/talk";

export function summaryOf(input: unknown): string {
  if (input === null || typeof input !== "object") return String(input ?? "");
  const values = Object.values(input as Record<string, unknown>);
  const first = values.find((value) => typeof value === "string" && value.length > 0);
  return first !== undefined ? String(first) : values.length > 0 ? JSON.stringify(input) : "";
}

export const pretty = (input: unknown) => (typeof input === "string" ? input : JSON.stringify(input, null, 2));

const WORDS = { running: "is running", done: "is done", failed: "failed" };

// What a person said, and how it ended.
function Outcome({ item }: { item: ToolItem }) {
  if (item.decided === "refused") return <span>refused by you</span>;
  return (
    <>
      {item.decided === "allowed" && <span>allowed by you</span>}
      {item.state === "failed" && <span class="bad">failed</span>}
    </>
  );
}

export const ToolCard = memo(function ToolCard({ item, sid }: { item: ToolItem; sid: string }) {
  const [isOpen, setOpen] = useState(false);
  const isAsked = item.state === "running" && (talk.value?.conversation.questions.value.some((each) => each.id === item.id) ?? false);
  const took = item.endedAt && item.startedAt ? seconds(item.endedAt - item.startedAt) : "";
  return (
    <div class={`tool ${item.state}`}>
      <button type="button" class="tool-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class={`turn ${isOpen ? "open" : ""}`}>
          <Icon name="chevron" />
        </span>
        <code class="tool-name">{item.name}</code>
        <span class="tool-about" dir="auto">{item.progress && item.state === "running" ? item.progress : summaryOf(item.input)}</span>
        <span class="tool-state">
          {item.state === "running" && (isAsked ? <span>waits for you</span> : <span class="spinner" />)}
          <Outcome item={item} />
          {item.decided !== "refused" && took}
          {!isAsked && <span class="unseen">{item.decided === "refused" ? "it did not run" : WORDS[item.state]}</span>}
        </span>
      </button>
      {isOpen && (
        <div class="tool-body">
          <h4>Asked with</h4>
          <pre tabIndex={0}>{pretty(item.input)}</pre>
          {item.text && <h4>Result</h4>}
          {item.text && <pre tabIndex={0} dir="auto">{item.text.length > 20000 ? `${item.text.slice(0, 20000)}\n…` : item.text}</pre>}
        </div>
      )}
      {item.images.length > 0 && (
        <div class="thumbs">
          {item.images.map((image, i) => (
            <Thumb key={i} image={image} sid={sid} />
          ))}
        </div>
      )}
    </div>
  );
});
