// A part of the page that is fetched when it is first seen.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";

export function lazy(load: () => Promise<ComponentType>): ComponentType {
  const loaded = signal<ComponentType | null>(null);
  const isBroken = signal(false);
  let asked = false;
  const fetchIt = () => {
    asked = true;
    isBroken.value = false;
    load().then(
      (component) => (loaded.value = component),
      () => (isBroken.value = true),
    );
  };
  return function Lazy() {
    if (!asked) fetchIt();
    const Inner = loaded.value;
    if (Inner) return <Inner />;
    if (!isBroken.value) return <main class="loading" aria-busy="true" />;
    // Nobody answers, or a newer Fovea has other files.
    return (
      <main class="nothing">
        <p role="alert">This part could not be loaded.</p>
        <button type="button" onClick={() => location.reload()}>Load the page anew</button>
      </main>
    );
  };
}
