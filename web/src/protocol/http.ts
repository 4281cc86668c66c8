// Requests to the daemon. What fails is an ApiError with the daemon's sentence and its code; a daemon that
// does not answer at all is an Unreachable.
import { adviceFor } from "./advice";
import type { Problem } from "./types";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
  get advice(): string {
    if (this.status === 401) return "Open the address that `fovea serve` printed, with the token in it.";
    return adviceFor(this.code);
  }
}

export class Unreachable extends Error {
  constructor() {
    super("Fovea does not answer.");
  }
}

function errorFrom(status: number, text: string): ApiError {
  try {
    const problem = JSON.parse(text) as Problem;
    return new ApiError(status, problem.code ?? "INTERNAL", problem.detail ?? problem.title);
  } catch {
    return new ApiError(status, "INTERNAL", `the answer was HTTP ${status}`);
  }
}

export async function request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (signal) init.signal = signal;
  if (body instanceof Blob) init.body = body;
  else if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable();
  }
  if (!response.ok) throw errorFrom(response.status, await response.text());
  return response;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await request("GET", path, undefined, signal)).json() as Promise<T>;
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return (await request("POST", path, body)).json() as Promise<T>;
}

export interface Upload {
  path: string;
  body: FormData | string;
  key: string; // sent twice, it is one turn
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

// With progress, which fetch() does not tell.
export function upload<T>({ path, body, key, onProgress, signal }: Upload): Promise<T> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open("POST", path);
    xhr.setRequestHeader("Idempotency-Key", key);
    if (typeof body === "string") xhr.setRequestHeader("content-type", "application/json");
    xhr.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    xhr.onload = () => {
      if (xhr.status >= 200 && xhr.status < 300) resolve(JSON.parse(xhr.responseText) as T);
      else reject(errorFrom(xhr.status, xhr.responseText));
    };
    xhr.onerror = () => reject(new Unreachable());
    xhr.onabort = () => reject(new DOMException("cancelled", "AbortError"));
    signal.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(body);
  });
}
