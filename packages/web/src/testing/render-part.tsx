/** Renders a part of the console as a page does: with the library, a cache, a URL, dialogs and notifications. */
import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { Call } from '@textprobe/contract/call';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, onTestFinished, vi } from 'vitest';
import type { z } from 'zod';
import type { ProblemBody } from '../api/http.ts';
import { createQueryClient } from '../app/query-client.ts';
import { theme } from '../app/theme.ts';
import { OpenDialogs } from '../ui/dialogs.tsx';
import { type Answers, json } from './stub-fetch.ts';

interface Place {
  /** The pattern of its route, as in the router. */
  readonly route?: string;
  readonly path?: string;
}

export function renderPart(part: ReactNode, { route = '*', path = '/' }: Place = {}) {
  const routes = [
    { path: route, element: <main id="main">{part}</main> },
    { path: '*', element: null },
  ];
  // Not a memory router: screens read the URL of the window.
  window.history.replaceState(null, '', path);
  const router = createBrowserRouter(routes);
  onTestFinished(() => {
    router.dispose();
    // The next file may run in the same process.
    notifications.clean();
  });
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={createQueryClient()}>
        <Notifications />
        <RouterProvider router={router} />
      </QueryClientProvider>
      <OpenDialogs />
    </MantineProvider>,
  );
}

/** An answer for `stubFetch` that the contract allows. */
export function answer<C extends Call & { readonly answer: z.ZodType }>(
  { method, path }: C,
  value: z.output<C['answer']> | ((query: URLSearchParams) => z.output<C['answer']>),
  headersOf: (query: URLSearchParams) => Readonly<Record<string, string>> = () => ({}),
): Answers {
  const isFixed = typeof value !== 'function';
  return {
    [`${method} ${path}`]({ url }) {
      const query = queryOf(url);
      const body = isFixed ? value : (value as (query: URLSearchParams) => unknown)(query);
      return json(body, { headers: headersOf(query) });
    },
  };
}

const queryOf = (url: string) => new URL(url, location.href).searchParams;

/** A call that is answered as before once it is released. */
export function hold(answers: Answers, { method, path }: Call): { answers: Answers; release: () => void } {
  const held = Promise.withResolvers<void>();
  const name = `${method} ${path}`;
  const later: Answers[string] = async (request) => {
    await held.promise;
    return answers[name]?.(request) ?? new Response('', { status: 404 });
  };
  return { answers: { ...answers, [name]: later }, release: held.resolve };
}

/** A call that fails. */
export function failure({ method, path }: Call, status = 500, problem: ProblemBody = {}): Answers {
  return { [`${method} ${path}`]: () => json(problem, { status }) };
}

/** Expects no axe violations; colors are checked in the browser. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false } },
  });
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
  expect(found).toEqual([]);
}

/** Takes the errors that the console has logged: each pattern must match at least one, and each error a pattern. */
export function expectLogged(...patterns: readonly RegExp[]): void {
  const logged = vi.mocked(console.error).mock.calls.map((words) => words.join(' '));
  expect(logged.filter((words) => !patterns.some((pattern) => pattern.test(words)))).toEqual([]);
  expect(patterns.filter((pattern) => !logged.some((words) => pattern.test(words)))).toEqual([]);
  vi.mocked(console.error).mockClear();
}
