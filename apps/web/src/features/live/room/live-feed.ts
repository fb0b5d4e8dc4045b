import type { Gift } from '@sangwian/contract/endpoints/gifts';
import type { Live, LiveState, Match } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { headlineOf, nextBout } from '@sangwian/contract/rules/headline';
import { type Query, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { ApiError } from '../../../shared/api/api-error.ts';
import { apiQuery, mergedBy } from '../../../shared/api/api-query.ts';
import type { ReadonlyStore } from '../../../shared/store.ts';
import { GIFTS_QUERY } from './gift-catalogue.ts';

/** The socket delivers events at once; polls repair lost events. */
const REFRESH_MS = 20_000;
/** Used once the scheduled start has come, because the live is about to begin. */
const REFRESH_SOON_MS = 5_000;
/** A live can begin before its scheduled start. A page that may not join the room learns of that by polls only. */
const REFRESH_BEFORE_MS = 60_000;

/** Returns the bout that the page shows: before the live the first bout, otherwise the headline of the live. */
export const shownMatch = ({ status, matches }: Live): Match | null =>
  (status === 'not_started' ? nextBout(matches) : null) ?? headlineOf(status, matches);

/** Returns the live with these bouts, and with the current bout and headline that follow from them. */
export const withMatches = (live: Live, matches: readonly Match[]): Live => ({
  ...live,
  matches: [...matches],
  current_match_live_id:
    matches.find(({ status }) => status === 'in_progress')?.match_live_id ?? null,
  headline: headlineOf(live.status, matches),
});

const newer = (known: Match | undefined, received: Match): Match =>
  known !== undefined && known.revision > received.revision ? known : received;

/** Returns the live with a new state of a bout, unless the page knows a newer state. */
export const withMatch = (live: Live, match: Match): Live => {
  const known = live.matches.find((one) => one.match_live_id === match.match_live_id);
  if (known === undefined || newer(known, match) === known) return live;
  return withMatches(
    live,
    live.matches.map((one) => (one === known ? match : one)),
  );
};

/** Returns the live with a new state, unless the page knows a newer one. */
export const withState = (live: Live, state: LiveState): Live =>
  live.revision > state.revision
    ? live
    : { ...live, ...state, headline: headlineOf(state.status, live.matches) };

/** Merges a response into the known live. The live and each bout keep the state with the higher revision. */
export const mergeLive = (known: Live, incoming: Live): Live => {
  if (known.revision > incoming.revision) return known;
  const byId = new Map(known.matches.map((match) => [match.match_live_id, match]));
  return withMatches(
    incoming,
    incoming.matches.map((match) => newer(byId.get(match.match_live_id), match)),
  );
};

/** Returns the bout that a delayed video shows, with the current status of that bout. */
export const withCurrentStatus = (live: Live, shown: Match): Match => {
  const now = live.matches.find(({ match_live_id }) => match_live_id === shown.match_live_id);
  return now === undefined || now.status === shown.status
    ? shown
    : { ...shown, status: now.status };
};

/** Sorts bouts by their order in the programme. */
export const byOrder = (matches: readonly Match[]): readonly Match[] =>
  [...matches].sort((a, b) => a.order - b.order);

/** Returns the time until the next poll; `false` once the live has ended or is gone. */
function pollDelayOf({ state: { data, error } }: Query<Live>): number | false {
  const isGone = error instanceof ApiError && error.httpStatus === 404;
  if (data === undefined || isGone || data.status === 'ended') return false;
  if (data.status !== 'not_started') return REFRESH_MS;
  const untilMs = Date.parse(data.starts_at) - Date.now();
  return Math.min(Math.max(untilMs, REFRESH_SOON_MS), REFRESH_BEFORE_MS);
}

const liveQuery = (program_live_id: ProgramLiveId) => ({
  // `noStore`: the browser's HTTP cache could return an older state. After the end, results can be left out of
  // responses; such bouts have lower revisions, so the merge keeps the results that the viewer has seen.
  ...apiQuery(
    'GET /live/{program_live_id}',
    { params: { program_live_id }, query: {} },
    { noStore: true },
  ),
  structuralSharing: mergedBy(mergeLive),
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: pollDelayOf,
  // A hidden tab still plays the audio of its live.
  refetchIntervalInBackground: true,
});

export interface LiveFeed {
  readonly live: ReadonlyStore<Live>;
  /** Merges a response of the page's loader or of a poll. */
  readonly applyResponse: (answer: Live) => void;
  /** Merges a live state from the socket: the live has begun or ended, or has a new start time. */
  readonly applyState: (state: LiveState) => void;
  /** Merges a bout from the socket. An unknown bout replaces another one on the card, so the card is fetched again. */
  readonly applyMatch: (match: Match) => void;
  /** Replaces the gifts that can be sent. */
  readonly applyGiftCatalogue: (gifts: readonly Gift[]) => void;
}

/** Creates the feed of a live: polled while its store has a subscriber, merged with the events of the socket. */
export function createLiveFeed(client: QueryClient, initial: Live): LiveFeed {
  const query = liveQuery(initial.program_live_id);
  const observer = new QueryObserver(client, query);
  const applyResponse = (answer: Live) => void client.setQueryData(query.queryKey, answer);
  const get = () => client.getQueryData<Live>(query.queryKey) ?? initial;
  applyResponse(initial);
  return {
    live: { get, subscribe: (listener) => observer.subscribe(listener) },
    applyResponse,
    applyGiftCatalogue: (gifts) => void client.setQueryData(GIFTS_QUERY.queryKey, () => [...gifts]),
    applyState: (state) => applyResponse(withState(get(), state)),
    applyMatch: (match) => {
      const known = get();
      applyResponse(withMatch(known, match));
      const isKnown = known.matches.some((one) => one.match_live_id === match.match_live_id);
      if (!isKnown) void observer.refetch();
    },
  };
}
