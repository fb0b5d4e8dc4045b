import { randomUUID } from 'node:crypto';
import type { Show, ShowBout } from '@sangwian/contract/endpoints/operator/show';
import type { MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Staff } from '../../../platform/http/handler.ts';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { settleGifts } from '../../live/gifts/testing/settle-gifts.ts';
import { createLivePresenter, createLiveReader } from '../../live/lives/lives.module.ts';
import { createWatchCounts } from '../../live/watch/watch.module.ts';
import { createShowDeskForTest, type TestDesk } from './testing/create-show-desk.ts';

let now = new Date('2026-11-21T12:00:00Z');
const wait = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1_000);
};
let test: TestApi;
let desk: TestDesk;
let live: ProgramLiveId;
let garland: string;
/** Lives that have not begun, with eight bouts each. */
let comingLives: ProgramLiveId[];

const staff = (name: string, role: Staff['role'] = 'show_caller'): Staff => ({
  staffId: randomUUID(),
  name,
  role,
  credential: { kind: 'session', sessionId: randomUUID(), csrfToken: 'x' },
  provedAt: now,
});
const wichai = staff('Wichai');
const anan = staff('Anan', 'owner');
const malee = staff('Malee', 'cashier');

const read = (who = wichai): Promise<Show> => desk.read(who, live);
const boutOf = (show: Show, id: string): ShowBout => {
  const bout = show.bouts.find((one) => one.match_live_id === id);
  if (bout === undefined) throw new Error('the bout is missing');
  return bout;
};
/** Returns the body of an act on the current version. */
const currentAct = async (id: MatchLiveId) => ({
  act_id: randomUUID(),
  version: boutOf(await read(), id).version,
});
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const cheer = async (id: string, corner: 'red' | 'blue', coins: number): Promise<void> => {
  const fan = await test.makeFan({ coins });
  const token = await test.signIn(fan);
  const body = { match_live_id: id, corner, gift_id: garland };
  const sent = await test.call('POST /gift/send', {
    token,
    body: { ...body, quantity: coins, expected_coins: coins },
  });
  expect(sent.status).toBe(200);
};
/** Ends the bout in progress and starts the next one; if none is left, starts the next live and its first bout. */
async function startNext(): Promise<MatchLiveId> {
  let show = await read();
  const isOver = show.bouts.every(({ status }) => status !== 'not_started');
  if (isOver || show.live?.status === 'ended') {
    live = comingLives.shift() as ProgramLiveId;
    const version = (await read()).live?.version ?? -1;
    show = await desk.startLive(wichai, live, { act_id: randomUUID(), version });
  }
  const running = show.bouts.find(({ status }) => status === 'in_progress');
  if (running !== undefined) {
    const id = running.match_live_id;
    await desk.direct(wichai, id, { ...(await currentAct(id)), action: 'end' });
  }
  const next = show.bouts.find(({ status }) => status === 'not_started');
  const id = next?.match_live_id as MatchLiveId;
  await desk.direct(wichai, id, { ...(await currentAct(id)), action: 'start' });
  return id;
}
/** Ends the bout and records that red won by decision. */
async function record(id: MatchLiveId, who = wichai): Promise<void> {
  await desk.direct(who, id, { ...(await currentAct(id)), action: 'end' });
  await desk.result(who, id, { ...(await currentAct(id)), winner: 'red', method: 'decision' });
}

beforeAll(async () => {
  const clock = () => now;
  test = await startTestApi({ clock });
  live = (await loadSampleSeason(test.db, { now })).program_live_id as ProgramLiveId;
  const coming = await test.call('GET /live?status=not_started');
  comingLives = coming.body.data
    .filter((one: { access: string }) => one.access === 'free')
    .map((one: { program_live_id: ProgramLiveId }) => one.program_live_id);
  garland = (await test.call('GET /gift')).body.data[0].gift_id;
  const viewers = createWatchCounts(test.db, clock);
  desk = createShowDeskForTest(test, {
    clock,
    viewers,
    live: createLiveReader(test.db),
    lives: createLivePresenter(test.db, viewers),
    logger: createLogger('test', 'silent'),
  });
});
afterAll(() => test.close());

