import { STAFF_LIMITS } from './staff-rules.ts';

const COOKIE = /(?:^|;\s*)sangwian_staff=([\w-]{43})(?:;|$)/;
/** Over https, browsers accept this name only from the console's host itself. */
const HOST_COOKIE = /(?:^|;\s*)__Host-sangwian_staff=([\w-]{43})(?:;|$)/;

/** The cookie of a session. */
export interface StaffCookie {
  /** Returns the session's token. */
  read(cookie: string | undefined): string | null;
  /** Returns the `Set-Cookie` header of a new session. */
  write(token: string): string;
  /** Returns the `Set-Cookie` header that removes the cookie. */
  clear(): string;
}

/** @param isSecure whether the console's URL is https; then the cookie has the prefix `__Host-` */
export function createStaffCookie(isSecure: boolean): StaffCookie {
  const name = isSecure ? '__Host-sangwian_staff' : 'sangwian_staff';
  const scope = `Path=/;${isSecure ? ' Secure;' : ''} HttpOnly; SameSite=Strict`;
  return {
    read: (cookie) => (isSecure ? HOST_COOKIE : COOKIE).exec(cookie ?? '')?.[1] ?? null,
    write: (token) => `${name}=${token}; ${scope}; Max-Age=${STAFF_LIMITS.sessionHoursMax * 3_600}`,
    clear: () => `${name}=; ${scope}; Max-Age=0`,
  };
}
