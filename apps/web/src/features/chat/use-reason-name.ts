import { useLingui } from '@lingui/react/macro';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';

/** Returns a function that translates the reason of a removal or time-out for fans. */
export function useReasonName(because: ReportReason | null | undefined): string {
  const { t } = useLingui();
  const names: Readonly<Record<ReportReason, string>> = {
    spam: t`Spam`,
    abuse: t`Insults or threats`,
    gambling: t`Illegal ads or scam`,
    sexual: t`Sexual content`,
    other: t`Against the rules of the chat`,
  };
  return names[because ?? 'other'];
}
