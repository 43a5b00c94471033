import { expect, test } from 'vitest';
import { findUnknownVariables } from './unknown-variables.ts';

test.each([
  ['GALLEY_SERVER_PORT', 'GALLEY_SERVER__PORT'],
  ['GALLEY_ADMIN_PASSWORT', 'GALLEY_ADMIN_PASSWORD'],
  ['SERVICE_LOGFORMAT', 'SERVICE_LOG_FORMAT'],
  ['SERVICE_METRIC_TOKEN', 'SERVICE_METRICS_TOKEN'],
  ['GALLEY_SOMETHING_ELSE_ENTIRELY', undefined],
])('%s is unknown; suggests %s', (name, meant) => {
  expect(findUnknownVariables({ [name]: 'x' })).toEqual([{ name, suggestion: meant }]);
});

test.each([
  ...['DATABASE_URL', 'GALLEY_ADMIN_PASSWORD', 'GALLEY_SECRET_OF_MINE', 'GALLEY_SERVER__PORT'],
  'GALLEY_AGENT_API_KEY',
  ...[
    'SERVICE_LOG',
    'SERVICE_METRICS_TOKEN',
    'SERVICE_DISCOVERY_ADDRESS',
    'PATH',
    'KUBERNETES_PORT',
  ],
])('%s is known or belongs to other programs', (name) => {
  expect(findUnknownVariables({ [name]: 'x' })).toEqual([]);
});
