import type { MemberId, ProgramId } from '@sangwian/contract/ids';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operateShow } from '../../live/bout-control/testing/operate-show.ts';
import { confirmSheet } from './confirm-sheet.ts';
import { readCurrent } from './read-game.ts';
import { SheetStore, SheetWriter } from './sheets.store.ts';
import { makeCard, makeMembers, type TestCard } from './testing/make-card.ts';
import { pickAll } from './testing/pick-all.ts';

const CROWD = 50;
const START = new Date('2026-11-21T11:30:00Z');
/** The first bout begins 15 minutes early. */
const NOW = new Date('2026-11-21T11:15:00Z');

let test: TestApi;

const startFirstBout = async ({ matchLiveIds }: TestCard) => {
  const { status } = await operateShow(test, { action: 'start', bout: matchLiveIds[0] ?? '' });
  expect(status).toBe(200);
};
const picksOf = async ({ programId }: TestCard) => {
  const members = { findMemberNames: async () => new Map() };
  const programs = await readCurrent({ db: test.db, clock: () => NOW, members });
  const program = programs.find((one) => one.program_id === programId);
  if (program === undefined) throw new Error('the card is missing');
  return pickAll(program);
};
const confirmAs = (
  { programId }: TestCard,
  picks: Awaited<ReturnType<typeof picksOf>>,
  memberId: MemberId,
) =>
  confirmSheet(
    { db: test.db, clock: () => NOW },
    { memberId, programId: programId as ProgramId, picks },
  ).then(
    () => 'confirmed',
    (error: { code?: string }) => error.code ?? String(error),
  );
const sheetsOf = async ({ programId }: TestCard) =>
  (
    await test.db
      .selectFrom('predict_sheet')
      .select('member_id')
      .where('program_id', '=', programId)
      .execute()
  ).map((row) => row.member_id);
/** Counts the database sessions that wait for an advisory lock. */
const waiting = async () =>
  (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(test.db))
    .rows.length;

beforeAll(async () => {
  test = await startTestApi({ clock: () => NOW });
});
afterAll(() => test.close());

describe('the start of the first bout', () => {
  it('waits for a sheet that is being written, and closes the sheets for later requests', async () => {
    const card = await makeCard(test.db, START, 3);
    const [first, second] = await makeMembers(test.db, 2);
    const picks = await picksOf(card);
    let start: Promise<void> = Promise.resolve();
    let late: Promise<string> = Promise.resolve('');
    await test.db.transaction().execute(async (trx) => {
      const writer = new SheetWriter(trx);
      await writer.lockShared(card.programId);
      start = startFirstBout(card);
      await expect.poll(waiting).toBe(1);
      late = confirmAs(card, picks, second as MemberId);
      await expect.poll(waiting).toBe(2);
      await writer.put({
        programId: card.programId,
        memberId: first as string,
        picks: [2, 2, 2],
        confirmedAt: NOW,
      });
    });
    await start;
    expect(await late).toBe('predict_closed');
    expect(await sheetsOf(card)).toEqual([first]);
  });

  it('accepts exactly the confirmed sheets of fifty fans who confirm at that moment', async () => {
    const card = await makeCard(test.db, START, 3);
    const crowd = await makeMembers(test.db, CROWD);
    const picks = await picksOf(card);
    const [outcomes] = await Promise.all([
      Promise.all(crowd.map((memberId) => confirmAs(card, picks, memberId))),
      startFirstBout(card),
    ]);
    const confirmed = crowd.filter((_, index) => outcomes[index] === 'confirmed');
    expect(new Set(outcomes.filter((outcome) => outcome !== 'confirmed'))).toEqual(
      new Set(confirmed.length < CROWD ? ['predict_closed'] : []),
    );
    expect((await sheetsOf(card)).sort()).toEqual([...confirmed].sort());
    const game = (await new SheetStore(test.db).findGames([card.programId])).get(card.programId);
    expect(game?.closedAt).toEqual(NOW);
    expect(await confirmAs(card, picks, crowd[0] as MemberId)).toBe('predict_closed');
    // The concurrent confirmations add each slot once.
    const slots = await new SheetStore(test.db).findSlots([card.programId]);
    expect(slots.get(card.programId)?.map(({ slot }) => slot) ?? []).toEqual(
      confirmed.length > 0 ? [1, 2, 3] : [],
    );
  });
});
