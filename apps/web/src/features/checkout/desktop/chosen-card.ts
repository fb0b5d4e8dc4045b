import { createTabDraft } from '../../../shared/storage/tab-draft.ts';
import type { CardToken } from '../core/omise.ts';

interface ChosenCard extends CardToken {
  readonly order_id: string;
}

const EMPTY: ChosenCard = { order_id: '', token: '', brand: '', last_digits: '' };

/**
 * The card that an order is to be paid with, between choosing and paying: the provider's token, good for one try and
 * for nobody without our key, and how the card is recognised. Never its number.
 */
export const chosenCard = createTabDraft<ChosenCard>('wallet-card', EMPTY);

/** The card that was chosen for this order; `null` where there is none. */
export const cardOf = (chosen: ChosenCard, orderId: string): ChosenCard | null =>
  chosen.order_id === orderId && chosen.token !== '' ? chosen : null;
