// The right pane: the picture under discussion, the others beside it, and what became of it.
import { useEffect, useRef, useState } from "preact/hooks";
import { attachments } from "../state/draft";
import { estimateOf } from "../state/estimates";
import { dialog, isNarrow, tableOver, toggleTable } from "../state/page";
import type { Picture } from "../state/pictures";
import {
  answersWithMarks,
  chosen,
  compared,
  compareTwo,
  ledger,
  marks,
  pageCounts,
  shelf,
  show,
  showPage,
  shown,
  showsAll,
  showsLedger,
} from "../state/table";
import { Compare } from "./compare";
import { EstimateWords } from "./composer";
import { dragOf, dropOn } from "./drag";
import { count } from "./format";
import { Icon } from "./icon";
import { useInSight } from "./in_sight";
import { Ledger, LedgerActs, ledgerState } from "./ledger";
import type { PanZoom } from "./pan_zoom";
import { pickFiles } from "./pick";
import { Viewer } from "./viewer";
import { isUnseen } from "./receipt";

// From page to page of the document that lies here.
function PageSteps({ page }: { page: NonNullable<Picture["page"]> }) {
  const { file, number } = page;
  const all = pageCounts.value.get(file.file_id ?? "") ?? 0;
  return (
    <span class="page-steps">
      <button type="button" class="icon-button back" aria-label="Page before" title="Page before  ," disabled={number <= 1} onClick={() => showPage(file, number - 1)}>
        <Icon name="chevron" />
      </button>
      <span class="num">{all > 0 ? `${number} of ${all}` : number}</span>
      <button type="button" class="icon-button" aria-label="Next page" title="Next page  ." disabled={all > 0 && number >= all} onClick={() => showPage(file, number + 1)}>
        <Icon name="chevron" />
      </button>
    </span>
  );
}

function Facts({ picture }: { picture: Picture }) {
  const kept = ledger.value.find((each) => each.image_id === picture.imageId);
  const inDraft = attachments.value.find((each) => each.id === picture.draftId);
  const estimate = inDraft && estimateOf(inDraft);
  const size = picture.width ? `${picture.width}×${picture.height}` : "";
  return (
    <div class="facts">
      <bdi class="name" title={picture.name}>{picture.name}</bdi>
      <span class="num">
        {size}
        {kept && (
          <>
            {" · "}
            <span class={isUnseen(kept.state) || kept.dropped ? "amber-text" : ""}>{ledgerState(kept)}</span>
            {kept.estimated_tokens ? ` · ≈ ${count(kept.estimated_tokens)} tokens` : ""}
          </>
        )}
        {inDraft && " · not sent yet"}
        {estimate && <EstimateWords estimate={estimate} />}
      </span>
      <span class="grow" />
      {picture.page && <PageSteps page={picture.page} />}
      {kept && <LedgerActs image={kept} />}
    </div>
  );
}

