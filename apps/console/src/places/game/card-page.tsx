import { Trans, useLingui } from '@lingui/react/macro';
import type { GameSheet } from '@sangwian/contract/endpoints/operator/game';
import type { MatchLiveId, ProgramId } from '@sangwian/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { staffQuery } from '../../shared/api/staff-query.ts';
import type { CorrectableBout } from '../../shared/bouts/correct-dialog.tsx';
import { CorrectionRequests } from '../../shared/bouts/correction-requests.tsx';
import { LeaderList } from '../../shared/bouts/leader-list.tsx';
import { useNames } from '../../shared/bouts/names.ts';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Panel, PanelBody } from '../../shared/ui/panel.tsx';
import { Empty, QueryView } from '../../shared/ui/states.tsx';
import { BoutRow } from './bout-row.tsx';
import styles from './game-place.module.css';
import { SummaryPanel } from './summary-panel.tsx';

const CorrectDialog = lazy(async () => ({
  default: (await import('../../shared/bouts/correct-dialog.tsx')).CorrectDialog,
}));

/** Interval of reads, because new prediction sheets are not announced. */
const OPEN_POLL_MS = 10_000;

/** Returns the bouts whose results can be corrected. */
const correctableOf = ({ matches }: GameSheet): CorrectableBout[] =>
  matches.flatMap((bout) => {
    const { match_live_id, version, confirmed } = bout;
    if (!confirmed || match_live_id === null || version === null) return [];
    return [{ ...bout, match_live_id, version }];
  });

function Sheet({ sheet }: { readonly sheet: GameSheet }) {
  const { t } = useLingui();
  const [correcting, setCorrecting] = useState<MatchLiveId | null>(null);
  const correctable = correctableOf(sheet);
  const { matches, leaders, status } = sheet;
  return (
    <div className={styles.card}>
      <CorrectionRequests programId={sheet.program_id} />
      <SummaryPanel sheet={sheet} />
      <div className={styles.columns}>
        <Panel title={t`Bouts`} note={t`with the picks of all sheets`}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must scroll by the keyboard, too. */}
          <ol className={styles.rows} tabIndex={0}>
            {matches.map((bout) => (
              <BoutRow
                key={bout.match_id}
                bout={bout}
                isCounted={status !== 'open'}
                onCorrect={
                  correctable.some(({ match_id }) => match_id === bout.match_id)
                    ? () => setCorrecting(bout.match_live_id)
                    : null
                }
              />
            ))}
          </ol>
        </Panel>
        <Panel title={t`Leaders`} note={t`by the present results`}>
          {leaders.length === 0 ? (
            <Empty icon={Trophy} title={t`No sheet yet`}>
              <Trans>The first places appear with the first confirmed sheet.</Trans>
            </Empty>
          ) : (
            <PanelBody>
              <LeaderList leaders={leaders} />
            </PanelBody>
          )}
        </Panel>
      </div>
      {correcting === null ? null : (
        <Suspense>
          <CorrectDialog
            programId={sheet.program_id}
            bouts={correctable}
            first={correcting}
            onClose={() => setCorrecting(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The prediction game of one card. */
export function CardPage() {
  const { t } = useLingui();
  const { of } = useNames();
  const { programId = '' } = useParams();
  const query = useQuery({
    ...staffQuery(
      'GET /operator/game/{program_id}',
      { params: { program_id: programId as ProgramId } },
      'game',
    ),
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? OPEN_POLL_MS : false),
  });
  const title = query.data === undefined ? t`Fight night` : of(query.data.title);
  return (
    <>
      <BarContent above={t`Game`} aboveTo="/game" title={title} />
      <QueryView query={query} rows={10}>
        {(sheet) => <Sheet sheet={sheet} />}
      </QueryView>
    </>
  );
}
