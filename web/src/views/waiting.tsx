// What happens while no word of the answer is there, and for how long.
import { useEffect, useState } from "preact/hooks";
import type { Step } from "../state/conversation";
import { bytes, plural } from "./format";

const PATIENT_S = 3;
const SHORT = 65_536; // bytes that are sent before one could read that they are

// The seconds since it began to wait for that, and till then.
function useSeconds(of: string): number {
  const [since, setSince] = useState(0);
  useEffect(() => {
    const begun = Date.now();
    setSince(0);
    const timer = setInterval(() => setSince(Math.round((Date.now() - begun) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [of]);
  return since;
}

interface Told {
  of: string; // what the seconds are counted for
  words: string;
}

function toldOf(step: Step | null, isThinking: boolean): Told {
  if (!step) return isThinking ? { of: "thinking", words: "Thinking…" } : { of: "answer", words: "Waiting for the model…" };
  if (step.kind === "calling") return { of: step.name, words: `Calling ${step.name}…` };
  if (step.kind === "retry") return { of: `retry ${step.attempt}`, words: `retry ${step.attempt} of ${step.most}` };
  const { doing, done, total, model } = step;
  const files = (thing: string) => `${plural(total, thing)}${done > 0 ? `, ${done} done` : "…"}`;
  switch (doing) {
    case "opening":
      return { of: doing, words: "Opening documents…" };
    case "fetching":
      return { of: doing, words: "Fetching a picture…" };
    case "describing":
      return { of: doing, words: `Describing ${files("picture")}` };
    case "reading":
      return { of: doing, words: `Reading ${files("file")}` };
    case "sending":
      if (done >= total || total < SHORT) return { of: "answer", words: `Waiting for ${model ?? "the model"}…` };
      return { of: doing, words: `Sending ${bytes(total)}…${done > 0 ? ` ${Math.floor((100 * done) / total)} %` : ""}` };
    default: // of a newer daemon
      return { of: "answer", words: "Waiting for the model…" };
  }
}

export function Waiting({ step, isThinking }: { step: Step | null; isThinking: boolean }) {
  const { of, words } = toldOf(step, isThinking);
  const since = useSeconds(of);
  const left = step?.kind === "retry" ? Math.ceil((step.until - Date.now()) / 1000) : 0;
  return (
    <p class="waiting">
      <span class="spinner" />
      <span role="status" dir="auto">
        {step?.kind === "retry" && <span class="num" aria-hidden="true">{left > 0 ? `Waiting ${left} s, ` : "Waiting, "}</span>}
        {words}
      </span>
      {step?.kind !== "retry" && since >= PATIENT_S && <span class="num" aria-hidden="true">{since} s</span>}
    </p>
  );
}
