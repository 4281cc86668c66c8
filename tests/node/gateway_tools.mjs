// Lets the official clients work with tools through a gateway: a picture and a PDF are asked about, the model calls two tools at
// once, one result holds a picture and one says that it failed, and the answer is JSON of a certain form.
//
//     node gateway_tools.mjs < scenario.json
//
// A scenario is {"url", "token", "client": "anthropic" | "chat" | "responses" | "ollama", "model", "stream", "image", "pdf"}, the
// files in base64. One line comes out: {"calls": [names], "answer": {…}}, or {"error", "status", "name"}.
import Anthropic from "@anthropic-ai/sdk";
import { Ollama } from "ollama";
import OpenAI from "openai";
import { readFileSync } from "node:fs";

const { url, token, client, model, stream, image, pdf, prompt = "What is it?" } = JSON.parse(readFileSync(0, "utf8"));
const parameters = { type: "object", properties: { x: { type: "integer" } }, required: ["x"], additionalProperties: false };
const schema = {
  type: "object", properties: { answer_is: { type: "string" } }, required: ["answer_is"], additionalProperties: false };
const dataUrl = "data:image/png;base64," + image;
const results = ["taken", "no such window"];

const clients = {
  async anthropic() {
    const api = new Anthropic({ baseURL: url, apiKey: token, maxRetries: 0 });
    const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: image } };
    const messages = [{
      role: "user",
      content: [
        { type: "document", title: "a.pdf", source: { type: "base64", media_type: "application/pdf", data: pdf } },
        picture,
        { type: "text", text: prompt }] }];
    const body = {
      model, max_tokens: 1000, messages, system: "Be brief.",
      tools: [{ name: "shot", description: "Takes a picture.", input_schema: parameters }],
      output_config: { format: { type: "json_schema", schema } } };
    const ask = () => (stream ? api.messages.stream(body).finalMessage() : api.messages.create(body));
    const first = await ask();
    const calls = first.content.filter((block) => block.type === "tool_use");
    messages.push({ role: "assistant", content: first.content }, {
      role: "user",
      content: calls.map((call, i) => ({
        type: "tool_result", tool_use_id: call.id, is_error: i === 1,
        content: i === 0 ? [{ type: "text", text: results[0] }, picture] : results[1] })) });
    const last = await ask();
    return { calls: calls.map((call) => call.name), text: last.content.find((block) => block.type === "text").text };
  },
  async chat() {
    const api = new OpenAI({ baseURL: url + "/v1", apiKey: token, maxRetries: 0 });
    const picture = { type: "image_url", image_url: { url: dataUrl } };
    const messages = [{ role: "developer", content: "Be brief." }, {
      role: "user",
      content: [
        { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64," + pdf } },
        picture,
        { type: "text", text: prompt }] }];
    const body = {
      model, messages, max_completion_tokens: 1000, temperature: 0.5,
      tools: [{ type: "function", function: { name: "shot", description: "Takes a picture.", parameters, strict: true } }],
      response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema } } };
    const ask = () =>
      stream ? api.chat.completions.stream(body).finalChatCompletion() : api.chat.completions.create(body);
    const first = (await ask()).choices[0].message;
    messages.push(first);
    first.tool_calls.forEach((call, i) => messages.push({
      role: "tool", tool_call_id: call.id, content: i === 0 ? [{ type: "text", text: results[0] }, picture] : results[1] }));
    const last = (await ask()).choices[0].message;
    return { calls: first.tool_calls.map((call) => call.function.name), text: last.content };
  },
  async responses() {
    const api = new OpenAI({ baseURL: url + "/v1", apiKey: token, maxRetries: 0 });
    const picture = { type: "input_image", image_url: dataUrl, detail: "auto" };
    const input = [{
      role: "user",
      content: [
        { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64," + pdf },
        picture,
        { type: "input_text", text: prompt }] }];
    const body = {
      model, input, instructions: "Be brief.", max_output_tokens: 1000, store: false,
      tools: [{ type: "function", name: "shot", description: "Takes a picture.", parameters, strict: true }],
      text: { format: { type: "json_schema", name: "answer", strict: true, schema } } };
    const ask = async () => {
      const reply = await (stream ? api.responses.stream(body).finalResponse() : api.responses.create(body));
      if (reply.error) throw new Error(reply.error.message); // its library takes a failed response for an answer
      return reply;
    };
    const first = await ask();
    const calls = first.output.filter((item) => item.type === "function_call");
    input.push(...first.output);
    calls.forEach((call, i) => input.push({
      type: "function_call_output", call_id: call.call_id,
      output: i === 0 ? [{ type: "input_text", text: results[0] }, picture] : results[1] }));
    const last = await ask();
    return { calls: calls.map((call) => call.name), text: last.output_text };
  },
  async ollama() {
    const api = new Ollama({ host: url, headers: { Authorization: "Bearer " + token } });
    const messages = [{ role: "system", content: "Be brief." }, { role: "user", content: prompt, images: [image] }];
    const body = {
      model, messages, format: schema, options: { temperature: 0.5, num_predict: 1000 },
      tools: [{ type: "function", function: { name: "shot", description: "Takes a picture.", parameters } }] };
    const ask = async () => {
      if (!stream) return (await api.chat(body)).message;
      const whole = { role: "assistant", content: "", tool_calls: [] };
      for await (const part of await api.chat({ ...body, stream: true })) {
        whole.content += part.message.content;
        whole.tool_calls.push(...(part.message.tool_calls ?? []));
      }
      return whole;
    };
    const first = await ask();
    messages.push(first);
    first.tool_calls.forEach((call, i) => messages.push({
      role: "tool", tool_name: call.function.name, content: results[i], ...(i === 0 ? { images: [image] } : {}) }));
    const last = await ask();
    return { calls: first.tool_calls.map((call) => call.function.name), text: last.content };
  },
};

try {
  const { calls, text } = await clients[client]();
  console.log(JSON.stringify({ calls, answer: JSON.parse(text) }));
} catch (error) {
  const status = error.status ?? error.status_code ?? 0;
  console.log(JSON.stringify({ error: error.message, status, name: error.constructor.name }));
}
