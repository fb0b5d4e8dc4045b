import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { cut, silence } from './trim-libraries.ts';

const WORKER = { what: 'the worker', found: 'startWorker();', put: '' };

test('a cut takes the named place and nothing else', () => {
  expect(cut('before(); startWorker(); after();', WORKER)).toBe('before();  after();');
});

test('a library that no longer has the place stops the build, as does one that has it twice', () => {
  expect(() => cut('after();', WORKER)).toThrow('0 places instead of one for: the worker');
  expect(() => cut('startWorker();startWorker();', WORKER)).toThrow('2 places instead of one');
});

test('statements of the log go, where they are a whole branch too, and what only looks like one stays', () => {
  const code = [
    'if (late) this.log("late"); else act();',
    'logger.warn("x");',
    'this.catalog(1);',
    'const told = this.log("kept");',
    'class Player { stop() { this.hls.logger.log("stopped"); this.go(); } }',
  ].join('\n');
  const silent = silence(code, parseAst(code));
  expect(() => parseAst(silent)).not.toThrow();
  expect(silent.split('\n')).toEqual([
    'if (late) ; else act();',
    ';',
    'this.catalog(1);',
    'const told = this.log("kept");',
    'class Player { stop() { ; this.go(); } }',
  ]);
});
