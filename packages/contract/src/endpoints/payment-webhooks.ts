import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';

/** The bytes as they came, since it is them that a provider signs. */
const upload = { types: ['application/json'], bytesMax: LIMITS.webhookBytesMax };

/** Where payment providers tell what happened. Nothing in it is believed: it only says whom to ask. */
export const paymentWebhookEndpoints = endpoints({
  'POST /payment/webhook/omise': {
    summary: 'What happened at Omise, signed with `Omise-Signature`',
    tag: 'Orders',
    caller: 'provider',
    identity: 'visitor',
    upload,
    data: z.object({}),
    errors: ['webhook_signature_invalid'],
  },
  'POST /payment/webhook/paypal': {
    summary: 'What happened at PayPal, signed with `PayPal-Transmission-Sig`',
    tag: 'Orders',
    caller: 'provider',
    identity: 'visitor',
    upload,
    data: z.object({}),
    errors: ['webhook_signature_invalid'],
  },
});
