import type { Operation, ParsedOf, ResponseOf, Endpoints } from '@sangwian/contract/contract';
import type { MemberId } from '@sangwian/contract/ids';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';

/** The member behind a token that is good now. */
export interface Bearer {
  readonly memberId: MemberId;
  readonly sessionId: string;
  readonly external: boolean;
}

type BearerOf<Op extends Operation> = Endpoints[Op]['identity'] extends 'member'
  ? Bearer
  : Bearer | null;

/** What every handler gets beside its validated parts. */
export interface CallContext<Op extends Operation> {
  readonly bearer: BearerOf<Op>;
  /** The caller's address, behind trusted proxies only. */
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly log: Logger;
  /** Aborted when the caller's 30 seconds are over. */
  readonly signal: AbortSignal;
}

export type Handler<Op extends Operation> = (
  request: ParsedOf<Op> & CallContext<Op>,
) => Promise<ResponseOf<Op>>;

export type Handlers = { [Op in Operation]?: Handler<Op> };

/** What a module gives to the application; the only thing that the application knows of it. */
export interface ApiModule {
  /** Handlers of the contract's endpoints. Every endpoint has one handler in one module. */
  readonly handlers?: Handlers;
  /** What is not an endpoint of the contract: sockets, internal routes, pages. */
  register?(app: FastifyInstance): void | Promise<void>;
  /** Begins background work, once the server listens. */
  start?(): void | Promise<void>;
  stop?(): Promise<void>;
}
