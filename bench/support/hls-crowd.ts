/**
 * A process that follows a stream like many players. Each waits for the next part by a blocking reload of the media
 * playlist, fetches the part, and repeats.
 *
 * The parent sends a `HlsCrowdOrder` with one playlist URL per follower. Each URL has a separate grant, because the
 * server limits the blocking requests per grant. The process sends `{ type: 'joined' }` once all followers have joined,
 * and replies to `report` with an `HlsCrowdReport`.
 */
import { Follower } from './follower.ts';

export interface HlsCrowdOrder {
  readonly addresses: readonly string[];
  /** Certificate to trust, if the URLs use TLS. */
  readonly ca?: string;
  /** Number of segments that a follower skips after each part. */
  readonly skippedSegments?: number;
}

export interface HlsCrowdReport {
  readonly type: 'report';
  readonly playlists: number;
  readonly parts: number;
  readonly bytes: number;
  /** Number of disconnected or refused followers. */
  readonly lost: number;
}

const JOINING_EVERY_MS = 2;
/** The followers join over at least this time; otherwise all of them would request the same parts. */
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
