/** The external services for development: a publisher of a drawn bout, fans who chat about it, and providers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportReady, stopWithParent } from '@sangwian/node-kit/lifecycle';
import { createLogger } from '@sangwian/node-kit/logger';
import { connectPublisher } from '@sangwian/rtmp/publisher';
import { Broadcaster } from './broadcaster/broadcaster.ts';
import { systemClock } from './broadcaster/clock.ts';
import { readConfig } from './config.ts';
import { Crowd } from './crowd/crowd.ts';
import { Moments } from './crowd/moments.ts';
import { Site } from './crowd/site.ts';
import { readDemoLoop } from './demo-bout/demo-loop.ts';
import { addSandboxIdentity } from './identity/sandbox-identity.ts';
import { addMail } from './mail/mail-routes.ts';
import { createMailServer } from './mail/mail-server.ts';
import { Mailbox } from './mail/mailbox.ts';
import { addPartner } from './partner/partner-routes.ts';
import { PartnerServer } from './partner/partner-server.ts';
import { addPayments } from './payments/sandbox-payments.ts';
import { addPush } from './push/push-routes.ts';
import { PushService } from './push/push-service.ts';
import { addRates } from './rates/rates-routes.ts';
import { parseRtmpServer, readRunSettings } from './run-settings.ts';
import { createServer } from './server.ts';
import { readSlipReceiver } from './slip/slip-receiver.ts';
import { addSlipMaker } from './slip/slip-routes.ts';
import { SmsInbox } from './sms/sms-inbox.ts';
import { addSms } from './sms/sms-routes.ts';
import { addStaffCodes } from './staff/staff-codes.ts';

const ASSETS = join(import.meta.dirname, '../assets');

const config = readConfig();
const logger = createLogger('sandbox', config.logLevel);

const [run, film, moments] = await Promise.all([
  readRunSettings(config.dataDir),
  readFile(join(ASSETS, 'demo-bout.flv')),
  readFile(join(ASSETS, 'demo-bout-moments.json'), 'utf8'),
]);

const broadcaster = new Broadcaster({
  loop: readDemoLoop(film),
  // A publisher with the printed key, such as OBS, replaces the demo, which returns afterwards.
  target: { ...parseRtmpServer(run.rtmp.server), streamKey: `${run.rtmp.key}?standby=1` },
  connect: connectPublisher,
  clock: systemClock,
  logger,
});

/** The first sample fan is reserved for developers; the crowd does not use this account. */
const [, ...others] = run.accounts.fans;
const crowd = config.hasCrowd
  ? new Crowd({
      site: new Site(run.api, run.app_key),
      accounts: others,
      moments: Moments.parse(JSON.parse(moments)),
      loopTimeMs: () => broadcaster.loopTimeMs,
      random: Math.random,
      logger,
    })
  : null;

const server = createServer(
  broadcaster,
  () => ({ url: run.url, rtmpServer: run.rtmp.server, crowd: crowd?.size ?? null }),
  logger,
);
await addPartner(
  server,
  new PartnerServer({
    siteUrl: run.url,
    apiUrl: run.api,
    appKey: run.app_key,
    seed: config.partnerSeed,
  }),
);

await addSandboxIdentity(server, config.identity, run.url);

await addSms(server, new SmsInbox(() => new Date()), config.sms);

const mailbox = new Mailbox(() => new Date());
addMail(server, mailbox);
const mailServer = config.mail === null ? null : createMailServer(mailbox, config.mail);

addStaffCodes(server, run.accounts.operators, () => new Date());

addSlipMaker(server, readSlipReceiver(config.bankAccounts), () => new Date());

const payments = await addPayments(server, { ...config.payments, siteUrl: run.url }, logger);

addRates(server, () => new Date());

await addPush(server, new PushService(() => new Date()), {
  origin: new URL(run.url).origin,
  now: () => new Date(),
});

stopWithParent(logger, async () => {
  payments.stop();
  await Promise.all([crowd?.stop(), broadcaster.stop(), server.close(), mailServer?.close()]);
});

await mailServer?.listen(config.smtpPort);
await server.listen({ host: '127.0.0.1', port: config.port });
// An empty site has no channel for the demo.
if (run.rtmp.key !== '') broadcaster.start();
crowd?.start();
const address = server.server.address();
reportReady({ http: typeof address === 'object' && address !== null ? address.port : 0 });
