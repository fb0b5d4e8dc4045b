import type { Socket } from 'socket.io';
import { describe, expect, it } from 'vitest';
import { prepareFrame, writeFrame } from './prepared-frame.ts';

/** Reads the payload of an unmasked text frame (RFC 6455). */
function readFrame(frame: Buffer): string {
  expect(frame[0]).toBe(0x81);
  const short = frame[1]!;
  const [length, start] =
    short < 126
      ? [short, 2]
      : short === 126
        ? [frame.readUInt16BE(2), 4]
        : [Number(frame.readBigUInt64BE(2)), 10];
  expect(frame.length).toBe(start + length);
  return frame.subarray(start).toString();
}

describe('a prepared frame', () => {
  it.each([1, 60, 200, 21_000, 70_000])(
    'is a whole text frame with %i Thai letters in it',
    (letters) => {
      const payload = { text: 'ก'.repeat(letters) };
      expect(readFrame(prepareFrame('/event', 'live:tick', payload))).toBe(
        `42/event,${JSON.stringify(['live:tick', payload])}`,
      );
    },
  );

  it('is not written to a connection that is closed or too far behind', () => {
    const written: unknown[] = [];
    const socket = (readyState: number, bufferedAmount: number) =>
      ({
        conn: {
          transport: {
            socket: {
              readyState,
              bufferedAmount,
              _sender: { sendFrame: (list: unknown) => written.push(list) },
            },
          },
        },
      }) as unknown as Socket;
    const frame = Buffer.from('frame');
    expect(writeFrame(socket(1, 0), frame)).toBe(true);
    expect(writeFrame(socket(3, 0), frame)).toBe(false);
    expect(writeFrame(socket(1, 1_000_000), frame)).toBe(false);
    expect(writeFrame({ conn: { transport: {} } } as unknown as Socket, frame)).toBe(false);
    expect(written).toEqual([[frame]]);
  });
});
