import { lazy } from 'react';
import { laterSheet } from '../../shared/dialogs/later-sheet.tsx';

/** The panels come when they are looked at: the page begins with the picture. Draw them within `Suspense`. */
export const LaterCheerPanel = lazy(async () => ({
  default: (await import('./cheer-panel.tsx')).CheerPanel,
}));

/** The same over the chat. */
export const LaterCheerSheet = laterSheet(
  async () => (await import('./cheer-sheet.tsx')).CheerSheet,
);

export const LaterSupporters = lazy(async () => ({
  default: (await import('./supporters.tsx')).Supporters,
}));

export const LaterGiftBurst = lazy(async () => ({
  default: (await import('./gift-burst.tsx')).GiftBurst,
}));
