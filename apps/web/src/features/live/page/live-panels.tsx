import { useLingui } from '@lingui/react/macro';
import type { Live, Match } from '@sangwian/contract/endpoints/live';
import { type ReactNode, Suspense } from 'react';
import type { CheerState } from '../../cheer/cheer-state.ts';
import { LazyCheerPanel, LazySupporters } from '../../cheer/lazy-cheer.ts';
import { lazyPeak } from '../../peaks/lazy-peak.ts';
import { TonightCard } from '../bouts/tonight-card.tsx';
import { LiveHeading } from '../frame/live-heading.tsx';
import styles from './live-panels.module.css';
import { LiveTabs, panelId, tabId } from './live-tabs.tsx';

const FighterFacts = lazyPeak('FighterFacts');
const ScorecardTab = lazyPeak('ScorecardTab');

export type TabName = 'chat' | 'gifts' | 'scores' | 'supporters' | 'card' | 'fighters';

interface PanelProps {
  readonly name: TabName;
  readonly children: ReactNode;
}

function Panel({ name, children }: PanelProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable panel must be reachable by keyboard.
    <div role="tabpanel" id={panelId(name)} aria-labelledby={tabId(name)} tabIndex={0}>
      {children}
    </div>
  );
}

interface LivePanelsProps {
  readonly live: Live;
  readonly renderedAtMs: number;
  readonly match: Match | null;
  /** The bout of the video with its current status, which a delayed video does not show yet. */
  readonly cheered: Match | null;
  readonly cheer: CheerState;
  /** Whether gifts can be sent: the live is in progress and unlocked. */
  readonly cheering: boolean;
  readonly wide: boolean;
  readonly tab: TabName;
  readonly onTab: (tab: TabName) => void;
  readonly onTopUp: () => void;
  /** Whether the gift sheet is open; the panel then does not show the gifts a second time. */
  readonly inSheet: boolean;
}

/**
 * Returns the panel below the video. On a wide screen the chat is beside the video and the gifts come first; on a
 * phone the chat comes first and gifts open as a sheet.
 */
function shownTab({ tab, wide, cheering }: Pick<LivePanelsProps, 'tab' | 'wide' | 'cheering'>) {
  if (!wide) return tab === 'gifts' ? 'chat' : tab;
  if (tab === 'chat' || tab === 'gifts') return cheering ? 'gifts' : 'card';
  return tab;
}

export function LivePanels(props: LivePanelsProps) {
  const { live, match, cheered, cheer, cheering, wide, tab, onTab, onTopUp, inSheet } = props;
  const { t } = useLingui();
  const shown = shownTab({ tab, wide, cheering });
  const tabs = [
    ...(wide ? [] : [{ name: 'chat', label: t`Chat`, only: 'narrow' } as const]),
    ...(cheering ? [{ name: 'gifts', label: t`Gifts`, only: 'wide' } as const] : []),
    ...(match === null
      ? []
      : ([
          { name: 'scores', label: t`Scorecard` },
          { name: 'supporters', label: t`Supporters` },
        ] as const)),
    { name: 'card', label: t`Tonight’s card`, count: live.matches.length } as const,
    { name: 'fighters', label: t`Fighters` } as const,
  ];
  // The server does not know the width of the screen. For the chat tab the server renders the panel of a wide screen.
  const rendered = shown === 'chat' ? (cheering ? 'gifts' : 'card') : shown;
  return (
    <div className={styles.info}>
      <LiveTabs
        label={t`About this live`}
        tabs={tabs}
        selected={shown}
        onSelect={onTab}
        className={styles.tabs}
      />
      <div className={styles.panels} data-behind-chat={shown === 'chat' || undefined}>
        {rendered === 'gifts' ? (
          <Panel name="gifts">
            <div className={styles.gifts}>
              {wide && !inSheet ? (
                <Suspense>
                  <LazyCheerPanel
                    cheer={cheer}
                    match={cheered}
                    isOver={match?.status === 'ended'}
                    onTopUp={onTopUp}
                  />
                </Suspense>
              ) : null}
            </div>
          </Panel>
        ) : null}
        {rendered === 'scores' && match !== null ? (
          <Panel name="scores">
            <Suspense>
              <ScorecardTab match={match} clock={cheer.clock} />
            </Suspense>
          </Panel>
        ) : null}
        {rendered === 'supporters' && match !== null ? (
          <Panel name="supporters">
            <Suspense>
              <LazySupporters
                key={match.match_live_id}
                cheer={cheer}
                matchLiveId={match.match_live_id}
              />
            </Suspense>
          </Panel>
        ) : null}
        {rendered === 'card' ? (
          <Panel name="card">
            <LiveHeading live={live} renderedAtMs={props.renderedAtMs} />
            <TonightCard matches={live.matches} />
          </Panel>
        ) : null}
        {rendered === 'fighters' && match !== null ? (
          <Panel name="fighters">
            <Suspense>
              <FighterFacts match={match} />
            </Suspense>
          </Panel>
        ) : null}
      </div>
    </div>
  );
}
