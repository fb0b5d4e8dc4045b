import type { MemberId } from '@sangwian/contract/ids';
import type { SamplePartner } from '../../../domains/identity/partners/testing/sample-partner.ts';
import type { NewProof } from '../../../domains/identity/proofs/proofs.module.ts';

/** What everybody has who has one. */
export const PASSWORD = 'ringside1';
export const PIN = '824613';
/** Of the partner whose members walk along. */
export const SYSTEM = 'walking-partner';

/**
 * - `visitor` has no token, and names a member
 * - `member` calls for itself, `stale` does on a sign-in of an hour ago
 * - `other` is signed in, and names somebody else
 * - the barred and the deleted have a token of before
 * - `external` is a partner's member, `external_ban` a banned one
 */
export const CALLERS = [
  'visitor',
  'member',
  'stale',
  'other',
  'ban',
  'suspend',
  'closed',
  'deleted',
  'external',
  'external_ban',
] as const;
export type Caller = (typeof CALLERS)[number];

/** Whom a call is about: for most callers themselves. */
export interface Subject {
  readonly memberId: MemberId;
  /** `null`: a partner's member. */
  readonly phone: string | null;
  readonly mapMemberId: string | null;
  readonly sessionId: string;
}

/** What is there to be called about. */
export interface World {
  readonly partner: SamplePartner;
  /** A live that is on, and its stream. */
  readonly tonight: string;
  readonly stream: string;
  /** Its bout that is on, and a gift of one coin. */
  readonly bout: string;
  readonly match: string;
  readonly gift: string;
  /** A programme that can be predicted, and a sheet of it. */
  readonly predicted: { readonly program: string; readonly picks: readonly object[] };
  /** Its card, and of one of its fighters who that is and the division. */
  readonly program: string;
  readonly fighter: string;
  readonly division: string;
  /** A PNG. */
  readonly picture: Buffer;
  prove(proof: NewProof): Promise<string>;
  /** A phone that is nobody's. */
  freshPhone(): string;
}

export interface Call {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** HTTP status and code; a success has no code. */
export type Due = number | `${number} ${string}`;

export interface Row {
  readonly call: (subject: Subject, world: World) => Call | Promise<Call>;
  /** Of a member for itself; and of everybody whom the endpoint's identity does not refuse. */
  readonly due: Due;
  /** Of callers for whom something else is due. */
  readonly but?: Partial<Record<Caller, Due>>;
}

/** What the endpoint's identity alone decides, before its handler. */
export const REFUSED: Partial<Record<Caller, Due>> = {
  visitor: '401 token_missing',
  ban: '403 member_banned',
  suspend: '403 member_suspended',
  closed: '403 member_closed',
  deleted: '401 token_invalid',
  external_ban: '403 member_banned',
};

/** What is due where somebody names another member. */
export const NOT_MINE = { other: '404 member_not_found' } as const;

export const query = ({ memberId }: Subject) => ({ query: { member_id: memberId } });
