import { useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { Chip } from '../../shared/ui/chip.tsx';

/** An entry of the audit with its outcome. */
export type AuditEntry = ResponseOf<'GET /operator/audit'>['data'][number];

/** The outcome of an act. A refused act shows its error code. */
export function AuditResult({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useLingui();
  const labels = { done: t`Done`, refused: t`Refused`, failed: t`Failed`, unknown: t`Unknown` };
  const isFine = entry.result === 'done';
  return (
    <Chip tone={isFine ? 'plain' : 'warn'}>
      {labels[entry.result]}
      {entry.error_code ? ` · ${entry.error_code}` : null}
    </Chip>
  );
}