function Shelf() {
  const list = shelf.value;
  const [over, setOver] = useState("");
  const row = useInSight<HTMLUListElement>(`${shown.value?.key} ${list.length}`);
  return (
    <ul class="shelf" aria-label="Pictures at hand" ref={row}>
      {list.map((picture) => (
        <li key={picture.key}>
          <button
            type="button"
            class={`shelf-item ${over === picture.key ? "over" : ""}`}
            aria-pressed={shown.value?.key === picture.key}
            aria-label={`Show ${picture.name}`}
            title={`${picture.name}\nDrop it on another one to compare the two`}
            onClick={() => show(picture.key)}
            {...dragOf(picture)}
            {...dropOn(picture, (isOver) => setOver(isOver ? picture.key : ""))}
          >
            <img src={picture.thumb} alt="" loading="lazy" draggable={false} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" class="shelf-item add" aria-label="Add a picture" title="Add a picture" onClick={pickFiles}>
          <Icon name="plus" />
        </button>
      </li>
    </ul>
  );
}

function CompareMenu({ picture }: { picture: Picture }) {
  const others = shelf.value.filter((each) => each.key !== picture.key);
  if (others.length === 0) return null;
  return (
    <label class="compare-menu icon-button" title="Compare with another picture">
      <Icon name="compare" />
      <select
        aria-label="Compare with another picture"
        value=""
        onChange={(event) => {
          const other = others.find((each) => each.key === event.currentTarget.value);
          event.currentTarget.value = "";
          if (other) compareTwo(picture, other);
        }}
      >
        <option value="">Compare with…</option>
        {others.map((each) => (
          <option key={each.key} value={each.key}>
            {each.name.slice(0, 60)}
          </option>
        ))}
      </select>
    </label>
  );
}

const marksInWords = (count: number) => (count === 0 ? "" : count === 1 ? "1 place is marked on the picture" : `${count} places are marked on the picture`);

export function LightTable() {
  const picture = shown.value;
  const two = compared.value;
  const hasNoRoom = isNarrow.value && picture && !two && answersWithMarks.value > 1; // for a title, beside the buttons
  const zoom = useRef<PanZoom | null>(null);
  const end = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNarrow.peek()) end.current?.focus(); // what lies below cannot be reached now
  }, []);
  const startBox = () => {
    zoom.current?.pane.current?.focus();
    zoom.current?.pane.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "b", bubbles: true }));
  };
  return (
    <aside class="table" aria-label="Light table">
      <div class="pane-head">
        <h2 class={hasNoRoom ? "unseen" : "title"}>{isNarrow.value && innerWidth < 380 ? "Table" : "Light table"}</h2>
        {hasNoRoom && <span class="grow" />}
        {picture && !two && (
          <>
            {answersWithMarks.value > 1 && (
              <button type="button" class="small" aria-pressed={showsAll.value} title="Mark the places of every answer, not of one alone" onClick={() => (showsAll.value = !showsAll.value)}>
                All places
              </button>
            )}
            <button type="button" class="icon-button" aria-label="Make a box to ask about" title="Drag on the picture, or press b there" onClick={startBox}>
              <Icon name="box" />
            </button>
            <button type="button" class="icon-button" aria-label="Fit" title="Fit  0" onClick={() => zoom.current?.fit()}>
              <Icon name="fit" />
            </button>
            <button type="button" class="icon-button text-button" aria-label="1:1, 100 percent" title="100 %  z" onClick={() => zoom.current?.actual()}>
              1:1
            </button>
            <CompareMenu picture={picture} />
          </>
        )}
        {ledger.value.length > 0 && (
          <button type="button" class="icon-button" aria-label="Ledger" title="What became of each picture" aria-pressed={showsLedger.value} onClick={() => (showsLedger.value = !showsLedger.value)}>
            <Icon name="list" />
          </button>
        )}
        <button
          type="button"
          ref={end}
          class="icon-button"
          aria-label="Close the light table"
          title="Close  ]"
          onClick={() => {
            chosen.value = null;
            if (isNarrow.value) tableOver.value = false;
            else toggleTable();
          }}
        >
          <Icon name={isNarrow.value ? "close" : "right"} />
        </button>
      </div>
      {two && <Compare comparing={two} />}
      {!two && picture && (
        <Viewer
          picture={picture}
          tools={(each) => {
            zoom.current = each;
          }}
        />
      )}
      {!picture && (
        <div class="stage nothing">
          <p class="quiet-text">The picture you talk about lies here.</p>
          <p class="quiet-text">
            Paste one, drop one, or <button type="button" class="link" onClick={pickFiles}>choose a file</button>
            {" or "}
            <button type="button" class="link" onClick={() => (dialog.value = "address")}>an address</button>.
          </p>
        </div>
      )}
      {showsLedger.value && <Ledger />}
      {shelf.value.length > 0 && <Shelf />}
      {picture && !two && <Facts picture={picture} />}
      <span class="unseen" role="status">{marksInWords(marks.value.length)}</span>
    </aside>
  );
}

