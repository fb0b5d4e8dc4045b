import type { Live, Match } from '@sangwian/contract/endpoints/live';
import { ApiError } from '../../shared/api/api-error.ts';
import type { CallApi } from '../../shared/api/call-context.ts';
import { createStore } from '../../shared/store.ts';

/** While somebody watches; events of the socket come at once, this heals what they miss. */
const REFRESH_MS = 20_000;
/** When the start is due, or the picture is gone: then something is about to change. */
const REFRESH_SOON_MS = 5_000;

/** The bout that the page is about: what is on, else the main event, else the first. */
export const shownMatch = (live: Live): Match | null =>
  live.matches.find((match) => match.match_live_id === live.current_match_live_id) ??
  live.headline ??
  live.matches.find((match) => match.main_event) ??
  live.matches[0] ??
  null;

/** A bout that began, went on or ended, put into the live that it belongs to. */
export const withMatch = (live: Live, match: Match): Live => {
  const known = live.matches.some(({ match_live_id }) => match_live_id === match.match_live_id);
  if (!known) return live;
  const on = match.status === 'in_progress';
  const was = live.current_match_live_id === match.match_live_id;
  return {
    ...live,
    matches: live.matches.map((one) => (one.match_live_id === match.match_live_id ? match : one)),
    current_match_live_id: on ? match.match_live_id : was ? null : live.current_match_live_id,
    headline: live.headline?.match_live_id === match.match_live_id ? match : live.headline,
  };
};

/** A bout that an earlier picture shows, with what may be done to it now. */
export const withStatusOf = (live: Live, shown: Match): Match => {
  const now = live.matches.find(({ match_live_id }) => match_live_id === shown.match_live_id);
  return now === undefined || now.status === shown.status
    ? shown
    : { ...shown, status: now.status };
};

/** Bouts as the evening goes. */
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

  applyMatch(match: Match): void {
    this.live.set(withMatch(this.live.get(), match));
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
        { quiet: true },
      );
      if (this.#open) this.live.set(data);
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
