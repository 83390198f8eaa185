/** What to do on the phone, in its app or at its provider, with the values to enter (PAIR-1). */
import type { PairingKind, PhoneSettings } from '@textprobe/contract/pairings';

export interface SetupStep {
  readonly words: string;
  /** To copy. */
  readonly values?: readonly { readonly label: string; readonly value: string }[];
  /** Leads to the documentation of the app or service. */
  readonly link?: { readonly label: string; readonly to: string };
}

type StepsFor = (settings: PhoneSettings) => readonly SetupStep[];

const STEPS: Readonly<Record<Exclude<PairingKind, 'receipt'>, StepsFor>> = {
  'sms-gateway': ({ url, secret }) => [
    {
      words:
        'Install the app, version 1.56 or newer, and grant it SMS, MMS and phone state. Exclude it from battery optimization. Turn RCS chats off in Google Messages.',
      link: { label: 'SMS Gateway for Android', to: 'https://docs.sms-gate.app/installation/' },
    },
    {
      words: 'In the app, enter this under Settings, Webhooks, Signing Key. Set Settings, Ping to 5 minutes.',
      values: [{ label: 'Signing key', value: secret ?? '' }],
    },
    {
      words:
        'Turn on Local server. Its page shows address, user and password: enter them in this command, and run it on a computer in the same network. It adds one webhook for each event.',
      values: [
        { label: 'URL of the webhooks', value: url },
        { label: 'Command', value: webhooksCommand(url) },
      ],
    },
  ],
  httpsms: ({ url, secret }) => [
    {
      words: 'Install the app on the phone and log in to your account.',
      link: { label: 'httpSMS', to: 'https://docs.httpsms.com' },
    },
    {
      words:
        'On the website of httpSMS, add a webhook under Settings, Webhooks, with the events message.phone.received and phone.heartbeat.online.',
      values: [
        { label: 'Callback URL', value: url },
        { label: 'Signing key', value: secret ?? '' },
      ],
    },
    { words: 'Leave encryption of received messages off.' },
  ],
  twilio: ({ url }) => [
    {
      words:
        'At Twilio, open the number and its Messaging configuration. Under “A message comes in”, choose Webhook and HTTP POST, and enter this URL.',
      values: [{ label: 'URL', value: url }],
    },
    { words: 'Save the configuration.' },
  ],
  'own-app': ({ url, mmsUrl, pingUrl, secret }) => [
    {
      words:
        'Post each received SMS to this URL, as JSON, with the header “Authorization: Bearer” and the key.',
      values: [
        { label: 'URL', value: url },
        { label: 'Key', value: secret ?? '' },
        { label: 'Body', value: '{ "messageCode": "the whole text as it arrived" }' },
      ],
    },
    ...(mmsUrl === null
      ? []
      : [
          {
            words:
              'Post an MMS to this URL, as a form: the same JSON in “content”, its files in “file0”, “file1”.',
            values: [{ label: 'URL for MMS', value: mmsUrl }],
          },
        ]),
    ...(pingUrl === null
      ? []
      : [
          {
            words: 'Ping every few minutes, so that an offline phone is noticed. This command tests the key.',
            values: [
              {
                label: 'Command',
                value: `curl -X POST -H 'Authorization: Bearer ${secret ?? ''}' ${pingUrl}`,
              },
            ],
          },
        ]),
  ],
};

export function setupSteps(settings: PhoneSettings): readonly SetupStep[] {
  return settings.kind === 'receipt' ? [] : STEPS[settings.kind](settings);
}

function webhooksCommand(url: string): string {
  return `for event in sms:received mms:downloaded system:ping; do
  curl -u USER:PASSWORD -H 'Content-Type: application/json' \\
    -d "{ \\"url\\": \\"${url}\\", \\"event\\": \\"$event\\" }" http://192.168.1.10:8080/webhooks
done`;
}
