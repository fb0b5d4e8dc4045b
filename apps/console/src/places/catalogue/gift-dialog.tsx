import { Trans, useLingui } from '@lingui/react/macro';
import type { GiftEffect, OperatorGift } from '@sangwian/contract/endpoints/operator/catalogue';
import { GIFT_DRAWINGS, type GiftDrawing } from '@sangwian/contract/rules/gift-drawings';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { ReasonField } from '../../shared/forms/reason-field.tsx';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { useLanguage } from '../../shared/language/language.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { CheckField, Field, SelectField } from '../../shared/ui/field.tsx';
import layout from '../../shared/ui/place.module.css';
import { GiftPreview } from './gift-preview.tsx';
import { useDrawingNames, useEffectNames } from './names.ts';

const NAME_CHARS_MAX = 40;
const COINS_MAX = 100_000;
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
  /** The gift to change; `null`: create a new one. */
  readonly gift: OperatorGift | null;
  readonly onClose: () => void;
}

/** Returns the labels and displayed values of the form's fields, for the message about a stale edit. */
function useGiftStaleTexts() {
  const { t } = useLingui();
  const effects = useEffectNames();
  const drawings = useDrawingNames();
  return {
    names: {
      name: t`Name`,
      coins: t`Price in coins`,
      drawing: t`Picture`,
      effect: t`Animation`,
      offered: t`Fans can send it`,
    },
    showValue: (field: string, value: string) => {
      if (field === 'drawing') return drawings[value] ?? value;
      if (field === 'effect') return effects[value as GiftEffect];
      return field === 'name' ? Object.values(JSON.parse(value)).join(' · ') : value;
    },
  };
}

/** Creates or changes a gift and previews it as fans see it. */
export default function GiftDialog({ gift, onClose }: GiftDialogProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const effectNames = useEffectNames();
  const drawingNames = useDrawingNames();
  const staleTexts = useGiftStaleTexts();
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: valuesOf(gift),
    topic: 'catalogue',
    version: gift?.version,
    send: async ({ th, en, coins, reason, ...rest }, version) => {
      const fields = { ...rest, name: { th, en }, coins: Number(coins) };
      await (gift === null
        ? callStaff('POST /operator/gift', { body: fields })
        : callStaff('PUT /operator/gift/{gift_id}', {
            params: { gift_id: gift.gift_id },
            body: { ...fields, version, reason },
          }));
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
    <SaveDialog
      title={gift === null ? t`New gift` : t`Change ${gift.name[language === 'TH' ? 'th' : 'en']}`}
      description={
        gift === null
          ? t`It is added at the end of the list.`
          : t`The new price applies to the next gift. Gifts that were sent keep theirs.`
      }
      action={gift === null ? <Trans>Create the gift</Trans> : <Trans>Save the gift</Trans>}
      {...staleTexts}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <div className={layout.pair}>
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
      <div className={layout.pair}>
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
      <CheckField label={t`Fans can send it`} {...form.register('offered')} />
      {gift === null ? null : (
        <ReasonField
          error={errorOf('reason')}
          {...form.register('reason', { validate: isFilled })}
        />
      )}
    </SaveDialog>
  );
}
