import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { Field } from '@sangwian/ui/field';
import { CalendarDays } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import styles from './day-field.module.css';
import { formatTyped, isComplete, readTyped, showDay } from './typed-day.ts';

interface DayFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`. */
  readonly value: string | null;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Called with `YYYY-MM-DD`, or with an empty text for no day. */
  readonly onChange: (value: string) => void;
}

/**
 * A day as `DD/MM/YYYY`, typed or picked. A native date field shows days in the order of the browser's language, so it only
 * provides the calendar.
 */
export function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(showDay(value));
  const [left, setLeft] = useState(false);
  const calendar = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A new value replaces the typed text, unless the value was parsed from that text.
    setTyped((before) => (readTyped(before) === value ? before : showDay(value)));
  }, [value]);
  const type = (text: string): void => {
    const shown = formatTyped(text);
    setTyped(shown);
    setLeft(false);
    const day = readTyped(shown);
    if (day !== null || (shown === '' && value !== null)) onChange(day ?? '');
  };
  const wrong = isComplete(typed)
    ? t`This day does not exist`
    : t`Please enter a day as DD/MM/YYYY`;
  return (
    <div className={styles.place}>
      <Field
        label={label}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t`DD/MM/YYYY`}
        value={typed}
        error={left && typed !== '' && readTyped(typed) === null ? wrong : null}
        onBlur={() => setLeft(true)}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        trailing={
          <IconButton
            label={t`Open the calendar: ${label}`}
            onClick={() => calendar.current?.showPicker?.()}
          >
            <CalendarDays size={20} aria-hidden="true" />
          </IconButton>
        }
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        className={styles.calendar}
        min={min}
        max={max}
        value={value ?? ''}
        onChange={({ currentTarget }) => type(showDay(currentTarget.value || null))}
      />
    </div>
  );
}
