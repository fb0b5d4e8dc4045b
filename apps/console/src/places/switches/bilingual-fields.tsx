import { useLingui } from '@lingui/react/macro';
import { TextArea } from '../../shared/ui/field.tsx';
import layout from '../../shared/ui/place.module.css';

export interface Bilingual {
  readonly th: string;
  readonly en: string;
}

interface BilingualFieldsProps {
  readonly text: Bilingual;
  readonly charsMax: number;
  /** Whether empty fields are shown as missing. */
  readonly isChecked: boolean;
  readonly onChange: (text: Bilingual) => void;
}

export const isComplete = ({ th, en }: Bilingual): boolean => th.trim() !== '' && en.trim() !== '';
export const trimmed = ({ th, en }: Bilingual): Bilingual => ({ th: th.trim(), en: en.trim() });

/** The Thai and the English text of a sentence for fans. Both are required, since fans may use either language. */
export function BilingualFields({ text, charsMax, isChecked, onChange }: BilingualFieldsProps) {
  const { t } = useLingui();
  const errorOf = (value: string) =>
    isChecked && value.trim() === '' ? t`Fill this in` : undefined;
  return (
    <div className={layout.pair}>
      <TextArea
        label={t`In Thai`}
        lang="th"
        rows={2}
        maxLength={charsMax}
        value={text.th}
        error={errorOf(text.th)}
        onChange={({ currentTarget }) => onChange({ ...text, th: currentTarget.value })}
      />
      <TextArea
        label={t`In English`}
        lang="en"
        rows={2}
        maxLength={charsMax}
        value={text.en}
        error={errorOf(text.en)}
        onChange={({ currentTarget }) => onChange({ ...text, en: currentTarget.value })}
      />
    </div>
  );
}
