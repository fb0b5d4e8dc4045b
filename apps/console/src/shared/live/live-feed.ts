import type {
  OPERATOR_NAMESPACE,
  StaffWhereabouts,
} from '@sangwian/contract/sockets/operator-namespace';
import { useEffect } from 'react';
import type { Socket } from 'socket.io-client';
import { queryClient } from '../api/query-client.ts';
import type { Topic } from '../api/staff-query.ts';
import { connectionStore } from './connection.ts';

/** Imported as a type only, because the first screen does not need the contract's schemas. */
const NAMESPACE: typeof OPERATOR_NAMESPACE = '/operator';
const RECONNECT_MS = 1_000;
const RECONNECT_MAX_MS = 3_000;
/** Delay before reconnecting. Socket.IO does not retry a connection that the server refused or closed. */
const RETRY_MS = 3_000;
/**
 * First and longest delay between attempts to load the Socket.IO client: long enough for a restarting site, short
 * enough during a show.
 */
const LOAD_RETRY_MS = 1_000;
const LOAD_RETRY_MAX_MS = 30_000;

/** A changed subject. Without an `id`, any row of the topic may have changed. */
interface Change {
  readonly topic: Topic;
  readonly id?: string;
}

let whereabouts: StaffWhereabouts = { place: '', editing: null };
let live: Socket | null = null;
const listeners = new Set<(change: Change) => void>();
/** Handlers of further events of the namespace. */
const eventListeners = new Map<string, Set<(data: unknown) => void>>();

function invalidate({ topic }: Change): void {
  void queryClient.invalidateQueries({ queryKey: [topic] });
  // Every change by an operator adds an audit entry. Health also changes without an operator, so it adds none.
  if (topic !== 'audit' && topic !== 'health')
    void queryClient.invalidateQueries({ queryKey: ['audit'] });
}

function showLost(): void {
  if (connectionStore.get().state !== 'lost') {
    connectionStore.set({ state: 'lost', since: new Date() });
  }
}

function follow(socket: Socket): void {
  socket.on('connect', () => {
    socket.emit('whereabouts', whereabouts);
    connectionStore.set({ state: 'live', since: null });
    // Reads everything again, because changes before the connection or during an outage were not announced.
    void queryClient.invalidateQueries();
  });
  const lose = () => {
    if (live === socket) showLost();
  };
  socket.on('disconnect', lose);
  socket.on('connect_error', lose);
  socket.on('changed', (change: Change) => {
    invalidate(change);
    for (const listener of listeners) listener(change);
  });
  socket.onAny((event: string, data: unknown) => {
    for (const listener of eventListeners.get(event) ?? []) listener(data);
  });
}

/** Connects a loaded client. Returns a function that stops its retries. */
function connect(io: typeof import('socket.io-client').io): () => void {
  const socket = io(NAMESPACE, {
    path: '/socket.io',
    transports: ['websocket'],
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: RECONNECT_MAX_MS,
  });
  live = socket;
  follow(socket);
  const retry = setInterval(() => {
    if (!socket.active) socket.connect();
  }, RETRY_MS);
  return () => clearInterval(retry);
}

/** Connects the live feed of the signed-in account. Returns a function that disconnects it. */
export function startLiveFeed(): () => void {
  let ended = false;
  let endRetries = (): void => undefined;
  const load = (pauseMs: number): void => {
    import('socket.io-client').then(
      ({ io }) => {
        if (!ended) endRetries = connect(io);
      },
      () => {
        if (ended) return;
        // Some browsers cache a failed import. A retry there triggers the reload in `chunk-reload.ts`.
        showLost();
        const timer = setTimeout(() => load(Math.min(2 * pauseMs, LOAD_RETRY_MAX_MS)), pauseMs);
        endRetries = () => clearTimeout(timer);
      },
    );
  };
  load(LOAD_RETRY_MS);
  return () => {
    ended = true;
    endRetries();
    const socket = live;
    live = null;
    socket?.disconnect();
    connectionStore.set({ state: 'connecting', since: null });
  };
}

/** Announces this person's place and edited subject to colleagues. */
export function announceWhereabouts(place: string, editing: string | null = null): void {
  whereabouts = { place, editing };
  if (live?.connected) live.emit('whereabouts', whereabouts);
}

/** Announces the subject that this person edits, in the current place; `null` ends the announcement. */
export function announceEditing(editing: string | null): void {
  announceWhereabouts(whereabouts.place, editing);
}

/** Calls `onChange` for every announced change of a topic. Queries of the topic are refetched in any case. */
export function useChanges(topic: Topic, onChange: (id: string | undefined) => void): void {
  useEffect(() => {
    const listener = (change: Change) => {
      if (change.topic === topic) onChange(change.id);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [topic, onChange]);
}

/** Calls `onEvent` for every event with this name on the namespace. Keep `onEvent` stable. */
export function useLiveEvent<Data>(name: string, onEvent: (data: Data) => void): void {
  useEffect(() => {
    const handlers = eventListeners.get(name) ?? new Set();
    const handler = onEvent as (data: unknown) => void;
    eventListeners.set(name, handlers.add(handler));
    return () => {
      handlers.delete(handler);
    };
  }, [name, onEvent]);
}
