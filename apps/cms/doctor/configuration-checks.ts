import { parseLogSettings } from '@galley/logging';
import { findUnknownVariables, type Environment } from '@galley/settings';
import { counted, notice, ok, warning, type Check } from './check.ts';

/** Reports unknown variables and those with invalid values. */
export function variableChecks(environment: Environment): Check[] {
  return [namesCheck(environment), logCheck(environment), metricsCheck(environment)];
}

function namesCheck(environment: Environment): Check {
  const name = 'variables';
  const unknown = findUnknownVariables(environment);
  if (unknown.length === 0) return ok(name, 'Every variable for Galley is one that it reads.');
  const told = unknown.map(({ name: given, suggestion: meant }) =>
    meant === undefined ? given : `${given} (did you mean ${meant}?)`,
  );
  return warning(name, {
    message: `${counted(unknown.length, 'variable is', 'variables are')} read by nobody: ${told.join(', ')}.`,
    where: 'the environment of this command, which should be that of the server',
    why: 'What it was to change stays as it is, and nobody is told.',
    advice:
      'Correct the name: settings have two underscores between their levels, as in GALLEY_SERVER__PORT.',
  });
}

function logCheck(environment: Environment): Check {
  const { complaint, level, format } = parseLogSettings(environment);
  if (complaint === undefined)
    return ok('log', `The log has entries from ${level} on, as ${format}.`);
  return warning('log', {
    message: complaint,
    where: 'SERVICE_LOG and SERVICE_LOG_FORMAT',
    why: 'What reads the log gets another one than it was meant to get.',
    advice: 'Correct it, and start the server again.',
  });
}

const shortestToken = 16;

function metricsCheck({ SERVICE_METRICS_TOKEN: given = '' }: Environment): Check {
  const name = 'metrics';
  const token = given.trim();
  const complaint = {
    where: 'SERVICE_METRICS_TOKEN',
    advice: 'Set it to a long random text, such as that of: openssl rand -base64 32',
  };
  if (token === '') {
    return notice(name, {
      ...complaint,
      message: 'There are no metrics: /__metrics answers 404.',
      why: 'Nobody is warned of what the metrics would show, such as overdue schedules.',
    });
  }
  if (token.length >= shortestToken)
    return ok(name, '/__metrics is open to whoever has the token.');
  return warning(name, {
    ...complaint,
    message: `The token of the metrics has ${token.length} characters.`,
    why: 'So short a one can be guessed, and the metrics tell much of the site.',
  });
}

/** Warns of the first administrator's password, which only the first start of `galley serve` needs. */
export function passwordCheck(
  { GALLEY_ADMIN_PASSWORD: password }: Environment,
  users: number,
): Check {
  const name = 'initial_password';
  if (!password || users === 0) return ok(name, 'No password of an administrator lies about.');
  return notice(name, {
    message: 'The password of the first administrator is still in the environment.',
    where: 'GALLEY_ADMIN_PASSWORD',
    why: 'It was needed once. Whoever sees the environment of the service, or its definition, has it.',
    advice: 'Take the variable away, and change the password.',
  });
}
