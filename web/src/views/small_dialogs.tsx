// The list of keys, and a picture by its address.
import { useState } from "preact/hooks";
import { attachAddress } from "../state/draft";
import { closeDialog, Dialog } from "./dialog";
import { withControl } from "./format";

const KEYS: [string, [string, string][]][] = [
  [
    "Everywhere",
    [
      ["/", "search the sessions"],
      ["n", "new session"],
      [withControl("K"), "everything: sessions, commands, models"],
      [withControl("V"), "paste a picture"],
      ["Enter", "send"],
      ["Shift Enter", "a new line"],
      ["↑", "change the last message, when the line is empty"],
      ["Esc", "stop"],
      ["[  ]", "fold the sessions, the light table"],
      ["1 … 9", "go to that box"],
      [",  .", "the picture or page before, the next"],
      ["?", "this list"],
    ],
  ],
  [
    "On a picture",
    [
      ["drag", "a box to ask about"],
      ["Space drag", "move; also with two fingers or the middle button"],
      ["wheel", "zoom at the pointer"],
      ["+  −", "zoom"],
      ["0", "fit"],
      ["z", "100 %"],
      ["double click", "zoom to what is there"],
      ["arrows", "move"],
      ["b", "a box by keys: arrows move it, with Shift they size it, Enter asks"],
    ],
  ],
  [
    "When a tool asks, outside of the line",
    [
      ["y", "allow"],
      ["n", "refuse"],
      ["a", "allow always, in this session"],
    ],
  ],
];

export function KeysDialog() {
  return (
    <Dialog title="Keys" className="keys">
      {KEYS.map(([where, keys]) => (
        <section key={where}>
          <h3>{where}</h3>
          <dl>
            {keys.map(([key, about]) => (
              <div key={key}>
                <dt><kbd>{key}</kbd></dt>
                <dd>{about}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

export function AddressDialog() {
  const [address, setAddress] = useState("");
  return (
    <Dialog title="A picture by its address">
      <form
        class="address"
        onSubmit={(event) => {
          event.preventDefault();
          if (!address.trim()) return;
          attachAddress(address.trim());
          closeDialog();
        }}
      >
        <input type="url" aria-label="Address" placeholder="https://example.org/picture.png" autofocus value={address} onInput={(event) => setAddress(event.currentTarget.value)} />
        <button type="submit" class="primary">Attach</button>
      </form>
      <p class="quiet-text">Fovea fetches it, not this browser. Only public https addresses are allowed.</p>
    </Dialog>
  );
}
