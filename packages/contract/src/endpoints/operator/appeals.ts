import { z } from 'zod';
import { endpoints, pageQuery } from '../../endpoint.ts';
import { MemberId } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';

const time = z.iso.datetime();

/** An open appeal against a suspension, a ban or a closing. */
export const OpenAppeal = z.object({
  appeal_id: z.uuid(),
  member_id: z.uuid(),
  /** Empty if the account was deleted. */
  member_name: z.string(),
  text: z.string(),
  created_at: time,
  sanction: z.object({
    status: z.enum(['suspend', 'ban', 'closed']),
    reason: z.string(),
    evidence: z.string().nullable(),
    by: z.string(),
    at: time,
    until: time.nullable(),
  }),
  /** `ban`: also a closing, and a suspension that is longer than a moderator may impose. */
  kind: z.enum(['suspension', 'ban']),
  /** Why the caller cannot decide it: the role, or the caller imposed the sanction. */
  locked: z.enum(['role', 'own']).nullable(),
});
export type OpenAppeal = z.infer<typeof OpenAppeal>;

const params = z.object({ appeal_id: z.uuid().toLowerCase() });

const Decision = z
  .strictObject({
    decision: z.enum(['uphold', 'lift', 'shorten']),
    /** From now until the new end; with `shorten` only. */
    hours: z.number().int().min(1).max(LIMITS.suspensionHoursMax).optional(),
    /** The member reads it. */
    reason: z.string().trim().min(1).max(LIMITS.operatorReasonCharsMax),
  })
  .refine(({ decision, hours }) => (decision === 'shorten') === (hours !== undefined), {
    path: ['hours'],
    message: 'belongs to the decision to shorten',
  });

const decide = {
  tag: 'Operator: members',
  caller: 'operator',
  identity: 'staff',
  params,
  body: Decision,
  data: z.object({ member_id: z.uuid() }),
  errors: [
    'appeal_not_found',
    'appeal_decided',
    'appeal_unneeded',
    'second_person_needed',
    'member_not_found',
  ],
} as const;

export const operatorAppealEndpoints = endpoints({
  'GET /operator/appeal': {
    summary: 'Open appeals against suspensions, bans and closings, the oldest first',
    tag: 'Operator: members',
    caller: 'operator',
    identity: 'staff',
    permission: 'suspend_members',
    query: z.object({ member_id: MemberId.optional(), ...pageQuery }),
    data: OpenAppeal,
    list: true,
    errors: [],
  },
  'POST /operator/appeal/suspension/{appeal_id}/decide': {
    summary: 'Uphold, lift or shorten a suspension of at most seven days after an appeal',
    ...decide,
    permission: 'suspend_members',
  },
  'POST /operator/appeal/ban/{appeal_id}/decide': {
    summary: 'Uphold, lift or shorten a ban, a closing or a longer suspension after an appeal',
    ...decide,
    permission: 'manage_members',
    sensitive: true,
  },
});
