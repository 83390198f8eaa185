/** Why single sign-on refused a login. The address has only a code, so that it cannot put words into the page. */
import type { SignOnRefusal } from '@textprobe/contract/sign-on';
import { signOnName } from '../../api/sign-on.ts';

const SENTENCES: Readonly<Record<SignOnRefusal, (name: string) => string>> = {
  expired: () => 'This login has expired or was already used. Log in again.',
  unavailable: (name) => `${name} cannot be reached. Try again in a moment.`,
  refused: (name) => `${name} did not log you in. Try again.`,
  invalid: (name) => `The answer of ${name} was not accepted. Ask an administrator: the log says why.`,
  role: (name) => `${name} gives you no role here. Ask an administrator.`,
  partners: (name) => `${name} gives you no partner that exists here. Ask an administrator.`,
  taken: () => 'An account with this name or email exists. Ask an administrator to link it.',
  disabled: () => 'Your account is disabled. Ask an administrator.',
  'other-account': (name) =>
    `You logged in to ${name} as someone else. Log in there as the user of this console.`,
  'not-recent': (name) => `${name} did not ask you to log in again. Ask an administrator.`,
};

/** @param code from the address; null: it was not refused */
export function signOnRefusal(code: string | null): string | null {
  if (code === null) return null;
  const sentence = Object.hasOwn(SENTENCES, code) ? SENTENCES[code as SignOnRefusal] : SENTENCES.invalid;
  return sentence(signOnName() ?? 'Single sign-on');
}
