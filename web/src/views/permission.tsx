// A tool asks to run: what exactly, why, and three answers with a key each.
import { useEffect, useRef } from "preact/hooks";
import type { Question } from "../state/conversation";
import type { Talk } from "../state/talk";
import { pretty } from "./tool_card";

// A rule of the configuration, or a sentence of a hook.
const reasonOf = (why: string) => (/^(ask|allow|deny): /.test(why) ? `Your rule “${why}” wants you to be asked.` : why === "default" ? "No rule allows it." : why);

export function decideBy(key: string, talk: Talk): boolean {
  const question = talk.conversation.questions.value[0];
  if (!question || !["y", "n", "a"].includes(key)) return false;
  if (key === "a") talk.always(question.name, true);
  void talk.answer(question.id, key !== "n");
  return true;
}

export function Permission({ question, talk, isFirst }: { question: Question; talk: Talk; isFirst: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFirst) place.current?.scrollIntoView({ block: "nearest" });
  }, [isFirst]);
  const answer = (allow: boolean, always = false) => {
    if (always) talk.always(question.name, true);
    void talk.answer(question.id, allow);
  };
  return (
    <div class="permission" role="group" aria-label={`May ${question.name} run?`} ref={place}>
      <p>
        May <code>{question.name}</code> run with this?
      </p>
      <pre tabIndex={0} dir="auto">{pretty(question.input)}</pre>
      {question.why && <p class="quiet-text" dir="auto">{reasonOf(question.why)}</p>}
      <div class="row">
        <button type="button" class="primary" onClick={() => answer(true)}>
          Allow <kbd>y</kbd>
        </button>
        <button type="button" onClick={() => answer(false)}>
          Refuse <kbd>n</kbd>
        </button>
        <button type="button" onClick={() => answer(true, true)} title="Until this page is closed, in this session">
          Always in this session <kbd>a</kbd>
        </button>
      </div>
    </div>
  );
}
