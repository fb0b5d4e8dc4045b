import type { MemberId } from '@sangwian/contract/ids';
import type { SamplePartner } from '../../../domains/identity/partners/testing/sample-partner.ts';
import type { NewProof } from '../../../domains/identity/proofs/proofs.module.ts';

/** Password of all test members that have one. */
export const PASSWORD = 'ringside1';
export const PIN = '824613';
/** Id of the test partner. */
export const SYSTEM = 'walking-partner';

/**
 * - `visitor`: no token, names a member
 * - `member`: names itself; `stale`: the same with a sign-in of an hour ago
 * - `other`: signed in, names another member
 * - `ban`, `suspend`, `closed`, `deleted`: with a token from before
 * - `external`: a partner's member; `external_ban`: a banned one
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

/** The member in the request: for most callers, the caller. */
export interface Subject {
  readonly memberId: MemberId;
  /** Phone number; `null` for a partner's member. */
  readonly phone: string | null;
  readonly mapMemberId: string | null;
  readonly sessionId: string;
}

/** The test data that calls refer to. */
export interface World {
  readonly partner: SamplePartner;
  /** A live in progress, and its stream. */
  readonly tonight: string;
  readonly stream: string;
  /** The current bout of that live, and a gift of one coin. */
  readonly bout: string;
  readonly match: string;
  readonly gift: string;
  /** A programme that is open for predictions, and a sheet for it. */
  readonly predicted: { readonly program: string; readonly picks: readonly object[] };
  /** The card of that programme, one of its fighters, and the division of that fighter. */
  readonly program: string;
  readonly fighter: string;
  readonly division: string;
  /** The bytes of a PNG file. */
  readonly picture: Buffer;
  prove(proof: NewProof): Promise<string>;
  /** Returns a phone without a member. */
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
  /** Expected result of a member, and of all callers that the identity of the endpoint allows. */
  readonly due: Due;
  /** Expected results of callers that differ. */
  readonly but?: Partial<Record<Caller, Due>>;
}

/** Results that follow from the identity that the endpoint requires, before its handler runs. */
export const REFUSED: Partial<Record<Caller, Due>> = {
  visitor: '401 token_missing',
  ban: '403 member_banned',
  suspend: '403 member_suspended',
  closed: '403 member_closed',
  deleted: '401 token_invalid',
  external_ban: '403 member_banned',
};

/** Expected result of a request with another member's id. */
export const NOT_MINE = { other: '404 member_not_found' } as const;

export const query = ({ memberId }: Subject) => ({ query: { member_id: memberId } });
