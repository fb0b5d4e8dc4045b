import { z } from 'zod';
import { endpoints, requestTime } from '../../endpoint.ts';
import { MatchLiveId, ProgramLiveId } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';
import { Bilingual } from '../live.ts';

const count = z.number().int().nonnegative();
const time = z.iso.datetime();

/** The refund of a live, once it is ordered. */
const OutageRefund = z.object({
  outage_refund_id: z.uuid(),
  coins: count,
  members: count,
  /** Members who have their coins. */
  members_done: count,
  reason: z.string(),
  by: z.string(),
  created_at: time,
  finished_at: time.nullable(),
});

/** A period in which players reported a stopped picture, although the source may have been healthy. */
const ReportedPeriod = z.object({
  from: time,
  to: time,
  /** The most sessions of one minute that reported it, at most one of each address. */
  sessions: count,
  /** The operator who confirmed it as an outage; `null`: it does not count. */
  confirmed_by: z.string().nullable(),
});

/** An ended live whose video failed for longer than was promised, or whose players reported a stopped picture. */
export const OutageLine = z.object({
  program_live_id: ProgramLiveId,
  title: Bilingual,
  ended_at: time,
  /** Milliseconds without video during the live. */
  missing_ms: count,
  /** The largest missing share of a bout, from 0 to 1. */
  worst_share: z.number().min(0).max(1),
  /** Whether the outage is long enough for a refund. */
  offered: z.boolean(),
  reported: z.array(ReportedPeriod),
  refund: OutageRefund.nullable(),
});
export type OutageLine = z.infer<typeof OutageLine>;

/** A member who watched while the video failed, and who unlocked the live with coins or a code. */
const AffectedMember = z.object({
  member_id: z.uuid(),
  name: z.string(),
  /** The coins that were paid and are returned; 0 for a live unlocked by a code. */
  coins: count,
  via: z.enum(['coins', 'code', 'partner']),
  missed_ms: count,
  /** Whether the unlock was refunded already. */
  refunded: z.boolean(),
});

/** The effect of a refund, before or after it is ordered. */
export const OutageReport = OutageLine.extend({
  gaps: z.array(z.object({ from: time, to: time })),
  bouts: z.array(
    z.object({
      match_live_id: MatchLiveId,
      missing_ms: count,
      share: z.number().min(0).max(1),
    }),
  ),
  /** Coins that go back, and to how many members, if the refund is ordered now. */
  coins: count,
  members: count,
  /** The most affected first, at most 500. */
  affected: z.array(AffectedMember),
});
export type OutageReport = z.infer<typeof OutageReport>;

const ofLive = z.object({ program_live_id: ProgramLiveId });
const row = {
  tag: 'Operators: money',
  caller: 'operator',
  identity: 'staff',
  permission: 'refund_outages',
} as const;

export const operatorOutageEndpoints = endpoints({
  'GET /operator/outage': {
    ...row,
    summary:
      'Lists the ended lives of thirty days whose picture failed for longer than was promised, or was reported as stopped by players',
    data: z.array(OutageLine),
    errors: [],
  },
  'GET /operator/outage/{program_live_id}': {
    ...row,
    summary:
      'Reads the gaps of a live, the members who watched meanwhile, and what a refund returns',
    params: ofLive,
    data: OutageReport,
    errors: ['outage_not_found'],
  },
  'POST /operator/outage/{program_live_id}/confirm': {
    ...row,
    sensitive: true,
    summary: 'Counts a period that players reported as an outage. Moves no coins',
    params: ofLive,
    body: z.strictObject({
      /** The period as the report has it; another one is refused. */
      from: requestTime,
      to: requestTime,
      reason: z.string().trim().min(1).max(LIMITS.reasonCharsMax),
    }),
    data: OutageReport,
    errors: ['outage_not_found', 'outage_refunded', 'edit_stale'],
  },
  'POST /operator/outage/{program_live_id}/refund': {
    ...row,
    sensitive: true,
    summary: 'Returns the unlock coins of the members who were affected, once for each unlock',
    params: ofLive,
    body: z.strictObject({
      /** Chosen by the caller: the same id is the same refund, however often it is sent. */
      outage_refund_id: z.uuid().toLowerCase(),
      expected_coins: count,
      expected_members: count,
      reason: z.string().trim().min(1).max(LIMITS.reasonCharsMax),
    }),
    data: OutageReport,
    errors: ['outage_not_found', 'outage_refunded', 'edit_stale', 'idempotency_conflict'],
  },
});
