import { isIP } from 'node:net';
import { ApiError } from '@sangwian/node-kit/api-error';
import { isInsecureUrl } from '@sangwian/node-kit/variables';

/** The site for which passkeys are created (WebAuthn's relying party). A passkey works on no other site. */
export interface RelyingParty {
  /** The host name of the console. */
  readonly id: string;
  /** The only origin whose pages may use the passkeys. */
  readonly origin: string;
  /** Whether browsers create passkeys for this site: not over plain http, and not for an IP address. */
  readonly isPossible: boolean;
}

/** @param consoleUrl `CONSOLE_URL` */
export function relyingPartyOf(consoleUrl: string): RelyingParty {
  const { hostname, origin } = new URL(consoleUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return { id: hostname, origin, isPossible: !isAddress && !isInsecureUrl(consoleUrl) };
}

/** @throws {ApiError} `staff_site_insecure` where browsers create no passkeys */
export function requirePasskeySite({ isPossible }: RelyingParty): void {
  if (!isPossible) throw new ApiError('staff_site_insecure');
}
