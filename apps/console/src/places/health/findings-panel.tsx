import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Health, HealthFinding } from '@sangwian/contract/endpoints/operator/health';
import { BookOpen } from 'lucide-react';
import { Link } from 'react-router';
import { FindingList } from '../../shared/findings/finding-list.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { useHealthFindingText } from './finding-text.ts';
import styles from './health-place.module.css';

/** Findings that link to another page, which lists the affected rows. */
const PAGES: Partial<Record<HealthFinding['finding'], string>> = {
  jobs_given_up: '/health/jobs?state=given_up',
  jobs_overdue: '/health/jobs?state=queued',
};

const idOf = ({ finding, values }: HealthFinding): string =>
  [finding, values.node, values.task, values.channel, values.provider].join(' ');

function More({ finding }: { readonly finding: HealthFinding }) {
  const page = PAGES[finding.finding];
  if (finding.runbook === null) return null;
  return (
    <span className={styles.more}>
      {page === undefined ? null : (
        <Link to={page}>
          <Trans>Show the jobs</Trans>
        </Link>
      )}
      <Link to={`/health/runbooks/${finding.runbook}`}>
        <BookOpen size={14} aria-hidden="true" />
        <Trans>Runbook</Trans>
      </Link>
    </span>
  );
}

/** The problems, most severe first, then one line for each check that passed. */
export function FindingsPanel({ health }: { readonly health: Health }) {
  const { t } = useLingui();
  const textOf = useHealthFindingText();
  const { findings } = health;
  const problems = findings.filter(({ level }) => level === 'problem').length;
  return (
    <Panel
      title={t`Findings`}
      actions={
        <span className={styles.headEnd}>
          <span role="status">
            {problems > 0 ? (
              <Chip tone="warn">
                <Plural value={problems} one="# thing to fix" other="# things to fix" />
              </Chip>
            ) : (
              <Chip tone="ok">
                <Trans>No problem</Trans>
              </Chip>
            )}
          </span>
          <span className={styles.weak}>
            <Trans>
              Checked at <Moment at={health.checked_at} />
            </Trans>
          </span>
        </span>
      }
    >
      <FindingList
        className={styles.findings}
        findings={findings.map((finding) => ({
          ...{ id: idOf(finding), level: finding.level },
          ...textOf(finding),
          more: <More finding={finding} />,
        }))}
      />
    </Panel>
  );
}
