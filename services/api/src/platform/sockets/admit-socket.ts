import { SocketAuth } from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Socket } from 'socket.io';
import type { Authenticate, Bearer } from '../http/handler.ts';
import { createSecretCheck } from '../http/secret-check.ts';
import { toApiError } from '../http/to-api-error.ts';
import { refusalFrame } from './refusal-frame.ts';

/** The identity of a socket, kept in `socket.data`. */
export interface SocketIdentity {
  /** `null` for a visitor. */
  readonly token: string | null;
  readonly bearer: Bearer | null;
}

export const identityOf = (socket: Socket): SocketIdentity => socket.data as SocketIdentity;

/** Names of the rooms that contain all sockets of a member or of a session. */
export const memberRoom = (memberId: string): string => `member:${memberId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;

/** Creates a namespace middleware that admits a socket, or refuses it with a `refusalFrame`. */
export type SocketAdmission = (socket: Socket, next: (error?: Error) => void) => void;

export interface AdmitOptions {
  readonly appKey: string;
  readonly authenticate: Authenticate;
  readonly logger: Logger;
}

/**
 * Creates a namespace middleware that requires the app key, and a valid token if the client sends one. The client
 * receives a refusal as `connect_error` with the contract's error body as `data`.
 */
export function admitSocket(
  { appKey, authenticate, logger }: AdmitOptions,
  { membersOnly }: { readonly membersOnly: boolean },
): SocketAdmission {
  const isAppKey = createSecretCheck(appKey);
  const identify = async (auth: unknown): Promise<SocketIdentity> => {
    const parsed = SocketAuth.safeParse(auth);
    if (!parsed.success || !isAppKey(parsed.data.app_key)) throw new ApiError('app_key_invalid');
    const token = parsed.data.access_token ?? null;
    if (token === null && membersOnly) throw new ApiError('token_missing');
    return { token, bearer: token === null ? null : await authenticate(token) };
  };
  return (socket, next) => {
    identify(socket.handshake.auth)
      .then((identity) => {
        socket.data = identity;
        if (identity.bearer !== null) {
          void socket.join([
            memberRoom(identity.bearer.memberId),
            sessionRoom(identity.bearer.sessionId),
          ]);
        }
        next();
      })
      .catch((error: unknown) => {
        const refusal = toApiError(error);
        if (refusal.httpStatus >= 500) logger.warn({ err: error }, 'socket not admitted');
        next(refusalFrame(refusal));
      });
  };
}
