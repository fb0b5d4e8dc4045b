import { randomUUID } from 'node:crypto';
import { ENDPOINTS } from '@sangwian/contract/contract';
import { Gift } from '@sangwian/contract/endpoints/gifts';
import { Live, LiveSummary } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { z } from 'zod';
import { type LineLanguage, languageOf } from './lines.ts';

const CALL_MS_MAX = 10_000;

const SignedIn = z.object({ data: ENDPOINTS['POST /auth/member/login-v2'].data });
const Gifts = z.object({ data: z.array(Gift) });
const OneLive = z.object({ data: Live });
const Sent = z.object({ data: ENDPOINTS['POST /gift/send'].data });
const Lives = z.object({ data: z.array(LiveSummary) });

export interface SignedInFan {
  readonly accessToken: string;
  readonly language: LineLanguage;
  /** Coins in the wallet. */
  readonly balance: number;
}

/** A gift to send. */
export interface Cheer {
  readonly matchLiveId: string;
  readonly corner: 'red' | 'blue';
  readonly gift: Gift;
  readonly quantity: number;
}

/** Client of the public API, as a fan's browser uses it. */
export class Site {
  readonly #api: string;
  readonly appKey: string;

  constructor(api: string, appKey: string) {
    this.#api = api;
    this.appKey = appKey;
  }

  /** Origin of the sockets: the site itself. */
  get origin(): string {
    return new URL(this.#api).origin;
  }

  /** Returns an access token and the member's language. @throws {Error} if the site refuses or is unreachable */
  async signIn(phone: string, password: string): Promise<SignedInFan> {
    const answer = await this.#call('POST', '/auth/member/login-v2', { phone, password });
    const { access_token, member } = SignedIn.parse(answer).data;
    const language =
      member.language === 'EN' && languageOf(member.member_fname) === 'en' ? 'en' : 'th';
    return { accessToken: access_token, language, balance: member.wallet.balance };
  }

  /** Returns the current free live, or `null`. */
  async liveNow(): Promise<ProgramLiveId | null> {
    const { data } = Lives.parse(await this.#call('GET', '/live?status=in_progress'));
    return data.find((live) => live.access === 'free')?.program_live_id ?? null;
  }

  async gifts(): Promise<readonly Gift[]> {
    return Gifts.parse(await this.#call('GET', '/gift')).data;
  }

  /** Returns the current bout of a live, or `null`. */
  async boutNow(programLiveId: ProgramLiveId): Promise<string | null> {
    return OneLive.parse(await this.#call('GET', `/live/${programLiveId}`)).data
      .current_match_live_id;
  }

  /** Sends a gift and returns the remaining coins. @throws {Error} if the site refuses or is unreachable */
  async cheer(accessToken: string, cheer: Cheer): Promise<number> {
    const body = {
      match_live_id: cheer.matchLiveId,
      corner: cheer.corner,
      gift_id: cheer.gift.gift_id,
      quantity: cheer.quantity,
      expected_coins: cheer.gift.coins * cheer.quantity,
    };
    const headers = {
      authorization: `Bearer ${accessToken}`,
      'idempotency-key': randomUUID(),
    };
    return Sent.parse(await this.#call('POST', '/gift/send', body, headers)).data.balance;
  }

  async #call(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const response = await fetch(`${this.#api}${path}`, {
      method,
      headers: {
        ...headers,
        'x-app-key': this.appKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_MS_MAX),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.json();
  }
}
