import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorRates } from '@sangwian/contract/endpoints/operator/catalogue';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { ReasonField } from '../../shared/forms/reason-field.tsx';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { Field, TextArea } from '../../shared/ui/field.tsx';
import layout from '../../shared/ui/place.module.css';
import { parseRates } from './parse-rates.ts';

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
  const { form, submit, isSending, failure, errorOf } = useStaffForm({
    defaultValues: {
      lines: rates.rates.map(({ code, rate }) => `${code} ${rate}`).join('\n'),
      as_of: today(),
      source: rates.by === null ? '' : (rates.source ?? ''),
      reason: '',
    },
    topic: 'catalogue',
    version: rates.version,
    send: async ({ lines, as_of, source, reason }, version) => {
      const body = { rates: parseRates(lines) ?? [], as_of, source, reason };
      await callStaff('PUT /operator/rates', { body: { ...body, version } });
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
      showToast('done', t`Saved`);
      onClose();
    },
  });
  const isFilled = (text: string) => text.trim() !== '' || t`Fill this in`;
  return (
    <SaveDialog
      title={t`Enter rates`}
      description={
        rates.automatic
          ? t`The rates service replaces them at its next answer of the same or a later day.`
          : t`Currencies that are not in the list are no longer shown.`
      }
      action={<Trans>Save the rates</Trans>}
      names={{ source: t`Source` }}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <TextArea
        label={t`Rates for one baht`}
        hint={t`One currency a line: USD 0.0281`}
        rows={6}
        spellCheck={false}
        className={layout.mono}
        error={errorOf('lines')}
        {...form.register('lines', {
          validate: (text) =>
            parseRates(text) !== null || t`One currency a line, each once: USD 0.0281`,
        })}
      />
      <div className={layout.pair}>
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
      <ReasonField error={errorOf('reason')} {...form.register('reason', { validate: isFilled })} />
    </SaveDialog>
  );
}
