/** In the navigation: the number of requests for an account, loaded only for administrators and where people can send any (ACCT-8). */
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { useMay } from '../../ui/role.tsx';
import { OpenRequests } from './open-requests.tsx';
import { takesSignupRequests } from './signup-mode.ts';

export function RequestsBadge() {
  const isAsked = useMay(ADMINISTRATORS) && takesSignupRequests();
  return isAsked && <OpenRequests />;
}
