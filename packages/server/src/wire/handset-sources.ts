/** Handset sources as answers carry them: never with their secret. */
import type { HandsetSource } from '@textprobe/contract/handset-sources';
import type {
  HandsetSourcePhone,
  HandsetSourceRow,
  UnmappedDevice,
} from '@textprobe/database/handset-sources/handset-sources';
import { timestampToWire } from './timestamps.ts';

export function handsetSourceToWire(
  { id, kind, name, created_at }: HandsetSourceRow,
  around: {
    /** Without a slash at its end. */
    origin: string;
    phones: readonly HandsetSourcePhone[];
    unmapped: readonly UnmappedDevice[];
  },
): HandsetSource {
  return {
    id,
    kind,
    name,
    url: `${around.origin}/api/inboxes/${kind}/${id}`,
    createdAt: timestampToWire(created_at),
    phones: around.phones.map(({ phoneId, deviceId, simSlot }) => ({
      phoneID: phoneId,
      deviceID: deviceId,
      simSlot,
    })),
    unmapped: around.unmapped.map(({ deviceId, simSlot, reports, lastAt }) => ({
      deviceID: deviceId,
      simSlot,
      reports,
      lastAt: timestampToWire(lastAt),
    })),
  };
}
