import { type ComponentType, lazy, type ReactNode } from 'react';

export interface Closable {
  readonly onClose: () => void;
}

/** Creates a lazy component that renders `Unavailable` if its code cannot be loaded. */
export const lazyOr =
  (Unavailable: (props: Closable) => ReactNode) =>
  <Props extends Closable>(load: () => Promise<ComponentType<Props>>) =>
    lazy(async (): Promise<{ default: ComponentType<Props> }> => {
      try {
        return { default: await load() };
      } catch {
        return { default: Unavailable };
      }
    });
