import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { TextArea } from '../ui/field.tsx';

/** Maximum length of a reason, as the API accepts it (`operatorReasonCharsMax`). */
const REASON_CHARS_MAX = 500;

type ReasonFieldProps = { readonly error?: string | undefined } & Pick<
  ComponentProps<typeof TextArea>,
  'name' | 'onBlur' | 'onChange' | 'ref' | 'value'
>;

/** The reason of an act, which the audit stores. */
export function ReasonField(props: ReasonFieldProps) {
  const { t } = useLingui();
  return (
    <TextArea
      label={t`Reason`}
      hint={t`It is kept in the audit.`}
      rows={2}
      maxLength={REASON_CHARS_MAX}
      {...props}
    />
  );
}
