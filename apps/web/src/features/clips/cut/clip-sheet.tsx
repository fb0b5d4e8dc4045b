import { useLingui } from '@lingui/react/macro';
import { CLIP_LIMITS } from '@sangwian/contract/clip-limits';
import type { OwnClip } from '@sangwian/contract/endpoints/clips';
import type { ClipId, ProgramLiveId } from '@sangwian/contract/ids';
import { buttonClass, IconButton } from '@sangwian/ui/button';
import { DockedSheet } from '@sangwian/ui/docked-sheet';
import { Field } from '@sangwian/ui/field';
import { Notice } from '@sangwian/ui/notice';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { memberQuery } from '../../../shared/api/api-query.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import { type Refusal, refusalOf } from '../../../shared/api/refusal.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { uuidV7 } from '../../../shared/ids/uuid-v7.ts';
import { useMemberId } from '../../../shared/session/session.ts';
import { ShareButton } from '../../../shared/share/share-button.tsx';
import { useOwnDraft } from '../../../shared/storage/use-own-draft.ts';
import { useBusy } from '../../../shared/use-busy.ts';
import { useClipWords } from '../own/use-clip-words.ts';
import { ChoiceBar } from './choice-bar.tsx';
import { type ClipChoice, isLongEnough, lastOf, reachOf } from './clip-choice.ts';
import styles from './clip-sheet.module.css';
import type { CutPlayer } from './cut-player.ts';

const PREVIEW_MS = 250;
const POLL_MS = 2_000;

/** Plays the chosen range in a loop. */
function usePreview(player: CutPlayer, choice: ClipChoice | null): void {
  const startS = choice?.startS ?? null;
  const endS = choice?.endS ?? null;
  useEffect(() => {
    if (startS === null || endS === null) return;
    player.seekTo(startS);
    player.play();
    const timer = setInterval(() => {
      const positionS = player.positionS();
      if (positionS >= endS || positionS < startS - 2) player.seekTo(startS);
    }, PREVIEW_MS);
    return () => clearInterval(timer);
  }, [player, startS, endS]);
}

interface ClipSheetProps {
  readonly programLiveId: string;
  /** `null` without a video. */
  readonly player: CutPlayer | null;
  readonly onClose: () => void;
}

/**
 * The sheet that cuts a clip. The fan chooses a range, which the player repeats, and a title. Then the sheet shows the
 * progress.
 */
export function ClipSheet({ programLiveId, player, onClose }: ClipSheetProps) {
  const { t } = useLingui();
  const [clipId, setClipId] = useState<ClipId | null>(null);
  const id = programLiveId as ProgramLiveId;
  return (
    <div className={styles.place}>
      <DockedSheet
        title={t`Cut a clip`}
        onClose={onClose}
        closeButton={
          <IconButton label={t`Close`} onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        }
      >
        {player === null ? (
          <TooShort />
        ) : clipId === null ? (
          <Cutting programLiveId={id} player={player} onMade={setClipId} />
        ) : (
          <Making clipId={clipId} />
        )}
      </DockedSheet>
    </div>
  );
}

function TooShort() {
  const { t } = useLingui();
  return (
    <p className={styles.weak}>{t`Watch at least 15 seconds first, then cut what you saw.`}</p>
  );
}

interface CuttingProps {
  readonly programLiveId: ProgramLiveId;
  readonly player: CutPlayer;
  readonly onMade: (clipId: ClipId) => void;
}

function Cutting({ programLiveId, player, onMade }: CuttingProps) {
  const { t } = useLingui();
  const [reach] = useState(() => reachOf(player.positionS(), player.fromS));
  const isPossible = isLongEnough(reach);
  const [choice, setChoice] = useState(() => lastOf(reach));
  const [title, setTitle] = useOwnDraft(`clip-title:${programLiveId}`);
  const [isMissing, setIsMissing] = useState(false);
  // The idempotency key of the clip. A second click, or a retry after a lost response, creates no second clip.
  const [clipId] = useState(() => uuidV7() as ClipId);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, run] = useBusy();
  usePreview(player, isPossible ? choice : null);
  const offer = useQuery({
    ...memberQuery(useMemberId(), 'GET /live/{program_live_id}/clip-offer', {
      params: { program_live_id: programLiveId },
    }),
    staleTime: 0,
  });
  const refused = useErrorText(refusal ?? (offer.error === null ? null : refusalOf(offer.error)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(title.trim() === '');
    if (title.trim() === '') return;
    void run(async () => {
      setRefusal(null);
      try {
        const { startS, endS } = choice;
        await callApi('POST /clip', {
          body: {
            clip_id: clipId,
            program_live_id: programLiveId,
            duration_ms: (endS - startS) * 1_000,
            title,
            ...player.beginAt(startS),
          },
        });
        setTitle('');
        onMade(clipId);
      } catch (error) {
        setRefusal(refusalOf(error));
      }
    });
  };
  if (!isPossible) return <TooShort />;
  if (offer.isError) return <Notice tone="danger">{refused}</Notice>;
  const left = offer.data?.left;
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <p className={styles.weak}>{t`The picture repeats the part that you choose.`}</p>
      <ChoiceBar reach={reach} choice={choice} onChange={setChoice} />
      <Field
        label={t`Title`}
        value={title}
        maxLength={CLIP_LIMITS.clipTitleCharsMax}
        autoComplete="off"
        error={isMissing && title.trim() === '' ? t`Give the clip a title.` : null}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Notice tone="danger">{refused}</Notice>
      <SubmitButton busy={busy}>{busy ? t`Sending…` : t`Make the clip`}</SubmitButton>
      {left === undefined ? null : <p className={styles.weak}>{t`Clips left today: ${left}`}</p>}
    </form>
  );
}

/** Shows the progress of a clip, and then the actions for the finished clip. */
function Making({ clipId }: { readonly clipId: ClipId }) {
  const { t } = useLingui();
  const wordsOf = useClipWords();
  const { data } = useQuery({
    ...memberQuery(useMemberId(), 'GET /member/clips', { query: { limit: 5 } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isOver(find(state.data, clipId)) ? false : POLL_MS),
  });
  const clip = find(data, clipId);
  const path = `/clip/${clipId}`;
  if (clip?.files != null) {
    return (
      <div className={styles.form}>
        <img src={clip.files.poster} alt="" width={320} height={180} className={styles.poster} />
        <p role="status">{t`Your clip is ready.`}</p>
        <div className={styles.actions}>
          <Link to={path} className={buttonClass({ variant: 'primary', size: 'small' })}>
            {t`Open the clip`}
          </Link>
          <ShareButton path={path} title={clip.title} />
        </div>
      </div>
    );
  }
  return (
    <div className={styles.form}>
      <p role="status">{(clip === undefined ? null : wordsOf(clip)) ?? t`Waiting to be made`}</p>
      <progress max={100} value={clip?.progress ?? 0} className={styles.bar} aria-hidden="true" />
      <p className={styles.weak}>
        {t`You can close this and watch on. The clip will be among your clips in your profile.`}
      </p>
      <Link to="/profile/clips" className={buttonClass({ size: 'small' })}>
        {t`My clips`}
      </Link>
    </div>
  );
}

const find = (clips: readonly OwnClip[] | undefined, clipId: ClipId): OwnClip | undefined =>
  clips?.find(({ clip_id }) => clip_id === clipId);

const isOver = (clip: OwnClip | undefined): boolean =>
  clip !== undefined && clip.state !== 'queued' && clip.state !== 'encoding';
