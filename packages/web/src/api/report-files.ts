/** Report files, made by the server on demand. */
import { LONG_TIMEOUT_MS } from './call-timeout.ts';
import { HttpError, type RequestOptions, request } from './http.ts';

export interface NamedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Longest Retry-After that is honored while the server makes other reports. */
const LONGEST_WAIT_S = 30;

/** Retries once if a busy server asks for it. */
export async function requestReport(path: string, query: RequestOptions['query']): Promise<Response> {
  const options = { ...(query && { query }), timeoutMs: LONG_TIMEOUT_MS };
  try {
    return await request(path, options);
  } catch (error) {
    const retryAfter = error instanceof HttpError && error.status === 503 ? error.retryAfter : null;
    if (retryAfter === null) throw error;
    await new Promise((resolve) => setTimeout(resolve, Math.min(retryAfter, LONGEST_WAIT_S) * 1_000));
    return request(path, options);
  }
}

/** The file under the server's name for it. @param otherwise its name if the server gives none */
export async function requestNamedReport(
  path: string,
  query: RequestOptions['query'],
  otherwise: string,
): Promise<NamedFile> {
  const response = await requestReport(path, query);
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const name = /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? otherwise;
  return { name, content: await response.blob() };
}
