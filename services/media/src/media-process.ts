import { join } from 'node:path';
import { every } from '@sangwian/node-kit/every';
import { compileTrust } from '@sangwian/node-kit/http/client-address';
import type { Logger } from '@sangwian/node-kit/logger';
import { ApiClient, type MediaEvent } from './api-client.ts';
import { CHANNEL_IDLE_MS_MAX, StreamChannels } from './channel/channels.ts';
import type { MediaConfig } from './config.ts';
import { Control } from './http/control.ts';
import { Delivery } from './http/delivery.ts';
import { GrantChecker } from './http/grant-checker.ts';
import { createMediaServer } from './http/media-server.ts';
import { type Revocation, RevocationList } from './http/revocation-list.ts';
import { Signalling } from './http/signalling.ts';
import { type Ladder, openLadder, reportLadder } from './ladder/open-ladder.ts';
import { ChannelLeases } from './lease/channel-leases.ts';
import { type OriginIdentity, openOriginIdentity } from './lease/origin-identity.ts';
import { createMetrics } from './metrics.ts';
import { Recorder } from './recorder/recorder.ts';
import { sendUnits } from './relay/send-units.ts';
import { Restreams } from './restream/restreams.ts';
import { createRtmpServer } from './rtmp/rtmp-server.ts';
import { type Ffmpeg, findFfmpeg } from './sound/ffmpeg.ts';
import { SrtServer } from './srt/srt-server.ts';
import type { AuthorisePublish } from './stream/authorise-publish.ts';
import { SYSTEM_CLOCK } from './stream/clock.ts';
import { openThumbnails } from './thumbnails/open-thumbnails.ts';
import type { StillMaker } from './thumbnails/still-maker.ts';
import { openWebRtcLibrary, type WebRtcLibrary } from './webrtc/webrtc-library.ts';
import { WebRtcSessions } from './webrtc/webrtc-sessions.ts';
import { DiscontinuityNumbers } from './window/discontinuity-numbers.ts';
import { newestPeriod, restoreWindows } from './window/restore-windows.ts';
import { createDiskStore } from './window/segment-store.ts';

const PRUNE_EVERY_MS = 60_000;
/**
 * If there are other media processes, a stopping process serves its viewers for at most this long, until another one
 * has claimed its channels.
 */
export const DRAIN_MS_MAX = 10_000;

/** Configuration of an origin. */
export type OriginConfig = Omit<MediaConfig, 'role' | 'banUrl'>;

export interface MediaProcess {
  readonly channels: StreamChannels;
  /** `srt` and `webrtc` are UDP ports; `webrtc` is absent without WebRTC. */
  readonly ports: {
    readonly http: number;
    readonly rtmp: number;
    readonly srt: number;
    readonly webrtc?: number;
  };
  stop(): Promise<void>;
}

/** Opens the WebRTC library; `null` if WebRTC is off or unavailable. */
async function openLibrary(
  { webrtcHost: host, webrtcPort: port, webrtcPeersMax }: OriginConfig,
  logger: Logger,
): Promise<WebRtcLibrary | null> {
  return webrtcPeersMax === 0 ? null : openWebRtcLibrary({ host, port }, logger);
}

async function findConverter(program: string, logger: Logger): Promise<Ffmpeg | null> {
  const ffmpeg = await findFfmpeg(program);
  if (ffmpeg === null) logger.info('no ffmpeg: sound is not converted, AAC is not sent by WebRTC');
  else {
    const { version } = ffmpeg;
    logger.info({ program, version }, 'ffmpeg converts sound between AAC and Opus');
  }
  return ffmpeg;
}

/** Restores the windows and the discontinuity numbers of an earlier process. */
async function openFolder(config: OriginConfig, logger: Logger) {
  const folder = join(config.dataDir, 'media');
  const restored = await restoreWindows(folder, Date.now() - CHANNEL_IDLE_MS_MAX, (error) =>
    logger.warn({ err: error }, 'rewind could not be read or removed'),
  );
  const numbers = await DiscontinuityNumbers.open(
    join(config.dataDir, 'media-stretches.json'),
    (error) => logger.warn({ err: error }, 'period numbers could not be saved'),
  );
  for (const [channelId, windows] of restored) numbers.goOnAfter(channelId, newestPeriod(windows));
  return { folder, restored, numbers };
}

