import { parseLogSettings } from '@galley/logging';
import { findUnknownVariables, type Environment } from '@galley/settings';
import { counted, notice, ok, warning, type Check } from './check.ts';

export function variableChecks(environment: Environment): Check[] {
  return [namesCheck(environment), logCheck(environment), metricsCheck(environment)];
}

function namesCheck(environment: Environment): Check {
  const name = 'variables';
  const unknown = findUnknownVariables(environment);
  if (unknown.length === 0) return ok(name, 'Galley recognizes all of its environment variables.');
  const names = unknown.map(({ name: given, suggestion: meant }) =>
    meant === undefined ? given : `${given} (did you mean ${meant}?)`,
  );
  return warning(name, {
    message: `${counted(unknown.length, 'environment variable is', 'environment variables are')} unknown: ${names.join(', ')}.`,
    where: 'the environment of this command, which should match that of the server',
    why: 'Galley ignores an unknown variable without a message.',
    advice: 'Correct the name. Levels are separated by two underscores, as in GALLEY_SERVER__PORT.',
  });
}

function logCheck(environment: Environment): Check {
  const { complaint, level, format } = parseLogSettings(environment);
  if (complaint === undefined)
    return ok('log', `The log level is ${level}, and the format is ${format}.`);
  return warning('log', {
    message: complaint,
    where: 'SERVICE_LOG and SERVICE_LOG_FORMAT',
    why: 'Programs that read the log get another level or format than configured.',
    advice: 'Correct the variable, and restart the server.',
  });
}

const minTokenLength = 16;

function metricsCheck({ SERVICE_METRICS_TOKEN: given = '' }: Environment): Check {
  const name = 'metrics';
  const token = given.trim();
  const complaint = {
    where: 'SERVICE_METRICS_TOKEN',
    advice: 'Set it to a long random value, such as the output of: openssl rand -base64 32',
  };
  if (token === '') {
    return notice(name, {
      ...complaint,
      message: 'Metrics are disabled: /__metrics answers 404.',
      why: 'Without metrics, alerts cannot report problems such as overdue schedules.',
    });
  }
  if (token.length >= minTokenLength) return ok(name, '/__metrics requires the metrics token.');
  return warning(name, {
    ...complaint,
    message: `The metrics token has ${token.length} characters.`,
    why: 'A short token can be guessed, and metrics reveal details of the site.',
  });
}

/** Only the first start of `galley serve` needs the password. */
export function passwordCheck(
  { GALLEY_ADMIN_PASSWORD: password }: Environment,
  users: number,
): Check {
  const name = 'initial_password';
  if (!password || users === 0) return ok(name, 'The environment holds no administrator password.');
  return notice(name, {
    message: 'The password of the first administrator is still in the environment.',
    where: 'GALLEY_ADMIN_PASSWORD',
    why: 'Only the first start needs it. Anyone who can read the environment or definition of the service can read the password.',
    advice: 'Remove the variable, and change the password.',
  });
}
