// The middle pane: what was said, and the line to say more.
import { loadRenderer } from "./markdown";
import type { Item } from "../state/conversation";
import { talk as current, titleNow, type Talk } from "../state/talk";
import { drawerOpen, goTo, isMedium, isNarrow, showsSessions, showsTable, tableOver, toggleSessions, toggleTable } from "../state/page";
import { shelf } from "../state/table";
import { attachments } from "../state/draft";
import { Composer } from "./composer";
import { Empty } from "./empty";
import { Icon } from "./icon";
import { Answer, LiveAnswer, PendingMessage, UserMessage, WaitingElsewhere } from "./messages";
import { Permission } from "./permission";
import { Ending } from "./receipt";
import { Rows, type Row } from "./rows";
import { ToolCard } from "./tool_card";

const GUESSES: Record<Item["kind"], number> = { user: 96, answer: 150, tool: 40, end: 34 };

function wasAnswered(items: Item[], seq: number): boolean {
  const at = items.findIndex((item) => item.kind === "user" && item.seq === seq);
  for (const item of items.slice(at + 1)) {
    if (item.kind === "user") return false;
    if (item.kind === "answer") return true;
  }
  return false;
}

// Within a turn the name stands once.
const follows = (items: Item[], at: number) => {
  const before = items[at - 1]?.kind;
  return before === "answer" || before === "tool";
};

function rowOf(item: Item, items: Item[], talk: Talk): Row {
  const guess = GUESSES[item.kind] + (item.kind === "user" && item.images.length > 0 ? 150 : 0);
  const render = () => {
    switch (item.kind) {
      case "user":
        return <UserMessage item={item} talk={talk} wasAnswered={wasAnswered(items, item.seq)} />;
      case "answer":
        return <Answer item={item} follows={follows(items, items.indexOf(item))} />;
      case "tool":
        return <ToolCard item={item} sid={talk.sid} />;
      case "end": {
        const before = items.slice(0, items.indexOf(item));
        const last = before.at(-1);
        const asked = before.findLast((each) => each.kind === "user");
        const isSilent = asked !== undefined && !before.slice(before.indexOf(asked)).some((each) => each.kind === "answer");
        return <Ending end={item} asked={asked} hasPart={last?.kind === "answer" && last.isPart === true} isSilent={isSilent} />;
      }
    }
  };
  return { key: item.key, guess, isNew: item.kind === "answer" || item.kind === "user", render };
}

function rowsOf(talk: Talk): Row[] {
  const items = talk.conversation.items.value;
  const live = talk.conversation.live.value;
  const questions = talk.conversation.questions.value;
  const rows = items.map((item) => rowOf(item, items, talk));
  const isOn = talk.turns.value.length > 0;
  const pending = talk.pending.value;
  const hasBegun = items.at(-1)?.kind !== "end" && items.length > 0;
  // Whoever is first in line is being answered.
  const lead = !hasBegun ? pending[0] : undefined;
  const add = (key: string, guess: number, render: Row["render"]) => rows.push({ key, guess, isNew: false, render });
  if (lead) add(`p${lead.key}`, 96, () => <PendingMessage item={lead} talk={talk} place={0} />);
  // A question stands for itself, and so does a tool that runs.
  const isElsewhere = questions.length > 0 || (!live.text && items.some((item) => item.kind === "tool" && item.state === "running"));
  if ((isOn || live.text || live.thinking || live.step) && !isElsewhere) {
    add("live", 80, () => <LiveAnswer live={live} otherTab={talk.otherTab.value} follows={follows(items, items.length)} />);
  }
  questions.forEach((question, i) =>
    add(`q${question.id}`, 180, () => <Permission question={question} talk={talk} isFirst={i === 0} />),
  );
  const known = new Set(pending.map((item) => item.turn));
  const elsewhere = talk.turns.value.slice(1).filter((turn) => !known.has(turn));
  if (elsewhere.length > 0) add("elsewhere", 40, () => <WaitingElsewhere turns={elsewhere} talk={talk} />);
  for (const item of pending) {
    if (item !== lead) add(`p${item.key}`, 96, () => <PendingMessage item={item} talk={talk} place={1} />);
  }
  return rows;
}

function Head() {
  const pictures = shelf.value.length;
  return (
    <div class="pane-head">
      {(isMedium.value || !showsSessions.value) && (
        <button type="button" class="icon-button" aria-label="Sessions" aria-expanded={drawerOpen.value} title="Sessions  [" onClick={toggleSessions}>
          <Icon name={isMedium.value ? "list" : "left"} />
        </button>
      )}
      <h1 class="title" dir="auto" title={titleNow.value}>
        {titleNow.value || "New session"}
      </h1>
      {isNarrow.value && (
        <button type="button" class="icon-button" aria-label="New session" onClick={() => goTo("#/")}>
          <Icon name="plus" />
        </button>
      )}
      {(isNarrow.value || !showsTable.value) && pictures > 0 && (
        <button
          type="button"
          class="icon-button"
          aria-label="Light table"
          title="Light table  ]"
          onClick={() => (isNarrow.value ? (tableOver.value = true) : toggleTable())}
        >
          <Icon name="right" />
        </button>
      )}
    </div>
  );
}

// Something is attached and nothing said yet.
function Attached() {
  return (
    <div class="nothing">
      <p class="quiet-text">Ask about it below{isNarrow.value ? ". Press its thumbnail to point at a part." : ", or drag a box on the picture to ask about a part."}</p>
    </div>
  );
}

export function ConversationPane() {
  const talk = current.value;
  if (talk) loadRenderer();
  const isFresh =
    talk?.loading.value === "ready" &&
    talk.conversation.items.value.length + talk.pending.value.length + talk.turns.value.length === 0;
  return (
    <main class="conversation" data-session={talk?.sid} inert={isNarrow.value && tableOver.value && shelf.value.length > 0}>
      <Head />
      {(!talk || isFresh) && (attachments.value.length > 0 ? <Attached /> : <Empty />)}
      {talk && talk.loading.value === "missing" && (
        <div class="nothing">
          <p>There is no such session. It may have been deleted.</p>
          <button type="button" onClick={() => goTo("#/")}>Begin a new one</button>
        </div>
      )}
      {talk && !isFresh && talk.loading.value !== "missing" && (
        <Rows rows={talk.loading.value === "ready" ? rowsOf(talk) : []} label="Conversation" of={talk.sid} said={talk.sent.value}>
          {talk.trouble.value && <p class="ending error" role="alert">{talk.trouble.value}</p>}
        </Rows>
      )}
      <Composer />
    </main>
  );
}
