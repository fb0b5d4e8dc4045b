import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { OwnClip } from '@sangwian/contract/endpoints/clips';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { Button } from '@sangwian/ui/button';
import { Card } from '@sangwian/ui/card';
import { Notice } from '@sangwian/ui/notice';
import { Skeleton } from '@sangwian/ui/skeleton';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { memberQuery } from '../../../shared/api/api-query.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import { type Refusal, refusalOf } from '../../../shared/api/refusal.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useLanguage } from '../../../shared/language/use-language.ts';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { useMemberId } from '../../../shared/session/session.ts';
import { ShareButton } from '../../../shared/share/share-button.tsx';
import { useBusy } from '../../../shared/use-busy.ts';
import styles from './own-clips-page.module.css';
import { useClipWords } from './use-clip-words.ts';

/** Page size. More than the clips that the daily limit allows in a week. */
const CLIPS_MAX = 100;
const POLL_MS = 2_000;

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`My clips`),
  noindex: true,
});

const isUnderWay = ({ state }: OwnClip): boolean => state === 'queued' || state === 'encoding';

interface ClipLineProps {
  readonly clip: OwnClip;
  readonly onDeleted: () => Promise<unknown>;
}

/** A clip with its state. A deletion needs a second tap to confirm. */
function ClipLine({ clip, onDeleted }: ClipLineProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const wordsOf = useClipWords();
  const [asks, setAsks] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refused = useErrorText(refusal);
  const [busy, run] = useBusy();
  const path = `/clip/${clip.clip_id}`;
  const remove = () =>
    void run(async () => {
      setRefusal(null);
      try {
        await callApi('DELETE /clip/{clip_id}', { params: { clip_id: clip.clip_id } });
        await onDeleted();
      } catch (error) {
        setRefusal(refusalOf(error));
      }
    });
  const words = wordsOf(clip);
  return (
    <li className={styles.line}>
      {clip.files === null ? (
        <div className={styles.blank} aria-hidden="true" />
      ) : (
        <img
          src={clip.files.poster}
          alt=""
          width={160}
          height={90}
          loading="lazy"
          className={styles.poster}
        />
      )}
      <div className={styles.words}>
        <h2 className={styles.name}>
          {clip.files === null ? clip.title : <Link to={path}>{clip.title}</Link>}
        </h2>
        <p className={styles.weak}>
          {text(clip.card)} · {formatDateTime(clip.created_at)}
        </p>
        {words === null ? null : (
          <p role="status" className={styles.state}>
            {words}
          </p>
        )}
        {clip.state === 'encoding' ? (
          <progress max={100} value={clip.progress} aria-hidden="true" className={styles.bar} />
        ) : null}
        <div className={styles.actions}>
          {clip.files === null ? null : <ShareButton path={path} title={text(clip.card)} />}
          {clip.state === 'removed' ? null : asks ? (
            <>
              <Button size="small" variant="red" aria-disabled={busy} onClick={remove}>
                {t`Delete for good`}
              </Button>
              <Button size="small" variant="ghost" onClick={() => setAsks(false)}>
                {t`Keep`}
              </Button>
            </>
          ) : (
            <Button size="small" variant="ghost" onClick={() => setAsks(true)}>
              {t`Delete`}
              <VisuallyHidden> {clip.title}</VisuallyHidden>
            </Button>
          )}
        </div>
        <Notice tone="danger">{refused}</Notice>
      </div>
    </li>
  );
}

function Clips({ memberId }: { readonly memberId: string }) {
  const { t } = useLingui();
  const query = memberQuery(memberId, 'GET /member/clips', { query: { limit: CLIPS_MAX } });
  const {
    data: clips,
    isError,
    refetch,
  } = useQuery({
    ...query,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? POLL_MS : false),
  });
  if (clips === undefined) {
    return isError ? (
      <div className={styles.actions}>
        <p>{t`Your clips could not be loaded.`}</p>
        <Button size="small" onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      </div>
    ) : (
      <Skeleton shape="fill" className={styles.skeleton} />
    );
  }
  if (clips.length === 0) {
    return (
      <p className={styles.weak}>
        {t`Nothing yet. Tap the scissors below a replay, and keep the moment.`}
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {clips.map((clip) => (
        <ClipLine key={clip.clip_id} clip={clip} onDeleted={refetch} />
      ))}
    </ul>
  );
}

/** `/profile/clips`: the member's clips, including clips in progress. */
export function Component() {
  const { t } = useLingui();
  const memberId = useMemberId();
  return (
    <div className={styles.page}>
      <Link to="/profile" className={styles.back}>
        <ChevronLeft size={20} aria-hidden="true" />
        {t`My account`}
      </Link>
      <h1 className={styles.title}>{t`My clips`}</h1>
      <Card className={styles.card}>
        {memberId === null ? (
          <Skeleton shape="fill" className={styles.skeleton} />
        ) : (
          <Clips key={memberId} memberId={memberId} />
        )}
      </Card>
    </div>
  );
}
