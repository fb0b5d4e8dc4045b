import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { FieldMessages } from '@sangwian/ui/field-messages';
import { SelectField } from '@sangwian/ui/select-field';
import { type FocusEvent, type ReactNode, type Ref, useId } from 'react';
import { useLanguage } from '../language/use-language.ts';
import styles from './birth-date-field.module.css';
import type { BirthDateParts } from './form-rules.ts';

const BUDDHIST_YEARS_AHEAD = 543;
/** The number of years in the list, from the minimum age to over a hundred. */
const YEARS_SHOWN = 90;

interface BirthDateFieldProps {
  readonly value: BirthDateParts;
  readonly onChange: (value: BirthDateParts) => void;
  /** Called when the focus leaves the group of selects. */
  readonly onBlur?: (() => void) | undefined;
  /** Today as `YYYY-MM-DD` in Bangkok (`isoDateInBangkok`). The list of years ends at the minimum age. */
  readonly today: string;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
  /** The first select, which receives the focus. */
  readonly ref?: Ref<HTMLSelectElement>;
}

const monthNames = (language: 'TH' | 'EN'): string[] => {
  const format = new Intl.DateTimeFormat(language === 'TH' ? 'th-TH-u-ca-gregory' : 'en-GB', {
    month: 'long',
    timeZone: 'UTC',
  });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2001, month, 1)));
};

/**
 * Day, month and year of birth. The year is Gregorian; Thai readers see the Buddhist year next to it.
 *
 * @example <Controller name="birth" control={control} render={({ field }) => <BirthDateField today={today} {...field} />} />
 */
export function BirthDateField(props: BirthDateFieldProps) {
  const { value, onChange, onBlur, today, error, disabled, ref } = props;
  const { t } = useLingui();
  const { language } = useLanguage();
  const id = useId();
  const thai = language === 'TH';
  const lastYear = Number(today.slice(0, 4)) - LIMITS.ageYearsMin;
  const years = Array.from({ length: YEARS_SHOWN }, (_, ago) => lastYear - ago);
  const leave = (event: FocusEvent<HTMLFieldSetElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
  };
  const part = (name: keyof BirthDateParts) => ({
    value: value[name],
    autoComplete: `bday-${name}`,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': `${id}-error`,
    ...(disabled ? { disabled } : {}),
    onChange: (event: { currentTarget: HTMLSelectElement }) =>
      onChange({ ...value, [name]: event.currentTarget.value }),
  });
  return (
    <fieldset className={styles.field} onBlur={leave}>
      <legend className={styles.legend}>{t`Date of birth`}</legend>
      <div className={styles.parts}>
        <SelectField label={t`Day`} {...(ref ? { ref } : {})} {...part('day')}>
          <option value="">–</option>
          {Array.from({ length: 31 }, (_, day) => String(day + 1)).map((day) => (
            <option key={day} value={day}>
              {day}
            </option>
          ))}
        </SelectField>
        <SelectField label={t`Month`} {...part('month')}>
          <option value="">–</option>
          {monthNames(language).map((month, index) => (
            <option key={month} value={String(index + 1)}>
              {month}
            </option>
          ))}
        </SelectField>
        <SelectField label={t({ message: 'Year', context: 'of birth' })} {...part('year')}>
          <option value="">–</option>
          {years.map((year) => (
            <option key={year} value={String(year)}>
              {thai ? `${year} (${year + BUDDHIST_YEARS_AHEAD})` : year}
            </option>
          ))}
        </SelectField>
      </div>
      <FieldMessages id={id} error={error} />
    </fieldset>
  );
}
