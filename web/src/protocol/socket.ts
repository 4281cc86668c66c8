// One connection to the daemon for all sessions that are looked at. It comes back by itself; whoever joined is
// joined again with the last seq they saw, so that nothing is missed and nothing comes twice.
import { signal } from "@preact/signals";
import { io, type Socket } from "socket.io-client";
import type { Envelope } from "./types";

export interface Room {
  lastSeq(): number;
  hear(envelope: Envelope): void;
  // After (re)joining, behind everything that was stored until then.
  joined(again: boolean): void;
  refused(message: string): void;
}

export type Line = "connecting" | "open" | "lost" | "refused";
export const line = signal<Line>("connecting");

interface Ack {
  ok: boolean;
  seq?: number;
  message?: string;
}

const rooms = new Map<string, { room: Room; wasJoined: boolean }>();
let socket: Socket | undefined;

async function enter(session: string): Promise<void> {
  const place = rooms.get(session);
  if (!place || !socket?.connected) return;
  const ask = { session_id: session, last_seq: place.room.lastSeq() };
  const ack = (await socket.emitWithAck("join", ask)) as Ack;
  if (rooms.get(session) !== place) return;
  if (!ack.ok) return place.room.refused(ack.message ?? "the session cannot be joined");
  const again = place.wasJoined;
  place.wasJoined = true;
  place.room.joined(again);
}

export function connect(): void {
  socket = io("/events", {
    transports: ["websocket", "polling"],
    reconnectionDelay: 300,
    reconnectionDelayMax: 3000,
  });
  socket.on("connect", () => {
    line.value = "open";
    for (const session of rooms.keys()) void enter(session);
  });
  socket.on("disconnect", (reason) => {
    line.value = "lost";
    // The server ended it: the client does not come back by itself then.
    if (reason === "io server disconnect") socket?.connect();
  });
  socket.on("connect_error", (error: Error & { data?: { status?: number } }) => {
    line.value = error.data?.status === 401 || error.data?.status === 403 ? "refused" : "lost";
  });
  socket.onAny((_type: string, envelope: Envelope) => {
    rooms.get(envelope?.session_id)?.room.hear(envelope);
  });
  window.addEventListener("online", () => socket?.connect());
}

export function join(session: string, room: Room): () => void {
  const place = { room, wasJoined: false };
  rooms.set(session, place);
  void enter(session);
  return () => {
    if (rooms.get(session) !== place) return;
    rooms.delete(session);
    if (socket?.connected) socket.emit("leave", { session_id: session });
  };
}
