import type { ResponseOf } from '@sangwian/contract/contract';
import type { Language } from '@sangwian/i18n/language';
import type { PendingProvider, ProviderIntent, ProviderName } from './pending-provider.ts';

/** Where a provider's sign-in begins, as the API tells it. */
export type Beginning = NonNullable<ResponseOf<'GET /auth/member/providers'>['data'][ProviderName]>;

const SECRET_BYTES = 32;

const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const createSecret = (): string =>
  toBase64url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));

const hashOf = async (text: string): Promise<string> =>
  toBase64url(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
  );

export interface ProviderWish {
  readonly provider: ProviderName;
  readonly intent: ProviderIntent;
  readonly from: string;
  readonly language: Language;
}

const LOCALES: Readonly<Record<Language, string>> = { TH: 'th-TH', EN: 'en-US' };

/**
 * The address that a browser is sent to, and what it keeps meanwhile: LINE with PKCE; Apple, which has none, with a
 * `state` whose verifier stays here, since its answer goes to the server first.
 */
export async function createProviderAddress(
  { authorize_url, client_id, redirect_uri }: Beginning,
  { provider, intent, from, language }: ProviderWish,
): Promise<{ readonly address: string; readonly pending: PendingProvider }> {
  const verifier = createSecret();
  const nonce = createSecret();
  const challenge = await hashOf(verifier);
  const state = provider === 'line' ? createSecret() : challenge;
  const own =
    provider === 'line'
      ? {
          scope: 'openid profile',
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ui_locales: LOCALES[language],
        }
      : { scope: 'openid email name', response_mode: 'form_post' };
  const address = new URL(authorize_url);
  const query = { response_type: 'code', client_id, redirect_uri, state, nonce, ...own };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return {
    address: address.href,
    pending: { provider, intent, from, state, verifier, nonce, redirect_uri },
  };
}
