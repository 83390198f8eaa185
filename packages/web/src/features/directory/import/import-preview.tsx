/** What an import would do: how many entries of each state, and those that are not the same (DIR-3). */
import { Box, Paper, Table, Text } from '@mantine/core';
import type { DirectoryImport, IMPORT_ROWS } from '@textprobe/contract/directory-import';
import { figure } from '@textprobe/domain/figures';
import type { ReactNode } from 'react';
import { KINDS } from '../kinds.ts';

const MAX_ROWS: typeof IMPORT_ROWS = 1_000;

const STATES = { new: 'New', changed: 'Changed', same: 'Same', wrong: 'Wrong' } as const;

export function ImportPreview({ preview }: { readonly preview: DirectoryImport }) {
  const { rows, wrong, notices } = preview;
  return (
    <>
      <Box component="dl" my={0} style={{ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 8 }}>
        {(['new', 'changed', 'same', 'wrong'] as const).map((state) => (
          <Paper key={state} withBorder px="sm" py="xs">
            <Text component="dt" size="sm" c="dimmed">
              {STATES[state]}
            </Text>
            <Text
              component="dd"
              m={0}
              fz={18}
              fw={600}
              c={state === 'wrong' && wrong > 0 ? 'red' : 'inherit'}
            >
              {figure(preview[state])}
            </Text>
          </Paper>
        ))}
      </Box>
      {wrong > 0 && <Note c="red">Correct the file and choose it again. Nothing has been imported.</Note>}
      {notices.map((notice) => (
        <Note key={notice}>{notice}</Note>
      ))}
      {rows.length === 0 && <Note>The directory already has everything in this file.</Note>}
      {rows.length > 0 && (
        <Paper
          component="section"
          withBorder
          mt="sm"
          mah="min(400px, 45dvh)"
          style={{ overflow: 'auto' }}
          aria-label="Preview"
          // It scrolls by keyboard.
          tabIndex={0}
        >
          <Table stickyHeader miw={640} fz="sm" verticalSpacing={8}>
            <Table.Thead>
              <Table.Tr>
                {['Line', 'Result', 'Kind', 'Entry', 'Details'].map((label) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ line, state, kind, name, message }, index) => (
                <Table.Tr key={index}>
                  <Table.Td>{line ?? '–'}</Table.Td>
                  <Table.Td c={state === 'wrong' ? 'red' : 'inherit'}>{STATES[state]}</Table.Td>
                  <Table.Td>{kind === null ? '–' : KINDS[kind].noun}</Table.Td>
                  <Table.Td>{name ?? '–'}</Table.Td>
                  <Table.Td>{message ?? ''}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
      {rows.length === MAX_ROWS && <Note>The first {figure(MAX_ROWS)} are listed.</Note>}
    </>
  );
}

function Note({ c = 'dimmed', children }: { readonly c?: 'dimmed' | 'red'; readonly children: ReactNode }) {
  return (
    <Text size="sm" mt="xs" c={c}>
      {children}
    </Text>
  );
}
