import { expect, test } from 'vitest';
import { FrameJoiner, toFrames } from './bus-frames.ts';

/** PostgreSQL's limit for a notification. */
const BYTES_MAX = 8_000;
const LONG = 'ยกนี้แดงมาเต็ม 🥊 '.repeat(2_000);

const joinAll = (joiner: FrameJoiner, frames: readonly string[]) =>
  frames.map((frame) => joiner.add(frame)).filter((text) => text !== null);

test.each(['', 'hello', '{"text":"สู้ ๆ 🥊"}', 'a\nb', 'x'.repeat(8_000), LONG])(
  'a split message is reassembled',
  (text) => {
    const frames = toFrames('node-A_1', { id: 7, text });
    for (const frame of frames) expect(Buffer.byteLength(frame)).toBeLessThan(BYTES_MAX);
    expect(joinAll(new FrameJoiner('node-B'), frames)).toEqual([text]);
  },
);

test('a short message is one notification', () => {
  expect(toFrames('a', { id: 1, text: 'x'.repeat(2_600) })).toHaveLength(1);
});

test('a node ignores its own messages', () => {
  expect(joinAll(new FrameJoiner('a'), toFrames('a', { id: 1, text: LONG }))).toEqual([]);
});

test('reassembles interleaved long messages of several nodes', () => {
  const [one, two] = [LONG, LONG.replaceAll('แดง', 'น้ำเงิน')];
  const a = toFrames('a', { id: 1, text: one });
  const b = toFrames('b', { id: 1, text: two });
  const mixed = a.flatMap((frame, index) => [frame, b[index] ?? []].flat());
  const texts = joinAll(new FrameJoiner('c'), [...mixed, ...b.slice(a.length)]);
  expect(new Set(texts)).toEqual(new Set([one, two]));
});

test('drops a message without its first part, and reassembles the next message', () => {
  const joiner = new FrameJoiner('c');
  const [, ...rest] = toFrames('a', { id: 1, text: LONG });
  expect(joinAll(joiner, rest)).toEqual([]);
  expect(joinAll(joiner, toFrames('a', { id: 2, text: LONG }))).toEqual([LONG]);
  joiner.add(toFrames('a', { id: 3, text: LONG })[0] ?? '');
  joiner.clear();
  expect(joinAll(joiner, toFrames('a', { id: 3, text: LONG }).slice(1))).toEqual([]);
});

test('text that is not a frame is ignored', () => {
  for (const frame of ['', 'hello', 'a b c d e', 'a 1 0 1']) {
    expect(new FrameJoiner('c').add(frame)).toBeNull();
  }
});
