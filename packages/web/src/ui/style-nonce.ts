/** The nonce of this page's style elements: the server writes a fresh one into each page, so the policy needs no 'unsafe-inline'. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

export function styleNonce(): string {
  return nonce;
}
