import { z } from 'zod';
import { capabilities, fieldFault, integrationEvents } from '@galley/kernel';
import {
  choice,
  copyShape,
  duration,
  fieldDefinitionsSchema,
  listOf,
  optional,
  struct,
  value,
  withDefault,
} from '@galley/settings';
import { checkNames, filterNames } from './hook-names.ts';
import { permissions } from './plugin-permissions.ts';

export const pluginName = /^(?=.{1,50}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const lineOfText = () =>
  value(z.string().regex(/^\P{Cc}{0,500}$/u), {
    expected: fieldFault('not_one_line', { max: 500 }),
  });

const label = () =>
  value(z.string().regex(/^(?=.*\S)\P{Cc}{1,100}$/u), {
    expected: fieldFault('not_one_line', { max: 100 }),
  });

export const notKebabName = fieldFault('not_a_bounded_name', {
  max: 50,
  characters: 'a–z 0–9 -',
  first: 'a–z',
  example: 'word-count',
});

const kebabName = () => value(z.string().regex(pluginName), { expected: notKebabName });

const version = () =>
  value(z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(-[\w.-]{1,50})?(\+[\w.-]{1,50})?$/), {
    expected: fieldFault('not_a_version', { example: '1.0.0' }),
  });

const moduleFile = () =>
  value(z.string().regex(/^(?!.*(^|\/)\.)[\w.-]+(\/[\w.-]+)*\.js$/), {
    expected: fieldFault('not_a_plugin_file', { example: 'index.js' }),
  });

const host = () =>
  value(
    z
      .string()
      .regex(/^(\*|(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+)$/),
    { expected: fieldFault('not_a_host', { example: ['example.org', '"*.example.org"', '"*"'] }) },
  );

const routePath = () =>
  value(z.string().regex(/^(?=.{2,100}$)(\/[a-z0-9][a-z0-9_-]*)+$/), {
    expected: fieldFault('not_a_path', { example: '/report' }),
  });

const fieldTypeName = () =>
  value(z.string().regex(/^[a-z][a-z0-9_]{0,49}$/), {
    expected: fieldFault('not_a_bounded_name', { max: 50, characters: 'a–z 0–9 _', first: 'a–z' }),
  });

export const routeAccess = ['signed_in', ...capabilities] as const;

const column = struct({
  name: value(z.string().regex(/^[A-Za-z_]\w{0,49}$/), {
    expected: fieldFault('not_a_bounded_name', {
      max: 50,
      characters: 'A–Z a–z 0–9 _',
      first: 'A–Z a–z _',
    }),
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
  columns: withDefault(listOf(column, '[{ name, label }]'), []),
  actions: withDefault(listOf(action, '[{ label, route }]'), []),
});

const blockStruct = struct({
  // The item in the file may be the name alone, so `findManifestFaults` checks it.
  name: value(z.string(), { expected: notKebabName }),
  parameters: withDefault(fieldDefinitionsSchema, []),
});

/** Markdown block, of which `word-count` is short for `{ name: word-count }`. */
const block = copyShape(
  z.preprocess(
    (given) => (typeof given === 'string' ? { name: given } : given),
    blockStruct,
  ) as typeof blockStruct,
  blockStruct,
);

export type PluginBlock = z.output<typeof blockStruct>;

export const manifestStruct = struct({
  name: kebabName(),
  version: version(),
  author: withDefault(lineOfText(), ''),
  description: withDefault(lineOfText(), ''),
  main: withDefault(moduleFile(), 'index.js'),
  permissions: withDefault(listOf(choice(...permissions), '[documents.read]'), []),
  hosts: withDefault(listOf(host(), '[www.example.org]'), []),
  hooks: withDefault(listOf(choice(...integrationEvents), '[document.published]'), []),
  filters: withDefault(listOf(choice(...filterNames), '[page.html]'), []),
  blocks: withDefault(listOf(block, '[word-count]'), []),
  jobs: withDefault(
    listOf(struct({ name: kebabName(), every: duration('1m', '30d', '1h') }), '[{ name, every }]'),
    [],
  ),
  routes: withDefault(
    listOf(
      struct({
        method: choice('GET', 'POST'),
        path: routePath(),
        access: choice(...routeAccess),
      }),
      '[{ method, path, access }]',
    ),
    [],
  ),
  checks: withDefault(listOf(choice(...checkNames), '[document.publish]'), []),
  fields: withDefault(fieldDefinitionsSchema, []),
  validators: withDefault(listOf(fieldTypeName(), '[rating]'), []),
  endpoints: withDefault(
    listOf(struct({ method: choice('GET', 'POST'), path: routePath() }), '[{ method, path }]'),
    [],
  ),
  settings: withDefault(fieldDefinitionsSchema, []),
  panel: optional(panel),
});

/** Durations in milliseconds. */
export type PluginManifest = z.output<typeof manifestStruct>;
