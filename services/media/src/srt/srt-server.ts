import { randomInt, randomUUID } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { addressKey } from '@sangwian/node-kit/http/address-key';
import type { Logger } from '@sangwian/node-kit/logger';
import type { PublishTarget } from '../rtmp/publish-target.ts';
import type { Channels, OpenRefusal } from '../stream/access-unit.ts';
import type { AuthorisePublish } from '../stream/authorise-publish.ts';
import type { Clock } from '../stream/clock.ts';
import { type Conclusion, readConclusion, type SrtSettings } from './answer-conclusion.ts';
import { HandshakeCookies } from './cookie.ts';
import {
  HANDSHAKE,
  type Handshake,
  readHandshake,
  refuseHandshake,
  SRT_REFUSAL,
  type SrtRefusal,
  VERSION_5_MAGIC,
  writeHandshake,
} from './handshake.ts';
import { SRT_LIMITS, type SrtLimits } from './srt-limits.ts';
import { CONTROL, readSrtPacket, writeControl } from './srt-packet.ts';
import { SrtPublication } from './srt-publication.ts';
import { readStreamId } from './stream-id.ts';

const SOCKET_ID_MAX = 0x3fff_ffff;
/** Receive buffer of the socket: half a second of ten streams of 8 Mbit/s. The system may grant less. */
const RECEIVE_BYTES = 4_194_304;
const REFUSALS: Readonly<Record<OpenRefusal, SrtRefusal>> = {
  taken: SRT_REFUSAL.conflict,
  channels_full: SRT_REFUSAL.overload,
  renditions_full: SRT_REFUSAL.overload,
  name_invalid: SRT_REFUSAL.badRequest,
};

export interface SrtServerOptions {
  readonly channels: Channels;
  readonly authorise: AuthorisePublish;
  /** Called when an authorised publisher sends media that cannot be played. */
  readonly onRefused: (channelId: string, reason: string) => void;
  readonly logger: Logger;
  readonly host: string;
  /** If the port is in use, the server chooses another one; 0 means any free port. */
  readonly port: number;
  readonly settings: SrtSettings;
  readonly clock: Clock;
  readonly limits?: SrtLimits;
}

interface OpenPublication {
  readonly caller: string;
  readonly addressKey: string;
  readonly publication: SrtPublication;
  /** The response to the caller's conclusion, which is sent again if the caller repeats it. */
  readonly response: Buffer;
  readonly peerSocketId: number;
}

/** Accepts publishers by SRT: callers in live mode whose stream id is a stream key. */
export class SrtServer {
  readonly #options: SrtServerOptions;
  readonly #limits: SrtLimits;
  readonly #socket: Socket;
  readonly #cookies = new HandshakeCookies();
  readonly #publications = new Map<number, OpenPublication>();
  /** Callers whose key is being checked, with their addresses. */
  readonly #checks = new Map<string, string>();
  #isClosed = false;

  constructor(options: SrtServerOptions) {
    this.#options = options;
    this.#limits = options.limits ?? SRT_LIMITS;
    this.#socket = createSocket(isIPv6(options.host) ? 'udp6' : 'udp4');
    this.#socket.on('message', (bytes, remote) => this.#receive(bytes, remote));
  }

