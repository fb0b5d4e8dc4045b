import { type PolicyTexts, policyLoader, policyMeta } from './policy-data.ts';
import { PolicyView } from './policy-view.tsx';

const texts: PolicyTexts = {
  TH: () => import('./texts/rules-guess-game.th.md'),
  EN: () => import('./texts/rules-guess-game.en.md'),
};

export const loader = policyLoader(texts);
export const meta = policyMeta;

/** `/rules-guess-game`. */
export function Component() {
  return <PolicyView texts={texts} />;
}
