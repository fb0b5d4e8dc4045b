import { z } from 'zod';
import { endpoints, pageQuery } from '../../endpoint.ts';
import { ChatMessageId, MemberId, ProgramLiveId } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';
import { ChatShield } from '../../sockets/event-namespace.ts';
import { ReportReason, ShieldReason } from '../chat-safety.ts';
import { ChatPin, ChatRole } from '../live.ts';

const row = {
  tag: 'Operator',
  caller: 'operator',
  identity: 'staff',
  permission: 'moderate_chat',
} as const;

/** Why an operator acts; the log keeps it. */
const why = z.string().trim().min(1).max(LIMITS.chatWhyCharsMax);
/** The reason that the author reads, in their language. */
const because = ReportReason.default('other');
const count = z.number().int().nonnegative();
const author = {
  member_id: MemberId,
  /** Empty if the account was deleted. */
  member_name: z.string(),
  member_role: ChatRole.nullable(),
};
const decided = {
  by: z.string(),
  at: z.iso.datetime(),
};

/** A message of the feed, also a removed one with its text. */
export const OperatorChatLine = z.object({
  chat_message_id: ChatMessageId,
  program_live_id: ProgramLiveId,
  seq: z.number().int(),
  ...author,
  text: z.string(),
  sent_at: z.iso.datetime(),
  /** Who removed it and why; `null` if it is shown. */
  removed: z.object({ ...decided, reason: z.string() }).nullable(),
});
export type OperatorChatLine = z.infer<typeof OperatorChatLine>;

