import { ENDPOINTS } from '@sangwian/contract/contract';
import { LiveSummary } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { z } from 'zod';
import { type LineLanguage, languageOf } from './lines.ts';

const CALL_MS_MAX = 10_000;

const SignedIn = z.object({ data: ENDPOINTS['POST /auth/member/login-v2'].data });
const Lives = z.object({ data: z.array(LiveSummary) });

export interface SignedInFan {
  readonly accessToken: string;
  readonly language: LineLanguage;
}

/** The public API as a fan's browser uses it. */
export class Site {
  readonly #api: string;
  readonly appKey: string;

  constructor(api: string, appKey: string) {
    this.#api = api;
    this.appKey = appKey;
  }

  /** Where the sockets are: the site itself. */
  get origin(): string {
    return new URL(this.#api).origin;
  }

  /** An access token, and in which language this member would speak. Throws where the site refuses or is away. */
  async signIn(phone: string, password: string): Promise<SignedInFan> {
    const answer = await this.#call('POST', '/auth/member/login-v2', { phone, password });
    const { access_token, member } = SignedIn.parse(answer).data;
    const language =
      member.language === 'EN' && languageOf(member.member_fname) === 'en' ? 'en' : 'th';
    return { accessToken: access_token, language };
  }

  /** The live that is on and free to watch, or `null`. */
  async liveNow(): Promise<ProgramLiveId | null> {
    const { data } = Lives.parse(await this.#call('GET', '/live?status=in_progress'));
    return data.find((live) => live.access === 'free')?.program_live_id ?? null;
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.#api}${path}`, {
      method,
      headers: {
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
