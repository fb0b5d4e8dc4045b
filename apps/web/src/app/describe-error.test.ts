import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { expect, test } from 'vitest';
import { describeError } from './describe-error.ts';

test('a routing error keeps its status and message', () => {
  const error = new ErrorResponse(403, 'Forbidden', { status: 403, message: 'Not for you' });
  expect(describeError(error)).toEqual({ status: 403, message: 'Not for you' });
  expect(describeError(new ErrorResponse(404, 'Not Found', 'Gone'))).toEqual({
    status: 404,
    message: 'Gone',
  });
});

test('any other error is a 500 without its message', () => {
  expect(describeError(new Error('secret detail'))).toEqual({ status: 500, message: null });
  expect(describeError(undefined)).toEqual({ status: 500, message: null });
});
