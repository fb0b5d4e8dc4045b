import { laterSheet } from '../../../shared/dialogs/later-sheet.tsx';
import { needCatalogue } from '../../../shared/language/catalogue.ts';

/** More coins beside the live: the flow and its words come when it is opened. Draw it within `Suspense`. */
export const LaterTopUpSheet = laterSheet(async () => {
  const [{ TopUpSheet }] = await Promise.all([
    import('./top-up-sheet.tsx'),
    needCatalogue('wallet'),
  ]);
  return TopUpSheet;
});
