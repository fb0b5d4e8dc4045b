import { useLingui } from '@lingui/react/macro';
import type { OwnSanction } from '@sangwian/contract/endpoints/account-appeals';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { useQuery } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import { memberQuery } from '../../shared/api/api-query.ts';
import { useMemberId } from '../../shared/session/session.ts';
import { Row, Rows } from './row.tsx';
import styles from './sanctions-section.module.css';
import { Section } from './section.tsx';

function Answer({ appeal }: { readonly appeal: NonNullable<OwnSanction['appeal']> }) {
  const { t } = useLingui();
  const answer = appeal.reason ?? '';
  if (appeal.state === 'upheld') return <>{t`Your appeal was refused: ${answer}`}</>;
  if (appeal.state === 'lifted') return <>{t`Lifted after your appeal: ${answer}`}</>;
  if (appeal.state === 'shortened') return <>{t`Shortened after your appeal: ${answer}`}</>;
  // The sanction ended before the appeal was decided.
  return <>{t`You appealed; it ended before a decision.`}</>;
}

/** The suspensions and bans of the last year with the answers to appeals. Hidden for members without sanctions. */
export function SanctionsSection() {
  const { t } = useLingui();
  const { data } = useQuery(memberQuery(useMemberId(), 'GET /auth/member/sanctions', {}));
  const names = {
    suspend: t`Account suspended`,
    ban: t`Account banned`,
    closed: t`Account closed`,
  };
  if (data === undefined || data.length === 0) return null;
  return (
    <Section
      title={t`Suspensions and bans`}
      text={t`Those of the last 12 months, with the reason and the answer to your appeal.`}
    >
      <Rows>
        {data.map((sanction) => {
          const since = formatDateTime(sanction.since);
          const until = sanction.until === null ? '' : formatDateTime(sanction.until);
          const { reason, appeal } = sanction;
          return (
            <Row
              key={sanction.since}
              Icon={Gavel}
              label={names[sanction.status]}
              value={
                <span className={styles.facts}>
                  <span>{until === '' ? t`Since ${since}` : t`${since} to ${until}`}</span>
                  <span dir="auto">{t`Reason: ${reason}`}</span>
                  {appeal === null ? null : (
                    <span dir="auto">
                      <Answer appeal={appeal} />
                    </span>
                  )}
                </span>
              }
            />
          );
        })}
      </Rows>
    </Section>
  );
}
