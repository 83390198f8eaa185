/** The recovery codes of two-factor login, shown once: to copy or download. */
import { Box, Button, Code, Group, SimpleGrid, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { DialogButtons, FormError } from '../../../ui/form-dialog.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { COPY_FAILED, useCopy } from '../../../ui/use-copy.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly username: string;
  readonly onDone: () => void;
}

export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');
  const { copied, copy } = useCopy('recovery codes', text);
  const Sign = copied === 'yes' ? IconCheck : IconCopy;

  const download = () =>
    saveFile({
      name: 'textprobe-recovery-codes.txt',
      content: new Blob([`Recovery codes of ${username} at ${location.host}\n\n${text}\n`], {
        type: 'text/plain',
      }),
    });

  return (
    <>
      <Text>
        Without your phone, log in with one of these recovery codes in place of the code. Each works once.
        They are not shown again: keep them where you keep your passwords.
      </Text>
      <SimpleGrid
        component="ul"
        cols={{ base: 1, xs: 2 }}
        spacing="xs"
        my="md"
        p={0}
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <Box component="li" key={code} style={{ listStyle: 'none' }}>
            <Code fz="md">{code}</Code>
          </Box>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<Sign size={16} aria-hidden />}
          data-autofocus
          onClick={() => void copy()}
        >
          <span aria-live="polite">{copied === 'yes' ? 'Copied' : 'Copy codes'}</span>
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          Download
        </Button>
      </Group>
      <FormError>{copied === 'failed' ? COPY_FAILED : null}</FormError>
      <DialogButtons>
        <Button onClick={onDone}>I have saved them</Button>
      </DialogButtons>
    </>
  );
}
