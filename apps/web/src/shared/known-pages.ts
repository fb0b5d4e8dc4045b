import { createContext, useContext } from 'react';

/** Whether this build has a page at a path, so that a feature's link leads to it only then. */
export type HasPage = (path: string) => boolean;

const KnownPagesContext = createContext<HasPage>(() => false);

export const KnownPagesProvider = KnownPagesContext.Provider;

export const useHasPage = (): HasPage => useContext(KnownPagesContext);
