import type { GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { describe, expect, it } from 'vitest';
import {
  addGifts,
  addLines,
  addOwn,
  applyJoin,
  applyOwn,
  applyRemoved,
  CHAT_LINES_MAX,
  EMPTY_LOG,
  GIFT_LINES_MAX,
  removeLine,
  setOwnState,
} from './chat-line.ts';

const line = (seq: number): ChatMessage =>
  ({
    chat_message_id: `id-${seq}`,
    seq,
    member_id: 'm',
    member_name: 'สมชาย',
    member_avatar: null,
    member_role: null,
    removed: false,
    text: `line ${seq}`,
    sent_at: '2026-11-21T12:00:00Z',
  }) as unknown as ChatMessage;
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => line(from + index));
const ids = (log: { lines: readonly { id: string }[] }) => log.lines.map(({ id }) => id);
const joined = applyJoin(EMPTY_LOG, { snapshot: true, messages: lines(1, 3), seq: 3 });

describe('the log of a chat', () => {
  it('goes on with a tick that follows', () => {
    const log = addLines(joined, { seq: 5, messages: lines(4, 5) });
    expect(ids(log)).toEqual(['id-1', 'id-2', 'id-3', 'id-4', 'id-5']);
    expect(log.seq).toBe(5);
  });

  it('keeps the place of a line that was removed, without its text', () => {
    const log = applyRemoved(joined, ['id-2', 'unknown']);
    expect(ids(log)).toEqual(['id-1', 'id-2', 'id-3']);
    expect(log.lines[1]).toMatchObject({ message: { text: '', removed: true } });
    expect(applyRemoved(log, ['unknown'])).toBe(log);
  });

  it('takes the missing lines of a resume', () => {
    const resumed = applyJoin(joined, { snapshot: false, messages: lines(4, 8), seq: 8 });
    expect(ids(resumed)).toEqual(['id-1', 'id-2', 'id-3', 'id-4', 'id-5', 'id-6', 'id-7', 'id-8']);
  });

  it('shows no line twice when a tick and a resume overlap', () => {
    const log = addLines(joined, { seq: 4, messages: lines(2, 4) });
    expect(ids(log)).toEqual(['id-1', 'id-2', 'id-3', 'id-4']);
  });

  it('changes nothing for a tick that only counts viewers', () => {
    expect(addLines(joined, { seq: 3, messages: [] })).toBe(joined);
  });

  it('keeps own lines last until they are answered, then where they belong', () => {
    let log = addOwn(joined, 'id-5', 'สู้ ๆ');
    log = addLines(log, { seq: 4, messages: [line(4)] });
    expect(ids(log).at(-1)).toBe('id-5');
    log = applyOwn(log, line(5));
    log = addLines(log, { seq: 6, messages: lines(5, 6) });
    expect(ids(log)).toEqual(['id-1', 'id-2', 'id-3', 'id-4', 'id-5', 'id-6']);
    expect(log.lines.every(({ kind }) => kind === 'message')).toBe(true);
  });

  it('does not lose an own line to a snapshot', () => {
    const log = setOwnState(addOwn(joined, 'own', 'ยังไม่ส่ง'), 'own', 'failed');
    const after = applyJoin(log, { snapshot: true, messages: lines(400, 402), seq: 402 });
    expect(ids(after)).toEqual(['id-400', 'id-401', 'id-402', 'own']);
    expect(ids(removeLine(after, 'own'))).toEqual(['id-400', 'id-401', 'id-402']);
  });

  it('keeps only so many lines, the newest', () => {
    const log = applyJoin(EMPTY_LOG, {
      snapshot: true,
      messages: lines(1, CHAT_LINES_MAX + 50),
      seq: 350,
    });
    expect(log.lines).toHaveLength(CHAT_LINES_MAX);
    expect(log.lines[0]?.id).toBe('id-51');
  });
});

describe('gifts in the log of a chat', () => {
  const gift = (id: string, fields: Partial<GiftLine> = {}): GiftLine =>
    ({
      gift_log_id: id,
      match_live_id: 'm',
      member_id: 'a',
      corner: 'red',
      gift_id: 'garland',
      quantity: 1,
      coins: 10,
      sent_at: '2026-11-21T12:00:00Z',
      ...fields,
    }) as GiftLine;

  it('stand where they came, between what was said before and after', () => {
    const cheered = addGifts(joined, [gift('g1')]);
    const log = addLines(cheered, { seq: 4, messages: lines(4, 4) });
    expect(ids(addOwn(log, 'own', 'x'))).toEqual(['id-1', 'id-2', 'id-3', 'g1', 'id-4', 'own']);
  });

  it('stand before messages that still wait for the picture', () => {
    const later = { ...line(4), sent_at: '2026-11-21T12:00:05Z' };
    const log = addLines(joined, { seq: 4, messages: [later] });
    const reachedMs = Date.parse('2026-11-21T12:00:02Z');
    expect(ids(addGifts(log, [gift('g1')], reachedMs))).toEqual([
      'id-1',
      'id-2',
      'id-3',
      'g1',
      'id-4',
    ]);
  });

  it('count up a combo where its row stands', () => {
    const soon = '2026-11-21T12:00:08Z';
    const log = addGifts(addGifts(joined, [gift('g1'), gift('g2')]), [
      gift('g3', { quantity: 3, coins: 30, sent_at: soon }),
    ]);
    expect(ids(log).slice(3)).toEqual(['g1']);
    expect(log.lines.at(-1)).toMatchObject({ gift: { quantity: 5, coins: 50 } });
  });

  it.each<[string, Partial<GiftLine>]>([
    ['somebody else', { member_id: 'b' as never }],
    ['the other corner', { corner: 'blue' }],
    ['another gift', { gift_id: 'drum' }],
    ['another bout', { match_live_id: 'n' as never }],
    ['a later one', { sent_at: '2026-11-21T12:01:00Z' }],
  ])('begin a row of their own for %s', (_what, fields) => {
    expect(ids(addGifts(joined, [gift('g1'), gift('g2', fields)])).slice(3)).toEqual(['g1', 'g2']);
  });

  it('never push out what is said: the oldest gifts go first', () => {
    const many = Array.from({ length: GIFT_LINES_MAX + 5 }, (_, index) =>
      gift(`g${index}`, { member_id: `fan-${index}` as never }),
    );
    const log = addGifts(joined, many);
    expect(ids(log).slice(0, 4)).toEqual(['id-1', 'id-2', 'id-3', 'g5']);
    expect(log.lines).toHaveLength(3 + GIFT_LINES_MAX);
  });
});
