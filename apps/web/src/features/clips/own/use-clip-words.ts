import { useLingui } from '@lingui/react/macro';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { OwnClip } from '@sangwian/contract/endpoints/clips';

/** Returns a function that describes the state of a member's clip; `null` for a clip that is ready. */
export function useClipWords(): (clip: OwnClip) => string | null {
  const { t } = useLingui();
  const reasons: Readonly<Record<ReportReason, string>> = {
    spam: t`Spam`,
    abuse: t`Insults or threats`,
    gambling: t`Illegal ads or scam`,
    sexual: t`Sexual content`,
    other: t`Something else`,
  };
  return ({ state, held, progress, failure, removed_because }) => {
    if (state === 'removed') {
      const reason = reasons[removed_because ?? 'other'];
      return t`Removed by a moderator: ${reason}`;
    }
    if (state === 'queued') return t`Waiting to be made`;
    if (state === 'encoding') return t`Being made: ${progress} %`;
    if (state === 'ready') return held ? t`A moderator will read the title first` : null;
    if (failure === 'no_picture') return t`There was no picture in this part`;
    if (failure === 'interrupted') return t`The picture was interrupted in this part`;
    return t`The clip could not be made. Please cut it again.`;
  };
}
