import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, type TestApi, type TestStaff } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockOfName, takeLockShared } from '../../../platform/database/advisory-locks.ts';
import { settleGifts } from '../../live/gifts/testing/settle-gifts.ts';
import { createWallet } from '../../money/wallet/wallet.module.ts';
import { makeCard, type TestCard } from '../../sport/predict/testing/make-card.ts';

const COINS = 500;
const HOUR_MS = 3_600_000;

let api: TestApi;
let editor: TestStaff;
let gift: { gift_id: string };
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.makeStaff('editor', 'Malee');
  gift = await api.db
    .insertInto('gift')
    .values({
      slug: 'garland',
      name_th: 'มาลัย',
      name_en: 'Garland',
      price_coins: 1,
      effect: 'spark',
    })
    .onConflict((on) => on.column('slug').doUpdateSet({ price_coins: 1 }))
    .returning('gift_id')
    .executeTakeFirstOrThrow();
});
afterAll(() => api.close());

const call = (what: string, body?: unknown) =>
  api.call(what, { headers: editor.headers, ...(body === undefined ? {} : { body }) });

async function makeFan() {
  const fan = await api.makeFan({ coins: COINS });
  return { ...fan, token: await api.signIn(fan) };
}
type Fan = Awaited<ReturnType<typeof makeFan>>;

const cheer = (fan: Fan, matchLiveId: string, quantity: number) =>
  api.call('POST /gift/send', {
    token: fan.token,
    headers: { 'idempotency-key': randomUUID() },
    body: {
      ...{ match_live_id: matchLiveId, corner: 'red', gift_id: gift.gift_id },
      ...{ quantity, expected_coins: quantity },
    },
  });

interface Bout {
  readonly match_id: string;
  readonly version: number;
  readonly red: { readonly fighter_id: string };
  readonly blue: { readonly fighter_id: string };
}

async function readBouts({ programId }: TestCard): Promise<Bout[]> {
  return (await call(`GET /operator/event/${programId}`)).body.data.bouts;
}

const predict = (fan: Fan, card: TestCard, bouts: readonly Bout[]) =>
  api.call(`PUT /predict/${card.programId}`, {
    token: fan.token,
    body: {
      picks: bouts.map((bout) => ({
        match_id: bout.match_id,
        red_fighter_id: bout.red.fighter_id,
        blue_fighter_id: bout.blue.fighter_id,
        winner: 'red',
        method: null,
        round: null,
      })),
    },
  });

/** A fighter who is on no other card. */
async function makeSubstitute(): Promise<string> {
  const other = await makeCard(api.db, new Date(Date.now() + HOUR_MS), 1);
  const [bout] = await readBouts(other);
  return bout?.red.fighter_id ?? '';
}

async function isLockAwaited(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    api.db,
  );
  return rows.length > 0;
}

const balanceOf = (fan: Fan) => createWallet(api.db).readBalance(fan.memberId as MemberId);

/** Starts the bout, which opens its cheers and closes its predictions. */
async function ring({ matchLiveIds }: TestCard): Promise<string> {
  const id = matchLiveIds[0] ?? '';
  await api.db
    .updateTable('match_live')
    .set({ status: 'in_progress', round_number: 1, round_started_at: new Date() })
    .where('match_live_id', '=', id)
    .execute();
  return id;
}

const effectOf = async (boutId: string | undefined) =>
  (await call(`GET /operator/match/${boutId}/substitution`)).body.data;

test('a substitution shows its consequences first, then returns cheers and voids predictions', async () => {
  const card = await makeCard(api.db, new Date(Date.now() + HOUR_MS), 2);
  const [fan, other] = [await makeFan(), await makeFan()];
  expect((await predict(other, card, await readBouts(card))).status).toBe(200);
  const [bout] = (await call(`GET /operator/event/${card.programId}`)).body.data.bouts;
  const address = `/operator/match/${bout.match_id}`;
  const fighterId = await makeSubstitute();
  const edit = await call(`PUT ${address}`, {
    ...{ version: bout.version, red_fighter_id: fighterId, blue_fighter_id: bout.blue.fighter_id },
    ...{ division_id: bout.division.id, weight_pounds: 126, rounds: 5, main_event: false },
    starts_at: bout.starts_at,
  });
  expect(edit.body.status).toBe('bout_needs_substitution');
  expect((await cheer(fan, await ring(card), 40)).status).toBe(200);
  const shown = await effectOf(bout.match_id);
  expect(shown).toMatchObject({ coins: 40, members: 1, predictions: 1 });
  const act = {
    ...{ act_id: randomUUID(), version: shown.version, corner: 'red', fighter_id: fighterId },
    reason: 'injured on the way to the ring',
  };
  // A show caller may substitute a fighter; a cashier may not.
  const [caller, cashier] = await Promise.all([
    api.makeStaff('show_caller', 'Somchai'),
    api.makeStaff('cashier', 'Nok'),
  ]);
  const send = ({ headers }: TestStaff) =>
    api.call(`POST ${address}/substitution`, { headers, body: act });
  expect((await send(cashier)).body.status).toBe('staff_permission_missing');
  const done = await send(caller);
  expect(done.body.data.bouts[0]).toMatchObject({
    red: { fighter_id: fighterId },
    status: 'not_started',
    has_stakes: false,
  });
  // A retry after a lost response has no second effect.
  expect((await send(caller)).status).toBe(200);
  await settleGifts(api);
  expect(await balanceOf(fan)).toBe(COINS);
  expect(await effectOf(bout.match_id)).toMatchObject({ coins: 0, members: 0, predictions: 0 });
});

