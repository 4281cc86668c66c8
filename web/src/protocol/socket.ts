// One connection to the daemon for all sessions that are looked at. It comes back by itself; whoever joined is
// joined again with the last seq they saw, so that nothing is missed and nothing comes twice.
import { signal } from "@preact/signals";
import { io, type Socket } from "socket.io-client";
import type { Envelope } from "./types";

export interface Room {
  lastSeq(): number;
  hear(envelope: Envelope): void;
  // After joining and joining again, behind everything that was stored until then.
  joined(): void;
  // Pieces were not heard for a while; asked when the line is back, since what one reads stays in sight until then.
  lost(): void;
  refused(message: string): void;
}

export type Line = "connecting" | "open" | "lost" | "refused";
export const line = signal<Line>("connecting");

interface Ack {
  ok: boolean;
  seq?: number;
  message?: string;
}

const rooms = new Map<string, Room>();
let socket: Socket | undefined;

// Of any session of whoever is here, joined or not: it was made, named, deleted, began to work or has ended.
export interface ListWatcher {
  watching(): void; // from now on; anew after each time that the line was lost
  changed(session: string): void;
}
let watcher: ListWatcher | undefined;
export const onSessionChange = (next: ListWatcher) => void (watcher = next);

async function enter(session: string): Promise<void> {
  const room = rooms.get(session);
  if (!room || !socket?.connected) return;
  const ask = { session_id: session, last_seq: room.lastSeq() };
  const ack = (await socket.emitWithAck("join", ask).catch(() => null)) as Ack | null;
  if (!ack || rooms.get(session) !== room) return; // whoever comes back asks again
  if (!ack.ok) return room.refused(ack.message ?? "the session cannot be joined");
  room.joined();
}

export function connect(): void {
  socket = io("/events", {
    transports: ["websocket", "polling"],
    reconnectionDelay: 300,
    reconnectionDelayMax: 3000,
  });
  let wasLost = false;
  socket.on("connect", () => {
    line.value = "open";
    if (wasLost) for (const room of rooms.values()) room.lost();
    wasLost = false;
    socket?.emit("watch", {}, () => watcher?.watching());
    for (const session of rooms.keys()) void enter(session);
  });
  socket.on("disconnect", (reason) => {
    line.value = "lost";
    wasLost = true;
    // The server ended it: the client does not come back by itself then.
    if (reason === "io server disconnect") socket?.connect();
  });
  socket.on("connect_error", (error: Error & { data?: { status?: number } }) => {
    line.value = error.data?.status === 401 || error.data?.status === 403 ? "refused" : "lost";
  });
  socket.onAny((type: string, envelope: Envelope) => {
    if (type === "session_changed") return watcher?.changed(envelope.session_id);
    rooms.get(envelope?.session_id)?.hear(envelope);
  });
  window.addEventListener("online", () => socket?.connect());
}

export function join(session: string, room: Room): () => void {
  rooms.set(session, room);
  void enter(session);
  return () => {
    if (rooms.get(session) !== room) return;
    rooms.delete(session);
    if (socket?.connected) socket.emit("leave", { session_id: session });
  };
}
