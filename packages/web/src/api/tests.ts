/** Creating, listing, reading, changing and deleting tests (CALL-5 to 9). */
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import type { RecurrenceRule, SchedulePreview } from '@textprobe/contract/schedules';
import type {
  CreateTestBody,
  ExecutionStatus,
  Test,
  TestType,
  UpdateTestBody,
} from '@textprobe/contract/tests';
import { type CallOptions, request, requestJson, requestOnClose, type UnsafeCall } from './http.ts';
import { fetchWithProgress, type UploadProgress } from './upload.ts';

const T = '/api/tests/sm/v1/deliverabilitytest';

/** A list, or the same as a JSON string, as the old service sent it (DATA-1). */
function unwrap<T>(value: T | string): T {
  return typeof value === 'string' ? (JSON.parse(value) as T) : value;
}

function normalizeTest(test: Test): Test {
  return { ...test, clientIDs: unwrap(test.clientIDs), officeIDs: unwrap(test.officeIDs) };
}

/** Includes a placeholder text file, because the call requires form data with files (CALL-5). */
export async function createSMSTest(test: CreateTestBody, idempotencyKey?: string): Promise<Test> {
  const body = formOf(test, [new File([''], 'placeholder.txt', { type: 'text/plain' })]);
  return sendForm('POST', 'create', body, idempotencyKey);
}

/** Includes the files, or an empty text file if there are none (CALL-5). */
export async function createMMSTest(
  test: CreateTestBody,
  files: readonly File[],
  idempotencyKey?: string,
  onProgress?: UploadProgress,
): Promise<Test> {
  const body = formOf(test, files.length > 0 ? files : [new File([''], 'empty.txt', { type: 'text/plain' })]);
  return sendForm('POST', 'create', body, idempotencyKey, onProgress);
}

/** Updates a test that has not begun; the files are added to those that the payload keeps (CALL-8). */
export async function updateTest(
  testId: number,
  test: Omit<UpdateTestBody, 'testId'>,
  files: readonly File[] = [],
  idempotencyKey?: string,
  onProgress?: UploadProgress,
): Promise<Test> {
  const body = formOf({ ...test, testId }, files);
  return sendForm('PUT', 'update', body, idempotencyKey, onProgress);
}

/** The rule's next occurrences, with defaults filled in (REC-6). */
export async function previewSchedule(rule: RecurrenceRule, signal?: AbortSignal): Promise<SchedulePreview> {
  return requestJson<SchedulePreview>(`${T}/preview-schedule`, { method: 'POST', body: rule, signal });
}

async function sendForm(
  method: 'POST' | 'PUT',
  operation: 'create' | 'update',
  body: FormData,
  idempotencyKey: string | undefined,
  onProgress?: UploadProgress,
): Promise<Test> {
  const fetch = onProgress && fetchWithProgress(onProgress);
  return normalizeTest(await requestJson<Test>(`${T}/${operation}`, { method, body, idempotencyKey, fetch }));
}

/** The JSON as a Blob, and all files under one field name. */
function formOf(content: object, files: readonly File[]): FormData {
  const form = new FormData();
  form.set('content', new Blob([JSON.stringify(content)], { type: 'application/json' }));
  for (const file of files) form.append('files', file);
  return form;
}

export interface TestFilters {
  readonly partnerId?: number | undefined;
  readonly clientId?: number | undefined;
  readonly officeId?: number | undefined;
  readonly executionStatus?: ExecutionStatus | undefined;
  readonly testType?: TestType | undefined;
  /** Words of the message, or a test id. */
  readonly text?: string | undefined;
  readonly carrier?: string | undefined;
  /** Days of creation (`2026-11-21`), both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
export interface TestsPage {
  readonly tests: Test[];
  /** Total of matching tests over all pages. */
  readonly total: number;
}

/** One page of the list, newest first. */
export async function getAllTests(
  filters: TestFilters,
  page: { readonly page: number; readonly pageSize: number },
  options: CallOptions = {},
): Promise<TestsPage> {
  const response = await request('/api/tests/sm/v1/deliverabilitytest/all', {
    query: { ...filters, ...page },
    ...options,
  });
  const tests = ((await response.json()) as Test[]).map(normalizeTest);
  return { tests, total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? tests.length) };
}

export async function getIndividualTest(testId: number, signal?: AbortSignal): Promise<Test> {
  return normalizeTest(
    await requestJson<Test>('/api/tests/sm/v1/deliverabilitytest/get', { query: { testId }, signal }),
  );
}

const deletionOf = (testId: number) =>
  [`${T}/delete`, { method: 'DELETE', query: { testId } }] as const satisfies UnsafeCall;
const stopOf = (testId: number) =>
  [`${T}/stop`, { method: 'POST', query: { testId } }] as const satisfies UnsafeCall;

export async function deleteTest(testId: number): Promise<void> {
  await request(...deletionOf(testId));
}

/** Ends a recurrence: runs that have begun continue, no further one starts (LIST-14). */
export async function stopRecurrence(testId: number): Promise<void> {
  await request(...stopOf(testId));
}

/** Deletes a test while the page is closing. */
export function deleteTestOnClose(testId: number): void {
  requestOnClose(...deletionOf(testId));
}

export function stopRecurrenceOnClose(testId: number): void {
  requestOnClose(...stopOf(testId));
}