describe('a show from the console', () => {
  it('runs a bout from its start to its settlement, and previews the refunds before the confirmation', async () => {
    const id = await startNext();
    await cheer(id, 'red', 40);
    await cheer(id, 'blue', 60);
    await desk.direct(wichai, id, { ...(await currentAct(id)), action: 'rest' });
    await desk.direct(wichai, id, { ...(await currentAct(id)), action: 'round', number: 2 });
    const bout = boutOf(await read(), id);
    expect(bout).toMatchObject({
      round: { number: 2, resting: false },
      gifts: { red: { coins: 40, supporters: 1 }, blue: { coins: 60, supporters: 1 } },
      undo: { action: 'round' },
    });
    await desk.direct(wichai, id, { ...(await currentAct(id)), action: 'end' });
    expect(boutOf(await read(), id)).toMatchObject({ round: null, ended_round: 2 });
    await desk.result(wichai, id, { ...(await currentAct(id)), winner: 'red', method: 'decision' });
    expect(boutOf(await read(), id)).toMatchObject({
      result: { winner: 'red', method: 'decision' },
      decision: { outcome: 'red', recorded_by: 'Wichai', recorded_by_me: true },
      settlement: null,
    });
    expect(await desk.consequences(malee, id)).toMatchObject({
      refund: { corners: ['blue'], coins: 60, members: 1, gifts: 60 },
      kept: { coins: 40, members: 1 },
    });
    const shown = await desk.confirm(malee, id, await currentAct(id));
    expect(boutOf(shown, id)).toMatchObject({
      decision: { confirmed_by: 'Malee', hold_ends_at: null },
      settlement: { total_coins: 60, members: 1, members_done: 0, settled_at: null },
    });
    await settleGifts(test);
    expect(boutOf(await read(), id).settlement).toMatchObject({
      refunded_corners: ['blue'],
      refunded_coins: 60,
      kept_coins: 40,
      members: 1,
      members_done: 1,
    });
    expect((await read()).acts.slice(0, 2)).toMatchObject([
      { action: 'confirm', by: 'Malee' },
      { action: 'result', by: 'Wichai' },
    ]);
  });

  it('stops and resumes the clock of a round', async () => {
    const id = await startNext();
    const began = Date.parse(boutOf(await read(), id).round?.started_at ?? '');
    wait(30);
    await desk.direct(wichai, id, { ...(await currentAct(id)), action: 'stop-clock' });
    expect(boutOf(await read(), id).clock_stopped_at).toBe(now.toISOString());
    wait(60);
    await desk.direct(wichai, id, { ...(await currentAct(id)), action: 'start-clock' });
    const bout = boutOf(await read(), id);
    expect(bout.clock_stopped_at).toBeNull();
    expect(Date.parse(bout.round?.started_at ?? '') - began).toBe(60_000);
  });

  it('resumes a round that was ended too early, and reopens an ended bout', async () => {
    const id = await startNext();
    const round = boutOf(await read(), id).round;
    wait(5);
    await desk.direct(wichai, id, { ...(await currentAct(id)), action: 'rest' });
    const undo = async (who = wichai) =>
      desk.direct(who, id, { ...(await currentAct(id)), action: 'undo' });
    expect(await codeOf(undo(anan))).toBe('request_invalid');
    await undo();
    expect(boutOf(await read(), id).round).toEqual(round);
    await desk.direct(wichai, id, { ...(await currentAct(id)), action: 'end' });
    wait(120);
    await undo(anan);
    expect(boutOf(await read(), id)).toMatchObject({ status: 'in_progress', round });
    await record(id);
    expect(await codeOf(undo())).toBe('request_invalid');
  });
});

