/** The cookies' names and attributes, which follow from how people reach the console (design section 5). */

export interface CookieStyle {
  readonly session: string;
  readonly csrf: string;
  /** Says that somebody has logged in from this browser before. */
  readonly device: string;
  readonly attributes: {
    readonly httpOnly: true;
    readonly sameSite: 'lax';
    readonly path: '/';
    readonly secure: boolean;
  };
}

/** A browser never sets a Secure cookie, nor one named `__Host-`, that comes over plain http. */
export function cookieStyle(publicUrl: string | null): CookieStyle {
  const secure = isHttps(publicUrl);
  const prefix = secure ? '__Host-' : '';
  return {
    session: `${prefix}textprobe`,
    csrf: `${prefix}textprobe-csrf`,
    device: `${prefix}textprobe-device`,
    attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  };
}

export function isHttps(publicUrl: string | null): boolean {
  return publicUrl !== null && new URL(publicUrl).protocol === 'https:';
}
