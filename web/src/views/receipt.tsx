// What each picture reached the model as: one quiet line that unfolds.
import { useEffect, useState } from "preact/hooks";
import { description } from "../protocol/api";
import type { EndItem, UserItem } from "../state/conversation";
import type { Picture } from "../state/pictures";
import { shelf } from "../state/table";
import { retry } from "../state/speaking";
import { talk } from "../state/talk";
import type { Description, DocumentRow, ReceiptRow } from "../protocol/types";
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
  oriented: "turned upright",
  flattened_on_white: "laid on white",
  reduced_to_8_bit: "8 bits a colour",
  container_repaired: "its file was repaired",
};
function whyOf(row: ReceiptRow): string {
  const done = row.actions.map((action) => ACTIONS[action] ?? "").filter(Boolean);
  const reason = partOf(row) && row.reason?.startsWith("its part ") ? "" : (row.reason ?? "");
  return [reason, done.join(", ")].filter(Boolean).map(sentence).join(" ");
}

// A frame of a recording has no name of its own.
const pictureOfRow = (row: ReceiptRow): Picture | undefined => shelf.value.find((each) => each.key === row.image_id);
const nameOfRow = (row: ReceiptRow) => (pictureOfRow(row)?.frameOf && pictureOfRow(row)?.name) || row.filename || row.image_id?.slice(0, 8) || row.url;

// Several states are counted: "3 pictures: 2 as pixels, 1 described". One is only said: "3 pictures: pixels".
const COUNTED: Record<string, string> = { pixels: "as pixels", text: "as text" };

function group(rows: ReceiptRow[], what: (number: number) => string): string {
  const groups = new Map<string, { number: number; tiles: number }>();
  for (const row of rows) {
    const sum = groups.get(row.state) ?? { number: 0, tiles: 0 };
    groups.set(row.state, { number: sum.number + 1, tiles: sum.tiles + row.tiles });
  }
  const parts = [...groups].map(([state, { number, tiles }]) => {
    const words = groups.size === 1 ? stateWord(state) : `${number} ${COUNTED[state] ?? stateWord(state)}`;
    const cut = tiles === 0 ? "" : groups.size === 1 ? `, ${plural(tiles, "tile")}` : ` in ${plural(tiles, "tile")}`;
    return words + cut;
  });
  return `${what(rows.length)}: ${parts.join(", ")}`;
}

// Its size, where the row is of a part: as it was sent, or as it was told.
function partOf(row: ReceiptRow): string {
  const told = /^its part (\d+)x(\d+) at /.exec(row.reason ?? "");
  if (told) return `part ${told[1]}×${told[2]}`;
  return row.actions.includes("cropped") && row.width > 0 ? `part ${row.width}×${row.height}` : "";
}

// "the same as image 2": the row of that one, where it is among these.
function carrierOf(row: ReceiptRow, rows: ReceiptRow[]): number {
  const at = Number(/^the same as image (\d+)$/.exec(row.reason ?? "")?.[1] ?? 0) - 1;
  return row.image_id && rows[at]?.image_id === row.image_id ? at : -1;
}

// The same picture twice was seen if one of the two was, and counts once; for this turn, if it was shown in it. A part
// is a picture of its own.
function eachOnce(rows: ReceiptRow[]): ReceiptRow[] {
  const found = new Map<string, ReceiptRow>();
  rows.forEach((row, i) => {
    const carrier = carrierOf(row, rows);
    const at = carrier >= 0 ? carrier : i;
    const isPart = partOf(rows[at] ?? row) !== "";
    const key = isPart ? String(at) : (row.image_id ?? row.url ?? String(at));
    const before = found.get(key);
    if (!before) return void found.set(key, row);
    const isBetter = isUnseen(before.state) ? !isUnseen(row.state) : carrierOf(before, rows) >= 0;
    const { earlier: _, ...best } = isBetter ? row : before;
    found.set(key, before.earlier && row.earlier ? { ...best, earlier: true } : best);
  });
  return [...found.values()];
}

