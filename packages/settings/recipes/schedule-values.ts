import { fieldFault } from '@galley/kernel';
import { z } from 'zod';
import { value } from '../shape.ts';
import { isCron, isTimeZone } from './recipe-schedule.ts';

export const cron = () =>
  value(z.stringFormat('cron', isCron), {
    expected: fieldFault('not_a_cron_expression', { example: '"0 6 * * 1"' }),
  });

export const timeZone = () =>
  value(z.stringFormat('time-zone', isTimeZone), {
    expected: fieldFault('not_a_time_zone', { example: 'Europe/Berlin' }),
  });
