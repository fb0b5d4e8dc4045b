import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createLogger } from '@sangwian/node-kit/logger';
import type { Socket } from 'socket.io';
import { expect, it } from 'vitest';
import { type ServeOptions, serveSocket } from './serve-socket.ts';

/** A member's socket, and the watch tokens that are registered for it. */
function memberSocket() {
  const held: string[] = [];
  const watch = {
    beat: () => {},
    addSocket: ({ watchToken }: { watchToken: string }) => {
      held.push(watchToken);
      return () => held.splice(held.indexOf(watchToken), 1);
    },
  };
  const socket = Object.assign(new EventEmitter(), {
    data: { bearer: { memberId: 'm' }, token: 't' },
    use: () => {},
  });
  const rooms = { leaveAll: () => {} };
  const logger = createLogger('test', 'silent');
  serveSocket({ watch, rooms, logger } as unknown as ServeOptions, socket as unknown as Socket);
  const beat = (watch_token: string | null) =>
    new Promise((resolve) => socket.emit('watch:beat', { watch_token }, resolve));
  return { socket, held, beat };
}

it('keeps the watch token of its last beat registered until it disconnects', async () => {
  const { socket, held, beat } = memberSocket();
  const [first, second] = [randomUUID(), randomUUID()];
  expect(await beat(first)).toEqual({ ok: true });
  await beat(first);
  expect(held).toEqual([first]);
  await beat(second);
  expect(held).toEqual([second]);
  socket.emit('disconnect');
  expect(held).toEqual([]);
});

it('releases its watch token when the page stops watching, until the next beat', async () => {
  const { held, beat } = memberSocket();
  const token = randomUUID();
  await beat(token);
  expect(await beat(null)).toEqual({ ok: true });
  expect(held).toEqual([]);
  await beat(token);
  expect(held).toEqual([token]);
});
