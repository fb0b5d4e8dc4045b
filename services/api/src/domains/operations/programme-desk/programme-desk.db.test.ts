import { startTestApi, type TestApi, type TestStaff } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCard, type TestCard } from '../../sport/predict/testing/make-card.ts';

const DAY_MS = 86_400_000;
const tomorrow = () => new Date(Date.now() + DAY_MS);

let api: TestApi;
let editor: TestStaff;
let topics: unknown[];
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.makeStaff('editor', 'Malee');
  api.bus.subscribe('staff:changed', (event) => topics.push(event));
});
afterAll(() => api.close());
beforeEach(() => {
  topics = [];
});

const call = (what: string, body?: unknown) =>
  api.call(what, { headers: editor.headers, ...(body === undefined ? {} : { body }) });
const must = async (what: string, body?: unknown) => {
  const answer = await call(what, body);
  expect(answer.body.status ?? 'done', JSON.stringify(answer.body)).toBe('done');
  return answer.body.data;
};
const eventOf = (card: TestCard) => must(`GET /operator/event/${card.programId}`);

/** Creates the names and fighters of a card through the API. */
async function makeRoster(word: string) {
  const place = { province_th: 'ตรัง', province_en: 'Trang' };
  const names = (kind: string) => ({ name_th: `${kind} ${word}`, name_en: `${kind} ${word}` });
  const gym = await must('POST /operator/name/gym', { ...names('Gym'), ...place });
  const division = await must('POST /operator/name/division', {
    ...names('Division'),
    weight_pounds_max: 126,
  });
  const stadium = await must('POST /operator/name/stadium', { ...names('Stadium'), ...place });
  const promotion = await must('POST /operator/name/promotion', names('Promotion'));
  const fighter = (name: string) =>
    must('POST /operator/fighter', {
      ...{ name_th: name, name_en: `${name} ${word}`, nickname_th: 'เอก', nickname_en: 'Ek' },
      ...{ gym_id: gym.id, division_id: division.id, ...place, dominant_hand: 'left' },
      ...{ height_cm: 171, weight_pounds: 125, born_on: '2001-02-03' },
    });
  return { gym, division, stadium, promotion, fighter };
}

const bodyOf = (event: {
  title: { th: string; en: string };
  promotion: { id: string };
  stadium: { id: string };
  starts_at: string;
}) => ({
  ...{ title_th: event.title.th, title_en: event.title.en, starts_at: event.starts_at },
  ...{ promotion_id: event.promotion.id, stadium_id: event.stadium.id },
});

test('an editor creates an event with all of its data, and fans see the event', async () => {
  const { stadium, promotion, division, fighter } = await makeRoster('Nothing');
  const [red, blue, third] = [await fighter('แดง'), await fighter('ฟ้า'), await fighter('สาม')];
  const startsAt = tomorrow().toISOString();
  const made = await must('POST /operator/event', {
    ...{ title_th: 'ศึกใหม่', title_en: 'New night', starts_at: startsAt },
    ...{ promotion_id: promotion.id, stadium_id: stadium.id },
  });
  const bout = {
    ...{ division_id: division.id, weight_pounds: 126, rounds: 5, main_event: false },
    ...{ red_fighter_id: red.fighter_id, blue_fighter_id: blue.fighter_id, starts_at: startsAt },
  };
  const id = made.program_id;
  const one = await must(`POST /operator/event/${id}/bout`, { version: made.version, ...bout });
  const two = await must(`POST /operator/event/${id}/bout`, {
    ...{ version: one.version, ...bout, blue_fighter_id: third.fighter_id, main_event: true },
  });
  await must('POST /operator/channel', { channel_id: 'new-night' }).catch(() => {});
  const live = await must(`PUT /operator/event/${id}/live`, {
    ...{ version: two.version, starts_at: startsAt, price_coins: 99, external: false },
    ...{ channel_id: 'new-night', replay_price_coins: 0, replay_days: 14 },
  });
  expect(live.live).toMatchObject({ access: 'premium', price_coins: 99, channel_id: 'new-night' });
  expect(live.live).toMatchObject({ replay_price_coins: 0, replay_days: 14 });
  expect(
    live.bouts.map((row: { match_live_id: string | null }) => row.match_live_id),
  ).not.toContain(null);
  const ids = live.bouts.map((row: { match_id: string }) => row.match_id);
  const ordered = await must(`PUT /operator/event/${id}/order`, {
    ...{ version: live.version, match_ids: [ids[1], ids[0]] },
  });
  expect(ordered.bouts.map((row: { match_id: string }) => row.match_id)).toEqual([ids[1], ids[0]]);
  const shown = await api.call(`GET /program/${id}`);
  expect(shown.body.data).toMatchObject({ title: { en: 'New night' } });
  const found = await api.call(`GET /fighter/${red.fighter_id}`);
  expect(found.body.data.name.th).toBe('แดง');
  expect(topics).toContainEqual({ topic: 'programme', id });
});

