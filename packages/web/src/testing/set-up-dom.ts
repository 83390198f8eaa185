/** Prepares each file of component tests: removes what a test rendered, and fails a test that logged an error it did not expect. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// A busy machine must not fail a test that would pass.
configure({ asyncUtilTimeout: 20_000 });

// The DOM without a browser does not know `<search>`: React would log that as an error.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' });

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

afterEach(() => {
  cleanup();
  const logged = vi.mocked(console.error).mock.calls.map((words) => words.join(' '));
  vi.restoreAllMocks();
  expect(logged).toEqual([]);
});
