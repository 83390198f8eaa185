/** How the test phones are: who is there, who has not been heard of. A poll: it keeps no idle session alive. */
import type { PhonesHealth } from '@textprobe/contract/phone-health';
import { requestJson } from './http.ts';

export function getPhonesHealth(signal?: AbortSignal): Promise<PhonesHealth> {
  return requestJson<PhonesHealth>('/api/tests/sm/v1/deliverabilitytestphones/health', {
    signal,
    background: true,
  });
}
