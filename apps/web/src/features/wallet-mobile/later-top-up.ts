import { laterDialog } from '../../shared/dialogs/later-dialog.tsx';
import { needCatalogue } from '../../shared/language/catalogue.ts';

/** More coins beside the live: the flow and its words come when it is opened. Draw it within `Suspense`. */
export const LaterTopUpSheet = laterDialog(async () => {
  const [{ TopUpSheet }] = await Promise.all([
    import('./top-up-sheet.tsx'),
    needCatalogue('wallet'),
  ]);
  return TopUpSheet;
});
