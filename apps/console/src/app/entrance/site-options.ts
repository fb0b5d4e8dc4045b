import type { ResponseOf } from '@sangwian/contract/contract';
import { hasPasskeys } from '../../shared/passkeys/passkeys.ts';

type SignInOptions = ResponseOf<'GET /operator/sign-in/options'>['data'];

/** Returns whether the URL of this page is secure enough for passwords and cookies. */
export const isSafeHere = ({ secure }: SignInOptions): boolean => secure && window.isSecureContext;

/** Returns whether this page is at the console's configured URL. Passkeys work only there. */
const isConsoleHere = ({ console_url }: SignInOptions): boolean =>
  new URL(console_url).origin === window.location.origin;

/** Returns whether this page can use passkeys. */
export const usesPasskeys = (options: SignInOptions | undefined): boolean =>
  options?.passkeys === true && isConsoleHere(options) && hasPasskeys();

/** Returns the URL at which passkeys work, if this page is at a different one. */
export const otherAddressOf = (options: SignInOptions | undefined): string | null =>
  options?.passkeys === true && !isConsoleHere(options) ? options.console_url : null;