test('an edit based on an older version is refused with the changed fields and their editor', async () => {
  const card = await makeCard(api.db, tomorrow(), 2);
  const seen = await eventOf(card);
  const edit = { ...bodyOf(seen), version: seen.version };
  await must(`PUT /operator/event/${card.programId}`, { ...edit, title_en: 'First edit' });
  const stale = await call(`PUT /operator/event/${card.programId}`, {
    ...edit,
    title_en: 'Second edit',
  });
  expect(stale.body).toMatchObject({
    status: 'edit_stale',
    details: [
      { path: 'title_en', message: 'First edit' },
      { path: 'by', message: 'Malee' },
    ],
  });
  // A new order of the bouts is also a change of the event.
  const reversed = seen.bouts.map(({ match_id: id }: { match_id: string }) => id).reverse();
  const order = await call(`PUT /operator/event/${card.programId}/order`, {
    ...{ version: seen.version, match_ids: reversed },
  });
  expect(order.body).toMatchObject({
    status: 'edit_stale',
    details: [{ path: 'by', message: 'Malee' }],
  });
  expect((await eventOf(card)).title.en).toBe('First edit');
});

test('a new order has to contain every bout exactly once', async () => {
  const card = await makeCard(api.db, tomorrow(), 3);
  const { version } = await eventOf(card);
  for (const match_ids of [card.boutIds.slice(1), [...card.boutIds.slice(0, 2), card.boutIds[0]]]) {
    const answer = await call(`PUT /operator/event/${card.programId}/order`, {
      version,
      match_ids,
    });
    expect(answer.body.status).toBe('request_invalid');
  }
});

test('a bout that has begun is neither moved, changed nor removed', async () => {
  const card = await makeCard(api.db, tomorrow(), 2);
  await api.db
    .updateTable('match_live')
    .set({ status: 'in_progress', round_number: 1, round_started_at: new Date() })
    .where('match_live_id', '=', card.matchLiveIds[0] ?? '')
    .execute();
  const { version, bouts } = await eventOf(card);
  const match_ids = [...card.boutIds].reverse();
  const order = await call(`PUT /operator/event/${card.programId}/order`, { version, match_ids });
  expect(order.body.status).toBe('bout_begun');
  const [begun] = bouts;
  const address = `DELETE /operator/match/${begun.match_id}?version=${begun.version}`;
  expect((await call(address)).body.status).toBe('bout_begun');
});

test('an event is deleted only while nothing depends on it', async () => {
  const card = await makeCard(api.db, tomorrow(), 1);
  const { version } = await eventOf(card);
  await api.db.insertInto('predict_program').values({ program_id: card.programId }).execute();
  const address = `DELETE /operator/event/${card.programId}?version=${version}`;
  expect((await call(address)).body).toMatchObject({
    status: 'programme_in_use',
    details: [{ path: 'predict_program' }],
  });
  await api.db.deleteFrom('predict_program').where('program_id', '=', card.programId).execute();
  await must(address);
  expect((await call(`GET /operator/event/${card.programId}`)).body.status).toBe('event_not_found');
});

test('a copied event has the same pairings at the same offsets and no results', async () => {
  const card = await makeCard(api.db, new Date(Date.now() - DAY_MS), 2);
  const startsAt = tomorrow();
  const copy = await must(`POST /operator/event/${card.programId}/copy`, {
    ...{ starts_at: startsAt.toISOString(), with_bouts: true },
  });
  expect(copy).toMatchObject({ live: null, starts_at: startsAt.toISOString() });
  const gap = Date.parse(copy.bouts[1].starts_at) - Date.parse(copy.bouts[0].starts_at);
  expect(gap).toBe(25 * 60_000);
  expect(copy.bouts[1].result).toBeNull();
});

