// What each picture reached the model as: one quiet line that unfolds.
import { useState } from "preact/hooks";
import type { EndItem, UserItem } from "../state/conversation";
import type { Picture } from "../state/pictures";
import { shelf } from "../state/table";
import { retry } from "../state/talk";
import type { DocumentRow, ReceiptRow } from "../protocol/types";
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

// What was done to it on the way; that it was made smaller, or another file type, is told elsewhere or changes nothing.
const ACTIONS: Record<string, string> = {
  first_frame: "only its first frame",
  cropped: "only a part of it",
  oriented: "turned upright",
  flattened_on_white: "laid on white",
  reduced_to_8_bit: "8 bits a colour",
  container_repaired: "its file was repaired",
};
function whyOf(row: ReceiptRow): string {
  const done = row.actions.map((action) => ACTIONS[action] ?? "").filter(Boolean);
  return [row.reason ?? "", done.join(", ")].filter(Boolean).map(sentence).join(" ");
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

const nameOfDocument = (row: DocumentRow) => row.filename || "document";

function documentWords(row: DocumentRow): string {
  if (row.state === "not_seen") return "not seen";
  const part = row.pages > 0 && row.pages_sent < row.pages ? `pages 1 to ${row.pages_sent} of ${row.pages}` : row.pages > 0 ? plural(row.pages, "page") : "";
  if (row.state === "document") return ["as a document", part].filter(Boolean).join(", ");
  const pictures = row.pages_as_pictures;
  const how = pictures === 0 ? "as text" : pictures === row.pages_sent ? "as text and pictures" : `as text, ${pictures} as pictures too`;
  return [part, how].filter(Boolean).join(" ");
}

const isCutShort = (row: DocumentRow) => row.state === "not_seen" || row.pages_sent < row.pages;

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
    ...end.documents.map((row) => `${nameOfDocument(row)}: ${documentWords(row)}`),
    tokens > 0 ? `${count(tokens)} tokens` : "",
    cost,
    seconds(end.duration),
    end.model,
  ].filter(Boolean);
  const unseen = end.receipt.some((row) => isMissed(row, end.receipt)) || end.documents.some(isCutShort);
  return (
    <div class={`receipt ${unseen ? "unseen-some" : ""}`}>
      <button type="button" class="receipt-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class={`turn ${isOpen ? "open" : ""}`}>
          <Icon name="chevron" />
        </span>
        <span>
          {facts.map((fact) => (
            <span key={fact} class="fact">{fact}</span>
          ))}
        </span>
      </button>
      {isOpen && (
        <div class="receipt-body" tabIndex={0} role="region" aria-label="What the model got">
          {end.receipt.length + end.documents.length > 0 && (
            <table>
              <thead>
                <tr>
                  <th>{end.receipt.length > 0 ? "Picture" : "Document"}</th>
                  <th>Reached the model as</th>
                  <th class="right">≈ Tokens</th>
                </tr>
              </thead>
              <tbody>
                {end.receipt.map((row, i) => (
                  <tr key={i} class={isMissed(row, end.receipt) ? "amber" : ""}>
                    <td class="cut">
                      <bdi title={nameOfRow(row)}>{nameOfRow(row)}</bdi>
                      {row.width > 0 && (
                        <small class="num">
                          {row.width}×{row.height}
                          {row.bytes > 0 && ` · ${bytes(row.bytes)}`}
                        </small>
                      )}
                    </td>
                    <td>
                      {stateWord(row.state)}
                      {row.tiles > 0 && `, ${plural(row.tiles, "tile")}`}
                      {row.downscaled && " [downscaled]"}
                      <small dir="auto">
                        {whyOf(row)} {isMissed(row, end.receipt) && whatToDo(row)}
                      </small>
                    </td>
                    <td class="right num">{row.estimated_tokens > 0 ? count(row.estimated_tokens) : "–"}</td>
                  </tr>
                ))}
                {end.documents.map((row, i) => (
                  <tr key={`d${i}`} class={isCutShort(row) ? "amber" : ""}>
                    <td class="cut"><bdi title={nameOfDocument(row)}>{nameOfDocument(row)}</bdi></td>
                    <td>
                      {documentWords(row)}
                      <small dir="auto">{row.reason && sentence(row.reason)}</small>
                    </td>
                    <td class="right num">–</td>
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

export const Ending = memo(function Ending({ end, asked, hasPart }: { end: EndItem; asked: UserItem | undefined; hasPart: boolean }) {
  if (end.subtype === "success") return <Receipt end={end} />;
  const isStopped = end.subtype === "cancelled";
  const code = end.error?.code ?? (end.subtype === "budget_exceeded" ? "BUDGET_EXCEEDED" : "");
  const message = isStopped ? ENDINGS["cancelled"] : end.error ? sentence(end.error.message) : (ENDINGS[end.subtype] ?? "It failed.");
  return (
    <div class="ending-block">
      <div class={isStopped ? "ending" : "ending error"} role={isStopped ? undefined : "alert"}>
        {!isStopped && <Icon name="alert" />}
        <span>
          <span dir="auto">{message}</span> {hasPart && "What was said of the answer is not kept."} {!isStopped && <span class="advice">{adviceFor(code)}</span>}
        </span>
        <button type="button" class="quiet" onClick={() => asked && void retry(asked, false)}>
          Try again
        </button>
      </div>
      {end.receipt.length + end.documents.length > 0 && <Receipt end={end} />}
    </div>
  );
});
