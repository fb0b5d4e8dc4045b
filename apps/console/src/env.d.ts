/// <reference types="vite/client" />

declare module '*.md' {
  import type { Runbook } from '../build/runbooks.ts';
  export const runbook: Runbook;
}

declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