test('events and fighters are listed in pages and found by a part of a name', async () => {
  await makeCard(api.db, tomorrow(), 1);
  await makeCard(api.db, tomorrow(), 1);
  const first = await api.call('GET /operator/event?q=night&limit=1', { headers: editor.headers });
  const next = `GET /operator/event?q=night&limit=1&cursor=${first.body.next_cursor}`;
  const second = await api.call(next, { headers: editor.headers });
  expect(second.body.data[0].program_id).not.toBe(first.body.data[0].program_id);
  const { fighter } = await makeRoster('Search');
  const made = await fighter('ค้นหา');
  const found = await must(`GET /operator/fighter?q=${encodeURIComponent('ค้นห')}`);
  expect(found.map((row: { fighter_id: string }) => row.fighter_id)).toEqual([made.fighter_id]);
});

test('a duplicate gym is merged with its fighters', async () => {
  const one = await makeRoster('Merge');
  const two = await makeRoster('Merged');
  const made = await two.fighter('ย้าย');
  const { uses } = await must(`POST /operator/name/gym/${two.gym.id}/merge`, {
    ...{ version: two.gym.version, into_id: one.gym.id },
  });
  expect(uses).toBe(1);
  expect((await must(`GET /operator/fighter/${made.fighter_id}`)).gym_id).toBe(one.gym.id);
  const taken = await call('POST /operator/name/promotion', {
    name_th: 'ก',
    name_en: 'promotion merge',
  });
  expect(taken.body.status).toBe('programme_name_taken');
});

test('a merge of divisions publishes the upcoming lives whose bouts changed', async () => {
  const { division } = await makeRoster('Into');
  const card = await makeCard(api.db, tomorrow(), 1);
  const { bouts } = await eventOf(card);
  const lives: unknown[] = [];
  const stop = api.bus.subscribe('live:changed', ({ programLiveId }) => lives.push(programLiveId));
  await must(`POST /operator/name/division/${bouts[0].division.id}/merge`, {
    ...{ version: 1, into_id: division.id },
  });
  stop();
  expect(lives).toEqual([card.programLiveId]);
  const [after] = (await eventOf(card)).bouts;
  expect(after.division.id).toBe(division.id);
  expect(after.version).toBeGreaterThan(bouts[0].version);
});

test('two concurrent merges in opposite directions end with one name, without a deadlock', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await makeRoster(`One ${round}`), await makeRoster(`Two ${round}`)];
    await Promise.all([one.fighter('ก'), two.fighter('ข')]);
    const merge = (from: { id: string; version: number }, into: { id: string }) =>
      call(`POST /operator/name/division/${from.id}/merge`, {
        ...{ version: from.version, into_id: into.id },
      });
    const answers = await Promise.all([
      merge(one.division, two.division),
      merge(two.division, one.division),
    ]);
    const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.status));
    expect(codes.sort()).toEqual(['done', 'edit_stale']);
  }
});

test('the channel of a live can be removed until fans have watched the live', async () => {
  const card = await makeCard(api.db, tomorrow(), 1);
  await call('POST /operator/channel', { channel_id: 'mistaken' });
  const put = async (channel_id: string | null) => {
    const { version, live } = await eventOf(card);
    return call(`PUT /operator/event/${card.programId}/live`, {
      ...{ version, starts_at: live.starts_at, price_coins: null, external: false, channel_id },
    });
  };
  expect((await put('mistaken')).body.data.live.channel_id).toBe('mistaken');
  expect((await put(null)).body.data.live.channel_id).toBeNull();
  await put('mistaken');
  const { match_live_stream_id } = await api.db
    .selectFrom('match_live_stream')
    .select('match_live_stream_id')
    .where('program_live_id', '=', card.programLiveId)
    .executeTakeFirstOrThrow();
  await api.db
    .insertInto('stream_view')
    .values({ match_live_stream_id, viewer: 'member:one', viewed_at: new Date() })
    .execute();
  expect((await put(null)).body).toMatchObject({
    status: 'programme_in_use',
    details: [{ path: 'stream_view' }],
  });
  expect((await eventOf(card)).live.channel_id).toBe('mistaken');
});

