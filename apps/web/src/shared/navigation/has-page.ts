import { createContext, useContext } from 'react';

type HasPage = (path: string) => boolean;

const HasPageContext = createContext<HasPage>(() => false);

/** Set by the shell, which knows the table of pages. */
export const HasPageProvider = HasPageContext.Provider;

/** Whether this build has a page at a path, so that a feature may lead to it. */
export const useHasPage = (): HasPage => useContext(HasPageContext);
