import { useLingui } from '@lingui/react/macro';
import type { PageFaultLine } from '@sangwian/contract/endpoints/operator/playback';
import type { PageKind } from '@sangwian/contract/rules/telemetry';
import { CircleCheck } from 'lucide-react';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { useFigures } from './figures.ts';
import styles from './health-place.module.css';
import own from './quality-page.module.css';

function usePageNames(): Record<PageKind, string> {
  const { t } = useLingui();
  return {
    home: t`Home`,
    live: t`Live page`,
    replays: t`Replays`,
    clip: t`Clip`,
    stream: t`Bare player`,
    streamwebrtc: t`Bare player, WebRTC`,
    program: t`Programme page`,
    history: t`Fighters`,
    predict: t`Prediction game`,
    wallet: t`Top-up`,
    profile: t`Profile`,
    'sign-in': t`Sign-in`,
    'sign-up': t`Sign-up`,
    password: t`New password`,
    other: t`Other pages`,
  };
}

/** Errors of the site's scripts in the last 24 hours. Shows no text of an error, because browsers report none. */
export function FaultsPanel({ faults }: { readonly faults: readonly PageFaultLine[] }) {
  const { t } = useLingui();
  const names = usePageNames();
  const { count } = useFigures();
  return (
    <Panel title={t`Script errors`} note={t`24 hours`}>
      {faults.length === 0 ? (
        <Empty icon={CircleCheck} title={t`No page reported an error`} />
      ) : (
        <div className={styles.scroll}>
          <table className={own.table}>
            <thead>
              <tr>
                <th scope="col">{t`Error`}</th>
                <th scope="col">{t`Page`}</th>
                <th scope="col">{t`Count`}</th>
                <th scope="col">{t`Last hour`}</th>
              </tr>
            </thead>
            <tbody>
              {faults.map((fault) => (
                <tr key={`${fault.class} ${fault.page} ${fault.build} ${fault.at}`}>
                  <th scope="row">
                    {fault.class}
                    <span className={styles.note}>
                      {fault.at} · {fault.build}
                    </span>
                  </th>
                  <td>{names[fault.page]}</td>
                  <td>{count(fault.count)}</td>
                  <td>
                    <Moment at={fault.last_hour} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
