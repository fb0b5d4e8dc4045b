import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';

/** The unparsed bytes, since a provider signs those. */
const upload = { types: ['application/json'], bytesMax: LIMITS.webhookBytesMax };

/** Webhooks of payment providers. Their content is not trusted: it only names the payment to look up. */
export const paymentWebhookEndpoints = endpoints({
  'POST /payment/webhook/omise': {
    summary: 'Receives events of Omise, signed with `Omise-Signature`',
    tag: 'Orders',
    caller: 'provider',
    identity: 'visitor',
    upload,
    data: z.object({}),
    errors: ['webhook_signature_invalid'],
  },
  'POST /payment/webhook/paypal': {
    summary: 'Receives events of PayPal, signed with `PayPal-Transmission-Sig`',
    tag: 'Orders',
    caller: 'provider',
    identity: 'visitor',
    upload,
    data: z.object({}),
    errors: ['webhook_signature_invalid'],
  },
});
