import type { ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { lazy, Suspense } from 'react';

const JudgesButton = lazy(async () => ({
  default: (await import('./judges-button.tsx')).JudgesButton,
}));

/** The button that opens the judges' cards of a bout with a result, loaded after the first screen. */
export function LazyJudges({ bout }: { readonly bout: ShowBout }) {
  return <Suspense>{bout.result === null ? null : <JudgesButton bout={bout} />}</Suspense>;
}
