import { createBoutControlModule } from './domains/live/bout-control/bout-control.module.ts';
import { createChat, createChatModule } from './domains/live/chat/chat.module.ts';
import { createGiftsModule } from './domains/live/gifts/gifts.module.ts';
import { createLivePicturesModule } from './domains/live/live-pictures/live-pictures.module.ts';
import { createLiveModule, type LiveReader } from './domains/live/lives/lives.module.ts';
import { createMediaHooksModule } from './domains/live/media-hooks/media-hooks.module.ts';
import { createOutagesModule } from './domains/live/outages/outages.module.ts';
import {
  createRecordingsModule,
  createReplays,
} from './domains/live/recordings/recordings.module.ts';
import { createRoomModule } from './domains/live/room/room.module.ts';
import { createWatchCounts, createWatchModule } from './domains/live/watch/watch.module.ts';
import type { Identity } from './identity.compose.ts';
import type { Money } from './money.compose.ts';
import { freeBytes } from './platform/health/disk-gaps.ts';
import type { SocketServer } from './platform/sockets/socket-server.ts';
import type { Platform } from './platform.compose.ts';
import type { Sport } from './sport.compose.ts';

export interface LivePorts {
  readonly live: LiveReader;
  readonly identity: Identity;
  readonly money: Money;
  readonly sport: Sport;
  readonly sockets: SocketServer;
}

/** Creates the modules of lives: watching, chat, gifts, bout control, and their sockets. */
export function composeLive(platform: Platform, ports: LivePorts) {
  const { live, identity, money, sport, sockets } = ports;
  const { config, db, moneyDb, bus, clock, logger, idempotency, switches } = platform;
  const { grantSecret, internalSecret } = config.secrets;
  const { mediaEngineSecret } = config.upstream;
  const { mediaInternalUrl, mediaPublicUrl, revocationUrls, mediaEngine, mediaEngineUrl } =
    config.upstream;
  const { members, sessions } = identity;
  const { wallet, spending, redeem } = money;
  const base = { db, bus, clock, logger, live };
  const viewers = createWatchCounts(db, clock);
  const replays = createReplays(db, clock, config.recordings.days);
  const watch = createWatchModule(
    { ...base, replays, grantSecret, mediaPublicUrl, mediaEngine, counters: platform.counters },
    viewers,
  );
  const chat = createChat({ ...base, members });
  const gifts = createGiftsModule({ ...base, moneyDb, members, wallet, spending, switches });
  const boutControl = createBoutControlModule({
    ...base,
    gifts,
    wallet,
    redeem,
    predict: sport.predict,
  });
  const room = createRoomModule({
    ...base,
    sockets,
    authenticate: sessions.authenticate,
    chat,
    gifts,
    viewers,
    wallet,
    watch,
    switches,
  });
  const mediaHooks = createMediaHooksModule({
    ...{ ...base, watch, grantSecret, internalSecret },
    ...{ mediaInternalUrl, revocationUrls, mediaEngine, mediaEngineUrl, mediaEngineSecret },
  });
  const livePictures = createLivePicturesModule({
    ...{ live, logger, internalSecret, mediaInternalUrl, mediaEngine },
    findOrigin: mediaHooks.origins.findOrigin,
  });
  const { recordingsDir, freeDiskBytesMin } = config.storage;
  const recordings = createRecordingsModule({
    ...{ ...base, members, watch, replays, grantSecret },
    limits: config.recordings,
    objects: platform.recordingObjects,
    freeBytes: async () =>
      config.objects === null ? freeBytes(recordingsDir) : Number.POSITIVE_INFINITY,
    // The node stays ready, and PostgreSQL continues to write.
    freeBytesMin: 2 * freeDiskBytesMin,
  });
  return {
    origins: mediaHooks.origins,
    replays,
    viewers,
    watch,
    chat,
    gifts,
    boutControl,
    modules: [
      createLiveModule({
        ...{ db, bus, idempotency, wallet, spending, viewers },
        hasReplay: replays.hasReplay,
      }),
      watch,
      createChatModule(chat, { ...base, members }),
      gifts,
      boutControl,
      mediaHooks,
      livePictures,
      recordings,
      createOutagesModule({ db, bus, clock, wallet }),
      room,
    ],
  };
}

export type Live = ReturnType<typeof composeLive>;
