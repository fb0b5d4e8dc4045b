import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { Permission } from '@sangwian/contract/permissions';

/** The permissions that an access token can have: all except those for managing accounts. */
export type TokenScope = Exclude<Permission, 'own_account' | 'manage_staff'>;

const NAMES: Record<TokenScope, MessageDescriptor> = {
  see_show: msg`See tonight and the health`,
  direct_show: msg`Direct the show: lives, rounds, announcements`,
  record_result: msg`Record results`,
  confirm_result: msg`Confirm results`,
  correct_results: msg`Correct results`,
  refund_outages: msg`Refund outages`,
  read_programme: msg`Read events, bouts and fighters`,
  edit_programme: msg`Edit events, bouts and fighters`,
  substitute_fighters: msg`Replace fighters`,
  manage_stream_keys: msg`Manage stream keys`,
  look_up_members: msg`Look up members`,
  suspend_members: msg`Suspend members up to 7 days`,
  manage_members: msg`Ban, close and export members`,
  read_money_reports: msg`Read money reports`,
  manage_orders: msg`Handle orders, slips and refunds`,
  adjust_coins: msg`Adjust coins`,
  manage_codes: msg`Manage redeem codes`,
  manage_catalogue: msg`Manage gifts, packages, rates and partners`,
  manage_banners: msg`Manage banners`,
  moderate_chat: msg`Moderate the chat`,
  run_jobs: msg`Retry and discard failed jobs`,
  run_game: msg`Run the prediction game`,
  handle_disputes: msg`Handle disputes`,
  switch_payments: msg`Switch payments`,
  switch_gifts: msg`Switch gifts`,
  switch_chat: msg`Switch the chat`,
  switch_site: msg`Switch registration, predictions and the notice`,
  read_audit: msg`Read the whole audit`,
  read_own_audit: msg`Read your own acts in the audit`,
};

const isScope = (name: string): name is TokenScope => name in NAMES;

/** Returns the permissions of an account that its access tokens can have, in the order of the contract. */
export const scopesOf = (permissions: readonly Permission[]): readonly TokenScope[] =>
  permissions.filter(isScope);

/** Returns a function that translates a permission's name. It returns names of earlier releases unchanged. */
export function usePermissionName(): (permission: string) => string {
  const { i18n } = useLingui();
  return (permission) => (isScope(permission) ? i18n._(NAMES[permission]) : permission);
}
