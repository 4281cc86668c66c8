// A part of the page that is fetched when it is first seen.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";

export function lazy(load: () => Promise<ComponentType>): ComponentType {
  const loaded = signal<ComponentType | null>(null);
  let asked = false;
  return function Lazy() {
    if (!asked) {
      asked = true;
      void load().then((component) => (loaded.value = component));
    }
    const Inner = loaded.value;
    return Inner ? <Inner /> : <main class="loading" aria-busy="true" />;
  };
}
