import { z } from 'zod';
import type { OmiseSettings } from '../../../config/payment-settings.ts';
import {
  callProvider,
  fetchFromProvider,
  ProviderRefusalError,
} from '../../../platform/http-client/call-provider.ts';

/** The API version of the schemas below. The request header overrides the account's default. */
const API_VERSION = '2019-05-29';
export const PAGE_ITEMS = 100;

const Dispute = z.object({ status: z.enum(['open', 'pending', 'won', 'lost']) });

const OmiseRefund = z.object({
  object: z.literal('refund'),
  id: z.string(),
  /** Missing on older accounts. Every refund of such an account is complete. */
  status: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).catch({}),
});
export type OmiseRefund = z.infer<typeof OmiseRefund>;

const OmiseCharge = z.object({
  object: z.literal('charge'),
  id: z.string(),
  status: z.enum(['pending', 'successful', 'failed', 'expired', 'reversed']),
  amount: z.number().int(),
  currency: z.string().toUpperCase(),
  refunded_amount: z.number().int().default(0),
  failure_code: z.string().nullish(),
  authorize_uri: z.string().nullish(),
  expires_at: z.iso.datetime({ offset: true }).nullish().catch(null),
  metadata: z.record(z.string(), z.unknown()).catch({}),
  dispute: Dispute.nullish(),
  refunds: z.object({ data: z.array(OmiseRefund) }).default({ data: [] }),
  source: z
    .object({
      scannable_code: z
        .object({ image: z.object({ download_uri: z.string() }).nullish() })
        .nullish(),
    })
    .nullish(),
});
export type OmiseCharge = z.infer<typeof OmiseCharge>;

const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), total: z.number().int() });

export interface NewCharge {
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly return_uri: string;
  readonly card?: string;
  readonly source?: { readonly type: string };
  readonly expires_at?: string;
}

interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The parts of Omise's HTTP API that are used. Amounts are in satang. */
export interface OmiseClient {
  createCharge(key: string, charge: NewCharge, signal: AbortSignal): Promise<OmiseCharge>;
  /** Returns `null` if the charge does not exist. */
  findCharge(id: string, signal: AbortSignal): Promise<OmiseCharge | null>;
  /** Returns a page of the charges created in a period, oldest first. */
  listCharges(period: Period, offset: number, signal: AbortSignal): Promise<Page<OmiseCharge>>;
  expireCharge(id: string, signal: AbortSignal): Promise<OmiseCharge>;
  createRefund(
    key: string,
    refund: { readonly chargeId: string; readonly amount: number },
    signal: AbortSignal,
  ): Promise<OmiseRefund>;
  /** Returns a page of the events of a period, oldest first. */
  listEvents(period: Period, offset: number, signal: AbortSignal): Promise<Page<unknown>>;
  /** Downloads the image of a charge's QR code. */
  fetchPicture(downloadUri: string, signal: AbortSignal): Promise<Buffer>;
}

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly total: number;
}

const periodQuery = ({ from, to }: Period, offset: number): string =>
  new URLSearchParams({
    from: from.toISOString(),
    to: to.toISOString(),
    order: 'chronological',
    limit: String(PAGE_ITEMS),
    offset: String(offset),
  }).toString();

/** @see https://docs.omise.co/charges-api, https://docs.omise.co/api-idempotency */
export function createOmiseClient({ apiUrl, secretKey }: OmiseSettings): OmiseClient {
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`,
    'omise-version': API_VERSION,
  };
  const get = <Schema extends z.ZodType>(path: string, schema: Schema, signal: AbortSignal) =>
    callProvider({ url: apiUrl + path, headers, signal }, schema);
  const post = <Schema extends z.ZodType>(
    path: string,
    { key, body }: { key?: string; body: object },
    schema: Schema,
    signal: AbortSignal,
  ) =>
    callProvider(
      {
        method: 'POST',
        url: apiUrl + path,
        headers: {
          ...headers,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
        signal,
      },
      schema,
    );
  const chargePath = (id: string): string => `/charges/${encodeURIComponent(id)}`;

  return {
    createCharge: (key, charge, signal) =>
      post('/charges', { key, body: charge }, OmiseCharge, signal),
    findCharge: async (id, signal) => {
      try {
        return await get(chargePath(id), OmiseCharge, signal);
      } catch (error) {
        if (error instanceof ProviderRefusalError && error.status === 404) return null;
        throw error;
      }
    },
    listCharges: (period, offset, signal) =>
      get(`/charges?${periodQuery(period, offset)}`, pageOf(OmiseCharge), signal),
    expireCharge: (id, signal) =>
      post(`${chargePath(id)}/expire`, { body: {} }, OmiseCharge, signal),
    createRefund: (key, { chargeId, amount }, signal) =>
      post(
        `${chargePath(chargeId)}/refunds`,
        { key, body: { amount, metadata: { refund_id: key } } },
        OmiseRefund,
        signal,
      ),
    listEvents: (period, offset, signal) =>
      get(`/events?${periodQuery(period, offset)}`, pageOf(z.unknown()), signal),
    fetchPicture: (downloadUri, signal) => {
      // The URI contains an access key. Only its path is used, so that no request goes to another host.
      const { pathname } = new URL(downloadUri);
      const path = pathname.slice(pathname.indexOf('/charges/'));
      return fetchFromProvider({ url: apiUrl + path, signal });
    },
  };
}
