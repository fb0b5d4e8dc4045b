import type { PaymentOption } from '@sangwian/contract/endpoints/orders';
import type { Logger } from '@sangwian/node-kit/logger';
import {
  ProviderAwayError,
  ProviderRefusalError,
} from '../../../platform/http-client/call-provider.ts';
import {
  type AttemptRef,
  NO_VIEW,
  namedAtProvider,
  type PaymentProvider,
  type ProviderView,
} from '../orders/orders.module.ts';
import { chargeFor, isChargeOf, OMISE_METHODS, refundStateOf, viewOf } from './charge-rules.ts';
import type { OmiseCharge, OmiseClient, Page } from './omise-client.ts';
import type { OmiseSettings } from './omise-settings.ts';
import { readQrPicture } from './read-qr-picture.ts';

const MINUTE_MS = 60_000;
/** Clocks differ. */
const CLOCKS_APART_MS = 5 * MINUTE_MS;
/** A charge is made a moment after its attempt, or when its member asks again. */
const BEGINNING_MS_MAX = 60 * MINUTE_MS;
/** Of a hundred charges each. */
const SEARCH_PAGES_MAX = 50;
/** Refusals that the payer's card has earned, or that of a payer who is suspected. */
const CARD_REFUSALS = new Set(['invalid_card', 'used_token', 'failed_fraud_check', 'not_found']);

interface ProviderDeps {
  readonly client: OmiseClient;
  readonly settings: OmiseSettings;
  readonly logger: Logger;
}

function optionsOf({ scriptUrl, publicKey }: OmiseSettings): PaymentOption[] {
  return Object.entries(OMISE_METHODS).map(([method, { satangMin, satangMax }]) => ({
    method: method as keyof typeof OMISE_METHODS,
    satang_min: satangMin,
    satang_max: satangMax,
    tokeniser: method === 'card' ? { script_url: scriptUrl, public_key: publicKey } : null,
  }));
}

const codeOf = ({ body }: ProviderRefusalError): string => {
  const code = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined;
  return typeof code === 'string' ? code : '';
};

/** Goes through the pages of a list until one item is the one. */
async function findInPages<Item>(
  fetchPage: (offset: number) => Promise<Page<Item>>,
  isIt: (item: Item) => boolean,
): Promise<Item | null> {
  let offset = 0;
  for (let page = 0; page < SEARCH_PAGES_MAX; page += 1) {
    const { data, total } = await fetchPage(offset);
    const found = data.find(isIt);
    if (found !== undefined) return found;
    offset += data.length;
    if (data.length === 0 || offset >= total) return null;
  }
  // That nothing was found among so many says nothing.
  throw new ProviderAwayError('the charge was not found among the first of too many');
}

/** Omise as a way to be paid: cards, PromptPay and wallets. */
export function createOmiseProvider({ client, settings, logger }: ProviderDeps): PaymentProvider {
  async function qrOf(charge: OmiseCharge, signal: AbortSignal): Promise<string | null> {
    const uri = charge.source?.scannable_code?.image?.download_uri;
    if (uri === undefined || charge.status !== 'pending') return null;
    try {
      const payload = await readQrPicture(await client.fetchPicture(uri, signal), charge.amount);
      if (payload !== null) return payload;
      logger.error({ charge: charge.id }, 'no code can be read in Omise’s picture of it');
    } catch (err) {
      logger.error({ err, charge: charge.id }, 'Omise’s picture of a code cannot be had');
    }
    return null;
  }

  /** By its id or, where the answer to its making never came, among those that were made in its time. */
  async function findChargeOf(
    attempt: AttemptRef,
    signal: AbortSignal,
  ): Promise<OmiseCharge | null> {
    const { providerRef, createdAt } = attempt;
    const isIt = (charge: OmiseCharge): boolean => isChargeOf(charge, namedAtProvider(attempt));
    if (providerRef !== null) {
      const charge = await client.findCharge(providerRef, signal);
      return charge !== null && isIt(charge) ? charge : null;
    }
    const span = {
      from: new Date(createdAt.getTime() - CLOCKS_APART_MS),
      to: new Date(createdAt.getTime() + BEGINNING_MS_MAX),
    };
    return findInPages((offset) => client.listCharges(span, offset, signal), isIt);
  }

  return {
    name: 'omise',
    options: () => optionsOf(settings),
    begin: async (attempt, signal) => {
      const wanted = chargeFor(attempt);
      if (wanted === null) return { ...NO_VIEW, state: 'failed', reason: 'declined' };
      try {
        const charge = await client.createCharge(attempt.attemptId, wanted, signal);
        return viewOf(charge, await qrOf(charge, signal));
      } catch (error) {
        if (!(error instanceof ProviderRefusalError)) throw error;
        const code = codeOf(error);
        // What no card has earned is a mistake of ours or of the account's settings.
        if (!CARD_REFUSALS.has(code)) {
          logger.error({ status: error.status, code, method: attempt.method }, 'Omise refused');
        }
        return { ...NO_VIEW, state: 'failed', reason: 'declined' };
      }
    },
    look: async (attempt, signal): Promise<ProviderView | null> => {
      const charge = await findChargeOf(attempt, signal);
      if (charge === null) return null;
      // The code was handed out when the attempt began, unless nobody heard that it did.
      const isNew = attempt.providerRef === null;
      return viewOf(charge, isNew ? await qrOf(charge, signal) : null);
    },
    end: async (attempt, signal) => {
      const charge = await findChargeOf(attempt, signal);
      if (charge === null || charge.status !== 'pending') {
        return charge === null ? null : viewOf(charge, null);
      }
      try {
        return viewOf(await client.expireCharge(charge.id, signal), null);
      } catch (error) {
        // Most kinds of charge end by themselves alone.
        if (error instanceof ProviderRefusalError) return viewOf(charge, null);
        throw error;
      }
    },
    refund: async (attempt, { refundId, satang }, signal) => {
      const charge = await findChargeOf(attempt, signal);
      if (charge === null) return { state: 'failed', providerRef: null };
      // Omise forgets its idempotency keys after a day, but not what it gave back.
      const done = charge.refunds.data.find(({ metadata }) => metadata.refund_id === refundId);
      if (done !== undefined) return { state: refundStateOf(done), providerRef: done.id };
      try {
        const order = { chargeId: charge.id, amount: satang };
        const refund = await client.createRefund(refundId, order, signal);
        return { state: refundStateOf(refund), providerRef: refund.id };
      } catch (error) {
        if (!(error instanceof ProviderRefusalError)) throw error;
        logger.warn({ charge: charge.id, code: codeOf(error) }, 'Omise gives nothing back');
        return { state: 'failed', providerRef: null };
      }
    },
  };
}
