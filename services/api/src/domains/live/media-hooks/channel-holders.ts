import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { ChannelLeasesStore } from './channel-leases.store.ts';

/** Claims arrive over the bus at once. Polling covers an outage of the bus. */
const READ_EVERY_MS = 2_000;

/** Caches the origin of each channel in memory. Viewers' requests are forwarded to that origin. */
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

  /** Reads the holders soon. Called after a claim. */
  refresh(): void {
    void this.#reads.runSoon();
  }

  /** Returns the URL of the channel's origin; `null` means this node's own media process. */
  find(channelId: string): string | null {
    return this.#origins.get(channelId) ?? null;
  }

  async #read(): Promise<void> {
    const holders = await this.#store.findHolders();
    this.#origins = new Map(holders.map(({ channelId, originUrl }) => [channelId, originUrl]));
  }
}
