import { expect, test } from 'vitest';
import { signForm, verifyForm } from './signature.ts';

// The example in the provider's documentation and libraries.
const TOKEN = '12345';
const URL_SIGNED = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const SIGNATURE = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';
const pairs: [string, string][] = [
  ['CallSid', 'CA1234567890ABCDE'],
  ['Caller', '+14158675309'],
  ['Digits', '1234'],
  ['From', '+14158675309'],
  ['To', '+18005551212'],
];

test('matches the documented example, in any order of the parameters', () => {
  for (const order of [pairs, pairs.toReversed(), [...pairs.slice(2), ...pairs.slice(0, 2)]])
    expect(signForm(TOKEN, URL_SIGNED, new URLSearchParams(order))).toBe(SIGNATURE);
});

test('refuses any other token, URL, value, parameter or signature', () => {
  const form = new URLSearchParams(pairs);
  const accepts = (token = TOKEN, url = URL_SIGNED, more: [string, string][] = [], signature = SIGNATURE) =>
    verifyForm(token, url, new URLSearchParams([...pairs, ...more]), signature);
  expect(verifyForm(TOKEN, URL_SIGNED, form, SIGNATURE)).toBe(true);
  expect(accepts('12346')).toBe(false);
  expect(accepts(TOKEN, 'https://mycompany.com/myapp.php?foo=1&bar=3')).toBe(false);
  expect(accepts(TOKEN, URL_SIGNED, [['Extra', '1']])).toBe(false);
  expect(accepts(TOKEN, URL_SIGNED, [['Digits', '5']])).toBe(false);
  for (const wrong of ['', SIGNATURE.slice(0, -1), `${SIGNATURE}=`, 'é'.repeat(14)])
    expect(accepts(TOKEN, URL_SIGNED, [], wrong)).toBe(false);
});

test.each([
  ['https://a.example/x?y=1', 'https://a.example:443/x?y=1'],
  ['https://a.example:443/x', 'https://a.example/x'],
  ['https://a.example:8443/x', 'https://a.example/x'],
  ['http://[::1]/x', 'http://[::1]:80/x'],
  ['http://127.0.0.1:3000/x', 'http://127.0.0.1:3000/x'],
  ['http://user:pass@a.example/x', 'http://user:pass@a.example:80/x'],
])('for the URL %s a signature over %s is accepted', (url, signed) => {
  const form = new URLSearchParams(pairs);
  expect(verifyForm(TOKEN, url, form, signForm(TOKEN, signed, form))).toBe(true);
});

test('refuses a port that is not in the URL', () => {
  const form = new URLSearchParams(pairs);
  const signature = signForm(TOKEN, 'https://a.example:8444/x', form);
  expect(verifyForm(TOKEN, 'https://a.example/x', form, signature)).toBe(false);
});

test('a repeated parameter counts with its distinct values, sorted', () => {
  const form = (list: string) => new URLSearchParams(list);
  const signature = signForm(TOKEN, URL_SIGNED, form('a=1&a=2'));
  for (const same of ['a=2&a=1', 'a=1&a=2&a=1'])
    expect(verifyForm(TOKEN, URL_SIGNED, form(same), signature)).toBe(true);
});
