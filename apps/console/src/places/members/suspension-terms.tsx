import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { SelectField, TextArea } from '../../shared/ui/field.tsx';

const DAY_HOURS = 24;
const HOURS = [1, 6, 24, 72, LIMITS.suspensionHoursMax] as const;
/** Lengths that only an owner may choose. The last one has no end: staff has to lift it. */
const OWNER_HOURS = [14 * DAY_HOURS, 30 * DAY_HOURS, 90 * DAY_HOURS, Infinity] as const;
export const HOURS_FIRST = 24;

interface SuspensionTermsProps {
  readonly hours: number;
  readonly onHours: (hours: number) => void;
  /** Whether the lengths that only an owner may choose are offered. */
  readonly isOwner?: boolean;
}

/** A choice of the suspension's length in hours. `Infinity`: until it is lifted. */
export function SuspensionTerms({ hours, onHours, isOwner = false }: SuspensionTermsProps) {
  const { t } = useLingui();
  const nameOf = (length: number): string => {
    if (length === Infinity) return t`Until it is lifted`;
    const days = length / DAY_HOURS;
    if (length === 1) return t`1 hour`;
    if (length < DAY_HOURS) return t`${length} hours`;
    return days === 1 ? t`1 day` : t`${days} days`;
  };
  return (
    <SelectField
      label={t`For`}
      value={String(hours)}
      options={[...HOURS, ...(isOwner ? OWNER_HOURS : [])].map((length) => ({
        value: String(length),
        label: nameOf(length),
      }))}
      onChange={(event) => onHours(Number(event.currentTarget.value))}
    />
  );
}

/** A field for what staff saw: evidence for a later review of the sanction. */
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
