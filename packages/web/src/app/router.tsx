/** Maps paths to screens; all except the login pages (/login, /signup, /welcome, /signed-on) and that of a pairing (/pair) are behind the guard (AUTH-5). */
import {
  ADMINISTRATORS,
  ALL_ROLES,
  AUDITORS,
  OPERATORS,
  OPERATORS_AND_AUDITORS,
} from '@textprobe/domain/roles';
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject, redirect } from 'react-router';
import { requireSession } from '../features/accounts/guard.ts';
import { LoginScreen } from '../features/accounts/login-screen.tsx';
import { takesSignupRequests } from '../features/accounts/signup-mode.ts';
import { CheckingAuthentication, FailedConsole, FailedScreen } from './fallback-screens.tsx';

const ROUTES: RouteObject[] = [
  // Not lazy: it is 1 kB, and its own chunk would cost a slow connection one more round trip.
  { path: '/login', Component: LoginScreen },
  {
    path: '/signup',
    HydrateFallback: () => null,
    lazy: async () => ({
      Component: takesSignupRequests()
        ? (await import('../features/accounts/signup-request-screen.tsx')).SignupRequestScreen
        : (await import('../features/accounts/signup-screen.tsx')).SignupScreen,
    }),
  },
  {
    path: '/welcome',
    HydrateFallback: () => null,
    lazy: async () => ({
      Component: (await import('../features/accounts/welcome-screen.tsx')).WelcomeScreen,
    }),
  },
  {
    path: '/signed-on',
    HydrateFallback: () => null,
    lazy: async () => ({
      Component: (await import('../features/accounts/signed-on-screen.tsx')).SignedOnScreen,
    }),
  },
  {
    path: '/pair',
    HydrateFallback: () => null,
    lazy: async () => ({ Component: (await import('../features/pairings/pair-page.tsx')).PairPage }),
  },
  {
    id: 'console',
    path: '/',
    loader: requireSession,
    // Checked once: revalidating would delay each filter change, and a 401 of any call reveals an expired session.
    shouldRevalidate: () => false,
    HydrateFallback: CheckingAuthentication,
    lazy: async () => ({ Component: (await import('./console-shell.tsx')).ConsoleShell }),
    ErrorBoundary: FailedConsole,
    children: [
      {
        // Inside the frame: if a screen fails, the navigation still works.
        ErrorBoundary: FailedScreen,
        children: [
          { index: true, loader: () => redirect('/create-tests') },
          screen(
            'create-tests',
            async () =>
              (await import('../features/message-tests/create/create-test-screen.tsx')).CreateTestScreen,
            OPERATORS,
          ),
          screen(
            'create-tests/several',
            async () => (await import('../features/message-tests/several/several-screen.tsx')).SeveralScreen,
            OPERATORS,
          ),
          screen(
            'tests',
            async () => (await import('../features/message-tests/list/tests-screen.tsx')).TestsScreen,
          ),
          screen(
            'test-report/:id',
            async () => (await import('../features/report/report-screen.tsx')).ReportScreen,
          ),
          screen(
            'update-test/:id',
            async () =>
              (await import('../features/message-tests/update/update-test-screen.tsx')).UpdateTestScreen,
            OPERATORS,
          ),
          screen(
            'reports',
            async () => (await import('../features/analytics/analytics-screen.tsx')).AnalyticsScreen,
          ),
          screen(
            'gateways',
            async () => (await import('../features/gateways/gateways-screen.tsx')).GatewaysScreen,
          ),
          ...['gateways/new', 'gateways/:id'].map((path) =>
            screen(
              path,
              async () => (await import('../features/gateways/setup/setup-screen.tsx')).SetupScreen,
              ADMINISTRATORS,
            ),
          ),
          screen(
            'gateways/:id/offices',
            async () => (await import('../features/gateways/offices/offices-screen.tsx')).OfficesScreen,
            ADMINISTRATORS,
          ),
          screen(
            'first-steps',
            async () =>
              (await import('../features/directory/first-steps/first-steps-screen.tsx')).FirstStepsScreen,
            OPERATORS_AND_AUDITORS,
          ),
          {
            path: 'directory',
            children: [
              { index: true, loader: () => redirect('/directory/partners') },
              ...(['partners', 'clients', 'offices', 'phones'] as const).map((kind) =>
                screen(
                  kind,
                  async () => (await import('../features/directory/directory-screen.tsx')).SCREENS[kind],
                ),
              ),
              screen(
                'phones/:id',
                async () => (await import('../features/directory/phone/phone-screen.tsx')).PhoneScreen,
              ),
              screen(
                'phones/:id/pair',
                async () => (await import('../features/pairings/pair-screen.tsx')).PairScreen,
                OPERATORS_AND_AUDITORS,
              ),
            ],
          },
          {
            path: 'settings',
            lazy: async () => ({ Component: (await import('./settings-frame.tsx')).SettingsFrame }),
            children: [
              { index: true, loader: () => redirect('/settings/profile') },
              screen(
                'profile',
                async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
              ),
              screen(
                'accounts',
                async () =>
                  (await import('../features/accounts/management/accounts-screen.tsx')).AccountsScreen,
                AUDITORS,
              ),
              screen(
                'audit',
                async () => (await import('../features/audit/audit-screen.tsx')).AuditScreen,
                AUDITORS,
              ),
              screen(
                'handsets',
                async () =>
                  (await import('../features/handset-keys/handset-keys-screen.tsx')).HandsetKeysScreen,
                AUDITORS,
              ),
            ],
          },
          screen('*', async () => (await import('./not-found-screen.tsx')).NotFoundScreen),
        ],
      },
    ],
  },
];

/** A screen inside the frame, loaded as its own chunk. @param roles who may open it; default: every role */
function screen(path: string, load: () => Promise<ComponentType>, roles = ALL_ROLES): RouteObject {
  return { path, handle: roles, lazy: async () => ({ Component: await load() }) };
}

/** Starts the loaders of the current URL. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(ROUTES);
}
