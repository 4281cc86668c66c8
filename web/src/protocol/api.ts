// The routes of docs/serve.md, one function each.
import { get, post, request } from "./http";
import type {
  AddressEstimate,
  Compared,
  Description,
  Envelope,
  Estimate,
  LedgerImage,
  Models,
  Reading,
  Session,
  StoredFile,
  SessionPage,
  Usage,
  Whoami,
} from "./types";

const of = (sid: string) => `/sessions/${encodeURIComponent(sid)}`;

export const whoami = () => get<Whoami>("/whoami");
export const estimate = (of: { model: string; width: number; height: number; mime: string }) =>
  get<Estimate>(`/estimate?${new URLSearchParams(Object.entries(of).map(([name, value]) => [name, String(value)]))}`);
export const lookAt = (url: string, model: string) => post<AddressEstimate>("/estimate", { url, ...(model ? { model } : {}) });
export const models = () => get<Models>("/models");
export const usage = () => get<Usage>("/usage");

export const listSessions = (after = "") =>
  get<SessionPage>(`/sessions?limit=200${after ? `&after=${encodeURIComponent(after)}` : ""}`);
export const session = (sid: string) => get<Session>(of(sid));
export const createSession = (model?: string) => post<Session>("/sessions", model ? { model } : {});
export const changeSession = async (sid: string, change: { title?: string; model?: string }) =>
  (await request("PATCH", of(sid), change)).json() as Promise<Session>;
export const deleteSession = (sid: string) => request("DELETE", of(sid));
export const branch = (sid: string, before_seq: number) => post<Session>(`${of(sid)}/branch`, { before_seq });
export const exportPath = (sid: string) => `${of(sid)}/export`;
export const importSession = async (file: Blob) =>
  (await request("POST", "/import", file)).json() as Promise<{ session_id: string; renamed: boolean }>;

export const messagesPath = (sid: string) => `${of(sid)}/messages`;
export const cancel = (sid: string) => post(`${of(sid)}/cancel`);
export const withdraw = (sid: string, turn: number) => request("DELETE", `${of(sid)}/turns/${turn}`);
export const decide = (sid: string, call: string, allow: boolean) =>
  request("POST", `${of(sid)}/permissions/${encodeURIComponent(call)}`, { allow });

interface LogPage {
  events: Envelope[];
  last_seq: number;
  next: number | null;
}
export const log = (sid: string, after: number) => get<LogPage>(`${of(sid)}/log?limit=1000&after=${after}`);

export const images = async (sid: string) => (await get<{ images: LedgerImage[] }>(`${of(sid)}/images`)).images;
export const imagePath = (sid: string, id: string, variant?: "low" | "thumb") =>
  `${of(sid)}/images/${encodeURIComponent(id)}${variant ? `?variant=${variant}` : ""}`;
export const changeImage = (sid: string, id: string, action: "pin" | "unpin" | "drop" | "restore") =>
  post<LedgerImage>(`${of(sid)}/images/${encodeURIComponent(id)}/${action}`);
export const description = (sid: string, id: string) => get<Description>(`${imagePath(sid, id)}/description`);
export const reading = (picture: string) => get<Reading>(`${picture}/reading`);
export const filePath = (sid: string, id: string) => `${of(sid)}/files/${encodeURIComponent(id)}`;
export const filePages = async (sid: string, id: string) => (await get<StoredFile>(`${filePath(sid, id)}/pages`)).pages ?? 0;
export const pagePath = (sid: string, id: string, page: number, variant?: "thumb") =>
  `${filePath(sid, id)}/pages/${page}${variant ? `?variant=${variant}` : ""}`;
export const compare = (sid: string, before: string, after: string) =>
  get<Compared>(`${of(sid)}/compare?before=${encodeURIComponent(before)}&after=${encodeURIComponent(after)}`);