interface ListenersParts {
  readonly channels: StreamChannels;
  readonly sessions: WebRtcSessions | null;
  readonly grants: GrantChecker;
  readonly revocations: RevocationList;
  readonly revoke: (list: readonly Revocation[]) => void;
  readonly authorise: AuthorisePublish;
  readonly identity: OriginIdentity;
  readonly recorder: Recorder;
  readonly reportEvent: (event: MediaEvent) => void;
  readonly ladder: Ladder;
  readonly stills: StillMaker | null;
}

/** Creates the servers for viewers and publishers. */
function createListeners(config: OriginConfig, logger: Logger, parts: ListenersParts) {
  const { channels, sessions, grants, revocations, revoke, authorise, identity, reportEvent } =
    parts;
  const { recorder } = parts;
  const delivery = new Delivery({
    channel: (channelId) => channels.get(channelId),
    grants,
    logger,
    clock: SYSTEM_CLOCK,
  });
  const control = new Control({
    secret: config.internalSecret,
    identity,
    revoke,
    channels: () => channels.report(),
    recorder: () => recorder.status,
    ladder: reportLadder(parts.ladder),
    close: (channelId) => {
      const closed = channels.close(channelId);
      sessions?.endPublishers(channelId);
      sessions?.recheck();
      return closed;
    },
    returnToPrimary: (channelId) => channels.returnToPrimary(channelId),
    relay: (channelId, response) =>
      sendUnits(response, { find: () => channels.get(channelId), logger }),
    askKeyFrame: (channelId) => {
      const channel = channels.get(channelId);
      channel?.publisher?.requestKeyFrame?.();
      return channel !== undefined;
    },
    still: (channelId, still) =>
      channels.get(channelId)?.thumbnails?.newest(still, SYSTEM_CLOCK.wallMs()) ?? null,
  });
  const trust = compileTrust(config.trustProxy);
  const server = createMediaServer({
    delivery,
    signalling: new Signalling({ sessions, grants, clock: SYSTEM_CLOCK, trust }),
    trust,
    control,
    metrics: createMetrics(
      channels,
      delivery,
      revocations,
      () => server.rawConnections,
      () => sessions?.size ?? 0,
      () => recorder.status,
      parts.stills,
    ),
    logger,
    host: config.host,
    port: config.port,
  });
  const ingest = {
    channels,
    authorise,
    onRefused: (channelId: string, reason: string) =>
      reportEvent({
        type: 'publish_refused',
        at: new Date(SYSTEM_CLOCK.wallMs()).toISOString(),
        channel_id: channelId,
        reason,
      }),
    logger,
  };
  const rtmp = createRtmpServer({ ...ingest, host: config.rtmpHost, port: config.rtmpPort });
  const srt = new SrtServer({
    ...ingest,
    host: config.srtHost,
    port: config.srtPort,
    settings: config.srt,
    clock: SYSTEM_CLOCK,
  });
  return { server, rtmp, srt };
}

interface ChannelsParts extends Awaited<ReturnType<typeof openFolder>> {
  readonly api: ApiClient;
  readonly realtime: boolean;
  readonly ffmpeg: Ffmpeg | null;
  readonly identity: OriginIdentity;
  readonly ladder: Ladder;
  readonly stills: StillMaker | null;
  /** Called when another process has taken a channel. */
  readonly onDropped: (channelId: string) => void;
}

