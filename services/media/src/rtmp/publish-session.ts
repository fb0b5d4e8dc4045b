import { randomUUID } from 'node:crypto';
import type { Logger } from '@sangwian/node-kit/logger';
import { type RtmpCommand, readCommand, writeCommand } from '@sangwian/rtmp/command';
import { USER_CONTROL, userControl } from '@sangwian/rtmp/control';
import { MESSAGE_TYPE, type RtmpMessage } from '@sangwian/rtmp/message';
import { RtmpProtocolError } from '@sangwian/rtmp/protocol-error';
import { UnsupportedMediaError } from '../codec/media-error.ts';
import type { Channels, OpenRefusal, StreamSink } from '../stream/access-unit.ts';
import type { AuthorisePublish } from '../stream/authorise-publish.ts';
import { splitAggregate } from './aggregate-message.ts';
import { answerConnect, answerResult, refuseConnect } from './connection-answers.ts';
import { applicationName, type PublishTarget, readPublishTarget } from './publish-target.ts';
import type { RtmpLimits } from './rtmp-limits.ts';
import type { ServerConnection } from './server-connection.ts';
import { RefusedError, refusalOf, type Status, writeStatus } from './status.ts';
import { StreamFeed } from './stream-feed.ts';
import { readStreamMetadata } from './stream-metadata.ts';

const APPLICATION = 'live';

/** Messages that the encoder displays. */
const REFUSAL_MESSAGES: Readonly<Record<OpenRefusal, string>> = {
  taken: 'Another encoder publishes with this key',
  channels_full: 'The server has no room for another channel: end an unused one',
  renditions_full: 'This channel has its maximum number of renditions: send fewer',
  name_invalid: 'The rendition must be named by its lines, such as 720p or 1080p60',
};

export interface SessionContext {
  readonly channels: Channels;
  readonly authorise: AuthorisePublish;
  readonly logger: Logger;
  readonly limits: RtmpLimits;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Returns whether another publisher from this IP address is accepted. */
  readonly hasRoomFor: (address: string) => boolean;
  /** Called when an authorised publisher sends media that cannot be played. */
  readonly onRefused: (channelId: string, reason: string) => void;
}

/** State while a peer publishes. */
interface Publication {
  readonly streamId: number;
  readonly channelId: string;
  readonly feed: StreamFeed;
  lastMediaMs: number;
  lastPictureMs: number;
}

/** One connection: `connect`, `createStream`, `publish`, media, end. */
export class PublishSession {
  readonly #connection: ServerConnection;
  readonly #context: SessionContext;
  readonly #logger: Logger;
  readonly #id = randomUUID();
  /** Arguments of `connect`; `null` before it. */
  #application: { readonly app: string; readonly tcUrl: string } | null = null;
  #streamsCreated = 0;
  #metadataLogged = false;
  #publication: Publication | null = null;
  #negotiatingSinceMs: number;
  /** Time at which the server began to close the connection; `null` before. */
  #leavingSinceMs: number | null = null;

  constructor(connection: ServerConnection, context: SessionContext) {
    this.#connection = connection;
    this.#context = context;
    this.#logger = context.logger.child({ connection: this.#id, ip: connection.remoteAddress });
    this.#negotiatingSinceMs = context.now();
  }

  /** Whether the key was accepted and the session publishes. */
  get isPublishing(): boolean {
    return this.#publication !== null;
  }

  /** Closes a connection without an accepted key, to make room for another connection. */
  giveUp(): void {
    this.#connection.destroy();
  }

