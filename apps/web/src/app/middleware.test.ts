import { createMemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { describeError } from './describe-error.ts';
import { middlewareOf } from './middleware.ts';

test('a route that names a middleware which is unknown is an error of status 500', async () => {
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
