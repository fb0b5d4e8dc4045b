import { useLingui } from '@lingui/react/macro';
import { formatDateTime } from '@sangwian/i18n/format-date';

type Options = readonly { readonly value: string; readonly label: string }[];

/** Returns the labels and displayed values of this place's form fields, for the message about a stale edit. */
export function useStaleTexts(choices: Readonly<Record<string, Options>> = {}) {
  const { t } = useLingui();
  return {
    names: {
      title_th: t`Title in Thai`,
      title_en: t`Title in English`,
      name_th: t`Name in Thai`,
      name_en: t`Name in English`,
      nickname_th: t`Nickname in Thai`,
      nickname_en: t`Nickname in English`,
      province_th: t`Province in Thai`,
      province_en: t`Province in English`,
      promotion_id: t`Promotion`,
      stadium_id: t`Stadium`,
      gym_id: t`Gym`,
      division_id: t`Division`,
      red_fighter_id: t`Red corner`,
      blue_fighter_id: t`Blue corner`,
      starts_at: t`Begins (Bangkok time)`,
      weight_pounds: t`Weight in pounds`,
      weight_pounds_max: t`Most pounds`,
      height_cm: t`Height in cm`,
      born_on: t`Date of birth`,
      dominant_hand: t`Dominant hand`,
      rounds: t`Rounds`,
      main_event: t`Main event`,
      price_coins: t`Price in coins`,
      channel_id: t`Channel`,
      external: t`Partners may show it`,
    },
    showValue: (field: string, value: string): string => {
      if (field === 'starts_at') return formatDateTime(value);
      if (field === 'dominant_hand') return value === 'left' ? t`Left` : t`Right`;
      return choices[field]?.find((option) => option.value === value)?.label ?? value;
    },
  };
}
