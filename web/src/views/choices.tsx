// A line to type in and a list to choose from, with the keyboard alone if one likes.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export interface Choice {
  id: string;
  words: string; // searched
  row: JSX.Element;
  run: () => void;
  isOff?: boolean;
}

function fits(words: string, typed: string): boolean {
  const text = words.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.includes(part));
}

export function Choices({ label, choices, first = 0 }: { label: string; choices: Choice[]; first?: number }) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(first);
  const list = useRef<HTMLUListElement>(null);
  const found = choices.filter((each) => fits(each.words, typed)).slice(0, 200);
  const current = Math.min(at, found.length - 1);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(found.length - 1, current + move)));
    } else if (event.key === "Enter") {
      event.preventDefault();
      // What is in the line now, drawn or not.
      const now = (event.currentTarget as HTMLInputElement).value;
      const choice = now === typed ? found[current] : choices.find((each) => fits(each.words, now));
      if (choice && !choice.isOff) choice.run();
    }
  };
  return (
    <div class="choices">
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="choices-list"
        aria-activedescendant={found[current] ? `choice-${current}` : undefined}
        aria-label={label}
        placeholder={label}
        autofocus
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="choices-list" role="listbox" aria-label={label} ref={list} tabIndex={0}>
        {found.map((choice, i) => (
          <li
            key={choice.id}
            id={`choice-${i}`}
            role="option"
            aria-selected={i === current}
            aria-disabled={choice.isOff}
            onMouseMove={() => setAt(i)}
            onClick={() => !choice.isOff && choice.run()}
          >
            {choice.row}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="quiet-text padded">Nothing fits these words.</p>}
    </div>
  );
}
