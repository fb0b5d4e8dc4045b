import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { NoticeAbout } from '@sangwian/contract/endpoints/notices';
import { formatClock, formatDate } from '@sangwian/i18n/format-date';
import {
  AtSign,
  Bell,
  CornerUpLeft,
  type LucideIcon,
  Swords,
  Undo2,
  Wallet,
  WalletCards,
} from 'lucide-react';
import { useResultText } from '../../shared/bouts/result-text.ts';
import { useLanguage } from '../../shared/language/use-language.ts';

/** A notice as it is shown. */
export interface NoticeWords {
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  /** The page that a tap opens. */
  readonly path: string;
}

type About<Kind extends NoticeAbout['kind']> = Extract<NoticeAbout, { readonly kind: Kind }>;

/** Returns the function that titles a due or changed reminder. */
function useReminderTitle(): (kind: About<'reminder'>['reminder'], name: string) => string {
  const { t } = useLingui();
  return (kind, name) =>
    ({
      day: t`Coming up: ${name}`,
      hour: t`Starting soon: ${name}`,
      start: t`Live now: ${name}`,
      moved: t`New time: ${name}`,
      cancelled: t`Called off: ${name}`,
      restored: t`Back on: ${name}`,
    })[kind];
}

/** Returns the function that words an answer or a mention in a chat. */
function useChatWords(): (about: About<'chat'>) => NoticeWords {
  const { t } = useLingui();
  const { text } = useLanguage();
  return ({ reason, member_name, text: message, title, program_live_id }) => {
    const name = member_name || t`A fan`;
    return {
      Icon: reason === 'reply' ? CornerUpLeft : AtSign,
      title: reason === 'reply' ? t`${name} answered you` : t`${name} mentioned you`,
      // Without the message while results are hidden: messages reveal them.
      text: message ?? (title === null ? t`In the chat` : t`In the chat of ${text(title)}`),
      path: `/live/${program_live_id}`,
    };
  };
}

/** Returns a function that writes the text of a notice; `null` for a kind that only a newer version of the site has. */
export function useNoticeWords(): (about: NoticeAbout) => NoticeWords | null {
  const { t } = useLingui();
  const { text } = useLanguage();
  const resultText = useResultText();
  const reminderTitle = useReminderTitle();
  const chatWords = useChatWords();
  const livePath = (id: string | null) => (id === null ? '/program' : `/live/${id}`);
  return (about) => {
    switch (about.kind) {
      case 'cheer_refunded':
        return {
          Icon: Undo2,
          title: t`${plural(about.coins, { one: '# coin is back', other: '# coins are back' })}`,
          // Without the bout while results are hidden: a refund reveals who lost.
          text: about.title === null ? t`From your cheers` : text(about.title),
          path: '/profile/coin-history',
        };
      case 'result': {
        const [red, blue] = [text(about.red), text(about.blue)];
        const corners = { red: { name: about.red }, blue: { name: about.blue } };
        return {
          Icon: Swords,
          title: about.result === null ? t`The result is in` : resultText(about.result, corners),
          text: t`${red} vs ${blue}`,
          path: livePath(about.program_live_id),
        };
      }
      case 'order':
        return {
          Icon: about.status === 'paid' ? Wallet : WalletCards,
          title:
            about.status === 'paid'
              ? t`${plural(about.coins, { one: '# coin added', other: '# coins added' })}`
              : t`The payment failed`,
          text: t`Order ${about.number}`,
          path: `/wallet/payment-options/payment-result?order=${about.order_id}`,
        };
      case 'reminder':
        return {
          Icon: Bell,
          title: reminderTitle(about.reminder, text(about.title)),
          text: `${formatDate(about.starts_at)} ${formatClock(about.starts_at)}`,
          path: livePath(about.program_live_id),
        };
      case 'chat':
        return chatWords(about);
      default:
        return null;
    }
  };
}
