import { useLingui } from '@lingui/react/macro';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';

/** The reasons of reports and removals, in the same order as on the fans' site. */
export const REASONS = [
  'spam',
  'abuse',
  'gambling',
  'sexual',
  'other',
] as const satisfies readonly ReportReason[];

/** Returns the names of the reasons. */
export function useReasonNames(): Readonly<Record<ReportReason, string>> {
  const { t } = useLingui();
  return {
    spam: t`Spam`,
    abuse: t`Insults or threats`,
    gambling: t`Gambling or scam`,
    sexual: t`Sexual content`,
    other: t`Something else`,
  };
}
