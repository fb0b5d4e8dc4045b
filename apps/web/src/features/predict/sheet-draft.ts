import type { RequestOf } from '@sangwian/contract/contract';
import type {
  PredictMatch,
  PredictProgram,
  PredictSheet,
} from '@sangwian/contract/endpoints/predict';
import { hasRound, type Pick } from '@sangwian/contract/rules/predict-pick';

/** The unconfirmed picks of a programme by match. Each pick has the pairing for which it was made. */
export type Draft = Readonly<Record<string, Pick & { readonly pairing: string }>>;

/** Drafts by key. The key is the programme for visitors, and the programme with the member for members. */
export type Drafts = Readonly<Record<string, Draft>>;

const NO_DRAFT: Draft = {};
const keyOf = (programId: string, memberId: string | null): string =>
  memberId === null ? programId : `${programId} ${memberId}`;

/**
 * Returns the draft from before the sign-in, or else the draft of this member. Never returns another member's draft.
 */
export function draftOf(drafts: Drafts, programId: string, memberId: string | null): Draft {
  const before = drafts[programId] ?? NO_DRAFT;
  if (Object.keys(before).length > 0) return before;
  return drafts[keyOf(programId, memberId)] ?? NO_DRAFT;
}

/** Returns the change that stores a draft for this member and removes the draft from before the sign-in. */
export const keepDraft = (programId: string, memberId: string | null, draft: Draft): Drafts => ({
  [programId]: NO_DRAFT,
  [keyOf(programId, memberId)]: draft,
});

type ConfirmedPick = RequestOf<'PUT /predict/{program_id}'>['body']['picks'][number];

const pairingOf = ({ red, blue }: PredictMatch): string => `${red.fighter_id} ${blue.fighter_id}`;

/** Returns the changed pick, without the method or round that no longer apply. */
export function changePick(pick: Pick | null, change: Partial<Pick>): Pick | null {
  const next = { winner: null, method: null, round: null, ...pick, ...change };
  if (next.winner === null) return null;
  const method = next.winner === 'draw' ? null : next.method;
  return { winner: next.winner, method, round: hasRound(method) ? next.round : null };
}

export const withPick = (draft: Draft, match: PredictMatch, pick: Pick): Draft => ({
  ...draft,
  [match.match_id]: { ...pick, pairing: pairingOf(match) },
});

/** Returns the pick of a match: from the draft if its pairing is unchanged, otherwise from the confirmed sheet. */
export function pickOf(match: PredictMatch, draft: Draft, sheet: PredictSheet | null): Pick | null {
  const drafted = draft[match.match_id];
  if (drafted?.pairing === pairingOf(match)) return drafted;
  return sheet?.picks.find((pick) => pick.match_id === match.match_id) ?? null;
}

export interface Progress {
  /** Number of matches that need a pick. */
  readonly needed: number;
  readonly picked: number;
  /** The first match without a pick. */
  readonly missing: PredictMatch | null;
  /** Whether the draft differs from the confirmed sheet. */
  readonly changed: boolean;
}

const isSame = (a: Pick | null, b: Pick | null): boolean =>
  a?.winner === b?.winner && a?.method === b?.method && a?.round === b?.round;

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

/** Returns the picks to send when the member confirms the sheet. */
export const confirmedPicks = (
  { matches }: PredictProgram,
  draft: Draft,
  sheet: PredictSheet | null,
): ConfirmedPick[] =>
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

/** Returns whole percentages that add up to 100; all zero without picks. */
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
