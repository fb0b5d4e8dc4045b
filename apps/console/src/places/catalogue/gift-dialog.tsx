import { Trans, useLingui } from '@lingui/react/macro';
import type { GiftEffect, OperatorGift } from '@sangwian/contract/endpoints/operator/catalogue';
import { GIFT_DRAWINGS, type GiftDrawing } from '@sangwian/contract/rules/gift-drawings';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { useLanguage } from '../../shared/language/language.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Field, SelectField, TextArea } from '../../shared/ui/field.tsx';
import styles from './catalogue-place.module.css';
import { GiftPreview } from './gift-preview.tsx';
import { useDrawingNames, useEffectNames } from './names.ts';
import { StaleNotice, useStaleEdit } from './use-stale-edit.tsx';

const NAME_CHARS_MAX = 40;
const COINS_MAX = 100_000;
const REASON_CHARS_MAX = 500;
const EFFECTS: readonly GiftEffect[] = ['spark', 'burst', 'storm'];

interface Values {
  th: string;
  en: string;
  coins: string;
  drawing: GiftDrawing;
  effect: GiftEffect;
  offered: boolean;
  reason: string;
}

const valuesOf = (gift: OperatorGift | null): Values => ({
  th: gift?.name.th ?? '',
  en: gift?.name.en ?? '',
  coins: gift === null ? '' : String(gift.coins),
  drawing: (gift?.drawing ?? 'garland') as GiftDrawing,
  effect: gift?.effect ?? 'spark',
  offered: gift?.offered ?? true,
  reason: '',
});

interface GiftDialogProps {
  /** `null`: a new one. */
  readonly gift: OperatorGift | null;
  readonly onClose: () => void;
}

/** Creates or changes a gift, with the preview of what fans see. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: most lines are one tree of JSX markup.
export default function GiftDialog({ gift, onClose }: GiftDialogProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const isLocked = useWritesLocked();
  const effectNames = useEffectNames();
  const drawingNames = useDrawingNames();
  const { stale, guard } = useStaleEdit();
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: valuesOf(gift),
    send: async ({ th, en, coins, reason, ...rest }) => {
      const fields = { ...rest, name: { th, en }, coins: Number(coins) };
      await guard(() =>
        gift === null
          ? callStaff('POST /operator/gift', { body: fields })
          : callStaff('PUT /operator/gift/{gift_id}', {
              params: { gift_id: gift.gift_id },
              body: { ...fields, version: gift.version, reason },
            }),
      );
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
      showToast('done', t`Saved. Fans see it now.`);
      onClose();
    },
  });
  const isFilled = (text: string) => text.trim() !== '' || t`Fill this in`;
  const isPrice = (text: string) =>
    (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= COINS_MAX) ||
    t`A whole number from 1 to 100,000`;
  const shown = form.watch();
  return (
    <Dialog
      title={gift === null ? t`New gift` : t`Change ${gift.name[language === 'TH' ? 'th' : 'en']}`}
      description={
        gift === null
          ? t`It is added at the end of the list.`
          : t`The new price applies to the next gift. Gifts that were sent keep theirs.`
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
            {gift === null ? <Trans>Create the gift</Trans> : <Trans>Save the gift</Trans>}
          </Button>
        </>
      }
    >
      <DialogBody>
        <div className={styles.pair}>
          <Field
            label={t`Name in Thai`}
            autoComplete="off"
            maxLength={NAME_CHARS_MAX}
            error={errorOf('th')}
            {...form.register('th', { validate: isFilled })}
          />
          <Field
            label={t`Name in English`}
            autoComplete="off"
            maxLength={NAME_CHARS_MAX}
            error={errorOf('en')}
            {...form.register('en', { validate: isFilled })}
          />
        </div>
        <div className={styles.pair}>
          <Field
            label={t`Price in coins`}
            inputMode="numeric"
            autoComplete="off"
            error={errorOf('coins')}
            {...form.register('coins', { validate: isPrice })}
          />
          <SelectField
            label={t`Animation`}
            options={EFFECTS.map((value) => ({ value, label: effectNames[value] }))}
            {...form.register('effect')}
          />
        </div>
        <SelectField
          label={t`Picture`}
          options={GIFT_DRAWINGS.map((value) => ({ value, label: drawingNames[value] ?? value }))}
          {...form.register('drawing')}
        />
        <GiftPreview
          name={(language === 'TH' ? shown.th : shown.en) || t`Gift`}
          coins={Number(shown.coins) || 0}
          drawing={shown.drawing}
          effect={shown.effect}
        />
        <label className={styles.check}>
          <input type="checkbox" {...form.register('offered')} />
          <Trans>Fans can send it</Trans>
        </label>
        {gift === null ? null : (
          <TextArea
            label={t`Reason`}
            hint={t`It is kept in the audit.`}
            rows={2}
            maxLength={REASON_CHARS_MAX}
            error={errorOf('reason')}
            {...form.register('reason', { validate: isFilled })}
          />
        )}
        <StaleNotice stale={stale} />
        <FormFailure error={failure} />
      </DialogBody>
    </Dialog>
  );
}
