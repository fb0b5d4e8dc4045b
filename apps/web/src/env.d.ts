/// <reference types="vite/client" />

declare module '*.md' {
  import type { PolicyText } from '../build/policy-texts.ts';
  export const text: PolicyText;
}

declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
