import { createECDH } from 'node:crypto';
import { ConfigurationError, type Environment } from '@sangwian/node-kit/environment';

const KEY = /^[A-Za-z0-9_-]{43}$/;
const HOST = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/;
/** Push services want an address of whoever sends; where there is none yet, nobody real is sent to. */
const NOBODY = 'mailto:webmaster@localhost';

/** Reminders by web push (RFC 8030, 8291, 8292). */
export interface PushSettings {
  /** Of P-256, 32 bytes. */
  readonly privateKey: Buffer;
  /** Of P-256, 65 bytes: what browsers subscribe with. */
  readonly publicKey: Buffer;
  /** Whom push services reach about our messages. */
  readonly subject: string;
  /** Hosts that are sent to; `*.` stands for what is below one. */
  readonly hosts: readonly string[];
  /** Below this address endpoints are the sandbox's, on this machine and without https; empty: there is none. */
  readonly sandboxUrl: string;
}

function readKeys(text: string): Pick<PushSettings, 'privateKey' | 'publicKey'> {
  const privateKey = Buffer.from(text, 'base64url');
  const keys = createECDH('prime256v1');
  try {
    if (!KEY.test(text)) throw new Error('no key');
    keys.setPrivateKey(privateKey);
  } catch {
    // Without the key, which is a secret.
    throw new ConfigurationError('VAPID_PRIVATE_KEY must be a P-256 key, 32 bytes in base64url');
  }
  return { privateKey, publicKey: keys.getPublicKey() };
}

function readSubject(environment: Environment, publicUrl: string): string {
  const told = environment.text('VAPID_SUBJECT');
  if (told !== '' && !/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(told)) {
    throw new ConfigurationError('VAPID_SUBJECT must be a mailto: or https address');
  }
  return told || (publicUrl.startsWith('https:') ? publicUrl : NOBODY);
}

/**
 * Whom reminders are signed by and where they may be sent.
 *
 * @param site where fans reach it, and whether there is a sandbox behind it
 * @returns `null` where no key is configured: then there are none
 * @throws {ConfigurationError} on a value that cannot be used
 */
export function readPushSettings(
  environment: Environment,
  site: { readonly publicUrl: string; readonly hasSandbox: boolean },
): PushSettings | null {
  const key = environment.text('VAPID_PRIVATE_KEY');
  if (key === '') return null;
  const hosts = environment
    .text('PUSH_HOSTS')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');
  const odd = hosts.find((host) => !HOST.test(host) || /^[\d.]+$/.test(host));
  if (odd !== undefined) throw new ConfigurationError(`PUSH_HOSTS: "${odd}" is no host name`);
  return {
    ...readKeys(key),
    subject: readSubject(environment, site.publicUrl),
    hosts,
    sandboxUrl: site.hasSandbox ? `${site.publicUrl}/sandbox/push/` : '',
  };
}
