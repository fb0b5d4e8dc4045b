import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatCountdown, remainingUntil } from '@sangwian/i18n/format-date';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ownedBy, polled } from '../../../shared/api/api-query.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import { hasSpoiler } from '../../../shared/in-step/is-spoiler.ts';
import { useReached } from '../../../shared/in-step/use-reached.ts';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { useMemberId } from '../../../shared/session/session.ts';
import { useNow } from '../../../shared/use-now.ts';
import { Strip } from '../strip.tsx';
import { chooseSheet, type OwnSheet, relevantPrograms } from './choose-sheet.ts';

const REFRESH_MS = 30_000;

async function readOwnSheet(signal: AbortSignal): Promise<OwnSheet | null> {
  const options = { signal };
  const { data: programs } = await callApi('GET /predict/current', {}, options);
  const sheets = await Promise.all(
    relevantPrograms(programs).map(async (program) => {
      const params = { program_id: program.program_id };
      const { data: sheet } = await callApi('GET /predict/{program_id}/mine', { params }, options);
      return { program, sheet };
    }),
  );
  return chooseSheet(sheets);
}

function TimeLeft({ until }: { readonly until: string }) {
  const { t } = useLingui();
  const left = remainingUntil(until, useNow(0));
  const { days } = left;
  const time = formatCountdown(left);
  return days > 0 ? t`${days} d ${time}` : time;
}

function OpenState({ program, sheet }: OwnSheet) {
  const { t } = useLingui();
  const picked = new Set<string>(sheet?.picks.map(({ match_id }) => match_id));
  const missing = program.matches.filter(
    ({ match_id, pickable }) => pickable && !picked.has(match_id),
  ).length;
  return (
    <>
      {sheet === null
        ? t`Not predicted yet`
        : sheet.complete
          ? t`Sheet confirmed`
          : plural(missing, { one: '# bout is missing', other: '# bouts are missing' })}
      {' · '}
      {t`Closes in`} <TimeLeft until={program.closes_at} />
    </>
  );
}

export interface OwnSheetStripProps {
  /** Content that is shown until the sheet is loaded, and without a game. */
  readonly invitation: ReactNode;
}

/**
 * Shows the state of the member's sheet. Points appear once they are final and the fan's video has reached all results
 * that they count.
 */
export function OwnSheetStrip({ invitation }: OwnSheetStripProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const { data: own } = useQuery({
    ...ownedBy(useMemberId(), ['own sheet']),
    queryFn: ({ signal }) => readOwnSheet(signal),
    ...polled(REFRESH_MS),
  });
  const reachedOf = useReached();
  if (!own) return invitation;
  const { program, sheet } = own;
  const to = `/predict?program=${program.program_id}`;
  const title = text(program.title);
  if (program.status === 'open') {
    return (
      <Strip to={to} title={title} action={sheet?.complete ? t`See my sheet` : t`Predict`}>
        <OpenState program={program} sheet={sheet} />
      </Strip>
    );
  }
  const isSpoiler = hasSpoiler(program, reachedOf(program));
  if (program.status === 'scoring' || sheet === null || isSpoiler) {
    return (
      <Strip to={to} title={title} action={t`See my sheet`}>
        {t`Your sheet is in · Scoring in progress`}
      </Strip>
    );
  }
  const { points, rank, members } = sheet;
  return (
    <Strip to={to} title={title} action={t`See my sheet`}>
      {plural(points, { one: '# point', other: '# points' })}
      {rank === null ? null : ` · ${t`Place ${rank} of ${members}`}`}
    </Strip>
  );
}
