import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { spreadClass } from '@sangwian/ui/spread';
import { Eye, EyeOff } from 'lucide-react';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { keepShowsResults, useShowsResults } from './results-setting.ts';

/** Returns a function that shows or hides results, and reads the page again. */
export function useChangeResults(): (shows: boolean) => void {
  const { revalidate } = useRevalidator();
  return (shows) => {
    void keepShowsResults(shows);
    void revalidate();
  };
}

interface ResultsSwitchProps {
  /** Whether the page's data may lack results: the server renders the hidden form for everybody. */
  readonly hidden: boolean;
}

/** The one setting for results of evenings that can be watched again, wherever they are shown. */
export function ResultsSwitch({ hidden }: ResultsSwitchProps) {
  const { t } = useLingui();
  const shows = useShowsResults();
  const change = useChangeResults();
  const { revalidate } = useRevalidator();
  const isStale = shows && hidden;
  useEffect(() => {
    if (isStale) void revalidate();
  }, [isStale, revalidate]);
  const Icon = shows ? EyeOff : Eye;
  return (
    <div className={spreadClass}>
      <p>
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
