import { useLingui } from '@lingui/react/macro';
import type { GiftEffect } from '@sangwian/contract/endpoints/operator/catalogue';

/** Returns the translated names of the animations. */
export function useEffectNames(): Record<GiftEffect, string> {
  const { t } = useLingui();
  return { spark: t`Small animation`, burst: t`Four sparks`, storm: t`Eight sparks` };
}

/** Returns the translated names of the drawings. */
export function useDrawingNames(): Record<string, string> {
  const { t } = useLingui();
  return {
    garland: t`Garland`,
    flask: t`Water flask`,
    prajiat: t`Prajiat armband`,
    gloves: t`Gloves`,
    drum: t`Klong khaek drum`,
    pipe: t`Pi chawa`,
    mongkhon: t`Mongkhon`,
    elephant: t`War elephant`,
    belt: t`Champion’s belt`,
  };
}
