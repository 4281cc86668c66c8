// Which model answers: what each can do, what it costs, and why one is not ready.
import type { Model } from "../protocol/types";
import { models } from "../state/sessions";
import { chooseModel } from "../state/speaking";
import { modelInUse, talk } from "../state/talk";
import { Choices, type Choice } from "./choices";
import { closeDialog, Dialog } from "./dialog";
import { count } from "./format";
import { Icon } from "./icon";

const tokens = (value: number) => (value >= 1e6 ? `${+(value / 1e6).toFixed(1)}M` : `${count(value / 1000)}k`);

export function abilities(model: Model): string {
  if (model.provider === "local") return "reads the words and controls on pictures, on this machine";
  const list = [model.vision ? "sees" : "does not see", model.tools && "tools", model.pdf && "PDF", model.video && "video"];
  if (model.context) list.push(`${tokens(model.context)} context`);
  return list.filter(Boolean).join(" · ");
}

export function price(model: Model): string {
  if (model.provider === "local") return "free";
  if (model.price_in == null) return "price unknown";
  return `$${model.price_in} in · $${model.price_out ?? "?"} out`;
}

export function modelChoices(): Choice[] {
  const all = models.value?.models ?? [];
  const inUse = modelInUse.value;
  const sorted = [...all].sort((a, b) => Number(b.ready) - Number(a.ready));
  return sorted.map((model) => {
    const name = model.name ?? model.id;
    return {
      id: name,
      words: `${name} ${abilities(model)}`,
      isOff: !model.ready,
      run: () => {
        chooseModel(name);
        closeDialog();
      },
      row: (
        <div class="model-row">
          <span class="model-row-name">
            {name === inUse && <Icon name="check" />} {name}
          </span>
          <span class="num quiet-text">{price(model)}</span>
          <span class="quiet-text">{model.ready ? abilities(model) : (model.why ?? "not ready")}</span>
        </div>
      ),
    };
  });
}

export function ModelsDialog() {
  const choices = modelChoices();
  const inUse = choices.findIndex((each) => each.id === modelInUse.value);
  return (
    <Dialog title={talk.value ? "Who answers from the next question on" : "Who answers in the next session"} className="wide">
      <Choices label="Search models" choices={choices} first={Math.max(0, inUse)} />
      <p class="quiet-text dialog-foot">Prices are for a million tokens, as of {models.value?.as_of ?? "the last release"}.</p>
    </Dialog>
  );
}
