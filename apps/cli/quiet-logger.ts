import { createLogger, parseLogSettings } from '@galley/cms';
import type { Logger } from '@galley/kernel';

/** A command that ends by itself says what went wrong, unless SERVICE_LOG asks for more. */
export function quietLogger(): Logger {
  const settings = parseLogSettings(process.env);
  return createLogger(process.env['SERVICE_LOG'] ? settings : { ...settings, level: 'warn' });
}
