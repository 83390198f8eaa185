/** The role of the account: screens hide what the server would refuse (ACCT-1). */
import type { Role } from '@textprobe/domain/roles';
import { createContext, type ReactNode, useContext } from 'react';

/** Outside the frame, as in tests of single components, everything is shown. */
export const AccountRole = createContext<Role>('administrator');

/** Whether the account has one of these roles. */
export function useMay(roles: readonly Role[]): boolean {
  return roles.includes(useContext(AccountRole));
}

/** Shown to these roles only. */
export function Only({ roles, children }: { readonly roles: readonly Role[]; readonly children: ReactNode }) {
  return useMay(roles) && children;
}
