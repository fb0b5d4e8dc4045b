import type { Permission } from '@sangwian/contract/permissions';
import { createContext } from 'react';
import { createStore } from '../store.ts';

/**
 * Permissions that the role lost while a form of the open place was being filled in. The place stays visible with these
 * permissions until the operator leaves it, so that typed text is not lost. The API still refuses requests that need
 * them.
 */
export const keptPermissionsStore = createStore<readonly Permission[]>([]);

/** Provides the kept permissions to the components of a place. Other components, such as the menus, have none. */
export const KeptPermissions = createContext<readonly Permission[]>([]);
