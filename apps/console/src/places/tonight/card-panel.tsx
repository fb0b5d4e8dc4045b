import { Plural, Trans } from '@lingui/react/macro';
import type { Show, ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { formatTime } from '@sangwian/i18n/format-date';
import { formatCoins } from '@sangwian/i18n/format-number';
import { classNames } from '@sangwian/ui/class-names';
import type { ReactNode } from 'react';
import { useNames } from '../../shared/bouts/names.ts';
import base from './base.module.css';
import styles from './card-panel.module.css';
import { LazyJudges } from './lazy-judges.tsx';

/** The state of a bout on the card: its result or start time, and the state of its gifts. */
function BoutState({ bout }: { readonly bout: ShowBout }): ReactNode {
  const names = useNames();
  const { decision, round, result, settlement, status, starts_at: startsAt } = bout;
  const resultName = result === null ? '' : names.method(result.method);
  const shown = result?.round == null ? resultName : `${resultName} R${result.round}`;
  if (decision !== null && decision.confirmed_at === null) {
    return (
      <>
        <b className={styles.warn}>
          <Trans>On hold</Trans>
        </b>
        {shown}
      </>
    );
  }
  if (result !== null) {
    const back = formatCoins(settlement?.refunded_coins ?? 0);
    return (
      <>
        <b>{shown}</b>
        {settlement === null ? null : settlement.refunded_coins === 0 ? (
          <Trans>all kept</Trans>
        ) : (
          <Trans>{back} back</Trans>
        )}
      </>
    );
  }
  if (status === 'in_progress') {
    return (
      <>
        <b>{round === null ? null : <Trans>Round {round.number}</Trans>}</b>
        {bout.main_event ? <Trans>Main event</Trans> : null}
      </>
    );
  }
  return status === 'ended' ? (
    <b className={styles.warn}>
      <Trans>No result</Trans>
    </b>
  ) : (
    formatTime(Date.parse(startsAt))
  );
}

/** The card of the evening. The bout in the ring is highlighted. */
export function CardPanel({ show }: { readonly show: Show }) {
  const names = useNames();
  return (
    <section className={classNames(base.panel, styles.card)} aria-labelledby="tonight-card">
      <div className={base.head}>
        <h2 id="tonight-card">
          <Trans>Fight card</Trans>
        </h2>
        <span className={base.dim}>
          <Plural value={show.bouts.length} one="# bout" other="# bouts" />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, so the keyboard must reach it. */}
      <ol tabIndex={0}>
        {show.bouts.map((bout) => {
          const isNow = bout.match_live_id === show.current_match_live_id;
          return (
            <li
              key={bout.match_live_id}
              aria-current={isNow}
              className={classNames(isNow && styles.now)}
            >
              <span className={styles.no}>{bout.order}</span>
              <span className={styles.pair}>
                <i className={classNames(base.slash, base.red)} aria-hidden="true" />
                <span
                  className={classNames(base.clip, bout.result?.winner === 'red' && styles.won)}
                >
                  {names.of(bout.red.name)}
                </span>
                <i className={classNames(base.slash, base.blue)} aria-hidden="true" />
                <span
                  className={classNames(base.clip, bout.result?.winner === 'blue' && styles.won)}
                >
                  {names.of(bout.blue.name)}
                </span>
              </span>
              <span className={styles.state}>
                <BoutState bout={bout} />
              </span>
              <LazyJudges bout={bout} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