/** A message that waits for review. */
export const OperatorHeldLine = z.object({
  chat_message_id: ChatMessageId,
  program_live_id: ProgramLiveId,
  ...author,
  text: z.string(),
  /** The watched word, as written in the list. */
  word: z.string(),
  held_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type OperatorHeldLine = z.infer<typeof OperatorHeldLine>;

export const CaseState = z.enum(['open', 'taken', 'decided']);
export const CaseDecision = z.enum(['removed', 'timed_out', 'dismissed']);

/** All reports of one message or of one member. */
export const OperatorChatCase = z.object({
  chat_case_id: z.uuid(),
  program_live_id: ProgramLiveId.nullable(),
  /** `null`: the case is about the member. */
  chat_message_id: ChatMessageId.nullable(),
  member_id: MemberId,
  member_name: z.string(),
  /** The reported message; `null` for a member. */
  text: z.string().nullable(),
  state: CaseState,
  reports: count,
  /** The number of reports by reason. */
  reasons: z.record(z.string(), count),
  /** What reporters wrote, the newest first. */
  notes: z.array(z.string()),
  opened_at: z.iso.datetime(),
  reported_at: z.iso.datetime(),
  taken: z.object(decided).nullable(),
  decision: z.object({ ...decided, decision: CaseDecision, reason: z.string() }).nullable(),
});
export type OperatorChatCase = z.infer<typeof OperatorChatCase>;

export const OperatorTimeout = z.object({
  member_id: MemberId,
  member_name: z.string(),
  /** `null`: every live. */
  program_live_id: ProgramLiveId.nullable(),
  until: z.iso.datetime(),
});

export const WordKind = z.enum(['banned', 'watched', 'innocent']);
export const OperatorWord = z.object({
  word: z.string(),
  kind: WordKind,
  language: z.enum(['th', 'en']),
});
export type OperatorWord = z.infer<typeof OperatorWord>;

export const OperatorAppeal = z.object({
  chat_appeal_id: z.uuid(),
  member_id: MemberId,
  member_name: z.string(),
  program_live_id: ProgramLiveId.nullable(),
  /** End of the timeout; `null`: the appeal is about a removed message. */
  until: z.iso.datetime().nullable(),
  /** The removed message. */
  message: z.object({ chat_message_id: ChatMessageId, text: z.string() }).nullable(),
  text: z.string(),
  created_at: z.iso.datetime(),
  /** Who timed the member out or removed the message, and why, if the log has it. */
  sanction: z.object({ ...decided, reason: z.string() }).nullable(),
});
export type OperatorAppeal = z.infer<typeof OperatorAppeal>;

const ofLive = z.object({ program_live_id: ProgramLiveId });
/** A member in one live; `null`: in every live. */
const memberInLives = { member_id: MemberId, program_live_id: ProgramLiveId.nullable() };
const pinText = z.string().trim().min(1).max(LIMITS.chatPinCharsMax);
const pinned = z.strictObject({ th: pinText, en: pinText });
const done = z.object({});
const csvFile = z.object({ file_name: z.string(), csv: z.string() });

const removedFilter = {
  program_live_id: ProgramLiveId,
  member_id: MemberId.optional(),
};
const caseFilter = {
  state: z.enum(['waiting', 'decided']).default('waiting'),
  /** At least one report has this reason. */
  because: ReportReason.optional(),
  /** The reported member. */
  member_id: MemberId.optional(),
  about: z.enum(['message', 'member']).optional(),
};

export const operatorChatEndpoints = endpoints({
  'GET /operator/chat': {
    summary: 'A live’s chat as moderators see it; without an id, the live in progress',
    ...row,
    query: z.object({ program_live_id: ProgramLiveId.optional() }),
    data: z.object({
      program_live_id: ProgramLiveId,
      slow_mode_s: z.number().int(),
      shield: ChatShield.nullable(),
      pin: ChatPin.nullable(),
      lines: z.array(OperatorChatLine),
      held: z.array(OperatorHeldLine),
      timeouts: z.array(OperatorTimeout),
      /** Reported messages and members that wait, in all lives. */
      waiting_cases: count,
    }),
    errors: ['live_not_found'],
  },
  'POST /operator/chat/messages/{chat_message_id}/remove': {
    summary: 'Remove a message; idempotent',
    ...row,
    params: z.object({ chat_message_id: ChatMessageId }),
    body: z.strictObject({ because, reason: why }),
    data: done,
    errors: ['chat_line_not_found'],
  },
  'POST /operator/chat/messages/remove': {
    summary: 'Remove all messages of a member, in one live or all; idempotent',
    ...row,
    body: z.strictObject({ ...memberInLives, because, reason: why }),
    data: z.object({ removed: count }),
    errors: ['member_not_found', 'live_not_found'],
  },
  'POST /operator/chat/messages/{chat_message_id}/pin': {
    summary: 'Pin a fan’s message above the chat of its live',
    ...row,
    params: z.object({ chat_message_id: ChatMessageId }),
    body: z.strictObject({ reason: why }),
    data: done,
    errors: ['chat_line_not_found'],
  },
  'PUT /operator/chat/pin': {
    summary: 'Pin a text in both languages above the chat of a live, or (`null`) unpin',
    ...row,
    body: ofLive.extend({ text: pinned.nullable(), reason: why }).strict(),
    data: done,
    errors: ['live_not_found'],
  },
  'PUT /operator/chat/slow-mode': {
    summary: 'Set the seconds between two messages of a member',
    ...row,
    body: ofLive
      .extend({ slow_mode_s: z.number().int().min(1).max(LIMITS.chatSlowModeSMax), reason: why })
      .strict(),
    data: done,
    errors: ['live_not_found'],
  },
  'GET /operator/chat/removed': {
    summary: 'Removed messages of a live, the latest first, with who and why',
    ...row,
    query: z.object({ ...removedFilter, ...pageQuery }),
    data: OperatorChatLine,
    list: true,
    errors: [],
  },
  'GET /operator/chat/removed/csv': {
    summary: 'Removed messages of a live as a CSV file',
    ...row,
    query: z.object(removedFilter),
    data: csvFile,
    errors: [],
  },
  'POST /operator/chat/held/{chat_message_id}/allow': {
    summary: 'Allow a held message: it appears at the end of the chat',
    ...row,
    params: z.object({ chat_message_id: ChatMessageId }),
    body: z.strictObject({}),
    data: done,
    errors: ['chat_held_not_found', 'chat_held_decided'],
  },
  'POST /operator/chat/held/{chat_message_id}/remove': {
    summary: 'Remove a held message, optionally with a timeout; its author reads the reason',
    ...row,
    params: z.object({ chat_message_id: ChatMessageId }),
    body: z.strictObject({
      reason: ReportReason,
      timeout_minutes: z.number().int().min(1).max(LIMITS.chatTimeoutMinutesMax).optional(),
    }),
    data: done,
    errors: ['chat_held_not_found', 'chat_held_decided'],
  },
  'GET /operator/chat/cases': {
    summary: 'Reported messages and members: the open ones oldest first, decided ones latest first',
    ...row,
    query: z.object({ ...caseFilter, ...pageQuery }),
    data: OperatorChatCase,
    list: true,
    errors: [],
  },
  'GET /operator/chat/cases/csv': {
    summary: 'Reported messages and members as a CSV file',
    ...row,
    query: z.object(caseFilter),
    data: csvFile,
    errors: [],
  },
  'POST /operator/chat/cases/{chat_case_id}/take': {
    summary: 'Take a case, so that other moderators see who works on it; idempotent',
    ...row,
    params: z.object({ chat_case_id: z.uuid() }),
    body: z.strictObject({}),
    data: OperatorChatCase,
    errors: ['chat_case_not_found', 'chat_case_decided'],
  },
  'POST /operator/chat/cases/{chat_case_id}/decide': {
    summary: 'Decide a case: remove the message, time the member out, or dismiss it',
    ...row,
    params: z.object({ chat_case_id: z.uuid() }),
    body: z.strictObject({
      decision: CaseDecision,
      because,
      reason: why,
      /** With `timed_out`. The message is removed too. */
      timeout_minutes: z.number().int().min(1).max(LIMITS.chatTimeoutMinutesMax).optional(),
    }),
    data: OperatorChatCase,
    errors: ['chat_case_not_found', 'chat_case_decided'],
  },
  'POST /operator/chat/timeouts': {
    summary: 'Time a member out, in one live or all',
    ...row,
    body: z.strictObject({
      ...memberInLives,
      minutes: z.number().int().min(1).max(LIMITS.chatOperatorTimeoutMinutesMax),
      because,
      reason: why,
    }),
    data: done,
    errors: ['member_not_found', 'live_not_found'],
  },
  'POST /operator/chat/timeouts/end': {
    summary: 'End a member’s timeouts, in one live or all; idempotent',
    ...row,
    body: z.strictObject({ ...memberInLives, reason: why }),
    data: done,
    errors: ['member_not_found', 'live_not_found'],
  },
  'GET /operator/chat/words': {
    summary: 'Banned, watched and innocent words',
    ...row,
    data: z.array(OperatorWord),
    errors: [],
  },
  'POST /operator/chat/words': {
    summary: 'Add a word to the list, change its kind, or (`null`) remove it',
    ...row,
    body: z.strictObject({
      word: z.string().trim().min(1).max(LIMITS.chatWordCharsMax),
      kind: WordKind.nullable(),
      reason: why,
    }),
    data: z.array(OperatorWord),
    errors: [],
  },
  'GET /operator/chat/words/try': {
    summary: 'Find which rule a text would meet; nothing is sent',
    ...row,
    query: z.object({ text: z.string().trim().min(1).max(LIMITS.chatUnitsMax) }),
    data: z.object({
      link: z.boolean(),
      /** The banned or watched word of the text, as written in the list. */
      word: z.object({ word: z.string(), kind: z.enum(['banned', 'watched']) }).nullable(),
    }),
    errors: [],
  },
  'POST /operator/chat/shield': {
    summary: 'Put a live’s chat into shield mode',
    ...row,
    body: ofLive.extend({
      minutes: z.number().int().min(1).max(LIMITS.chatShieldMinutesMax),
      slow_mode_s: z.number().int().min(1).max(LIMITS.chatSlowModeSMax),
      member_minutes: z.number().int().min(0).max(LIMITS.chatShieldMemberMinutesMax),
      reason: ShieldReason,
    }),
    data: done,
    errors: ['live_not_found'],
  },
  'POST /operator/chat/shield/end': {
    summary: 'End shield mode; idempotent',
    ...row,
    body: ofLive,
    data: done,
    errors: ['live_not_found'],
  },
  'GET /operator/chat/appeals': {
    summary: 'Open appeals against running timeouts and removals, the oldest first',
    ...row,
    query: z.object(pageQuery),
    data: OperatorAppeal,
    list: true,
    errors: [],
  },
  'POST /operator/chat/appeals/{chat_appeal_id}/decide': {
    summary: 'Grant an appeal, which ends the timeout or shows the message again, or refuse it',
    ...row,
    params: z.object({ chat_appeal_id: z.uuid() }),
    body: z.strictObject({ granted: z.boolean(), reason: why }),
    data: done,
    errors: ['chat_appeal_not_found', 'chat_appeal_decided'],
  },
});
