/** Changes the password; faults are shown at their field, and success says that the other sessions have ended. */
import { Button, TextInput } from '@mantine/core';
import type { Profile } from '@textprobe/contract/profile';
import { formatDateTime } from '@textprobe/domain/display';
import { PASSWORD_RULE } from '@textprobe/domain/password-rule';
import { useEffect, useId, useRef } from 'react';
import form from '../../ui/form.module.css';
import { PasswordStrength } from '../../ui/password-strength.tsx';
import classes from './profile.module.css';
import { usePasswordChange } from './use-password-change.ts';

export function PasswordSection({ profile }: { profile: Profile }) {
  const { username, passwordChangedAt } = profile;
  const { draft, shown, errors, refusal, refusals, state, edit, toggle, submit } =
    usePasswordChange(username);
  const element = useRef<HTMLFormElement>(null);
  const id = useId();
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLInputElement>('input[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const type = shown ? 'text' : 'password';

  return (
    <section className={form.section} aria-labelledby="profile-password">
      <h2 id="profile-password">Password</h2>
      <p className={form.hint}>
        {passwordChangedAt === null
          ? 'Not changed since the account was created.'
          : `Last changed ${formatDateTime(passwordChangedAt)}.`}{' '}
        Changing it ends all your other sessions.
      </p>
      <form
        ref={element}
        className={classes.password}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {/* Password managers read the username here. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <TextInput
          type={type}
          name="currentPassword"
          label="Current password"
          classNames={{ label: classes.label ?? '' }}
          autoComplete="current-password"
          spellCheck={false}
          value={draft.currentPassword}
          error={errors.currentPassword}
          onChange={({ currentTarget: { value } }) => edit('currentPassword', value)}
        />
        <div>
          <TextInput
            type={type}
            name="newPassword"
            label="New password"
            classNames={{ label: classes.label ?? '' }}
            description={PASSWORD_RULE}
            autoComplete="new-password"
            spellCheck={false}
            value={draft.newPassword}
            error={errors.newPassword}
            mb={8}
            onChange={({ currentTarget: { value } }) => edit('newPassword', value)}
          />
          <PasswordStrength
            // An error at the field says more.
            password={errors.newPassword === undefined ? draft.newPassword : ''}
            username={username}
          />
        </div>
        {refusal !== null && (
          <p className={`${form.refusal} ${classes.refusal}`} role="alert">
            {refusal}
          </p>
        )}
        <div className={classes.submit}>
          <Button type="submit" aria-disabled={state === 'saving'}>
            {state === 'saving' ? 'Changing...' : 'Change password'}
          </Button>
          <label className={classes.show} htmlFor={`${id}-show`}>
            <input type="checkbox" id={`${id}-show`} checked={shown} onChange={toggle} />
            Show passwords
          </label>
          <p role="status">{state === 'saved' && 'Password changed. All your other sessions have ended.'}</p>
        </div>
      </form>
    </section>
  );
}
