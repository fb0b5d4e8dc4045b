import {
  type AccountDeps,
  createAccountModule,
} from './domains/identity/account/account.module.ts';
import { createAccountStatusModule } from './domains/identity/account-status/account-status.module.ts';
import { createKickModule } from './domains/identity/kick/kick.module.ts';
import { createMembers, createMembersModule } from './domains/identity/members/members.module.ts';
import { createOtpModule } from './domains/identity/otp/otp.module.ts';
import {
  createPartnersModule,
  createPurchases,
} from './domains/identity/partners/partners.module.ts';
import { createPasswordsModule } from './domains/identity/passwords/passwords.module.ts';
import { createPastPhones } from './domains/identity/past-phones/past-phones.module.ts';
import { createProofs } from './domains/identity/proofs/proofs.module.ts';
import { createProvidersModule } from './domains/identity/providers/providers.module.ts';
import { createRegistrationModule } from './domains/identity/registration/registration.module.ts';
import { createSessions, createSessionTasks } from './domains/identity/sessions/sessions.module.ts';
import { createSignInModule } from './domains/identity/sign-in/sign-in.module.ts';
import { createSms } from './domains/identity/sms/sms.module.ts';
import type { Wallet } from './domains/money/wallet/wallet.module.ts';
import { createSocketServer } from './platform/sockets/socket-server.ts';
import type { Platform } from './platform.compose.ts';

/** Creates the modules of members, sign-in and partners. Each new member gets a wallet. */
export function composeIdentity(platform: Platform, wallet: Wallet) {
  const { config, db, bus, clock, logger, guesses, publicUrl, switches, counters } = platform;
  const sessions = createSessions(db, bus, clock);
  const members = createMembers(db, wallet);
  const proofs = createProofs(db, clock);
  const sms = createSms(config.sms, logger);
  const pastPhones = createPastPhones(clock, config.secrets.phoneHashSecret);
  const shared = { db, bus, clock, logger, members, sessions, proofs, counters };
  const accountStatus = createAccountStatusModule(shared);
  const passwords = createPasswordsModule({ ...shared, guesses, sms });
  const registration = createRegistrationModule({ ...shared, switches });
  const settings = config.providers;
  const providers = createProvidersModule({
    ...{ ...shared, accountStatus, pastPhones, sms },
    ...{ settings, publicUrl },
  });
  const { trustProxy, socketsPerAddressMax } = config.http;
  const { appKey } = config.secrets;
  const { authenticate, findEnded } = sessions;
  const sockets = createSocketServer({
    appKey,
    authenticate,
    logger,
    trustProxy,
    socketsPerAddressMax,
    origins: [publicUrl, config.staff.consoleUrl].map((url) => new URL(url).origin),
    nodeId: platform.node.nodeId,
    counters,
  });
  return {
    ...shared,
    sockets,
    pastPhones,
    accountStatus,
    passwords,
    registration,
    providers,
    purchases: createPurchases(db, clock, config.secrets.purchaseSecret),
    modules: [
      { tasks: createSessionTasks(db, clock) },
      createMembersModule({ db, wallet }),
      createSignInModule({ members, sessions, wallet, guesses, accountStatus }),
      passwords,
      createOtpModule({ ...shared, guesses, sms, settings: config.otp, switches }),
      registration,
      providers,
      createPartnersModule({
        ...shared,
        accountStatus,
        publicUrl,
        handoverSecret: config.secrets.handoverSecret,
        purchaseSecret: config.secrets.purchaseSecret,
      }),
      accountStatus,
      createKickModule({ sockets, bus, logger, findEnded }),
    ],
  };
}

export type Identity = ReturnType<typeof composeIdentity>;

/** Modules of other domains that the deletion and the export of an account need. */
export type AccountPorts = Pick<
  AccountDeps,
  | 'wallet'
  | 'spending'
  | 'chat'
  | 'clips'
  | 'predict'
  | 'scorecards'
  | 'reminders'
  | 'replays'
  | 'push'
  | 'follows'
  | 'notices'
  | 'closeOrdersOf'
  | 'forgetPayments'
  | 'forgetAnswers'
  | 'exporters'
>;

/** Creates the account module. Call it after all domains that store members' data are composed. */
export const composeAccount = (platform: Platform, identity: Identity, ports: AccountPorts) =>
  createAccountModule({
    ...identity,
    ...ports,
    objects: platform.objects,
    endLinks: identity.providers.endLinks,
    verifyOwnPassword: identity.passwords.verifyOwnPassword,
  });
