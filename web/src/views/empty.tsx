// The first start: one line, a place to drop, three samples that work without a key.
import build from "../samples/build.png?url&no-inline";
import invoice from "../samples/invoice.png?url&no-inline";
import login from "../samples/login.png?url&no-inline";
import { attachFile, attachments } from "../state/draft";
import { tellError } from "../state/page";
import { say } from "../state/speaking";
import { modelInUse } from "../state/talk";
import { pickFiles } from "./pick";
import { isTouch, withControl } from "./format";

const SAMPLES = [
  { url: build, name: "build.png", question: "Why does the build fail?" },
  { url: invoice, name: "invoice.png", question: "What is the total?" },
  { url: login, name: "login.png", question: "What is wrong here?" },
];

async function ask(sample: (typeof SAMPLES)[number]): Promise<void> {
  try {
    const bytes = await (await fetch(sample.url)).blob();
    const id = await attachFile(new File([bytes], sample.name, { type: "image/png" }));
    const taken = attachments.peek().filter((each) => each.id === id);
    attachments.value = attachments.peek().filter((each) => each.id !== id);
    await say(sample.question, taken);
  } catch (error) {
    tellError(error);
  }
}

export function Empty() {
  const model = modelInUse.value;
  const isLocal = model.startsWith("local/");
  return (
    <div class="empty">
      <div class="empty-inner">
        <h2>Show Fovea a picture, point at it, and ask.</h2>
        <button type="button" class="dropzone" onClick={() => pickFiles()}>
          <span>{isTouch ? "Choose a picture, or take a photo" : `Drop a picture here, paste it with ${withControl("V")}, or choose a file`}</span>
        </button>
        <p class="quiet-text" id="samples-head">
          Or try one of these. {isLocal ? "They need no key and nothing leaves this machine." : model && `${model} answers.`}
        </p>
        <ul class="samples" aria-labelledby="samples-head">
          {SAMPLES.map((sample) => (
            <li key={sample.name}>
              <button type="button" class="sample" onClick={() => void ask(sample)}>
                <img src={sample.url} alt="" width="200" height="125" />
                <span>{sample.question}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
