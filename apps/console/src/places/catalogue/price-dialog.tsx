import { Trans, useLingui } from '@lingui/react/macro';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { bahtText, formatBaht, parseBaht } from '../../shared/baht.ts';
import { ReasonField } from '../../shared/forms/reason-field.tsx';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { CheckField, Field } from '../../shared/ui/field.tsx';

const PACKAGE_SATANG_MAX = 100_000_000;
const COIN_SATANG_MAX = 10_000;

interface PriceDialogProps {
  /** The package whose price changes; `null`: the price per coin of a custom amount. */
  readonly packageId: number | null;
  readonly name: string;
  readonly satang: number;
  readonly offered: boolean;
  readonly version: number;
  readonly onClose: () => void;
}

/** Changes the price of a package or of custom amounts, withdraws a package, or offers a withdrawn one again. */
export default function PriceDialog(props: PriceDialogProps) {
  const { packageId, name, onClose } = props;
  const { t } = useLingui();
  const satangMax = packageId === null ? COIN_SATANG_MAX : PACKAGE_SATANG_MAX;
  const { form, submit, isSending, failure, errorOf } = useStaffForm({
    defaultValues: { baht: bahtText(props.satang), offered: props.offered, reason: '' },
    topic: 'catalogue',
    version: props.version,
    send: async ({ baht, offered, reason }, version) => {
      const satang = parseBaht(baht) ?? 0;
      await (packageId === null
        ? callStaff('PUT /operator/coin/custom-price', {
            body: { satang_per_coin: satang, version, reason },
          })
        : callStaff('PUT /operator/coin/package/{package_id}', {
            params: { package_id: packageId },
            body: { satang, offered, version, reason },
          }));
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
      showToast('done', t`Saved. New orders have the new price.`);
      onClose();
    },
  });
  const isPrice = (text: string) => {
    const satang = parseBaht(text);
    return (
      (satang !== null && satang >= 1 && satang <= satangMax) ||
      t`An amount from ฿0.01 to ${formatBaht(satangMax)}`
    );
  };
  return (
    <SaveDialog
      title={name}
      description={t`New orders have the new price. Orders that were made keep theirs, and a fan who saw the old one is asked before anything is charged.`}
      action={<Trans>Save the price</Trans>}
      names={{ satang: t`Price`, satang_per_coin: t`Price`, offered: t`Fans can buy it` }}
      showValue={(field, value) => (field === 'offered' ? value : formatBaht(Number(value)))}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <Field
        label={t`Price in baht`}
        hint={t`Now ${formatBaht(props.satang)}`}
        inputMode="decimal"
        autoComplete="off"
        error={errorOf('baht')}
        {...form.register('baht', { validate: isPrice })}
      />
      {packageId === null ? null : (
        <CheckField label={t`Fans can buy it`} {...form.register('offered')} />
      )}
      <ReasonField
        error={errorOf('reason')}
        {...form.register('reason', {
          validate: (text) => text.trim() !== '' || t`Fill this in`,
        })}
      />
    </SaveDialog>
  );
}
