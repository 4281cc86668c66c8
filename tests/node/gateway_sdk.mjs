// Lets the official clients ask a gateway, and prints what they hear, in one form for all.
//
//     node gateway_sdk.mjs < scenario.json
//
// A scenario is {"url", "token", "client": "anthropic" | "chat" | "responses" | "ollama", "model", "prompt", "image", "stream",
// "tools", "schema", "turns"}. For each turn one line comes out: {"text", "calls": [{"name", "input"}], "input", "output", "finish"},
// or {"error", "status"}. Of two turns the second says the prompt again behind the first one's answer.
import Anthropic from "@anthropic-ai/sdk";
import { Ollama } from "ollama";
import OpenAI from "openai";
import { readFileSync } from "node:fs";

const scenario = JSON.parse(readFileSync(0, "utf8"));
const { url, token, client, model, prompt, image, stream, tools, schema, turns = 1 } = scenario;
const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

const clients = {
  async anthropic(history) {
    const api = new Anthropic({ baseURL: url, apiKey: token, maxRetries: 0 });
    const content = [{ type: "text", text: prompt }];
    if (image) content.unshift({ type: "image", source: { type: "base64", media_type: "image/png", data: image } });
    history.push({ role: "user", content });
    const body = { model, max_tokens: 1000, messages: history };
    if (tools) body.tools = [{ name: "weather", description: "The weather", input_schema: parameters }];
    const reply = stream ? await api.messages.stream(body).finalMessage() : await api.messages.create(body);
    history.push({ role: "assistant", content: reply.content });
    return {
      text: reply.content.filter((block) => block.type === "text").map((block) => block.text).join(""),
      calls: reply.content.filter((block) => block.type === "tool_use").map(({ name, input }) => ({ name, input })),
      input: reply.usage.input_tokens, output: reply.usage.output_tokens, finish: reply.stop_reason };
  },
  async chat(history) {
    const api = new OpenAI({ baseURL: url + "/v1", apiKey: token, maxRetries: 0 });
    const content = [{ type: "text", text: prompt }];
    if (image) content.unshift({ type: "image_url", image_url: { url: "data:image/png;base64," + image } });
    history.push({ role: "user", content });
    const body = { model, messages: history };
    if (tools) body.tools = [{ type: "function", function: { name: "weather", description: "The weather", parameters } }];
    if (schema) body.response_format = { type: "json_schema", json_schema: { name: "answer", strict: true, schema } };
    const reply = stream
      ? await api.chat.completions.stream({ ...body, stream_options: { include_usage: true } }).finalChatCompletion()
      : await api.chat.completions.create(body);
    const { message, finish_reason } = reply.choices[0];
    history.push(message);
    return {
      text: message.content ?? "",
      calls: (message.tool_calls ?? []).map((call) => ({ name: call.function.name, input: JSON.parse(call.function.arguments) })),
      input: reply.usage?.prompt_tokens, output: reply.usage?.completion_tokens, finish: finish_reason };
  },
  async responses(history) {
    const api = new OpenAI({ baseURL: url + "/v1", apiKey: token, maxRetries: 0 });
    const content = [{ type: "input_text", text: prompt }];
    if (image) content.unshift({ type: "input_image", image_url: "data:image/png;base64," + image, detail: "auto" });
    history.push({ role: "user", content });
    const body = { model, input: history, store: false };
    if (tools) body.tools = [{ type: "function", name: "weather", description: "The weather", parameters, strict: false }];
    if (schema) body.text = { format: { type: "json_schema", name: "answer", strict: true, schema } };
    const reply = stream ? await api.responses.stream(body).finalResponse() : await api.responses.create(body);
    history.push(...reply.output);
    return {
      text: reply.output_text ?? reply.output.flatMap((item) => item.content ?? []).map((part) => part.text ?? "").join(""),
      calls: reply.output.filter((item) => item.type === "function_call")
        .map((call) => ({ name: call.name, input: JSON.parse(call.arguments) })),
      input: reply.usage?.input_tokens, output: reply.usage?.output_tokens, finish: reply.status };
  },
  async ollama(history) {
    const api = new Ollama({ host: url, headers: { Authorization: "Bearer " + token } });
    history.push({ role: "user", content: prompt, ...(image ? { images: [image] } : {}) });
    const body = { model, messages: history };
    if (tools) body.tools = [{ type: "function", function: { name: "weather", description: "The weather", parameters } }];
    if (schema) body.format = schema;
    let text = "";
    let calls = [];
    let last;
    if (stream) {
      for await (const part of await api.chat({ ...body, stream: true })) {
        text += part.message.content;
        calls.push(...(part.message.tool_calls ?? []));
        last = part;
      }
    } else {
      last = await api.chat(body);
      text = last.message.content;
      calls = last.message.tool_calls ?? [];
    }
    history.push({ role: "assistant", content: text });
    return {
      text, calls: calls.map((call) => ({ name: call.function.name, input: call.function.arguments })),
      input: last.prompt_eval_count, output: last.eval_count, finish: last.done_reason };
  },
};

const history = [];
for (let turn = 0; turn < turns; ++turn) {
  try {
    console.log(JSON.stringify(await clients[client](history)));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message, status: error.status ?? error.status_code ?? 0 }));
  }
}
