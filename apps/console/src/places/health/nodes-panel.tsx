import { Trans, useLingui } from '@lingui/react/macro';
import type { HealthNode } from '@sangwian/contract/endpoints/operator/health';
import { Age } from '../../shared/ui/age.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { formatBytes } from './format-bytes.ts';
import styles from './health-place.module.css';

const figure = (value: number | null, digits: number): string =>
  value === null ? '–' : value.toFixed(digits);

function NodeState({ node }: { readonly node: HealthNode }) {
  if (node.gone) {
    return (
      <Chip tone="warn">
        <Trans>
          Gone for <Age at={node.reported_at} />
        </Trans>
      </Chip>
    );
  }
  if (node.missing.length > 0) {
    const missing = node.missing.join(', ');
    return (
      <Chip tone="warn">
        <Trans>Lacks {missing}</Trans>
      </Chip>
    );
  }
  return (
    <Chip tone="ok">
      <Trans>Ready</Trans>
    </Chip>
  );
}

/** Every node of the API, independent of the node that sent the response. */
export function NodesPanel({ nodes }: { readonly nodes: readonly HealthNode[] }) {
  const { t } = useLingui();
  return (
    <Panel title={t`API nodes`} note={t`${nodes.length} in all`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must scroll by the keyboard, too. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a table is no group of form fields. */}
      <div role="group" className={styles.scroll} aria-label={t`API nodes`} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t`Node`}</th>
              <th scope="col">{t`State`}</th>
              <th scope="col">{t`Calls/s`}</th>
              <th scope="col">{t`p95 ms`}</th>
              <th scope="col">{t`Errors/s`}</th>
              <th scope="col">{t`Sockets`}</th>
              <th scope="col">{t`Event loop ms`}</th>
              <th scope="col">{t`Memory`}</th>
              <th scope="col">{t`Disk free`}</th>
              <th scope="col">{t`Clock ms`}</th>
              <th scope="col">{t({ message: 'Started', context: 'a node' })}</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <tr key={node.node_id}>
                <th scope="row">
                  <span className={styles.mono}>{node.name}</span>{' '}
                  <span className={styles.weak}>{node.version}</span>
                  {node.answering ? (
                    <small className={styles.note}>
                      <Trans>answers you</Trans>
                    </small>
                  ) : null}
                </th>
                <td>
                  <NodeState node={node} />
                </td>
                <td>{figure(node.calls_per_s, 1)}</td>
                <td>{figure(node.p95_ms, 0)}</td>
                <td>{figure(node.errors_per_s, 2)}</td>
                <td>{node.sockets}</td>
                <td>{figure(node.event_loop_p99_ms, 0)}</td>
                <td>{formatBytes(node.memory_bytes)}</td>
                <td>{node.disk_free_bytes === null ? '–' : formatBytes(node.disk_free_bytes)}</td>
                <td>{figure(node.clock_ahead_ms, 0)}</td>
                <td>
                  <Moment at={node.started_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
