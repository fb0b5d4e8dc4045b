import { startRedis, type TestServer } from '@sangwian/testkit/start-server';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CALLS_MAX = 6;
const SOON = { timeout: 10_000 };

let redis: TestServer;
let nodes: TestApi[];

beforeAll(async () => {
  redis = await startRedis();
  nodes = await Promise.all(
    [1, 2].map(() =>
      startTestApi({
        config: {
          http: { callsPerAddressMax: CALLS_MAX },
          database: { redisUrl: redis.url },
        },
      }),
    ),
  );
  await Promise.all(nodes.map(({ api }) => api.start()));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await redis.stop();
});

/** Sends twice the allowed requests of one IP address to the nodes in turn, and returns how many succeed. */
async function countAnswered(ip: string): Promise<number> {
  let answered = 0;
  for (let round = 0; round < 2 * CALLS_MAX; round += 1) {
    const node = nodes[round % nodes.length];
    if ((await node?.call('GET /gift', { ip }))?.status === 200) answered += 1;
  }
  return answered;
}

test('nodes count the requests of an IP address together, and separately while Redis is stopped', async () => {
  let address = 0;
  const nextAddress = (): string => {
    address += 1;
    return `203.0.113.${address}`;
  };
  // Each round uses a new IP address, because the connections open in the background.
  await expect.poll(() => countAnswered(nextAddress()), SOON).toBe(CALLS_MAX);
  await redis.kill();
  await expect.poll(() => countAnswered(nextAddress()), SOON).toBe(2 * CALLS_MAX);
  const alone = nextAddress();
  await countAnswered(alone);
  for (const node of nodes) {
    expect((await node.call('GET /gift', { ip: alone })).body.status).toBe('rate_limited');
  }
  await redis.restart();
  await expect.poll(() => countAnswered(nextAddress()), SOON).toBe(CALLS_MAX);
});
