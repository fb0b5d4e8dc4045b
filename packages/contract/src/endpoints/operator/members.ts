import { z } from 'zod';
import { endpoints, flag, pageQuery, requestTime } from '../../endpoint.ts';
import { MemberId } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';
import { ChatRole } from '../live.ts';
import { Language, MemberStatus } from '../member.ts';
import { TimelineEntry, TimelineKind } from './member-timeline.ts';

const coins = z.number().int();
const time = z.iso.datetime();
const count = z.number().int().nonnegative();

/** The account state that staff see: the status, or `deleted`. */
export const MemberState = z.enum([...MemberStatus.options, 'deleted']);
export type MemberState = z.infer<typeof MemberState>;

/** A member in a list of the console. */
export const MemberLine = z.object({
  member_id: z.uuid(),
  /** Empty if the account was deleted. */
  name: z.string(),
  avatar: z.string().nullable(),
  /** All but the first three and the last four digits are replaced by dots. */
  phone_masked: z.string().nullable(),
  email_masked: z.string().nullable(),
  state: MemberState,
  /** End of a suspension. */
  until: time.nullable(),
  /** End of the longest chat time-out that still runs. */
  chat_timeout_until: time.nullable(),
  role: ChatRole.nullable(),
  /** The partner that the member came from. */
  map_system_id: z.string().nullable(),
  balance_coins: coins,
  sanctions: count,
  created_at: time,
  last_seen_at: time.nullable(),
});
export type MemberLine = z.infer<typeof MemberLine>;

const Sanction = z.object({
  at: time,
  status_before: MemberStatus,
  status_after: MemberStatus,
  reason: z.string(),
  evidence: z.string().nullable(),
  until: time.nullable(),
  by: z.string(),
});

const AdjustmentState = z.enum(['open', 'done', 'refused', 'withdrawn', 'expired']);

/** Coins that staff add to a wallet or take from it. */
export const CoinAdjustment = z.object({
  adjustment_id: z.uuid(),
  member: z.object({ member_id: z.uuid(), name: z.string(), balance_coins: coins }),
  /** Above zero: added; below zero: taken. */
  coins,
  reason: z.string(),
  state: AdjustmentState,
  by: z.string(),
  /** Whether the caller requested it and therefore cannot confirm it. */
  own: z.boolean(),
  created_at: time,
  /** When an open request ends. */
  expires_at: time,
  decided_by: z.string().nullable(),
  decided_at: time.nullable(),
  decision_reason: z.string().nullable(),
});
export type CoinAdjustment = z.infer<typeof CoinAdjustment>;

const Appeal = z.object({
  about: z.enum(['chat', 'account']),
  text: z.string(),
  state: z.enum(['open', 'granted', 'refused', 'upheld', 'lifted', 'shortened']),
  created_at: time,
  decided_by: z.string().nullable(),
  decided_at: time.nullable(),
  reason: z.string().nullable(),
});

const ParentConsent = z.object({
  given: z.boolean(),
  reason: z.string(),
  recorded_by: z.string(),
  recorded_at: time,
});

/** One member with everything that does not need pages. */
export const MemberFile = MemberLine.extend({
  /** Rises with every change of the status; a sanction names the one that its author saw. */
  version: count,
  status_reason: z.string().nullable(),
  status_since: time.nullable(),
  language: Language,
  gender: z.enum(['male', 'female', 'unspecified']),
  signs_in_by: z.array(z.enum(['password', 'line', 'apple', 'partner'])),
  /** Coins that a refund could not take back. */
  owed_coins: coins,
  sessions: z.array(
    z.object({
      member_session_id: z.uuid(),
      user_agent: z.string(),
      created_at: time,
      last_seen_at: time,
    }),
  ),
  /** The live that the member watches now. */
  watching: z
    .object({ program_live_id: z.uuid(), title_th: z.string(), title_en: z.string(), since: time })
    .nullable(),
  consents: z.array(
    z.object({ document: z.string(), version: z.string(), language: Language, agreed_at: time }),
  ),
  /** The latest record of a parent's consent to purchases, or of its withdrawal; `null` without one. */
  parent_consent: ParentConsent.nullable(),
  /** Until when the member excluded itself from buying and spending coins. */
  excluded_until: time.nullable(),
  /** The name that the chat and rankings show; `null`: the first name. */
  nickname: z.string().nullable(),
  counts: z.object({ orders: count, paid_orders: count, chat_lines: count, removed_lines: count }),
  /** Latest first. */
  sanction_log: z.array(Sanction),
  appeals: z.array(Appeal),
  open_adjustments: z.array(CoinAdjustment),
});
export type MemberFile = z.infer<typeof MemberFile>;

