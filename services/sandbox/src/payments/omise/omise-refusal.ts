import { ProviderRefusal } from '../provider-call.ts';

/** An error of Omise with its own codes (docs.omise.co/api-errors). */
export class OmiseRefusal extends ProviderRefusal {
  override name = 'OmiseRefusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  toBody(): object {
    return {
      object: 'error',
      location: `https://www.omise.co/api-errors#${this.code.replaceAll('_', '-')}`,
      code: this.code,
      message: this.message,
    };
  }
}

export const notFound = (kind: string, id: string): OmiseRefusal =>
  new OmiseRefusal(404, 'not_found', `${kind} ${id} was not found`);
