import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { needCatalogue } from '../../shared/language/catalogue.ts';

/** Redeems a code, from any page: its words come with it. Draw it within `Suspense`. */
export const LazyRedeemDialog = lazyDialog(async () => {
  const [{ RedeemDialog }] = await Promise.all([
    import('./redeem-dialog.tsx'),
    needCatalogue('wallet'),
  ]);
  return RedeemDialog;
});
