import { z } from 'zod';
import { PayPalRefusal, unprocessable } from './paypal-refusal.ts';

const Amount = z.object({ currency_code: z.string(), value: z.string().max(32) });
const url = z.url().max(2_000).optional();
const Context = z.object({ return_url: url, cancel_url: url });

const OrderBody = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z
    .array(
      z.object({
        amount: Amount,
        reference_id: z.string().max(256).default('default'),
        description: z.string().max(127).optional(),
        custom_id: z.string().max(255).optional(),
        invoice_id: z.string().max(127).optional(),
      }),
    )
    .min(1)
    .max(10),
  application_context: Context.optional(),
  payment_source: z
    .object({ paypal: z.object({ experience_context: Context.optional() }).optional() })
    .optional(),
});

const RefundBody = z.object({
  amount: Amount.optional(),
  note_to_payer: z.string().max(255).optional(),
  custom_id: z.string().max(255).optional(),
});

const VerifyBody = z.object({
  auth_algo: z.string(),
  cert_url: z.string(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.unknown(),
});

export type OrderInput = z.infer<typeof OrderBody>;
export type OrderUnit = OrderInput['purchase_units'][number];
export type PayPalRefundInput = z.infer<typeof RefundBody>;
export type VerifyInput = z.infer<typeof VerifyBody>;

function parse<T extends z.ZodType>(schema: T, body: unknown): z.infer<T> {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new PayPalRefusal(
    'INVALID_REQUEST',
    issue?.input === undefined ? 'MISSING_REQUIRED_PARAMETER' : 'INVALID_PARAMETER_VALUE',
    'A field is missing or does not conform to the expected format.',
    { field: `/${issue?.path.join('/') ?? ''}` },
  );
}

/** Parses an order; only the intent `CAPTURE` with one unit is supported. */
export function readOrder(body: unknown): OrderInput & { readonly unit: OrderUnit } {
  const order = parse(OrderBody, body);
  const [unit, ...others] = order.purchase_units;
  if (order.intent !== 'CAPTURE' || unit === undefined || others.length > 0) {
    throw unprocessable('UNSUPPORTED_INTENT', 'The account takes orders to capture, of one unit.');
  }
  return { ...order, unit };
}

export const readPayPalRefund = (body: unknown): PayPalRefundInput => parse(RefundBody, body);
export const readVerify = (body: unknown): VerifyInput => parse(VerifyBody, body);
