import { z } from 'zod';
import { faultIssue, fieldFault } from '@galley/kernel';
import { documentStatus } from './documents.ts';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, okResponse } from './shapes.ts';

const day = () => z.iso.date();

const deadline = z
  .object({
    due_on: day().meta({ description: 'In the time zone of the site.' }),
    set_by: z.string(),
    set_at: dateTime,
  })
  .meta({ id: 'Deadline' });

const calendarEntry = z
  .object({
    kind: z.enum(['publish', 'unpublish', 'due']),
    path: z.string(),
    title: z.string(),
    status: documentStatus,
    revision: z.string(),
    person: z
      .string()
      .nullable()
      .meta({ description: 'User name of the assignee, or else of the owner.' }),
    day: day().meta({ description: 'In the time zone of the site.' }),
    at: dateTime.nullable().meta({ description: 'Null for `due`, which is a whole day.' }),
    is_overdue: z.boolean(),
  })
  .meta({ id: 'CalendarEntry' });

const maxDays = 400;

const documentDeadline = z
  .object({ path: z.string(), deadline: deadline.nullable() })
  .meta({ id: 'DocumentDeadline' });

/** ADD-CAL-1 to ADD-CAL-3 */
export const documentCalendar = defineNoun('documents', {
  calendar: {
    get: '/documents/calendar',
    access: { capability: 'documents.read' },
    summary:
      'Deadlines and scheduled actions of at most 400 days, at most 1,000, of documents that the caller can read',
    query: z
      .strictObject({ from: day(), to: day().meta({ description: 'This day is included.' }) })
      .refine(
        ({ from, to }) => {
          const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
          return days >= 0 && days < maxDays;
        },
        { ...faultIssue(fieldFault('days_out_of_range', { limit: maxDays })), path: ['to'] },
      ),
    answer: z
      .object({
        today: day().meta({ description: 'In the time zone of the site.' }),
        time_zone: z.string().meta({ description: 'Time zone of the site.' }),
        items: z.array(calendarEntry),
        is_complete: z.boolean(),
      })
      .meta({ id: 'Calendar' }),
    problems: [],
    example: { query: { from: '2026-01-01', to: '2026-12-31' } },
  },

  deadline: {
    get: '/documents/deadline',
    access: { capability: 'documents.read' },
    summary: 'The day on which a document is due',
    query: z.strictObject({ path: z.string().min(1) }),
    answer: documentDeadline,
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.draft } },
  },

  setDeadline: {
    post: '/documents/deadline',
    // The service also requires documents.assign.
    access: { capability: 'documents.read' },
    audited: { action: 'document.deadline', target: 'path' },
    summary: 'Set or remove the day on which a document is due; text and approval stay unchanged',
    body: z.strictObject({
      path: z.string().min(1),
      due_on: day().nullable().meta({ description: 'Null removes it.' }),
    }),
    answer: documentDeadline,
    problems: ['invalid_path', 'not_found', 'frontmatter_broken'],
    example: { body: { path: exampleProject.draft, due_on: '2026-12-24' } },
  },
});

const calendarFeed = z
  .object({
    created_at: dateTime.nullable().meta({ description: 'Null without an address.' }),
  })
  .meta({ id: 'CalendarFeed' });

/** ADD-CAL-4 */
export const accountCalendar = defineNoun('account', {
  calendarFeed: {
    get: '/account/calendar',
    access: 'session',
    summary: 'Whether the caller has a secret address for calendar programs',
    answer: calendarFeed,
    problems: [],
    example: {},
  },

  createCalendarFeed: {
    post: '/account/calendar',
    access: 'session',
    audited: { action: 'account.calendar_feed_create' },
    summary:
      'Create the caller’s secret address for calendar programs; it is answered only once, and an earlier one stops working',
    answer: calendarFeed
      .extend({
        address: z
          .string()
          .meta({ description: 'Gives access to the calendar without signing in.' }),
      })
      .meta({ id: 'CreatedCalendarFeed' }),
    problems: [],
    example: {},
  },

  deleteCalendarFeed: {
    post: '/account/calendar/delete',
    access: 'session',
    audited: { action: 'account.calendar_feed_delete' },
    summary: 'Make the caller’s secret address for calendar programs stop working',
    answer: okResponse,
    problems: [],
    example: {},
  },
});
