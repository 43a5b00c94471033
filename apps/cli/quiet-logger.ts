import type { Logger } from '@galley/kernel';

/** A one-off command logs only warnings and errors, unless `SERVICE_LOG` asks for more. */
export async function quietLogger(stream: NodeJS.WritableStream = process.stderr): Promise<Logger> {
  const { createLogger, parseLogSettings } = await import('@galley/cms');
  const settings = parseLogSettings(process.env);
  const { level } = process.env['SERVICE_LOG'] ? settings : { level: 'warn' as const };
  const logger = createLogger({ ...settings, level, stream });
  if (settings.complaint) logger.warn(settings.complaint);
  return logger;
}
