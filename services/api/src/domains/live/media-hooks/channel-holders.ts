import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { ChannelLeasesStore } from './channel-leases.store.ts';

/** Claims arrive over the bus at once; this covers a bus that is away. */
const READ_EVERY_MS = 2_000;

/** The origin of each channel, in memory: viewers' requests are forwarded by it. */
export class ChannelHolders {
  readonly #store: Pick<ChannelLeasesStore, 'findHolders'>;
  readonly #reads: RepeatedTask;
  #origins: ReadonlyMap<string, string> = new Map();

  constructor(store: Pick<ChannelLeasesStore, 'findHolders'>, logger: Logger) {
    this.#store = store;
    this.#reads = every(READ_EVERY_MS, () => this.#read(), { name: 'channel_holders', logger });
  }

  start(): void {
    this.#reads.start();
  }

  stop(): Promise<void> {
    return this.#reads.stop();
  }

  /** Reads the holders now, after a claim. */
  refresh(): void {
    void this.#reads.runSoon();
  }

  /** Returns the address of the channel's origin; `null`: this node's own media process. */
  find(channelId: string): string | null {
    return this.#origins.get(channelId) ?? null;
  }

  async #read(): Promise<void> {
    const holders = await this.#store.findHolders();
    this.#origins = new Map(holders.map(({ channelId, originUrl }) => [channelId, originUrl]));
  }
}
