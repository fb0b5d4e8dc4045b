import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorPartner } from '@sangwian/contract/endpoints/operator/partners';
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

const NAME_CHARS_MAX = 100;
const SATANG_MAX = 1_000_000_000_000;
const REASON_CHARS_MAX = 500;
/** A million baht, and five thousand. */
const DAY_SATANG = 100_000_000;
const MEMBER_SATANG = 500_000;

interface PartnerDialogProps {
  /** `null`: a new one. */
  readonly partner: OperatorPartner | null;
  readonly onClose: () => void;
}

/** Creates or changes a partner. Its keys are added afterwards. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: most lines are one tree of JSX markup.
export default function PartnerDialog({ partner, onClose }: PartnerDialogProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const { stale, guard } = useStaleEdit();
  const { form, submit, isSending, failure, errorOf } = useStaffForm({
    defaultValues: {
      id: partner?.map_system_id ?? '',
      name: partner?.name ?? '',
      perDay: bahtText(partner?.satang_per_day_max ?? DAY_SATANG),
      perMember: bahtText(partner?.member_satang_per_day_max ?? MEMBER_SATANG),
      active: partner?.active ?? true,
      reason: '',
    },
    fields: { partner_exists: 'id' },
    send: async ({ id, name, perDay, perMember, active, reason }) => {
      const fields = {
        name,
        satang_per_day_max: parseBaht(perDay) ?? 0,
        member_satang_per_day_max: parseBaht(perMember) ?? 0,
      };
      await guard(() =>
        partner === null
          ? callStaff('POST /operator/partner', { body: { map_system_id: id, ...fields } })
          : callStaff('PUT /operator/partner/{map_system_id}', {
              params: { map_system_id: partner.map_system_id },
              body: { ...fields, active, version: partner.version, reason },
            }),
      );
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
    <Dialog
      title={partner === null ? t`New partner` : t`Change ${partner.name}`}
      description={
        partner?.kept_by === 'file'
          ? t`This partner comes from the file of partners. After this change only the console changes it.`
          : t`Members of a disabled partner are signed out within half a minute.`
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
            {partner === null ? <Trans>Create the partner</Trans> : <Trans>Save the partner</Trans>}
          </Button>
        </>
      }
    >
      <DialogBody>
        <div className={styles.pair}>
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
        <div className={styles.pair}>
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
            <label className={styles.check}>
              <input type="checkbox" {...form.register('active')} />
              <Trans>Its members can sign in</Trans>
            </label>
            <TextArea
              label={t`Reason`}
              hint={t`It is kept in the audit.`}
              rows={2}
              maxLength={REASON_CHARS_MAX}
              error={errorOf('reason')}
              {...form.register('reason', { validate: isFilled })}
            />
          </>
        )}
        <StaleNotice stale={stale} />
        <FormFailure error={failure} />
      </DialogBody>
    </Dialog>
  );
}
