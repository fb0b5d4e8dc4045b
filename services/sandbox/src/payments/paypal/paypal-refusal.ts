import { randomBytes } from 'node:crypto';
import { ProviderRefusal } from '../provider-call.ts';

const MESSAGES = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  INTERNAL_SERVER_ERROR: 'An internal server error has occurred.',
} as const;

const STATUSES = {
  INVALID_REQUEST: 400,
  RESOURCE_NOT_FOUND: 404,
  UNPROCESSABLE_ENTITY: 422,
  INTERNAL_SERVER_ERROR: 500,
} as const satisfies Record<RefusalName, number>;

type RefusalName = keyof typeof MESSAGES;

interface RefusalMore {
  readonly field?: string;
  readonly links?: readonly object[];
}

/** An error of PayPal; `issue` is its detailed code. */
export class PayPalRefusal extends ProviderRefusal {
  override name = 'PayPalRefusal';
  readonly status: number;
  readonly kind: RefusalName;
  readonly issue: string;
  readonly more: RefusalMore;

  constructor(kind: RefusalName, issue: string, description: string, more: RefusalMore = {}) {
    super(description);
    this.kind = kind;
    this.status = STATUSES[kind];
    this.issue = issue;
    this.more = more;
  }

  toBody(): object {
    const { field, links = [] } = this.more;
    return {
      name: this.kind,
      message: MESSAGES[this.kind],
      debug_id: randomBytes(7).toString('hex').slice(0, 13),
      details: [
        {
          ...(field === undefined ? {} : { field, location: 'body' }),
          issue: this.issue,
          description: this.message,
        },
      ],
      links,
    };
  }
}

export const noSuchResource = (): PayPalRefusal =>
  new PayPalRefusal(
    'RESOURCE_NOT_FOUND',
    'INVALID_RESOURCE_ID',
    'Specified resource ID does not exist. Please check the resource ID and try again.',
  );

export const unprocessable = (issue: string, description: string, more?: RefusalMore) =>
  new PayPalRefusal('UNPROCESSABLE_ENTITY', issue, description, more);