  /** Serves the peer until it disconnects. Never rejects. */
  async run(): Promise<void> {
    let reason = 'the publisher closed the connection';
    try {
      for await (const message of this.#connection.messages(this.#context.now())) {
        if (this.#leavingSinceMs === null) await this.#take(message);
      }
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      if (error instanceof RtmpProtocolError) this.#logger.warn({ reason }, 'closed: not RTMP');
      else this.#logger.debug({ reason }, 'connection aborted');
    } finally {
      this.#unpublish(reason);
      this.#connection.destroy();
    }
  }

  /** Closes the connection if a time-out has passed. Called periodically by the server. */
  expire(): void {
    if (this.#context.now() < this.#deadlineMs()) return;
    const reason = this.#publication === null ? 'too slow' : 'no picture or sound for too long';
    if (this.#leavingSinceMs === null) this.#logger.warn({ reason }, 'closed');
    this.#unpublish(reason);
    this.#connection.destroy();
  }

  /** Ends the session after a takeover, a stop command or at shutdown. */
  close(reason: string): void {
    const streamId = this.#publication?.streamId ?? 0;
    this.#unpublish(reason);
    if (!this.#connection.handshaken) this.#connection.destroy();
    this.#leave(streamId, {
      level: 'status',
      code: 'NetStream.Unpublish.Success',
      description: reason,
    });
  }

  #deadlineMs(): number {
    const { limits } = this.#context;
    if (this.#leavingSinceMs !== null) return this.#leavingSinceMs + limits.lingerMsMax;
    if (this.#publication !== null) {
      return this.#publication.lastMediaMs + limits.mediaSilenceMsMax;
    }
    const timeLimitMs = this.#connection.handshaken
      ? limits.negotiationMsMax
      : limits.handshakeMsMax;
    return this.#negotiatingSinceMs + timeLimitMs;
  }

  async #take(message: RtmpMessage): Promise<void> {
    try {
      await this.#handle(message);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      const { code, message: description } = refusal;
      this.#logger.warn({ code, reason: description }, 'refused');
      if (this.#publication !== null) {
        this.#context.onRefused(this.#publication.channelId, description);
      }
      this.#unpublish(description);
      this.#leave(message.streamId, { level: 'error', code, description });
    }
  }

  /** Returns a promise only for `publish`, which waits for the authorisation. Media is processed synchronously. */
  #handle(message: RtmpMessage): Promise<void> | undefined {
    switch (message.typeId) {
      case MESSAGE_TYPE.audio:
      case MESSAGE_TYPE.video:
        this.#feed(message);
        return;
      case MESSAGE_TYPE.aggregate:
        for (const part of splitAggregate(message)) this.#feed(part);
        return;
      case MESSAGE_TYPE.dataAmf0:
      case MESSAGE_TYPE.dataAmf3:
        this.#logMetadata(message);
        return;
      case MESSAGE_TYPE.commandAmf0:
      case MESSAGE_TYPE.commandAmf3:
        return this.#execute(message.streamId, readCommand(message));
      default:
        return;
    }
  }

