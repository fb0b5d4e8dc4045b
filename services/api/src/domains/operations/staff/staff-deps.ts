import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import type { Mail } from '../../../platform/mail/mail.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { RelyingParty } from './relying-party.ts';
import type { BeginGuess, CountChallenge } from './sign-in-limits.ts';
import type { StaffStore } from './staff.store.ts';
import type { StaffCookie } from './staff-cookie.ts';
import type { StaffInvitationsStore } from './staff-invitations.store.ts';
import type { StaffChallengesStore, StaffPasskeysStore } from './staff-passkeys.store.ts';
import type { StaffSecrets } from './staff-secrets.ts';
import type { StaffSessionsStore } from './staff-sessions.store.ts';

/** Dependencies that the use cases of this module share. */
export interface StaffDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly store: StaffStore;
  readonly sessions: StaffSessionsStore;
  readonly invitations: StaffInvitationsStore;
  readonly passkeys: StaffPasskeysStore;
  readonly challenges: StaffChallengesStore;
  readonly secrets: StaffSecrets;
  readonly cookie: StaffCookie;
  readonly beginGuess: BeginGuess;
  readonly countChallenge: CountChallenge;
  readonly mail: Mail;
  /** URL of the console, without a trailing slash. */
  readonly consoleUrl: string;
  readonly relyingParty: RelyingParty;
  /** Whether passwords and cookies are protected at this URL. */
  readonly isSecure: boolean;
}

/** The browser that sends a request. */
export interface Browser {
  readonly ip: string;
  readonly userAgent: string;
  readonly device: Device;
  setCookie(cookie: string): void;
}
