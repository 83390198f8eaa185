/** The next ten runs of the chosen rule, and where daylight saving time moves one (REC-6, REC-7). */
import { Box, Flex, Group, Paper, Text } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { formatDateTime } from '@textprobe/domain/display';
import type { PreviewedSchedule } from './use-schedule-preview.ts';

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'America/Los_Angeles' });

export function NextOccurrences({ schedule }: { schedule: PreviewedSchedule }) {
  const { preview, loading, errors, failed } = schedule;
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      px={20}
      py="md"
      aria-labelledby="next-occurrences"
      aria-busy={loading}
    >
      <Text component="h2" id="next-occurrences" fw={650} mb="xs">
        Next occurrences
      </Text>
      {preview !== null && (
        <Box component="ol" m={0} p={0} opacity={loading ? 0.6 : 1}>
          {preview.occurrences.map(({ at, note }) => (
            <Flex component="li" key={at} wrap="wrap">
              <Text span w={40} c="dimmed">
                {weekday.format(Date.parse(at))}
              </Text>
              <time dateTime={at}>{formatDateTime(at)}</time>
              {note !== null && (
                <Group
                  gap={6}
                  wrap="nowrap"
                  align="start"
                  ml={40}
                  mb={4}
                  fz="sm"
                  c="var(--tp-status-partially-delivered)"
                >
                  <IconClockExclamation size={14} style={{ flex: 'none', marginTop: 3 }} aria-hidden />
                  {note}
                </Group>
              )}
            </Flex>
          ))}
        </Box>
      )}
      <Text size="sm" c="dimmed" mt="xs">
        {preview !== null
          ? `${preview.more ? 'More follow.' : 'No further runs.'} All times are Los Angeles time.`
          : failed
            ? 'Could not load the next runs. Change the rule to retry.'
            : Object.keys(errors).length > 0
              ? 'Complete the rule to see its next runs.'
              : 'Loading…'}
      </Text>
    </Paper>
  );
}