  /** Logs only the first metadata at `info`, because some encoders repeat it with every change of the bit rate. */
  #logMetadata(message: RtmpMessage): void {
    const level = this.#metadataLogged ? 'debug' : 'info';
    this.#metadataLogged = true;
    this.#logger[level]({ metadata: readStreamMetadata(message) }, 'metadata');
  }

  #feed(message: RtmpMessage): void {
    // Media that arrives after the end of a publication is dropped.
    if (this.#publication === null) return;
    const { feed } = this.#publication;
    const picturesBefore = feed.counts.pictures;
    const nowMs = this.#context.now();
    this.#publication.lastMediaMs = nowMs;
    feed.take(message);
    if (feed.counts.pictures > picturesBefore) this.#publication.lastPictureMs = nowMs;
    const { pictureSilenceMsMax } = this.#context.limits;
    if (nowMs - this.#publication.lastPictureMs < pictureSilenceMsMax) return;
    throw new UnsupportedMediaError(
      `No picture for ${pictureSilenceMsMax / 1_000} s: sound alone cannot be watched, send H.264 video`,
    );
  }

  #execute(streamId: number, command: RtmpCommand): Promise<void> | undefined {
    if (command.name !== 'connect' && this.#application === null) {
      throw new RtmpProtocolError(`${command.name} before connect`);
    }
    switch (command.name) {
      case 'connect':
        this.#connect(command);
        return;
      case 'releaseStream':
      case 'FCPublish':
        answerResult(this.#connection, command);
        return;
      case 'createStream':
        this.#createStream(command);
        return;
      case 'publish':
        return this.#publish(streamId, command);
      case 'FCUnpublish':
      case 'closeStream':
      case 'deleteStream':
        this.#endPublication();
        return;
      case 'play':
        throw new RefusedError('NetStream.Play.Failed', 'This port accepts publishers only');
      default:
        // Other commands of encoders, such as bandwidth checks, need no response.
        return;
    }
  }

  #connect(command: RtmpCommand): void {
    if (this.#application !== null) throw new RtmpProtocolError('a second connect');
    const app = textOf(command.object?.app);
    const tcUrl = textOf(command.object?.tcUrl);
    this.#application = { app, tcUrl };
    if (applicationName(app) === APPLICATION) {
      answerConnect(this.#connection, command);
      return;
    }
    this.#logger.warn({ app: applicationName(app) }, 'refused: no such application');
    refuseConnect(this.#connection, command.transactionId);
    this.#leave(0, null);
  }

  #createStream(command: RtmpCommand): void {
    this.#streamsCreated += 1;
    if (this.#streamsCreated > this.#context.limits.streamsPerConnectionMax) {
      throw new RefusedError('NetStream.Failed', 'Too many streams on one connection');
    }
    answerResult(this.#connection, command, this.#streamsCreated);
  }

  /** Authorises the publisher, opens the channel, and only then confirms `publish`. */
  async #publish(streamId: number, command: RtmpCommand): Promise<void> {
    if (this.#publication !== null) {
      throw new RefusedError('NetStream.Publish.BadName', 'This connection already publishes');
    }
    const { app, tcUrl } = this.#application ?? { app: '', tcUrl: '' };
    const target = readPublishTarget(app, tcUrl, textOf(command.args[0]));
    const grant =
      target === null ? null : await Promise.race([this.#authorise(target), this.#connection.gone]);
    // The session may have been closed during the authorisation.
    if (grant === undefined || this.#leavingSinceMs !== null || this.#connection.closed) return;
    if (grant === 'taken') {
      throw new RefusedError('NetStream.Publish.BadName', REFUSAL_MESSAGES.taken);
    }
    if (grant === null) {
      throw new RefusedError('NetStream.Publish.BadName', 'The stream key is not valid');
    }
    this.#open(streamId, grant.channelId, target);
    this.#connection.sendControl(userControl(USER_CONTROL.streamBegin, streamId));
    const started: Status = {
      level: 'status',
      code: 'NetStream.Publish.Start',
      description: 'Publishing',
    };
    this.#connection.sendCommand(writeCommand(streamId, 'onFCPublish', 0, null, started));
    this.#connection.sendCommand(writeStatus(streamId, started));
  }

  async #authorise({
    standby,
    backup: _backup,
    rendition: _rendition,
    ...credentials
  }: PublishTarget): ReturnType<AuthorisePublish> {
    const ip = this.#connection.remoteAddress;
    try {
      return await this.#context.authorise(
        { ...credentials, ip, action: 'publish', protocol: 'rtmp', id: this.#id },
        standby,
      );
    } catch (error) {
      this.#logger.error({ err: error }, 'stream key check failed');
      throw new RefusedError('NetStream.Failed', 'The stream key cannot be checked right now');
    }
  }

  #open(streamId: number, channelId: string, target: PublishTarget | null): void {
    const { channels, limits, now, hasRoomFor } = this.#context;
    if (!hasRoomFor(this.#connection.remoteAddress)) {
      throw new RefusedError('NetStream.Publish.BadName', 'Too many encoders publish already');
    }
    const open = (rendition: string): StreamSink | OpenRefusal =>
      channels.open({
        channelId,
        rendition,
        protocol: 'rtmp',
        remoteAddress: this.#connection.remoteAddress,
        standby: target?.standby === true,
        backup: target?.backup === true,
        close: (reason) => this.close(reason),
      });
    const sink = open(target?.rendition ?? '');
    if (typeof sink === 'string') {
      throw new RefusedError('NetStream.Publish.BadName', REFUSAL_MESSAGES[sink]);
    }
    const openRendition = (rendition: string): StreamSink | null => {
      const opened = open(rendition);
      return typeof opened === 'string' ? null : opened;
    };
    const { malformedUnitsMax } = limits;
    const feed = new StreamFeed({ sink, openRendition, malformedUnitsMax });
    const nowMs = now();
    this.#publication = {
      streamId,
      channelId,
      feed,
      lastMediaMs: nowMs,
      lastPictureMs: nowMs,
    };
    this.#connection.allowMedia(true);
    this.#logger.info({ channelId }, 'publishing');
  }

  /** Ends the stream. The peer may begin another stream on the same connection. */
  #endPublication(): void {
    if (this.#publication === null) return;
    const { streamId } = this.#publication;
    this.#unpublish('the publisher ended its stream');
    this.#connection.sendCommand(
      writeStatus(streamId, {
        level: 'status',
        code: 'NetStream.Unpublish.Success',
        description: 'Ended',
      }),
    );
  }

  #unpublish(reason: string): void {
    const publication = this.#publication;
    if (publication === null) return;
    this.#publication = null;
    this.#negotiatingSinceMs = this.#context.now();
    this.#connection.allowMedia(false);
    const { channelId, feed } = publication;
    feed.end();
    this.#logger.info({ channelId, reason, ...feed.counts }, 'publishing ended');
  }

  #leave(streamId: number, status: Status | null): void {
    if (this.#leavingSinceMs !== null) return;
    this.#leavingSinceMs = this.#context.now();
    if (status !== null) this.#connection.sendCommand(writeStatus(streamId, status));
    this.#connection.finish();
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
