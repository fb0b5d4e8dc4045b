/**
 * A process that follows a stream as many players: each waits for the next part with a blocking reload of the short
 * playlist, fetches the part, and repeats.
 *
 * The parent sends a `HlsCrowdOrder` with one media playlist address per follower, each with a grant of its own: a server
 * limits the blocking requests of one grant. The process sends `{ type: 'joined' }` once all follow, and answers `report`
 * with an `HlsCrowdReport`.
 */
import { Follower } from './follower.ts';

export interface HlsCrowdOrder {
  readonly addresses: readonly string[];
  /** Certificate to trust, if the addresses have TLS. */
  readonly ca?: string;
  /** After each part a follower skips so many segments. */
  readonly skippedSegments?: number;
}

export interface HlsCrowdReport {
  readonly type: 'report';
  readonly playlists: number;
  readonly parts: number;
  readonly bytes: number;
  /** Disconnected or refused followers. */
  readonly lost: number;
}

const JOINING_EVERY_MS = 2;
/** The followers join over at least this time, or they would all ask for the same parts. */
const JOINING_MS = 3_000;

const counts = { playlists: 0, parts: 0, bytes: 0, lost: 0 };

function follow({ addresses, ...options }: HlsCrowdOrder): void {
  let started = 0;
  let joined = 0;
  const joining = setInterval(
    () => {
      const address = addresses[started];
      if (address === undefined) return clearInterval(joining);
      started += 1;
      let hasJoined = false;
      new Follower({
        ...options,
        address,
        onPlaylist: () => {
          counts.playlists += 1;
          if (hasJoined) return;
          hasJoined = true;
          joined += 1;
          if (joined === addresses.length) process.send?.({ type: 'joined' });
        },
        onPart: () => {
          counts.parts += 1;
        },
        onBytes: (bytes) => {
          counts.bytes += bytes;
        },
        onLost: () => {
          counts.lost += 1;
        },
      });
    },
    Math.max(JOINING_EVERY_MS, JOINING_MS / addresses.length),
  );
}

process.on('message', (message: 'report' | HlsCrowdOrder) => {
  if (message !== 'report') return follow(message);
  const report: HlsCrowdReport = { type: 'report', ...counts };
  process.send?.(report);
  counts.playlists = 0;
  counts.parts = 0;
  counts.bytes = 0;
});
process.on('disconnect', () => process.exit(0));
