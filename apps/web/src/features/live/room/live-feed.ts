import type { Live, Match } from '@sangwian/contract/endpoints/live';
import { headlineOf } from '@sangwian/contract/rules/headline';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { CallApi } from '../../../shared/api/call-context.ts';
import { createStore } from '../../../shared/store.ts';

/** While somebody watches; events of the socket come at once, this heals what they miss. */
const REFRESH_MS = 20_000;
/** When the start is due, or the picture is gone: then something is about to change. */
const REFRESH_SOON_MS = 5_000;

/** Returns the bout that the page shows. */
export const shownMatch = (live: Live): Match | null => headlineOf(live.status, live.matches);

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

/** Merges a response into the known live. Of the live and of each bout the higher revision stays. */
export const mergeLive = (known: Live, told: Live): Live => {
  if (known.program_live_id !== told.program_live_id) return told;
  if (known.revision > told.revision) return known;
  const byId = new Map(known.matches.map((match) => [match.match_live_id, match]));
  return withMatches(
    told,
    told.matches.map((match) => newer(byId.get(match.match_live_id), match)),
  );
};

/** Returns a bout of a delayed picture with its current status. */
export const withCurrentStatus = (live: Live, shown: Match): Match => {
  const now = live.matches.find(({ match_live_id }) => match_live_id === shown.match_live_id);
  return now === undefined || now.status === shown.status
    ? shown
    : { ...shown, status: now.status };
};

/** Sorts bouts by their order in the programme. */
export const byOrder = (matches: readonly Match[]): readonly Match[] =>
  [...matches].sort((a, b) => a.order - b.order);

/** One live as the page shows it: what the server drew, kept fresh. */
export class LiveFeed {
  readonly live;
  readonly #call: CallApi;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = false;
  #open = true;

  constructor(initial: Live, call: CallApi) {
    this.live = createStore<Live>(initial);
    this.#call = call;
    this.#later();
  }

  /** Applies a bout of the socket. A bout that the card does not have was substituted: then the card is read again. */
  applyMatch(match: Match): void {
    const live = this.live.get();
    const merged = withMatch(live, match);
    if (merged !== live) this.live.set(merged);
    const isKnown = live.matches.some((one) => one.match_live_id === match.match_live_id);
    if (!isKnown) void this.refresh();
  }

  /** Fetches it now. A failure leaves what there is; the next time comes by itself. */
  async refresh(): Promise<void> {
    if (this.#asking || !this.#open) return;
    this.#asking = true;
    const { program_live_id } = this.live.get();
    try {
      const { data } = await this.#call(
        'GET /live/{program_live_id}',
        { params: { program_live_id } },
        { noStore: true },
      );
      if (this.#open) this.live.set(mergeLive(this.live.get(), data));
    } catch (error) {
      if (error instanceof ApiError && error.httpStatus === 404) this.close();
    } finally {
      this.#asking = false;
      this.#later();
    }
  }

  close(): void {
    this.#open = false;
    clearTimeout(this.#timer);
  }

  #later(): void {
    clearTimeout(this.#timer);
    const { status, starts_at } = this.live.get();
    if (!this.#open || status === 'ended') return;
    const untilMs = Date.parse(starts_at) - Date.now();
    const waiting = status === 'not_started';
    // A timer longer than a day overflows in some browsers, and nothing of a far start changes soon.
    const delayMs = !waiting
      ? REFRESH_MS
      : Math.min(Math.max(untilMs, REFRESH_SOON_MS), REFRESH_MS * 15);
    this.#timer = setTimeout(() => void this.refresh(), delayMs);
  }
}
