import { afterEach, beforeEach, expect, it } from 'vitest';
import { nextPart } from '../playlist/media-playlist.ts';
import { sendConfigs, sendSeconds } from '../testing/drawn-stream.ts';
import { eventually, type MediaStack, startMediaStack } from '../testing/media-stack.ts';
import { WAITING_PER_GRANT_MAX } from './delivery.ts';

let stack: MediaStack;
let publisher: ReturnType<MediaStack['publish']>;
let leaving: AbortController;
beforeEach(async () => {
  leaving = new AbortController();
  stack = await startMediaStack();
  publisher = stack.publish();
  sendConfigs(publisher.sink, true);
  sendSeconds(publisher.sink, 0, 5);
});
afterEach(async () => {
  leaving.abort();
  await stack.stop();
});

/** Requests the next part, or the playlist that contains it. */
async function waitFor(grant: string, kind: 'part' | 'playlist' = 'part'): Promise<number> {
  const [channel] = stack.media.channels.values();
  const { mediaSequence, part } = nextPart(channel!.track('')!.window);
  const { signal } = leaving;
  const address =
    kind === 'part'
      ? `p${mediaSequence}-${part}.m4s`
      : `stream.m3u8?_HLS_msn=${mediaSequence}&_HLS_part=${part}`;
  const answer = await fetch(stack.granted(grant) + address, { signal });
  await answer.arrayBuffer();
  return answer.status;
}

const waiting = async (): Promise<number> => {
  const metrics = await (await fetch(`${stack.origin}/metrics`)).text();
  return Number(/waiting_requests (\d+)/.exec(metrics)?.[1]);
};

it('limits the blocked requests of one grant, and accepts new ones after a response', async () => {
  const grant = stack.grant();
  const held = Array.from({ length: WAITING_PER_GRANT_MAX }, () => waitFor(grant));
  await eventually(async () => ((await waiting()) === WAITING_PER_GRANT_MAX ? true : undefined));
  expect(await waitFor(grant)).toBe(429);
  sendSeconds(publisher.sink, 5_000, 2);
  expect(new Set(await Promise.all(held))).toEqual(new Set([200]));
  const next = waitFor(grant);
  sendSeconds(publisher.sink, 7_000, 2);
  expect(await next).toBe(200);
});

it('serves 500 fans behind one IP address who each wait for a playlist and a part', async () => {
  const fans = Array.from({ length: 500 }, (_, index) =>
    stack.grant({ watchSessionId: `fan-${index}` }),
  );
  const held = fans.flatMap((grant) => [waitFor(grant), waitFor(grant, 'playlist')]);
  await eventually(async () => ((await waiting()) >= 500 ? true : undefined));
  sendSeconds(publisher.sink, 5_000, 2);
  expect(new Set(await Promise.all(held))).toEqual(new Set([200]));
});
