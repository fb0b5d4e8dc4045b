import { setTimeout as wait } from 'node:timers/promises';
import { type ComponentType, lazy, Suspense } from 'react';
import { expect, test } from 'vitest';
import { renderWhole } from './render-whole.ts';

const renderLazy = (load: () => Promise<{ default: ComponentType }>): Promise<string> => {
  const Part = lazy(load);
  return renderWhole(
    <Suspense fallback="waiting">
      <Part />
    </Suspense>,
  );
};

test('contains a lazy component whose code the first render loads', async () => {
  const load = async () => {
    await wait(5);
    return { default: () => <p>part</p> };
  };
  expect(await renderLazy(load)).toBe('<!--$--><p>part</p><!--/$-->');
});

test('leaves a component whose code does not arrive to the browser', async () => {
  expect(await renderLazy(() => new Promise(() => {}))).toContain('waiting');
});
