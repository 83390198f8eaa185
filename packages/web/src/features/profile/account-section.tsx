/** Username, role and what it allows, and the name, which the owner may change. */
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Profile } from '@textprobe/contract/profile';
import { formatDateTime } from '@textprobe/domain/display';
import { ROLE_MEANINGS } from '@textprobe/domain/role-words';
import { type SubmitEvent, useState } from 'react';
import { changeProfile } from '../../api/profile.ts';
import { dialogs } from '../../ui/dialogs.tsx';
import { type FieldErrors, fieldErrors, NO_ERRORS } from '../../ui/field-errors.ts';
import form from '../../ui/form.module.css';
import classes from './profile.module.css';
import { PROFILE } from './profile-keys.ts';

export function AccountSection({ profile }: { profile: Profile }) {
  const { username, role, createdAt } = profile;
  return (
    <section className={form.section} aria-labelledby="profile-account">
      <h2 id="profile-account">Account</h2>
      <dl className={classes.facts}>
        <div>
          <dt>Username</dt>
          <dd>{username}</dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>{formatDateTime(createdAt)}</dd>
        </div>
        <div className={classes.wide}>
          <dt>Role</dt>
          <dd>
            <strong className={classes.role}>{role}</strong>. {ROLE_MEANINGS[role]}
          </dd>
        </div>
      </dl>
      <NameForm profile={profile} />
    </section>
  );
}

function NameForm({ profile }: { profile: Profile }) {
  const [name, setName] = useState(profile.name);
  const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
  const [state, setState] = useState<'' | 'saving' | 'saved'>('');
  const queries = useQueryClient();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state === 'saving') return;
    setState('saving');
    try {
      const saved = await changeProfile({ name });
      queries.setQueryData(PROFILE, saved);
      setName(saved.name);
      setState('saved');
    } catch (error) {
      setState('');
      const found = fieldErrors(error);
      setErrors(found);
      if (found.name !== undefined) return;
      console.error('Failed to save the name', error);
      await dialogs.alert('Failed to save the name. Please try again.', error);
    }
  }

  return (
    <form className={classes.row} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        classNames={{ label: classes.label ?? '' }}
        name="name"
        label="Name"
        description="Optional, at most 100 characters."
        autoComplete="name"
        spellCheck={false}
        value={name}
        error={errors.name}
        onChange={({ currentTarget: { value } }) => {
          setName(value);
          setErrors(NO_ERRORS);
          setState('');
        }}
      />
      <div className={classes.submit}>
        <Button type="submit" variant="default" aria-disabled={state === 'saving'}>
          {state === 'saving' ? 'Saving...' : 'Save name'}
        </Button>
        <p role="status">{state === 'saved' && 'Name saved.'}</p>
      </div>
    </form>
  );
}
