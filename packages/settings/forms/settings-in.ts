import type { z } from 'zod';
import { configSchema } from '../config-schema.ts';
import { schemaAt, shapeOf } from '../shape.ts';
import { siteSchema } from '../site-schema.ts';
import type { SectionPlan } from './section-plans.ts';

/** One setting that a form shows. */
export interface FormSetting {
  /** `feed.limit` */
  readonly name: string;
  readonly path: readonly string[];
  readonly schema: z.ZodType;
}

export const schemaOf = (file: SectionPlan['file']): z.ZodType =>
  file === 'site' ? siteSchema : configSchema;

/** The settings of a section in the order of its plan, each group of them taken apart. */
export function settingsIn({
  file,
  settings,
}: Pick<SectionPlan, 'file' | 'settings'>): FormSetting[] {
  return settings.flatMap((name) => {
    const path = name.split('.');
    const schema = schemaAt(schemaOf(file), path);
    if (!schema) throw new TypeError(`there is no setting ${name}`);
    return settingsBelow(schema, path);
  });
}

/** Every setting at or below a path. What may be absent as a whole is one setting, and not a group. */
export function settingsBelow(schema: z.ZodType, path: readonly string[]): FormSetting[] {
  const { fields, absent } = shapeOf(schema);
  if (!fields || absent === undefined) return [{ name: path.join('.'), path, schema }];
  return Object.entries(fields).flatMap(([key, inner]) => settingsBelow(inner, [...path, key]));
}
