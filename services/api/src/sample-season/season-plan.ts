import { addMs } from './bangkok-time.ts';
import { roundAt } from './bout-clock.ts';
import { BOUT_MS, type CardPlan, CURRENT_ORDER, planCards, RESULT_MS } from './card-plan.ts';
import { type SampleFighter, sampleFighters } from './fighters.ts';
import { DIVISIONS, promotionName } from './houses.ts';
import { Matchmaker } from './matchmaker.ts';
import { sampleId } from './sample-random.ts';
import { sampleResult } from './sample-result.ts';
import { type Pace, REAL_PACE } from './story-plan.ts';

const PLACES = 4;
/** The division and fighters of tonight's main event. */
const STAR_DIVISION = 4;
/** The number of the first card, as if the promotions had existed for a while. */
const FIRST_CARD_NUMBER = 61;

export const TONIGHT_LIVE_ID = sampleId('live:tonight');
export const TONIGHT_PREMIUM_LIVE_ID = sampleId('live:tonight-premium');
export const TONIGHT_BOUT_ID = sampleId(`bout:tonight:${CURRENT_ORDER}`);

interface PlannedBout {
  readonly division: number;
  readonly red: SampleFighter;
  readonly blue: SampleFighter;
}

const isTonight = (card: CardPlan): boolean => card.key === 'tonight';

/** Returns the divisions of a card in order: lighter divisions first, with the main event near the end. */
function divisionsOf(card: CardPlan): number[] {
  const main = isTonight(card) ? STAR_DIVISION : card.turn % DIVISIONS.length;
  const all = Array.from(
    { length: card.bouts },
    (_, index) => (card.turn + index) % DIVISIONS.length,
  );
  all.splice(all.indexOf(main) === -1 ? 0 : all.indexOf(main), 1);
  const ordered = all.sort((a, b) => a - b);
  ordered.splice(mainOrder(card) - 1, 0, main);
  return ordered;
}

const mainOrder = (card: CardPlan): number => (isTonight(card) ? CURRENT_ORDER : card.bouts - 1);

function matchCard(
  card: CardPlan,
  matchmakers: readonly Matchmaker[],
  star: readonly [SampleFighter, SampleFighter],
) {
  return divisionsOf(card).map((division, index): PlannedBout => {
    if (isTonight(card) && index + 1 === CURRENT_ORDER) {
      return { division, red: star[0], blue: star[1] };
    }
    const matchmaker = matchmakers[division];
    if (matchmaker === undefined) throw new RangeError(`no division ${division}`);
    const [red, blue] = matchmaker.next(card.day);
    return { division, red, blue };
  });
}

/** Whether a bout of this card is over. On tonight's card, the bouts before the current one are over. */
const isOver = (card: CardPlan, order: number): boolean =>
  card.day < 0 || (isTonight(card) && order < CURRENT_ORDER);

/** Returns the planned first bell of a bout. */
function bellOf(card: CardPlan, order: number, { bellsMs }: Pace): Date {
  const place = order - CURRENT_ORDER;
  if (!isTonight(card) || place < 0) return addMs(card.startsAt, (order - 1) * BOUT_MS);
  return addMs(card.startsAt, (CURRENT_ORDER - 1) * BOUT_MS + (bellsMs[place] ?? place * BOUT_MS));
}

/** The bouts of the pace. All other bouts have the usual rounds. */
const lengthsOf = (card: CardPlan, order: number, pace: Pace) => {
  const { round_s, rest_s } = isTonight(card) && order >= CURRENT_ORDER ? pace : REAL_PACE;
  return { round_s, rest_s };
};

function boutRow(card: CardPlan, planned: PlannedBout, order: number, pace: Pace) {
  const startsAt = bellOf(card, order, pace);
  const rounds = order === 1 ? 3 : 5;
  const name = `${card.key}:${order}`;
  const over = isOver(card, order);
  const result = over
    ? sampleResult({ name, rounds }, planned.red.fighter_id, planned.blue.fighter_id)
    : { winner: null, method: null, result_round: null };
  return {
    bout_id: sampleId(`bout:${name}`),
    program_id: sampleId(`program:${card.key}`),
    card_order: order,
    main_event: order === mainOrder(card),
    division_id: sampleId(`division:${planned.division}`),
    weight_pounds: DIVISIONS[planned.division]?.[1] ?? 0,
    rounds,
    ...lengthsOf(card, order, pace),
    red_fighter_id: planned.red.fighter_id,
    blue_fighter_id: planned.blue.fighter_id,
    starts_at: startsAt,
    ...result,
    result_at: over ? addMs(startsAt, RESULT_MS) : null,
  };
}

