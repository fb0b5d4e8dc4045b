import { lazySheet } from '../../../shared/dialogs/lazy-sheet.tsx';
import { needCatalogue } from '../../../shared/language/catalogue.ts';

/** The top-up flow in a sheet, loaded with its catalogue on first use. Render it within `Suspense`. */
export const LazyTopUpSheet = lazySheet(async () => {
  const [{ TopUpSheet }] = await Promise.all([
    import('../../checkout/phone/top-up-sheet.tsx'),
    needCatalogue('wallet'),
  ]);
  return TopUpSheet;
});
