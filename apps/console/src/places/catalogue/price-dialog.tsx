import { Trans, useLingui } from '@lingui/react/macro';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Field, TextArea } from '../../shared/ui/field.tsx';
import { bahtText, formatBaht, parseBaht } from './baht.ts';
import styles from './catalogue-place.module.css';
import { StaleNotice, useStaleEdit } from './use-stale-edit.tsx';

const PACKAGE_SATANG_MAX = 100_000_000;
const COIN_SATANG_MAX = 10_000;
const REASON_CHARS_MAX = 500;

interface PriceDialogProps {
  /** `null`: the price of one coin in a custom amount. */
  readonly packageId: number | null;
  readonly name: string;
  readonly satang: number;
  readonly offered: boolean;
  readonly version: number;
  readonly onClose: () => void;
}

/** Changes the price of a package or of custom amounts, withdraws a package or offers it again. */
export default function PriceDialog(props: PriceDialogProps) {
  const { packageId, name, version, onClose } = props;
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const { stale, guard } = useStaleEdit();
  const satangMax = packageId === null ? COIN_SATANG_MAX : PACKAGE_SATANG_MAX;
  const { form, submit, isSending, failure, errorOf } = useStaffForm({
    defaultValues: { baht: bahtText(props.satang), offered: props.offered, reason: '' },
    send: async ({ baht, offered, reason }) => {
      const satang = parseBaht(baht) ?? 0;
      await guard(() =>
        packageId === null
          ? callStaff('PUT /operator/coin/custom-price', {
              body: { satang_per_coin: satang, version, reason },
            })
          : callStaff('PUT /operator/coin/package/{package_id}', {
              params: { package_id: packageId },
              body: { satang, offered, version, reason },
            }),
      );
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
    <Dialog
      title={name}
      description={t`New orders have the new price. Orders that were made keep theirs, and a fan who saw the old one is asked before anything is charged.`}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button type="submit" variant="primary" size="big" disabled={isSending || isLocked}>
            <Trans>Save the price</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        <Field
          label={t`Price in baht`}
          hint={t`Now ${formatBaht(props.satang)}`}
          inputMode="decimal"
          autoComplete="off"
          error={errorOf('baht')}
          {...form.register('baht', { validate: isPrice })}
        />
        {packageId === null ? null : (
          <label className={styles.check}>
            <input type="checkbox" {...form.register('offered')} />
            <Trans>Fans can buy it</Trans>
          </label>
        )}
        <TextArea
          label={t`Reason`}
          hint={t`It is kept in the audit.`}
          rows={2}
          maxLength={REASON_CHARS_MAX}
          error={errorOf('reason')}
          {...form.register('reason', {
            validate: (text) => text.trim() !== '' || t`Fill this in`,
          })}
        />
        <StaleNotice stale={stale} />
        <FormFailure error={failure} />
      </DialogBody>
    </Dialog>
  );
}
