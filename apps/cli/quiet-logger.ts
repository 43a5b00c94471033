import type { Logger } from '@galley/kernel';

/** A command that ends by itself says what went wrong, unless SERVICE_LOG asks for more. */
export async function quietLogger(): Promise<Logger> {
  const { createLogger, parseLogSettings } = await import('@galley/cms');
  const settings = parseLogSettings(process.env);
  return createLogger(process.env['SERVICE_LOG'] ? settings : { ...settings, level: 'warn' });
}
