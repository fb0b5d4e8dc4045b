import { createClient } from '@redis/client';
import { createLogger } from '@sangwian/node-kit/logger';
import { startRedis, type TestServer } from '@sangwian/testkit/start-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { HeldCounts } from './held-counts.ts';
import { SharedCounters } from './shared-counters.ts';
import { SharedHolds } from './shared-holds.ts';

const MAX = 6;
/** Longer than the lease of a node, on a busy machine. */
const SOON = { timeout: 15_000 };
const logger = createLogger('test', 'silent');

let redis: TestServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

/** A node that holds slots of keys. */
class HoldingNode {
  readonly #counters = new SharedCounters(redis.url, logger);
  readonly #counts = new Map<string, number>();
  readonly #shared: SharedHolds;
  readonly #held: HeldCounts;
  /** Release functions of a key's slots, oldest first. */
  readonly #places = new Map<string, (() => void)[]>();

  readonly nodeId: string;
  readonly name: string;

  constructor(nodeId: string, name: string) {
    [this.nodeId, this.name] = [nodeId, name];
    const [counters, counts] = [this.#counters, this.#counts];
    this.#shared = new SharedHolds({ counters, counts, logger, nodeId, name, max: MAX });
    this.#held = new HeldCounts(MAX, counts, this.#shared);
  }

  async start(): Promise<this> {
    this.#counters.start();
    await expect.poll(() => this.#counters.isReady, SOON).toBe(true);
    this.#shared.start();
    return this;
  }

  /** Stops like a killed process, without releasing slots. */
  async die(): Promise<void> {
    await this.#shared.stop();
    this.#counters.stop();
  }

  has(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  take(key: string, times: number): void {
    for (let time = 0; time < times; time += 1) {
      const places = this.#places.get(key) ?? [];
      const place = this.#held.hold(key, () => place?.());
      if (place !== null) this.#places.set(key, [...places, place]);
    }
  }

  release(key: string): void {
    for (const release of this.#places.get(key) ?? []) release();
    this.#places.delete(key);
  }

  isFull(key: string): boolean {
    return this.#held.isFull(key);
  }
}

const nodes: HoldingNode[] = [];
const startNode = async (name: string): Promise<HoldingNode> => {
  const node = await new HoldingNode(`node-${nodes.length}`, name).start();
  nodes.push(node);
  return node;
};
afterEach(() => Promise.all(nodes.splice(0).map((node) => node.die())));

/** Returns how many slots of a key a node holds; -1 until Redis has the same number. */
async function confirmed(node: HoldingNode, key: string): Promise<number> {
  const client = await createClient({ url: redis.url }).connect();
  const written = Number(
    (await client.hGet(`sangwian:held:${node.name}:${node.nodeId}`, key)) ?? 0,
  );
  client.destroy();
  return written === node.has(key) ? written : -1;
}
/** Takes slots until Redis has confirmed this number. */
const untilHolding = (node: HoldingNode, key: string, places: number) =>
  expect
    .poll(() => {
      node.take(key, places);
      return confirmed(node, key);
    }, SOON)
    .toBe(places);
const untilFull = (node: HoldingNode, key: string) =>
  expect
    .poll(() => {
      node.take(key, 1);
      return node.isFull(key) && node.has(key) === 0;
    }, SOON)
    .toBe(true);

test('two nodes together hold no more slots of a key than the limit', async () => {
  const [a, b] = [await startNode('sum'), await startNode('sum')];
  a.take('crowd', 4);
  b.take('crowd', 4);
  b.take('other', MAX);
  const both = async () => [await confirmed(a, 'crowd'), await confirmed(b, 'crowd')];
  await expect.poll(async () => (await both()).sort(), SOON).toEqual([2, 4]);
  expect(await confirmed(b, 'other')).toBe(MAX);
  a.release('crowd');
  await untilHolding(b, 'crowd', MAX);
});

test('the slots of a killed node become free, and the slots of a running node do not', async () => {
  const [a, b] = [await startNode('killed'), await startNode('killed')];
  a.take('crowd', MAX);
  b.take('kept', MAX);
  await expect.poll(() => confirmed(a, 'crowd'), SOON).toBe(MAX);
  await untilFull(b, 'crowd');
  await a.die();
  await untilHolding(b, 'crowd', MAX);
  const c = await startNode('killed');
  await untilFull(c, 'kept');
  expect(b.has('kept')).toBe(MAX);
});

test('a node counts alone while Redis is stopped, and writes its counts into Redis after the restart', async () => {
  const [a, b] = [await startNode('restart'), await startNode('restart')];
  a.take('crowd', 3);
  await redis.kill();
  a.take('crowd', MAX);
  b.take('crowd', MAX);
  expect([a.has('crowd'), b.has('crowd')]).toEqual([MAX, MAX]);
  expect([a.isFull('crowd'), b.isFull('crowd')]).toEqual([true, true]);
  b.release('crowd');
  await redis.restart();
  await expect.poll(() => confirmed(a, 'crowd'), SOON).toBe(MAX);
  await untilFull(b, 'crowd');
  expect(a.has('crowd')).toBe(MAX);
});
