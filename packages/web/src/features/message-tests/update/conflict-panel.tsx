/** Shown over the form if the test was changed since it was opened: both versions side by side, with a choice between them. */
import { Button, Group, Paper, Table, Text, Title } from '@mantine/core';
import type { Test } from '@textprobe/contract/tests';
import { formatDateTime } from '@textprobe/domain/display';
import { useEffect, useMemo, useRef, useState } from 'react';
import { byId } from '../../../directory/use-directory.ts';
import type { Draft } from '../form/draft.ts';
import { draftToUpdate } from '../form/draft.ts';
import type { Attachment } from '../form/use-attachments.ts';
import { type Recipients, useRecipients } from '../form/use-recipients.ts';
import { differencesOf, draftWords, type Names } from './draft-words.ts';

interface ConflictPanelProps {
  /** The test as stored now. */
  readonly saved: Test;
  /** The test as it was when the form opened, if known. */
  readonly before: Test | null;
  readonly draft: Draft;
  readonly chosen: readonly Attachment[];
  readonly onOverwrite: () => void;
  readonly onDiscard: () => void;
}

export function ConflictPanel(props: ConflictPanelProps) {
  const { saved, before, draft, chosen, onOverwrite, onDiscard } = props;
  const [now] = useState(() => Date.now());
  const theirs = useMemo(() => draftToUpdate(saved, now), [saved, now]);
  const names = namesOf([useRecipients(theirs), useRecipients(draft)]);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);

  const fileNames = chosen.map(({ file }) => file.name);
  const differences = differencesOf(
    draftWords(theirs, names),
    draftWords(draft, names, draft.messageType === 'MMS' ? fileNames : []),
  );
  const wasStopped = before?.recurrenceActive === true && !saved.recurrenceActive;
  return (
    <Paper ref={panel} withBorder radius="lg" p="md" mb="md" role="alert" tabIndex={-1}>
      <Title order={2}>Test {saved.testId} was changed after you opened it</Title>
      <Text c="dimmed" my={4}>
        It was last saved on {formatDateTime(saved.updateTimestamp)} (Los Angeles). Your changes are not
        saved.
        {wasStopped && ' Its recurrence was stopped: your version would start it again.'}
      </Text>
      {differences.length > 0 ? (
        <Table layout="fixed" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" w="25%">
                Field
              </Table.Th>
              <Table.Th scope="col">Saved version</Table.Th>
              <Table.Th scope="col">Your version</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differences.map(({ name, saved: theirs, mine }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>{theirs}</Table.Td>
                <Table.Td>{mine}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <Text c="dimmed">Both versions are the same.</Text>
      )}
      <Group gap="xs" mt="md">
        <Button variant="default" onClick={onDiscard}>
          Use the saved version
        </Button>
        <Button variant="default" onClick={onOverwrite}>
          Overwrite with my version
        </Button>
      </Group>
    </Paper>
  );
}

/** Names of everything that either version refers to. */
function namesOf(versions: readonly Recipients[]): Names {
  const retired = (kind: keyof Recipients['chosen']) =>
    new Map(versions.flatMap(({ chosen }) => [...chosen[kind].names]));
  return {
    partners: new Map([
      ...retired('partners'),
      ...byId(versions.flatMap(({ partners }) => partners.data ?? [])),
    ]),
    clients: new Map([...retired('clients'), ...byId(versions.flatMap(({ clients }) => clients.data))]),
    offices: byId(versions.flatMap(({ offices }) => offices.data)),
    phones: byId(versions.flatMap(({ allPhones }) => allPhones)),
    retired: { offices: retired('offices'), phones: retired('phones') },
  };
}
