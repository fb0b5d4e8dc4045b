import type { Logger } from '@sangwian/node-kit/logger';
import type { Socket } from 'socket.io';
import type { AuthenticateStaff, Staff } from '../../../platform/http/handler.ts';
import { toApiError } from '../../../platform/http/to-api-error.ts';
import type { SocketAdmission } from '../../../platform/sockets/admit-socket.ts';
import { refusalFrame } from '../../../platform/sockets/refusal-frame.ts';

/** Returns the staff account of an admitted socket. */
export const staffOf = (socket: Socket): Staff => (socket.data as { readonly staff: Staff }).staff;

const authenticate = (socket: Socket, authenticateStaff: AuthenticateStaff): Promise<Staff> =>
  authenticateStaff({
    // An open page alone is no activity of its person.
    isPassive: true,
    // A browser sends no such header here, and a token is no sign-in of a person at the console.
    authorization: undefined,
    cookie: socket.handshake.headers.cookie,
    ip: socket.handshake.address,
  });

/**
 * Middleware of the operators' namespace: requires the cookie of a staff session. The cookie is `SameSite=Strict`, so no
 * page of another site can open a socket with it.
 */
export const admitStaffSocket =
  (authenticateStaff: AuthenticateStaff, logger: Logger): SocketAdmission =>
  (socket, next) => {
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

/** Returns whether the session of a socket is valid and its role unchanged. A database that is away ends no socket. */
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
