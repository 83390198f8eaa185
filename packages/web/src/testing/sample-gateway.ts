/** A gateway that no office uses and no worker has open, for tests to override the fields they check. */
import type { Gateway } from '@textprobe/contract/gateways';

export const sampleGateway = (over: Partial<Gateway>): Gateway => ({
  id: 1,
  name: 'Acme',
  kind: 'smpp',
  source: 'database',
  isDefault: false,
  isDefaultMms: false,
  sendsMms: false,
  throughput: null,
  account: null,
  offices: 0,
  link: null,
  ignoredReceipts: [],
  settings: null,
  secrets: [],
  updatedAt: null,
  ...over,
});
