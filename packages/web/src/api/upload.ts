/** A replacement for `fetch` that reports upload progress, which the browser's own does not. */
import { isTimeout } from './call-timeout.ts';

/** Bytes of the body sent so far, and the total. */
export type UploadProgress = (loaded: number, total: number) => void;

/** @returns a replacement for `fetch`; it also rejects with a TypeError without a response, and with an AbortError */
export function fetchWithProgress(onProgress: UploadProgress) {
  return (url: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { signal } = init;
      const upload = new XMLHttpRequest();
      upload.open(init.method ?? 'GET', url);
      upload.withCredentials = init.credentials === 'include';
      upload.responseType = 'blob';
      for (const [name, value] of new Headers(init.headers)) upload.setRequestHeader(name, value);
      upload.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
      upload.onload = () => resolve(answerOf(upload));
      upload.onerror = () => reject(new TypeError('Failed to fetch'));
      const aborted = new DOMException('The upload was aborted', 'AbortError');
      upload.onabort = () => reject(isTimeout(signal?.reason) ? signal?.reason : aborted);
      signal?.addEventListener('abort', () => upload.abort(), { once: true });
      if (signal?.aborted) upload.abort();
      else upload.send(init.body as XMLHttpRequestBodyInit);
    });
}

function answerOf(upload: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of upload.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  // A 204 response must not have a body, not even an empty one.
  const body = upload.status === 204 ? null : (upload.response as Blob);
  return new Response(body, { status: upload.status, headers });
}
