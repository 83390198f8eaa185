/** In the navigation: the number of requests for an account, loaded only for administrators and where people can send any (ACCT-8). */
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { lazy, Suspense } from 'react';
import { useMay } from '../../ui/role.tsx';
import { takesSignupRequests } from './signup-mode.ts';

const OpenRequests = lazy(async () => ({ default: (await import('./open-requests.tsx')).OpenRequests }));

export function RequestsBadge() {
  const isAsked = useMay(ADMINISTRATORS) && takesSignupRequests();
  return (
    isAsked && (
      <Suspense>
        <OpenRequests />
      </Suspense>
    )
  );
}
