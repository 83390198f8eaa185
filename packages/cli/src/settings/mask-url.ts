/** Takes the password out of an address before it is shown. */

/** The address with its password replaced by `***`, in the place before the host and in the query; else unchanged. */
export function maskUrl(text: string): string {
  if (!URL.canParse(text)) return '***';
  const url = new URL(text);
  if (url.password !== '') url.password = '***';
  for (const name of new Set(url.searchParams.keys())) {
    if (/pass|secret|token|key/iu.test(name)) url.searchParams.set(name, '***');
  }
  return url.href;
}
