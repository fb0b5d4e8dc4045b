import type { PaymentOption } from '@sangwian/contract/endpoints/orders';
import type { Logger } from '@sangwian/node-kit/logger';
import type { OmiseSettings } from '../../../config/payment-settings.ts';
import {
  ProviderInconclusiveError,
  ProviderRefusalError,
} from '../../../platform/http-client/call-provider.ts';
import {
  type AttemptRef,
  EMPTY_SNAPSHOT,
  type PaymentProvider,
  type ProviderSnapshot,
  providerAttemptIdOf,
} from '../orders/orders.module.ts';
import { chargeFor, isChargeOf, OMISE_METHODS, refundStateOf, snapshotOf } from './charge-rules.ts';
import type { OmiseCharge, OmiseClient, Page } from './omise-client.ts';
import { readQrPicture } from './read-qr-picture.ts';

const MINUTE_MS = 60_000;
/** Tolerated difference between our clock and Omise's. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;
/** Longest time between an attempt and its charge, including retries. */
const CHARGE_DELAY_MS_MAX = 60 * MINUTE_MS;
/** Maximum number of pages to search, each with a hundred charges. */
const SEARCH_PAGES_MAX = 50;
/** Error codes that are caused by the payer's card or by suspected fraud. */
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

/** Searches the pages of a list for an item. @throws if the list is too long to search */
async function findInPages<Item>(
  fetchPage: (offset: number) => Promise<Page<Item>>,
  matches: (item: Item) => boolean,
): Promise<Item | null> {
  let offset = 0;
  for (let page = 0; page < SEARCH_PAGES_MAX; page += 1) {
    const { data, total } = await fetchPage(offset);
    const found = data.find(matches);
    if (found !== undefined) return found;
    offset += data.length;
    if (data.length === 0 || offset >= total) return null;
  }
  // The item may be on a later page, so "not found" would be wrong.
  throw new ProviderInconclusiveError('too many charges to search');
}

/** Creates the provider for cards, PromptPay and wallets at Omise. */
export function createOmiseProvider({ client, settings, logger }: ProviderDeps): PaymentProvider {
  async function qrOf(charge: OmiseCharge, signal: AbortSignal): Promise<string | null> {
    const uri = charge.source?.scannable_code?.image?.download_uri;
    if (uri === undefined || charge.status !== 'pending') return null;
    try {
      const payload = await readQrPicture(await client.fetchPicture(uri, signal), charge.amount);
      if (payload !== null) return payload;
      logger.error({ charge: charge.id }, 'Omise QR code unreadable');
    } catch (err) {
      logger.error({ err, charge: charge.id }, 'Omise QR code download failed');
    }
    return null;
  }

  /**
   * Finds the charge of an attempt by the charge's id. If the response to the creation was lost, searches the
   * charges of that time.
   */
  async function findChargeOf(
    attempt: AttemptRef,
    signal: AbortSignal,
  ): Promise<OmiseCharge | null> {
    const { providerRef, createdAt } = attempt;
    const matches = (charge: OmiseCharge) => isChargeOf(charge, providerAttemptIdOf(attempt));
    if (providerRef !== null) {
      const charge = await client.findCharge(providerRef, signal);
      return charge !== null && matches(charge) ? charge : null;
    }
    const period = {
      from: new Date(createdAt.getTime() - CLOCK_SKEW_MS),
      to: new Date(createdAt.getTime() + CHARGE_DELAY_MS_MAX),
    };
    return findInPages((offset) => client.listCharges(period, offset, signal), matches);
  }

  return {
    name: 'omise',
    options: () => optionsOf(settings),
    begin: async (attempt, signal) => {
      const newCharge = chargeFor(attempt);
      if (newCharge === null) return { ...EMPTY_SNAPSHOT, state: 'failed', reason: 'declined' };
      try {
        const charge = await client.createCharge(attempt.attemptId, newCharge, signal);
        return snapshotOf(charge, await qrOf(charge, signal));
      } catch (error) {
        if (!(error instanceof ProviderRefusalError)) throw error;
        const code = codeOf(error);
        // Any other code indicates a bug or wrong account settings.
        if (!CARD_REFUSALS.has(code)) {
          logger.error(
            { status: error.status, code, method: attempt.method },
            'Omise refused the charge',
          );
        }
        return { ...EMPTY_SNAPSHOT, state: 'failed', reason: 'declined' };
      }
    },
    poll: async (attempt, signal): Promise<ProviderSnapshot | null> => {
      const charge = await findChargeOf(attempt, signal);
      if (charge === null) return null;
      // Reads the QR code only if the response that contained it was lost.
      const isResponseLost = attempt.providerRef === null;
      return snapshotOf(charge, isResponseLost ? await qrOf(charge, signal) : null);
    },
    cancel: async (attempt, signal) => {
      const charge = await findChargeOf(attempt, signal);
      if (charge === null || charge.status !== 'pending') {
        return charge === null ? null : snapshotOf(charge, null);
      }
      try {
        return snapshotOf(await client.expireCharge(charge.id, signal), null);
      } catch (error) {
        // Most payment methods do not support cancelling a charge.
        if (error instanceof ProviderRefusalError) return snapshotOf(charge, null);
        throw error;
      }
    },
    refund: async (attempt, { refundId, satang }, signal) => {
      const charge = await findChargeOf(attempt, signal);
      if (charge === null) return { state: 'failed', providerRef: null };
      // Omise forgets idempotency keys after a day, so an earlier refund is searched for first.
      const done = charge.refunds.data.find(({ metadata }) => metadata.refund_id === refundId);
      if (done !== undefined) return { state: refundStateOf(done), providerRef: done.id };
      try {
        const order = { chargeId: charge.id, amount: satang };
        const refund = await client.createRefund(refundId, order, signal);
        return { state: refundStateOf(refund), providerRef: refund.id };
      } catch (error) {
        if (!(error instanceof ProviderRefusalError)) throw error;
        logger.warn({ charge: charge.id, code: codeOf(error) }, 'Omise refused the refund');
        return { state: 'failed', providerRef: null };
      }
    },
  };
}
