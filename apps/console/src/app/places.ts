import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Permission } from '@sangwian/contract/permissions';
import {
  Activity,
  CalendarDays,
  Gift,
  History,
  type LucideIcon,
  MessagesSquare,
  Power,
  RadioTower,
  Trophy,
  Users,
  WalletCards,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { needCatalogue } from '../shared/language/language.ts';

/** A place of the console's menu. A role sees only the places that it can use. */
export interface Place {
  readonly id: string;
  /** Path below `/console/`. The place renders the URLs below this path. */
  readonly path: string;
  readonly label: MessageDescriptor;
  readonly icon: LucideIcon;
  /** A role needs one of these permissions to open the place. */
  readonly permissions: readonly Permission[];
  /** Loads the component that the file `<id>-place.tsx` exports as `Component`. */
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
}

/** Loads the messages of a place and its component in parallel. */
export async function withMessages<Loaded>(
  part: Parameters<typeof needCatalogue>[0],
  loading: Promise<Loaded>,
): Promise<Loaded> {
  const [loaded] = await Promise.all([loading, needCatalogue(part)]);
  return loaded;
}

/** The places in the order of the menu. The start page is the first place that the role may open. */
export const PLACES: readonly Place[] = [
  {
    id: 'tonight',
    path: 'tonight',
    label: msg`Tonight`,
    icon: RadioTower,
    permissions: ['see_show'],
    load: () => import('../places/tonight/tonight-place.tsx'),
  },
  {
    id: 'programme',
    path: 'programme',
    label: msg`Programme`,
    icon: CalendarDays,
    permissions: ['edit_programme', 'read_programme', 'manage_stream_keys'],
    load: () => withMessages('programme', import('../places/programme/programme-place.tsx')),
  },
  {
    id: 'chat',
    path: 'chat',
    label: msg`Chat`,
    icon: MessagesSquare,
    permissions: ['moderate_chat'],
    load: () => withMessages('chat', import('../places/chat/chat-place.tsx')),
  },
  {
    id: 'members',
    path: 'members',
    label: msg`Members`,
    icon: Users,
    permissions: ['look_up_members'],
    load: () => withMessages('members', import('../places/members/members-place.tsx')),
  },
  {
    id: 'money',
    path: 'money',
    label: msg`Money`,
    icon: WalletCards,
    permissions: ['manage_orders', 'read_money_reports'],
    load: () => withMessages('money', import('../places/money/money-place.tsx')),
  },
  {
    id: 'catalogue',
    path: 'catalogue',
    label: msg`Catalogue`,
    icon: Gift,
    permissions: ['manage_catalogue', 'manage_codes'],
    load: () => withMessages('catalogue', import('../places/catalogue/catalogue-place.tsx')),
  },
  {
    id: 'game',
    path: 'game',
    label: msg`Game`,
    icon: Trophy,
    permissions: ['run_game'],
    load: () => withMessages('game', import('../places/game/game-place.tsx')),
  },
  {
    id: 'switches',
    path: 'switches',
    label: msg`Switches`,
    icon: Power,
    permissions: ['switch_payments', 'switch_gifts', 'switch_chat', 'switch_site'],
    load: () => withMessages('switches', import('../places/switches/switches-place.tsx')),
  },
  {
    id: 'health',
    path: 'health',
    label: msg({ message: 'Health', context: 'of the system' }),
    icon: Activity,
    permissions: ['see_show'],
    load: () => withMessages('health', import('../places/health/health-place.tsx')),
  },
  {
    id: 'staff',
    path: 'staff',
    label: msg`Audit`,
    icon: History,
    permissions: ['manage_staff', 'read_audit', 'read_own_audit'],
    load: () => withMessages('staff', import('../places/staff/staff-place.tsx')),
  },
];
