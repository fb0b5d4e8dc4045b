import type { ReactNode } from 'react';
import type { Page } from '../pages.ts';

export function Shell({ children }: { page: Page | undefined; children: ReactNode }) {
  return <main>{children}</main>;
}
