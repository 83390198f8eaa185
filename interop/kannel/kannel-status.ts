/** Reads the figures that the tests need from Kannel's status page. */
import { getOnce } from '../one-request.ts';
import { STATUS_PASSWORD } from './kannel-config.ts';

export interface KannelStatus {
  /** Whether its link to the SMSC is bound. */
  readonly isOnline: boolean;
  /** Whether a smsbox is connected to the bearerbox. */
  readonly hasSmsbox: boolean;
  /** The number of accepted submit_sm. */
  readonly sent: number;
  /** The number of submit_sm that were refused or got no response. */
  readonly failed: number;
  /** The number of receipts matched with their message. */
  readonly receipts: number;
  /** The number of messages that still await a receipt. */
  readonly awaited: number;
}

/** Undefined while the port does not answer, or the page has no link yet. */
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
  if (found === undefined) throw new Error(`Kannel's status page has no match for ${pattern.source}`);
  return Number(found);
}
