/**
 * The status of the player:
 * - `idle`: not started
 * - `joining`: requests a grant
 * - `loading`: waits for the first frame
 * - `playing`: plays, or is paused by the viewer
 * - `buffering`: stalled for a cause that is not known yet
 * - `offline`: the viewer's connection is lost
 * - `interrupted`: the publisher's connection is lost
 * - `ended`: the live is over
 * - `refused`: the API refused the grant; `code` is the error code
 */
export type PlayerStatus =
  | { readonly name: 'idle' }
  | { readonly name: 'joining' }
  | { readonly name: 'loading' }
  | { readonly name: 'playing' }
  | { readonly name: 'buffering' }
  | { readonly name: 'offline' }
  | { readonly name: 'interrupted' }
  | { readonly name: 'ended' }
  | { readonly name: 'refused'; readonly code: string };

/** Returns whether an outage is shown over the video. During an outage the video is not live and cannot be rewound. */
export const isCutOff = ({ name }: PlayerStatus): boolean =>
  name === 'offline' || name === 'interrupted';

/** The result of probing the playlist during a stall. */
export type Verdict = 'unreachable' | 'stalled' | 'advancing';

export type PlayerEvent =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  | { readonly type: 'joined' }
  | { readonly type: 'refused'; readonly code: string }
  | { readonly type: 'moving' }
  | { readonly type: 'stalled' }
  | { readonly type: 'verdict'; readonly verdict: Verdict }
  | { readonly type: 'ended' };

const WAITING = new Set<PlayerStatus['name']>([
  'joining',
  'loading',
  'buffering',
  'offline',
  'interrupted',
]);

const applyVerdict = (status: PlayerStatus, verdict: Verdict): PlayerStatus => {
  // The viewer notices nothing while the buffer lasts.
  if (!WAITING.has(status.name)) return status;
  if (verdict === 'unreachable') return { name: 'offline' };
  if (status.name === 'joining') return status;
  if (verdict === 'stalled') return { name: 'interrupted' };
  return status.name === 'loading' ? status : { name: 'buffering' };
};

const sameStatus = (a: PlayerStatus, b: PlayerStatus): boolean =>
  a.name === b.name && (a.name !== 'refused' || b.name !== 'refused' || a.code === b.code);

/** Returns the next status. An event without an effect returns the same object. */
export const nextStatus = (status: PlayerStatus, event: PlayerEvent): PlayerStatus => {
  const next = move(status, event);
  return sameStatus(status, next) ? status : next;
};

const move = (status: PlayerStatus, event: PlayerEvent): PlayerStatus => {
  if (event.type === 'start') return { name: 'joining' };
  if (event.type === 'stop') return { name: 'idle' };
  // The statuses ended and refused are final until the next start.
  if (status.name === 'idle' || status.name === 'ended' || status.name === 'refused') return status;
  switch (event.type) {
    case 'refused':
      return { name: 'refused', code: event.code };
    case 'ended':
      return { name: 'ended' };
    case 'joined':
      return { name: 'loading' };
    case 'moving':
      return status.name === 'joining' ? status : { name: 'playing' };
    case 'stalled':
      return status.name === 'playing' ? { name: 'buffering' } : status;
    case 'verdict':
      return applyVerdict(status, event.verdict);
  }
};
