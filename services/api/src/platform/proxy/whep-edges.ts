import { createHash } from 'node:crypto';
import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import { fetchOwnProcess } from '@sangwian/node-kit/http/restrict-fetch';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Gap } from '../health/gap.ts';

const PROBE_EVERY_MS = 2_000;
const PROBE_MS_MAX = 1_000;
const NAME_CHARS = 8;

/** Query parameter with the name of the edge in the URL of a session. */
export const EDGE_PARAMETER = 'edge';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Edge {
  readonly url: string;
  readonly name: string;
  /** The reason why the edge cannot be used now; `null` while it serves. */
  trouble: string | null;
}

export interface WhepEdgesOptions {
  /** `MEDIA_WHEP_URLS` */
  readonly urls: readonly string[];
  readonly secret: string;
  readonly logger: Logger;
}

async function findTrouble(url: string, secret: string): Promise<string | null> {
  try {
    const { status, body } = await fetchOwnProcess(`${url}/control/channels`, {
      headers: internalHeaders(secret),
      signal: AbortSignal.timeout(PROBE_MS_MAX),
    });
    await body?.cancel();
    if (status === 200) return null;
    return status === 404
      ? 'has another INTERNAL_SECRET, or is no media process'
      : `answers ${status}`;
  } catch {
    return 'does not answer; start it, or remove it from MEDIA_WHEP_URLS';
  }
}

/** The configured WebRTC edges, and whether each one serves. */
export class WhepEdges {
  readonly #options: WhepEdgesOptions;
  readonly #edges: readonly Edge[];
  readonly #probes: RepeatedTask;

  constructor(options: WhepEdgesOptions) {
    this.#options = options;
    this.#edges = options.urls.map((url) => ({
      url,
      name: digest(url).slice(0, NAME_CHARS),
      trouble: null,
    }));
    this.#probes = every(PROBE_EVERY_MS, () => this.#probe(), {
      name: 'whep_edges',
      logger: options.logger,
      firstAfterMs: 0,
    });
  }

  start(): void {
    if (this.#edges.length > 0) this.#probes.start();
  }

  stop(): Promise<void> {
    return this.#probes.stop();
  }

  /** Chooses an edge for a viewer, always the same edge while the same edges serve; `null` if no edge serves. */
  choose(viewer: string): Edge | null {
    const ranked = this.#edges
      .filter(({ trouble }) => trouble === null)
      .map((edge) => ({ edge, rank: digest(edge.name + viewer) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1));
    return ranked[0]?.edge ?? null;
  }

  /** Finds the edge in the URL of a session. */
  find(name: string): Edge | null {
    return this.#edges.find((edge) => edge.name === name) ?? null;
  }

  get gaps(): readonly Gap[] {
    return this.#edges
      .filter(({ trouble }) => trouble !== null)
      .map(({ url, trouble }) => ({
        name: 'whep_edge',
        advice: `whep_edge: the WebRTC edge ${url} ${trouble}`,
        isTolerable: true,
      }));
  }

  async #probe(): Promise<void> {
    await Promise.all(
      this.#edges.map(async (edge) => {
        const before = edge.trouble;
        edge.trouble = await findTrouble(edge.url, this.#options.secret);
        if (edge.trouble === before) return;
        const { url, trouble } = edge;
        if (trouble === null) this.#options.logger.info({ url }, 'WebRTC edge serves');
        else this.#options.logger.warn({ url }, `the WebRTC edge ${trouble}`);
      }),
    );
  }
}
