import type { PageBundle, PageInput } from '@sangwian/contract/page-render';

/** The input of a page without its functions, which cannot be sent to a thread. */
export type RenderInput = Omit<PageInput, 'call' | 'signal'>;

/** A job for the render thread. */
export type RenderJob =
  | { readonly kind: 'page'; readonly input: RenderInput }
  | { readonly kind: 'art'; readonly path: string }
  | { readonly kind: 'card'; readonly path: string };

/** The type of the result for each kind of job. */
export interface RenderResults {
  readonly page: Awaited<ReturnType<PageBundle['render']>>;
  readonly art: ReturnType<PageBundle['renderArt']>;
  readonly card: Awaited<ReturnType<PageBundle['drawShareCard']>>;
}

/** A serialized error. `code` is an error code of the contract, or `null` for an unexpected error. */
export interface SentFailure {
  readonly code: string | null;
  readonly message: string;
  readonly stack: string | undefined;
  readonly retryAfterS: number | undefined;
}

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: SentFailure };

export type ToThread =
  | { readonly type: 'job'; readonly id: number; readonly job: RenderJob }
  | { readonly type: 'answer'; readonly callId: number; readonly outcome: Outcome }
  | { readonly type: 'ping' };

export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'pong' }
  | {
      readonly type: 'call';
      readonly id: number;
      readonly callId: number;
      readonly operation: string;
      readonly parts: unknown;
    }
  | { readonly type: 'done'; readonly id: number; readonly outcome: Outcome };
