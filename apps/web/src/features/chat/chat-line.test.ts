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
  createDueTimeOf,
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

describe('the chat log', () => {
  it('appends the lines of the next tick', () => {
    const log = addLines(joined, { seq: 5, messages: lines(4, 5) });
    expect(ids(log)).toEqual(['id-1', 'id-2', 'id-3', 'id-4', 'id-5']);
    expect(log.seq).toBe(5);
  });

  it('keeps a removed line without its text', () => {
    const log = applyRemoved(joined, ['id-2', 'unknown']);
    expect(ids(log)).toEqual(['id-1', 'id-2', 'id-3']);
    expect(log.lines[1]).toMatchObject({ message: { text: '', removed: true } });
    expect(applyRemoved(log, ['unknown'])).toBe(log);
  });

  it('adds the lines that were missed during a lost connection', () => {
    const resumed = applyJoin(joined, { snapshot: false, messages: lines(4, 8), seq: 8 });
    expect(ids(resumed)).toEqual(['id-1', 'id-2', 'id-3', 'id-4', 'id-5', 'id-6', 'id-7', 'id-8']);
  });

  it('contains each line once when a tick and the response to a join overlap', () => {
    const log = addLines(joined, { seq: 4, messages: lines(2, 4) });
    expect(ids(log)).toEqual(['id-1', 'id-2', 'id-3', 'id-4']);
  });

  it('stays the same object after a tick without lines', () => {
    expect(addLines(joined, { seq: 3, messages: [] })).toBe(joined);
  });

  it('keeps own lines last until the server confirms them, then sorts them by seq', () => {
    let log = addOwn(joined, 'id-5', 'สู้ ๆ');
    log = addLines(log, { seq: 4, messages: [line(4)] });
    expect(ids(log).at(-1)).toBe('id-5');
    log = applyOwn(log, line(5));
    log = addLines(log, { seq: 6, messages: lines(5, 6) });
    expect(ids(log)).toEqual(['id-1', 'id-2', 'id-3', 'id-4', 'id-5', 'id-6']);
    expect(log.lines.every(({ kind }) => kind === 'message')).toBe(true);
  });

  it('dates the messages of others, and never an own one, which must not wait for the video', () => {
    const own = addOwn(joined, 'id-4', 'line 4');
    const moments = (log: typeof own, ownId: string) => log.lines.map(createDueTimeOf(ownId));
    const sentMs = Date.parse(line(1).sent_at);
    expect(moments(own, 'another')).toEqual([sentMs, sentMs, sentMs, null]);
    expect(moments(applyOwn(own, line(4)), 'another')).toEqual([sentMs, sentMs, sentMs, sentMs]);
    expect(moments(applyOwn(own, line(4)), 'm')).toEqual([null, null, null, null]);
  });

  it('keeps an unconfirmed own line when a snapshot arrives', () => {
    const log = setOwnState(addOwn(joined, 'own', 'ยังไม่ส่ง'), 'own', 'failed');
    const after = applyJoin(log, { snapshot: true, messages: lines(400, 402), seq: 402 });
    expect(ids(after)).toEqual(['id-400', 'id-401', 'id-402', 'own']);
    expect(ids(removeLine(after, 'own'))).toEqual(['id-400', 'id-401', 'id-402']);
  });

  it('keeps the newest lines up to a maximum', () => {
    const log = applyJoin(EMPTY_LOG, {
      snapshot: true,
      messages: lines(1, CHAT_LINES_MAX + 50),
      seq: 350,
    });
    expect(log.lines).toHaveLength(CHAT_LINES_MAX);
    expect(log.lines[0]?.id).toBe('id-51');
  });
});

describe('gifts in the chat log', () => {
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

  it('are sorted between the earlier and the later messages', () => {
    const cheered = addGifts(joined, [gift('g1')]);
    const log = addLines(cheered, { seq: 4, messages: lines(4, 4) });
    expect(ids(addOwn(log, 'own', 'x'))).toEqual(['id-1', 'id-2', 'id-3', 'g1', 'id-4', 'own']);
  });

  it('are placed before messages that the video has not reached', () => {
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

  it('increase the count of a combo in its row', () => {
    const soon = '2026-11-21T12:00:08Z';
    const log = addGifts(addGifts(joined, [gift('g1'), gift('g2')]), [
      gift('g3', { quantity: 3, coins: 30, sent_at: soon }),
    ]);
    expect(ids(log).slice(3)).toEqual(['g1']);
    expect(log.lines.at(-1)).toMatchObject({ gift: { quantity: 5, coins: 50 } });
  });

  it.each<[string, Partial<GiftLine>]>([
    ['another member', { member_id: 'b' as never }],
    ['the other corner', { corner: 'blue' }],
    ['another gift', { gift_id: 'drum' }],
    ['another bout', { match_live_id: 'n' as never }],
    ['a later gift', { sent_at: '2026-11-21T12:01:00Z' }],
  ])('start a new row for %s', (_reason, fields) => {
    expect(ids(addGifts(joined, [gift('g1'), gift('g2', fields)])).slice(3)).toEqual(['g1', 'g2']);
  });

  it('never displace messages: the oldest gifts are dropped', () => {
    const many = Array.from({ length: GIFT_LINES_MAX + 5 }, (_, index) =>
      gift(`g${index}`, { member_id: `fan-${index}` as never }),
    );
    const log = addGifts(joined, many);
    expect(ids(log).slice(0, 4)).toEqual(['id-1', 'id-2', 'id-3', 'g5']);
    expect(log.lines).toHaveLength(3 + GIFT_LINES_MAX);
  });
});