  /** Starts listening and resolves with the actual port. Rejects if listening on the host fails. */
  async listen(): Promise<number> {
    const { host, port, logger } = this.#options;
    try {
      await this.#bind(port, host);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await this.#bind(0, host);
      logger.warn(
        { wanted: port, used: this.#socket.address().port },
        'SRT port in use, using another one',
      );
    }
    this.#socket.on('error', (error) => logger.error({ err: error }, 'SRT socket failed'));
    this.#socket.setRecvBufferSize(RECEIVE_BYTES);
    return this.#socket.address().port;
  }

  /** Ends all publications and stops listening. Further calls do nothing. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { publication } of [...this.#publications.values()])
      publication.close('the server is stopping');
    this.#socket.close();
    await once(this.#socket, 'close');
  }

  async #bind(port: number, host: string): Promise<void> {
    const bound = once(this.#socket, 'listening');
    this.#socket.bind(port, host);
    await bound;
  }

  #receive(bytes: Buffer, remote: RemoteInfo): void {
    const packet = readSrtPacket(bytes);
    if (packet === null) return;
    const caller = `${remote.address}:${remote.port}`;
    if (packet.kind === 'control' && packet.type === CONTROL.handshake) {
      const handshake = readHandshake(packet.content);
      if (handshake !== null) this.#shakeHands(handshake, remote);
      return;
    }
    const open = this.#publications.get(packet.socketId);
    if (open?.caller === caller) open.publication.receive(packet);
  }

  #shakeHands(request: Handshake, remote: RemoteInfo): void {
    const caller = `${remote.address}:${remote.port}`;
    const nowMs = this.#options.clock.elapsedMs();
    if (request.type === HANDSHAKE.induction) {
      const response = {
        ...request,
        version: 5,
        encryption: 0,
        extensionField: VERSION_5_MAGIC,
        cookie: this.#cookies.issue(caller, nowMs),
        extensions: new Map(),
      };
      this.#send(this.#handshakePacket(response, request.socketId), remote);
      return;
    }
    if (request.type !== HANDSHAKE.conclusion) return;
    if (!this.#cookies.accepts(request.cookie, caller, nowMs)) return;
    for (const open of this.#publications.values()) {
      if (open.caller !== caller || open.peerSocketId !== request.socketId) continue;
      this.#send(open.response, remote);
      return;
    }
    void this.#conclude(request, remote);
  }

  /** Checks the key of a caller, opens its channel, and confirms the connection. Never rejects. */
  async #conclude(request: Handshake, remote: RemoteInfo): Promise<void> {
    const caller = `${remote.address}:${remote.port}`;
    // Callers repeat their conclusion every 250 ms until they receive a response.
    if (this.#checks.has(caller)) return;
    const refuse = (reason: SrtRefusal): void => {
      this.#options.logger.warn({ ip: remote.address, reason }, 'SRT caller refused');
      const response = refuseHandshake(request, reason);
      this.#send(this.#handshakePacket(response, request.socketId), remote);
    };
    if (!this.#hasRoomFor(remote.address)) return refuse(SRT_REFUSAL.overload);
    const key = addressKey(remote.address);
    this.#checks.set(caller, key);
    try {
      const conclusion = readConclusion(request, this.#options.settings);
      if (typeof conclusion === 'number') return refuse(conclusion);
      const target = readStreamId(conclusion.streamId);
      if (target === null) return refuse(SRT_REFUSAL.badRequest);
      const id = randomUUID();
      const allowed = await this.#authorise(target, remote.address, id);
      if (typeof allowed === 'number') return refuse(allowed);
      const refusal = this.#open({ request, conclusion, target, remote, id, ...allowed });
      if (refusal !== null) refuse(refusal);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'SRT handshake failed');
    } finally {
      this.#checks.delete(caller);
    }
  }

  #hasRoomFor(address: string): boolean {
    const key = addressKey(address);
    const limits = this.#limits;
    const checks = [...this.#checks.values()];
    const publishers = [...this.#publications.values()];
    return (
      checks.length < limits.checksMax &&
      checks.filter((one) => one === key).length < limits.checksPerAddressMax &&
      publishers.length < limits.publishersMax &&
      publishers.filter((one) => one.addressKey === key).length < limits.publishersPerAddressMax
    );
  }

  async #authorise(
    { path, user, password, token, query, standby }: PublishTarget,
    ip: string,
    id: string,
  ): Promise<{ readonly channelId: string } | SrtRefusal> {
    const credentials = { path, user, password, token, query, ip, id };
    try {
      const grant = await this.#options.authorise(
        { ...credentials, action: 'publish', protocol: 'srt' },
        standby,
      );
      if (grant === 'taken') return SRT_REFUSAL.conflict;
      return grant ?? SRT_REFUSAL.unauthorized;
    } catch (error) {
      this.#options.logger.error({ err: error }, 'stream key check failed');
      return SRT_REFUSAL.unavailable;
    }
  }

  #open(accepted: {
    readonly request: Handshake;
    readonly conclusion: Conclusion;
    readonly target: PublishTarget;
    readonly remote: RemoteInfo;
    readonly id: string;
    readonly channelId: string;
  }): SrtRefusal | null {
    const { request, conclusion, target, remote, id, channelId } = accepted;
    const { channels, clock, onRefused } = this.#options;
    const logger = this.#options.logger.child({ connection: id, ip: remote.address });
    const socketId = this.#newSocketId();
    const close = (reason: string): void =>
      this.#publications.get(socketId)?.publication.close(reason);
    const sink = channels.open({
      ...{ channelId, rendition: target.rendition, protocol: 'srt', close },
      ...{ remoteAddress: remote.address, standby: target.standby, backup: target.backup },
    });
    if (typeof sink === 'string') return REFUSALS[sink];
    const { cipher, latencyMs, extensions, extensionField } = conclusion;
    const publication = new SrtPublication({
      ...{ channelId, sink, logger, onRefused, cipher, latencyMs, limits: this.#limits },
      peerSocketId: request.socketId,
      initialSequence: request.initialSequence,
      send: (datagram) => this.#send(datagram, remote),
      onEnded: () => this.#publications.delete(socketId),
      clock,
    });
    const response = this.#handshakePacket(
      { ...request, socketId, encryption: 0, extensionField, extensions },
      request.socketId,
    );
    this.#publications.set(socketId, {
      ...{ publication, response, peerSocketId: request.socketId },
      caller: `${remote.address}:${remote.port}`,
      addressKey: addressKey(remote.address),
    });
    logger.info({ channelId, latencyMs, encrypted: cipher !== null }, 'publishing by SRT');
    this.#send(response, remote);
    return null;
  }

  #newSocketId(): number {
    for (;;) {
      const id = randomInt(1, SOCKET_ID_MAX);
      if (!this.#publications.has(id)) return id;
    }
  }

  #handshakePacket(handshake: Handshake, socketId: number): Buffer {
    const content = writeHandshake(handshake);
    return writeControl({ type: CONTROL.handshake, timestampUs: 0, socketId, content });
  }

  #send(datagram: Buffer, { address, port }: RemoteInfo): void {
    this.#socket.send(datagram, port, address);
  }
}
