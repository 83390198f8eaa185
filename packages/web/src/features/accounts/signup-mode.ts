/** The setting SIGNUP, which the server writes into the page: the sign-up screen needs it before anyone has logged in. */

/** Whether people may request an account. */
export function takesSignupRequests(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="signup"]')?.content === 'request';
}
