// What the daemon tells, as envelopes and blocks. Bodies of routes are generated (openapi.ts).
import type { components } from "./openapi";

type Schemas = components["schemas"];
export type Session = Schemas["Session"];
export type SessionPage = Schemas["SessionPage"];
export type Whoami = Schemas["Whoami"];
export type Models = Schemas["Models"];
export type Model = Models["models"][number];
export type LedgerImage = Schemas["Image"];
export type Reading = Schemas["Reading"];
export type Word = Reading["words"][number];
export type Element = Reading["elements"][number];
export type Compared = Schemas["Compared"];
export type Usage = Schemas["UsageDays"];
export type UsageRow = Usage["days"][number];
export type Estimate = Schemas["Estimate"];
export type AddressEstimate = Estimate & { width: number; height: number; mime: string; bytes: number };
export interface Description {
  model: string;
  text: string;
}
export type StoredFile = Schemas["File"];
export type Problem = Schemas["Problem"];

export interface TextBlock {
  type: "text";
  text: string;
}
export interface ImageBlock {
  type: "image_ref" | "image";
  image_id?: string;
  url?: string;
  mime?: string;
  width?: number;
  height?: number;
  filename?: string;
  alt_text?: string;
  crop?: [number, number, number, number]; // x, y, width, height
}
export interface FileBlock {
  type: "document" | "video";
  file_id?: string;
  filename?: string;
  mime?: string;
  url?: string;
}
export interface ToolUseBlock {
  type: "tool_use";
  id: string;
  name: string;
  input: unknown;
}
export type Block = TextBlock | ImageBlock | FileBlock | ToolUseBlock;

export interface ReceiptRow {
  image_id?: string;
  url?: string;
  filename?: string;
  state: string;
  original_width?: number;
  original_height?: number;
  width: number;
  height: number;
  bytes: number;
  estimated_tokens: number;
  tiles: number;
  tile_scale?: number;
  downscaled: boolean;
  actions: string[];
  earlier?: boolean; // it stood there before this turn
  reason?: string;
}

export interface DocumentRow {
  file_id?: string;
  filename?: string;
  state: "document" | "pages" | "not_seen";
  pages: number; // 0: not known
  pages_sent: number;
  pages_as_pictures: number;
  reason?: string;
}

export interface Tokens {
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  reasoning_tokens: number;
}

export interface LabelledBox {
  label: string;
  box: [number, number, number, number]; // x1, y1, x2, y2
  image?: number;
  point?: boolean;
}

export interface EventData {
  message: { role: "user" | "assistant"; content: Block[] };
  image: { image_id: string; mime: string; width: number; height: number; alt: string; source: string; url: string };
  tool_call: { id: string; name: string; input: unknown; is_error: boolean; result: Block[] };
  result: {
    turn_id: number;
    subtype: string;
    is_error: boolean;
    result?: string;
    model: string;
    cost_usd: number;
    usage: Tokens;
    receipt: ReceiptRow[];
    receipt_more?: number;
    documents?: DocumentRow[];
    duration_ms: number;
    stop_reason?: string;
    boxes?: LabelledBox[];
  };
  error: { turn_id: number; code: string; message: string };
  withdrawn: { turn_id: number };
  deleted: Record<string, never>;
  text_delta: { text: string };
  thinking_delta: { text: string };
  reply_so_far: { text: string; thinking: string };
  tool_start: { id: string; name: string };
  tool_progress: { id: string; name: string; done: number; total?: number; message: string };
  permission_request: { id: string; name: string; input: unknown; why: string };
  permission_decided: { id: string; name: string; verdict: string; rule: string; by?: "person" };
  progress: { doing: "opening" | "fetching" | "describing" | "reading" | "sending"; done: number; total: number; model?: string };
  warning: { kind: string; message: string };
  retry: { provider: string; attempt: number; max_retries: number; wait_ms: number; category: string };
  reroute: { from: string; to: string; reason: string };
  compact: { messages: number; tokens_before: number; tokens_after: number };
}

export type EventType = keyof EventData;
export type Envelope = {
  [T in EventType]: { type: T; session_id: string; seq?: number; ts: string; data: EventData[T] };
}[EventType];
