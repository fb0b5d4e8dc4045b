import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { HeldMessage } from '@sangwian/contract/sockets/event-namespace';

/** A line of the list: a message, a gift, or the member's own message that the server has not confirmed. */
export type ChatLine =
  | { readonly kind: 'message'; readonly id: string; readonly message: ChatMessage }
  | {
      readonly kind: 'gift';
      readonly id: string;
      readonly gift: GiftLine;
      /** The `seq` of the message before the gift. */
      readonly after: number;
    }
  | {
      readonly kind: 'own';
      readonly id: string;
      readonly text: string;
      readonly state: OwnState;
      /** The message that the line answers. */
      readonly replyTo?: ChatMessage | null;
      /** The reason if a moderator removed the line. */
      readonly reason?: ReportReason | null;
    };

/**
 * The state of a line that the server has not published. `waiting`: for a connection. `failed`: until the member
 * retries or discards the line. `held`: for review, after which the line is published, `removed` or `expired`.
 */
export type OwnState = 'waiting' | 'sending' | 'failed' | 'held' | 'removed' | 'expired';

/** Returns whether the server has not received the line yet. */
export const isUnsent = (state: OwnState): boolean =>
  state === 'waiting' || state === 'sending' || state === 'failed';

/** The chat lines of a live. Immutable: every change returns a new log. */
export interface ChatLog {
  readonly lines: readonly ChatLine[];
  /** The `seq` of the newest line that was received; `null` before the first response. */
  readonly seq: number | null;
}

/**
 * Maximum number of stored lines. The log stores more lines than the list shows: with a delayed video, newer lines wait
 * until the video reaches them.
 */
export const CHAT_LINES_MAX = 1_500;
/** Maximum number of gifts among the stored lines, so that a cheering crowd does not displace messages. */
export const GIFT_LINES_MAX = 300;
/** If a fan sends the same gift to the same corner again within this time, the count of the existing row increases. */
const COMBO_MS = 10_000;
export const EMPTY_LOG: ChatLog = { lines: [], seq: null };

const isOwn = (line: ChatLine): boolean => line.kind === 'own';
const seqOf = (line: ChatLine): number => {
  if (line.kind === 'message') return line.message.seq;
  return line.kind === 'gift' ? line.after : Number.POSITIVE_INFINITY;
};

const toLine = (message: ChatMessage): ChatLine => ({
  kind: 'message',
  id: message.chat_message_id,
  message,
});

/** Sorts by `seq`; unconfirmed own lines come last, in the order of writing. */
const sortLines = (lines: readonly ChatLine[]): readonly ChatLine[] => {
  const sorted = [...lines].sort((a, b) => {
    const [left, right] = [seqOf(a), seqOf(b)];
    return left === right ? 0 : left - right;
  });
  return sorted.slice(-CHAT_LINES_MAX);
};

const merge = (lines: readonly ChatLine[], messages: readonly ChatMessage[]) => {
  if (messages.length === 0) return lines;
  const arrived = new Set<string>(messages.map((message) => message.chat_message_id));
  return sortLines([...lines.filter((line) => !arrived.has(line.id)), ...messages.map(toLine)]);
};

/** Applies the response to a join. A snapshot replaces all lines except unconfirmed own lines. */
export const applyJoin = (
  log: ChatLog,
  answer: { snapshot: boolean; messages: readonly ChatMessage[]; seq: number },
): ChatLog => ({
  lines: merge(answer.snapshot ? log.lines.filter(isOwn) : log.lines, answer.messages),
  seq: answer.seq,
});

/** Clears the text of lines that a moderator removed, also where other lines quote it. The lines stay in the log. */
export const applyRemoved = (log: ChatLog, ids: readonly string[]): ChatLog => {
  const removedIds = new Set(ids);
  const withoutRemoved = (line: ChatLine): ChatLine => {
    if (line.kind !== 'message') return line;
    const { message } = line;
    const { reply } = message;
    if (removedIds.has(line.id)) return toLine({ ...message, text: '', removed: true });
    return reply && removedIds.has(reply.chat_message_id)
      ? toLine({ ...message, reply: { ...reply, text: '' } })
      : line;
  };
  const lines = log.lines.map(withoutRemoved);
  return lines.every((line, index) => line === log.lines[index]) ? log : { ...log, lines };
};

/** Adds the lines of the next tick. */
export const addLines = (
  log: ChatLog,
  tick: { seq: number; messages: readonly ChatMessage[] },
): ChatLog => {
  const known = log.seq ?? 0;
  if (tick.seq <= known && tick.messages.length === 0) return log;
  return { lines: merge(log.lines, tick.messages), seq: Math.max(known, tick.seq) };
};

