import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { Card } from '@sangwian/ui/card';
import { Skeleton } from '@sangwian/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { memberQuery } from '../../shared/api/api-query.ts';
import { useMemberId } from '../../shared/session/session.ts';
import styles from './season-section.module.css';

/** How often the member's scorecards named the judges' winner, by season. */
export function SeasonSection() {
  const { t } = useLingui();
  const id = useId();
  const query = memberQuery(useMemberId(), 'GET /scorecard/season', {});
  const { data: seasons, isError, refetch } = useQuery(query);
  return (
    <Card aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {t`Your scorecards`}
      </h2>
      <p className={styles.text}>
        {t`How often you saw decisions as the judges did. Cards with every round count.`}
      </p>
      <div className={styles.content} aria-busy={seasons === undefined && !isError}>
        {seasons === undefined && !isError ? (
          <Skeleton shape="fill" className={styles.row} />
        ) : null}
        {seasons === undefined && isError ? (
          <>
            <p>{t`The list could not be loaded.`}</p>
            <Button size="small" onClick={() => void refetch()}>
              {t`Try again`}
            </Button>
          </>
        ) : null}
        {seasons?.length === 0 ? (
          <p>{t`No decided card yet. Score the rounds of a live bout under “Scorecard”.`}</p>
        ) : null}
        <ul>
          {seasons?.map(({ season, agreed, decisions }) => (
            <li key={season} className={styles.row}>
              <span className={styles.season}>{t`Season ${season}`}</span>
              <span>{t`${agreed} of ${plural(decisions, { one: '# decision', other: '# decisions' })} as the judges saw it`}</span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
