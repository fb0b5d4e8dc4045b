import type { ChatMessage, LiveState, Match } from '@sangwian/contract/endpoints/live';
import { ChatMessageId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { Socket } from 'socket.io';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Turns } from '../../../platform/sockets/turns.ts';
import { type LiveCard, NodeRoom } from './node-room.ts';
import { SOCKETS_PER_SHARD_MAX } from './socket-shard.ts';

const LIVE = ProgramLiveId.parse('0199a000-0000-7000-8000-000000000001');
const idOf = (seq: number): ChatMessageId =>
  ChatMessageId.parse(`0199a000-0000-7000-8000-${String(seq).padStart(12, '0')}`);
const line = (seq: number): ChatMessage =>
  ({ chat_message_id: idOf(seq), seq, removed: false, text: `line ${seq}` }) as ChatMessage;

type SentEvent = [string, Record<string, unknown> & { messages?: ChatMessage[] }];

/** A socket that records what is written to it. */
function recordingSocket(): { socket: Socket; sent: SentEvent[] } {
  const sent: SentEvent[] = [];
  const sendFrame = ([frame]: readonly Buffer[]): void => {
    const text = String(frame);
    sent.push(JSON.parse(text.slice(text.indexOf('["'))));
  };
  const raw = { readyState: 1, bufferedAmount: 0, _sender: { sendFrame } };
  return { socket: { conn: { transport: { socket: raw } } } as unknown as Socket, sent };
}
const linesIn = (sent: readonly SentEvent[]): number[] =>
  sent.flatMap(([, { messages = [] }]) => messages.map(({ seq }) => seq));

const state = (more: Partial<LiveState> = {}): LiveState => ({
  program_live_id: LIVE,
  revision: 1,
  status: 'not_started',
  starts_at: '2026-11-21T12:00:00.000Z',
  ended_at: null,
  ...more,
});
const NO_BOUTS = { state: state(), matches: [] };

