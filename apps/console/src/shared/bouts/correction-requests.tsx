import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ResultCorrection } from '@sangwian/contract/endpoints/operator/corrections';
import type { ProgramId } from '@sangwian/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { staffQuery } from '../api/staff-query.ts';
import { useWritesLocked } from '../live/connection.ts';
import { useMay } from '../session/permissions.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Moment } from '../ui/moment.tsx';
import { Panel } from '../ui/panel.tsx';
import styles from './correction-requests.module.css';
import { type CorrectionDecision, DecideCorrectionDialog } from './decide-correction-dialog.tsx';
import { ResultSentence } from './result-sentence.tsx';

interface RequestProps {
  readonly request: ResultCorrection;
  readonly onDecide: (decision: CorrectionDecision) => void;
}

/**
 * The buttons that approve and refuse a request, or withdraw a request of the signed-in person. A stale request cannot
 * be approved.
 */
function Decisions({ request, onDecide }: RequestProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const { own, state } = request;
  return (
    <span className={styles.acts}>
      <Button
        variant="quiet"
        disabled={isLocked}
        onClick={() => onDecide({ request, act: 'refuse' })}
      >
        {own ? t`Withdraw the request…` : t`Refuse…`}
      </Button>
      {own || state === 'stale' ? null : (
        <Button
          variant="primary"
          icon={UserRoundCheck}
          disabled={isLocked}
          onClick={() => onDecide({ request, act: 'approve' })}
        >
          {t`Approve…`}
        </Button>
      )}
    </span>
  );
}

function Request({ request, onDecide }: RequestProps) {
  const { t } = useLingui();
  const { order, red, blue, before, after, by, own, reason, state, effect } = request;
  const { created_at: at, expires_at: until } = request;
  return (
    <Panel
      title={t`Correction of bout ${order}`}
      note={
        state === 'stale' ? (
          <Chip tone="warn">
            <Trans>Out of date</Trans>
          </Chip>
        ) : (
          <Chip>
            {own ? <Trans>Waits for a second person</Trans> : <Trans>Waits for you</Trans>}
          </Chip>
        )
      }
      actions={<Decisions request={request} onDecide={onDecide} />}
      className={styles.request}
    >
      <div className={styles.text}>
        <p>
          <b>
            <ResultSentence result={after} red={red} blue={blue} />
          </b>{' '}
          <span className={styles.weak}>
            <Trans>instead of</Trans> <ResultSentence result={before} red={red} blue={blue} />
            {' · '}
            {effect.coins === 0 ? (
              <Trans>no coins go back</Trans>
            ) : (
              <Plural value={effect.coins} one="# coin goes back" other="# coins go back" />
            )}
          </span>
        </p>
        <p className={styles.weak}>
          <bdi>{own ? t`You` : by}</bdi>, <Moment at={at} />: “<bdi>{reason}</bdi>” ·{' '}
          {state === 'stale' ? (
            <Trans>the bout has changed since; ask again</Trans>
          ) : (
            <Trans>
              until <Moment at={until} />
            </Trans>
          )}
        </p>
      </div>
    </Panel>
  );
}

/**
 * The requested corrections of one card or of all cards that wait for a second person. Renders nothing if there are
 * none.
 */
export function CorrectionRequests({ programId }: { readonly programId?: ProgramId }) {
  const mayDecide = useMay('correct_results');
  const [deciding, setDeciding] = useState<CorrectionDecision | null>(null);
  const query = useQuery({
    ...staffQuery('GET /operator/show/corrections', {}, 'show'),
    enabled: mayDecide,
  });
  const requests = (query.data ?? []).filter(
    ({ program_id }) => programId === undefined || program_id === programId,
  );
  return (
    <div className={styles.requests} aria-live="polite">
      {requests.map((request) => (
        <Request key={request.result_correction_id} request={request} onDecide={setDeciding} />
      ))}
      {deciding === null ? null : (
        <DecideCorrectionDialog {...deciding} onClose={() => setDeciding(null)} />
      )}
    </div>
  );
}
