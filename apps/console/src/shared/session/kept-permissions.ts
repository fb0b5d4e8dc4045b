import type { Permission } from '@sangwian/contract/permissions';
import { createContext } from 'react';
import { createStore } from '../store.ts';

/**
 * Permissions that the role lost while a form of the open place was being filled in. The place keeps drawing what they
 * open until it is left, so that nothing typed is lost; the API refuses the act.
 */
export const keptPermissionsStore = createStore<readonly Permission[]>([]);

/** The kept permissions for the parts of a place. Elsewhere, as in the menus, there are none. */
export const KeptPermissions = createContext<readonly Permission[]>([]);
