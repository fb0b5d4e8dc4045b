import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Edge, startEdge } from '@sangwian/testkit/start-edge';
import { takePort } from '@sangwian/testkit/take-port';
import type { MediaAlone } from './media-alone.ts';

const MEDIA_MAIN = join(import.meta.dirname, '../../services/media/src/main.ts');

/** An edge as described in `deploy/edge`, with its gate, in front of a media process. */
export interface EdgeChain {
  readonly edge: Edge;
  /** Process ids of HAProxy, Varnish and the gate. */
  readonly pids: readonly number[];
  /** Returns the URL at the edge for a URL of the media process. */
  through(address: string): string;
  stop(): Promise<void>;
}

export async function startEdgeChain(media: MediaAlone): Promise<EdgeChain> {
  const [gatePort, control] = await Promise.all([takePort(), takePort()]);
  const gate = fork(MEDIA_MAIN, {
    silent: true,
    env: {
      PATH: process.env.PATH,
      ...media.gateEnvironment,
      MEDIA_ROLE: 'gate',
      MEDIA_PORT: String(gatePort),
      MEDIA_BAN_URL: `http://127.0.0.1:${control}`,
      LOG_LEVEL: 'silent',
    },
  });
  await once(gate, 'message');
  const edge = await startEdge({ origin: media.httpPort, gate: gatePort, control });
  return {
    edge,
    pids: [...edge.pids, gate.pid ?? 0],
    through: (address) => {
      const { pathname, search } = new URL(address);
      return edge.url + pathname + search;
    },
    stop: async () => {
      await edge.stop();
      const exited = once(gate, 'exit');
      gate.kill('SIGKILL');
      await exited;
    },
  };
}
