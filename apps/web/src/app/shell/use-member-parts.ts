import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

type MemberParts = typeof import('./member-parts.ts');

/** Returns the parts of the bar that only members load; `undefined` until then. After a failure the next page tries again. */
export function useMemberParts(): MemberParts | undefined {
  const { key } = useLocation();
  const [parts, setParts] = useState<MemberParts>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with the page.
  useEffect(() => {
    // Each module is loaded once.
    void import('./member-parts.ts').then(setParts, () => {});
  }, [key]);
  return parts;
}
