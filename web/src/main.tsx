import { effect } from "@preact/signals";
import { render } from "preact";
import { connect, line } from "./protocol/socket";
import { closeByBack } from "./state/back";
import { place, setTheme, theme } from "./state/page";
import { loadAround, loadSessions, watchSessions } from "./state/sessions";
import { openTalk, titleNow } from "./state/talk";
import { App } from "./views/app";
import { loadRenderer } from "./views/markdown";
import "./style/base.css";
import "./style/room.css";
import "./style/conversation.css";
import "./style/prose.css";
import "./style/pictures.css";
import "./style/receipt.css";
import "./style/tools.css";
import "./style/composer.css";
import "./style/empty.css";
import "./style/table.css";
import "./style/compare.css";
import "./style/dialogs.css";

setTheme(theme.peek());
closeByBack();
if (location.hash.startsWith("#/s/")) loadRenderer(); // beside what was said, not after it
effect(() => {
  const now = place.value;
  if (now.view === "chat") openTalk(now.sid);
});
effect(() => {
  document.title = titleNow.value ? `${titleNow.value.slice(0, 60)} · Fovea` : "Fovea";
});
effect(() => {
  if (line.value === "open") void loadAround();
  if (line.value === "refused") void loadSessions(); // says whether this browser's key still counts
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void loadSessions();
});
void loadSessions();
watchSessions();
connect();
const root = document.getElementById("app");
if (root) render(<App />, root);
