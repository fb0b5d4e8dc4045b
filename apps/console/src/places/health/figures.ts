import { useLingui } from '@lingui/react/macro';
import { formatCount } from '@sangwian/i18n/format-number';

const MS_PER_S = 1_000;
/** From here on tenths of a second say nothing. */
const WHOLE_FROM_S = 100;

/** Returns formats of measured values. A missing value is a dash. */
export function useFigures() {
  const { t } = useLingui();
  return {
    seconds: (ms: number | null): string => {
      if (ms === null) return '–';
      const s = ms / MS_PER_S;
      const text = s >= WHOLE_FROM_S ? String(Math.round(s)) : s.toFixed(1);
      return t`${text} s`;
    },
    percent: (share: number | null): string =>
      share === null ? '–' : `${(share * 100).toFixed(1)} %`,
    count: (value: number): string => formatCount(value),
  };
}
