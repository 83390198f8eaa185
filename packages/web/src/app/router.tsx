/** Which screen stands at which address; all but the doors (/login, /signup) lie behind the guard (AUTH-5). */
import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { LoginScreen } from '../accounts/login-screen.tsx';
import { CheckingAuthentication } from './checking-authentication.tsx';
import { FailedScreen } from './failed-screen.tsx';
import { requireSession } from './guard.ts';
import { ScreenError } from './screen-error.tsx';

const ROUTES: RouteObject[] = [
  // Not lazy: it is 1 kB, and a chunk of its own would cost the slowest visit one more round trip.
  { path: '/login', Component: LoginScreen },
  {
    path: '/signup',
    HydrateFallback: () => null,
    lazy: async () => ({ Component: (await import('../accounts/signup-screen.tsx')).SignupScreen }),
  },
  {
    path: '/',
    loader: requireSession,
    // Asked once: later a 401 of any call tells that the session is gone. Else each filter change would wait for it.
    shouldRevalidate: () => false,
    HydrateFallback: CheckingAuthentication,
    lazy: async () => {
      return { Component: (await import('./console-shell.tsx')).ConsoleShell };
    },
    ErrorBoundary: ScreenError,
    children: [
      {
        // Within the frame: a screen that fails leaves the navigation and the way to all others.
        ErrorBoundary: FailedScreen,
        children: [
          { index: true, loader: () => redirect('/create-tests') },
          {
            path: 'create-tests',
            lazy: async () => ({
              Component: (await import('../tests/create/create-test-screen.tsx')).CreateTestScreen,
            }),
          },
          {
            path: 'tests',
            lazy: async () => ({ Component: (await import('../tests/list/tests-screen.tsx')).TestsScreen }),
          },
          {
            path: 'test-report/:id',
            lazy: async () => ({ Component: (await import('../messages/report-screen.tsx')).ReportScreen }),
          },
          {
            path: 'update-test/:id',
            lazy: async () => ({
              Component: (await import('../tests/update/update-test-screen.tsx')).UpdateTestScreen,
            }),
          },
          {
            path: 'reports',
            lazy: async () => ({
              Component: (await import('../analytics/analytics-screen.tsx')).AnalyticsScreen,
            }),
          },
          {
            path: 'gateways',
            lazy: async () => ({
              Component: (await import('../gateways/gateways-screen.tsx')).GatewaysScreen,
            }),
          },
          {
            path: 'gateways/new',
            lazy: async () => ({
              Component: (await import('../gateways/setup/setup-screen.tsx')).SetupScreen,
            }),
          },
          {
            path: 'gateways/:id',
            lazy: async () => ({
              Component: (await import('../gateways/setup/setup-screen.tsx')).SetupScreen,
            }),
          },
          {
            path: 'gateways/:id/offices',
            lazy: async () => ({
              Component: (await import('../gateways/offices/offices-screen.tsx')).OfficesScreen,
            }),
          },
          {
            path: '*',
            lazy: async () => ({ Component: (await import('./not-found-screen.tsx')).NotFoundScreen }),
          },
        ],
      },
    ],
  },
];

/** Begins with the loaders of the present address. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(ROUTES);
}
