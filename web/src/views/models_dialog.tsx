// Which model answers: what each can do, what it costs, and why one is not ready.
import type { Model } from "../protocol/types";
import { models } from "../state/sessions";
import { chooseModel, modelInUse, talk } from "../state/talk";
import { Choices, type Choice } from "./choices";
import { closeDialog, Dialog } from "./dialog";
import { count } from "./format";
import { Icon } from "./icon";

export function abilities(model: Model): string {
  const list = [model.vision ? "sees" : "does not see", model.tools && "tools", model.pdf && "PDF", model.video && "video"];
  if (model.context) list.push(`${count(model.context / 1000)}k context`);
  return list.filter(Boolean).join(" · ");
}

export function price(model: Model): string {
  if (model.provider === "local") return "free";
  if (model.price_in == null) return "price unknown";
  return `$${model.price_in} in · $${model.price_out ?? "?"} out`;
}

export function modelChoices(): Choice[] {
  const all = models.value?.models ?? [];
  const inUse = modelInUse.value || models.value?.default;
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
  return (
    <Dialog title={talk.value ? "Who answers from the next question on" : "Who answers in the next session"} className="wide">
      <Choices label="Search models" choices={modelChoices()} />
      <p class="quiet-text dialog-foot">Prices are for a million tokens, as of {models.value?.as_of ?? "the last release"}.</p>
    </Dialog>
  );
}
