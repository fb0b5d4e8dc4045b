import type { CorrectionEffect } from '@sangwian/contract/endpoints/operator/corrections';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { createLiveReader, LiveControl } from '../lives/lives.module.ts';
import { type BoutControlDeps, refuse, requireThat } from './bout-context.ts';
import { BoutControlStore } from './bout-control.store.ts';
import { controlBout, refuseStale } from './control-bout.ts';
import { type CorrectionRow, ResultCorrectionStore } from './result-corrections.store.ts';
import { outcomeOf, type ResultInput, resultProblem } from './result-rules.ts';

export type { CorrectionRow } from './result-corrections.store.ts';

/** A request waits for the next day's shift; later its numbers and its reason may no longer hold. */
const REQUEST_MS = 24 * 60 * 60_000;
/** Requests shown at once. A bout has at most one, so this is several evenings. */
const OPEN_MAX = 50;

/** The staff member who asks or decides. */
interface Person {
  readonly staffId: string;
  readonly name: string;
}

export interface NewCorrection extends ResultInput {
  /** Chosen by the caller: one id is one request, for ever. */
  readonly correctionId: string;
  readonly matchLiveId: string;
  /** The version of the bout that the author saw. */
  readonly version: number;
  /** The refund that the author saw. */
  readonly expectedCoins: number;
  /** What it does to the prediction game, as the author saw it. */
  readonly game: CorrectionEffect['game'];
  readonly reason: string;
}

/** Corrections of confirmed results that one person asks for and another one approves. */
export interface ResultCorrections {
  /**
   * Stores a request; nothing changes until it is approved. Idempotent by the id.
   *
   * @throws {ApiError} `match_not_found`, `edit_stale`, `request_invalid` with the reason, `correction_open`;
   *   `idempotency_conflict` if the id was used for a different request
   */
  request(correction: NewCorrection, author: Person): Promise<CorrectionRow>;
  /**
   * Corrects the result as requested. Idempotent for the person who approved it.
   *
   * @throws {ApiError} `correction_not_found`, `correction_decided`, `correction_expired`, `second_person_needed`;
   *   `edit_stale` if the bout has changed since the request
   */
  approve(correctionId: string, person: Person): Promise<CorrectionRow>;
  /** Refuses a request, or withdraws the own one. @throws {ApiError} as `approve` */
  refuse(correctionId: string, person: Person, reason: string): Promise<CorrectionRow>;
  /** Finds the card and the bout of a bout's live row. @throws {ApiError} `match_not_found` */
  findBout(matchLiveId: string): Promise<{ readonly programId: string; readonly boutId: string }>;
  /** Finds a request. @throws {ApiError} `correction_not_found` */
  find(correctionId: string): Promise<CorrectionRow>;
  /** Finds the requests that can still be decided, the oldest first. */
  findOpen(): Promise<CorrectionRow[]>;
}

interface Parts extends BoutControlDeps {
  readonly store: ResultCorrectionStore;
}

async function find({ store }: Parts, correctionId: string): Promise<CorrectionRow> {
  const row = await store.find(correctionId);
  if (row === undefined) throw new ApiError('correction_not_found');
  return row;
}

const isSame = (row: CorrectionRow, asked: NewCorrection, { staffId }: Person): boolean =>
  row.match_live_id === asked.matchLiveId &&
  row.bout_version === asked.version &&
  row.winner === asked.winner &&
  row.method === asked.method &&
  row.round === (asked.round ?? null) &&
  row.created_by_staff_id === staffId;

/** Ends the stale or expired request of a bout, whose place a new one takes. @throws {ApiError} `correction_open` */
async function replaceLapsed(
  { store, clock }: Parts,
  trx: Transaction<Database>,
  { matchLiveId, version }: NewCorrection,
): Promise<void> {
  const open = await store.lockOpenOf(trx, matchLiveId);
  if (open === undefined) return;
  if (open.expires_at > clock() && open.bout_version === version) {
    throw new ApiError('correction_open', {
      details: [{ path: 'by', message: open.created_by }],
    });
  }
  await store.decide(trx, open.result_correction_id, { state: 'lapsed' });
}

/** Computes the refund of the requested result. @throws {ApiError} as `ResultCorrections.request` */
async function previewRefund(
  { gifts }: Parts,
  trx: Transaction<Database>,
  asked: NewCorrection,
): Promise<{ coins: number; members: number }> {
  const { matchLiveId, version, expectedCoins } = asked;
  const control = new LiveControl(trx);
  // Requests for one bout take turns, and its version cannot change meanwhile.
  await control.lockLiveOf(matchLiveId);
  const bout = await control.lockBout(matchLiveId);
  const facts = await createLiveReader(trx).findBout(matchLiveId);
  if (bout === undefined || facts === null) throw new ApiError('match_not_found');
  const store = new BoutControlStore(trx);
  await refuseStale({ bout, store }, version);
  const problem = resultProblem(asked, bout.rounds);
  if (problem !== null) throw refuse(problem);
  const ruling = await store.findRuling(matchLiveId);
  requireThat(ruling?.confirmed_at != null, 'no result is confirmed: withdraw the recorded one');
  const { coins, members } = await gifts.previewCorrection(facts, outcomeOf(asked));
  requireThat(
    coins === expectedCoins,
    `the correction refunds ${coins} coins to ${members} member(s), not ${expectedCoins} coins: preview it again`,
  );
  return { coins, members };
}

