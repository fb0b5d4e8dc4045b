import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { needCatalogue } from '../../shared/language/catalogue.ts';

/** The redeem dialog, loaded with its catalogue. Render it within `Suspense`. */
export const LazyRedeemDialog = lazyDialog(async () => {
  const [{ RedeemDialog }] = await Promise.all([
    import('./redeem-dialog.tsx'),
    needCatalogue('wallet'),
  ]);
  return RedeemDialog;
});