describe('a second person', () => {
  it('has to confirm: the recorder of a result cannot confirm it, even after the hold period', async () => {
    const id = await startNext();
    await record(id);
    expect(await codeOf(desk.confirm(wichai, id, await currentAct(id)))).toBe(
      'second_person_needed',
    );
    const local: Staff = { ...wichai, name: 'Somebody else', credential: { kind: 'local' } };
    expect(await codeOf(desk.confirm(local, id, await currentAct(id)))).toBe(
      'second_person_needed',
    );
    wait(180);
    expect(await codeOf(desk.confirm(wichai, id, await currentAct(id)))).toBe(
      'second_person_needed',
    );
    expect(boutOf(await read(), id).decision?.confirmed_at).toBeNull();
    await desk.confirm(anan, id, await currentAct(id));
  });

  it('confirms a result only once when two people confirm it concurrently', async () => {
    const id = await startNext();
    await cheer(id, 'blue', 25);
    await record(id);
    const [first, second] = [await currentAct(id), await currentAct(id)];
    const answers = await Promise.all([
      codeOf(desk.confirm(malee, id, first)),
      codeOf(desk.confirm(anan, id, second)),
    ]);
    expect(answers.sort()).toEqual(['done', 'edit_stale']);
    await settleGifts(test);
    const { acts } = await read();
    expect(acts.filter((act) => act.match_live_id === id && act.action === 'confirm')).toHaveLength(
      1,
    );
    expect(boutOf(await read(), id).settlement?.refunded_coins).toBe(25);
  });

  it('has to approve the correction of a result by anyone but the owner', async () => {
    const id = await startNext();
    await cheer(id, 'red', 10);
    await record(id);
    await desk.confirm(malee, id, await currentAct(id));
    const blue = { winner: 'blue', method: 'decision' } as const;
    expect(await desk.correction(anan, id, blue)).toEqual({
      corners: ['red'],
      coins: 10,
      members: 1,
    });
    const correct = async (who: Staff, coins: number) =>
      desk.correct(who, id, {
        ...(await currentAct(id)),
        ...blue,
        expected_coins: coins,
        reason: 'the judges counted again',
      });
    expect(await codeOf(correct(wichai, 10))).toBe('second_person_needed');
    expect(await codeOf(correct(anan, 11))).toBe('request_invalid');
    expect(boutOf(await correct(anan, 10), id).result).toMatchObject({ winner: 'blue' });
  });
});

describe('an act', () => {
  it('on an older version is refused, with the change and its operator', async () => {
    const id = await startNext();
    const old = await currentAct(id);
    await desk.direct(anan, id, { ...(await currentAct(id)), action: 'rest' });
    await desk.direct(wichai, id, { ...(await currentAct(id)), action: 'round', number: 2 });
    const refused = await desk.direct(malee, id, { ...old, action: 'end' }).catch((error) => error);
    expect(refused.code).toBe('edit_stale');
    expect(refused.details).toEqual([
      { path: 'rest', message: 'Anan' },
      { path: 'round', message: 'Wichai' },
    ]);
    expect(boutOf(await read(), id).status).toBe('in_progress');
  });

  it('has one effect when it is sent again after a lost response', async () => {
    const id = await startNext();
    await desk.direct(wichai, id, { ...(await currentAct(id)), action: 'rest' });
    await desk.direct(wichai, id, { ...(await currentAct(id)), action: 'round', number: 2 });
    const body = { ...(await currentAct(id)), action: 'rest' } as const;
    await desk.direct(wichai, id, body);
    const before = boutOf(await read(), id);
    wait(5);
    const again = await Promise.all([desk.direct(wichai, id, body), desk.direct(wichai, id, body)]);
    for (const show of again) expect(boutOf(show, id).version).toBe(before.version);
    const { acts } = await read();
    expect(acts.filter((act) => act.match_live_id === id && act.action === 'rest')).toHaveLength(2);
  });

  it('on a live follows the same rules', async () => {
    const id = await startNext();
    await record(id);
    const { live: shown } = await read();
    const body = { act_id: randomUUID(), version: shown?.version ?? -1 };
    expect(await codeOf(desk.endLive(wichai, live, { ...body, version: 99_999 }))).toBe(
      'edit_stale',
    );
    expect((await desk.endLive(wichai, live, body)).live?.status).toBe('ended');
    expect((await desk.endLive(wichai, live, body)).live?.status).toBe('ended');
  });
});

