import { ApiError } from '../api/api-error.ts';
import { useErrorText } from '../api/error-text.ts';
import { Notice } from '../ui/notice.tsx';

/** A failure that belongs to no field, with the id of the request for the logs. */
export function FormFailure({ error }: { readonly error: Error | null }) {
  const text = useErrorText(error);
  if (text === '') return null;
  const isFault = error instanceof ApiError && error.httpStatus >= 500;
  return (
    <Notice tone="warn" title={text}>
      {isFault ? error.requestId : null}
    </Notice>
  );
}
