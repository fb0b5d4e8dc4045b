import { type PolicyTexts, policyLoader, policyMeta } from './policy-data.ts';
import { PolicyView } from './policy-view.tsx';

const texts: PolicyTexts = {
  TH: () => import('./texts/privacy-policy.th.md'),
  EN: () => import('./texts/privacy-policy.en.md'),
};

export const loader = policyLoader(texts);
export const meta = policyMeta;

/** `/privacy-policy`. */
export function Component() {
  return <PolicyView texts={texts} />;
}
