import { useLingui } from '@lingui/react/macro';
import { useLanguage } from '../../shared/language/use-language.ts';
import type { Bout, LiveSummary } from './home.ts';

/** Returns functions that describe bouts and lives in the current language. */
export function useBoutWords() {
  const { t } = useLingui();
  const { text } = useLanguage();
  const titleOf = (live: LiveSummary, headline: Bout | null): string => {
    // Between two bouts a live is announced by its title instead of the finished bout.
    const isOver = live.status === 'in_progress' && headline?.status === 'ended';
    if (!headline || isOver) return text(live.title);
    const red = text(headline.red.name);
    const blue = text(headline.blue.name);
    return t`${red} vs ${blue}`;
  };
  const weightOf = ({ weight_pounds }: Bout): string => t`${weight_pounds} lb`;
  const roundOf = ({ round, main_event }: Bout): string | null => {
    const number = round?.number;
    if (number === undefined) return main_event ? t`Main event` : null;
    return main_event ? t`Main event, round ${number}` : t`Round ${number}`;
  };
  return { text, titleOf, weightOf, roundOf };
}