function openRoom(readCard: () => Promise<LiveCard> = async () => NO_BOUTS): NodeRoom {
  const room = new NodeRoom(LIVE, {
    nowMs: () => performance.now(),
    turns: new Turns(),
    linesAfter: async () => [],
    readState: async () => ({}) as never,
    readCard,
    onError: () => {},
  });
  return room;
}
/** Fills this many shards with fans. Returns the frames that the first fan of each shard receives. */
function fill(room: NodeRoom, shards: number): SentEvent[][] {
  return Array.from({ length: shards }, () => {
    const [first, ...others] = Array.from({ length: SOCKETS_PER_SHARD_MAX }, recordingSocket);
    for (const fan of [first!, ...others]) room.add(fan.socket);
    return first!.sent;
  });
}
/** Waits for one turn of the event loop. */
const turn = (): void => {
  vi.advanceTimersToNextTimer();
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a large room', () => {
  it('is written to shard by shard, and later lines join the tick of the next shard', () => {
    const room = openRoom();
    room.startAt(4);
    const [first, second, third] = fill(room, 3) as [SentEvent[], SentEvent[], SentEvent[]];
    room.addMessages([line(5)]);
    while (first.length === 0) turn();
    expect([linesIn(first), linesIn(second), linesIn(third)]).toEqual([[5], [], []]);
    room.addMessages([line(6)]);
    while (third.length === 0) turn();
    expect([linesIn(first), linesIn(second), linesIn(third)]).toEqual([[5], [5, 6], [5, 6]]);
    vi.advanceTimersByTime(LIMITS.tickMs + 1);
    for (const sent of [first, second, third]) expect(linesIn(sent)).toEqual([5, 6]);
    expect(first.map(([, { since, seq }]) => [since, seq])).toEqual([
      [4, 5],
      [5, 6],
    ]);
    expect(third.map(([, { since, seq }]) => [since, seq])).toEqual([[4, 6]]);
  });

  it('sends the next line without a gap to a new shard', () => {
    const room = openRoom();
    room.startAt(0);
    const [early] = fill(room, 1);
    room.setViewers(7);
    room.addMessages([line(1)]);
    vi.advanceTimersByTime(LIMITS.tickMs);
    const [late] = fill(room, 1);
    room.setViewers(7);
    room.addMessages([line(2)]);
    vi.advanceTimersByTime(2 * LIMITS.tickMs);
    expect(linesIn(early!)).toEqual([1, 2]);
    expect(late).toMatchObject([['live:tick', { since: 1, seq: 2, viewers: 7 }]]);
  });

  it('sends a line to every shard before its removal', () => {
    const room = openRoom();
    room.startAt(0);
    const received = fill(room, 2);
    room.addMessages([line(1)]);
    room.removeMessages([idOf(1)]);
    room.addMessages([line(2)]);
    vi.advanceTimersByTime(2 * LIMITS.tickMs);
    for (const sent of received) {
      expect(sent.map(([event]) => event).slice(0, 2)).toEqual(['live:tick', 'chat:removed']);
      expect(linesIn(sent)).toEqual([1, 2]);
    }
  });

  it('never broadcasts an older card after a newer one', async () => {
    const card = (revision: number): LiveCard => ({
      state: state({ revision }),
      matches: [{ match_id: 'm1', revision } as unknown as Match],
    });
    const reads: ((card: LiveCard) => void)[] = [];
    const room = openRoom(() => new Promise((resolve) => reads.push(resolve)));
    const [sent] = fill(room, 1) as [SentEvent[]];
    const first = room.refreshCard();
    reads.shift()?.(card(1));
    await first;
    const second = room.refreshCard();
    const third = room.refreshCard();
    // The third read begins only when the second has ended.
    expect(reads).toHaveLength(1);
    reads.shift()?.(card(2));
    await second;
    await vi.waitFor(() => expect(reads).toHaveLength(1));
    reads.shift()?.(card(3));
    await third;
    vi.advanceTimersByTime(LIMITS.tickMs);
    const revisions = sent
      .filter(([event]) => event === 'match:state')
      .map(([, { match }]) => (match as Match).revision);
    expect(revisions).toEqual([2, 3]);
  });

  it('broadcasts that the live began, was moved or ended, and returns the newest state to joins', async () => {
    const states = [
      state(),
      state({ revision: 2 }),
      state({ revision: 3, starts_at: '2026-11-21T11:30:00.000Z' }),
      state({ revision: 4, status: 'in_progress' }),
      state({ revision: 5, status: 'ended', ended_at: '2026-11-21T14:00:00.000Z' }),
    ];
    let reads = 0;
    const room = openRoom(async () => ({ state: states[reads++]!, matches: [] }));
    const [sent] = fill(room, 1) as [SentEvent[]];
    expect(await room.readState()).toEqual(states[0]);
    for (const expected of states.slice(1)) {
      await room.refreshCard();
      expect(await room.readState()).toEqual(expected);
    }
    vi.advanceTimersByTime(LIMITS.tickMs);
    // A change of the card does not change the state of the live.
    expect(sent).toEqual(states.slice(2).map((one) => ['live:state', one]));
    expect(reads).toBe(states.length);
  });

  it('sends nothing to sockets that left, and nothing to any socket once closed', () => {
    const room = openRoom();
    room.startAt(0);
    const fans = Array.from({ length: SOCKETS_PER_SHARD_MAX + 1 }, recordingSocket);
    for (const { socket } of fans) room.add(socket);
    const [leaver, stayer, alone] = [fans[0]!, fans[1]!, fans.at(-1)!];
    room.addMessages([line(1)]);
    room.delete(leaver.socket);
    room.delete(alone.socket);
    expect(room.size).toBe(SOCKETS_PER_SHARD_MAX - 1);
    vi.advanceTimersByTime(LIMITS.tickMs);
    expect([leaver, stayer, alone].map(({ sent }) => linesIn(sent))).toEqual([[], [1], []]);
    room.addMessages([line(2)]);
    room.close();
    vi.advanceTimersByTime(2 * LIMITS.tickMs);
    expect(linesIn(stayer.sent)).toEqual([1]);
  });
});
