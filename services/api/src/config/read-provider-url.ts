import {
  ConfigurationError,
  type Environment,
  type VariableName,
} from '@sangwian/node-kit/environment';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Where a provider is called, without a slash at its end; empty where there is none. Secrets go to this address, so
 * plain http only reaches this machine, and that outside production.
 *
 * @throws {ConfigurationError} on any other address
 */
export function readProviderUrl(
  environment: Environment,
  name: VariableName,
  production: boolean,
): string {
  const text = environment.text(name).replace(/\/+$/, '');
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : null;
  const allowed =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && !production && LOOPBACK.has(url.hostname));
  if (!allowed) {
    throw new ConfigurationError(
      `${name} must be an https address (outside production http on this machine), not "${text}"`,
    );
  }
  return text;
}
