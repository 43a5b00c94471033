import { z } from 'zod';
import { capabilities } from '@galley/kernel';
import {
  choice,
  duration,
  fieldDefinitionsSchema,
  listOf,
  optional,
  struct,
  value,
  withDefault,
} from '@galley/settings';
import { eventNames, filterNames } from './hook-names.ts';
import { permissions } from './plugin-permissions.ts';

export const pluginName = /^(?=.{1,50}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const lineOfText = () =>
  value(z.string().regex(/^\P{Cc}{0,500}$/u), {
    expected: 'text of one line (in quotes where it looks like a number)',
  });

const label = () =>
  value(z.string().regex(/^(?=.*\S)\P{Cc}{1,100}$/u), {
    expected: 'text of one line, of 1 to 100 characters',
  });

const kebabName = () =>
  value(z.string().regex(pluginName), {
    expected:
      'a name of up to 50 lower-case letters, digits and single - that begins with a letter, such as word-count',
  });

const version = () =>
  value(z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(-[\w.-]{1,50})?(\+[\w.-]{1,50})?$/), {
    expected: 'a version such as 1.0.0',
  });

const moduleFile = () =>
  value(z.string().regex(/^(?!.*(^|\/)\.)[\w.-]+(\/[\w.-]+)*\.js$/), {
    expected: 'a file of the plugin’s folder such as index.js',
  });

const host = () =>
  value(
    z
      .string()
      .regex(/^(\*|(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+)$/),
    { expected: 'a host such as example.org or "*.example.org", or "*" for every public one' },
  );

const routePath = () =>
  value(z.string().regex(/^(?=.{2,100}$)(\/[a-z0-9][a-z0-9_-]*)+$/), {
    expected: 'a path of lower-case letters, digits, - and _, such as /report',
  });

export const routeAccess = ['signed_in', ...capabilities] as const;

const column = struct({
  name: value(z.string().regex(/^[A-Za-z_]\w{0,49}$/), {
    expected: 'the name of a field of the rows',
  }),
  label: label(),
  type: withDefault(choice('text', 'number', 'datetime', 'link', 'document'), 'text'),
});

const action = struct({ label: label(), route: routePath(), confirm: optional(label()) });

/** Admin page described as data: a table of a GET route's answer, and buttons that call POST routes. */
const panel = struct({
  title: label(),
  help: withDefault(lineOfText(), ''),
  source: optional(routePath()),
  columns: withDefault(listOf(column, 'a list of columns'), []),
  actions: withDefault(listOf(action, 'a list of actions'), []),
});

export const manifestStruct = struct({
  name: kebabName(),
  version: version(),
  author: withDefault(lineOfText(), ''),
  description: withDefault(lineOfText(), ''),
  main: withDefault(moduleFile(), 'index.js'),
  permissions: withDefault(listOf(choice(...permissions), 'a list of permissions'), []),
  hosts: withDefault(listOf(host(), 'a list of hosts'), []),
  hooks: withDefault(listOf(choice(...eventNames), 'a list of events'), []),
  filters: withDefault(listOf(choice(...filterNames), 'a list of filters'), []),
  blocks: withDefault(listOf(kebabName(), 'a list of names of Markdown blocks'), []),
  jobs: withDefault(
    listOf(
      struct({ name: kebabName(), every: duration('1m', '30d', '1h') }),
      'a list of jobs, each with name and every',
    ),
    [],
  ),
  routes: withDefault(
    listOf(
      struct({
        method: choice('GET', 'POST'),
        path: routePath(),
        access: choice(...routeAccess),
      }),
      'a list of routes, each with method, path and access',
    ),
    [],
  ),
  settings: withDefault(fieldDefinitionsSchema, []),
  panel: optional(panel),
});

/** Durations in milliseconds. */
export type PluginManifest = z.output<typeof manifestStruct>;
