import { Trans, useLingui } from '@lingui/react/macro';
import { BookOpen } from 'lucide-react';
import type { MouseEvent } from 'react';
import { NavLink, useNavigate, useParams } from 'react-router';
import type { Runbook } from '../../../build/runbooks.ts';
import { Panel } from '../../shared/ui/panel.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import styles from './runbooks-page.module.css';

const FILES = import.meta.glob<Runbook>('../../../../../docs/runbooks/*.md', {
  eager: true,
  import: 'runbook',
});

const nameOf = (path: string): string => path.replace(/^.*\/|\.md$/g, '');

const RUNBOOKS: ReadonlyMap<string, Runbook> = new Map(
  Object.entries(FILES).map(([path, runbook]) => [nameOf(path), runbook]),
);

/** URL of another runbook in a text. */
const OWN_LINK = /^\/console(\/health\/runbooks\/[\w-]+)$/;

/** The runbooks of the running version: how to respond to each alert. They exist in English only. */
export function RunbooksPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { name = '' } = useParams();
  const runbook = RUNBOOKS.get(name);
  const followLink = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as HTMLElement).closest('a')?.getAttribute('href') ?? '';
    const path = OWN_LINK.exec(link)?.[1];
    if (path === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(path);
  };
  return (
    <div className={styles.page}>
      <Panel title={t`Runbooks`} className={styles.index}>
        <nav aria-label={t`Runbooks`} lang="en" className={styles.names}>
          {[...RUNBOOKS].map(([id, { title }]) => (
            <NavLink key={id} to={`/health/runbooks/${id}`}>
              {title}
            </NavLink>
          ))}
        </nav>
      </Panel>
      <Panel title={runbook?.title ?? t`What to do`} className={styles.reader}>
        {runbook === undefined ? (
          <Empty icon={BookOpen} title={t`Choose a runbook`}>
            <Trans>Each says what an alert means and what to do, in English.</Trans>
          </Empty>
        ) : (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the handler reacts to clicks on links inside, which the keyboard also triggers.
          // biome-ignore lint/a11y/noStaticElementInteractions: only links inside react.
          <div
            className={styles.text}
            lang="en"
            onClick={followLink}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from our own Markdown at build time
            dangerouslySetInnerHTML={{ __html: runbook.html }}
          />
        )}
      </Panel>
    </div>
  );
}
