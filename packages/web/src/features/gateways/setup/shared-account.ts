/** Finds other gateways that use the account in the form. */
import type { Gateway } from '@textprobe/contract/gateways';
import { messagesApiAccount, smppAccount } from '@textprobe/domain/gateway-account';
import { SMPP_SETTINGS, TWILIO_SETTINGS } from '@textprobe/domain/gateway-settings';
import type { GatewayDraft } from './gateway-draft.ts';

/** Only a hint, since several gateways may share an account; null if no other uses it. */
export function sharedAccountWords(
  { kind, texts }: GatewayDraft,
  stored: Gateway | null,
  all: readonly Gateway[],
): string | null {
  const { host = '', port = '', systemId = '' } = texts.smpp;
  const { baseUrl = '', accountSid = '' } = texts.twilio;
  const account =
    kind === 'smpp'
      ? smppAccount({
          host,
          port: Number(port.trim() || SMPP_SETTINGS.port.default),
          systemId: systemId.trim(),
        })
      : messagesApiAccount({
          baseUrl: baseUrl.trim() || TWILIO_SETTINGS.baseUrl.default,
          accountSid: accountSid.trim(),
        });
  const names = all
    .filter((other) => other.account === account && other.id !== stored?.id)
    .map(({ name }) => `“${name}”`);
  if (names.length === 0) return null;
  const [subject, verb] = [
    `Gateway${names.length > 1 ? 's' : ''} ${names.join(', ')}`,
    names.length > 1 ? 'use' : 'uses',
  ];
  return `${subject} already ${verb} this account. Receipts are matched across its gateways. The carrier’s limits (binds, throughput) apply to all of them together.`;
}
