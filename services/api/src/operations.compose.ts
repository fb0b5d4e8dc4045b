import { compileTrust } from '@sangwian/node-kit/http/client-address';
import type { AccountModule } from './domains/identity/account/account.module.ts';
import { createPartnerDesk } from './domains/identity/partners/partners.module.ts';
import { createLivePresenter, type LiveReader } from './domains/live/lives/lives.module.ts';
import { createAuditModule } from './domains/operations/audit/audit.module.ts';
import { createCatalogueDeskModule } from './domains/operations/catalogue-desk/catalogue-desk.module.ts';
import { createChannelDeskModule } from './domains/operations/channel-desk/channel-desk.module.ts';
import { createCorrectionDeskModule } from './domains/operations/correction-desk/correction-desk.module.ts';
import { createGameDeskModule } from './domains/operations/game-desk/game-desk.module.ts';
import { createHealthDeskModule } from './domains/operations/health-desk/health-desk.module.ts';
import { createMemberDeskModule } from './domains/operations/member-desk/member-desk.module.ts';
import { createOrderDeskModule } from './domains/operations/order-desk/order-desk.module.ts';
import { createProgrammeDeskModule } from './domains/operations/programme-desk/programme-desk.module.ts';
import { createShowDeskModule } from './domains/operations/show-desk/show-desk.module.ts';
import { createStaffModule } from './domains/operations/staff/staff.module.ts';
import { createStaffFeedModule } from './domains/operations/staff-feed/staff-feed.module.ts';
import { createSwitchDeskModule } from './domains/operations/switch-desk/switch-desk.module.ts';
import { createUploadsModule } from './domains/operations/uploads/uploads.module.ts';
import type { PredictModule } from './domains/sport/predict/predict.module.ts';
import type { Identity } from './identity.compose.ts';
import type { Live } from './live.compose.ts';
import type { Money } from './money.compose.ts';
import { createProxyModule } from './platform/proxy/proxy.module.ts';
import type { SocketServer } from './platform/sockets/socket-server.ts';
import type { Platform } from './platform.compose.ts';
import { createSampleSeasonModule } from './sample-season/sample-season.module.ts';

export interface OperationsPorts {
  readonly predict: Pick<PredictModule, 'desk'>;
  readonly identity: Identity;
  readonly account: AccountModule;
  readonly live: LiveReader;
  readonly sockets: SocketServer;
}

/**
 * Creates the modules of staff accounts and operators' endpoints, the director of the sample show, and the proxy to the
 * media process and the sandbox.
 */
export function composeOperations(
  { config, db, bus, clock, logger, guesses, mail, switches, objects, node }: Platform,
  { orders, slips, payments, wallet, spending, adjustments, coins, rates, redeem }: Money,
  { boutControl, chat, gifts, viewers, origins }: Live,
  { live, sockets, identity, account, predict }: OperationsPorts,
) {
  const audit = createAuditModule({ db, clock });
  const auditTrail = audit.trail;
  const staff = createStaffModule({
    ...{ auditTrail, db, bus, clock, guesses, mail },
    settings: config.staff,
  });
  const { authenticateStaff } = staff;
  const show = createShowDeskModule({
    ...{ db, bus, clock, logger, live, chat, gifts, viewers, boutControl },
    lives: createLivePresenter(db, viewers),
    grantSecret: config.secrets.grantSecret,
    mediaPublicUrl: config.upstream.mediaPublicUrl,
    mediaEngine: config.upstream.mediaEngine,
  });
  const { omise, paypal } = config.payments;
  const modules = [
    staff,
    audit,
    show,
    createHealthDeskModule({
      ...{ db, bus, logger, node, wallet, streams: show.streams, mailIsOn: mail.isOn },
      pushIsOn: config.push !== null,
      providers: [
        ...(omise === null ? [] : (['omise'] as const)),
        ...(paypal === null ? [] : (['paypal'] as const)),
      ],
    }),
    createStaffFeedModule({
      ...{ sockets, authenticateStaff, bus, logger },
      consoleUrl: config.staff.consoleUrl,
    }),
    createOrderDeskModule({ db, clock, orders, slips, payments, wallet }),
    createMemberDeskModule({ ...identity, account, wallet, spending, adjustments, staff }),
    createSwitchDeskModule({ db, bus, clock, switches }),
    createUploadsModule({ db, bus, clock, objects }),
    createProgrammeDeskModule({ db, bus, clock, boutControl }),
    createChannelDeskModule({
      ...{ db, bus, logger, findOrigin: origins.findOrigin },
      mediaInternalUrl: config.upstream.mediaInternalUrl,
      internalSecret: config.secrets.internalSecret,
    }),
    createCatalogueDeskModule({
      bus,
      gifts: gifts.catalogue,
      prices: coins.prices,
      rates: rates.desk,
      codes: redeem.batches,
      partners: createPartnerDesk(db, clock),
    }),
    createGameDeskModule({ bus, game: predict.desk }),
    createCorrectionDeskModule({ bus, boutControl, game: predict.desk }),
    createSampleSeasonModule({
      ...{ db, bus, clock, logger, show: boutControl },
      hasStory: config.upstream.demoStory,
    }),
    createProxyModule({
      mediaInternalUrl: config.upstream.mediaInternalUrl,
      findOrigin: origins.findOrigin,
      whepUrls: config.upstream.whepUrls,
      internalSecret: config.secrets.internalSecret,
      sandboxUrl: config.upstream.sandboxUrl,
      trust: compileTrust(config.http.trustProxy),
      logger,
    }),
  ];
  return { modules, authenticateStaff, auditTrail };
}
