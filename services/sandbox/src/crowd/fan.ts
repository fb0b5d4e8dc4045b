import { randomUUID } from 'node:crypto';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import {
  type ChatSendAck,
  EVENT_NAMESPACE,
  type LiveJoinAck,
  SOCKET_PATH,
  type SocketAuth,
} from '@sangwian/contract/sockets/event-namespace';
import { io, type Socket } from 'socket.io-client';
import type { LineLanguage } from './lines.ts';
import type { Cheer, SignedInFan, Site } from './site.ts';

const ACK_MS_MAX = 10_000;
/** Minimum pause between messages of a fan, beyond slow mode. */
const REST_MS_MIN = Math.max(LIMITS.chatSlowModeMs + 500, 9_000);

/** Coins left in the wallet for people who sign in as this fan. */
const COINS_KEPT = 1_000;
/** Coins that a fan of a new sample season may spend. */
export const COINS_TO_SPEND = 1_000;
const REFUSED_MS = 60_000;

/** One fan of the crowd, signed in and joined to the live. */
export class Fan {
  readonly language: LineLanguage;
  readonly #site: Site;
  readonly #programLiveId: ProgramLiveId;
  readonly #socket: Socket;
  readonly #accessToken: string;
  #balance: number;
  #joined = false;
  /** Time of the next possible gift: never with a wallet at `COINS_KEPT`, later after a refusal. */
  #cheersFromMs = 0;
  #restsUntilMs = 0;

  constructor(
    site: Site,
    { accessToken, language, balance }: SignedInFan,
    programLiveId: ProgramLiveId,
  ) {
    this.#site = site;
    this.#accessToken = accessToken;
    this.language = language;
    this.#balance = balance;
    this.#programLiveId = programLiveId;
    const auth: SocketAuth = { app_key: site.appKey, access_token: accessToken };
    this.#socket = io(`${this.#site.origin}${EVENT_NAMESPACE}`, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      auth,
      forceNew: true,
    });
    this.#socket.on('connect', () => void this.#join());
    this.#socket.on('disconnect', () => {
      this.#joined = false;
    });
  }

  /** Whether the fan is in the live and slow mode allows a message. */
  canSpeak(nowMs: number): boolean {
    return this.#joined && nowMs >= this.#restsUntilMs;
  }

  /** Sends the line; resolves to `false` if it was refused. A slow-mode refusal only extends the pause. */
  async say(text: string, nowMs: number): Promise<boolean> {
    this.#restsUntilMs = nowMs + REST_MS_MIN;
    try {
      const ack: ChatSendAck = await this.#socket.timeout(ACK_MS_MAX).emitWithAck('chat:send', {
        program_live_id: this.#programLiveId,
        text,
        chat_message_id: randomUUID(),
      });
      if (!ack.ok) this.#restsUntilMs += REST_MS_MIN;
      return ack.ok;
    } catch {
      return false;
    }
  }

  /** Coins that the fan may still spend, as far as the last response shows. */
  get coinsToSpend(): number {
    return Math.max(0, this.#balance - COINS_KEPT);
  }

  get canCheer(): boolean {
    return this.#joined && performance.now() >= this.#cheersFromMs;
  }

  /** Sends a gift; resolves to `false` if it was refused. */
  async cheer(cheer: Cheer): Promise<boolean> {
    try {
      this.#balance = await this.#site.cheer(this.#accessToken, cheer);
      if (this.coinsToSpend === 0) this.#cheersFromMs = Number.POSITIVE_INFINITY;
      return true;
    } catch {
      this.#cheersFromMs = performance.now() + REFUSED_MS;
      return false;
    }
  }

  leave(): void {
    this.#socket.disconnect();
  }

  async #join(): Promise<void> {
    try {
      const ack: LiveJoinAck = await this.#socket
        .timeout(ACK_MS_MAX)
        .emitWithAck('live:join', { program_live_id: this.#programLiveId });
      this.#joined = ack.ok && ack.can_chat;
    } catch {
      this.#joined = false;
    }
  }
}
