import { expect, test } from 'vitest';
import { presentTarget, type TargetRow } from './restream-rules.ts';

const now = new Date('2026-11-28T12:00:00.000Z');
const row: TargetRow = {
  ...{ restream_target_id: 'id', name: 'YouTube', url: 'rtmp://a/live2', is_enabled: true },
  ...{ created_at: now, created_by: 'Noi', reported_at: now, state: 'sending' },
  ...{ state_since: now, failure: null, bitrate_bps: 5_000_000 },
};
const facts = { isOnAir: true, isReadable: true, now };
const shown = (changed: Partial<TargetRow>, rest: Partial<typeof facts> = {}) =>
  presentTarget({ ...row, ...changed }, { ...facts, ...rest });

test('shows what the media process reported', () => {
  expect(shown({})).toMatchObject({ state: 'sending', bitrate_bps: 5_000_000, failure: null });
  expect(shown({ state: 'retrying', failure: 'refused' })).toMatchObject({
    ...{ state: 'retrying', failure: 'refused', bitrate_bps: 0, since: now.toISOString() },
  });
});

test('shows no report of a target that is off, of a channel off air, or that is out of date', () => {
  expect(shown({ is_enabled: false })).toMatchObject({ state: 'off', since: null, bitrate_bps: 0 });
  expect(shown({}, { isOnAir: false }).state).toBe('waiting');
  expect(shown({ reported_at: null, state: null }).state).toBe('waiting');
  expect(shown({ reported_at: new Date(now.getTime() - 15_001) }).state).toBe('waiting');
});

test('says that a key cannot be read', () => {
  expect(shown({}, { isReadable: false })).toMatchObject({
    ...{ state: 'retrying', failure: 'key_unreadable' },
  });
});
