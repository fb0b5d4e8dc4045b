import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { SelectField, TextArea } from '../../shared/ui/field.tsx';

const HOURS = [1, 6, 24, 72, LIMITS.suspensionHoursMax] as const;
export const HOURS_FIRST = 24;
const DAY_HOURS = 24;

/** The length of a suspension and what was seen. */
export function SuspensionTerms({
  hours,
  onHours,
}: {
  readonly hours: number;
  readonly onHours: (hours: number) => void;
}) {
  const { t } = useLingui();
  const nameOf = (length: number): string => {
    const days = length / DAY_HOURS;
    if (length === 1) return t`1 hour`;
    if (length < DAY_HOURS) return t`${length} hours`;
    return days === 1 ? t`1 day` : t`${days} days`;
  };
  return (
    <SelectField
      label={t`For`}
      value={String(hours)}
      options={HOURS.map((length) => ({ value: String(length), label: nameOf(length) }))}
      onChange={(event) => onHours(Number(event.currentTarget.value))}
    />
  );
}

/** What staff saw, for whoever looks at the sanction later. */
export function EvidenceField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (evidence: string) => void;
}) {
  const { t } = useLingui();
  return (
    <TextArea
      label={t`Evidence`}
      hint={t`Optional: the message, an order number, a link. Only staff read it.`}
      rows={2}
      maxLength={LIMITS.evidenceCharsMax}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
