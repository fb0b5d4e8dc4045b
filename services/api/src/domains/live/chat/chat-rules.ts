import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { LIMITS } from '@sangwian/contract/limits';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import type { ChatTimeout } from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';

/** Thai takes at most three marks on a consonant; longer stacks only climb over other people's lines. */
const MARKS_MAX = 4;

/** Turns the direction of what follows, in this line and, in a careless page, in the next ones. */
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** Invisible: a line of these alone looks empty, and they hide words from a moderator's search. */
const INVISIBLE = new RegExp(
  [
    '\\u00AD|\\u034F|\\u115F|\\u1160|\\u17B4|\\u17B5|[\\u180B-\\u180F]|\\u200B',
    '[\\u2060-\\u2065\\u206A-\\u206F\\u2800\\u3164\\uFEFF\\uFFA0\\uFFF0-\\uFFFB]|[\\u{1D173}-\\u{1D17A}]',
  ].join('|'),
  'gu',
);
const CONTROL = /\p{Cc}/gu;
/**
 * Emoji's tag letters. They mean something only behind the black flag, up to six with one that ends them (flags of
 * England, Scotland, Wales); those flags are matched so that they are kept.
 */
const TAGS =
  /(\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F})|[\u{E0000}-\u{E007F}]+/gu;
/** A joiner that joins nothing: emoji sequences have one between pictures, some scripts between letters. */
const STRAY_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
const MARK_STACK = new RegExp(`(?<!\\p{M})(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu');

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });

const countGraphemes = (text: string): number => {
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
};

/**
 * A chat line as it is kept: NFC, one line, without what cannot be seen or turns the direction. It stays plain text:
 * `<b>` is four letters, and who shows it escapes it.
 */
export function cleanChatText(raw: string): string {
  const composed = normalizeText(raw.toWellFormed(), 'NFC');
  const cleaned = composed
    .replace(INVISIBLE, '')
    .replace(/\s+/gu, ' ')
    .replace(CONTROL, '')
    .replace(BIDI, '')
    .replace(TAGS, '$1')
    .replace(STRAY_JOINER, '')
    .replace(MARK_STACK, '$1')
    .replace(/ {2,}/gu, ' ')
    .trim();
  return normalizeText(cleaned, 'NFC');
}

export type CheckedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: ErrorCode };

/**
 * The line as it is kept, or why it cannot be. Length counts what a reader sees as one letter. The schema has refused
 * what is longer than `LIMITS.chatUnitsMax`; cleaning takes time that grows with the length, not with its square.
 */
export function checkChatText(raw: string): CheckedText {
  if (raw.length > LIMITS.chatUnitsMax) return { ok: false, code: 'chat_too_long' };
  const text = cleanChatText(raw);
  if (text === '') return { ok: false, code: 'chat_failed' };
  // Composition may lengthen a text, of a few letters to three times.
  if (text.length > LIMITS.chatUnitsMax || countGraphemes(text) > LIMITS.chatCharsMax) {
    return { ok: false, code: 'chat_too_long' };
  }
  return { ok: true, text };
}

/** What of a live decides about its chat. */
export interface ChatLive {
  readonly status: 'not_started' | 'in_progress' | 'ended';
  readonly access: 'free' | 'premium';
}

/** Why this reader may not see the chat, or `null`. A premium live's chat is for those who unlocked it. */
export const readRefusal = (live: ChatLive, unlocked: boolean): ErrorCode | null =>
  live.access === 'premium' && !unlocked ? 'live_locked' : null;

/**
 * Why this sender may not send, or `null`. A live's chat opens before the first bout, so that fans can gather, and
 * closes with the live.
 */
export function sendRefusal(
  live: ChatLive,
  isMember: boolean,
  unlocked: boolean,
): ErrorCode | null {
  if (!isMember) return 'chat_members_only';
  if (live.access === 'premium' && !unlocked) return 'live_locked';
  return live.status === 'ended' ? 'live_ended' : null;
}

/** Who keeps order: may remove lines, send members out, and is not held by slow mode or the rule on links. */
export const keepsOrder = (role: ChatRole | null): boolean =>
  role === 'admin' || role === 'moderator';

/** Whether one may act on another: nobody on an admin, a moderator not on another one. */
export function mayModerate(role: ChatRole | null, target: ChatRole | null): boolean {
  if (!keepsOrder(role)) return false;
  return role === 'admin' ? target !== 'admin' : !keepsOrder(target);
}

/** Whole seconds that are left, at least one: a countdown that says 0 is over. */
export const secondsUntil = (until: Date, now: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));

/** A time-out as its member is told of it. */
export const presentTimeout = (until: Date, now: Date): ChatTimeout => ({
  until: until.toISOString(),
  left_s: secondsUntil(until, now),
});

/** Too soon after the line before: how long it takes yet. */
export const slowRefusal = (leftS: number): ApiError =>
  new ApiError('chat_slow_mode', {
    details: [{ path: 'retry_after_s', message: String(leftS) }],
  });

/** Sent out for a while: until when. */
export const timeoutRefusal = (until: Date, now: Date): ApiError =>
  new ApiError('chat_timed_out', {
    details: [
      { path: 'until', message: until.toISOString() },
      { path: 'retry_after_s', message: String(secondsUntil(until, now)) },
    ],
  });
