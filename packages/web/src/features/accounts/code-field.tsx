/** The field for a code of two-factor login: of the authenticator app, or a recovery code. */
import { Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { type Ref, useState } from 'react';
import { TextButton } from '../../ui/text-button.tsx';

interface CodeFieldProps extends TextInputProps {
  readonly ref?: Ref<HTMLInputElement>;
}

export function CodeField(props: CodeFieldProps) {
  // A phone shows a keypad of digits for the one, and letters for the other.
  const [isRecovery, setRecovery] = useState(false);
  return (
    <Stack gap={6}>
      <TextInput
        key={String(isRecovery)}
        size="md"
        name="code"
        spellCheck={false}
        autoFocus
        required
        withAsterisk={false}
        {...(isRecovery
          ? { label: 'Recovery code', description: 'One that you have not used yet.', autoComplete: 'off' }
          : {
              label: 'Code',
              description: 'The six digits that your authenticator app shows.',
              autoComplete: 'one-time-code',
              inputMode: 'numeric',
            })}
        {...props}
      />
      <Text size="sm">
        <TextButton disabled={props.disabled} onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Use a code of the app' : 'Use a recovery code'}
        </TextButton>
      </Text>
    </Stack>
  );
}
