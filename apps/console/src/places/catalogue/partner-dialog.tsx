import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorPartner } from '@sangwian/contract/endpoints/operator/partners';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { bahtText, formatBaht, parseBaht } from '../../shared/baht.ts';
import { ReasonField } from '../../shared/forms/reason-field.tsx';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { CheckField, Field } from '../../shared/ui/field.tsx';
import layout from '../../shared/ui/place.module.css';

const NAME_CHARS_MAX = 100;
const SATANG_MAX = 1_000_000_000_000;
/** Default daily limits: ฿1,000,000 for all members and ฿5,000 for one member. */
const DAY_SATANG = 100_000_000;
const MEMBER_SATANG = 500_000;

interface PartnerDialogProps {
  /** The partner to change; `null`: create a new one. */
  readonly partner: OperatorPartner | null;
  readonly onClose: () => void;
}

const valuesOf = (partner: OperatorPartner | null) => ({
  id: partner?.map_system_id ?? '',
  name: partner?.name ?? '',
  perDay: bahtText(partner?.satang_per_day_max ?? DAY_SATANG),
  perMember: bahtText(partner?.member_satang_per_day_max ?? MEMBER_SATANG),
  active: partner?.active ?? true,
  reason: '',
});

/** Returns the labels and displayed values of the form's fields, for the message about a stale edit. */
function usePartnerStaleTexts() {
  const { t } = useLingui();
  const amounts = {
    satang_per_day_max: t`Baht a day, all members`,
    member_satang_per_day_max: t`Baht a day, one member`,
  };
  return {
    names: { name: t`Name`, active: t`Its members can sign in`, ...amounts },
    showValue: (field: string, value: string) =>
      field in amounts ? formatBaht(Number(value)) : value,
  };
}

/** Creates or changes a partner. Keys are added to an existing partner. */
export default function PartnerDialog({ partner, onClose }: PartnerDialogProps) {
  const { t } = useLingui();
  const staleTexts = usePartnerStaleTexts();
  const { form, submit, isSending, failure, errorOf } = useStaffForm({
    defaultValues: valuesOf(partner),
    fields: { partner_exists: 'id' },
    topic: 'catalogue',
    version: partner?.version,
    send: async ({ id, name, perDay, perMember, active, reason }, version) => {
      const fields = {
        name,
        satang_per_day_max: parseBaht(perDay) ?? 0,
        member_satang_per_day_max: parseBaht(perMember) ?? 0,
      };
      await (partner === null
        ? callStaff('POST /operator/partner', { body: { map_system_id: id, ...fields } })
        : callStaff('PUT /operator/partner/{map_system_id}', {
            params: { map_system_id: partner.map_system_id },
            body: { ...fields, active, version, reason },
          }));
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
      showToast('done', t`Saved`);
      onClose();
    },
  });
  const isFilled = (text: string) => text.trim() !== '' || t`Fill this in`;
  const isAmount = (text: string) => {
    const satang = parseBaht(text);
    return (
      (satang !== null && satang <= SATANG_MAX) || t`An amount up to ${formatBaht(SATANG_MAX)}`
    );
  };
  return (
    <SaveDialog
      title={partner === null ? t`New partner` : t`Change ${partner.name}`}
      description={
        partner?.kept_by === 'file'
          ? t`This partner comes from the file of partners. After this change only the console changes it.`
          : t`Members of a disabled partner are signed out within half a minute.`
      }
      action={
        partner === null ? <Trans>Create the partner</Trans> : <Trans>Save the partner</Trans>
      }
      {...staleTexts}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <div className={layout.pair}>
        {partner === null ? (
          <Field
            label={t`Id`}
            hint={t`Letters, digits, hyphens; the partner signs with it`}
            autoComplete="off"
            error={errorOf('id')}
            {...form.register('id', {
              validate: (text) => /^[\w.-]{1,64}$/.test(text) || t`Letters, digits, hyphens`,
            })}
          />
        ) : null}
        <Field
          label={t`Name`}
          autoComplete="off"
          maxLength={NAME_CHARS_MAX}
          error={errorOf('name')}
          {...form.register('name', { validate: isFilled })}
        />
      </div>
      <div className={layout.pair}>
        <Field
          label={t`Baht a day, all members`}
          hint={t`Purchases on the partner’s account; 0 allows none`}
          inputMode="decimal"
          autoComplete="off"
          error={errorOf('perDay')}
          {...form.register('perDay', { validate: isAmount })}
        />
        <Field
          label={t`Baht a day, one member`}
          inputMode="decimal"
          autoComplete="off"
          error={errorOf('perMember')}
          {...form.register('perMember', { validate: isAmount })}
        />
      </div>
      {partner === null ? null : (
        <>
          <CheckField label={t`Its members can sign in`} {...form.register('active')} />
          <ReasonField
            error={errorOf('reason')}
            {...form.register('reason', { validate: isFilled })}
          />
        </>
      )}
    </SaveDialog>
  );
}
