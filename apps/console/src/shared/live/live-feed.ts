import type {
  OPERATOR_NAMESPACE,
  StaffWhereabouts,
} from '@sangwian/contract/sockets/operator-namespace';
import { useEffect } from 'react';
import type { Socket } from 'socket.io-client';
import { queryClient } from '../api/query-client.ts';
import type { Topic } from '../api/staff-query.ts';
import { connectionStore } from './connection.ts';

/** A type only: the contract's schemas are no part of the first screen. */
const NAMESPACE: typeof OPERATOR_NAMESPACE = '/operator';
const RECONNECT_MS = 1_000;
const RECONNECT_MAX_MS = 3_000;
/** A connection that the server refused or closed is not retried by Socket.IO. */
const RETRY_MS = 3_000;
/** Pauses between loads of the client's file: long enough for a site that restarts, short enough for a show. */
const LOAD_RETRY_MS = 1_000;
const LOAD_RETRY_MAX_MS = 30_000;

/** A subject has changed; without an `id`, anything of it. */
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
  // Every change by an operator is in the audit. The system's health also changes without an operator.
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
    // Changes since the first reads, or while the connection was lost, were not announced.
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

/** Connects a loaded client. Returns the call that ends its retries. */
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

/** Connects the live feed of the signed-in account. Returns the call that ends it. */
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
        // Browsers that cache a failed import recover with the reload in `chunk-reload.ts`, which a retry requests.
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

/** Announces to colleagues where this person is and what they edit. */
export function announceWhereabouts(place: string, editing: string | null = null): void {
  whereabouts = { place, editing };
  if (live?.connected) live.emit('whereabouts', whereabouts);
}

/** Announces what this person edits, in the place where they are; `null` ends it. */
export function announceEditing(editing: string | null): void {
  announceWhereabouts(whereabouts.place, editing);
}

/** Calls `onChange` for every announced change of a topic. Queries of the topic are read again without it. */
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

/** Calls `onEvent` for every event of that name on the namespace. Keep `onEvent` stable. */
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
