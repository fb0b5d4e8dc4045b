import type { Gift } from '@sangwian/contract/endpoints/gifts';
import type { Live, LiveState, Match } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { headlineOf, nextBout } from '@sangwian/contract/rules/headline';
import { type Query, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { ApiError } from '../../../shared/api/api-error.ts';
import { apiQuery, mergedBy } from '../../../shared/api/api-query.ts';
import type { ReadonlyStore } from '../../../shared/store.ts';
import { GIFTS_QUERY } from './gift-catalogue.ts';

/** Events of the socket arrive at once; the poll repairs what they miss. */
const REFRESH_MS = 20_000;
/** While the start is due, when the live is about to change. */
const REFRESH_SOON_MS = 5_000;
/** A live may begin before its time; a page that is not admitted to the room learns of it by the poll alone. */
const REFRESH_BEFORE_MS = 60_000;

/** Returns the bout that the page shows: before the live the first one, otherwise its headline. */
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

/** Puts a bout into its live, unless the page knows a newer state of the bout. */
export const withMatch = (live: Live, match: Match): Live => {
  const known = live.matches.find((one) => one.match_live_id === match.match_live_id);
  if (known === undefined || newer(known, match) === known) return live;
  return withMatches(
    live,
    live.matches.map((one) => (one === known ? match : one)),
  );
};

/** Puts a state into its live, unless the page knows a newer one. */
export const withState = (live: Live, state: LiveState): Live =>
  live.revision > state.revision
    ? live
    : { ...live, ...state, headline: headlineOf(state.status, live.matches) };

/** Merges a response into the known live. Of the live and of each bout the higher revision stays. */
export const mergeLive = (known: Live, incoming: Live): Live => {
  if (known.revision > incoming.revision) return known;
  const byId = new Map(known.matches.map((match) => [match.match_live_id, match]));
  return withMatches(
    incoming,
    incoming.matches.map((match) => newer(byId.get(match.match_live_id), match)),
  );
};

/** Returns a bout of a delayed video with its current status. */
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
  // The browser's HTTP cache must not answer a poll with an older state.
  // After the end, a response without results has lower revisions than the bouts that the viewer has seen.
  ...apiQuery(
    'GET /live/{program_live_id}',
    { params: { program_live_id }, query: {} },
    { noStore: true },
  ),
  structuralSharing: mergedBy(mergeLive),
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: pollDelayOf,
  // A hidden tab still plays the sound of its live.
  refetchIntervalInBackground: true,
});

export interface LiveFeed {
  readonly live: ReadonlyStore<Live>;
  /** Merges a response of the page's loader. */
  readonly applyAnswer: (answer: Live) => void;
  /** Merges a state of the socket: the live began or ended, or starts at another time. */
  readonly applyState: (state: LiveState) => void;
  /** Merges a bout of the socket. An unknown bout is a substitution, so the card is read again. */
  readonly applyMatch: (match: Match) => void;
  /** Replaces the gifts that can be sent. */
  readonly applyGiftCatalogue: (gifts: readonly Gift[]) => void;
}

/** Creates the feed of a live: polled while its store has a subscriber, merged with the events of the socket. */
export function createLiveFeed(client: QueryClient, initial: Live): LiveFeed {
  const query = liveQuery(initial.program_live_id);
  const observer = new QueryObserver(client, query);
  const applyAnswer = (answer: Live) => void client.setQueryData(query.queryKey, answer);
  const get = () => client.getQueryData<Live>(query.queryKey) ?? initial;
  applyAnswer(initial);
  return {
    live: { get, subscribe: (listener) => observer.subscribe(listener) },
    applyAnswer,
    applyGiftCatalogue: (gifts) => void client.setQueryData(GIFTS_QUERY.queryKey, () => [...gifts]),
    applyState: (state) => applyAnswer(withState(get(), state)),
    applyMatch: (match) => {
      const known = get();
      applyAnswer(withMatch(known, match));
      const isKnown = known.matches.some((one) => one.match_live_id === match.match_live_id);
      if (!isKnown) void observer.refetch();
    },
  };
}
