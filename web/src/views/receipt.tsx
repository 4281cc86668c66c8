// What each picture reached the model as: one quiet line that unfolds.
import { useState } from "preact/hooks";
import type { EndItem, UserItem } from "../state/conversation";
import type { Picture } from "../state/pictures";
import { shelf } from "../state/table";
import { retry } from "../state/talk";
import type { ReceiptRow } from "../protocol/types";
import { adviceFor } from "../protocol/advice";
import { sentence } from "../state/page";
import { Icon } from "./icon";
import { memo } from "./memo";
import { bytes, count, money, plural, seconds } from "./format";

const STATES: Record<string, string> = {
  pixels: "pixels",
  low: "small",
  described: "described",
  text: "text",
  quarantined: "quarantined",
  not_seen: "not seen",
};
export const stateWord = (state: string) => STATES[state] ?? state.replaceAll("_", " ");
export const isUnseen = (state: string) => state === "not_seen" || state === "quarantined";

export function whatToDo(row: { state: string; reason?: string }): string {
  if (row.state === "quarantined") return "The provider refused it before. Restore it in the ledger to try again.";
  if (row.state === "not_seen") return "Ask about it again with the picture attached, or pin it.";
  return "";
}

// A frame of a recording has no name of its own.
const pictureOfRow = (row: ReceiptRow): Picture | undefined => shelf.value.find((each) => each.key === row.image_id);
const nameOfRow = (row: ReceiptRow) => (pictureOfRow(row)?.frameOf && pictureOfRow(row)?.name) || row.filename || row.image_id?.slice(0, 8) || row.url;

function group(rows: ReceiptRow[], what: (number: number) => string): string[] {
  const groups = new Map<string, { number: number; tiles: number }>();
  for (const row of rows) {
    const sum = groups.get(row.state) ?? { number: 0, tiles: 0 };
    groups.set(row.state, { number: sum.number + 1, tiles: sum.tiles + row.tiles });
  }
  return [...groups].map(([state, { number, tiles }], i) => {
    const cut = tiles > 0 ? `, ${plural(tiles, "tile")}` : "";
    return `${i === 0 ? `${what(number)}:` : number} ${stateWord(state)}${cut}`;
  });
}

function summary(rows: ReceiptRow[], more: number): string {
  const recordings = new Map<string, ReceiptRow[]>();
  const pictures: ReceiptRow[] = [];
  for (const row of rows) {
    const of = pictureOfRow(row)?.frameOf;
    if (of) recordings.set(of, [...(recordings.get(of) ?? []), row]);
    else pictures.push(row);
  }
  const parts = group(pictures, (number) => plural(number, "picture"));
  for (const [name, frames] of recordings) parts.push(...group(frames, (number) => `${plural(number, "frame")} of ${name}`));
  if (more > 0) parts.push(`${more} older`);
  return parts.join(" · ");
}

// A picture that was sent twice was seen if one of the two was.
const isMissed = (row: ReceiptRow, rows: ReceiptRow[]) =>
  isUnseen(row.state) && !rows.some((other) => other.image_id !== undefined && other.image_id === row.image_id && !isUnseen(other.state));

export function Receipt({ end }: { end: EndItem }) {
  const [isOpen, setOpen] = useState(false);
  const usage = end.usage;
  const tokens = usage ? usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens + usage.output_tokens : 0;
  const cost = end.cost > 0 ? `≈ ${money(end.cost)}` : "";
  const facts = [
    end.receipt.length > 0 ? summary(end.receipt.filter((row) => !isUnseen(row.state) || isMissed(row, end.receipt)), end.receiptMore) : "",
    tokens > 0 ? `${count(tokens)} tokens` : "",
    cost,
    seconds(end.duration),
    end.model,
  ].filter(Boolean);
  const hasReasons = end.receipt.some((row) => row.reason || row.actions.length > 0 || isUnseen(row.state));
  const hasSizes = end.receipt.some((row) => row.width > 0);
  const unseen = end.receipt.some((row) => isMissed(row, end.receipt));
  return (
    <div class={`receipt ${unseen ? "unseen-some" : ""}`}>
      <button type="button" class="receipt-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class={`turn ${isOpen ? "open" : ""}`}>
          <Icon name="chevron" />
        </span>
        <span>{facts.join(" · ")}</span>
      </button>
      {isOpen && (
        <div class="receipt-body" tabIndex={0} role="region" aria-label="What the model got">
          {end.receipt.length > 0 && (
            <table>
              <thead>
                <tr>
                  <th>Picture</th>
                  <th>Reached the model as</th>
                  {hasSizes && <th class="right">Size</th>}
                  <th class="right">≈ Tokens</th>
                  {hasReasons && <th>Why</th>}
                </tr>
              </thead>
              <tbody>
                {end.receipt.map((row, i) => (
                  <tr key={i} class={isMissed(row, end.receipt) ? "amber" : ""}>
                    <td class="cut"><bdi>{nameOfRow(row)}</bdi></td>
                    <td>
                      {stateWord(row.state)}
                      {row.tiles > 0 && `, ${plural(row.tiles, "tile")}`}
                      {row.downscaled && " [downscaled]"}
                    </td>
                    {hasSizes && (
                      <td class="right num">
                        {row.width > 0 ? `${row.width}×${row.height}` : "–"}
                        {row.bytes > 0 && <small> {bytes(row.bytes)}</small>}
                      </td>
                    )}
                    <td class="right num">{row.estimated_tokens > 0 ? count(row.estimated_tokens) : "–"}</td>
                    {hasReasons && (
                      <td class="why">
                        {[row.reason ?? "", row.actions.join(", ")].filter(Boolean).map(sentence).join(" ")} {isMissed(row, end.receipt) && whatToDo(row)}
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {usage && tokens > 0 && (
            <p class="num">
              {count(usage.input_tokens)} in · {count(usage.cache_read_tokens)} from the cache · {count(usage.cache_write_tokens)} into it ·{" "}
              {count(usage.output_tokens)} out{usage.reasoning_tokens > 0 && ` · ${count(usage.reasoning_tokens)} of them thinking`}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

const ENDINGS: Record<string, string> = {
  cancelled: "Stopped by you.",
  max_turns: "It stopped after as many steps as it may take.",
  budget_exceeded: "The budget is reached.",
};

export const Ending = memo(function Ending({ end, asked }: { end: EndItem; asked: UserItem | undefined }) {
  if (end.subtype === "success") return <Receipt end={end} />;
  const isStopped = end.subtype === "cancelled";
  const code = end.error?.code ?? (end.subtype === "budget_exceeded" ? "BUDGET_EXCEEDED" : "");
  const message = isStopped ? ENDINGS["cancelled"] : end.error ? sentence(end.error.message) : (ENDINGS[end.subtype] ?? "It failed.");
  return (
    <div class="ending-block">
      <div class={isStopped ? "ending" : "ending error"} role={isStopped ? undefined : "alert"}>
        {!isStopped && <Icon name="alert" />}
        <span>
          <span dir="auto">{message}</span> {!isStopped && <span class="advice">{adviceFor(code)}</span>}
        </span>
        <button type="button" class="quiet" onClick={() => asked && void retry(asked, false)}>
          Try again
        </button>
      </div>
      {end.receipt.length > 0 && <Receipt end={end} />}
    </div>
  );
});
