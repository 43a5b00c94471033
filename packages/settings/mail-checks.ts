import { fieldFault } from '@galley/kernel';
import type { Config } from './config-schema.ts';
import type { Finding, Source } from './finding.ts';
import { createFinding, findSource } from './source-of-setting.ts';

/** Either alone would silently send nothing. */
export function findMailMistakes({ mail }: Config, sources: readonly Source[]): Finding[] {
  if (mail) {
    const { username, password } = mail;
    if (password === undefined || username !== undefined) return [];
    const fault = fieldFault('requires', { other: 'mail.smtp.username' });
    return [createFinding(['mail', 'smtp', 'password'], fault, sources)];
  }
  const places = [
    ['mail', 'smtp', 'host'],
    ['mail', 'from'],
  ];
  const given = places.find((place) => findSource(place, sources) !== undefined);
  const missing = places.find((place) => place !== given);
  if (given === undefined || missing === undefined) return [];
  return [createFinding(given, fieldFault('requires', { other: missing.join('.') }), sources)];
}
