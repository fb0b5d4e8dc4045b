import { createTabDraft } from '../../../shared/storage/tab-draft.ts';
import type { CardToken } from '../core/omise.ts';

interface ChosenCard extends CardToken {
  readonly order_id: string;
}

const EMPTY: ChosenCard = { order_id: '', token: '', brand: '', last_digits: '' };

/**
 * The card that a fan has chosen for an order but not charged yet. Contains the card's brand, its last digits and the
 * provider's single-use token, which cannot be charged without our secret key. Never contains the card number.
 */
export const chosenCard = createTabDraft<ChosenCard>('wallet-card', EMPTY);

/** Returns the card that was chosen for this order; `null` if there is none. */
export const cardOf = (chosen: ChosenCard, orderId: string): ChosenCard | null =>
  chosen.order_id === orderId && chosen.token !== '' ? chosen : null;
