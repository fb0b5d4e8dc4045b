/**
 * What the picture is doing, as one of:
 * - `idle` not started · `joining` asking for a grant · `loading` before the first frame
 * - `playing` the picture moves (or the viewer paused it) · `buffering` it stands, nobody knows why yet
 * - `offline` the viewer's connection is gone · `interrupted` the publisher is
 * - `ended` the live is over · `refused` the API will not give a grant, and why
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

/** The picture has stopped for a reason that is said over it: it is not live, and there is nothing to rewind. */
export const isCutOff = ({ name }: PlayerStatus): boolean =>
  name === 'offline' || name === 'interrupted';

/** What looking at the playlist says about a picture that stands. */
export type Verdict = 'unreachable' | 'standing' | 'advancing';

export type PlayerEvent =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  | { readonly type: 'joined' }
  | { readonly type: 'refused'; readonly code: string }
  | { readonly type: 'moving' }
  | { readonly type: 'standing' }
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
  // While the picture still moves from its buffer, nothing is wrong that a viewer could see.
  if (!WAITING.has(status.name)) return status;
  if (verdict === 'unreachable') return { name: 'offline' };
  if (status.name === 'joining') return status;
  if (verdict === 'standing') return { name: 'interrupted' };
  return status.name === 'loading' ? status : { name: 'buffering' };
};

const sameStatus = (a: PlayerStatus, b: PlayerStatus): boolean =>
  a.name === b.name && (a.name !== 'refused' || b.name !== 'refused' || a.code === b.code);

/** The machine of the player. An event that means nothing in a status leaves the same object. */
export const nextStatus = (status: PlayerStatus, event: PlayerEvent): PlayerStatus => {
  const next = move(status, event);
  return sameStatus(status, next) ? status : next;
};

const move = (status: PlayerStatus, event: PlayerEvent): PlayerStatus => {
  if (event.type === 'start') return { name: 'joining' };
  if (event.type === 'stop') return { name: 'idle' };
  // An end and a refusal are final: only the viewer, or the page, starts again.
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
    case 'standing':
      return status.name === 'playing' ? { name: 'buffering' } : status;
    case 'verdict':
      return applyVerdict(status, event.verdict);
  }
};
