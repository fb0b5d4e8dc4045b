import type { ResponseOf } from '@sangwian/contract/contract';
import { hasPasskeys } from '../../shared/passkeys/passkeys.ts';

type SignInOptions = ResponseOf<'GET /operator/sign-in/options'>['data'];

/** Whether passwords and cookies are safe at the URL of this page. */
export const isSafeHere = ({ secure }: SignInOptions): boolean => secure && window.isSecureContext;

/** Whether this page is at the URL of the console. Passkeys work at that URL only. */
const isConsoleHere = ({ console_url }: SignInOptions): boolean =>
  new URL(console_url).origin === window.location.origin;

/** Whether a passkey can be used on this page. */
export const usesPasskeys = (options: SignInOptions | undefined): boolean =>
  options?.passkeys === true && isConsoleHere(options) && hasPasskeys();

/** Returns the URL at which passkeys work, if it is another one. */
export const otherAddressOf = (options: SignInOptions | undefined): string | null =>
  options?.passkeys === true && !isConsoleHere(options) ? options.console_url : null;
