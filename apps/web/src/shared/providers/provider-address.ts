import type { ResponseOf } from '@sangwian/contract/contract';
import type { Language } from '@sangwian/i18n/language';
import type { PendingProvider, ProviderIntent, ProviderName } from './pending-provider.ts';

/** The start of a provider's sign-in, from the API. */
export type ProviderStart = NonNullable<
  ResponseOf<'GET /auth/member/providers'>['data'][ProviderName]
>;

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

export interface ProviderRequest {
  readonly provider: ProviderName;
  readonly intent: ProviderIntent;
  readonly from: string;
  readonly language: Language;
}

const LOCALES: Readonly<Record<Language, string>> = { TH: 'th-TH', EN: 'en-US' };

/**
 * Creates the provider's URL and the pending request. LINE uses PKCE. Apple has no PKCE and posts its response to the
 * server first, so its `state` is the hash of a verifier that stays in this browser.
 */
export async function createProviderAddress(
  { authorize_url, client_id, redirect_uri }: ProviderStart,
  { provider, intent, from, language }: ProviderRequest,
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
