import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Channel } from '../channel/channel.ts';
import type { RestreamCalls } from './restream-calls.ts';

const SYNC_EVERY_MS = 2_000;
const CHECK_EVERY_MS = 500;

export interface RestreamsOptions {
  readonly calls: RestreamCalls;
  readonly channels: () => Iterable<Channel>;
  readonly logger: Logger;
}

/** Keeps the targets of all channels up to date, and reports their states. */
export class Restreams {
  readonly #options: RestreamsOptions;
  readonly #tasks: readonly RepeatedTask[];

  constructor(options: RestreamsOptions) {
    this.#options = options;
    const { logger } = options;
    this.#tasks = [
      every(SYNC_EVERY_MS, () => this.#sync(), { name: 'restream_sync', logger }),
      every(CHECK_EVERY_MS, () => this.#check(), { name: 'restream_check', logger }),
    ];
  }

  start(): void {
    for (const task of this.#tasks) task.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#tasks.map((task) => task.stop()));
  }

  /** While the API is away, the targets that are known are sent to. */
  async #sync(): Promise<void> {
    const all = [...this.#options.channels()];
    const onAir = all.filter(({ publisher }) => publisher !== null);
    for (const channel of all) if (!onAir.includes(channel)) channel.restream.setTargets([]);
    if (onAir.length === 0) return;
    const targets = await this.#options.calls.syncTargets(
      onAir.map(({ id }) => id),
      onAir.flatMap(({ restream }) => restream.states),
    );
    for (const channel of onAir)
      channel.restream.setTargets(targets.filter(({ channelId }) => channelId === channel.id));
  }

  #check(): void {
    for (const channel of this.#options.channels()) channel.restream.check();
  }
}
