import { describe, expect, test } from 'vitest';
import { type SignalFacts, SignalRule, type Signals } from './signal-rule.ts';

/** A signal whose newest frame arrived at `lastPictureMs`. */
const signal = (lastPictureMs: number | null, more: Partial<SignalFacts> = {}): SignalFacts => ({
  connectedMs: 0,
  lastPictureMs,
  pictureIntervalMs: 33,
  isReady: true,
  ...more,
});
const both = (primaryMs: number | null, backupMs: number | null): Signals => ({
  primary: signal(primaryMs),
  backup: signal(backupMs),
});
const URGENT_BACKUP = { signal: 'backup', isUrgent: true };
const URGENT_PRIMARY = { signal: 'primary', isUrgent: true };
const PLANNED_PRIMARY = { signal: 'primary', isUrgent: false };

describe('while the primary is shown', () => {
  test('a healthy primary stays', () => {
    expect(new SignalRule().choose('primary', both(5_000, 5_000), 5_030)).toBeNull();
  });

  test('the backup takes over once the primary has been silent for more than a second', () => {
    const rule = new SignalRule();
    expect(rule.choose('primary', both(5_000, 6_000), 6_000)).toBeNull();
    expect(rule.choose('primary', both(5_000, 6_000), 6_001)).toEqual(URGENT_BACKUP);
  });

  test('the backup takes over at once from a primary that has disconnected', () => {
    const signals = { primary: null, backup: signal(5_000) };
    expect(new SignalRule().choose('primary', signals, 5_010)).toEqual(URGENT_BACKUP);
  });

  test('a silent backup does not take over', () => {
    expect(new SignalRule().choose('primary', both(5_000, 5_000), 7_000)).toBeNull();
  });

  test('a backup without a key frame does not take over', () => {
    const signals = { primary: signal(5_000), backup: signal(7_000, { isReady: false }) };
    expect(new SignalRule().choose('primary', signals, 7_000)).toBeNull();
  });

  test('slides count as silent only after several missed frames', () => {
    const slides = { primary: signal(5_000, { pictureIntervalMs: 2_000 }), backup: signal(9_990) };
    expect(new SignalRule().choose('primary', slides, 9_990)).toBeNull();
    expect(new SignalRule().choose('primary', slides, 10_001)).toEqual(URGENT_BACKUP);
  });

  test('a primary that has just connected has a second for its first frame', () => {
    const signals = { primary: signal(null, { connectedMs: 5_000 }), backup: signal(6_000) };
    expect(new SignalRule().choose('primary', signals, 6_000)).toBeNull();
    expect(new SignalRule().choose('primary', signals, 6_001)).toEqual(URGENT_BACKUP);
  });
});

describe('while the backup is shown', () => {
  /** Polls ten times a second from one time to another, with both signals healthy. */
  const poll = (rule: SignalRule, fromMs: number, toMs: number) => {
    for (let nowMs = fromMs; nowMs < toMs; nowMs += 100) {
      expect(rule.choose('backup', both(nowMs, nowMs), nowMs)).toBeNull();
    }
  };

  test('the primary returns after ten seconds of health', () => {
    const rule = new SignalRule();
    poll(rule, 1_000, 11_000);
    expect(rule.returnsAtMs).toBe(11_000);
    expect(rule.choose('backup', both(11_000, 11_000), 11_000)).toEqual(PLANNED_PRIMARY);
  });

  test('the ten seconds restart if the primary falls silent', () => {
    const rule = new SignalRule();
    poll(rule, 1_000, 9_000);
    expect(rule.choose('backup', both(9_000, 10_100), 10_100)).toBeNull();
    expect(rule.returnsAtMs).toBeNull();
    poll(rule, 10_200, 20_200);
    expect(rule.choose('backup', both(20_200, 20_200), 20_200)).toEqual(PLANNED_PRIMARY);
  });

  test('a healthy primary returns at once when the operator requests it', () => {
    const rule = new SignalRule();
    expect(rule.requestReturn(both(2_000, 2_000), 2_010)).toBe(true);
    expect(rule.choose('backup', both(2_000, 2_000), 2_020)).toEqual(PLANNED_PRIMARY);
  });

  test('the request is refused while the primary is unhealthy, and has no later effect', () => {
    const rule = new SignalRule();
    expect(rule.requestReturn(both(null, 2_000), 2_010)).toBe(false);
    expect(rule.requestReturn({ primary: null, backup: signal(2_000) }, 2_010)).toBe(false);
    expect(rule.choose('backup', both(2_100, 2_100), 2_100)).toBeNull();
  });

  test('a request is dropped when the primary becomes unhealthy', () => {
    const rule = new SignalRule();
    rule.requestReturn(both(2_000, 2_000), 2_000);
    expect(rule.choose('backup', both(2_000, 3_100), 3_100)).toBeNull();
    expect(rule.choose('backup', both(3_200, 3_200), 3_200)).toBeNull();
  });

  test('a failed backup is replaced by the primary at once', () => {
    expect(new SignalRule().choose('backup', both(7_000, 5_000), 7_000)).toEqual(URGENT_PRIMARY);
  });

  test('nothing changes while both are silent', () => {
    expect(new SignalRule().choose('backup', both(5_000, 5_000), 9_000)).toBeNull();
  });
});
