import { createMemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { describeError } from './describe-error.ts';
import { middlewareOf } from './middleware.ts';

test('an unknown middleware is a routing error with status 500', async () => {
  const router = createMemoryRouter([
    { id: 'page', path: '/', middleware: middlewareOf('nobody'), loader: () => null },
  ]);
  router.initialize();
  await expect.poll(() => router.state.errors).not.toBeNull();
  expect(describeError(router.state.errors?.page)).toEqual({
    status: 500,
    message: 'Unknown middleware: nobody',
  });
});
