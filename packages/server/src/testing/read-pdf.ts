/** Fetches a report and reads its pages. */
import type { calls } from '@textprobe/contract/calls';
import { readPages } from '@textprobe/reports/testing/pdf-text';
import { expect } from 'vitest';
import type { TestClient } from './test-client.ts';

export async function readPdf(
  client: TestClient,
  call: typeof calls.generatePdf | typeof calls.generateFilteredPdf | typeof calls.pdfForCarrier,
  query: Record<string, string | number>,
) {
  const response = await client.call(call, { query });
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const bytes = new Uint8Array(await response.arrayBuffer());
  const pages = await readPages(bytes);
  return { bytes, pages, text: pages.join(' '), disposition: response.headers.get('content-disposition') };
}
