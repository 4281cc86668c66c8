// Everything by its name: commands, sessions, models.
import * as api from "../protocol/api";
import { dialog, goTo, openSession, place, setTheme, toggleSessions, toggleTable, type Dialog as Name } from "../state/page";
import { sessions, titleOf } from "../state/sessions";
import { edit } from "../state/speaking";
import { talk } from "../state/talk";
import { showsLedger } from "../state/table";
import { isTouch } from "./format";
import { Choices, type Choice } from "./choices";
import { closeDialog, Dialog } from "./dialog";
import { modelChoices } from "./models_dialog";
import { canCaptureScreen, captureScreen, pickFiles, takePhoto } from "./pick";
import { search } from "./use_keys";

function commands(): Choice[] {
  const open = place.value.view === "chat" ? talk.value : null; // what is not in sight is not acted on
  const list: [string, string, () => void][] = [
    ["New session", "n", () => goTo("#/")],
    ["Search the sessions", "/", () => setTimeout(search, 0)],
    ["Attach files", "", pickFiles],
    ["Attach by address", "", () => then("address")],
    ["Choose the model", "", () => then("models")],
    ["Usage", "", () => goTo("#/usage")],
    ["Fold or open the sessions", "[", toggleSessions],
    ["Fold or open the light table", "]", toggleTable],
    ["Ledger of pictures", "", () => (showsLedger.value = !showsLedger.value)],
    ["Colours as the system", "", () => setTheme("system")],
    ["Light colours", "", () => setTheme("light")],
    ["Dark colours", "", () => setTheme("dark")],
    ["Keys", "?", () => then("keys")],
  ];
  if (isTouch) list.splice(4, 0, ["Take a photo", "", takePhoto]);
  if (canCaptureScreen()) list.splice(4, 0, ["Capture the screen", "", () => void captureScreen()]);
  const last = open?.conversation.items.value.findLast((item) => item.kind === "user");
  if (last?.kind === "user") list.push(["Change the last message", "↑", () => setTimeout(() => edit(last), 0)]);
  if (open?.isBusy.value) list.unshift(["Stop", "Esc", () => void open.stop()]);
  if (open) list.push(["Export this session", "", () => location.assign(api.exportPath(open.sid))]);
  return list.map(([name, key, run]) => ({
    id: `c ${name}`,
    words: name,
    run: () => {
      closeDialog();
      run();
    },
    row: (
      <div class="palette-row">
        <span>{name}</span>
        {key && <kbd>{key}</kbd>}
      </div>
    ),
  }));
}

const then = (next: Name) => setTimeout(() => (dialog.value = next), 0);

function sessionChoices(): Choice[] {
  return (sessions.value ?? []).map((session) => ({
    id: `s ${session.session_id}`,
    words: `${titleOf(session)} session`,
    run: () => {
      closeDialog();
      openSession(session.session_id);
    },
    row: (
      <div class="palette-row">
        <bdi class="cut">{titleOf(session)}</bdi>
        <span class="quiet-text">session</span>
      </div>
    ),
  }));
}

export function Palette() {
  const models = modelChoices().map((choice) => ({ ...choice, id: `m ${choice.id}`, words: `${choice.words} model` }));
  return (
    <Dialog title="Everything" className="palette" hasHead={false}>
      <Choices label="Sessions, commands, models" choices={[...commands(), ...sessionChoices(), ...models]} />
    </Dialog>
  );
}