/** Creates the channels, including those restored from an earlier process, with leases, recorder and restreams. */
function createChannels(config: OriginConfig, logger: Logger, parts: ChannelsParts) {
  const { folder, restored, numbers, api, realtime, ffmpeg, ladder, stills, identity } = parts;
  const channels = new StreamChannels({
    limits: {
      durationMsMax: config.dvrMinutes * 60_000,
      bytesMax: config.dvrMegabytes * 1024 * 1024,
    },
    store: (channelId, track) => createDiskStore(folder, channelId, track),
    nextDiscontinuity: (channelId) => {
      const number = numbers.take(channelId);
      leases.reportSoon();
      return number;
    },
    firstSequence: (channelId) => leases.firstSequence(channelId),
    reportEvent: (event) => {
      api.reportEvent(event);
      if (event.type === 'publish_ended') leases.release(event.channel_id);
    },
    beforeRemoval: (channel) => recorder.rescue(channel),
    ...{ logger, realtime, ffmpeg, stills, privateHosts: config.restreamPrivateHosts },
    ladder: typeof ladder === 'string' ? null : ladder,
    ladderAbsence: typeof ladder === 'string' ? ladder : null,
  });
  const leases = new ChannelLeases({
    authorise: (request, standby) => api.authorise(request, standby),
    renew: (held) => api.renew(held),
    channels,
    drop: (channelId) => {
      channels.drop(channelId);
      parts.onDropped(channelId);
    },
    ...{ numbers, logger, clock: SYSTEM_CLOCK },
  });
  const recorder = new Recorder({
    calls: api,
    originId: identity.originId,
    channels: () => channels.values(),
    ...{ clock: SYSTEM_CLOCK, logger },
  });
  const restreams = new Restreams({ calls: api, channels: () => channels.values(), logger });
  channels.restore(restored);
  return { channels, leases, recorder, restreams };
}

/** Wires and starts the process. Rejects if a port or the data folder is unavailable. */
export async function startMediaProcess(
  config: OriginConfig,
  logger: Logger,
): Promise<MediaProcess> {
  const opened = await openFolder(config, logger);
  const identity = await openOriginIdentity(config.dataDir, config.originUrl);
  const revocations = new RevocationList();
  const revoke = (list: readonly Revocation[]): void => {
    revocations.add(list, Date.now());
    if (list.length === 0) return;
    channels.wake();
    sessions?.recheck();
  };
  const api = new ApiClient({
    url: config.apiInternalUrl,
    secret: config.internalSecret,
    identity,
    logger,
    revoke: (body) => revoke(body.revocations),
  });
  const library = await openLibrary(config, logger);
  const ffmpeg = await findConverter(config.ffmpeg, logger);
  const ladder = openLadder(config.ladder, config.ladderEncoder, ffmpeg, logger);
  const stills = openThumbnails(config.thumbnails, ffmpeg, logger);
  const { channels, leases, recorder, restreams } = createChannels(config, logger, {
    ...{ ...opened, api, ffmpeg, ladder, stills, identity },
    realtime: library !== null,
    onDropped: (channelId) => {
      sessions?.endPublishers(channelId);
      sessions?.recheck();
    },
  });
  const grants = new GrantChecker(config.grantSecret, revocations);
  const sessions =
    library === null
      ? null
      : new WebRtcSessions({
          library,
          channels,
          grants,
          authorise: leases.authorise,
          peersMax: config.webrtcPeersMax,
          clock: SYSTEM_CLOCK,
          logger,
        });
  const listeners = {
    ...{ channels, sessions, grants, revocations, revoke, authorise: leases.authorise, identity },
    recorder,
    reportEvent: (event: MediaEvent) => api.reportEvent(event),
    ladder,
    stills,
  };
  const { server, rtmp, srt } = createListeners(config, logger, listeners);

  await api.start();
  const ports = {
    http: await server.listen(),
    rtmp: await rtmp.listen(),
    srt: await srt.listen(),
    ...(library === null ? {} : { webrtc: library.endpoint.port }),
  };
  for (const part of [channels, leases, recorder, restreams]) part.start();
  const pruning = every(PRUNE_EVERY_MS, () => revocations.prune(Date.now()), {
    name: 'revocation_prune',
    logger,
  });
  pruning.start();
  return {
    channels,
    ports,
    stop: async () => {
      await pruning.stop();
      sessions?.stop();
      library?.close();
      await Promise.all([rtmp.close(), srt.close()]);
      await restreams.stop();
      await channels.stop();
      stills?.stop();
      await Promise.all([recorder.stop(), leases.stop(config.originUrl === '' ? 0 : DRAIN_MS_MAX)]);
      await server.close();
      await api.stop();
      await opened.numbers.settle();
    },
  };
}
