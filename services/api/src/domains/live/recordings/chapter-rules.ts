/** An act of an operator on a bout, as stored in the log. */
export interface LoggedAct {
  readonly matchLiveId: string;
  readonly action: string;
  readonly details: unknown;
  readonly at: Date;
}

/** When a bout and its rounds began and ended, from the operator's acts. */
export interface BoutTimes {
  readonly matchLiveId: string;
  readonly bellAt: Date;
  readonly rounds: readonly { readonly number: number; readonly at: Date }[];
  /** `null` if no operator ended the bout. */
  readonly endedAt: Date | null;
}

/** Walk-outs and the dance before a bout take less time than this. */
const WALK_OUT_MS_MAX = 6 * 60_000;
/** If less time is left before the bell, no walk-out is shown. */
const WALK_OUT_MS_MIN = 10_000;

const roundOf = (details: unknown): number | null => {
  const number = (details as { readonly number?: unknown } | null)?.number;
  return typeof number === 'number' ? number : null;
};

/** Acts that `undo` can take back. */
const UNDOABLE = ['round', 'rest', 'stop-clock', 'start-clock', 'end'];
const DECIDING = ['result', 'cancel', 'no-contest', 'forget'];

/** Returns the acts without those that were taken back or withdrawn. */
function keptActs(acts: readonly LoggedAct[]): LoggedAct[] {
  const kept: LoggedAct[] = [];
  const removeLast = (actions: readonly string[]): void => {
    const at = kept.findLastIndex(({ action }) => actions.includes(action));
    if (at >= 0) kept.splice(at, 1);
  };
  for (const act of acts) {
    if (act.action === 'undo') removeLast(UNDOABLE);
    else if (act.action === 'withdraw') removeLast(DECIDING);
    else kept.push(act);
  }
  return kept;
}

function timesOf(matchLiveId: string, acts: readonly LoggedAct[]): BoutTimes | null {
  const kept = keptActs(acts);
  const bell = kept.find(({ action }) => action === 'start');
  if (bell === undefined) return null;
  const rounds = new Map([[1, bell.at]]);
  for (const { action, details, at } of kept) {
    const number = roundOf(details);
    if (action === 'round' && number !== null) rounds.set(number, at);
  }
  const end = kept.find(({ action }) => action === 'end' || DECIDING.includes(action));
  return {
    matchLiveId,
    bellAt: bell.at,
    rounds: [...rounds].map(([number, at]) => ({ number, at })).sort((a, b) => a.number - b.number),
    endedAt: end?.at ?? null,
  };
}

/** Returns the bouts that began, in the order in which they began. `acts` must be in the order of the log. */
export function readBoutTimes(acts: readonly LoggedAct[]): BoutTimes[] {
  const byBout = Map.groupBy(acts, ({ matchLiveId }) => matchLiveId);
  return [...byBout]
    .map(([matchLiveId, own]) => timesOf(matchLiveId, own))
    .filter((times) => times !== null)
    .sort((a, b) => a.bellAt.getTime() - b.bellAt.getTime());
}

/** Returns when the walk-outs of a bout began: after the previous bout, and at most six minutes before the bell. */
export function walkOutAt(
  bout: BoutTimes,
  before: BoutTimes | undefined,
  begin: Date,
): Date | null {
  const bellMs = bout.bellAt.getTime();
  const freeMs = (before?.endedAt ?? before?.bellAt ?? begin).getTime();
  const fromMs = Math.max(freeMs, bellMs - WALK_OUT_MS_MAX);
  return bellMs - fromMs < WALK_OUT_MS_MIN ? null : new Date(fromMs);
}
