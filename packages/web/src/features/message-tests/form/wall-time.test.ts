/** How a Los Angeles wall time is described. */
import { expect, it } from 'vitest';
import { describeWallTime } from './wall-time.ts';

const NOW = Date.parse('2026-11-21T20:00:00Z');

it("CREATE-16 shows the zone and the viewer's local time", () => {
  expect(describeWallTime('2026-12-01T08:05', NOW, 'Europe/Berlin')).toEqual({
    zone: 'PST',
    ownTime: 'Tue, Dec 1, 2026, 17:05 GMT+1',
    isOver: false,
    warning: null,
  });
  expect(describeWallTime('2027-07-01T08:05', NOW, 'America/Los_Angeles')).toEqual({
    zone: 'PDT',
    ownTime: null,
    isOver: false,
    warning: null,
  });
});

it.each([
  ['2027-03-14T02:30', 'This time does not exist: daylight saving time starts then.'],
  ['2027-11-07T01:30', 'This time occurs twice: daylight saving time ends then. The first one is used.'],
  ['2026-11-21T11:59', 'This time has passed: the test will run immediately.'],
])('REC-7 warns of %s', (wall, warning) => {
  expect(describeWallTime(wall, NOW)?.warning).toBe(warning);
});

it.each(['', '2026-12-01', '2026-13-01T10:00', 'soon'])('does not describe %j', (wall) => {
  expect(describeWallTime(wall, NOW)).toBeNull();
});
