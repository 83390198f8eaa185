/** Explains the provider's error codes to an operator (https://www.twilio.com/docs/api/errors). */

const words: { readonly [code: string]: string } = {
  '11200': 'a file could not be fetched from its URL',
  '20003': 'the account or its token is not accepted: check accountSid and authToken',
  '20429': 'too many requests at once',
  '21211': 'the phone’s number is not valid',
  '21212': 'the sender’s number is not valid',
  '21408':
    'the account may not send to the phone’s country: enable it in the provider’s geographic permissions',
  '21606': 'the sender’s number does not belong to the account, or cannot send this kind of message',
  '21608': 'a trial account sends only to numbers verified with the provider',
  '21610': 'the phone has unsubscribed (replied STOP): it must send START to the sender first',
  '21611': 'the sender’s queue is full',
  '21612': 'there is no route from this sender to this phone',
  '21614': 'the phone’s number is not a mobile number',
  '21617': 'the text is longer than the provider accepts',
  '21620': 'the URL of a file is not valid',
  '21623': 'there are more files than the provider accepts',
  '30001': 'the provider’s queue overflowed',
  '30002': 'the account is suspended',
  '30003': 'the phone cannot be reached: it is switched off or out of coverage',
  '30004': 'the message is blocked: the phone does not accept it',
  '30005': 'the phone’s number does not exist, or no longer exists',
  '30006': 'the number is a landline or belongs to a carrier that cannot be reached',
  '30007': 'the carrier filtered the message as unwanted',
  '30008': 'the carrier gave no reason',
  '30010': 'the message costs more than the configured limit',
  '30011': 'MMS is not supported by the phone’s carrier',
  '30019': 'the files are larger than the phone’s carrier accepts',
  '30032': 'the toll-free sender is not verified',
  '30034': 'the sender is a US number that is not registered for A2P 10DLC',
  '30410': 'the provider’s partner did not answer in time',
  '63038': 'the account has reached its daily message limit',
};

/**
 * For example "error 30003: the phone cannot be reached …"; for an unknown code, the provider's own message.
 * @param providerMessage the provider's message, if any
 */
export function describeTwilioError(code: string, providerMessage: string | null): string {
  const known = words[code];
  if (known !== undefined) return `error ${code}: ${known}`;
  return providerMessage === null || providerMessage === ''
    ? `error ${code}`
    : `error ${code}: ${providerMessage.replace(/\.$/, '')}`;
}

/** Codes for rate limiting whose HTTP status is not 429. */
export function isBusy(code: string): boolean {
  return code === '20429' || code === '21611';
}
