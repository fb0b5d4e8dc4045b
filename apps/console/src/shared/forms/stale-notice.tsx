import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '../api/api-error.ts';
import { Notice } from '../ui/notice.tsx';

export interface StaleNoticeProps {
  readonly error: ApiError;
  /** The labels of the form's fields, by their names in the contract. */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** Formats a value as the form displays it, for example an id as its name. */
  readonly showValue?: ((field: string, value: string) => string) | undefined;
}

/** Shows which operator has changed a row in the meantime, and the current values of the fields that differ. */
export function StaleNotice({
  error,
  names = {},
  showValue = (_, value) => value,
}: StaleNoticeProps) {
  const { t } = useLingui();
  const by = error.details.find(({ path }) => path === 'by')?.message || t`Another operator`;
  const shown = (value: string) => {
    if (value === 'true') return t`Yes`;
    return value === 'false' ? t`No` : value || '–';
  };
  const changes = error.details.filter(({ path }) => path !== 'by');
  return (
    <Notice tone="warn" title={t`${by} has changed this in the meantime.`}>
      <p>
        {changes.length === 0 ? (
          <Trans>What you typed is kept. Save again to keep it.</Trans>
        ) : (
          <Trans>What you typed is kept. Saving again replaces these values:</Trans>
        )}
      </p>
      <ul>
        {changes.map(({ path, message }) => (
          <li key={path}>
            {names[path] ?? path}: <strong>{shown(showValue(path, message))}</strong>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
