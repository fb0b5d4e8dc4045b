import { useLingui } from '@lingui/react/macro';
import type { Live } from '@sangwian/contract/endpoints/live';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Link } from 'react-router';
import { apiQuery } from '../../shared/api/api-query.ts';
import { FORCED_NAVIGATION } from '../../shared/navigation/navigation.ts';
import styles from './from-start.module.css';

/** A recording can be watched about a minute after the live has begun. */
const ASK_EVERY_MS = 30_000;

/** Leads to the start of the evening while the live runs. Without a recording nothing is rendered. */
export function FromStart({ live: { program_live_id, status } }: { readonly live: Live }) {
  const { t } = useLingui();
  const params = { program_live_id };
  const { data } = useQuery({
    ...apiQuery('GET /live/{program_live_id}/recording', { params }),
    enabled: status === 'in_progress',
    refetchInterval: ({ state }) => (state.data?.begins_at == null ? ASK_EVERY_MS : false),
  });
  if (status !== 'in_progress' || data?.begins_at == null) return null;
  return (
    <Link
      to={`/live/${program_live_id}?from=start`}
      // The fan stays at the live, so the exit prompt is skipped.
      state={FORCED_NAVIGATION}
      preventScrollReset
      className={styles.link}
    >
      <History aria-hidden="true" size={16} />
      {t`From the start`}
    </Link>
  );
}
