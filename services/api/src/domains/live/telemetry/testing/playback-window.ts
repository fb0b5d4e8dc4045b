import { randomUUID } from 'node:crypto';
import type { PlaybackWindow, TelemetryBatch } from '@sangwian/contract/endpoints/telemetry';

/** Returns the window of a session that played half a minute without trouble. */
export const playbackWindow = (fields: Partial<PlaybackWindow> = {}): PlaybackWindow => ({
  ...{ live_id: null, transport: 'hls', height: 720, watched_ms: 30_000, stalls: 0, stall_ms: 0 },
  ...{ first_stall: false, join_ms: null, latency_ms: 2_100, outcome: null, failure: null },
  age_ms: 0,
  ...fields,
});

/** Returns a report with one window, unless `fields` has others. */
export const telemetryBatch = (fields: Partial<TelemetryBatch> = {}): TelemetryBatch => ({
  ...{ batch_id: randomUUID(), page: 'live', build: 'entry-client-B7x' },
  ...{ playback: [playbackWindow()], faults: [] },
  ...fields,
});
