import { type PolicyTexts, policyLoader, policyMeta } from './policy-data.ts';
import { PolicyView } from './policy-view.tsx';

const texts: PolicyTexts = {
  TH: () => import('./texts/terms.th.md'),
  EN: () => import('./texts/terms.en.md'),
};

export const loader = policyLoader(texts);
export const meta = policyMeta;

/** `/terms`. */
export function Component() {
  return <PolicyView texts={texts} />;
}
