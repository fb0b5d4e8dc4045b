import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError, isCode } from '../../shared/api/api-error.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Notice } from '../../shared/ui/notice.tsx';

interface StaleEdit {
  readonly by: string;
  readonly changes: readonly { readonly path: string; readonly message: string }[];
}

interface EditGuard {
  /** What somebody else changed meanwhile; `null` without such a change. */
  readonly stale: StaleEdit | null;
  /**
   * Sends an edit. A stale one reads the list again, so that the next attempt carries the new version, and shows what
   * changed; the form keeps what was typed.
   */
  readonly guard: (send: () => Promise<unknown>) => Promise<void>;
}

/** Guards the edit of a row of the catalogue against the changes of others. */
export function useStaleEdit(): EditGuard {
  const [stale, setStale] = useState<StaleEdit | null>(null);
  return {
    stale,
    guard: async (send) => {
      try {
        await send();
      } catch (error) {
        if (isCode(error, 'edit_stale') && error instanceof ApiError) {
          const details = error.details ?? [];
          setStale({
            by: details.find(({ path }) => path === 'by')?.message ?? '',
            changes: details.filter(({ path }) => path !== 'by'),
          });
          await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
        }
        throw error;
      }
    },
  };
}

/** Says who changed the row and to what. */
export function StaleNotice({ stale }: { readonly stale: StaleEdit | null }) {
  if (stale === null) return null;
  const { by, changes } = stale;
  return (
    <Notice tone="warn">
      <p>
        <Trans>{by} has changed this. Your text is kept; saving again overwrites:</Trans>
      </p>
      <ul>
        {changes.map(({ path, message }) => (
          <li key={path}>
            {path}: <strong>{message}</strong>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
