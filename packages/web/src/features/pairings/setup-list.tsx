/** The steps on the phone, in its app or at its provider, with the values to copy. */
import { Anchor, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import type { PhoneSettings } from '@textprobe/contract/pairings';
import { COPY_FAILED, useCopy } from '../../ui/use-copy.ts';
import { setupSteps } from './setup-steps.ts';

export function SetupList({ settings }: { readonly settings: PhoneSettings }) {
  return (
    <List type="ordered" spacing="md" styles={{ itemWrapper: { display: 'block' } }}>
      {setupSteps(settings).map(({ words, values, link }) => (
        <List.Item key={words}>
          {words}{' '}
          {link !== undefined && (
            <Anchor href={link.to} target="_blank" rel="noreferrer">
              {link.label}
            </Anchor>
          )}
          {values !== undefined && <CopyValues values={values} />}
        </List.Item>
      ))}
    </List>
  );
}

interface CopyValueProps {
  readonly label: string;
  readonly value: string;
}

/** Values to enter elsewhere, each with a button that copies it. */
export function CopyValues({ values }: { readonly values: readonly CopyValueProps[] }) {
  return (
    <Stack gap="sm" mt="xs">
      {values.map((one) => (
        <CopyValue key={one.label} {...one} />
      ))}
    </Stack>
  );
}

function CopyValue({ label, value }: CopyValueProps) {
  const { copied, copy } = useCopy(label, value);
  const words = copied === 'yes' ? 'Copied' : 'Copy';
  return (
    <div>
      <Text size="sm" fw={550} mb={4}>
        {label}
      </Text>
      <Group gap="xs" align="start" wrap="nowrap">
        <Code flex={1} px="sm" py={6} fz="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {value}
        </Code>
        <Button
          variant="default"
          size="xs"
          style={{ flex: 'none' }}
          aria-label={`${words}: ${label}`}
          onClick={() => void copy()}
        >
          <span aria-live="polite">{words}</span>
        </Button>
      </Group>
      {copied === 'failed' && (
        <Text role="alert" size="sm" c="red" mt={4}>
          {COPY_FAILED}
        </Text>
      )}
    </div>
  );
}
