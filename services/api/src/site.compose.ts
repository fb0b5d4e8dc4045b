import packageJson from '../package.json' with { type: 'json' };
import { otpCountriesOf } from './config/otp-settings.ts';
import { createPhotoReader } from './domains/operations/uploads/uploads.module.ts';
import { createDocsModule } from './domains/site/api-docs/api-docs.module.ts';
import { createConsoleModule } from './domains/site/console/console.module.ts';
import { createDiscoveryModule } from './domains/site/discovery/discovery.module.ts';
import { loadWeb } from './domains/site/pages/load-web.ts';
import { createPagesModule, createRenderAdmission } from './domains/site/pages/pages.module.ts';
import { createShareCardsModule } from './domains/site/share-cards/share-cards.module.ts';
import type { AnswerCall } from './platform/http/answer-call.ts';
import { createCallInProcess } from './platform/http/call-in-process.ts';
import type { Route } from './platform/http/collect-handlers.ts';
import type { Platform } from './platform.compose.ts';

export interface SitePorts {
  readonly routes: readonly Route[];
  readonly answerCall: AnswerCall;
  /** Returns the site's URL. The port is known only after the server listens. */
  readonly listeningUrl: () => string;
}

/** Creates the modules of pages, API documents, share cards and discovery files. */
export async function composeSite({ config, db, switches, objects }: Platform, ports: SitePorts) {
  const { routes, answerCall, listeningUrl } = ports;
  const web = await loadWeb(config.web.webDist);
  const call = createCallInProcess(routes, answerCall);
  const admission = createRenderAdmission(config.http.rendersPerAddressMax);
  const shareCards = createShareCardsModule({
    describe: web && ((path, read) => web.renderer.render({ kind: 'card', path }, read)),
    call,
    admission,
    readPhoto: createPhotoReader(objects),
  });
  const pages = createPagesModule({
    web,
    call,
    admission,
    switches,
    freshMs: config.http.publicFreshMs,
    publicUrl: listeningUrl,
    mediaPublicUrl: config.upstream.mediaPublicUrl,
    tokeniserUrl: config.payments.omise?.scriptUrl ?? '',
    appKey: config.secrets.appKey,
    outerSites: config.web.outerSites,
    contactUrl: config.web.contactUrl,
    reportEvery: config.telemetry.sampleEvery,
    otpCountries: otpCountriesOf(config.otp),
    frameAncestors: config.web.frameAncestors,
  });
  const operatorConsole = await createConsoleModule({
    folder: config.web.consoleDist,
    publicUrl: listeningUrl,
    mediaPublicUrl: config.upstream.mediaPublicUrl,
    ownUrl: config.staff.hasOwnHost ? config.staff.consoleUrl : null,
  });
  const docs = await createDocsModule(packageJson.version);
  const discovery = createDiscoveryModule({ db, publicUrl: listeningUrl });
  return { pages, modules: [docs, shareCards, discovery, operatorConsole, pages] };
}
