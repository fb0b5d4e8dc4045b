import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Permission } from '@sangwian/contract/permissions';
import { type LucideIcon, UsersRound, WalletCards } from 'lucide-react';
import type { ComponentType } from 'react';

/** A place of the rail. A role sees only the places that it can use. */
export interface Place {
  readonly id: string;
  /** Below `/console/`; the place draws its own addresses below it. */
  readonly path: string;
  readonly label: MessageDescriptor;
  readonly icon: LucideIcon;
  /** Any of these permissions opens the place. */
  readonly permissions: readonly Permission[];
  /** Loads the component, which the file `<id>-place.tsx` exports as `Component`. */
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
}

/** The places in the order of the rail; the first one that a role may open is its start. */
export const PLACES: readonly Place[] = [
  {
    id: 'money',
    path: 'money',
    label: msg`Money`,
    icon: WalletCards,
    permissions: ['manage_orders', 'read_money_reports'],
    load: () => import('../places/money/money-place.tsx'),
  },
  {
    id: 'staff',
    path: 'staff',
    label: msg`Staff`,
    icon: UsersRound,
    permissions: ['manage_staff'],
    load: () => import('../places/staff/staff-place.tsx'),
  },
];