function summary(rows: ReceiptRow[], more: number): string {
  const recordings = new Map<string, ReceiptRow[]>();
  const pictures: ReceiptRow[] = [];
  for (const row of rows.filter((each) => !each.earlier)) {
    const of = pictureOfRow(row)?.frameOf;
    if (of) recordings.set(of, [...(recordings.get(of) ?? []), row]);
    else pictures.push(row);
  }
  const parts = pictures.length > 0 ? [group(pictures, (number) => plural(number, "picture"))] : [];
  for (const [name, frames] of recordings) parts.push(group(frames, (number) => `${plural(number, "frame")} of ${name}`));
  // Those that were not shown again were seen, or missed, in their own turn.
  const again = rows.filter((row) => row.earlier && !isUnseen(row.state)).length + more;
  const fresh = parts.join(" · ");
  if (again === 0) return fresh;
  return fresh ? `${fresh} + ${again} of earlier turns` : `${plural(again, "picture")} of earlier turns`;
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

// Whoever asked about it in this turn should know; what stands further up need not be seen each time.
const isMissed = (row: ReceiptRow) => isUnseen(row.state) && !row.earlier;

// What a model that does not see was told in its place.
function Described({ id }: { id: string }) {
  const [said, setSaid] = useState<Description | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    const sid = talk.peek()?.sid;
    if (sid) description(sid, id).then(setSaid, (error: Error) => setTrouble(sentence(error.message)));
  }, [id]);
  if (trouble) return <small>{trouble}</small>;
  if (!said) return <small>…</small>;
  return (
    <details class="described">
      <summary>What it was told, by {said.model}</summary>
      <pre tabIndex={0} dir="auto">{said.text}</pre>
    </details>
  );
}

export function Receipt({ end }: { end: EndItem }) {
  const [isOpen, setOpen] = useState(false);
  const rows = eachOnce(end.receipt);
  const usage = end.usage;
  const tokens = usage ? usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens + usage.output_tokens : 0;
  const cost = end.cost > 0 ? `≈ ${money(end.cost)}` : "";
  const facts = [
    summary(rows, end.receiptMore),
    ...end.documents.map((row) => `${nameOfDocument(row)}: ${documentWords(row)}`),
    tokens > 0 ? `${count(tokens)} tokens` : "",
    cost,
    seconds(end.duration),
    end.model,
  ].filter(Boolean);
  const unseen = rows.some(isMissed) || end.documents.some(isCutShort);
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
          {rows.length + end.documents.length > 0 && (
            <table>
              <thead>
                <tr>
                  <th>{rows.length > 0 ? "Picture" : "Document"}</th>
                  <th>Reached the model as</th>
                  <th class="right">≈ Tokens</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row, i) => (
                  <tr key={i} class={isMissed(row) ? "amber" : ""}>
                    <td class="cut">
                      <bdi title={nameOfRow(row)}>{nameOfRow(row)}</bdi>
                      {(row.width > 0 || partOf(row)) && (
                        <small class="num">
                          {partOf(row) || `${row.width}×${row.height}`}
                          {row.bytes > 0 && ` · ${bytes(row.bytes)}`}
                        </small>
                      )}
                    </td>
                    <td>
                      {stateWord(row.state)}
                      {row.tiles > 0 && `, ${plural(row.tiles, "tile")}`}
                      {row.downscaled && " [downscaled]"}
                      {row.earlier && <span class="quiet-text"> · of an earlier turn</span>}
                      <small dir="auto">
                        {whyOf(row) || (row.state === "described" && `${end.model} does not see.`)} {isMissed(row) && whatToDo(row)}
                      </small>
                      {row.state === "described" && row.image_id && <Described id={row.image_id} />}
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
              {count(usage.input_tokens)} tokens in
              {usage.cache_read_tokens > 0 && ` · ${count(usage.cache_read_tokens)} read from the provider’s cache`}
              {usage.cache_write_tokens > 0 && ` · ${count(usage.cache_write_tokens)} written to the provider’s cache`}
              {` · ${count(usage.output_tokens)} out`}{usage.reasoning_tokens > 0 && ` · ${count(usage.reasoning_tokens)} of them thinking`}
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

interface EndingProps {
  end: EndItem;
  asked: UserItem | undefined;
  hasPart: boolean;
  isSilent: boolean; // no word was said
}

export const Ending = memo(function Ending({ end, asked, hasPart, isSilent }: EndingProps) {
  if (end.subtype === "success" && !isSilent) return <Receipt end={end} />;
  if (end.subtype === "success") {
    return (
      <div class="ending-block">
        <div class="ending">
          <span>The model said nothing.</span>
          <button type="button" class="quiet" onClick={() => asked && void retry(asked, false)}>
            Try again
          </button>
        </div>
        <Receipt end={end} />
      </div>
    );
  }
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
