import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useRevalidator } from 'react-router';
import { keepShowsResults, useShowsResults } from './results-setting.ts';
import styles from './results-switch.module.css';

/** Answers that have results on request only. */
const isWithResults = ({ queryKey: [operation] }: { readonly queryKey: readonly unknown[] }) =>
  /^GET \/(live|program|fighter)/.test(String(operation));

/** Returns a function that shows or hides results, and reads what the page shows again. */
export function useChangeResults(): (shows: boolean) => void {
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  return (shows) => {
    const kept = keepShowsResults(shows);
    const filter = { predicate: isWithResults };
    if (shows) void client.invalidateQueries(filter);
    // Known results would otherwise stay while the answers without them arrive.
    else void client.resetQueries(filter);
    void revalidate();
    void kept;
  };
}

/** The one setting for results of evenings that can be watched again, wherever they are shown. */
export function ResultsSwitch() {
  const { t } = useLingui();
  const shows = useShowsResults();
  const change = useChangeResults();
  const Icon = shows ? EyeOff : Eye;
  return (
    <div className={styles.line}>
      <p className={styles.words}>
        {shows
          ? t`Results of replays are shown.`
          : t`Results of evenings that you can still watch are hidden.`}
      </p>
      <Button size="small" onClick={() => change(!shows)}>
        <Icon aria-hidden="true" size={18} />
        {shows ? t`Hide results` : t`Show results`}
      </Button>
    </div>
  );
}
