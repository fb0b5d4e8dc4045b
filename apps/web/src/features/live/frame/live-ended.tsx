import { useLingui } from '@lingui/react/macro';
import type { Live } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { Button, buttonClass } from '@sangwian/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Link, useRevalidator } from 'react-router';
import { apiQuery } from '../../../shared/api/api-query.ts';

/** A replay is available within ten seconds of the end of its live. */
const REPLAY_EVERY_MS = 3_000;
const REPLAY_ATTEMPTS_MAX = 20;

/** Returns whether the live that just ended can be watched again. */
function useReplayReady(programLiveId: ProgramLiveId): boolean {
  const query = { program_live_id: programLiveId, limit: 1 } as const;
  const { data } = useQuery({
    ...apiQuery('GET /replay', { query }, { noStore: true }),
    refetchInterval: ({ state }) =>
      state.data?.length === 0 && state.dataUpdateCount < REPLAY_ATTEMPTS_MAX
        ? REPLAY_EVERY_MS
        : false,
  });
  return Boolean(data?.length);
}

interface LiveEndedProps {
  readonly live: Live;
  readonly onResults: () => void;
}

/** What a fan can do once a live has ended: watch its replay when that is ready, see the results, or leave. */
export function LiveEnded({ live, onResults }: LiveEndedProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const isReplayReady = useReplayReady(live.program_live_id);
  return (
    <>
      {isReplayReady ? (
        <Button variant="primary" onClick={() => void revalidate()}>
          {t`Watch the replay`}
        </Button>
      ) : null}
      <Button variant={isReplayReady ? 'quiet' : 'primary'} onClick={onResults}>
        {t`See the results`}
      </Button>
      <Link to="/" className={buttonClass({ variant: 'quiet' })}>
        {t`Other lives`}
      </Link>
    </>
  );
}
