import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInternalCheck } from '@sangwian/node-kit/internal-secret';

export interface ReceivedEvent {
  readonly type: string;
  readonly at: string;
  readonly channel_id: string;
  readonly [field: string]: unknown;
}

export interface InternalApi {
  readonly url: string;
  readonly events: ReceivedEvent[];
  /** Stream keys and the channels they belong to. */
  readonly keys: Map<string, string>;
  revocations: ReadonlyArray<{ watch_session_id: string; expires_at: string }>;
  /** Restream targets that are switched on. */
  restreamTargets: ReadonlyArray<{
    target_id: string;
    channel_id: string;
    url: string;
    stream_key: string;
  }>;
  /** The states of the latest report, by target. */
  readonly restreamStates: Map<
    string,
    { state: string; failure: string | null; bitrate_bps: number }
  >;
  /** While `true`, every request is answered with 503. */
  away: boolean;
  close(): Promise<void>;
}

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? null : JSON.parse(text);
};

/** Starts a test double of the internal API that the media process calls (ARCHITECTURE.md). */
export async function startInternalApi(secret: string): Promise<InternalApi> {
  const events: ReceivedEvent[] = [];
  const keys = new Map<string, string>();
  const state = { revocations: [] as InternalApi['revocations'], away: false };
  const restreamStates: InternalApi['restreamStates'] = new Map();
  const restream = { targets: [] as InternalApi['restreamTargets'] };
  const isOurs = createInternalCheck(secret);
  const server = createServer(async (request, response) => {
    const body = await readJson(request);
    const answer = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    const path = request.url?.split('?')[0];
    if (state.away) answer(503, {});
    else if (!isOurs(request.headers)) answer(404, {});
    else if (path === `/internal/media/auth`) {
      const channel = keys.get((body as { token: string }).token);
      if (channel === undefined) answer(401, {});
      else answer(200, { path: channel });
    } else if (path === `/internal/media/events`) {
      events.push(...(body as { events: ReceivedEvent[] }).events);
      answer(200, {});
    } else if (path === `/internal/media/restream`) {
      restreamStates.clear();
      const { states } = body as { states: { target_id: string }[] };
      for (const one of states) restreamStates.set(one.target_id, one as never);
      answer(200, { targets: restream.targets });
    } else if (path === `/internal/media/revocations`) {
      answer(200, { revocations: state.revocations, cursor: 1 });
    } else answer(404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    keys,
    get revocations() {
      return state.revocations;
    },
    set revocations(value) {
      state.revocations = value;
    },
    restreamStates,
    get restreamTargets() {
      return restream.targets;
    },
    set restreamTargets(targets) {
      restream.targets = targets;
    },
    get away() {
      return state.away;
    },
    set away(value) {
      state.away = value;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
