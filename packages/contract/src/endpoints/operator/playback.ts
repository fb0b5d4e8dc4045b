import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { ProgramLiveId } from '../../ids.ts';
import { FAULT_CLASSES, PAGE_KINDS, PLAYBACK_FAILURES, TRANSPORTS } from '../../rules/telemetry.ts';
import { Bilingual } from '../live.ts';

const count = z.number().int().nonnegative();
const ms = z.number().nonnegative().nullable();
const time = z.iso.datetime();

/** A period in which players reported a stopped picture. */
export const StoppedPeriod = z.object({
  from: time,
  to: time,
  /** The most sessions of one minute that reported it, at most one of each address. */
  sessions: count,
  /** Whether the newest report is recent, so that the picture may still be stopped. */
  ongoing: z.boolean(),
});
export type StoppedPeriod = z.infer<typeof StoppedPeriod>;

/** The playback quality of one live, estimated from the reports of the players. */
export const LivePlayback = z.object({
  program_live_id: ProgramLiveId,
  title: Bilingual,
  status: z.enum(['not_started', 'in_progress', 'ended']),
  last_report_at: time,
  /** Sessions that started or failed to start. */
  sessions: count,
  watched_ms: count,
  /** `null` without a report. */
  join_p50_ms: ms,
  join_p95_ms: ms,
  /** Share of the sessions that stalled, from 0 to 1; `null` without sessions. */
  stalled_share: z.number().min(0).max(1).nullable(),
  /** Seconds of stalls in one hour of watching; `null` if nothing was watched. */
  stall_s_per_hour: z.number().nonnegative().nullable(),
  latency_p50_ms: ms,
  latency_p95_ms: ms,
  /** Shares of the watched time, the largest first. */
  renditions: z.array(
    z.object({
      transport: z.enum(TRANSPORTS),
      height: count,
      share: z.number().min(0).max(1),
    }),
  ),
  failures: z.array(
    z.object({
      outcome: z.enum(['never_started', 'failed']),
      code: z.enum(PLAYBACK_FAILURES),
      sessions: count,
    }),
  ),
  stopped: z.array(StoppedPeriod),
});
export type LivePlayback = z.infer<typeof LivePlayback>;

/** Errors of the site's scripts in 24 hours, the most frequent first. */
export const PageFaultLine = z.object({
  class: z.enum(FAULT_CLASSES),
  page: z.enum(PAGE_KINDS),
  build: z.string(),
  /** `other` for errors beyond the number of places that are counted separately. */
  at: z.string(),
  count,
  last_hour: time,
});
export type PageFaultLine = z.infer<typeof PageFaultLine>;

export const PlaybackReport = z.object({
  /** One of so many sessions without trouble is reported; 0: reports are off. */
  sample_every: count,
  /** Lives of seven days with reports, the newest first, at most 20. */
  lives: z.array(LivePlayback),
  faults: z.array(PageFaultLine),
});
export type PlaybackReport = z.infer<typeof PlaybackReport>;

export const operatorPlaybackEndpoints = endpoints({
  'GET /operator/playback': {
    tag: 'Operator: health',
    caller: 'operator',
    identity: 'staff',
    permission: 'see_show',
    summary: 'Reads the playback quality and the script errors that pages reported',
    data: PlaybackReport,
    errors: [],
  },
});
