import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Socket } from 'socket.io';
import type { AuthenticateStaff, Staff } from '../../../platform/http/handler.ts';
import { toApiError } from '../../../platform/http/to-api-error.ts';
import type { SocketAdmission } from '../../../platform/sockets/admit-socket.ts';
import { refusalFrame } from '../../../platform/sockets/refusal-frame.ts';

export interface StaffSocketDeps {
  readonly authenticateStaff: AuthenticateStaff;
  /** URL of the console. */
  readonly consoleUrl: string;
  readonly logger: Logger;
}

/** Returns the staff account of an admitted socket. */
export const staffOf = (socket: Socket): Staff => (socket.data as { readonly staff: Staff }).staff;

const authenticate = (socket: Socket, authenticateStaff: AuthenticateStaff): Promise<Staff> =>
  authenticateStaff({
    // An open page alone is not an activity of the account.
    isPassive: true,
    // Browsers send no such header here, and a personal access token is not a sign-in at the console.
    authorization: undefined,
    cookie: socket.handshake.headers.cookie,
    ip: socket.handshake.address,
  });

/** Whether a socket was opened by a page of the console's own origin. Programs send no origin. */
function isOwnPage({ handshake: { headers } }: Socket, consoleUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origin === new URL(consoleUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Middleware of the operators' namespace: requires the cookie of a staff session and a page of the same host. The
 * cookie's `SameSite=Strict` is not enough: the fans' pages on a sibling host belong to the same site.
 */
export const admitStaffSocket =
  ({ authenticateStaff, consoleUrl, logger }: StaffSocketDeps): SocketAdmission =>
  (socket, next) => {
    if (!isOwnPage(socket, consoleUrl)) {
      next(refusalFrame(new ApiError('staff_sign_in_needed')));
      return;
    }
    authenticate(socket, authenticateStaff)
      .then((staff) => {
        socket.data = { token: null, bearer: null, staff };
        next();
      })
      .catch((error: unknown) => {
        const refusal = toApiError(error);
        if (refusal.httpStatus >= 500) logger.warn({ err: error }, 'staff socket not admitted');
        next(refusalFrame(refusal));
      });
  };

/**
 * Returns whether the session of a socket is valid and its role unchanged. If the database does not respond, the socket
 * stays open.
 */
export async function isStillAdmitted(
  socket: Socket,
  authenticateStaff: AuthenticateStaff,
): Promise<boolean> {
  const before = staffOf(socket);
  try {
    const { staffId, role } = await authenticate(socket, authenticateStaff);
    return staffId === before.staffId && role === before.role;
  } catch (error) {
    return toApiError(error).httpStatus >= 500;
  }
}
