import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { LIMITS } from '@sangwian/contract/limits';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import type { ChatTimeout } from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';

/** Thai uses at most three marks on a consonant; longer stacks overlap other lines. */
const MARKS_MAX = 4;

/** Bidirectional control characters would reverse the text after them, even on other lines of a page. */
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** Invisible characters make lines look empty and hide words from search. */
const INVISIBLE = new RegExp(
  [
    '\\u00AD|\\u034F|\\u115F|\\u1160|\\u17B4|\\u17B5|[\\u180B-\\u180F]|\\u200B',
    '[\\u2060-\\u2065\\u206A-\\u206F\\u2800\\u3164\\uFEFF\\uFFA0\\uFFF0-\\uFFFB]|[\\u{1D173}-\\u{1D17A}]',
  ].join('|'),
  'gu',
);
const CONTROL = /\p{Cc}/gu;
/**
 * Emoji tag letters. They are valid only in flags such as England's: the black flag, up to six tag letters
 * and an end tag. Valid flags are captured, so that the replacement keeps them.
 */
const TAGS =
  /(\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F})|[\u{E0000}-\u{E007F}]+/gu;
/** Zero-width joiners outside emoji sequences and outside scripts that need joiners between letters. */
const STRAY_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
const MARK_STACK = new RegExp(`(?<!\\p{M})(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu');

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });

export const countGraphemes = (text: string): number => {
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
};

/**
 * Normalizes a chat line for storage: NFC, one line, without invisible and bidirectional control characters.
 * The result is plain text, which pages must escape.
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
 * Normalizes a line and checks its length in graphemes. Lines with more than `LIMITS.chatUnitsMax` code units
 * are refused first. Runs in linear time.
 */
export function checkChatText(raw: string): CheckedText {
  if (raw.length > LIMITS.chatUnitsMax) return { ok: false, code: 'chat_too_long' };
  const text = cleanChatText(raw);
  if (text === '') return { ok: false, code: 'chat_failed' };
  // Normalization can expand a letter to up to three times its length.
  if (text.length > LIMITS.chatUnitsMax || countGraphemes(text) > LIMITS.chatCharsMax) {
    return { ok: false, code: 'chat_too_long' };
  }
  return { ok: true, text };
}

export interface ChatLive {
  readonly status: 'not_started' | 'in_progress' | 'ended';
  readonly access: 'free' | 'premium';
}

/**
 * Returns why the reader may not see the chat; `null` if the reader may. The chat of a premium live is for
 * members who unlocked the live.
 */
export const readRefusal = (live: ChatLive, unlocked: boolean): ErrorCode | null =>
  live.access === 'premium' && !unlocked ? 'live_locked' : null;

/**
 * Returns why the sender may not send; `null` if the sender may. The chat opens before the first bout, so
 * that fans can gather, and closes when the live ends.
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

/** Returns whether the role may moderate. Moderators are exempt from slow mode and may send links. */
export const isModerator = (role: ChatRole | null): boolean =>
  role === 'admin' || role === 'moderator';

/**
 * Returns whether a role may moderate another role. Nobody may moderate an admin, and moderators may not
 * moderate each other.
 */
export function mayModerate(role: ChatRole | null, target: ChatRole | null): boolean {
  if (!isModerator(role)) return false;
  return role === 'admin' ? target !== 'admin' : !isModerator(target);
}

/** Returns the remaining seconds, rounded up and at least 1, because a countdown at 0 is over. */
export const secondsUntil = (until: Date, now: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));

export const presentTimeout = (until: Date, now: Date): ChatTimeout => ({
  until: until.toISOString(),
  left_s: secondsUntil(until, now),
});

/** Returns the error of slow mode, with the remaining seconds. */
export const slowRefusal = (leftS: number): ApiError =>
  new ApiError('chat_slow_mode', {
    details: [{ path: 'retry_after_s', message: String(leftS) }],
  });

/** Returns the error for a member who joined too recently for shield mode, with the required minutes. */
export const newcomerRefusal = (memberMinutes: number): ApiError =>
  new ApiError('chat_shielded', {
    details: [{ path: 'member_minutes', message: String(memberMinutes) }],
  });

/** Returns the error for a timed-out member, with the end of the time-out. */
export const timeoutRefusal = (until: Date, now: Date): ApiError =>
  new ApiError('chat_timed_out', {
    details: [
      { path: 'until', message: until.toISOString() },
      { path: 'retry_after_s', message: String(secondsUntil(until, now)) },
    ],
  });