/** Replaces an own line by its confirmed message. Does not change `seq`, because earlier lines may still be missing. */
export const applyOwn = (log: ChatLog, message: ChatMessage): ChatLog => ({
  ...log,
  lines: merge(log.lines, [message]),
});

export const addOwn = (
  log: ChatLog,
  id: string,
  text: string,
  replyTo: ChatMessage | null = null,
): ChatLog => ({
  ...log,
  lines: sortLines([...log.lines, { kind: 'own', id, text, state: 'waiting', replyTo }]),
});

export const setOwnState = (
  log: ChatLog,
  id: string,
  state: OwnState,
  reason: ReportReason | null = null,
): ChatLog => ({
  ...log,
  lines: log.lines.map((line) =>
    line.kind === 'own' && line.id === id ? { ...line, state, reason } : line,
  ),
});

/**
 * Adds or updates the member's held lines after a join. A line that was allowed is skipped, because it arrives as a
 * message.
 */
export const applyHeld = (log: ChatLog, held: readonly HeldMessage[]): ChatLog => {
  const known = new Map(log.lines.map((line) => [line.id, line]));
  return held.reduce((next, { chat_message_id: id, text, state, reason }) => {
    if (state === 'allowed') return next;
    const line = known.get(id);
    if (line?.kind === 'own') return setOwnState(next, id, state, reason);
    // A line that is unknown here and no longer held was reviewed while the page was closed. It is not shown.
    return line === undefined && state === 'held'
      ? setOwnState(addOwn(next, id, text), id, 'held')
      : next;
  }, log);
};

const isCombo = (line: GiftLine, next: GiftLine): boolean =>
  line.member_id === next.member_id &&
  line.gift_id === next.gift_id &&
  line.corner === next.corner &&
  line.match_live_id === next.match_live_id &&
  Date.parse(next.sent_at) - Date.parse(line.sent_at) <= COMBO_MS;

/** Returns the `seq` of the newest message that the video has reached. */
const shownSeq = ({ lines, seq }: ChatLog, reachedMs: number): number => {
  if (reachedMs === Number.POSITIVE_INFINITY) return seq ?? 0;
  const shown = lines.findLast(
    (line) => line.kind === 'message' && Date.parse(line.message.sent_at) <= reachedMs,
  );
  return shown === undefined ? 0 : seqOf(shown);
};

/**
 * Adds gifts. A repeated gift increases the count of its row. A new row is placed after the last message that the video
 * has reached. If it were placed after all messages, each message that is shown later would move the row down.
 */
export const addGifts = (
  log: ChatLog,
  gifts: readonly GiftLine[],
  reachedMs = Number.POSITIVE_INFINITY,
): ChatLog => {
  if (gifts.length === 0) return log;
  const after = shownSeq(log, reachedMs);
  const lines = [...log.lines];
  for (const gift of gifts) {
    const at = lines.findLastIndex((line) => line.kind === 'gift' && isCombo(line.gift, gift));
    const known = lines[at];
    if (known?.kind === 'gift') {
      const quantity = known.gift.quantity + gift.quantity;
      const coins = known.gift.coins + gift.coins;
      lines[at] = { ...known, gift: { ...gift, quantity, coins } };
    } else {
      lines.push({ kind: 'gift', id: gift.gift_log_id, gift, after });
    }
  }
  let surplus = lines.filter(({ kind }) => kind === 'gift').length - GIFT_LINES_MAX;
  const kept = lines.filter(({ kind }) => kind !== 'gift' || surplus-- <= 0);
  return { ...log, lines: sortLines(kept) };
};

export const removeLine = (log: ChatLog, id: string): ChatLog => ({
  ...log,
  lines: log.lines.filter((line) => line.id !== id),
});

/**
 * Creates the function that returns when a line is due: the time at which the line was sent, in milliseconds. The
 * member's own lines have no due time (`null`): they are shown at once, before and after the API accepts them.
 */
export const createDueTimeOf =
  (ownId: string | null) =>
  (line: ChatLine): number | null => {
    if (line.kind === 'gift') return Date.parse(line.gift.sent_at);
    if (line.kind === 'own' || line.message.member_id === ownId) return null;
    return Date.parse(line.message.sent_at);
  };

/** Returns a filter that excludes the lines of hidden members. */
export const isNotHiddenBy =
  (hidden: ReadonlySet<string>) =>
  (line: ChatLine): boolean => {
    if (line.kind === 'own') return true;
    return !hidden.has(line.kind === 'gift' ? line.gift.member_id : line.message.member_id);
  };
