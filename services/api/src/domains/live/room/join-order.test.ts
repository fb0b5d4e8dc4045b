import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { ApiError } from '@sangwian/node-kit/api-error';
import { createLogger } from '@sangwian/node-kit/logger';
import type { Socket } from 'socket.io';
import { expect, it } from 'vitest';
import { type ServeOptions, serveSocket } from './serve-socket.ts';

/** A visitor's socket. The test decides when each read of a live completes. */
function visitorSocket() {
  const steps: string[] = [];
  const reads: PromiseWithResolvers<void>[] = [];
  const chat = {
    checkReadAccess: () => {
      const read = Promise.withResolvers<void>();
      reads.push(read);
      return read.promise;
    },
    read: async () => ({ messages: [], seq: 0 }),
  };
  const rooms = {
    join: () => {
      steps.push('join');
      return { startAt: () => {}, viewers: 1, readState: async () => ({}) };
    },
    leave: () => steps.push('leave'),
    leaveAll: () => {},
    readBar: async () => null,
  };
  const socket = Object.assign(new EventEmitter(), {
    data: { bearer: null, token: null },
    use: () => {},
  });
  const logger = createLogger('test', 'silent');
  const refused = { count: () => {} };
  const options = { chat, rooms, logger, refused } as unknown as ServeOptions;
  serveSocket(options, socket as unknown as Socket);
  const send = (event: string) =>
    new Promise<unknown>((resolve) =>
      socket.emit(event, { program_live_id: randomUUID() }, resolve),
    );
  return { steps, reads, send };
}

it('runs a leave after the join that was sent before it', async () => {
  const { steps, reads, send } = visitorSocket();
  const joined = send('live:join');
  const left = send('live:leave');
  await expect.poll(() => reads.length).toBe(1);
  reads[0]?.resolve();
  await joined;
  expect(await left).toEqual({ ok: true });
  expect(steps).toEqual(['join', 'leave']);
});

it('runs a leave after a refused join', async () => {
  const { steps, reads, send } = visitorSocket();
  const joined = send('live:join');
  const left = send('live:leave');
  await expect.poll(() => reads.length).toBe(1);
  reads[0]?.reject(new ApiError('live_not_found'));
  expect(await joined).toMatchObject({ ok: false });
  expect(await left).toEqual({ ok: true });
  expect(steps).toEqual(['leave']);
});
