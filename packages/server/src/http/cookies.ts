/** Names and attributes of the cookies, which depend on whether PUBLIC_URL is https. */

export interface CookieStyle {
  readonly session: string;
  readonly csrf: string;
  /** See `device-cookie.ts`. */
  readonly device: string;
  /** While the browser is at the OpenID provider. */
  readonly signOn: string;
  readonly attributes: {
    readonly httpOnly: true;
    readonly sameSite: 'lax';
    readonly path: '/';
    readonly secure: boolean;
  };
}

/** Over plain http a browser accepts neither a Secure cookie nor one named `__Host-`. */
export function cookieStyle(publicUrl: string | null): CookieStyle {
  const secure = isHttps(publicUrl);
  const prefix = secure ? '__Host-' : '';
  return {
    session: `${prefix}textprobe`,
    csrf: `${prefix}textprobe-csrf`,
    device: `${prefix}textprobe-device`,
    signOn: `${prefix}textprobe-sign-on`,
    attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  };
}

export function isHttps(publicUrl: string | null): boolean {
  return publicUrl !== null && new URL(publicUrl).protocol === 'https:';
}
