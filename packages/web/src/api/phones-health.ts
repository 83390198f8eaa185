/** The health of the test phones: which report, and which are silent. A poll, so it does not keep an idle session alive. */
import type { PhonesHealth } from '@textprobe/contract/phone-health';
import { requestJson } from './http.ts';

export function getPhonesHealth(signal?: AbortSignal): Promise<PhonesHealth> {
  return requestJson<PhonesHealth>('/api/tests/sm/v1/deliverabilitytestphones/health', {
    signal,
    background: true,
  });
}
