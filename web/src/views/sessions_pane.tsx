// The left pane: sessions by day, searched, renamed, exported, deleted.
import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "../protocol/api";
import { plainName } from "../looking/names";
import type { Session } from "../protocol/types";
import { dialog, drawerOpen, goTo, isMedium, openSession, place, setTheme, tell, tellError, theme, toggleSessions } from "../state/page";
import { loadAll, loadMore, loadSessions, moreAfter, remove, rename, sessions, titleOf } from "../state/sessions";
import { talk } from "../state/talk";
import { dayGroup, plural } from "./format";
import { Icon } from "./icon";

function Menu({ session, onRename, onClose }: { session: Session; onRename: () => void; onClose: () => void }) {
  const [isSure, setSure] = useState(false);
  const node = useRef<HTMLDivElement>(null);
  useEffect(() => {
    node.current?.querySelector<HTMLElement>("button, a")?.focus();
    const away = (event: PointerEvent) => {
      if (!node.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener("pointerdown", away, true);
    return () => document.removeEventListener("pointerdown", away, true);
  }, [onClose]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      node.current?.parentElement?.querySelector<HTMLElement>(".entry-more")?.focus();
      return onClose();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const all = [...(node.current?.querySelectorAll<HTMLElement>("button, a") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at + (event.key === "ArrowDown" ? 1 : all.length - 1)) % all.length]?.focus();
  };
  return (
    <div class="menu" ref={node} onKeyDown={onKeyDown}>
      <button type="button" onClick={onRename}><Icon name="edit" /> Rename</button>
      <a href={api.exportPath(session.session_id)} download onClick={onClose}><Icon name="download" /> Export</a>
      <button
        type="button"
        class="danger"
        onClick={() => {
          if (!isSure) return setSure(true);
          onClose();
          void remove(session.session_id);
        }}
      >
        <Icon name="drop" /> {isSure ? "Delete for good?" : "Delete"}
      </button>
    </div>
  );
}

function Entry({ session }: { session: Session }) {
  const [menu, setMenu] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const isOpen = place.value.view === "chat" && place.value.sid === session.session_id;
  // The one that is open tells as it happens; of the others the list knows.
  const isBusy = talk.value?.sid === session.session_id ? talk.value.isBusy.value : (session.turns?.length ?? 0) > 0;
  if (name !== null) {
    const done = (keep: boolean) => {
      if (keep && name.trim() && name !== plainName(session.title)) void rename(session.session_id, name.trim());
      setName(null);
    };
    return (
      <li class="entry">
        <input
          type="text"
          class="rename"
          dir="auto"
          aria-label="Name of the session"
          value={name}
          maxLength={255}
          ref={(node) => node?.focus()}
          onInput={(event) => setName(event.currentTarget.value)}
          onBlur={() => done(true)}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === "Enter") done(true);
            if (event.key === "Escape") done(false);
          }}
        />
      </li>
    );
  }
  return (
    <li class={`entry ${isOpen ? "open" : ""}`}>
      <a
        href={`#/s/${encodeURIComponent(session.session_id)}`}
        aria-current={isOpen ? "page" : undefined}
        title={titleOf(session)}
        onClick={() => (drawerOpen.value = false)}
        onDblClick={() => setName(plainName(session.title))}
      >
        {isBusy && <span class="busy-dot" aria-label="at work" role="img" />}
        <bdi class="entry-title">{titleOf(session)}</bdi>
        {session.images > 0 && <span class="num entry-count" role="img" aria-label={plural(session.images, "picture")} title={plural(session.images, "picture")}>
            {session.images} <Icon name="picture" />
          </span>}
      </a>
      <button type="button" class="icon-button entry-more" aria-label={`More about ${titleOf(session).slice(0, 60)}`} aria-expanded={menu} onClick={() => setMenu(!menu)}>
        <Icon name="more" />
      </button>
      {menu && (
        <Menu
          session={session}
          onClose={() => setMenu(false)}
          onRename={() => {
            setMenu(false);
            setName(plainName(session.title));
          }}
        />
      )}
    </li>
  );
}

async function importFile(): Promise<void> {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".tar,application/x-tar";
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const taken = await api.importSession(new Blob([file], { type: "application/x-tar" }));
      await loadSessions();
      openSession(taken.session_id);
      tell("The session is imported.");
    } catch (error) {
      tellError(error);
    }
  });
  input.click();
}

const NEXT = { system: "light", light: "dark", dark: "system" } as const;

export function SessionsPane() {
  const [search, setSearch] = useState("");
  const list = sessions.value;
  const wanted = search.trim().toLowerCase();
  useEffect(() => {
    if (wanted) void loadAll();
  }, [wanted !== ""]);
  const found = (list ?? []).filter((each) => !wanted || titleOf(each).toLowerCase().includes(wanted));
  const groups = new Map<string, Session[]>();
  for (const each of found) {
    const day = dayGroup(each.last_use);
    groups.set(day, [...(groups.get(day) ?? []), each]);
  }
  return (
    <nav class="sessions" aria-label="Sessions">
      <div class="pane-head">
        <span class="brand">Fovea</span>
        <span class="grow" />
        <button type="button" class="icon-button" aria-label="New session" title="New session  n" onClick={() => { goTo("#/"); drawerOpen.value = false; }}>
          <Icon name="plus" />
        </button>
        <button type="button" class="icon-button" aria-label="Fold the sessions away" title="Fold away  [" onClick={toggleSessions}>
          <Icon name={isMedium.value ? "close" : "left"} />
        </button>
      </div>
      <div class="search">
        <Icon name="search" />
        <input id="search" type="search" placeholder="Search the names" aria-label="Search the names of the sessions" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
        <kbd>/</kbd>
      </div>
      <div class="entries">
        {[...groups].map(([day, entries]) => (
          <section key={day}>
            <h2>{day}</h2>
            <ul>
              {entries.map((each) => (
                <Entry key={each.session_id} session={each} />
              ))}
            </ul>
          </section>
        ))}
        {list && found.length === 0 && (
          <p class="quiet-text padded">{!wanted ? "No sessions yet." : moreAfter.value ? "Searching…" : "No session has these words in its name."}</p>
        )}
        {moreAfter.value && !wanted && (
          <button type="button" class="quiet more" onClick={() => loadMore().catch(tellError)}>
            Older ones
          </button>
        )}
      </div>
      <div class="sessions-foot">
        <a href="#/usage" class="foot-button" aria-current={place.value.view === "usage" ? "page" : undefined} onClick={() => (drawerOpen.value = false)}>
          <Icon name="chart" /> Usage
        </a>
        <button type="button" class="foot-button" onClick={() => (dialog.value = "models")}>Models</button>
        <span class="grow" />
        <button type="button" class="icon-button" aria-label="Import a session" title="Import a session" onClick={() => void importFile()}>
          <Icon name="download" />
        </button>
        <button type="button" class="icon-button" aria-label={`Colours: ${theme.value}`} title={`Colours: ${theme.value}`} onClick={() => setTheme(NEXT[theme.value])}>
          <Icon name="sun" />
        </button>
        <button type="button" class="icon-button" aria-label="Keys" title="Keys  ?" onClick={() => (dialog.value = "keys")}>
          <Icon name="keys" />
        </button>
      </div>
    </nav>
  );
}
