import { laterDialog } from '../../shared/dialogs/later-dialog.tsx';
import { needCatalogue } from '../../shared/language/catalogue.ts';

/** Redeems a code, from any page: its words come with it. Draw it within `Suspense`. */
export const LaterRedeemDialog = laterDialog(async () => {
  const [{ RedeemDialog }] = await Promise.all([
    import('./redeem-dialog.tsx'),
    needCatalogue('wallet'),
  ]);
  return RedeemDialog;
});
