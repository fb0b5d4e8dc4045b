/** The roles of staff accounts, the most powerful first. */
export const STAFF_ROLES = [
  'owner',
  'show_caller',
  'cashier',
  'moderator',
  'editor',
  'viewer',
] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Every permission with the roles that have it. The API enforces this table, and the console's menus follow it. */
export const PERMISSION_ROLES = {
  /** Read the running show and the health of the system. */
  see_show: STAFF_ROLES,
  /** Start and end lives and bouts, count rounds, switch the gifts of a bout, announce. */
  direct_show: ['owner', 'show_caller'],
  record_result: ['owner', 'show_caller'],
  /** Confirm a result that another person recorded. */
  confirm_result: ['owner', 'show_caller', 'cashier'],
  /** Correct a confirmed result; others than the owner need a second person. */
  correct_results: ['owner', 'show_caller', 'cashier'],
  /** Return the unlock coins of a live whose video failed. */
  refund_outages: ['owner'],
  /** Programme, fighters, posters and prices of lives. */
  edit_programme: ['owner', 'editor'],
  /** Read events with their bouts and find fighters, which a substitution needs. */
  read_programme: ['owner', 'show_caller', 'editor'],
  /** Substitute a fighter, also during the show: cheers of the bout are returned. */
  substitute_fighters: ['owner', 'show_caller', 'editor'],
  manage_stream_keys: ['owner', 'show_caller', 'editor'],
  look_up_members: ['owner', 'cashier', 'moderator'],
  /** Suspend a member for at most seven days. */
  suspend_members: ['owner', 'moderator'],
  /** Ban, close, lift, end sessions, export. */
  manage_members: ['owner'],
  read_money_reports: ['owner', 'cashier', 'viewer'],
  /** Orders, slips, refunds and webhooks. */
  manage_orders: ['owner', 'cashier'],
  adjust_coins: ['owner', 'cashier'],
  /** Batches of redeem codes. */
  manage_codes: ['owner', 'cashier'],
  /** Gifts, coin packages, rates and partners. */
  manage_catalogue: ['owner'],
  manage_banners: ['owner', 'editor'],
  moderate_chat: ['owner', 'show_caller', 'moderator'],
  /** Finalise and correct the prediction game. */
  run_game: ['owner', 'show_caller'],
  handle_disputes: ['owner', 'cashier'],
  switch_payments: ['owner', 'cashier'],
  switch_gifts: ['owner', 'show_caller'],
  switch_chat: ['owner', 'show_caller', 'moderator'],
  /** Switch registration, predictions and the maintenance banner. */
  switch_site: ['owner'],
  /** Retry and discard failed jobs. */
  run_jobs: ['owner'],
  /** Read the audit entries of everyone. */
  read_audit: ['owner'],
  read_own_audit: ['owner', 'show_caller', 'cashier', 'moderator', 'editor'],
  manage_staff: ['owner'],
  /** The own sessions, second factors and access tokens. */
  own_account: STAFF_ROLES,
} as const satisfies Record<string, readonly StaffRole[]>;
export type Permission = keyof typeof PERMISSION_ROLES;

/** The permission of each switch; staff see the switches that they may use. */
export const SWITCH_PERMISSIONS = {
  payments: 'switch_payments',
  gifts: 'switch_gifts',
  chat: 'switch_chat',
  registration: 'switch_site',
  predictions: 'switch_site',
} as const satisfies Record<string, Permission>;

export const PERMISSIONS = Object.keys(PERMISSION_ROLES) as readonly Permission[];

/** Returns whether a role has a permission. */
export const may = (role: StaffRole, permission: Permission): boolean =>
  (PERMISSION_ROLES[permission] as readonly StaffRole[]).includes(role);
