import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { HealthTask } from '@sangwian/contract/endpoints/operator/health';
import { Chip } from '../../shared/ui/chip.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import styles from './health-place.module.css';

/** The recurring tasks of all nodes with their last success and failure. Failing tasks come first. */
export function TasksPanel({ tasks }: { readonly tasks: readonly HealthTask[] }) {
  const { t } = useLingui();
  return (
    <Panel title={t`Repeated work`} note={t`${tasks.length} tasks`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must scroll by the keyboard, too. */}
      <ul className={styles.tasks} aria-label={t`Repeated work`} tabIndex={0}>
        {tasks.map(({ task, failures, error, ...times }) => (
          <li key={task}>
            <span className={styles.mono}>{task}</span>
            <span className={styles.when}>
              {failures > 0 ? (
                <Chip tone="warn">
                  <Plural value={failures} one="# failure" other="# failures" />
                </Chip>
              ) : null}
              {times.last_success_at === null ? '–' : <Moment at={times.last_success_at} />}
            </span>
            {error === null || times.last_failure_at === null ? null : (
              <small className={styles.note}>
                <Trans>
                  Failed <Moment at={times.last_failure_at} />: {error}
                </Trans>
              </small>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
