import { useLingui } from '@lingui/react/macro';
import { prefer, usePreferences } from '../state/player-preferences.ts';
import { Switch } from './switch.tsx';

/** Whether results, bars, gifts and chat keep step with the picture. */
export function SpoilerSwitch() {
  const { t } = useLingui();
  const { spoilerSafe } = usePreferences();
  return (
    <Switch
      label={t`No spoilers`}
      hint={t`Results, cheers and chat wait for your picture`}
      checked={spoilerSafe}
      onChange={(on) => prefer({ spoilerSafe: on })}
    />
  );
}
