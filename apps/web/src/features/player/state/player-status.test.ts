import { describe, expect, it } from 'vitest';
import { nextStatus, type PlayerEvent, type PlayerStatus } from './player-status.ts';

const after = (...events: PlayerEvent[]): PlayerStatus =>
  events.reduce<PlayerStatus>(nextStatus, { name: 'idle' });

const playing: PlayerEvent[] = [{ type: 'start' }, { type: 'joined' }, { type: 'moving' }];

describe('the machine of the player', () => {
  it('goes from joining over loading to playing', () => {
    expect(after({ type: 'start' }).name).toBe('joining');
    expect(after({ type: 'start' }, { type: 'joined' }).name).toBe('loading');
    expect(after(...playing).name).toBe('playing');
  });

  it('calls a stand buffering until somebody has looked why', () => {
    expect(after(...playing, { type: 'standing' }).name).toBe('buffering');
  });

  it('tells a lost connection and a lost publisher apart, and changes its mind when the facts do', () => {
    const stood: PlayerEvent[] = [...playing, { type: 'standing' }];
    expect(after(...stood, { type: 'verdict', verdict: 'unreachable' }).name).toBe('offline');
    expect(after(...stood, { type: 'verdict', verdict: 'standing' }).name).toBe('interrupted');
    expect(
      after(
        ...stood,
        { type: 'verdict', verdict: 'standing' },
        { type: 'verdict', verdict: 'unreachable' },
      ).name,
    ).toBe('offline');
  });

  it('alarms nobody while the picture still moves from its buffer', () => {
    expect(after(...playing, { type: 'verdict', verdict: 'unreachable' }).name).toBe('playing');
    expect(after(...playing, { type: 'verdict', verdict: 'standing' }).name).toBe('playing');
  });

  it.each(['unreachable', 'standing'] as const)('comes back from %s by itself', (verdict) => {
    const back = after(
      ...playing,
      { type: 'standing' },
      { type: 'verdict', verdict },
      { type: 'verdict', verdict: 'advancing' },
    );
    expect(back.name).toBe('buffering');
    expect(nextStatus(back, { type: 'moving' }).name).toBe('playing');
  });

  it('says that a publisher is away before the first frame too', () => {
    expect(
      after({ type: 'start' }, { type: 'joined' }, { type: 'verdict', verdict: 'standing' }).name,
    ).toBe('interrupted');
  });

  it('stays with an end and a refusal until it is started again', () => {
    const refused = after(...playing, { type: 'refused', code: 'watch_ejected' });
    expect(refused).toEqual({ name: 'refused', code: 'watch_ejected' });
    expect(nextStatus(refused, { type: 'moving' })).toBe(refused);
    const ended = after(...playing, { type: 'ended' });
    expect(nextStatus(ended, { type: 'verdict', verdict: 'unreachable' })).toBe(ended);
    expect(nextStatus(ended, { type: 'start' }).name).toBe('joining');
  });

  it('hears nothing late after it was stopped', () => {
    expect(after(...playing, { type: 'stop' }, { type: 'moving' }).name).toBe('idle');
  });

  it('gives the same object back when nothing changed, so that nobody renders', () => {
    const status = after(...playing);
    expect(nextStatus(status, { type: 'moving' })).toBe(status);
  });
});