it('shows an announcement over the video for twenty seconds, or until an operator removes it', async () => {
  const text = { th: 'พักสิบนาที', en: 'Ten minutes of break' };
  expect(await desk.announce(wichai, live, text)).toMatchObject({
    announcement: { text, left_s: 20 },
  });
  wait(5);
  expect((await read()).announcement?.left_s).toBe(15);
  wait(15);
  expect((await read()).announcement).toBeNull();
  await desk.announce(wichai, live, text);
  expect((await desk.announce(wichai, live, null)).announcement).toBeNull();
});

it('records the bout’s state before and after an act in the audit', async () => {
  const id = await startNext();
  await desk.direct(wichai, id, { ...(await currentAct(id)), action: 'end' });
  const facts: object[] = [];
  const body = {
    ...(await currentAct(id)),
    winner: 'blue',
    method: 'tko',
    round: 1,
    reason: 'seen',
  } as const;
  await desk.result(wichai, id, body, { note: (fact) => facts.push(fact) });
  expect(Object.assign({}, ...facts)).toMatchObject({
    ...{ subjectType: 'bout', subjectId: id, reason: 'seen' },
    before: { status: 'ended', winner: null, ruling: null },
    after: { status: 'ended', winner: 'blue', method: 'tko', result_round: 1, ruling: 'recorded' },
  });
});

it('reads the health of a stream, including a stream without any report', async () => {
  // An earlier test may have ended the live of this stream.
  await startNext();
  const viewer = await test.makeStaff('viewer');
  // Called over HTTP, because the server also refuses fields that the contract does not know.
  const read = async () => {
    const address = `GET /operator/show/stream?program_live_id=${live}`;
    const answer = await test.call(address, { headers: viewer.headers });
    expect(answer.status).toBe(200);
    return answer.body.data;
  };
  expect((await read()).findings).toMatchObject([{ finding: 'no_picture', level: 'problem' }]);
  const stats = {
    video: {
      codec: 'avc1.640028',
      width: 1280,
      height: 720,
      frame_rate: 29.97,
      bitrate_bps: 2_500_000,
      key_frame_interval_ms: 4_000,
    },
    audio: { codec: 'mp4a.40.2', sample_rate_hz: 48_000, channels: 2, bitrate_bps: 128_000 },
    warnings: [],
    dropped_frames: 0,
    latency_ms: 412.5,
    viewers: { hls: 3, webrtc: 1 },
  };
  await test.db
    .updateTable('channel')
    .set({
      publishing: true,
      publish_changed_at: new Date('2026-01-01T00:00:00Z'),
      stats: JSON.stringify(stats),
      stats_at: now,
    })
    .execute();
  const stream = await read();
  expect(stream.findings[0]).toMatchObject({
    finding: 'key_frames_far_apart',
    values: { seconds: 4 },
  });
  expect(stream.viewers.webrtc).toBeGreaterThan(0);
});

it('shows no result after its withdrawal, and no live when there is none tonight', async () => {
  await record(await startNext());
  const { bouts } = await read();
  const recorded = bouts.find(
    ({ decision }) => decision !== null && decision.confirmed_at === null,
  );
  const id = recorded?.match_live_id as MatchLiveId;
  await desk.withdraw(wichai, id, await currentAct(id));
  expect(boutOf(await read(), id)).toMatchObject({ decision: null, result: null });
  expect((await desk.read(wichai)).live?.status).toBe('in_progress');
  const ended_at = new Date('2026-01-01T00:00:00Z');
  await test.db.updateTable('program_live').set({ status: 'ended', ended_at }).execute();
  expect(await desk.read(wichai)).toMatchObject({ live: null, bouts: [] });
});
