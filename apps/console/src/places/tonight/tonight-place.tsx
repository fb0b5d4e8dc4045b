import { Trans, useLingui } from '@lingui/react/macro';
import type { Show, ShowLive, StaffPresence } from '@sangwian/contract/endpoints/operator/show';
import { classNames } from '@sangwian/ui/class-names';
import { CalendarOff, RotateCw, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNames } from '../../shared/bouts/names.ts';
import { presenceStore } from '../../shared/live/presence.ts';
import { useStore } from '../../shared/store.ts';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, Failure } from '../../shared/ui/states.tsx';
import { BoutPanel } from './bout-panel.tsx';
import { CardPanel } from './card-panel.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { CrewPanel } from './crew-panel.tsx';
import { HealthPanel } from './health-panel.tsx';
import { HoldStrip } from './hold-strip.tsx';
import { LiveBar } from './live-bar.tsx';
import { Preview } from './preview.tsx';
import styles from './tonight-place.module.css';
import { ActsContext, useActs, useCreateActs } from './use-act.ts';
import { useMedia } from './use-media.ts';
import { useServerNow } from './use-server-now.ts';
import { directedBout, heldBouts, useShow } from './use-show.ts';

// Loaded after the first screen.
const CorrectionRequests = lazy(async () => ({
  default: (await import('../../shared/bouts/correction-requests.tsx')).CorrectionRequests,
}));

const WIDE = '(width >= 1400px) and (height >= 860px)';
const PHONE = '(width < 720px)';

/** Shows what a colleague changed before the operator's act, or that an act is being sent again. */
function ActNotice() {
  const { t } = useLingui();
  const names = useNames();
  const { stale, isUnknown, forgetStale } = useActs();
  if (isUnknown) {
    return (
      <p role="alert" className={styles.notice}>
        <RotateCw size={16} aria-hidden="true" />
        <Trans>
          The network was lost before the answer. It is sent again, and takes effect once.
        </Trans>
      </p>
    );
  }
  if (stale === null) return null;
  const changes = stale.changes
    .map(({ path, message }) => `${message} ${names.act(path)}`)
    .join(' · ');
  return (
    <p role="alert" className={styles.notice}>
      <Users size={16} aria-hidden="true" />
      <span>
        <b>
          <Trans>Not done: another operator was faster.</Trans>
        </b>{' '}
        {changes === '' ? t`The show has changed.` : changes}
      </span>
      <Button size="small" onClick={forgetStale}>
        <Trans>Got it</Trans>
      </Button>
    </p>
  );
}

type Tab = 'health' | 'card' | 'crew';

/** Card, crew and health in one panel with tabs, for screens without a third column. */
function Tabs({
  show,
  live,
  people,
}: {
  show: Show;
  live: ShowLive;
  people: readonly StaffPresence[];
}) {
  const { t } = useLingui();
  const [tab, setTab] = useState<Tab>('health');
  const tabs: readonly (readonly [Tab, string])[] = [
    ['health', t`Health`],
    ['card', t`Fight card`],
    ['crew', t`On duty`],
  ];
  return (
    <div className={styles.tabbed} data-tabbed>
      <div role="tablist" className={styles.tabs}>
        {tabs.map(([id, label]) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={tab === id}
            onClick={() => setTab(id)}
          >
            {label}
          </button>
        ))}
      </div>
      {tab === 'health' ? <HealthPanel programLiveId={live.program_live_id} /> : null}
      {tab === 'card' ? <CardPanel show={show} /> : null}
      {tab === 'crew' ? <CrewPanel show={show} people={people} /> : null}
    </div>
  );
}

interface ScreenProps {
  readonly show: Show;
  readonly live: ShowLive;
  readonly readAtMs: number;
}

function Screen({ show, live, readAtMs }: ScreenProps) {
  const isWide = useMedia(WIDE);
  const isPhone = useMedia(PHONE);
  const people = useStore(presenceStore);
  const nowMs = useServerNow(show.server_time, readAtMs, 1_000);
  const bout = directedBout(show);
  const held = heldBouts(show, nowMs);
  const id = live.program_live_id;
  return (
    <div className={styles.tonight}>
      <LiveBar show={show} live={live} readAtMs={readAtMs} />
      {isWide ? (
        <div className={classNames(styles.column, styles.left)}>
          <Preview programLiveId={id} />
          <CardPanel show={show} />
          <CrewPanel show={show} people={people} />
        </div>
      ) : null}
      <div className={classNames(styles.column, styles.middle)}>
        <ActNotice />
        {bout === null ? null : <BoutPanel show={show} readAtMs={readAtMs} bout={bout} />}
        {held.map((one, index) => (
          <HoldStrip
            key={one.match_live_id}
            show={show}
            readAtMs={readAtMs}
            bout={one}
            hasKeys={index === 0}
          />
        ))}
        <Suspense>
          <CorrectionRequests />
        </Suspense>
        {isWide ? <HealthPanel programLiveId={id} /> : null}
        {isWide || isPhone ? null : <Tabs show={show} live={live} people={people} />}
      </div>
      <div className={classNames(styles.column, styles.right)}>
        {isWide || isPhone ? null : <Preview programLiveId={id} />}
        <ChatPanel show={show} programLiveId={id} />
      </div>
    </div>
  );
}

/** Placeholder panels of the final sizes while the show loads, so that the layout does not shift. */
function Waiting() {
  const { t } = useLingui();
  return (
    <div className={styles.tonight} role="status" aria-label={t`Loading`}>
      <div className={classNames(styles.column, styles.left, styles.waiting)}>
        <span style={{ aspectRatio: '16 / 9', flex: 'none' }} />
        <span />
        <span style={{ flex: 'none', height: 180 }} />
      </div>
      <div className={classNames(styles.column, styles.middle, styles.waiting)}>
        <span style={{ flex: 'none', height: 412 }} />
        <span />
      </div>
      <div className={classNames(styles.column, styles.right, styles.waiting)}>
        <span />
      </div>
    </div>
  );
}

/** The place Tonight: staff direct a fight night on one screen. */
export function Component() {
  const { t } = useLingui();
  const query = useShow();
  const acts = useCreateActs();
  const title = t`Tonight`;
  if (query.data === undefined) {
    return (
      <>
        <BarContent title={title} />
        {query.error ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Waiting />
        )}
      </>
    );
  }
  const { live } = query.data;
  if (live === null) {
    return (
      <>
        <BarContent title={title} />
        <Suspense>
          <CorrectionRequests />
        </Suspense>
        <Empty icon={CalendarOff} title={t`No live tonight`}>
          <Trans>The next one appears here twelve hours before it begins.</Trans>
        </Empty>
      </>
    );
  }
  return (
    <ActsContext value={acts}>
      <Screen show={query.data} live={live} readAtMs={query.dataUpdatedAt} />
    </ActsContext>
  );
}
