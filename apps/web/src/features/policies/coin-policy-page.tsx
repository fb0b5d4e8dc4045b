import { type PolicyTexts, policyLoader, policyMeta } from './policy-data.ts';
import { PolicyView } from './policy-view.tsx';

const texts: PolicyTexts = {
  TH: () => import('./texts/coin-policy.th.md'),
  EN: () => import('./texts/coin-policy.en.md'),
};

export const loader = policyLoader(texts);
export const meta = policyMeta;

/** `/coin-policy`. */
export function Component() {
  return <PolicyView texts={texts} />;
}
