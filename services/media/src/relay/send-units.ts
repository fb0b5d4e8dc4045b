import type { ServerResponse } from 'node:http';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { WatchedChannel } from '../webrtc/webrtc-sessions.ts';
import { ALIVE_FRAME, createUnitWriter } from './unit-frames.ts';

/** Interval of keep-alive frames: an edge that receives nothing for longer reconnects. */
const ALIVE_EVERY_MS = 500;
/**
 * Maximum unsent bytes, about five seconds of a high-quality stream. An edge that lags further is disconnected, and
 * reconnects.
 */
const BEHIND_BYTES_MAX = 4 * 1024 * 1024;

export interface SendUnitsOptions {
  /** Returns the current channel; `undefined` once it has been removed. */
  readonly find: () => WatchedChannel | undefined;
  readonly logger: Logger;
}

/**
 * Sends a channel's units to an edge until the channel or the connection ends. Returns `false` if the channel does not
 * exist.
 */
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
