/** How Kannel says it stands: its status page, read for the few figures that the tests need. */
import { getOnce } from '../one-request.ts';
import { STATUS_PASSWORD } from './kannel-config.ts';

export interface KannelStatus {
  /** Whether its link to the SMSC is bound. */
  readonly isOnline: boolean;
  /** Whether a smsbox is connected to the bearerbox. */
  readonly hasSmsbox: boolean;
  /** submit_sm that were accepted. */
  readonly sent: number;
  /** submit_sm that were refused, or never answered. */
  readonly failed: number;
  /** Receipts that it found the message of. */
  readonly receipts: number;
  /** Messages whose receipt it still waits for. */
  readonly awaited: number;
}

/** Undefined while nobody answers on the port, or Kannel does not yet tell of its link. */
export async function readStatus(port: number): Promise<KannelStatus | undefined> {
  const page = await getOnce(`http://127.0.0.1:${port}/status.xml?password=${STATUS_PASSWORD}`).then(
    ({ body }) => body,
    () => undefined,
  );
  if (page === undefined) return undefined;
  const [head = '', smsc = ''] = page.split('<smscs>');
  if (!smsc.includes('<dlr>')) return undefined;
  const [, receipts = ''] = head.split('<dlr>');
  return {
    isOnline: /<status>online/u.test(smsc),
    hasSmsbox: /<type>smsbox<\/type>/u.test(head),
    sent: figure(smsc, /<sms>[^]*?<sent>(\d+)</u),
    failed: figure(smsc, /<failed>(\d+)</u),
    receipts: figure(receipts, /<received><total>(\d+)</u),
    awaited: figure(receipts, /<queued>(-?\d+)</u),
  };
}

function figure(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`the status page of Kannel says nothing like ${pattern.source}`);
  return Number(found);
}
