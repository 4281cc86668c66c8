// On a phone the table lies over the conversation, and "back" takes it away before it leaves the page.
import { effect } from "@preact/signals";
import { isNarrow, tableOver } from "./page";

const isOverEntry = () => (history.state as { over?: boolean } | null)?.over === true;

export function closeByBack(): void {
  effect(() => {
    const isOver = isNarrow.value && tableOver.value;
    if (isOver && !isOverEntry()) history.pushState({ over: true }, "");
    // Whoever went to another session meanwhile has an entry of their own.
    else if (!isOver && isOverEntry()) history.back();
  });
  window.addEventListener("popstate", () => {
    if (tableOver.peek() && !isOverEntry()) tableOver.value = false;
  });
}
