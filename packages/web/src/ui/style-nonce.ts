/** The nonce of this page's style elements: the server writes a fresh one into each page (design: no 'unsafe-inline' anywhere). */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

export function styleNonce(): string {
  return nonce;
}
