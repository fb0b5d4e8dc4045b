import type { IForbiddenRuleType } from 'dependency-cruiser';

const CONSOLE = '^apps/console/src';

/** Import rules of the operator console: `app → places → shared`, and no place imports another one. */
export const CONSOLE_IMPORT_RULES: readonly IForbiddenRuleType[] = [
  {
    name: 'console-places-do-not-import-the-app',
    severity: 'error',
    from: { path: `${CONSOLE}/places/` },
    to: { path: `${CONSOLE}/app/` },
  },
  {
    name: 'console-shared-imports-no-place-and-no-app',
    severity: 'error',
    from: { path: `${CONSOLE}/shared/` },
    to: { path: `${CONSOLE}/(places|app)/` },
  },
  {
    name: 'console-places-import-no-other-place',
    severity: 'error',
    from: { path: `${CONSOLE}/places/([^/]+)/` },
    to: { path: `${CONSOLE}/places/`, pathNot: `${CONSOLE}/places/$1/` },
  },
];