type BoutRow = ReturnType<typeof boutRow>;

function matchLiveRow(card: CardPlan, bout: BoutRow, now: Date) {
  const { card_order: order } = bout;
  const current = isTonight(card) && order === CURRENT_ORDER;
  const round = current ? roundAt(bout.starts_at, bout, now) : null;
  const status = isOver(card, order) ? 'ended' : current ? 'in_progress' : 'not_started';
  return {
    match_live_id: sampleId(`match-live:${card.key}:${order}`),
    program_live_id: sampleId(`live:${card.key}`),
    bout_id: sampleId(`bout:${card.key}:${order}`),
    status: status as 'ended' | 'in_progress' | 'not_started',
    round_number: round?.number ?? null,
    round_started_at: round?.startedAt ?? null,
    resting: round?.resting ?? false,
  };
}

function programRow(card: CardPlan) {
  const promotion = card.turn % PLACES;
  const [th, en] = promotionName(promotion);
  const number = FIRST_CARD_NUMBER + Math.floor(card.turn / PLACES);
  return {
    program_id: sampleId(`program:${card.key}`),
    promotion_id: sampleId(`promotion:${promotion}`),
    stadium_id: sampleId(`stadium:${promotion}`),
    title_th: `${th} ${number}`,
    title_en: `${en} ${number}`,
    starts_at: card.startsAt,
  };
}

function liveRow(card: CardPlan, live: NonNullable<CardPlan['live']>) {
  return {
    program_live_id: sampleId(`live:${card.key}`),
    program_id: sampleId(`program:${card.key}`),
    status: live.status,
    access: live.priceCoins === null ? ('free' as const) : ('premium' as const),
    price_coins: live.priceCoins,
    external: live.external,
    starts_at: card.startsAt,
    ended_at: live.status === 'ended' ? addMs(card.startsAt, card.bouts * BOUT_MS) : null,
  };
}

/** Returns the streams of a live. A live in progress also has a low-latency stream, from the same channel. */
function streamRows(card: CardPlan, live: NonNullable<CardPlan['live']>) {
  const place = { program_live_id: sampleId(`live:${card.key}`), channel_id: live.channelId };
  const hls = {
    match_live_stream_id: sampleId(`stream:${card.key}`),
    ...place,
    kind: 'hls' as const,
  };
  if (live.status !== 'in_progress') return [hls];
  const webrtc = {
    match_live_stream_id: sampleId(`stream-webrtc:${card.key}`),
    ...place,
    kind: 'webrtc' as const,
  };
  return [hls, webrtc];
}

/**
 * Plans all rows of the season around `now`. Ids and pairings are the same at every call; only times, and the lengths
 * of tonight's rounds, differ.
 */
export function planSeason(now: Date, pace: Pace = REAL_PACE) {
  const fighters = sampleFighters();
  const matchmakers = fighters.map((division) => new Matchmaker(division));
  const [red, blue] = fighters[STAR_DIVISION] ?? [];
  if (red === undefined || blue === undefined) throw new RangeError('no fighters for tonight');
  matchmakers[STAR_DIVISION]?.book([red, blue], 0);
  const cards = planCards(now, addMs(now, -pace.beganMs));
  const planned = cards.map((card) => {
    const bouts = matchCard(card, matchmakers, [red, blue]).map((bout, index) =>
      boutRow(card, bout, index + 1, pace),
    );
    return { card, bouts };
  });
  const withLive = planned.flatMap(({ card, bouts }) =>
    card.live === null ? [] : [{ card, bouts, live: card.live }],
  );
  return {
    fighters: fighters.flat(),
    programs: cards.map(programRow),
    bouts: planned.flatMap(({ bouts }) => bouts),
    lives: withLive.map(({ card, live }) => liveRow(card, live)),
    matchLives: withLive.flatMap(({ card, bouts }) =>
      bouts.map((bout) => matchLiveRow(card, bout, now)),
    ),
    streams: withLive.flatMap(({ card, live }) => streamRows(card, live)),
  };
}

export type SeasonPlan = ReturnType<typeof planSeason>;
