import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign as signWith,
  verify as verifyWith,
} from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Book } from '../book.ts';
import type { WebhookRoute } from '../webhook-outbox.ts';
import { toAmount } from './paypal-amounts.ts';
import type { VerifyInput } from './paypal-inputs.ts';

const KEY_BITS = 2_048;
const HOUR_MS = 3_600_000;
const ALGORITHM = 'SHA256withRSA';

const makeKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: KEY_BITS }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string;

interface SignedParts {
  readonly transmissionId: string;
  readonly time: string;
  readonly webhookId: string;
  readonly body: string;
}

/** Returns the text that PayPal signs. The text contains the CRC-32 of the body instead of the body. */
const signedText = ({ transmissionId, time, webhookId, body }: SignedParts): Buffer =>
  Buffer.from(`${transmissionId}|${time}|${webhookId}|${crc32(body)}`);

interface PayPalWebhookOptions {
  readonly book: Book;
  /** The URL of the site's webhook endpoint. */
  readonly url: string;
  readonly webhookId: string;
  /** The URL of the simulated PayPal API. */
  readonly api: string;
  readonly now: () => Date;
}

export interface PayPalWebhooks {
  readonly route: WebhookRoute;
  /** Whether a webhook was signed here, for this site. */
  verify(input: VerifyInput): boolean;
}

/** Signs webhooks as PayPal does (RSA, SHA-256) with a persistent key, and verifies the signatures of these webhooks. */
export function createPayPalWebhooks({
  book,
  url,
  webhookId,
  api,
  now,
}: PayPalWebhookOptions): PayPalWebhooks {
  const kept = book.shelf<string>('paypal_key', 1);
  const pem = kept.get('signing') ?? makeKey();
  kept.put('signing', pem);
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);

  const route: WebhookRoute = {
    url,
    sign: (body, signature, { delivery_id }) => {
      if (signature === 'none') return {};
      const age = signature === 'stale' ? HOUR_MS : 0;
      const time = new Date(now().getTime() - age).toISOString();
      const parts = { transmissionId: delivery_id, time, webhookId, body };
      const signed =
        signature === 'wrong' ? signedText({ ...parts, webhookId: 'ANOTHER' }) : signedText(parts);
      return {
        'paypal-auth-algo': ALGORITHM,
        'paypal-auth-version': 'v2',
        'paypal-cert-url': `${api}/v1/notifications/certs/CERT-sandbox`,
        'paypal-transmission-id': delivery_id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': signWith('sha256', signed, privateKey).toString('base64'),
      };
    },
    withAmount: (body, satang) => {
      const resource = 'resource' in body && typeof body.resource === 'object' ? body.resource : {};
      return { ...body, resource: { ...resource, amount: toAmount(satang) } };
    },
  };

  const verify = (input: VerifyInput): boolean =>
    input.auth_algo === ALGORITHM &&
    input.webhook_id === webhookId &&
    verifyWith(
      'sha256',
      signedText({
        transmissionId: input.transmission_id,
        time: input.transmission_time,
        webhookId: input.webhook_id,
        body: JSON.stringify(input.webhook_event),
      }),
      publicKey,
      Buffer.from(input.transmission_sig, 'base64'),
    );
  return { route, verify };
}
