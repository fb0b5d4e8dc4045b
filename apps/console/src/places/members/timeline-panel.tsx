import { Trans, useLingui } from '@lingui/react/macro';
import type {
  TimelineEntry,
  TimelineKind,
} from '@sangwian/contract/endpoints/operator/member-timeline';
import { bangkokDaysBetween, formatClock, formatDate } from '@sangwian/i18n/format-date';
import { formatCoins, formatMoney } from '@sangwian/i18n/format-number';
import {
  Ban,
  Coins,
  Gift,
  ListX,
  LogIn,
  type LucideIcon,
  MessageSquare,
  Receipt,
} from 'lucide-react';
import { useState } from 'react';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { useCommands } from '../../shared/commands/commands.ts';
import { deviceName } from '../../shared/device-name.ts';
import { useLanguage } from '../../shared/language/language.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Keys } from '../../shared/ui/keys.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { groupByDay, groupTimeline, type TimelineGroup } from './group-timeline.ts';
import styles from './member-page.module.css';
import { isByClock, KIND_NAMES, useNames } from './names.ts';

const ICONS: Record<TimelineKind, LucideIcon> = {
  sign_in: LogIn,
  order: Receipt,
  gift: Gift,
  chat: MessageSquare,
  sanction: Ban,
  coins: Coins,
};
const PAGE_ROWS = 50;
type Shown = TimelineKind | 'all';
const KINDS: readonly Shown[] = ['all', ...(Object.keys(ICONS) as TimelineKind[])];

/** Formats coins with a sign: a minus sign (U+2212) for coins spent, a plus for coins received. */
export const signedCoins = (coins: number): string =>
  coins < 0 ? `−${formatCoins(-coins)}` : `+${formatCoins(coins)}`;

function Subject({ entry }: { readonly entry: TimelineEntry }) {
  const language = useLanguage();
  const { subject_th, subject_en, kind, satang } = entry;
  if (kind === 'sign_in') return deviceName(subject_en);
  const subject = language === 'TH' ? subject_th : subject_en;
  return (
    <>
      {subject}
      {satang === null ? null : ` · ฿${formatMoney(satang)}`}
    </>
  );
}

function Details({ entry }: { readonly entry: TimelineEntry }) {
  return (
    <>
      <span className={styles.weak}>
        <Subject entry={entry} />
        {entry.by === null || isByClock(entry) ? null : (
          <>
            {' '}
            <Trans>by {entry.by}</Trans>
          </>
        )}
        {entry.until === null ? null : (
          <>
            {' '}
            <Trans>
              until <Moment at={entry.until} />
            </Trans>
          </>
        )}
      </span>
      {entry.reason === null || isByClock(entry) ? null : (
        <span className={styles.reason}>{entry.reason}</span>
      )}
      {entry.evidence === null ? null : (
        <span className={styles.weak}>
          <Trans>Evidence: {entry.evidence}</Trans>
        </span>
      )}
    </>
  );
}

function Row({ group }: { readonly group: TimelineGroup }) {
  const { describeEntry } = useNames();
  const [head] = group.entries;
  if (head === undefined) return null;
  const Icon = ICONS[head.kind];
  const count = group.entries.length;
  const moves = head.kind === 'gift' || head.kind === 'coins';
  return (
    <li className={styles.event} data-kind={head.kind}>
      <time dateTime={head.at} className={styles.clock}>
        {formatClock(head.at)}
      </time>
      <span className={styles.dot}>
        <Icon size={15} aria-hidden="true" />
      </span>
      <div className={styles.what}>
        <strong>
          {describeEntry(head)}
          {count > 1 ? ` × ${count}` : null}
        </strong>
        {count === 1 ? (
          <Details entry={head} />
        ) : (
          <details className={styles.more}>
            <summary>
              <Trans>Show each</Trans>
            </summary>
            <ul>
              {group.entries.map((entry) => (
                <li key={entry.entry_id}>
                  {formatClock(entry.at)} <Subject entry={entry} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {group.coins === null || !moves ? null : (
        <span className={styles.coins}>{signedCoins(group.coins)}</span>
      )}
    </li>
  );
}

function DayName({ day }: { readonly day: string }) {
  const { t } = useLingui();
  const at = `${day}T12:00:00+07:00`;
  const days = bangkokDaysBetween(at, new Date());
  if (days === 0) return t`Today`;
  return days === 1 ? t`Yesterday` : formatDate(at);
}

function KindTabs({ shown, onShow }: { shown: Shown; onShow: (kind: Shown) => void }) {
  const { t } = useLingui();
  const { nameOf } = useNames();
  const labelOf = (kind: Shown) => (kind === 'all' ? t`All` : nameOf(KIND_NAMES[kind]));
  useCommands(
    KINDS.map((kind, index) => ({
      id: `timeline-${kind}`,
      label: t`Timeline: ${labelOf(kind)}`,
      group: t`Member`,
      keys: String(index + 1),
      run: () => onShow(kind),
    })),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that choose a view are no form fields.
    <div role="group" aria-label={t`Timeline`} className={styles.kinds}>
      {KINDS.map((kind, index) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === shown}
          className={styles.kind}
          onClick={() => onShow(kind)}
        >
          {labelOf(kind)} <Keys name={String(index + 1)} />
        </button>
      ))}
    </div>
  );
}

/** The acts of a member and the acts of staff on the member, by day. Similar consecutive events share a row. */
export function TimelinePanel({ memberId }: { readonly memberId: string }) {
  const { t } = useLingui();
  const [shown, setShown] = useState<Shown>('all');
  const query = { limit: PAGE_ROWS, ...(shown === 'all' ? {} : { kind: shown }) };
  const list = useStaffList(
    'GET /operator/member/{member_id}/timeline',
    { params: { member_id: memberId }, query },
    'members',
  );
  return (
    <Panel title={t`Timeline`} className={styles.timeline}>
      <KindTabs shown={shown} onShow={setShown} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must scroll by the keyboard, too. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a scrolling list is no group of form fields. */}
      <div role="group" className={styles.scroll} aria-label={t`Timeline`} tabIndex={0}>
        {list.isPending ? <Skeleton rows={8} /> : null}
        {list.error && list.items.length === 0 ? (
          <Failure error={list.error} onRetry={list.retry} />
        ) : null}
        {!list.isPending && !list.error && list.items.length === 0 ? (
          <Empty icon={ListX} title={t`Nothing happened yet`} />
        ) : null}
        {groupByDay(groupTimeline(list.items)).map(({ day, groups }) => (
          <section key={day}>
            <h3 className={styles.day}>
              <DayName day={day} />
            </h3>
            <ol>
              {groups.map((group) => (
                <Row key={group.entries[0]?.entry_id} group={group} />
              ))}
            </ol>
          </section>
        ))}
        {list.hasMore ? (
          <div className={styles.moreRow}>
            <Button onClick={list.loadMore} disabled={list.isLoadingMore}>
              <Trans>Show more</Trans>
            </Button>
          </div>
        ) : null}
      </div>
    </Panel>
  );
}
