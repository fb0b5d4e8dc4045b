import { describe, expect, it } from 'vitest';
import { nextStatus, type PlayerEvent, type PlayerStatus } from './player-status.ts';

const after = (...events: PlayerEvent[]): PlayerStatus =>
  events.reduce<PlayerStatus>(nextStatus, { name: 'idle' });

const playing: PlayerEvent[] = [{ type: 'start' }, { type: 'joined' }, { type: 'moving' }];

describe('the state machine of the player', () => {
  it('goes from joining to loading to playing', () => {
    expect(after({ type: 'start' }).name).toBe('joining');
    expect(after({ type: 'start' }, { type: 'joined' }).name).toBe('loading');
    expect(after(...playing).name).toBe('playing');
  });

  it('is buffering during a stall whose cause is unknown', () => {
    expect(after(...playing, { type: 'stalled' }).name).toBe('buffering');
  });

  it('distinguishes a lost connection from an interrupted publisher, and follows a changed verdict', () => {
    const stalled: PlayerEvent[] = [...playing, { type: 'stalled' }];
    expect(after(...stalled, { type: 'verdict', verdict: 'unreachable' }).name).toBe('offline');
    expect(after(...stalled, { type: 'verdict', verdict: 'stalled' }).name).toBe('interrupted');
    expect(
      after(
        ...stalled,
        { type: 'verdict', verdict: 'stalled' },
        { type: 'verdict', verdict: 'unreachable' },
      ).name,
    ).toBe('offline');
  });

  it('keeps playing while the buffer lasts', () => {
    expect(after(...playing, { type: 'verdict', verdict: 'unreachable' }).name).toBe('playing');
    expect(after(...playing, { type: 'verdict', verdict: 'stalled' }).name).toBe('playing');
  });

  it.each(['unreachable', 'stalled'] as const)('recovers from %s', (verdict) => {
    const back = after(
      ...playing,
      { type: 'stalled' },
      { type: 'verdict', verdict },
      { type: 'verdict', verdict: 'advancing' },
    );
    expect(back.name).toBe('buffering');
    expect(nextStatus(back, { type: 'moving' }).name).toBe('playing');
  });

  it('reports an interrupted publisher before the first frame too', () => {
    expect(
      after({ type: 'start' }, { type: 'joined' }, { type: 'verdict', verdict: 'stalled' }).name,
    ).toBe('interrupted');
  });

  it('stays ended or refused until the next start', () => {
    const refused = after(...playing, { type: 'refused', code: 'watch_ejected' });
    expect(refused).toEqual({ name: 'refused', code: 'watch_ejected' });
    expect(nextStatus(refused, { type: 'moving' })).toBe(refused);
    const ended = after(...playing, { type: 'ended' });
    expect(nextStatus(ended, { type: 'verdict', verdict: 'unreachable' })).toBe(ended);
    expect(nextStatus(ended, { type: 'start' }).name).toBe('joining');
  });

  it('ignores late events after a stop', () => {
    expect(after(...playing, { type: 'stop' }, { type: 'moving' }).name).toBe('idle');
  });

  it('returns the same object when nothing changed, to avoid a re-render', () => {
    const status = after(...playing);
    expect(nextStatus(status, { type: 'moving' })).toBe(status);
  });
});
