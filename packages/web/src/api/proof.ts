/** Gives the password again, in a file of its own: any screen may need it, and few ever do. */
import type { ProofBody } from '@textprobe/contract/profile';
import { request } from './http.ts';

/** After it, the session may make dangerous changes for 15 minutes (ACCT-9). */
export async function giveProof(body: ProofBody): Promise<void> {
  await request('/api/proof', { method: 'POST', body });
}
