import type { z } from 'zod';
import { configSchema } from '../config-schema.ts';
import { schemaAt, shapeOf } from '../shape.ts';
import { siteSchema } from '../site-schema.ts';
import type { SectionPlan } from './section-plans.ts';

export interface FormSetting {
  /** Such as `feed.limit`. */
  readonly name: string;
  readonly path: readonly string[];
  readonly schema: z.ZodType;
}

export const schemaOf = (file: SectionPlan['file']): z.ZodType =>
  file === 'site' ? siteSchema : configSchema;

/** In plan order, with groups expanded. */
export function listPlanSettings({
  file,
  settings,
}: Pick<SectionPlan, 'file' | 'settings'>): FormSetting[] {
  return settings.flatMap((name) => {
    const path = name.split('.');
    const schema = schemaAt(schemaOf(file), path);
    if (!schema) throw new TypeError(`there is no setting ${name}`);
    return listNestedSettings(schema, path);
  });
}

/** At or below the path. An optional struct counts as one setting. */
export function listNestedSettings(schema: z.ZodType, path: readonly string[]): FormSetting[] {
  const { fields, absent } = shapeOf(schema);
  if (!fields || absent === undefined) return [{ name: path.join('.'), path, schema }];
  return Object.entries(fields).flatMap(([key, inner]) =>
    listNestedSettings(inner, [...path, key]),
  );
}
