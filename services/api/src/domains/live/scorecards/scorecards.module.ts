import type { Scorecard } from '@sangwian/contract/endpoints/scorecards';
import type { MatchLiveId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import { createBatchReads } from '../../../platform/cache/batch-reads.ts';
import { keepRecent } from '../../../platform/cache/keep-recent.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import { bangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { Database } from '../../../schema/database.ts';
import { findConcealed, type LiveReader } from '../lives/lives.module.ts';
import {
  type CrowdedBout,
  type PutScoresDeps,
  putWaitingScores,
  type QueuedScore,
} from './put-scores.ts';
import { crowdCardOf, seesCrowd } from './scorecard-rules.ts';
import { type NewScore, ScorecardStore } from './scorecards.store.ts';

const PER_MEMBER = { scores: 120, seconds: 60 } as const;
/** Scores per transaction. */
const BATCH_SCORES_MAX = 250;
/** Many pages read the crowd's card at once, such as after a bell. */
const BOUT_FRESH = { freshMs: 1_000, entriesMax: 1_000 } as const;
const PRUNED_MAX = 5_000;
/** More rounds than a member can score in the time for which scores are kept. */
const EXPORTED_MAX = 50_000;

export interface ScorecardsModuleDeps extends PutScoresDeps {
  readonly live: Pick<LiveReader, 'findLive' | 'isUnlocked'>;
}

export interface ScorecardsModule extends ApiModule {
  /** Deletes the scores of years before the last one. Run by the task. */
  prune(signal?: AbortSignal): Promise<void>;
  /** Deletes the member's scores. */
  forgetMember(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** Returns the member's scores for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

interface PresentedCard extends CrowdedBout {
  readonly matchLiveId: MatchLiveId;
  readonly mine: readonly NewScore[];
  readonly now: Date;
  /** Whether results are hidden: then the crowd's card is sent only for rounds that the member has scored. */
  readonly isConcealed: boolean;
}

function presentCard({
  matchLiveId,
  bout,
  crowd,
  mine,
  now,
  isConcealed,
}: PresentedCard): Scorecard {
  const rounds = Array.from({ length: bout.rounds }, (_, index) => {
    const number = index + 1;
    const score = mine.find(({ round }) => round === number);
    const hasScored = score !== undefined;
    const isCrowdOpen = seesCrowd(bout, number, { hasScored, now }) && (hasScored || !isConcealed);
    const counted = crowd.filter(({ round }) => round === number);
    return {
      number,
      began_at: isConcealed ? null : (bout.bells.get(number)?.toISOString() ?? null),
      mine: score === undefined ? null : { red: score.red, blue: score.blue },
      crowd: isCrowdOpen ? crowdCardOf(counted) : null,
    };
  });
  return { match_live_id: matchLiveId, rounds };
}

interface ReadBout extends CrowdedBout {
  readonly programLiveId: ProgramLiveId;
  readonly isPremium: boolean;
  readonly isConcealed: boolean;
}

/** Reads what all members see of a bout. @throws {ApiError} `match_not_found` */
async function readBout({ db, live }: ScorecardsModuleDeps, id: string): Promise<ReadBout> {
  const store = new ScorecardStore(db);
  const bout = await store.findBout(id);
  const programLiveId = (bout?.programLiveId ?? '') as ProgramLiveId;
  const facts = bout === undefined ? null : await live.findLive(programLiveId);
  if (bout === undefined || facts === null) throw new ApiError('match_not_found');
  const concealed = await findConcealed(db, { showsResults: false });
  return {
    bout,
    crowd: await store.findCrowd(id),
    programLiveId,
    isPremium: facts.access === 'premium',
    isConcealed: concealed.bouts.has(bout.boutId),
  };
}

/** Scores are kept for this year and the last one, in Bangkok. */
const keptSince = (now: Date): Date =>
  startOfBangkokDay(`${Number(bangkokDay(now).slice(0, 4)) - 1}-01-01`);

async function prune({ db, clock }: PutScoresDeps, signal?: AbortSignal): Promise<void> {
  const store = new ScorecardStore(db);
  for (let deleted = PRUNED_MAX; deleted === PRUNED_MAX && signal?.aborted !== true; ) {
    deleted = await store.prune(keptSince(clock()), PRUNED_MAX);
  }
}

/** Creates the module of fans' scorecards: a score per round, the crowd's card, and the accuracy of a season. */
export function createScorecardsModule(deps: ScorecardsModuleDeps): ScorecardsModule {
  const { db, clock, live } = deps;
  const store = new ScorecardStore(db);
  const limit = createLimit(PER_MEMBER.scores, PER_MEMBER.seconds);
  const put = createBatchReads(
    (waiting: readonly QueuedScore[]) => putWaitingScores(deps, waiting),
    BATCH_SCORES_MAX,
  );
  // The members' requests share these reads, so that a request reads only the member's own scores.
  const readRecent = keepRecent(
    (matchLiveId: string) => readBout(deps, matchLiveId),
    () => Math.floor(performance.now()),
    BOUT_FRESH,
  );
  const readFor = async (matchLiveId: string, memberId: MemberId): Promise<ReadBout> => {
    const read = await readRecent(matchLiveId);
    if (read.isPremium && !(await live.isUnlocked(read.programLiveId, memberId))) {
      throw new ApiError('live_locked');
    }
    return read;
  };
  return {
    handlers: {
      'GET /scorecard/season': async ({ bearer }) => ({
        data: await store.countSeasons(bearer.memberId),
      }),
      'GET /scorecard/{match_live_id}': async ({ params, query, bearer }) => {
        const { match_live_id: matchLiveId } = params;
        const read = await readFor(matchLiveId, bearer.memberId);
        const mine = await store.findScores(matchLiveId, [bearer.memberId]);
        const isConcealed = read.isConcealed && query.show_results !== true;
        return { data: presentCard({ ...read, matchLiveId, mine, now: clock(), isConcealed }) };
      },
      'PUT /scorecard/{match_live_id}/{round}': async ({ params, body, bearer }) => {
        const { match_live_id: matchLiveId, round } = params;
        await limit.take(bearer.memberId);
        const { isConcealed } = await readFor(matchLiveId, bearer.memberId);
        const outcome = await put({ matchLiveId, memberId: bearer.memberId, round, ...body });
        if (outcome === undefined) throw new ApiError('unavailable');
        if ('refusal' in outcome) throw outcome.refusal;
        const card = { ...outcome, matchLiveId, now: clock(), isConcealed };
        return { data: presentCard(card) };
      },
    },
    prune: (signal) => prune(deps, signal),
    forgetMember: (trx, memberId) => new ScorecardStore(trx).forgetMember(memberId),
    exportOf: async (memberId) => ({
      round_scores: await store.findOfMember(memberId, EXPORTED_MAX),
    }),
    tasks: [{ name: 'score_prune', crontab: '23 4 * * *', run: (signal) => prune(deps, signal) }],
  };
}
