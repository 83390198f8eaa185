/** An opened row of the audit trail: each field before and after, the request, and the row's place in the hash chain. */
import { Code, DataList, Table, Text } from '@mantine/core';
import type { AuditRow } from '@textprobe/contract/audit';
import { CopiedText } from '../../ui/copied-text.tsx';
import { fieldWords, isHidden, valueWords } from './audit-words.ts';

export function AuditDetail({ row }: { readonly row: AuditRow }) {
  const { at, action, token, requestId, changes, hash } = row;
  const facts = [
    ['Exact time', at],
    ['Action', <Code key="action">{action}</Code>],
    ['Token', token?.name ?? 'None'],
    [
      'Request ID',
      requestId === null ? 'None' : <CopiedText key="request" what="the request ID" text={requestId} />,
    ],
    ['Hash', hash === null ? 'Not linked yet' : <Code key="hash">{hash}</Code>],
  ] as const;
  return (
    <>
      <Changes changes={changes} />
      <DataList orientation="vertical" mt="md" style={{ flexFlow: 'row wrap', gap: '8px 32px' }}>
        {facts.map(([name, value]) => (
          <DataList.Item key={name}>
            <DataList.ItemLabel fz="xs">{name}</DataList.ItemLabel>
            <DataList.ItemValue fz="sm" lh="22px" style={{ overflowWrap: 'anywhere' }}>
              {value}
            </DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
    </>
  );
}

function Changes({ changes }: Pick<AuditRow, 'changes'>) {
  const changed = Object.entries(changes);
  if (changed.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No fields changed.
      </Text>
    );
  }
  return (
    <Table layout="fixed" fz="sm" aria-label="Changes" style={{ overflowWrap: 'anywhere' }}>
      <Table.Thead>
        <Table.Tr>
          {['Field', 'Before', 'After'].map((label) => (
            <Table.Th key={label} scope="col" {...(label === 'Field' && { pl: 0 })}>
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changed.map(([field, change]) => (
          <Table.Tr key={field}>
            <Table.Th scope="row" fw={550} pl={0}>
              {fieldWords(field)}
            </Table.Th>
            {isHidden(change) ? (
              <Table.Td colSpan={2} c="dimmed">
                Changed; the value is not recorded
              </Table.Td>
            ) : (
              change.map((value, index) => <Table.Td key={index}>{valueWords(value)}</Table.Td>)
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
