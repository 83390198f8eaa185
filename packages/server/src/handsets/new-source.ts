/** The id and secret of a new handset source, added by hand or by a pairing, and what its request may lack. */
import { randomBytes } from 'node:crypto';
import type { FieldError } from '@textprobe/contract/problem';

export function newSourceId(): string {
  return randomBytes(16).toString('hex');
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export const tokenMissing: FieldError = {
  field: 'secret',
  code: 'required',
  message: 'Enter the auth token of the Twilio account. Twilio signs its requests with it.',
};

export const addressMissing: FieldError = {
  field: 'kind',
  code: 'address',
  message: 'This source signs the target URL. Set PUBLIC_URL first.',
};
