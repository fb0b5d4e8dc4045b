import { createBoutControlModule } from './domains/live/bout-control/bout-control.module.ts';
import { type Chat, createChat, createChatModule } from './domains/live/chat/chat.module.ts';
import { createClipsModule } from './domains/live/clips/clips.module.ts';
import { createFindCorners, createGiftsModule } from './domains/live/gifts/gifts.module.ts';
import { createLivePicturesModule } from './domains/live/live-pictures/live-pictures.module.ts';
import { createLiveModule, type LiveReader } from './domains/live/lives/lives.module.ts';
import { createMediaHooksModule } from './domains/live/media-hooks/media-hooks.module.ts';
import { createOutagesModule } from './domains/live/outages/outages.module.ts';
import {
  createCutSource,
  createRecordingsModule,
  createReplays,
  type Replays,
} from './domains/live/recordings/recordings.module.ts';
import { createRestreamModule } from './domains/live/restream/restream.module.ts';
import { createRoomModule } from './domains/live/room/room.module.ts';
import { createScorecardsModule } from './domains/live/scorecards/scorecards.module.ts';
import { createTelemetryModule } from './domains/live/telemetry/telemetry.module.ts';
import {
  createWatchCounts,
  createWatchModule,
  type WatchModule,
} from './domains/live/watch/watch.module.ts';
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

interface RecordingPorts extends Pick<LivePorts, 'live'> {
  readonly members: Identity['members'];
  readonly chat: Chat;
  readonly watch: WatchModule;
  readonly replays: Replays;
}

/** Creates the modules of recordings and of the clips that are cut from them. */
function composeRecordings(platform: Platform, ports: RecordingPorts) {
  const { config, db, bus, clock, logger, recordingObjects: objects } = platform;
  const { live, members, chat, watch, replays } = ports;
  const { recordingsDir, freeDiskBytesMin, dataDir } = config.storage;
  const shared = {
    ...{ db, bus, clock, logger, live, objects },
    freeBytes: async () =>
      config.objects === null ? freeBytes(recordingsDir) : Number.POSITIVE_INFINITY,
    // The reserve of disk space that recordings leave free, so that the node stays ready and PostgreSQL can write.
    freeBytesMin: 2 * freeDiskBytesMin,
  };
  const { grantSecret } = config.secrets;
  const { days } = config.recordings;
  const recordings = createRecordingsModule({
    ...{ ...shared, members, watch, replays, grantSecret },
    limits: config.recordings,
    ffmpeg: config.clips.ffmpeg,
  });
  const clips = createClipsModule({
    ...{ ...shared, members, chat, dataDir },
    source: createCutSource(db, objects, { reader: replays.reader, days }),
    ffmpeg: config.clips.ffmpeg,
  });
  return { recordings, clips };
}

/** Creates the modules that measure the playback and refund outages. */
function composeQuality({ config, db, bus, clock, logger, counters }: Platform, { wallet }: Money) {
  return [
    createOutagesModule({ db, bus, clock, wallet }),
    createTelemetryModule({ db, clock, logger, counters, ...config.telemetry }),
  ];
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
  const findCorners = createFindCorners(db, live, () => clock().getTime());
  const chat = createChat({ ...base, members, findCorners });
  const gifts = createGiftsModule({ ...base, moneyDb, members, wallet, spending, switches });
  const boutControl = createBoutControlModule({
    ...{ ...base, gifts, wallet, redeem },
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
  const { recordings, clips } = composeRecordings(platform, {
    ...{ live, members, chat, watch, replays },
  });
  const scorecards = createScorecardsModule({ db, clock, live });
  return {
    origins: mediaHooks.origins,
    replays,
    viewers,
    watch,
    chat,
    gifts,
    clips,
    scorecards,
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
      createRestreamModule({
        ...{ db, bus, clock, tokenSecret: config.providers.tokenSecret },
        privateHosts: config.restream.privateHosts,
      }),
      ...composeQuality(platform, money),
      clips,
      scorecards,
      room,
    ],
  };
}

export type Live = ReturnType<typeof composeLive>;
