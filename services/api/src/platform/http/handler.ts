import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoints, Operation, ParsedOf, ResponseOf } from '@sangwian/contract/contract';
import type { Language } from '@sangwian/contract/endpoints/member';
import type { MemberId } from '@sangwian/contract/ids';
import type { Permission, StaffRole } from '@sangwian/contract/permissions';
import type { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Gap } from '../health/gap.ts';
import type { Task } from '../jobs/task.ts';
import type { AuditNotes } from './audit-notes.ts';
import type { Device } from './caller-cookies.ts';
import type { StreamedData } from './streamed-json.ts';

/** The member behind a token that is good now. */
export interface Bearer {
  readonly memberId: MemberId;
  readonly sessionId: string;
  readonly external: boolean;
}

/**
 * Who stands behind a token.
 *
 * @throws {ApiError} `token_invalid`; `member_banned`, `member_suspended` or `member_closed` with reason and time
 */
export type Authenticate = (token: string) => Promise<Bearer>;

/** How a call of staff is authenticated. */
export type StaffCredential =
  /** The console, by a cookie. Its writes carry the token, which only the console's own pages can read. */
  | { readonly kind: 'session'; readonly sessionId: string; readonly csrfToken: string }
  /** A program with a personal access token, which is valid only for its scopes. */
  | { readonly kind: 'token'; readonly tokenId: string; readonly scopes: readonly Permission[] }
  /** The owner of the machine, with the token in `DATA_DIR/run.json`. */
  | { readonly kind: 'local' };

/** The staff account behind a call. */
export interface Staff {
  readonly staffId: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly credential: StaffCredential;
  /** Time of the last second factor; `null` without one. */
  readonly provedAt: Date | null;
}

/** The parts of a request that identify staff. */
export interface StaffCall {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly ip: string;
  /** Set by an automatic check, which does not keep an idle session alive. */
  readonly isPassive?: true;
}

/**
 * Returns the staff account behind a call.
 *
 * @throws {ApiError} `staff_sign_in_needed`
 */
export type AuthenticateStaff = (call: StaffCall) => Promise<Staff>;

type StaffOf<Op extends Operation> = Endpoints[Op]['identity'] extends 'staff' ? Staff : null;

type BearerOf<Op extends Operation> = Endpoints[Op]['identity'] extends 'member'
  ? Bearer
  : Bearer | null;

/** What every handler gets beside its validated parts. */
export interface CallContext<Op extends Operation> {
  /**
   * Where the endpoint is for visitors too: the member, if the call came with a token that is good. A public answer,
   * one that is cached, is the same for everyone, so there it is always `null`.
   */
  readonly bearer: BearerOf<Op>;
  /**
   * Why the call's token was refused. For what an endpoint for visitors does for members alone: a banned
   * member reads of the ban there too.
   */
  readonly bearerRefusal: ApiError | null;
  /** The staff account, at endpoints for staff; elsewhere `null`. */
  readonly staff: StaffOf<Op>;
  /** Takes the facts of a change by staff for the audit; `null` elsewhere. */
  readonly audit: AuditNotes | null;
  /** What came as the bearer of an endpoint that wants a purchase token; elsewhere `null`. */
  readonly purchaseToken: string | null;
  /** Of a provider's call, which is signed in them; of other callers none. */
  readonly headers: Readonly<Record<string, string>>;
  /** The caller's address, behind trusted proxies only. */
  readonly ip: string;
  readonly userAgent: string;
  /** Adds a `Set-Cookie` header to the answer. */
  setCookie(cookie: string): void;
  /** A sign-in passes it on to `sessions.start`, so that it is known again. */
  readonly device: Device;
  /** The language that the fan chose; Thai where none was chosen. */
  readonly language: Language;
  readonly requestId: string;
  readonly log: Logger;
}

/** Endpoints whose answers may be too long to be made at once. */
type StreamedOperation =
  | 'GET /auth/member/export'
  | 'GET /auth/member/wallet/history/csv'
  | 'GET /operator/audit/csv'
  | 'GET /operator/chat/cases/csv'
  | 'GET /operator/chat/removed/csv'
  | 'GET /operator/order/csv'
  | 'GET /operator/member/csv'
  | 'GET /operator/member/{member_id}/movement/csv'
  | 'POST /operator/member/{member_id}/export'
  | 'GET /operator/money/report/csv';
type Streamed<Op extends Operation> = Op extends StreamedOperation
  ? { readonly data: StreamedData }
  : never;

export type Handler<Op extends Operation> = (
  request: ParsedOf<Op> & CallContext<Op>,
) => Promise<ResponseOf<Op> | Streamed<Op>>;

export type Handlers = { [Op in Operation]?: Handler<Op> };

/** What a module gives to the application; the only thing that the application knows of it. */
export interface ApiModule {
  /** Handlers of the contract's endpoints. Every endpoint has one handler in one module. */
  readonly handlers?: Handlers;
  /** What is not an endpoint of the contract: sockets, pages. */
  register?(app: FastifyInstance): void | Promise<void>;
  /** Routes for our own processes. They lie below `/internal` of the internal listener alone. */
  registerInternal?(app: FastifyInstance): void | Promise<void>;
  /** Routes of the internal listener that need no secret, since nothing outside this machine reaches it. */
  registerMetrics?(app: FastifyInstance): void | Promise<void>;
  /** Routes of the internal listener for another media engine, which check a secret of their own. */
  registerEngineHooks?(app: FastifyInstance): void | Promise<void>;
  /** Adds what this module counts to the metrics. */
  observe?(registry: Registry): void;
  /** Takes a request before the framework does, where every microsecond counts; `false` leaves it. */
  intercept?(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether a request changes the protocol here; any other `Upgrade` header is answered as if it were not there. */
  mayUpgrade?(request: IncomingMessage): boolean;
  /** What this module still lacks before it can serve, by short names or with advice, for `/health/ready`. */
  missing?(): Promise<readonly (string | Gap)[]>;
  /** Durable background work, run by one node of the cluster. */
  readonly tasks?: readonly Task[];
  /** Begins background work, once the server listens. */
  start?(): void | Promise<void>;
  stop?(): Promise<void>;
}