test('cheers during a substitution are returned or refused, never lost', async () => {
  const card = await makeCard(api.db, new Date(Date.now() + HOUR_MS), 1);
  const fans = await Promise.all(Array.from({ length: 6 }, makeFan));
  const [bout] = await readBouts(card);
  const matchLiveId = await ring(card);
  await cheer(fans[0] as Fan, matchLiveId, 10);
  const fighterId = await makeSubstitute();
  const { version } = await effectOf(bout?.match_id);
  const [substituted, ...answers] = await Promise.all([
    call(`POST /operator/match/${bout?.match_id}/substitution`, {
      ...{ act_id: randomUUID(), version, corner: 'blue', fighter_id: fighterId, reason: 'late' },
    }),
    ...fans.map((fan) => cheer(fan, matchLiveId, 25)),
  ]);
  expect(substituted?.status).toBe(200);
  for (const { status, body } of answers) {
    expect(['done', 'match_ended'], JSON.stringify(body)).toContain(
      status === 200 ? 'done' : body.status,
    );
  }
  await settleGifts(api);
  expect(await Promise.all(fans.map(balanceOf))).toEqual(fans.map(() => COINS));
});

test('a prediction during a substitution is voided or refused', async () => {
  const card = await makeCard(api.db, new Date(Date.now() + HOUR_MS), 1);
  const fans = await Promise.all(Array.from({ length: 6 }, makeFan));
  const bouts = await readBouts(card);
  const [bout] = bouts;
  const fighterId = await makeSubstitute();
  const { version } = await effectOf(bout?.match_id);
  const [substituted, ...answers] = await Promise.all([
    call(`POST /operator/match/${bout?.match_id}/substitution`, {
      ...{ act_id: randomUUID(), version, corner: 'blue', fighter_id: fighterId, reason: 'late' },
    }),
    ...fans.map((fan) => predict(fan, card, bouts)),
  ]);
  expect(substituted?.status).toBe(200);
  for (const { status, body } of answers) {
    const code = status === 200 ? 'done' : body.status;
    expect(['done', 'predict_card_changed'], JSON.stringify(body)).toContain(code);
  }
  expect(await effectOf(bout?.match_id)).toMatchObject({ predictions: 0 });
});

test('of a concurrent edit of the pairing and a prediction, one is refused', async () => {
  const card = await makeCard(api.db, new Date(Date.now() + HOUR_MS), 1);
  const fans = await Promise.all(Array.from({ length: 6 }, makeFan));
  const { bouts } = (await call(`GET /operator/event/${card.programId}`)).body.data;
  const [bout] = bouts;
  const fighterId = await makeSubstitute();
  const [edit, ...answers] = await Promise.all([
    call(`PUT /operator/match/${bout.match_id}`, {
      ...{ version: bout.version, red_fighter_id: fighterId },
      ...{ blue_fighter_id: bout.blue.fighter_id, division_id: bout.division.id },
      ...{ weight_pounds: 126, rounds: 5, main_event: false, starts_at: bout.starts_at },
    }),
    ...fans.map((fan) => predict(fan, card, bouts)),
  ]);
  const isChanged = edit?.status === 200;
  if (!isChanged) expect(edit?.body.status).toBe('bout_needs_substitution');
  // A prediction of the old pairing would never be scored.
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.status));
  expect(new Set(codes)).toEqual(new Set([isChanged ? 'predict_card_changed' : 'done']));
});

test('an edit of a pairing waits for a concurrent prediction', async () => {
  const card = await makeCard(api.db, new Date(Date.now() + HOUR_MS), 1);
  const { bouts } = (await call(`GET /operator/event/${card.programId}`)).body.data;
  const [bout] = bouts;
  const { red, blue } = bout;
  const fighterId = await makeSubstitute();
  const { edit } = await api.db.transaction().execute(async (trx) => {
    await takeLockShared(trx, lockOfName('predictSheets', card.programId));
    const answer = call(`PUT /operator/match/${bout.match_id}`, {
      ...{ version: bout.version, red_fighter_id: fighterId, blue_fighter_id: blue.fighter_id },
      ...{ division_id: bout.division.id, weight_pounds: 126, rounds: 5, main_event: false },
      starts_at: bout.starts_at,
    });
    while (!(await isLockAwaited())) await new Promise((done) => setImmediate(done));
    await trx.insertInto('predict_program').values({ program_id: card.programId }).execute();
    await trx
      .insertInto('predict_slot')
      .values({
        ...{ program_id: card.programId, slot: 1, bout_id: bout.match_id, substitutions: 0 },
        ...{ red_fighter_id: red.fighter_id, blue_fighter_id: blue.fighter_id },
      })
      .execute();
    return { edit: answer };
  });
  expect((await edit).body.status).toBe('bout_needs_substitution');
});

test('a fighter of the bout cannot substitute in it, with a live or without', async () => {
  const card = await makeCard(api.db, new Date(Date.now() + HOUR_MS), 2);
  const [first, second] = await readBouts(card);
  await api.db
    .deleteFrom('match_live')
    .where('match_live_id', '=', card.matchLiveIds[1] ?? '')
    .execute();
  for (const bout of [first, second]) {
    const { version } = await effectOf(bout?.match_id);
    const answer = await call(`POST /operator/match/${bout?.match_id}/substitution`, {
      ...{ act_id: randomUUID(), version, corner: 'red', fighter_id: bout?.blue.fighter_id },
      reason: 'mixed up',
    });
    expect(answer.body.status).toBe('request_invalid');
  }
});
