import { createContext, useContext } from 'react';

type HasPage = (path: string) => boolean;

const HasPageContext = createContext<HasPage>(() => false);

/** The function is provided by the shell, which knows the table of pages. */
export const HasPageProvider = HasPageContext.Provider;

/** Returns a function that checks whether this build has a page at a path, so that a feature can link to it. */
export const useHasPage = (): HasPage => useContext(HasPageContext);
