// The whole page: three panes, what lies over them, and what works everywhere.
import { useEffect, useState } from "preact/hooks";
import { lazy } from "./lazy";
import { line } from "../protocol/socket";
import { attachAddress, attachFiles } from "../state/draft";
import { dialog, drawerOpen, isMedium, isNarrow, notice, place, said, showsSessions, showsTable, tableOver } from "../state/page";
import { isShutOut } from "../state/sessions";
import { shelf } from "../state/table";
import { ConversationPane } from "./conversation";
import { isOurs } from "./drag";
import { Icon } from "./icon";
import { LightTable } from "./light_table";
import { SessionsPane } from "./sessions_pane";
import { AddressDialog, KeysDialog } from "./small_dialogs";
import { ModelsDialog } from "./models_dialog";
import { Palette } from "./palette";
import { useKeys } from "./use_keys";

const UsagePage = lazy(() => import("./usage").then((module) => module.UsagePage));

function Bar() {
  if (line.value === "open" || line.value === "connecting" || isShutOut.value) return null;
  return (
    <div class="bar" role="status">
      Fovea does not answer. What you write is kept, and sent when it is back.
    </div>
  );
}

function Notice() {
  const now = notice.value;
  if (!now) return null;
  return (
    <div class={`notice ${now.kind}`} role={now.kind === "error" ? "alert" : "status"}>
      <span dir="auto">
        {now.text} {now.advice && <span class="advice">{now.advice}</span>}
      </span>
      <button type="button" class="icon-button" aria-label="Close" onClick={() => (notice.value = null)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

function ShutOut() {
  return (
    <main class="shut-out">
      <h1>Fovea</h1>
      <p>This browser has no valid key to this Fovea.</p>
      <p>
        Open the address that <code>fovea serve</code> printed when it started. It looks like{" "}
        <code>{location.origin}/?token=…</code>
      </p>
    </main>
  );
}

// Cells of a spreadsheet come as words and as a picture of them: in a line, the words are meant. A file comes with its name.
function isOfWords(event: ClipboardEvent, files: File[]): boolean {
  const text = event.clipboardData?.getData("text/plain").trim() ?? "";
  const isLine = event.target instanceof HTMLElement && event.target.matches("input, textarea");
  return isLine && text !== "" && !files.some((file) => text.includes(file.name));
}

// Files may be dropped anywhere.
function useDrops(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth++;
      setOver(true);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    // A link that is let go of would open in the place of this page.
    const isLink = (event: DragEvent) => !isOurs(event) && (event.dataTransfer?.types.includes("text/uri-list") ?? false);
    const over = (event: DragEvent) => (hasFiles(event) || isLink(event)) && event.preventDefault();
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event) && !isLink(event)) return;
      event.preventDefault();
      if (hasFiles(event)) return void attachFiles([...(event.dataTransfer?.files ?? [])]);
      const address = event.dataTransfer?.getData("text/uri-list").split("\n")[0]?.trim() ?? "";
      if (address && !address.startsWith(location.origin)) attachAddress(address);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isOfWords(event, files)) return;
      event.preventDefault();
      void attachFiles(files);
    };
    document.addEventListener("dragenter", enter);
    document.addEventListener("dragleave", leave);
    document.addEventListener("dragover", over);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragenter", enter);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("dragover", over);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, []);
  return isOver;
}

export function App() {
  useKeys();
  const isOver = useDrops();
  if (isShutOut.value) return <ShutOut />;
  const hasSessions = isMedium.value ? drawerOpen.value : showsSessions.value;
  const isUsage = place.value.view === "usage";
  const hasTable = !isUsage && (isNarrow.value ? tableOver.value && shelf.value.length > 0 : showsTable.value);
  const classes = ["room", hasSessions && !isMedium.value ? "with-sessions" : "", hasTable && !isNarrow.value ? "with-table" : ""];
  return (
    <>
      <Bar />
      <div class={classes.join(" ")}>
        {hasSessions && (
          <div class={isMedium.value ? "drawer" : "beside"}>
            {isMedium.value && <div class="shade" onClick={() => (drawerOpen.value = false)} />}
            <SessionsPane />
          </div>
        )}
        {isUsage ? <UsagePage /> : <ConversationPane />}
        {hasTable && <LightTable />}
      </div>
      {isOver && <div class="drop-over" aria-hidden="true">Drop to attach</div>}
      <Notice />
      {dialog.value === "palette" && <Palette />}
      {dialog.value === "keys" && <KeysDialog />}
      {dialog.value === "models" && <ModelsDialog />}
      {dialog.value === "address" && <AddressDialog />}
      <div class="unseen" aria-live="polite">{said.value}</div>
    </>
  );
}
