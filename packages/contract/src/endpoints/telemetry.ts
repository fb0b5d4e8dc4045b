import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import {
  FAULT_CLASSES,
  PAGE_KINDS,
  PLAYBACK_FAILURES,
  TELEMETRY_LIMITS,
  TRANSPORTS,
} from '../rules/telemetry.ts';

const milliseconds = (max: number) => z.number().int().min(0).max(max);

/** What one player observed since its last report. */
export const PlaybackWindow = z
  .strictObject({
    /** Id of a live or of a stream; `null`: the running live. */
    live_id: z.uuid().nullable(),
    transport: z.enum(TRANSPORTS),
    /** Height of the shown rendition in pixels; 0 while unknown. */
    height: z.number().int().min(0).max(4_320),
    watched_ms: milliseconds(TELEMETRY_LIMITS.windowMsMax),
    stalls: z.number().int().min(0).max(TELEMETRY_LIMITS.stallsMax),
    stall_ms: milliseconds(TELEMETRY_LIMITS.windowMsMax),
    /** Whether the session stalled for the first time. */
    first_stall: z.boolean(),
    /** Time from the click to the first frame; `null` unless the first frame was shown in this window. */
    join_ms: milliseconds(TELEMETRY_LIMITS.joinMsMax).nullable(),
    /** Time from the encoder to the screen; `null` while unknown or after a rewind. */
    latency_ms: milliseconds(TELEMETRY_LIMITS.latencyMsMax).nullable(),
    /** The end of the session; `null` while it continues. */
    outcome: z.enum(['never_started', 'failed', 'left']).nullable(),
    failure: z.enum(PLAYBACK_FAILURES).nullable(),
    /** How long ago the window ended. */
    age_ms: milliseconds(TELEMETRY_LIMITS.ageMsMax),
  })
  .refine((window) => window.watched_ms + window.stall_ms <= TELEMETRY_LIMITS.windowMsMax, {
    path: ['watched_ms'],
  });
export type PlaybackWindow = z.infer<typeof PlaybackWindow>;

/** An error of our own scripts. */
export const PageFault = z.strictObject({
  class: z.enum(FAULT_CLASSES),
  /** File, line and column in our own scripts: `live-route-Bx7.js:1:2345`. */
  at: z.string().regex(/^[\w-]{1,60}(\.[\w-]{1,20}){1,3}:\d{1,7}:\d{1,7}$/),
  count: z.number().int().min(1).max(TELEMETRY_LIMITS.faultCountMax),
});
export type PageFault = z.infer<typeof PageFault>;

export const TelemetryBatch = z.strictObject({
  /** Chosen by the page for each report, so that a repeated report counts once. Not kept. */
  batch_id: z.uuid(),
  page: z.enum(PAGE_KINDS),
  /** Name of the build's first script. */
  build: z.string().regex(/^[\w.-]{1,60}$/),
  playback: z.array(PlaybackWindow).max(TELEMETRY_LIMITS.windowsMax),
  faults: z.array(PageFault).max(TELEMETRY_LIMITS.faultsMax),
});
export type TelemetryBatch = z.infer<typeof TelemetryBatch>;

export const telemetryEndpoints = endpoints({
  'POST /telemetry': {
    summary:
      'Report playback quality and script errors of a page, without personal data. Refused first under load',
    tag: 'Site',
    // `navigator.sendBeacon` cannot send the app key.
    caller: 'public',
    identity: 'visitor',
    body: TelemetryBatch,
    bodyBytesMax: TELEMETRY_LIMITS.bodyBytesMax,
    data: z.object({}),
    errors: [],
  },
});
