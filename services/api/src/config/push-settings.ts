import { createECDH } from 'node:crypto';
import { variables } from '@sangwian/node-kit/environment';
import type { z } from 'zod';

const KEY = /^[A-Za-z0-9_-]{43}$/;
const CONTACT = /^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/;
/** Push services require a contact; a site without https reaches no real push service. */
const DEVELOPMENT_CONTACT = 'mailto:webmaster@localhost';

/** Returns the key pair of a private P-256 key (32 bytes in base64url), or `null` if the text is not such a key. */
function readKeys(text: string) {
  const privateKey = Buffer.from(text, 'base64url');
  const keys = createECDH('prime256v1');
  try {
    keys.setPrivateKey(privateKey);
  } catch {
    return null;
  }
  return KEY.test(text) ? { privateKey, publicKey: keys.getPublicKey() } : null;
}

/** Reminders by web push (RFC 8030, 8291 and 8292); `null` without a key. */
export const PushSettings = variables(
  'VAPID_PRIVATE_KEY',
  'VAPID_SUBJECT',
  'PUSH_HOSTS',
  'PUBLIC_URL',
  'PORT',
  'SANDBOX_URL',
).transform((values, context) => {
  if (values.VAPID_PRIVATE_KEY === '') return null;
  const keys = readKeys(values.VAPID_PRIVATE_KEY);
  if (keys === null) {
    // The message must not contain the key, which is a secret.
    const message = 'must be a P-256 key, 32 bytes in base64url';
    context.addIssue({ code: 'custom', path: ['VAPID_PRIVATE_KEY'], message });
    return null;
  }
  const subject = values.VAPID_SUBJECT;
  if (subject !== '' && !CONTACT.test(subject)) {
    const message = 'must be a mailto: or https address';
    context.addIssue({ code: 'custom', path: ['VAPID_SUBJECT'], message });
  }
  const publicUrl = values.PUBLIC_URL || `http://localhost:${values.PORT}`;
  return {
    /** Private P-256 key, 32 bytes. */
    privateKey: keys.privateKey,
    /** Public P-256 key, 65 bytes, with which browsers subscribe. */
    publicKey: keys.publicKey,
    /** Contact that push services use for problems with our messages. */
    subject: subject || (publicUrl.startsWith('https:') ? publicUrl : DEVELOPMENT_CONTACT),
    /** Hosts to which messages may be sent; `*.` matches subdomains. */
    hosts: values.PUSH_HOSTS.map((host) => host.toLowerCase()),
    /** Prefix of the sandbox's endpoints, on this machine and without https; empty without a sandbox. */
    sandboxUrl: values.SANDBOX_URL === '' ? '' : `${publicUrl}/sandbox/push/`,
  };
});
export type PushSettings = NonNullable<z.output<typeof PushSettings>>;
