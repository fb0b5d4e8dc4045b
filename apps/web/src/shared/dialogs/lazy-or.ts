import { type ComponentType, lazy, type ReactNode } from 'react';

export interface Closable {
  readonly onClose: () => void;
}

/** Makes components whose code comes when they are opened; `Unavailable` stands where it could not be fetched. */
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
