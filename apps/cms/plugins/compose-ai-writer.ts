import { AiWriter } from '@galley/plugins';
import type { Environment } from '../environment.ts';

export function composeAiWriter({ config, aiWriterKey: apiKey, ...environment }: Environment) {
  const { aiwriter: settings } = config.plugins;
  const aiWriter = new AiWriter({ ...environment, settings, apiKey });
  return {
    aiWriter,
    housekeeping: { 'old usage of the AI writer': () => aiWriter.removeOldUsage() },
  };
}