test('a stream key is shown once, and a rotation disables the earlier ones', async () => {
  await must('POST /operator/channel', { channel_id: 'rotated' });
  expect((await call('POST /operator/channel', { channel_id: 'rotated' })).body.status).toBe(
    'channel_exists',
  );
  const { stream_key: first } = await must('POST /operator/channel/rotated/key', { rotate: false });
  const { stream_key: second } = await must('POST /operator/channel/rotated/key', { rotate: true });
  const { channels } = await must('GET /operator/channel');
  expect(JSON.stringify(channels)).not.toMatch(new RegExp(`${first}|${second}`));
  const { keys } = channels.find((one: { channel_id: string }) => one.channel_id === 'rotated');
  expect(keys.map((key: { revoked_by: string | null }) => key.revoked_by)).toEqual([null, 'Malee']);
  const after = await must(`DELETE /operator/channel/rotated/key/${keys[0].stream_key_id}`);
  const mine = after.channels.find((one: { channel_id: string }) => one.channel_id === 'rotated');
  expect(mine.keys[0].revoked_at).not.toBeNull();
});

test('a channel has at most twenty enabled keys, which are all listed', async () => {
  await must('POST /operator/channel', { channel_id: 'crowded' });
  const make = (rotate: boolean) => call('POST /operator/channel/crowded/key', { rotate });
  const answers = await Promise.all(Array.from({ length: 22 }, () => make(false)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.find(({ status }) => status !== 200)?.body.status).toBe('stream_keys_full');
  const { channels } = await must('GET /operator/channel');
  const { keys } = channels.find((one: { channel_id: string }) => one.channel_id === 'crowded');
  expect(keys).toHaveLength(20);
  expect((await make(true)).status).toBe(200);
  expect((await make(false)).status).toBe(200);
});

test('an import of 5 000 lines reports its 12 invalid lines, and saves the others if the editor asks', async () => {
  const { gym, division } = await makeRoster('Csv');
  const head =
    'key,name_th,name_en,nickname_th,nickname_en,gym,division,province_th,province_en,dominant_hand,height_cm,weight_pounds,born_on';
  const wrong = new Set(Array.from({ length: 12 }, (_, index) => 100 + 400 * index));
  const line = (number: number) =>
    `k${number},ชื่อ ${number},Csv name ${number},เล่น,Nick,${gym.name.en},${division.name.en},ตรัง,Trang,left,${wrong.has(number) ? 'tall' : 170},120,2001-01-01`;
  const numbers = Array.from({ length: 5_000 }, (_, index) => index + 2);
  const upload = (query: string, csv: string) =>
    api.call(`POST /operator/fighter/import${query}`, {
      headers: { ...editor.headers, 'content-type': 'text/csv' },
      body: Buffer.from(csv),
    });
  const csv = [head, ...numbers.map(line)].join('\n');
  const dry = (await upload('?dry_run=1', csv)).body.data;
  expect(dry).toMatchObject({ kept: false, added: 4_988, wrong_lines: 12, faults_total: 12 });
  expect(dry.faults.map((fault: { line: number }) => fault.line)).toEqual([...wrong]);
  const refused = (await upload('', csv)).body.data;
  expect(refused.kept).toBe(false);
  const kept = (await upload('?skip_wrong=1', csv)).body.data;
  expect(kept).toMatchObject({ kept: true, added: 4_988 });
  const mended = (await upload('', kept.wrong_csv.replaceAll('tall', '171'))).body.data;
  expect(mended).toMatchObject({ kept: true, added: 12, wrong_lines: 0 });
  const changed = (await upload('?dry_run=1', [head, line(2).replace(',120,', ',121,')].join('\n')))
    .body.data;
  expect(changed.changes[0].fields).toEqual([
    { field: 'weight_pounds', before: '120', after: '121' },
  ]);
  await upload('', [head, line(2).replace(',120,', ',121,')].join('\n'));
  const { data } = (await api.call('GET /operator/audit?limit=1', { headers: editor.headers }))
    .body;
  expect(data[0]).toMatchObject({
    before: { k2: { weight_pounds: '120' } },
    after: { kept: true, changed: 1, k2: { weight_pounds: '121' }, new_fighters: {} },
  });
});
