// Every picture of the session and what became of it, with pin, drop and restore.
import { plainName } from "../looking/names";
import { change, ledger, shelf, show } from "../state/table";
import type { LedgerImage } from "../protocol/types";
import { count, plural } from "./format";
import { Icon } from "./icon";
import { isUnseen, stateWord } from "./receipt";

// A frame of a recording has a name that nobody gave it.
const nameOf = (image: LedgerImage) => shelf.value.find((each) => each.key === image.image_id && each.frameOf)?.name || plainName(image.filename ?? "");

export function LedgerActs({ image }: { image: LedgerImage }) {
  const id = image.image_id;
  if (!id) return null;
  const name = nameOf(image) || "the picture";
  return (
    <span class="acts-row">
      {!image.dropped && (
        <button type="button" class="small" aria-pressed={image.pinned ?? false} title="A pinned picture is sent with every question" onClick={() => void change(id, image.pinned ? "unpin" : "pin")}>
          <Icon name="pin" /> <span class="icon-label">{image.pinned ? "Pinned" : "Pin"}</span><span class="unseen"> {name}</span>
        </button>
      )}
      {image.dropped ? (
        <button type="button" class="small" title="Send it again" onClick={() => void change(id, "restore")}>
          <Icon name="restore" /> <span class="icon-label">Restore</span><span class="unseen"> {name}</span>
        </button>
      ) : (
        <button type="button" class="small" title="Send it no more" onClick={() => void change(id, "drop")}>
          <Icon name="drop" /> <span class="icon-label">Drop</span><span class="unseen"> {name}</span>
        </button>
      )}
    </span>
  );
}

export const ledgerState = (image: LedgerImage) => (image.dropped ? "dropped" : stateWord(image.state));

export function Ledger() {
  const list = ledger.value;
  if (list.length === 0) return <p class="quiet-text padded">No picture has been sent in this session yet.</p>;
  const total = list.reduce((sum, each) => sum + (each.dropped ? 0 : (each.estimated_tokens ?? 0)), 0);
  return (
    <div class="ledger" tabIndex={0} role="region" aria-label="Pictures of this session">
      <table>
        <thead>
          <tr>
            <th>Picture</th>
            <th>As</th>
            <th class="right">≈ Tokens</th>
            <th class="right age">Age</th>
            <th><span class="unseen">Change</span></th>
          </tr>
        </thead>
        <tbody>
          {list.map((image, i) => (
            <tr key={image.image_id ?? i} class={isUnseen(image.state) || image.dropped ? "amber" : ""}>
              <td class="cut">
                {image.image_id ? (
                  <button type="button" class="link" onClick={() => show(image.image_id ?? "")}>
                    <img class="chip-thumb" src={`${image.url}?variant=thumb`} alt="" loading="lazy" />
                    <bdi>{nameOf(image) || image.image_id.slice(0, 8)}</bdi>
                  </button>
                ) : (
                  <bdi>{image.url}</bdi>
                )}
              </td>
              <td>{ledgerState(image)}</td>
              <td class="right num">{image.estimated_tokens ? count(image.estimated_tokens) : "–"}</td>
              <td class="right num age">{image.age ? plural(image.age, "turn") : "now"}</td>
              <td class="right"><LedgerActs image={image} /></td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet-text num">{plural(list.length, "picture")}{total > 0 && ` · ≈ ${count(total)} tokens with each question`}</p>
    </div>
  );
}
