import type { ServerResponse } from 'node:http';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { WatchedChannel } from '../webrtc/webrtc-sessions.ts';
import { ALIVE_FRAME, createUnitWriter } from './unit-frames.ts';

/** An edge that hears nothing for longer asks again. */
const ALIVE_EVERY_MS = 500;
/** About five seconds of a good picture: an edge that is further behind is disconnected, and starts again. */
const BEHIND_BYTES_MAX = 4 * 1024 * 1024;

export interface SendUnitsOptions {
  /** Returns the channel now; `undefined` once it has gone. */
  readonly find: () => WatchedChannel | undefined;
  readonly logger: Logger;
}

/** Sends a channel's units to an edge until the channel or the connection ends. @returns `false` without the channel */
export function sendUnits(response: ServerResponse, { find, logger }: SendUnitsOptions): boolean {
  const channel = find();
  const fanout = channel?.fanout ?? null;
  if (channel === undefined || fanout === null || channel.ended) return false;
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Cache-Control': 'no-store',
  });
  const write = (bytes: Buffer): void => {
    response.write(bytes);
    if (response.writableLength > BEHIND_BYTES_MAX) response.destroy();
  };
  const untap = fanout.tap(createUnitWriter(write));
  channel.publisher?.requestKeyFrame?.();
  const alive = every(
    ALIVE_EVERY_MS,
    () => {
      const now = find();
      if (now?.fanout === fanout && !now.ended) write(ALIVE_FRAME);
      else response.end();
    },
    { name: 'relay_alive', logger },
  );
  alive.start();
  response.once('close', () => {
    untap();
    void alive.stop();
  });
  return true;
}