async function request(parts: Parts, asked: NewCorrection, author: Person): Promise<CorrectionRow> {
  const { db, clock, store } = parts;
  const { correctionId, matchLiveId } = asked;
  const known = await store.find(correctionId);
  if (known !== undefined) {
    if (isSame(known, asked, author)) return known;
    throw new ApiError('idempotency_conflict');
  }
  await db.transaction().execute(async (trx) => {
    const refund = await previewRefund(parts, trx, asked);
    // The first call of this id has committed while this one waited for the locks.
    if ((await store.lock(trx, correctionId)) !== undefined) return;
    await replaceLapsed(parts, trx, asked);
    const now = clock();
    const bout = await trx
      .selectFrom('bout')
      .innerJoin('match_live', 'match_live.bout_id', 'bout.bout_id')
      .select(['winner', 'method', 'result_round as round'])
      .where('match_live_id', '=', matchLiveId)
      .executeTakeFirstOrThrow();
    await store.insert(trx, {
      result_correction_id: correctionId,
      match_live_id: matchLiveId,
      bout_version: asked.version,
      winner: asked.winner,
      method: asked.method,
      round: asked.round ?? null,
      before: bout,
      effect: { ...refund, game: asked.game } satisfies CorrectionEffect,
      reason: asked.reason,
      state: 'open',
      created_by: author.name,
      created_by_staff_id: author.staffId,
      created_at: now,
      expires_at: new Date(now.getTime() + REQUEST_MS),
      ...{ decided_by: null, decided_by_staff_id: null, decided_at: null, decision_reason: null },
    });
  });
  const row = await find(parts, correctionId);
  if (!isSame(row, asked, author)) throw new ApiError('idempotency_conflict');
  return row;
}

/** @throws {ApiError} `correction_decided` with the state and the person who decided, `correction_expired` */
function requireOpen(
  row: Pick<CorrectionRow, 'state' | 'decided_by' | 'expires_at'> | undefined,
  now: Date,
): void {
  if (row === undefined) throw new ApiError('correction_not_found');
  if (row.state !== 'open') {
    throw new ApiError('correction_decided', {
      details: [
        { path: 'state', message: row.state },
        { path: 'by', message: row.decided_by ?? '' },
      ],
    });
  }
  if (row.expires_at <= now) throw new ApiError('correction_expired');
}

const decisionOf = (
  state: 'done' | 'refused' | 'withdrawn',
  { staffId, name }: Person,
  now: Date,
  reason: string | null = null,
) => ({
  state,
  decided_by: name,
  decided_by_staff_id: staffId,
  decided_at: now,
  decision_reason: reason,
});

const isApprovedBy = (row: CorrectionRow, { staffId }: Person): boolean =>
  row.state === 'done' && row.decided_by_staff_id === staffId;

async function approve(parts: Parts, correctionId: string, person: Person): Promise<CorrectionRow> {
  const { clock, store } = parts;
  const row = await find(parts, correctionId);
  // The answer to the first call may have been lost.
  if (isApprovedBy(row, person)) return row;
  requireOpen(row, clock());
  if (row.created_by_staff_id === person.staffId) throw new ApiError('second_person_needed');
  const { winner, method, round, reason, match_live_id: matchLiveId } = row;
  const { coins } = row.effect as CorrectionEffect;
  await controlBout(
    parts,
    matchLiveId,
    { action: 'correct', winner, method, round: round ?? undefined, expected_coins: coins },
    { actor: person.name, staffId: person.staffId, reason },
    {
      actId: correctionId,
      version: row.bout_version,
      decide: async (trx) => {
        requireOpen(await store.lock(trx, correctionId), clock());
        await store.decide(trx, correctionId, decisionOf('done', person, clock()));
      },
    },
  );
  const approved = await find(parts, correctionId);
  // Another person approved it while this call waited for the bout.
  if (!isApprovedBy(approved, person)) requireOpen(approved, clock());
  return approved;
}

async function refuseCorrection(
  parts: Parts,
  correctionId: string,
  person: Person,
  reason: string,
): Promise<CorrectionRow> {
  const { db, clock, store } = parts;
  await db.transaction().execute(async (trx) => {
    const row = await store.lock(trx, correctionId);
    requireOpen(row, clock());
    const state = row?.created_by_staff_id === person.staffId ? 'withdrawn' : 'refused';
    await store.decide(trx, correctionId, decisionOf(state, person, clock(), reason));
  });
  return find(parts, correctionId);
}

export function createResultCorrections(deps: BoutControlDeps): ResultCorrections {
  const parts: Parts = { ...deps, store: new ResultCorrectionStore(deps.db) };
  return {
    request: (correction, author) => request(parts, correction, author),
    approve: (correctionId, person) => approve(parts, correctionId, person),
    refuse: (correctionId, person, reason) => refuseCorrection(parts, correctionId, person, reason),
    findBout: async (matchLiveId) => {
      const bout = await parts.store.findBout(matchLiveId);
      if (bout === undefined) throw new ApiError('match_not_found');
      return bout;
    },
    find: (correctionId) => find(parts, correctionId),
    findOpen: () => parts.store.findOpen(deps.clock(), OPEN_MAX),
  };
}
