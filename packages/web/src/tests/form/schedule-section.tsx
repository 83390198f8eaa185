/** Schedule: what can be chosen so far is said, not offered (CREATE-16). */
import { IconBolt } from '@tabler/icons-react';
import classes from './test-form.module.css';

export function ScheduleSection() {
  return (
    <section className={classes.section} aria-labelledby="schedule">
      <h2 id="schedule">Schedule</h2>
      <p className={classes.schedule}>
        <IconBolt size={16} aria-hidden />
        <strong>Immediate</strong>
        <span>The messages go out as soon as the test is created.</span>
      </p>
    </section>
  );
}
