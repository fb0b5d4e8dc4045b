import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookRoute } from '../webhook-outbox.ts';

const HOUR_S = 3_600;

interface OmiseWebhookOptions {
  /** The site's webhook address. */
  readonly url: string;
  /** Base64, as in the account's settings; comma-separated during a rotation. */
  readonly secrets: string;
  readonly now: () => Date;
}

/**
 * Signs webhooks as Omise does: `Omise-Signature` is the hex HMAC-SHA256 over `timestamp.body`, keyed with the decoded
 * secret, one for each secret; `Omise-Signature-Timestamp` is in seconds.
 */
export function createOmiseWebhooks({ url, secrets, now }: OmiseWebhookOptions): WebhookRoute {
  const keys = secrets.split(',').map((secret) => Buffer.from(secret.trim(), 'base64'));
  return {
    url,
    sign: (body, signature) => {
      if (signature === 'none') return {};
      const age = signature === 'stale' ? HOUR_S : 0;
      const timestamp = String(Math.floor(now().getTime() / 1_000) - age);
      const signatures = (signature === 'wrong' ? [randomBytes(32)] : keys).map((key) =>
        createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex'),
      );
      return {
        'omise-signature': signatures.join(','),
        'omise-signature-timestamp': timestamp,
      };
    },
    withAmount: (body, amount) => {
      const data = 'data' in body && typeof body.data === 'object' ? body.data : {};
      return { ...body, data: { ...data, amount } };
    },
  };
}