const memberFilters = {
  /** A phone, an id, a name or an e-mail address, from its beginning. */
  q: z.string().trim().max(LIMITS.searchCharsMax).optional(),
  state: MemberState.optional(),
  /** `chat`: a chat time-out runs; `ever`: the status was changed by staff at least once. */
  sanction: z.enum(['chat', 'ever']).optional(),
};

const params = z.object({ member_id: MemberId });
const adjustmentId = z.object({ adjustment_id: z.uuid().toLowerCase() });
const reason = z.string().trim().min(1).max(LIMITS.operatorReasonCharsMax);
const evidence = z.string().trim().max(LIMITS.evidenceCharsMax).optional();
const hours = z.number().int().min(1).max(LIMITS.suspensionHoursMax);
const version = count;
const sanction = z.strictObject({ reason, evidence, version });

const staff = { tag: 'Operator: members', caller: 'operator', identity: 'staff' } as const;
const lookUp = { ...staff, permission: 'look_up_members' } as const;
const suspend = { ...staff, permission: 'suspend_members' } as const;
const manage = { ...staff, permission: 'manage_members', sensitive: true } as const;
const adjust = { ...staff, permission: 'adjust_coins' } as const;

export const operatorMemberEndpoints = endpoints({
  'GET /operator/member': {
    summary: 'Members by filters, the newest first',
    ...lookUp,
    query: z.object({
      ...memberFilters,
      /** `q` is a whole phone or id, of one member at the most. */
      exact: flag.optional(),
      ...pageQuery,
    }),
    data: MemberLine,
    list: true,
    errors: [],
  },
  'GET /operator/member/csv': {
    summary: 'The filtered members as CSV, without their phones and addresses',
    ...manage,
    query: z.object(memberFilters),
    data: z.object({ file_name: z.string(), csv: z.string() }),
    errors: [],
  },
  'POST /operator/member/suspend': {
    summary: 'Suspend several members, each separately',
    ...suspend,
    body: z.strictObject({
      member_ids: z.array(MemberId).min(1).max(LIMITS.bulkRowsMax),
      hours,
      reason,
      evidence,
    }),
    /** `error` is the code of a row that failed. */
    data: z.object({
      rows: z.array(z.object({ member_id: z.uuid(), error: z.string().nullable() })),
    }),
    errors: [],
  },
  'GET /operator/member/{member_id}': {
    summary: 'One member: profile, state, coins, sessions, consents, sanctions',
    ...lookUp,
    params,
    data: MemberFile,
    errors: ['member_not_found'],
  },
  'POST /operator/member/{member_id}/contact': {
    summary: 'The phone, e-mail address and birth date of a member; the audit keeps who asked',
    ...staff,
    permission: 'handle_disputes',
    params,
    data: z.object({
      phone: z.string().nullable(),
      email: z.string().nullable(),
      birth_date: z.iso.date().nullable(),
    }),
    errors: ['member_not_found'],
  },
  'GET /operator/member/{member_id}/timeline': {
    summary: 'What a member did and what was done to it, the latest first',
    ...lookUp,
    params,
    query: z.object({ kind: TimelineKind.optional(), ...pageQuery }),
    data: TimelineEntry,
    list: true,
    errors: ['member_not_found'],
  },
  'POST /operator/member/{member_id}/suspend': {
    summary: 'Suspend a member for at most seven days',
    ...suspend,
    params,
    body: sanction.extend({ hours }),
    data: MemberFile,
    errors: ['member_not_found', 'member_barred', 'edit_stale'],
  },
  'POST /operator/member/{member_id}/suspend-until': {
    summary: 'Suspend a member until a time of any distance, or until the suspension is lifted',
    ...manage,
    params,
    body: sanction.extend({ until: requestTime.nullable() }),
    data: MemberFile,
    errors: ['member_not_found', 'member_barred', 'edit_stale'],
  },
  'POST /operator/member/{member_id}/ban': {
    summary: 'Ban a member until the ban is lifted',
    ...manage,
    params,
    body: sanction,
    data: MemberFile,
    errors: ['member_not_found', 'edit_stale'],
  },
  'POST /operator/member/{member_id}/close': {
    summary: 'Close an account; its owner can ask to have it opened again',
    ...manage,
    params,
    body: sanction,
    data: MemberFile,
    errors: ['member_not_found', 'edit_stale'],
  },
  'POST /operator/member/{member_id}/lift': {
    summary: 'Lift a suspension, a ban or a closing',
    ...manage,
    params,
    body: sanction,
    data: MemberFile,
    errors: ['member_not_found', 'edit_stale'],
  },
  'PUT /operator/member/{member_id}/role': {
    summary: 'Give a member a role in the chat of the site, or take it',
    ...manage,
    params,
    body: z.strictObject({
      role: ChatRole.nullable(),
      /** The role that the author saw. */
      role_before: ChatRole.nullable(),
      reason,
    }),
    data: MemberFile,
    errors: ['member_not_found', 'edit_stale'],
  },
  'POST /operator/member/{member_id}/parent-consent': {
    summary: 'Record that a parent consents to purchases of a member under twenty, or no longer',
    ...staff,
    permission: 'handle_disputes',
    params,
    body: z.strictObject({
      /** `false` withdraws the consent. */
      given: z.boolean(),
      /** How it was proved. */
      reason,
    }),
    data: z.array(ParentConsent),
    errors: ['member_not_found'],
  },
  'POST /operator/member/{member_id}/sessions/end': {
    summary: 'Sign a member out, of one session or of all',
    ...manage,
    params,
    body: z.strictObject({ member_session_id: z.uuid().toLowerCase().optional(), reason }),
    data: MemberFile,
    errors: ['member_not_found', 'session_not_found'],
  },
  'POST /operator/member/{member_id}/nickname/reset': {
    summary: 'Remove a member’s nickname; the chat and rankings show the first name again',
    ...suspend,
    params,
    body: z.strictObject({ reason }),
    data: MemberFile,
    errors: ['member_not_found'],
  },
  'POST /operator/member/{member_id}/exclusion/end': {
    summary: 'End a member’s self-exclusion on its request, after a cooling-off of 24 hours',
    ...manage,
    params,
    body: z.strictObject({ reason }),
    data: MemberFile,
    errors: ['member_not_found'],
  },
  'POST /operator/member/{member_id}/export': {
    summary: 'Everything held of a member, on its request; the audit keeps who took it',
    ...manage,
    params,
    body: z.strictObject({ reason }),
    data: z.record(z.string(), z.unknown()),
    errors: ['member_not_found'],
  },
  'POST /operator/member/{member_id}/delete': {
    summary: 'Delete an account on its owner’s request, and forfeit its coins',
    ...manage,
    params,
    body: z.strictObject({ reason, expected_coins: coins.nonnegative() }),
    data: z.object({}),
    errors: ['member_not_found', 'member_barred', 'order_open', 'price_changed'],
  },
  'GET /operator/adjustment': {
    summary: 'Coin adjustments, the latest first',
    ...adjust,
    query: z.object({ state: z.enum(['open', 'all']).default('open'), ...pageQuery }),
    data: CoinAdjustment,
    list: true,
    errors: [],
  },
  'GET /operator/adjustment/limit': {
    summary: 'How many coins the caller may still give alone, by adjustments and redeem codes',
    ...adjust,
    data: z.object({ alone_coins_max: coins, left_coins: coins }),
    errors: [],
  },
  'POST /operator/member/{member_id}/adjustment': {
    summary: 'Add coins to a wallet or take them; above the limit a second person confirms',
    ...adjust,
    sensitive: true,
    params,
    body: z.strictObject({
      /** Chosen by the caller: the same id is the same adjustment, however often it is sent. */
      adjustment_id: z.uuid().toLowerCase(),
      coins: coins
        .min(-LIMITS.adjustmentCoinsMax)
        .max(LIMITS.adjustmentCoinsMax)
        .refine((value) => value !== 0, 'Not zero'),
      reason,
    }),
    data: CoinAdjustment,
    errors: [
      'member_not_found',
      'balance_insufficient',
      'wallet_blocked',
      'idempotency_conflict',
      'adjustments_open_max',
    ],
  },
  'POST /operator/adjustment/{adjustment_id}/confirm': {
    summary: 'Confirm another person’s adjustment, which moves the coins',
    ...adjust,
    sensitive: true,
    params: adjustmentId,
    data: CoinAdjustment,
    errors: [
      'adjustment_not_found',
      'adjustment_decided',
      'adjustment_expired',
      'second_person_needed',
      'member_not_found',
      'balance_insufficient',
      'wallet_blocked',
    ],
  },
  'POST /operator/adjustment/{adjustment_id}/refuse': {
    summary: 'Refuse an adjustment, or withdraw the own one',
    ...adjust,
    sensitive: true,
    params: adjustmentId,
    body: z.strictObject({ reason }),
    data: CoinAdjustment,
    errors: ['adjustment_not_found', 'adjustment_decided', 'adjustment_expired'],
  },
});
