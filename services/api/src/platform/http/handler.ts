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

/** The member whom a valid token identifies. */
export interface Bearer {
  readonly memberId: MemberId;
  readonly sessionId: string;
  readonly external: boolean;
}

/**
 * Returns the member whom a token identifies.
 *
 * @throws {ApiError} `token_invalid`; `member_banned`, `member_suspended` or `member_closed` with reason and time
 */
export type Authenticate = (token: string) => Promise<Bearer>;

/** The credential of a staff request. */
export type StaffCredential =
  /**
   * A session of the console, identified by a cookie. Its writes contain the CSRF token, which only the console's own
   * pages can read.
   */
  | { readonly kind: 'session'; readonly sessionId: string; readonly csrfToken: string }
  /** A personal access token of a program, which is valid only for its scopes. */
  | { readonly kind: 'token'; readonly tokenId: string; readonly scopes: readonly Permission[] }
  /** The token of the local owner in `DATA_DIR/run.json`. */
  | { readonly kind: 'local' };

/** The staff account on whose behalf a request is made. */
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
  /** Whether the console sends the request automatically. Such requests do not keep an idle session alive. */
  readonly isPassive?: true;
}

/**
 * Returns the staff account that makes a request. @throws {ApiError} `staff_sign_in_needed`
 */
export type AuthenticateStaff = (call: StaffCall) => Promise<Staff>;

type StaffOf<Op extends Operation> = Endpoints[Op]['identity'] extends 'staff' ? Staff : null;

type BearerOf<Op extends Operation> = Endpoints[Op]['identity'] extends 'member'
  ? Bearer
  : Bearer | null;

/** The context that every handler receives in addition to the validated parts of the request. */
export interface CallContext<Op extends Operation> {
  /**
   * The member. At an endpoint that visitors may also call, `null` without a valid token. At a public endpoint always
   * `null`, because its cached response is the same for everyone.
   */
  readonly bearer: BearerOf<Op>;
  /**
   * Why the token of the request was refused. An endpoint that visitors may also call needs the reason for its
   * members-only actions, for example to inform a banned member of the ban.
   */
  readonly bearerRefusal: ApiError | null;
  /** The staff account; `null` at endpoints that are not for staff. */
  readonly staff: StaffOf<Op>;
  /** Collects the facts of a change by staff for the audit log; `null` at other endpoints. */
  readonly audit: AuditNotes | null;
  /** The unverified purchase token; `null` at endpoints that do not use one. */
  readonly purchaseToken: string | null;
  /** The headers of a provider's request, which contain its signature; empty for other callers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The caller's IP address. `X-Forwarded-For` counts only if a trusted proxy sent it. */
  readonly ip: string;
  readonly userAgent: string;
  /** Adds a `Set-Cookie` header to the response. */
  setCookie(cookie: string): void;
  /** The caller's device. A sign-in passes it to `sessions.start`, which recognises known devices. */
  readonly device: Device;
  /** The language that the fan chose; Thai by default. */
  readonly language: Language;
  readonly requestId: string;
  readonly log: Logger;
}

/** Endpoints whose responses may be streamed, because they may be too long to build at once. */
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

/** The interface of a module. The application knows nothing else of a module. */
export interface ApiModule {
  /** Handlers of the contract's endpoints. Every endpoint has one handler in one module. */
  readonly handlers?: Handlers;
  /** Registers routes that are not endpoints of the contract, such as sockets and pages. */
  register?(app: FastifyInstance): void | Promise<void>;
  /** Registers routes for our own processes, below `/internal` of the internal listener only. */
  registerInternal?(app: FastifyInstance): void | Promise<void>;
  /**
   * Registers routes of the internal listener that need no secret, because only this machine can reach the listener.
   */
  registerMetrics?(app: FastifyInstance): void | Promise<void>;
  /** Registers routes of the internal listener for another media engine. These routes check a separate secret. */
  registerEngineHooks?(app: FastifyInstance): void | Promise<void>;
  /** Registers the metrics of this module. */
  observe?(registry: Registry): void;
  /** Handles a request before the framework, where every microsecond counts. Returns `false` to pass it on. */
  intercept?(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether this module accepts the protocol upgrade of a request. Otherwise the `Upgrade` header is ignored. */
  mayUpgrade?(request: IncomingMessage): boolean;
  /** Returns the gaps of this module for `/health/ready`, as short names or with advice. */
  missing?(): Promise<readonly (string | Gap)[]>;
  /** Durable background tasks. One node of the cluster runs each job. */
  readonly tasks?: readonly Task[];
  /** Starts background work once the server listens. */
  start?(): void | Promise<void>;
  stop?(): Promise<void>;
}
