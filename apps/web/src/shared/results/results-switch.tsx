import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { spreadClass } from '@sangwian/ui/spread';
import { Eye, EyeOff } from 'lucide-react';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { keepShowsResults, useShowsResults } from './results-setting.ts';

/** Returns a function that shows or hides results and fetches the page's data again. */
export function useChangeResults(): (shows: boolean) => void {
  const { revalidate } = useRevalidator();
  return (shows) => {
    void keepShowsResults(shows);
    void revalidate();
  };
}

interface ResultsSwitchProps {
  /** Returns whether the page's data may lack results. The server renders every page without results. */
  readonly hidden: boolean;
}

/** The switch that shows or hides the results of all evenings with a replay, on every page. */
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
