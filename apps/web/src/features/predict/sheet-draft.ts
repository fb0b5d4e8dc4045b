import type { RequestOf } from '@sangwian/contract/contract';
import type {
  PredictMatch,
  PredictProgram,
  PredictSheet,
} from '@sangwian/contract/endpoints/predict';
import { hasRound, type Pick } from '@sangwian/contract/rules/predict-pick';

/** Picks of a programme on their way: by match, with whom they were made of. */
export type Draft = Readonly<Record<string, Pick & { readonly pairing: string }>>;

/** Drafts by programme; what a member picked has their id beside it. */
export type Drafts = Readonly<Record<string, Draft>>;

const NO_DRAFT: Draft = {};
const keyOf = (programId: string, memberId: string | null): string =>
  memberId === null ? programId : `${programId} ${memberId}`;

/** What was picked of a programme before the sign-in, else what this member has picked: never what another one has. */
export function draftOf(drafts: Drafts, programId: string, memberId: string | null): Draft {
  const before = drafts[programId] ?? NO_DRAFT;
  if (Object.keys(before).length > 0) return before;
  return drafts[keyOf(programId, memberId)] ?? NO_DRAFT;
}

/** The change that keeps a draft; what was picked before the sign-in is this member's with it. */
export const keepDraft = (programId: string, memberId: string | null, draft: Draft): Drafts => ({
  [programId]: NO_DRAFT,
  [keyOf(programId, memberId)]: draft,
});

type SaidPick = RequestOf<'PUT /predict/{program_id}'>['body']['picks'][number];

const pairingOf = ({ red, blue }: PredictMatch): string => `${red.fighter_id} ${blue.fighter_id}`;

/** A pick with another winner, method or round; what no longer goes with it is left out. */
export function changePick(pick: Pick | null, change: Partial<Pick>): Pick | null {
  const next = { winner: null, method: null, round: null, ...pick, ...change };
  if (next.winner === null) return null;
  const method = next.winner === 'draw' ? null : next.method;
  return { winner: next.winner, method, round: hasRound(method) ? next.round : null };
}

/** The draft with this pick of a match. */
export const withPick = (draft: Draft, match: PredictMatch, pick: Pick): Draft => ({
  ...draft,
  [match.match_id]: { ...pick, pairing: pairingOf(match) },
});

/** What is picked of a match: what is on its way, else what was confirmed. Of another pairing nothing. */
export function pickOf(match: PredictMatch, draft: Draft, sheet: PredictSheet | null): Pick | null {
  const drafted = draft[match.match_id];
  if (drafted?.pairing === pairingOf(match)) return drafted;
  return sheet?.picks.find((pick) => pick.match_id === match.match_id) ?? null;
}

export interface Progress {
  /** Matches that a sheet needs a pick of. */
  readonly needed: number;
  readonly picked: number;
  /** The first that is missing. */
  readonly missing: PredictMatch | null;
  /** Something is picked that is not confirmed. */
  readonly changed: boolean;
}

const isSame = (a: Pick | null, b: Pick | null): boolean =>
  a?.winner === b?.winner && a?.method === b?.method && a?.round === b?.round;

/** How far a sheet has come. */
export function progressOf(
  { matches }: PredictProgram,
  draft: Draft,
  sheet: PredictSheet | null,
): Progress {
  const open = matches.filter((match) => match.pickable);
  const missing = open.filter((match) => pickOf(match, draft, sheet) === null);
  return {
    needed: open.length,
    picked: open.length - missing.length,
    missing: missing[0] ?? null,
    changed: open.some((match) => !isSame(pickOf(match, draft, sheet), pickOf(match, {}, sheet))),
  };
}

/** The picks as they are confirmed. */
export const saidPicks = (
  { matches }: PredictProgram,
  draft: Draft,
  sheet: PredictSheet | null,
): SaidPick[] =>
  matches.flatMap((match) => {
    const pick = match.pickable ? pickOf(match, draft, sheet) : null;
    if (pick === null) return [];
    const { winner, method, round } = pick;
    return [
      {
        match_id: match.match_id,
        red_fighter_id: match.red.fighter_id,
        blue_fighter_id: match.blue.fighter_id,
        winner,
        method,
        round,
      },
    ];
  });

/** Shares of what was picked as whole percent that add up to 100; all zero where nobody picked. */
export function percentOf(shares: { red: number; draw: number; blue: number }): {
  readonly red: number;
  readonly draw: number;
  readonly blue: number;
} {
  const all = shares.red + shares.draw + shares.blue;
  if (all === 0) return { red: 0, draw: 0, blue: 0 };
  const red = Math.round((100 * shares.red) / all);
  const draw = Math.min(100 - red, Math.round((100 * shares.draw) / all));
  return { red, draw, blue: 100 - red - draw };
}
