import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorRates } from '@sangwian/contract/endpoints/operator/catalogue';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Field, TextArea } from '../../shared/ui/field.tsx';
import styles from './catalogue-place.module.css';
import { parseRates } from './parse-rates.ts';
import { StaleNotice, useStaleEdit } from './use-stale-edit.tsx';

const REASON_CHARS_MAX = 500;
const SOURCE_CHARS_MAX = 100;
const BANGKOK_MS = 7 * 60 * 60_000;

const today = (): string => new Date(Date.now() + BANGKOK_MS).toISOString().slice(0, 10);

interface RatesDialogProps {
  readonly rates: OperatorRates;
  readonly onClose: () => void;
}

/** Replaces the exchange rates. */
export default function RatesDialog({ rates, onClose }: RatesDialogProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const { stale, guard } = useStaleEdit();
  const { form, submit, isSending, failure, errorOf } = useStaffForm({
    defaultValues: {
      lines: rates.rates.map(({ code, rate }) => `${code} ${rate}`).join('\n'),
      as_of: today(),
      source: rates.by === null ? '' : (rates.source ?? ''),
      reason: '',
    },
    send: async ({ lines, as_of, source, reason }) => {
      const body = { rates: parseRates(lines) ?? [], as_of, source, reason };
      await guard(() =>
        callStaff('PUT /operator/rates', { body: { ...body, version: rates.version } }),
      );
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
      showToast('done', t`Saved`);
      onClose();
    },
  });
  const isFilled = (text: string) => text.trim() !== '' || t`Fill this in`;
  return (
    <Dialog
      title={t`Enter rates`}
      description={
        rates.automatic
          ? t`The rates service replaces them at its next answer of the same or a later day.`
          : t`Currencies that are not in the list are no longer shown.`
      }
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button type="submit" variant="primary" size="big" disabled={isSending || isLocked}>
            <Trans>Save the rates</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        <TextArea
          label={t`Rates for one baht`}
          hint={t`One currency a line: USD 0.0281`}
          rows={6}
          spellCheck={false}
          className={styles.mono}
          error={errorOf('lines')}
          {...form.register('lines', {
            validate: (text) =>
              parseRates(text) !== null || t`One currency a line, each once: USD 0.0281`,
          })}
        />
        <div className={styles.pair}>
          <Field
            label={t`Date`}
            type="date"
            max={today()}
            error={errorOf('as_of')}
            {...form.register('as_of', { validate: isFilled })}
          />
          <Field
            label={t`Source`}
            autoComplete="off"
            maxLength={SOURCE_CHARS_MAX}
            error={errorOf('source')}
            {...form.register('source', { validate: isFilled })}
          />
        </div>
        <TextArea
          label={t`Reason`}
          hint={t`It is kept in the audit.`}
          rows={2}
          maxLength={REASON_CHARS_MAX}
          error={errorOf('reason')}
          {...form.register('reason', { validate: isFilled })}
        />
        <StaleNotice stale={stale} />
        <FormFailure error={failure} />
      </DialogBody>
    </Dialog>
  );
}
