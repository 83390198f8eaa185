/**
 * Sets up SMS Gateway for Android over its local server, with HTTP Basic authentication (PAIR-3). Sources:
 * https://docs.sms-gate.app/getting-started/local-server, /features/settings-management and /features/webhooks; the field
 * names are those of DeviceSettings, Webhook and HealthResponse in android-sms-gateway/client-go (`smsgateway`).
 */
import { type JsonObject, objectsIn, readJsonObject } from '../reported-json.ts';

/** The port of the app's local server unless it was changed there. */
export const LOCAL_SERVER_PORT = 8080;

interface LocalRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string | null;
}

interface LocalAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** Sends a request to the app; null if nothing answered. Never rejects. */
export type LocalExchange = (request: LocalRequest) => Promise<LocalAnswer | null>;

export interface SmsGatewaySettings {
  /** The URL of the source, to which the app posts; must be https. */
  readonly webhookUrl: string;
  /** The secret of the source. */
  readonly signingKey: string;
  readonly pingMinutes: number;
}

export type SmsGatewaySetUp =
  /** What was set, each as words for the screen. */
  | { readonly ok: true; readonly set: readonly string[] }
  /** `message` says what to do, in at most two sentences; of the app's answer it contains only the status. */
  | { readonly ok: false; readonly reason: SetUpFault; readonly message: string };

export type SetUpFault =
  | 'no https'
  | 'unreachable'
  | 'other service'
  | 'unauthorized'
  | 'too old'
  | 'refused';

const EVENTS = ['sms:received', 'mms:downloaded', 'system:ping'] as const;

/**
 * Sets signing key, ping and webhooks. Safe to repeat: the app replaces a webhook that has the same id. Webhooks to other
 * URLs stay. Credentials are sent only after the app has identified itself.
 */
export async function configureSmsGateway(
  exchange: LocalExchange,
  { user, password }: { readonly user: string; readonly password: string },
  { webhookUrl, signingKey, pingMinutes }: SmsGatewaySettings,
): Promise<SmsGatewaySetUp> {
  if (!webhookUrl.startsWith('https://')) return fail('no https');
  const health = await exchange({ method: 'GET', path: '/health', headers: {}, body: null });
  if (health === null) return fail('unreachable');
  if (!isHealth(readJsonObject(health.body))) return fail('other service');

  const authorization = `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
  const send = (method: LocalRequest['method'], path: string, body: object | null = null) =>
    exchange({
      method,
      path,
      headers: { authorization, ...(body !== null && { 'content-type': 'application/json' }) },
      body: body === null ? null : JSON.stringify(body),
    });

  const settings = { webhooks: { signing_key: signingKey }, ping: { interval_seconds: pingMinutes * 60 } };
  const patched = faultOf(await send('PATCH', '/settings', settings));
  if (patched !== null) return patched;
  const listed = await send('GET', '/webhooks');
  const unlisted = faultOf(listed);
  if (unlisted !== null) return unlisted;
  for (const event of EVENTS) {
    const posted = faultOf(await send('POST', '/webhooks', { id: idOf(event), url: webhookUrl, event }));
    if (posted !== null) return posted;
  }
  // Added by hand for the same URL: each event would be reported twice.
  for (const id of duplicatesIn(listed?.body, webhookUrl)) {
    const deleted = faultOf(await send('DELETE', `/webhooks/${id}`));
    if (deleted !== null) return deleted;
  }
  const every = pingMinutes === 1 ? 'minute' : `${pingMinutes} minutes`;
  return {
    ok: true,
    set: ['Signing key', `Ping every ${every}`, ...EVENTS.map((event) => `Webhook ${event}`)],
  };
}

/** Stable, so that a repeat replaces the webhook. The app takes up to 36 characters. */
function idOf(event: (typeof EVENTS)[number]): string {
  return `textprobe-${event.replace(':', '-')}`;
}

/** Whether this is a HealthResponse. While its status is `fail`, for example offline, the app sends it with HTTP status 500. */
function isHealth(health: JsonObject | null): boolean {
  return ['pass', 'warn', 'fail'].includes(String(health?.status)) && typeof health?.releaseId === 'number';
}

/** The ids of other webhooks for our URL and events. Skips ids with unusual characters: an id becomes part of a path. */
function duplicatesIn(body: Uint8Array | undefined, webhookUrl: string): string[] {
  const ours: readonly string[] = EVENTS.map(idOf);
  return listIn(body).flatMap(({ id, url, event }) => {
    const isDuplicate = url === webhookUrl && EVENTS.some((one) => one === event);
    return isDuplicate && typeof id === 'string' && /^[\w-]{1,64}$/.test(id) && !ours.includes(id)
      ? [id]
      : [];
  });
}

function listIn(body: Uint8Array | undefined): JsonObject[] {
  try {
    return objectsIn(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    return [];
  }
}

function faultOf(answer: LocalAnswer | null): SmsGatewaySetUp | null {
  if (answer === null) return fail('unreachable');
  const { status } = answer;
  if (status >= 200 && status < 300) return null;
  if (status === 401) return fail('unauthorized');
  if (status === 404) return fail('too old');
  const message = `The app refused a setting with status ${status}. Try again, or set it up by hand.`;
  return { ok: false, reason: 'refused', message };
}

const MESSAGES = {
  'no https': 'The app posts to https addresses only. Set PUBLIC_URL to one.',
  unreachable:
    'The phone does not answer. Start the local server in the app, and connect the phone to the same network.',
  'other service': 'This is not SMS Gateway for Android. Check the address and the port.',
  unauthorized: 'The app refused this user name or password. Copy both from its local server section.',
  'too old': 'This version of the app cannot be set up from here. Update the app, or set it up by hand.',
};

function fail(reason: keyof typeof MESSAGES): SmsGatewaySetUp {
  return { ok: false, reason, message: MESSAGES[reason] };
}
